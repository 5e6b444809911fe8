//! What is said of an engine on a command line.

use std::path::PathBuf;

use thiserror::Error;

/// A program and how it is to be treated.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EngineSpec {
    /// The name in results; that of the program unless it is given.
    pub name: String,
    /// The program. A name without a folder is looked for as the system does.
    pub command: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// The folder it is started in; that of this process unless it is given.
    pub folder: Option<PathBuf>,
    /// `INFO` keys and values that it is sent.
    pub options: Vec<(String, String)>,
    /// Limits of its own in the place of those of the match, as they were written: keys of [`LIMITS`].
    pub limits: Vec<(String, String)>,
    /// The name of the level at which it is to play, as it was written. No word of the protocol says it: only for
    /// players of this process.
    pub level: Option<String>,
    /// A file with tables of the evaluation: only for players of this process.
    pub tables: Option<PathBuf>,
    /// A file with numbers of the search: only for players of this process.
    pub parameters: Option<PathBuf>,
}

/// Limits that an engine can have to itself.
pub const LIMITS: [&str; 8] = ["turn", "time", "increment", "byoyomi", "period", "nodes", "depth", "threads"];

/// What is wrong with the description of an engine.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SpecError {
    /// A part is no `key=value`.
    #[error(
        "{0:?} is no key=value; name=, cmd=, args=, dir=, level=, tables=, params=, option.KEY= and limits such as turn= are known"
    )]
    NoPair(String),
    /// A key is not known.
    #[error("no key is called {0:?}; name=, cmd=, args=, dir=, level=, tables=, params=, option.KEY= and {limits}= are known", limits = LIMITS.join("=, "))]
    Key(String),
    /// A quotation mark is missing.
    #[error("a quotation mark is not closed")]
    Quote,
    /// The program is missing.
    #[error("cmd= with the name of a program is needed")]
    NoCommand,
}

impl EngineSpec {
    /// Reads `name=A cmd="path to/engine" args="-x -y" option.strength=50`; a text without any `=` is the
    /// program alone.
    pub fn parse(text: &str) -> Result<Self, SpecError> {
        let mut spec = Self::default();
        if !text.contains('=') && !text.trim().is_empty() {
            spec.command = PathBuf::from(text.trim());
        } else {
            for word in words(text)? {
                let (key, value) = word.split_once('=').ok_or_else(|| SpecError::NoPair(word.clone()))?;
                spec.take(key, value)?;
            }
        }
        if spec.command.as_os_str().is_empty() {
            return Err(SpecError::NoCommand);
        }
        if spec.name.is_empty() {
            spec.name = spec.command.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        }
        Ok(spec)
    }

    fn take(&mut self, key: &str, value: &str) -> Result<(), SpecError> {
        match key {
            "name" => value.clone_into(&mut self.name),
            "cmd" => self.command = PathBuf::from(value),
            "args" => self.arguments = words(value)?,
            "dir" => self.folder = Some(PathBuf::from(value)),
            "level" => self.level = Some(value.to_owned()),
            "tables" => self.tables = Some(PathBuf::from(value)),
            "params" => self.parameters = Some(PathBuf::from(value)),
            _ if LIMITS.contains(&key) => self.limits.push((key.to_owned(), value.to_owned())),
            _ => {
                let option = key.strip_prefix("option.").filter(|option| !option.is_empty());
                let option = option.ok_or_else(|| SpecError::Key(key.to_owned()))?;
                self.options.push((option.to_owned(), value.to_owned()));
            }
        }
        Ok(())
    }
}

/// Words parted by blanks; quotation marks of either kind keep blanks together and are dropped.
fn words(text: &str) -> Result<Vec<String>, SpecError> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for c in text.chars() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (_, c) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    if quote.is_some() { Err(SpecError::Quote) } else { Ok(words) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_description_is_read() {
        let spec = EngineSpec::parse("name=A cmd='my engine/pbrain-a' args=\"-x 'b c'\" option.rule=4 dir=d")
            .unwrap();
        assert_eq!((spec.name.as_str(), spec.command.to_str()), ("A", Some("my engine/pbrain-a")));
        assert_eq!(spec.arguments, ["-x", "b c"]);
        assert_eq!((spec.options, spec.folder), (vec![("rule".into(), "4".into())], Some("d".into())));
        let own = EngineSpec::parse("cmd=e turn=500ms threads=2").unwrap();
        assert_eq!(own.limits, [("turn".into(), "500ms".into()), ("threads".into(), "2".into())]);
        assert_eq!(EngineSpec::parse("cmd=e level=入门").unwrap().level.as_deref(), Some("入门"));
        let short = EngineSpec::parse("./pbrain-b.exe").unwrap();
        assert_eq!((short.name.as_str(), short.command.to_str()), ("pbrain-b", Some("./pbrain-b.exe")));
    }

    #[test]
    fn mistakes_are_told() {
        for (text, error) in [
            ("", SpecError::NoCommand),
            ("name=A", SpecError::NoCommand),
            ("cmd=a foo", SpecError::NoPair("foo".into())),
            ("cmd=a foo=b", SpecError::Key("foo".into())),
            ("cmd=a option.=b", SpecError::Key("option.".into())),
            ("cmd='a", SpecError::Quote),
        ] {
            assert_eq!(EngineSpec::parse(text), Err(error), "{text}");
        }
    }
}
