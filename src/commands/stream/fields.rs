//! A line of the stream as a JSON object whose fields are taken one by one.

use std::fmt;
use std::ops::RangeInclusive;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, Visitor};
use serde_json::Value;
use tianyuan_rules::Point;

use super::question::point;

/// The fields of an object that have not been taken yet.
#[derive(Debug, Default)]
pub(crate) struct Fields(Vec<(String, Value)>);

/// More fields than any line has.
const MOST_FIELDS: usize = 64;

impl Fields {
    /// The fields of a line, or why it is no object.
    pub(crate) fn of(line: &[u8]) -> Result<Self, String> {
        serde_json::from_slice(line).map_err(|error| {
            let text = error.to_string();
            let what = text.rfind(" at line ").and_then(|at| text.get(..at)).unwrap_or(&text);
            format!("no JSON object: {what}, byte {}", error.column())
        })
    }

    /// The names that are none of those known.
    pub(crate) fn unknown(&self, known: &[&str]) -> Option<&str> {
        self.0.iter().map(|(name, _)| name.as_str()).find(|name| !known.contains(name))
    }

    /// Whether the field is there. One that is `null` counts as missing.
    pub(crate) fn contains(&self, name: &str) -> bool {
        self.0.iter().any(|(known, value)| known == name && !value.is_null())
    }

    /// The value of a field that is there.
    pub(crate) fn take(&mut self, name: &str) -> Option<Value> {
        let index = self.0.iter().position(|(known, _)| known == name)?;
        Some(self.0.swap_remove(index).1).filter(|value| !value.is_null())
    }

    /// A text.
    pub(crate) fn text(&mut self, name: &str) -> Result<Option<String>, String> {
        self.read(name, "a text", |value| value.as_str().map(str::to_owned))
    }

    /// Yes or no; no if it is missing.
    pub(crate) fn flag(&mut self, name: &str) -> Result<bool, String> {
        Ok(self.read(name, "true or false", Value::as_bool)?.unwrap_or_default())
    }

    /// A whole number in a range.
    pub(crate) fn number(&mut self, name: &str, range: &RangeInclusive<u64>) -> Result<Option<u64>, String> {
        let needed = match (*range.start(), *range.end()) {
            (least, u64::MAX) => format!("a whole number from {least} on"),
            (least, most) => format!("a whole number {least} to {most}"),
        };
        self.read(name, &needed, |value| value.as_u64().filter(|number| range.contains(number)))
    }

    /// A list of points.
    pub(crate) fn points(&mut self, name: &str) -> Result<Option<Vec<Point>>, String> {
        let words = self.read(name, "a list of points such as [\"h8\"]", |value| {
            value.as_array()?.iter().map(|word| word.as_str().map(str::to_owned)).collect::<Option<Vec<_>>>()
        })?;
        let points = |words: Vec<String>| words.iter().map(|word| point(word)).collect::<Result<_, _>>();
        words.map(points).transpose().map_err(|complaint| format!("{name}: {complaint}"))
    }

    /// A value of a certain kind, or what was needed.
    pub(crate) fn read<T>(
        &mut self,
        name: &str,
        needed: &str,
        read: impl FnOnce(&Value) -> Option<T>,
    ) -> Result<Option<T>, String> {
        let Some(value) = self.take(name) else { return Ok(None) };
        read(&value).map(Some).ok_or_else(|| format!("{name}: {needed} is needed"))
    }
}

impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Reader)
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Fields;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields, A::Error> {
        let mut fields = Fields::default();
        while let Some((name, value)) = map.next_entry::<String, Value>()? {
            if fields.0.iter().any(|(known, _)| *known == name) {
                return Err(A::Error::custom(format!("the field {name:?} is given twice")));
            }
            if fields.0.len() == MOST_FIELDS {
                return Err(A::Error::custom(format!("there are more than {MOST_FIELDS} fields")));
            }
            fields.0.push((name, value));
        }
        Ok(fields)
    }
}
