//! What the phases of an opening are made of.

use std::fmt;

use crate::{Color, Foul, Point, Size};

/// One of the two players, whichever color it plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Seat {
    /// Who begins: Black until the first swap.
    First,
    /// The other one.
    Second,
}

impl std::ops::Not for Seat {
    type Output = Self;

    fn not(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

/// Where a stone of the opening may stand.
///
/// ```text
///  10  5 5 5 5 5
///   9  5 t t t 5      X = tengen; t = touching it, or in the square of 3 lines;
///   8  5 t X t 5      5 = in the square of 5 lines, which has the inner ones too
///   7  5 t t t 5
///   6  5 5 5 5 5
///      f g h i j
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Zone {
    /// On tengen, the middle of the board.
    Tengen,
    /// On one of the eight points around tengen.
    Touching,
    /// Within this many lines around tengen, an odd number.
    Square(usize),
    /// Not within this many lines around tengen.
    Outside(usize),
    /// On any point.
    Anywhere,
}

impl Zone {
    /// Whether a point belongs to it. The point must be on the board.
    pub fn contains(self, size: Size, point: Point) -> bool {
        let distance = size.center().distance(point);
        match self {
            Self::Tengen => distance == 0,
            Self::Touching => distance == 1,
            Self::Square(lines) => distance <= lines / 2,
            Self::Outside(lines) => distance > lines / 2,
            Self::Anywhere => true,
        }
    }
}

impl fmt::Display for Zone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tengen => f.write_str("on tengen"),
            Self::Touching => f.write_str("touching tengen"),
            Self::Square(lines) => write!(f, "within the {lines}x{lines} lines around tengen"),
            Self::Outside(lines) => write!(f, "outside the {lines}x{lines} lines around tengen"),
            Self::Anywhere => f.write_str("anywhere"),
        }
    }
}

/// A way to go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Branch {
    /// Decide which color to play now: swap or stay.
    Decide,
    /// Place two more stones, a white and a black one, and leave the decision to the other player.
    Extend,
    /// Offer several fifth moves instead.
    Offer,
}

/// What has to be done now, and by whom: [`OpeningGame::actor`](super::OpeningGame::actor).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// A stone of this color has to be placed.
    Place {
        /// Its color.
        color: Color,
        /// Where it may stand.
        zone: Zone,
    },
    /// The players exchange colors, or stay.
    Swap,
    /// The number of fifth moves that will be offered has to be named, 1 to `most`.
    Declare {
        /// The greatest number.
        most: usize,
    },
    /// So many fifth moves have to be offered, no two of which are the same by the symmetry of the four stones.
    Offer {
        /// How many.
        count: usize,
    },
    /// One of the offers has to be chosen; the others are taken from the board.
    Select,
    /// One of several ways to go on has to be chosen.
    Choose {
        /// The ways.
        branches: &'static [Branch],
    },
    /// The opening is over: play goes on move by move.
    Over,
}

/// What a player does.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Act {
    /// Places a stone.
    Place(Point),
    /// Exchanges the colors of the players; the stones stay what they are.
    Swap,
    /// Keeps the color.
    Stay,
    /// Names the number of fifth moves to be offered.
    Declare(usize),
    /// Offers fifth moves.
    Offer(Vec<Point>),
    /// Keeps one of the offered fifth moves.
    Select(Point),
    /// Goes on in this way.
    Choose(Branch),
    /// Does nothing. No rule allows it in the opening.
    Pass,
}

/// Words of acts that have no points.
const WORDS: [(&str, Act); 6] = [
    ("swap", Act::Swap),
    ("stay", Act::Stay),
    ("decide", Act::Choose(Branch::Decide)),
    ("extend", Act::Choose(Branch::Extend)),
    ("offers", Act::Choose(Branch::Offer)),
    ("pass", Act::Pass),
];
/// The word before a number of offers.
const NUMBER: &str = "number ";

impl Act {
    /// Whether it decides something and is no move: a swap or none, a number, a way to go on.
    pub const fn is_decision(&self) -> bool {
        matches!(self, Self::Swap | Self::Stay | Self::Declare(_) | Self::Choose(_))
    }
}

impl fmt::Display for Act {
    /// As it is typed where its phase is known: [`Phase::read`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(point) | Self::Select(point) => point.fmt(f),
            Self::Offer(points) => {
                let points: Vec<String> = points.iter().map(Point::to_string).collect();
                f.write_str(&points.join(" "))
            }
            Self::Declare(n) => write!(f, "{NUMBER}{n}"),
            Self::Swap | Self::Stay | Self::Choose(_) | Self::Pass => {
                let word = WORDS.iter().find(|(_, act)| act == self).map(|(word, _)| *word);
                f.write_str(word.unwrap_or_default())
            }
        }
    }
}

impl Phase {
    /// Reads an act in small letters as `Display` writes it: points are placed, offered or chosen as this phase has it.
    /// `None` if it is none. Whether the act is allowed is another question.
    pub fn read(self, text: &str) -> Option<Act> {
        if let Some((_, act)) = WORDS.iter().find(|(word, _)| *word == text) {
            return Some(act.clone());
        }
        if let Some(number) = text.strip_prefix(NUMBER) {
            return number.parse().ok().map(Act::Declare);
        }
        let points: Vec<Point> = text.split(' ').map(|word| word.parse().ok()).collect::<Option<_>>()?;
        match (self, &points[..]) {
            (Self::Offer { .. }, _) => Some(Act::Offer(points)),
            (Self::Select, &[point]) => Some(Act::Select(point)),
            (Self::Place { .. }, &[point]) => Some(Act::Place(point)),
            _ => None,
        }
    }
}

/// Why an act is not allowed. Nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// Something else has to be done now.
    OutOfTurn(Phase),
    /// Colors were exchanged, or kept, just now.
    SwapTwice,
    /// A pass before move 6.
    Pass,
    /// The point is not on the board.
    OffBoard(Point),
    /// A stone stands there.
    Taken(Point),
    /// The stone has to stand elsewhere.
    Zone(Point, Zone),
    /// The stone is forbidden to Black.
    Foul(Point, Foul),
    /// The stone would end the game.
    Wins(Point),
    /// Not so many.
    Count {
        /// How many are needed.
        needed: usize,
        /// How many there are.
        given: usize,
    },
    /// The number of offers is not in its range.
    Number {
        /// The greatest number.
        most: usize,
        /// That which was named.
        given: usize,
    },
    /// Two offers are the same by the symmetry of the stones, or the same point.
    Equivalent(Point, Point),
    /// The board has no room for two more stones and a move.
    NoRoom,
    /// The point was not offered.
    NotOffered(Point),
}

impl Illegal {
    /// The article that says so: of the Chinese renju rules of 2009, or of the rules of the Renju International
    /// Federation.
    pub const fn article(&self) -> &'static str {
        match self {
            Self::OutOfTurn(_) | Self::OffBoard(_) | Self::Taken(_) | Self::Wins(_) | Self::NoRoom => {
                "Chinese rules 4.1"
            }
            Self::SwapTwice => "Chinese rules 4.1, swap after three moves",
            Self::Pass => "Chinese rules 8.1 (1)",
            Self::Zone(..) => "Chinese rules 3.2",
            Self::Foul(..) => "RIF rules 9",
            Self::Count { .. } | Self::Number { .. } | Self::NotOffered(_) => {
                "Chinese rules 4.1, two offered fifth moves"
            }
            Self::Equivalent(..) => "RIF rules 12, symmetric fifth moves",
        }
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::OutOfTurn(phase) => write!(f, "now {phase}"),
            Self::SwapTwice => f.write_str("whether to swap has been decided"),
            Self::Pass => f.write_str("no pass is allowed before move 6"),
            Self::OffBoard(point) => write!(f, "{point} is not on the board"),
            Self::Taken(point) => write!(f, "a stone stands on {point}"),
            Self::Zone(point, zone) => write!(f, "{point} is not {zone}"),
            Self::Foul(point, foul) => write!(f, "{point} is forbidden: {foul}"),
            Self::Wins(point) => write!(f, "{point} would end the game"),
            Self::Count { needed, given } => write!(f, "{needed} offers are needed, not {given}"),
            Self::Number { most, given } => write!(f, "a number 1 to {most} is needed, not {given}"),
            Self::Equivalent(first, second) if first == second => write!(f, "{first} is offered twice"),
            Self::Equivalent(first, second) => {
                write!(f, "{first} and {second} are the same by the symmetry of the stones")
            }
            Self::NoRoom => f.write_str("there is no room for two more stones"),
            Self::NotOffered(point) => write!(f, "{point} was not offered"),
        }
    }
}

impl std::error::Error for Illegal {}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place { color, zone } => {
                let color = if *color == Color::Black { "black" } else { "white" };
                write!(f, "a {color} stone has to be placed {zone}")
            }
            Self::Swap => f.write_str("it has to be decided whether to swap"),
            Self::Declare { most } => write!(f, "a number of offers, 1 to {most}, has to be named"),
            Self::Offer { count } => write!(f, "{count} fifth moves have to be offered"),
            Self::Select => f.write_str("one of the offers has to be chosen"),
            Self::Choose { .. } => f.write_str("a way to go on has to be chosen"),
            Self::Over => f.write_str("the opening is over"),
        }
    }
}
