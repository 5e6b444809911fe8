//! The fast check for forbidden moves: the inner loop of a renju search.
//!
//! Four table look-ups settle almost every point. Only a point with two lines that look like threes needs
//! more: each three is real only if it can become a straight four by a move that is itself allowed, judged
//! by this same procedure with one stone more on the board. That part works on a copy of the line keys.
//! The same law, slow and literal, stands in [`reference`](crate::reference); the tests compare the two.

use std::fmt;

use crate::line::{self, Cell, LineKeys, Shape, ShapeTable};
use crate::{Board, Color, Direction, Point};

/// Why a move is forbidden (RIF rules, article 9). If several apply, the later one here is named:
/// overline before double-four before double-three.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Foul {
    /// 三三. Two or more real threes at once.
    DoubleThree,
    /// 四四. Two or more fours at once, also on one line.
    DoubleFour,
    /// 长连. Six or more in a row.
    Overline,
}

impl Foul {
    /// All kinds in ascending precedence.
    pub const ALL: [Self; 3] = [Self::DoubleThree, Self::DoubleFour, Self::Overline];
}

impl fmt::Display for Foul {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::DoubleThree => "double-three",
            Self::DoubleFour => "double-four",
            Self::Overline => "overline",
        })
    }
}

/// What a stone makes of the game: nothing special, a win, or a foul.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Judgement {
    /// The stone neither wins nor is forbidden.
    Legal,
    /// The stone makes a line that wins. It is never forbidden, whatever else it makes.
    Five,
    /// The stone is forbidden.
    Foul(Foul),
}

impl Judgement {
    /// The letter on maps and drawings: `.` for nothing special, `5` for a five, and `3`, `4` or `6` for a
    /// double-three, a double-four or an overline.
    pub const fn letter(self) -> char {
        match self {
            Self::Legal => '.',
            Self::Five => '5',
            Self::Foul(Foul::DoubleThree) => '3',
            Self::Foul(Foul::DoubleFour) => '4',
            Self::Foul(Foul::Overline) => '6',
        }
    }
}

/// Whether a black stone on the empty `point` would be forbidden. `None` under every rule but renju.
///
/// A five is never forbidden. The worst case is bounded by the number of nested threes; see the benches.
#[inline]
pub fn foul_at(board: &Board, point: Point) -> Option<Foul> {
    match judge(board, point, Color::Black) {
        Judgement::Foul(foul) => Some(foul),
        Judgement::Legal | Judgement::Five => None,
    }
}

/// What a stone of `color` on the empty `point` would make.
#[inline]
pub fn judge(board: &Board, point: Point, color: Color) -> Judgement {
    judge_shapes(board, point, color, board.table().shapes(board.keys(), point, color))
}

/// The same for whoever knows the four shapes that the stone would make.
#[inline]
pub fn judge_shapes(board: &Board, point: Point, color: Color, shapes: [Shape; 4]) -> Judgement {
    debug_assert_eq!(board.cell(point), Cell::Empty, "{point} is not empty");
    debug_assert_eq!(board.table().shapes(board.keys(), point, color), shapes, "the shapes of {point}");
    let tally = Tally::of(shapes);
    if tally.fives() > 0 {
        Judgement::Five
    } else if !board.rule().forbids(color) {
        Judgement::Legal
    } else {
        tally.settled().unwrap_or_else(|| double_three(board, point, shapes))
    }
}

/// The verdict on a point with at least two lines that look like threes and nothing stronger.
fn double_three(board: &Board, point: Point, shapes: [Shape; 4]) -> Judgement {
    let threes = Direction::ALL.into_iter().filter(|d| shapes[d.index()] == Shape::OpenThree);
    let mut real = threes.filter(|&direction| is_real_three(board, point, direction));
    if real.nth(1).is_some() { Judgement::Foul(Foul::DoubleThree) } else { Judgement::Legal }
}

/// Whether the three that a stone on the empty `point` would make can become a straight four by an allowed move that
/// makes no five, as in [`Nested::is_real_three`]. The end of the three sees that stone on this line alone, so one
/// window with it is enough; the keys are copied only for an end that looks like a double-three itself.
fn is_real_three(board: &Board, point: Point, direction: Direction) -> bool {
    let (keys, table) = (board.keys(), board.table());
    [-1, 1].into_iter().any(|side| {
        let Some((end, steps)) = first_empty(keys, point, direction, side) else { return false };
        let window = line::window_with(keys.window(end, direction), -side * steps, Cell::Black);
        if table.pair(window).of(Color::Black) != Shape::StraightFour {
            return false;
        }
        let mut shapes = table.shapes(keys, end, Color::Black);
        shapes[direction.index()] = Shape::StraightFour;
        let judgement = Tally::of(shapes).settled().unwrap_or_else(|| {
            let mut nested = Nested { keys: *keys, table };
            nested.keys.toggle(point, Color::Black);
            nested.double_three(end)
        });
        judgement == Judgement::Legal
    })
}

/// The empty cell behind the run of black stones beside `point`, at most three cells away, and how far.
fn first_empty(keys: &LineKeys, point: Point, direction: Direction, side: isize) -> Option<(Point, isize)> {
    let (word, position) = keys.line(point, direction);
    for steps in 1..=3 {
        let at = position.checked_add_signed(side * steps)?;
        match Cell::from_bits(word >> (2 * at)) {
            Cell::Black => {}
            Cell::Empty => return point.step(direction, side * steps).map(|end| (end, steps)),
            Cell::White | Cell::Wall => return None,
        }
    }
    None
}

/// How many of the four lines are fives, overlines, fours and threes, one byte each.
#[derive(Clone, Copy)]
struct Tally(u32);

impl Tally {
    #[inline]
    fn of(shapes: [Shape; 4]) -> Self {
        const WEIGHT: [u32; 16] = {
            let mut weight = [0; 16];
            weight[Shape::OpenThree.index()] = 1;
            weight[Shape::Four.index()] = 1 << 8;
            weight[Shape::StraightFour.index()] = 1 << 8;
            weight[Shape::DoubleFour.index()] = 2 << 8;
            weight[Shape::Overline.index()] = 1 << 16;
            weight[Shape::Five.index()] = 1 << 24;
            weight
        };
        Self(shapes.into_iter().map(|shape| WEIGHT[shape.index() % 16]).sum())
    }

    const fn fives(self) -> u32 {
        self.0 >> 24
    }

    const fn overlines(self) -> u32 {
        self.0 >> 16 & 0xff
    }

    const fn fours(self) -> u32 {
        self.0 >> 8 & 0xff
    }

    const fn threes(self) -> u32 {
        self.0 & 0xff
    }

    /// Black's verdict where no three has to be looked into.
    #[inline]
    const fn settled(self) -> Option<Judgement> {
        Some(if self.fives() > 0 {
            Judgement::Five
        } else if self.overlines() > 0 {
            Judgement::Foul(Foul::Overline)
        } else if self.fours() > 1 {
            Judgement::Foul(Foul::DoubleFour)
        } else if self.threes() < 2 {
            Judgement::Legal
        } else {
            return None;
        })
    }
}

/// The recursion on threes, on keys of its own: stones are placed and taken back.
struct Nested {
    keys: LineKeys,
    table: &'static ShapeTable,
}

impl Nested {
    fn judge(&mut self, point: Point) -> Judgement {
        let tally = Tally::of(self.table.shapes(&self.keys, point, Color::Black));
        tally.settled().unwrap_or_else(|| self.double_three(point))
    }

    /// The verdict on a point with at least two lines that look like threes and nothing stronger.
    fn double_three(&mut self, point: Point) -> Judgement {
        let shapes = self.table.shapes(&self.keys, point, Color::Black);
        self.keys.toggle(point, Color::Black);
        let mut n_real = 0;
        for direction in Direction::ALL {
            if shapes[direction.index()] == Shape::OpenThree && self.is_real_three(point, direction) {
                n_real += 1;
                if n_real == 2 {
                    break;
                }
            }
        }
        self.keys.toggle(point, Color::Black);
        if n_real >= 2 { Judgement::Foul(Foul::DoubleThree) } else { Judgement::Legal }
    }

    /// Whether the three through the stone on `point` can become a straight four by an allowed move that
    /// makes no five. The straight four joins both stones, so the move is the first empty cell on a side.
    fn is_real_three(&mut self, point: Point, direction: Direction) -> bool {
        [-1, 1].into_iter().any(|side| {
            first_empty(&self.keys, point, direction, side).is_some_and(|(end, _)| {
                self.table.shape(&self.keys, end, direction, Color::Black) == Shape::StraightFour
                    && self.judge(end) == Judgement::Legal
            })
        })
    }
}
