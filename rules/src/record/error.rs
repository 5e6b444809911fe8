//! What is wrong with a file, and where.

use std::fmt;

use super::{Format, MAX_BYTES, MAX_NESTING, MAX_NODES, MAX_OPENINGS};
use crate::notation::{NotationError, shortened};

/// Why bytes are no record, or a record cannot be written. Its text is one line: where, what was found, and
/// what is needed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordError {
    /// No format has this extension.
    Extension(String),
    /// A file cannot be read from here on.
    Broken {
        /// Where in the file.
        place: Place,
        /// What is wrong there.
        problem: Problem,
    },
    /// The form cannot hold the record.
    Unwritable {
        /// What cannot: `a psq file`.
        form: &'static str,
        /// What the record would have to be like.
        why: &'static str,
    },
}

/// Where in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In a text.
    Text {
        /// The line, from 1. A line ends with LF, CR or CR LF.
        line: usize,
        /// The character in the line, from 1; one more than there are at its end. A tab is one character, and
        /// so is each piece of bytes that are no UTF-8.
        column: usize,
    },
    /// In a binary file, or behind all that is read of any: the byte, from 1.
    Byte(usize),
}

/// What is wrong at a place of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// The file is not of this format at all.
    Foreign {
        /// The format that was asked for.
        format: Format,
        /// What is needed.
        needed: &'static str,
    },
    /// Something cannot be understood.
    Wrong {
        /// What was found, shortened.
        found: String,
        /// What is needed there.
        needed: &'static str,
    },
    /// The file ends too early.
    End {
        /// What is needed there.
        needed: &'static str,
    },
    /// The board is not square with 5 to 22 lines a side.
    Size(String),
    /// A line of moves is wrong.
    Moves(NotationError),
    /// More than is read.
    TooMuch(Limit),
}

/// What there is a limit on, so that a file of any size and shape costs little.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// [`MAX_BYTES`] of a file.
    Bytes,
    /// [`MAX_NODES`] of a game.
    Nodes,
    /// [`MAX_NESTING`] of variations.
    Nesting,
    /// [`MAX_OPENINGS`] of a file.
    Openings,
}

/// What is wrong at a byte of a text, counted from 0.
#[derive(Debug)]
pub(super) struct Fault {
    pub(super) at: usize,
    pub(super) problem: Problem,
}

impl Fault {
    pub(super) fn wrong(at: usize, found: &str, needed: &'static str) -> Self {
        Self { at, problem: Problem::Wrong { found: shortened(found), needed } }
    }

    pub(super) const fn end(at: usize, needed: &'static str) -> Self {
        Self { at, problem: Problem::End { needed } }
    }

    pub(super) const fn too_much(at: usize, limit: Limit) -> Self {
        Self { at, problem: Problem::TooMuch(limit) }
    }

    pub(super) fn in_text(self, text: &str) -> RecordError {
        RecordError::Broken { place: Place::in_text(text, self.at), problem: self.problem }
    }
}

impl Place {
    /// The place of a byte of a text, counted from 0.
    pub(super) fn in_text(text: &str, at: usize) -> Self {
        let (mut line, mut start) = (1, 0);
        let next = |index: usize| text.as_bytes().get(index + 1);
        for (index, byte) in text.bytes().enumerate().take(at) {
            if byte == b'\n' || (byte == b'\r' && next(index) != Some(&b'\n')) {
                (line, start) = (line + 1, index + 1);
            }
        }
        let before = text.get(start..at).unwrap_or_default();
        Self::Text { line, column: before.chars().count() + 1 }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text { line, column } => write!(f, "line {line}, column {column}"),
            Self::Byte(number) => write!(f, "byte {number}"),
        }
    }
}

impl RecordError {
    /// Where the file is broken; nothing for what is no matter of a place.
    pub const fn place(&self) -> Option<Place> {
        match self {
            Self::Broken { place, .. } => Some(*place),
            Self::Extension(_) | Self::Unwritable { .. } => None,
        }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Extension(found) => {
                write!(f, "no format has the extension {found:?}: sgf, psq or pos is needed")
            }
            Self::Broken { place, problem } => write!(f, "{place}: {problem}"),
            Self::Unwritable { form, why } => write!(f, "{form} cannot hold this: {why}"),
        }
    }
}

impl std::error::Error for RecordError {}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Foreign { format, needed } => write!(f, "this is no {format} file; {needed} is needed"),
            Self::Wrong { found, needed } => write!(f, "{found:?} cannot be read; {needed} is needed"),
            Self::End { needed } => write!(f, "the file ends here; {needed} is needed"),
            Self::Size(found) => {
                write!(f, "a board of size {found:?}; 5 to 22 lines and a square are needed")
            }
            Self::Moves(error) => f.write_str(&error.reason()),
            Self::TooMuch(limit) => limit.fmt(f),
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bytes => write!(f, "the file is too long; {MAX_BYTES} bytes at most are read"),
            Self::Nodes => {
                write!(
                    f,
                    "the game is too large; {MAX_NODES} nodes and values of properties at most are read"
                )
            }
            Self::Nesting => {
                write!(f, "variations stand too deep; {MAX_NESTING} in one another at most are read")
            }
            Self::Openings => write!(f, "too many openings; {MAX_OPENINGS} at most are read"),
        }
    }
}
