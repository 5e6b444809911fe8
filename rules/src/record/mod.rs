//! Files that hold a game.
//!
//! | extension | what | read | written |
//! |---|---|---|---|
//! | `sgf` | Smart Game Format, game 4 (gomoku and renju), main line only, comments left out | yes | yes |
//! | `psq` | what Piskvork and Gomocup write | yes | yes |
//! | `pos` | the bare moves of a 15x15 game in bytes, as Yixin writes them | yes | yes |
//!
//! Readers take any bytes, text that is not UTF-8 too, and say what is wrong with them.

#![deny(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

mod pos;
mod psq;
mod sgf;

use std::fmt;

use crate::{ByColor, Color, Conduct, Game, GameError, PlaceError, Point, Position, Rule, Size, Stone, Turn};

/// A game as a file holds it. That its moves are legal is not known until a [`Game`] or [`Position`] is made
/// of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The size of the board.
    pub size: Size,
    /// The rule, where the file names one.
    pub rule: Option<Rule>,
    /// Stones that stood on the board at the start.
    pub setup: Vec<Stone>,
    /// The side to move after the set-up, where the file names it.
    pub first: Option<Color>,
    /// The turns in order.
    pub moves: Vec<RecordedMove>,
    /// Names of the players, empty where unknown.
    pub players: ByColor<String>,
    /// The result in the words of the file, empty where unknown.
    pub result: String,
}

/// A turn in a [`Record`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordedMove {
    /// Whose turn it was.
    pub color: Color,
    /// What was done.
    pub turn: Turn,
    /// Milliseconds that it took, where known.
    pub ms: Option<u64>,
}

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
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.extension())
    }
}

impl Record {
    /// A game without moves and names.
    pub fn new(size: Size) -> Self {
        Self {
            size,
            rule: None,
            setup: Vec::new(),
            first: None,
            moves: Vec::new(),
            players: ByColor::default(),
            result: String::new(),
        }
    }

    /// The record of a game, without times and names.
    pub fn of(game: &Game) -> Self {
        let start = game.start();
        let mut record = Self::new(start.size());
        record.rule = Some(start.rule());
        record.setup = start.order().to_vec();
        record.first = Some(start.side()).filter(|_| !record.setup.is_empty());
        let mut color = start.side();
        for turn in game.turns() {
            record.moves.push(RecordedMove { color, turn, ms: None });
            color = !color;
        }
        record.result = game.outcome().map(|outcome| outcome.to_string()).unwrap_or_default();
        record
    }

    /// Reads the bytes of a file whose name has this extension.
    pub fn read(extension: &str, bytes: &[u8]) -> Result<Self, RecordError> {
        let format = Format::from_extension(extension);
        Self::read_as(format.ok_or_else(|| RecordError::Extension(extension.to_owned()))?, bytes)
    }

    /// Reads the bytes of a file of this format.
    pub fn read_as(format: Format, bytes: &[u8]) -> Result<Self, RecordError> {
        match format {
            Format::Sgf => sgf::read(bytes),
            Format::Psq => psq::read(bytes),
            Format::Pos => pos::read(bytes),
        }
    }

    /// The bytes of a file of this format.
    pub fn write(&self, format: Format) -> Result<Vec<u8>, RecordError> {
        if !self.points().all(|point| self.size.contains(point)) {
            return Err(RecordError::Unwritable { format, why: "every point must lie on the board" });
        }
        match format {
            Format::Sgf => Ok(sgf::write(self).into_bytes()),
            Format::Psq => psq::write(self).map(String::into_bytes),
            Format::Pos => pos::write(self),
        }
    }

    /// The position after the last move. `rule` is what is played if the file names no rule.
    pub fn position(&self, rule: Rule) -> Result<Position, PlaceError> {
        let mut position = self.start(rule)?;
        for recorded in &self.moves {
            position.set_side(recorded.color);
            match recorded.turn {
                Turn::Place(point) => position.play(point)?,
                Turn::Pass => position.set_side(!recorded.color),
            }
        }
        Ok(position)
    }

    /// The game, if its sides moved in turn and it is legal as this conduct has it. `rule` is what is played
    /// if the file names no rule.
    pub fn game(&self, rule: Rule, conduct: Conduct) -> Result<Game, GameError> {
        let mut game = Game::from_position(self.start(rule)?, conduct);
        for recorded in &self.moves {
            if recorded.color != game.side() {
                return Err(GameError::NotInTurn(recorded.color));
            }
            game.take_turn(recorded.turn)?;
        }
        Ok(game)
    }

    /// The set-up. The side to move is the one that moves first in the file, else the one that it names,
    /// else the one with fewer stones, Black if they are equal.
    fn start(&self, rule: Rule) -> Result<Position, PlaceError> {
        let mut position = Position::new(self.size, self.rule.unwrap_or(rule));
        for stone in &self.setup {
            position.put(stone.color, stone.point)?;
        }
        let mover = self.moves.first().map(|recorded| recorded.color);
        position.set_side(mover.or(self.first).unwrap_or_else(|| crate::diagram::side_by_count(&position)));
        Ok(position)
    }

    /// The points of the set-up, then of the moves.
    fn points(&self) -> impl Iterator<Item = Point> + '_ {
        let moves = self.moves.iter().filter_map(|recorded| match recorded.turn {
            Turn::Place(point) => Some(point),
            Turn::Pass => None,
        });
        self.setup.iter().map(|stone| stone.point).chain(moves)
    }

    /// All stones in their order if the sides move in turn, Black first, and nobody passes: what the forms
    /// without colors can hold.
    fn alternating_points(&self, format: Format) -> Result<Vec<Point>, RecordError> {
        let unwritable = |why| RecordError::Unwritable { format, why };
        let setup = self.setup.iter().map(|stone| (stone.color, Turn::Place(stone.point)));
        let moves = self.moves.iter().map(|recorded| (recorded.color, recorded.turn));
        let turns = [Color::Black, Color::White].into_iter().cycle().zip(setup.chain(moves));
        turns
            .map(|(due, (color, turn))| match turn {
                Turn::Place(point) if color == due => Ok(point),
                Turn::Place(_) => Err(unwritable("Black and White must have moved in turn")),
                Turn::Pass => Err(unwritable("nobody may have passed")),
            })
            .collect()
    }
}

/// The rule that a text names: a number of Gomocup or a name, whatever else stands beside it.
fn rule_from_text(text: &str) -> Option<Rule> {
    let text = text.trim().to_ascii_lowercase();
    let by_number = match text.as_str() {
        "0" => Some(Rule::Freestyle),
        "1" => Some(Rule::Standard),
        "4" => Some(Rule::Renju),
        "8" => Some(Rule::Caro),
        "9" => Some(Rule::CaroExact),
        _ => None,
    };
    let by_name = || text.parse().ok();
    let by_word = || Rule::ALL.into_iter().find(|rule| text.contains(rule.name()));
    by_number.or_else(by_name).or_else(by_word)
}

/// Why bytes are no record, or a record cannot be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordError {
    /// No format has this extension.
    Extension(String),
    /// The bytes are not of this format at all.
    Foreign {
        /// The format that was asked for.
        format: Format,
        /// What is needed.
        needed: &'static str,
    },
    /// The board is not square with 5 to 22 lines a side.
    Size(String),
    /// Something in the file cannot be understood.
    Wrong {
        /// The format.
        format: Format,
        /// Where: the line for `psq`, the byte for the others, from 1.
        at: usize,
        /// What was found.
        found: String,
        /// What is needed there.
        needed: &'static str,
    },
    /// This format cannot hold the record.
    Unwritable {
        /// The format.
        format: Format,
        /// What the record would have to be like.
        why: &'static str,
    },
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Extension(found) => {
                write!(f, "no format has the extension {found:?}: sgf, psq or pos is needed")
            }
            Self::Foreign { format, needed } => write!(f, "this is no {format} file: {needed} is needed"),
            Self::Size(found) => {
                write!(f, "a board of size {found:?}: 5 to 22 lines and a square are needed")
            }
            Self::Wrong { format, at, found, needed } => {
                let unit = if *format == Format::Psq { "line" } else { "byte" };
                write!(f, "{unit} {at}: {found:?} cannot be read; {needed} is needed")
            }
            Self::Unwritable { format, why } => write!(f, "a {format} file cannot hold this: {why}"),
        }
    }
}

impl std::error::Error for RecordError {}
