//! The question: for how long, which moves, and what is known of a position before any search.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use tianyuan_player::{Choice, Limits};
use tianyuan_rules::{Board, Cell, Color, Foul, ParsePointError, Point, PointSet, Position};

/// Most lines of play: as many as the largest board has points.
pub(crate) const MOST_LINES: u64 = 484;
/// Greatest depth in plies that can be asked for.
pub(crate) const MOST_DEPTH: u64 = 1000;
/// Most threads.
pub(crate) const MOST_THREADS: u64 = 256;
/// Most memory for a table, in MiB.
pub(crate) const MOST_MEMORY: u64 = 65_536;

/// Thinking time where nothing else limits it.
const TIME: Duration = Duration::from_secs(5);

/// How long to think, as it was asked.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Effort {
    /// Time.
    pub(crate) time: Option<Duration>,
    /// Nodes.
    pub(crate) nodes: Option<u64>,
    /// Depth in plies.
    pub(crate) depth: Option<u64>,
    /// Until told to stop.
    pub(crate) is_endless: bool,
}

impl Effort {
    /// The limits; their clock has not begun to run.
    pub(crate) fn limits(self) -> Limits {
        let is_limited = self.time.is_some() || self.nodes.is_some() || self.depth.is_some();
        Limits {
            turn: if is_limited || self.is_endless { self.time } else { Some(TIME) },
            depth: self.depth.map(|depth| u32::try_from(depth).unwrap_or(u32::MAX)),
            nodes: self.nodes,
            ..Limits::INFINITE
        }
    }
}

/// Points as they are written: `h8,h9`, with commas, blanks or both between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Points(pub(crate) Vec<Point>);

impl FromStr for Points {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let words = text.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty());
        let points: Vec<Point> = words.map(point).collect::<Result<_, _>>()?;
        if points.is_empty() { Err("points such as h8,h9 are needed".to_owned()) } else { Ok(Self(points)) }
    }
}

/// A point as it is written.
pub(crate) fn point(word: &str) -> Result<Point, String> {
    word.parse().map_err(|error: ParsePointError| format!("{word:?} is {error}"))
}

/// A side as it is written.
pub(crate) fn color(text: &str) -> Result<Color, &'static str> {
    let is_named = |color: &Color| color.to_string().eq_ignore_ascii_case(text);
    Color::ALL.into_iter().find(is_named).ok_or("black or white is needed")
}

/// The moves that may be the answer: of `only` if it is given, and none of `without`. Each of these points has
/// to be a move that the side can make. `prefix` stands before the names of the two in complaints.
pub(crate) fn choice(
    position: &Position,
    only: Option<&[Point]>,
    without: &[Point],
    prefix: &str,
) -> Result<Choice, String> {
    let board = Board::from(position);
    let check = |name: &str, points: &[Point]| {
        let check = |&point| complaint(position, &board, point).map_or(Ok(point), |c| Err((point, c)));
        let checked: Result<PointSet, _> = points.iter().map(check).collect();
        checked.map_err(|(point, complaint)| format!("{prefix}{name} {point}: {complaint}"))
    };
    if only.is_some_and(<[Point]>::is_empty) {
        return Err(format!("{prefix}only: at least one point is needed"));
    }
    let only = only.map(|points| check("only", points)).transpose()?;
    let choice = Choice { only, without: check("without", without)?, also: PointSet::EMPTY };
    let is_legal = |&point: &Point| !is_foul(position, &board, point);
    let mut legal = board.empty_points().filter(is_legal).peekable();
    if legal.peek().is_some() && !legal.any(|point| choice.allows(point)) {
        return Err(format!("{prefix}without: no legal move is left to choose from"));
    }
    Ok(choice)
}

/// Why a point cannot be chosen as a move, and what would be right.
fn complaint(position: &Position, board: &Board, point: Point) -> Option<String> {
    let stands = match position.cell(point) {
        Cell::Empty if is_foul(position, board, point) => {
            let side = position.side();
            return Some(format!("forbidden for {side}; a move that is allowed is needed"));
        }
        Cell::Empty => return None,
        Cell::Black => "a black stone stands there".to_owned(),
        Cell::White => "a white stone stands there".to_owned(),
        Cell::Wall if position.walls().contains(point) => "a wall stands there".to_owned(),
        Cell::Wall => format!("not on the {} board", position.size()),
    };
    Some(format!("{stands}; an empty point is needed"))
}

fn is_foul(position: &Position, board: &Board, point: Point) -> bool {
    position.rule().forbids(position.side()) && board.foul_at(point).is_some()
}

/// The points that are forbidden for the side to move, and why.
pub(crate) fn forbidden(position: &Position) -> Vec<(Point, Foul)> {
    if !position.rule().forbids(position.side()) {
        return Vec::new();
    }
    let board = Board::from(position);
    board.empty_points().filter_map(|point| board.foul_at(point).map(|foul| (point, foul))).collect()
}

/// Why there is nothing to analyze.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Over {
    /// A line that wins stands on the board.
    Won(Color),
    /// No point is empty.
    Full,
}

impl Over {
    /// Whether and how the game is over.
    pub(crate) fn of(position: &Position) -> Option<Self> {
        let is_full = position.empty_points().next().is_none();
        Board::from(position).winner().map(Self::Won).or_else(|| is_full.then_some(Self::Full))
    }
}

impl fmt::Display for Over {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Won(color) => write!(f, "{color} has won: the winning line stands on the board."),
            Self::Full => f.write_str("The board is full: a draw."),
        }
    }
}
