//! What the engine says, one line each.

use std::fmt::{self, Write as _};

use crate::Coord;

/// One line to the manager. Its `Display` is that line without the end: printable ASCII and nothing else.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reply {
    /// A new game has begun, or a stone is taken back.
    Ok,
    /// The move, or our own stone that was just placed by `PLAY`.
    Move(Coord),
    /// What is done in an opening: points, and a number of fifth moves behind them where one is named.
    Moves(Vec<Coord>, Option<usize>),
    /// Colors are exchanged.
    Swap,
    /// The version of a protocol.
    Version(u32, u32),
    /// Points where the side to move may not play, as `SHOWFORBID` wants them.
    ForbiddenMoves(Vec<Coord>),
    /// A word to the user; never an answer.
    Message(String),
    /// A line of a block that tells of a line of play; never an answer.
    Info(String),
    /// `FORBID`: where the side to move may not play. Two digits a number, and a full stop at the end, without
    /// which Yixin-Board reads on beyond it.
    Forbidden(Vec<Coord>),
    /// A command is known and cannot be done: why.
    Error(String),
    /// A command is not known: its word.
    Unknown(String),
    /// The answer to `ABOUT`.
    About(About),
}

impl Reply {
    /// The refusal for a reason.
    pub(crate) fn error(reason: impl fmt::Display) -> Self {
        Self::Error(reason.to_string())
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ok => f.write_str("OK"),
            Self::Move(coord) => coord.fmt(f),
            Self::Moves(coords, number) => {
                let coords = coords.iter().map(Coord::to_string);
                let words: Vec<String> = coords.chain(number.map(|n| n.to_string())).collect();
                f.write_str(&words.join(" "))
            }
            Self::Swap => f.write_str("SWAP"),
            Self::Version(major, minor) => write!(f, "{major},{minor}"),
            Self::ForbiddenMoves(coords) => {
                f.write_str("FORBID")?;
                coords.iter().try_for_each(|coord| write!(f, " {coord}"))
            }
            Self::Message(text) => write!(f, "MESSAGE {}", Clean(text)),
            Self::Info(text) => write!(f, "INFO {}", Clean(text)),
            Self::Forbidden(coords) => {
                f.write_str("FORBID ")?;
                coords.iter().try_for_each(|coord| write!(f, "{:02}{:02}", coord.first, coord.second))?;
                f.write_char('.')
            }
            Self::Error(text) => write!(f, "ERROR {}", Clean(text)),
            Self::Unknown(word) => write!(f, "UNKNOWN command {}", Clean(word)),
            Self::About(about) => about.fmt(f),
        }
    }
}

/// Who the engine is. Parts that are empty are not said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// Name of the engine.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Who wrote it.
    pub author: String,
    /// Where they come from.
    pub country: String,
    /// Where to find it.
    pub www: String,
}

impl fmt::Display for About {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            ("name", &self.name),
            ("version", &self.version),
            ("author", &self.author),
            ("country", &self.country),
            ("www", &self.www),
        ];
        let said = parts.iter().filter(|(_, value)| !value.is_empty());
        for (index, (key, value)) in said.enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            write!(f, "{comma}{key}=\"{}\"", Clean(&value.replace('"', "'")))?;
        }
        Ok(())
    }
}

/// Longest text after the first word of a line: old managers cut or choke beyond.
const LONGEST: usize = 480;

/// Text made fit for a line: what is not printable ASCII becomes `?`, and there is always something.
struct Clean<'a>(&'a str);

impl fmt::Display for Clean<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_char('-');
        }
        let printable = |c: char| if matches!(c, ' '..='~') { c } else { '?' };
        self.0.chars().take(LONGEST).map(printable).try_for_each(|c| f.write_char(c))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_breaks_a_line() {
        let nasty = "a\nb\r\tc\u{1b}天\0".to_owned();
        assert_eq!(Reply::Message(nasty.clone()).to_string(), "MESSAGE a?b??c???");
        assert_eq!(Reply::Unknown(nasty).to_string(), "UNKNOWN command a?b??c???");
        assert_eq!(Reply::Error(String::new()).to_string(), "ERROR -");
        assert_eq!(Reply::Message("x".repeat(9999)).to_string().len(), "MESSAGE ".len() + LONGEST);
    }

    #[test]
    fn forbidden_points_are_four_digits_each_and_end_with_a_full_stop() {
        let coords = vec![Coord { first: 6, second: 8 }, Coord { first: 14, second: 0 }];
        assert_eq!(Reply::Forbidden(coords).to_string(), "FORBID 06081400.");
        assert_eq!(Reply::Forbidden(Vec::new()).to_string(), "FORBID .");
    }

    #[test]
    fn about_has_no_inner_quotes_and_no_empty_parts() {
        let about = About { name: "A \"B\"".into(), author: "C".into(), ..About::default() };
        assert_eq!(Reply::About(about).to_string(), r#"name="A 'B'", author="C""#);
    }
}
