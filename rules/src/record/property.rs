//! What an SGF node says beside its move and comment.

use std::fmt;

/// A property of SGF that is kept as it stands: labels `LB[hh:a][ii:b]`, marks, a date, and all others.
///
/// ```
/// use tianyuan_rules::record::Property;
/// let date = Property::new("DT", ["2026-01-02"]).unwrap();
/// assert_eq!((date.name(), date.to_string().as_str()), ("DT", "DT[2026-01-02]"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    name: String,
    /// As they stand between the brackets, escapes included: no `]` stands free in them.
    raw_values: Vec<String>,
}

impl Property {
    /// A property with these texts as values. The name is made of capitals and digits, a capital first, and
    /// there is a value at least; else `None`. A name that has a field of its own in
    /// [`Record`](super::Record) or [`Node`](super::Node) is read into that field.
    pub fn new<'a>(name: &str, values: impl IntoIterator<Item = &'a str>) -> Option<Self> {
        Self::from_raw(name.to_owned(), values.into_iter().map(escape).collect())
    }

    /// A property whose values hold their escapes.
    pub(super) fn from_raw(name: String, raw_values: Vec<String>) -> Option<Self> {
        let is_of_name = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit();
        let is_name = name.bytes().all(is_of_name) && name.starts_with(|c: char| c.is_ascii_uppercase());
        (is_name && !raw_values.is_empty()).then_some(Self { name, raw_values })
    }

    /// The name in capitals.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The values as texts, one at least.
    pub fn values(&self) -> impl Iterator<Item = String> {
        self.raw_values.iter().map(|raw| unescape(raw))
    }
}

impl fmt::Display for Property {
    /// As it stands in a file.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        self.raw_values.iter().try_for_each(|raw| write!(f, "[{raw}]"))
    }
}

/// A text as the value of a property.
pub(super) fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace(']', "\\]")
}

/// The text of a value. A backslash takes away the meaning of the character behind it, and a line break behind
/// one is none; other line breaks become LF.
pub(super) fn unescape(raw: &str) -> String {
    let (mut text, mut chars) = (String::with_capacity(raw.len()), raw.chars().peekable());
    while let Some(c) = chars.next() {
        let is_escaped = c == '\\';
        let Some(c) = (if is_escaped { chars.next() } else { Some(c) }) else { break };
        if c == '\r' {
            chars.next_if_eq(&'\n');
        }
        match c {
            '\n' | '\r' if is_escaped => {}
            '\n' | '\r' => text.push('\n'),
            c => text.push(c),
        }
    }
    text
}
