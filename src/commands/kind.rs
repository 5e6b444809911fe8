//! The formats of files with games or openings, by the names they have on the command line.
#![deny(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use std::ffi::OsStr;
use std::path::Path;

use tianyuan_rules::record::openings::{self, Form};
use tianyuan_rules::record::{Format, Record, RecordError};
use tianyuan_rules::{Point, Size};

use crate::position_argument::read_file;

/// A format of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Games(Format),
    Openings(Form),
}

impl Kind {
    /// The one with this name.
    pub(super) fn parse(text: &str) -> Result<Self, &'static str> {
        let games = Format::ALL.into_iter().find(|format| format.extension() == text).map(Self::Games);
        let openings = || Form::ALL.into_iter().find(|form| form.name() == text).map(Self::Openings);
        games.or_else(openings).ok_or("sgf, psq, pos, code, pos-top or offset is needed")
    }

    /// The one that the name of a file ends with. That of openings does not show in it.
    pub(super) fn of_name(file: &Path) -> Option<Self> {
        let extension = file.extension().and_then(OsStr::to_str)?;
        Format::from_extension(extension).map(Self::Games)
    }

    /// Whether a file of this kind holds one game and no more.
    pub(super) const fn is_single(self) -> bool {
        matches!(self, Self::Games(Format::Psq | Format::Pos))
    }
}

/// The openings of a file: of games their main lines. Without a kind it is that of the file's name, else lines of
/// moves such as h8i9.
pub(super) fn read_openings(file: &Path, kind: Option<Kind>, size: Size) -> Result<Vec<Vec<Point>>, String> {
    let bytes = read_file(file)?;
    match kind.or_else(|| Kind::of_name(file)).unwrap_or(Kind::Openings(Form::Code)) {
        Kind::Openings(form) => openings::read(form, size, &bytes).map_err(|error| error.to_string()),
        Kind::Games(format) => {
            let moves = |(number, game): (usize, Result<Record, RecordError>)| {
                let game = game.map_err(|error| error.to_string())?;
                let game =
                    check_size(game, size).map_err(|complaint| format!("game {number}: {complaint}"))?;
                game.bare_moves().map_err(|error| format!("game {number}: {error}"))
            };
            let openings = (1..).zip(Record::games(format, &bytes)).map(moves);
            openings.filter(|moves| !matches!(moves, Ok(moves) if moves.is_empty())).collect()
        }
    }
}

/// The game, if it is played on a board of this size.
pub(super) fn check_size(record: Record, size: Size) -> Result<Record, String> {
    if record.size == size { Ok(record) } else { Err(format!("the board is {} and not {size}", record.size)) }
}
