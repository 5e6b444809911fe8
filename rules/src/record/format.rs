//! The kinds of files that hold a game.

use std::fmt;

/// The kind of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// Smart Game Format.
    Sgf,
    /// Piskvork's text form.
    Psq,
    /// Yixin's binary form.
    Pos,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 3] = [Self::Sgf, Self::Psq, Self::Pos];

    /// The extension of the file's name.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Sgf => "sgf",
            Self::Psq => "psq",
            Self::Pos => "pos",
        }
    }

    /// The format with this extension, in either case and with or without its dot.
    pub fn from_extension(extension: &str) -> Option<Self> {
        let extension = extension.trim_start_matches('.');
        Self::ALL.into_iter().find(|format| format.extension().eq_ignore_ascii_case(extension))
    }

    /// The format that the bytes show by how they begin. Nothing shows that bytes are `pos`.
    pub fn of_bytes(bytes: &[u8]) -> Option<Self> {
        let start = bytes.strip_prefix(super::text::BYTE_ORDER_MARK).unwrap_or(bytes).trim_ascii_start();
        let forms: [(&[u8], Self); 2] = [(b"(;", Self::Sgf), (b"Piskvorky", Self::Psq)];
        forms.into_iter().find_map(|(sign, format)| start.starts_with(sign).then_some(format))
    }

    /// What a file of the format is called in messages.
    pub(super) const fn noun(self) -> &'static str {
        match self {
            Self::Sgf => "an sgf file",
            Self::Psq => "a psq file",
            Self::Pos => "a pos file",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.extension())
    }
}
