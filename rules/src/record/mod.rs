//! Files that hold games.
//!
//! | format | what | rows | read | written |
//! |---|---|---|---|---|
//! | `sgf` | Smart Game Format, game 4 (gomoku and renju): the whole tree | from the top (`hh`) | yes | yes |
//! | `psq` | a game as Piskvork and Gomocup write it: its main line | from the top | yes | yes |
//! | `pos` | the bare moves of a 15x15 game in bytes, as Yixin writes them | from the top | yes | yes |
//! | `code` | a file of [`openings`], a line each: `h8i9g7` | from the *bottom* | yes | yes |
//! | `pos-top` | the same as c-gomoku-cli's `pos`: `h8i7g9` | from the top | yes | yes |
//! | `offset` | the same as steps from the center: `0,0, 1,-1, -1,1` | downwards | yes | yes |
//!
//! Of SGF comments, variations, set-up stones and all other properties are kept, and any number of games is
//! read from a file. Algebraic points in it (`h8`) have their rows from the bottom, as everywhere.
//!
//! Readers take any bytes, text that is not UTF-8 too, and say in one line what is wrong with them and where. A
//! file may be [`MAX_BYTES`] long, a game may have [`MAX_NODES`] nodes and values of properties, and variations
//! may stand [`MAX_NESTING`] deep in one another.

#![deny(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

mod error;
mod format;
mod property;
mod tree;

pub mod openings;
mod pos;
mod psq;
mod sgf;
mod text;

pub use error::{Limit, Place, Problem, RecordError};
pub use format::Format;
pub use property::Property;
pub use tree::{Line, Node, RecordedMove};

use crate::{
    ByColor, Color, Conduct, Game, GameError, Outcome, PlaceError, Point, Position, Rule, Size, Stone, Turn,
};

/// The most bytes of a file.
pub const MAX_BYTES: usize = 64 << 20;
/// The most nodes of a game in a file, counted together with the values of their properties.
pub const MAX_NODES: usize = 1_000_000;
/// The most variations in one another. The largest board has 484 points, and a line of moves branches no more
/// often than it has moves.
pub const MAX_NESTING: usize = 512;
/// The most openings of a file.
pub const MAX_OPENINGS: usize = 1_000_000;

/// A game as a file holds it. That its moves are legal is not known until a [`Game`] or [`Position`] is made
/// of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The size of the board.
    pub size: Size,
    /// The rule, where the file names one.
    pub rule: Option<Rule>,
    /// Stones that stood on the board at the start. SGF lists Black's first.
    pub setup: Vec<Stone>,
    /// The side to move after the set-up, where the file names it.
    pub first: Option<Color>,
    /// The main line; its nodes hold the variations.
    pub moves: Line,
    /// Names of the players, empty where unknown.
    pub players: ByColor<String>,
    /// The result in the words of the file, empty where unknown.
    pub result: String,
    /// What is said of the game as a whole, empty if nothing is. Lines end with LF.
    pub comment: String,
    /// What else SGF says of the game: date, place, event and all that has no field here. The rule is among
    /// them where the file says more of it than its name; that is written as long as it names the same rule.
    pub properties: Vec<Property>,
}

impl Record {
    /// A game without moves and names.
    pub fn new(size: Size) -> Self {
        Self {
            size,
            rule: None,
            setup: Vec::new(),
            first: None,
            moves: Line::default(),
            players: ByColor::default(),
            result: String::new(),
            comment: String::new(),
            properties: Vec::new(),
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
        record.result = game.outcome().map(Outcome::sgf).unwrap_or_default();
        record
    }

    /// The record of moves played in turn from the empty board, Black first.
    pub fn of_moves(size: Size, moves: impl IntoIterator<Item = Point>) -> Self {
        let mut record = Self::new(size);
        for (color, point) in Color::ALL.into_iter().cycle().zip(moves) {
            record.moves.push(RecordedMove { color, turn: Turn::Place(point), ms: None });
        }
        record
    }

    /// Reads the bytes of a file whose name has this extension.
    pub fn read(extension: &str, bytes: &[u8]) -> Result<Self, RecordError> {
        let format = Format::from_extension(extension);
        Self::read_as(format.ok_or_else(|| RecordError::Extension(extension.to_owned()))?, bytes)
    }

    /// Reads the bytes of a file of this format; of several games the first.
    pub fn read_as(format: Format, bytes: &[u8]) -> Result<Self, RecordError> {
        match format {
            Format::Sgf => sgf::read(bytes),
            Format::Psq => psq::read(bytes),
            Format::Pos => pos::read(bytes),
        }
    }

    /// Reads all games of a file of this format one by one. Nothing follows an error.
    pub fn games(format: Format, bytes: &[u8]) -> impl Iterator<Item = Result<Self, RecordError>> {
        let many = (format == Format::Sgf).then(|| sgf::games(bytes));
        let one = (format != Format::Sgf).then(|| Self::read_as(format, bytes));
        many.into_iter().flatten().chain(one)
    }

    /// The bytes of a file of this format. SGF holds everything; the others leave out comments, variations and
    /// all else that they have no place for, and refuse what would change the game.
    pub fn write(&self, format: Format) -> Result<Vec<u8>, RecordError> {
        match format {
            Format::Sgf => sgf::write(self).map(String::into_bytes),
            Format::Psq => psq::write(self).map(String::into_bytes),
            Format::Pos => pos::write(self),
        }
    }

    /// The position after the last move. `rule` is what is played if the file names no rule.
    pub fn position(&self, rule: Rule) -> Result<Position, PlaceError> {
        let mut position = self.start(rule)?;
        for recorded in self.moves.played() {
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
        for recorded in self.moves.played() {
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
        let mover = self.moves.played().next().map(|recorded| recorded.color);
        position.set_side(mover.or(self.first).unwrap_or_else(|| crate::diagram::side_by_count(&position)));
        Ok(position)
    }

    /// All stones of the main line in their order, if the sides moved in turn, Black first, each to a point of
    /// its own, and nobody passed: what forms without colors can hold.
    /// [`Unwritable`](RecordError::Unwritable) otherwise.
    pub fn bare_moves(&self) -> Result<Vec<Point>, RecordError> {
        self.bare_moves_for("a line of moves")
    }

    /// The same for a form of this name.
    fn bare_moves_for(&self, form: &'static str) -> Result<Vec<Point>, RecordError> {
        let unwritable = |why| Err(RecordError::Unwritable { form, why });
        let setup = self.setup.iter().map(|stone| (stone.color, Turn::Place(stone.point)));
        let moves = self.moves.played().map(|recorded| (recorded.color, recorded.turn));
        let mut points = Vec::new();
        for (due, (color, turn)) in Color::ALL.into_iter().cycle().zip(setup.chain(moves)) {
            match turn {
                Turn::Pass => return unwritable("nobody may have passed"),
                Turn::Place(_) if color != due => {
                    return unwritable("Black and White must have moved in turn");
                }
                Turn::Place(point) if !self.size.contains(point) => return unwritable(ON_BOARD),
                Turn::Place(point) if points.contains(&point) => return unwritable(USED_ONCE),
                Turn::Place(point) => points.push(point),
            }
        }
        Ok(points)
    }
}

/// What every written point is.
const ON_BOARD: &str = "every point must lie on the board";
/// How often a point is played in a form without colors.
const USED_ONCE: &str = "each point can be used once";

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
    // From the last on, for `caro-exact` begins with `caro`.
    let by_name = || Rule::ALL.into_iter().rfind(|rule| text.contains(rule.name()));
    by_number.or_else(by_name)
}
