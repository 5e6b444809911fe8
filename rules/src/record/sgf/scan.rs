//! The words of SGF.

use super::super::error::{Fault, Limit};
use super::super::property::unescape;
use super::super::{MAX_NODES, Property};

/// Cuts a text into tokens.
#[derive(Debug)]
pub(super) struct Scanner<'a> {
    text: &'a str,
    at: usize,
    /// Nodes and values so far.
    n_parts: usize,
}

/// What a game is made of.
#[derive(Debug)]
pub(super) enum Token<'a> {
    /// `(`
    Open,
    /// `)`
    Close,
    /// `;`
    Node,
    /// A name and its values.
    Property(RawProperty<'a>),
}

/// A name and its values, one at least: `AB[hh][ii]`.
#[derive(Debug)]
pub(super) struct RawProperty<'a> {
    /// The byte at which the name stands.
    pub(super) at: usize,
    /// The capitals and digits of the name.
    pub(super) name: String,
    pub(super) first: Value<'a>,
    pub(super) others: Vec<Value<'a>>,
}

/// What stands between brackets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Value<'a> {
    /// The byte at which it begins.
    pub(super) at: usize,
    /// With its escapes.
    pub(super) raw: &'a str,
}

/// The byte of the first `(` from here on with nothing but blanks between it and a `;`.
pub(super) fn find_game(text: &str, from: usize) -> Option<usize> {
    let rest = text.get(from..)?;
    let mut opened = rest.match_indices('(');
    let is_game = |at: usize| rest.get(at + 1..).is_some_and(|after| after.trim_start().starts_with(';'));
    opened.find(|&(at, _)| is_game(at)).map(|(at, _)| from + at)
}

impl<'a> Scanner<'a> {
    /// Begins at a byte of the text.
    pub(super) const fn new(text: &'a str, at: usize) -> Self {
        Self { text, at, n_parts: 0 }
    }

    /// The byte behind the last token.
    pub(super) const fn at(&self) -> usize {
        self.at
    }

    /// The next token and the byte at which it stands. A game is never over before its last `)`.
    pub(super) fn next(&mut self) -> Result<(usize, Token<'a>), Fault> {
        let found = self.peek();
        let at = self.at;
        let token = match found {
            None => return Err(Fault::end(at, "a ) to close the game")),
            Some('(') => Token::Open,
            Some(')') => Token::Close,
            Some(';') => Token::Node,
            Some(c) if c.is_ascii_alphabetic() => return Ok((at, Token::Property(self.property()?))),
            Some(c) => {
                let needed = "a property such as B[hh], or one of ; ( )";
                return Err(Fault::wrong(at, c.encode_utf8(&mut [0; 4]), needed));
            }
        };
        self.at += 1;
        if matches!(token, Token::Node) {
            self.count(at)?;
        }
        Ok((at, token))
    }

    /// Passes over blanks. The character there.
    fn peek(&mut self) -> Option<char> {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let trimmed = rest.trim_start();
        self.at += rest.len() - trimmed.len();
        trimmed.chars().next()
    }

    fn count(&mut self, at: usize) -> Result<(), Fault> {
        self.n_parts += 1;
        if self.n_parts > MAX_NODES { Err(Fault::too_much(at, Limit::Nodes)) } else { Ok(()) }
    }

    fn property(&mut self) -> Result<RawProperty<'a>, Fault> {
        let at = self.at;
        let spelled = self.name();
        let name: String = spelled.chars().filter(|c| !c.is_ascii_lowercase()).collect();
        if !name.starts_with(|c: char| c.is_ascii_uppercase()) {
            return Err(Fault::wrong(at, spelled, "a name with capitals, such as B or SZ,"));
        }
        if self.peek() != Some('[') {
            return Err(Fault::wrong(at, spelled, "a property with its value in [ ]"));
        }
        let first = self.value()?;
        let mut others = Vec::new();
        while self.peek() == Some('[') {
            others.push(self.value()?);
        }
        Ok(RawProperty { at, name, first, others })
    }

    /// The letters and digits from here on.
    fn name(&mut self) -> &'a str {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
        self.at += end;
        rest.get(..end).unwrap_or_default()
    }

    /// The value whose bracket is next.
    fn value(&mut self) -> Result<Value<'a>, Fault> {
        let at = self.at + 1;
        self.count(at)?;
        let rest = self.text.get(at..).unwrap_or_default();
        let end = end_of_value(rest).ok_or(Fault::end(self.text.len(), "a ] to close the value"))?;
        self.at = at + end + 1;
        Ok(Value { at, raw: rest.get(..end).unwrap_or_default() })
    }
}

/// The byte of the first `]` that no backslash stands before.
fn end_of_value(text: &str) -> Option<usize> {
    let mut is_escaped = false;
    text.bytes().position(|byte| {
        let ends = byte == b']' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        ends
    })
}

impl<'a> RawProperty<'a> {
    pub(super) fn values(&self) -> impl Iterator<Item = Value<'a>> {
        std::iter::once(self.first).chain(self.others.iter().copied())
    }

    /// The value, if there is one only.
    pub(super) fn single(&self) -> Result<Value<'a>, Fault> {
        match self.others.first() {
            None => Ok(self.first),
            Some(second) => Err(second.wrong("one value of this property and no second")),
        }
    }

    /// The property as it stands.
    pub(super) fn kept(&self) -> Option<Property> {
        Property::from_raw(self.name.clone(), self.values().map(|value| value.raw.to_owned()).collect())
    }
}

impl Value<'_> {
    pub(super) fn text(self) -> String {
        unescape(self.raw)
    }

    pub(super) fn wrong(self, needed: &'static str) -> Fault {
        Fault::wrong(self.at, self.raw, needed)
    }
}
