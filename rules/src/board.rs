//! The board that the search plays on.

use crate::foul::{self, Foul};
use crate::key::{side_key, stone_key};
use crate::line::{Cell, LineKeys, ShapeTable};
use crate::{Color, Direction, Point, PointSet, Position, Rule, Size};

/// Stones, line keys and hash of a position, moved by [`Board::place`] and [`Board::undo`].
///
/// Fields are private and these two are their only writers, so keys and hash always equal those rebuilt
/// from the stones. Nothing is checked but by debug assertions: a [`Position`] is what checks.
#[derive(Clone, Debug)]
pub struct Board {
    size: Size,
    side: Color,
    hash: u64,
    n_empty: usize,
    keys: LineKeys,
    table: &'static ShapeTable,
}

impl Board {
    /// The empty board, Black to move.
    pub fn new(size: Size, rule: Rule) -> Self {
        let keys = LineKeys::new(size);
        Self { size, side: Color::Black, hash: 0, n_empty: size.area(), keys, table: ShapeTable::of(rule) }
    }

    /// Places a stone of the side to move on an empty point; the other side is to move then.
    #[inline]
    pub fn place(&mut self, point: Point) {
        debug_assert_eq!(self.cell(point), Cell::Empty, "{point} is not empty");
        let hash_after = self.hash_after(point);
        self.keys.toggle(point, self.side);
        self.hash ^= stone_key(self.side, point);
        self.n_empty -= 1;
        self.pass();
        debug_assert_eq!(self.hash(), hash_after);
    }

    /// Takes back the last stone placed, which stands on `point`.
    #[inline]
    pub fn undo(&mut self, point: Point) {
        self.pass();
        debug_assert_eq!(self.cell(point), Cell::stone(self.side), "no stone to take back on {point}");
        self.keys.toggle(point, self.side);
        self.hash ^= stone_key(self.side, point);
        self.n_empty += 1;
    }

    /// Gives the turn to the other side. Its own undo.
    #[inline]
    pub fn pass(&mut self) {
        self.side = !self.side;
    }

    /// The size of the board.
    #[inline]
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The rule of the game.
    #[inline]
    pub fn rule(&self) -> Rule {
        self.table.rule()
    }

    /// The side to move.
    #[inline]
    pub const fn side(&self) -> Color {
        self.side
    }

    /// A 64-bit hash of stones and side to move, the same on every machine. It does not know the rule,
    /// the size or walls: tables keep positions of one game only.
    #[inline]
    pub const fn hash(&self) -> u64 {
        self.hash ^ side_key(self.side)
    }

    /// The [`Board::hash`] that [`Board::place`] on this point would give.
    #[inline]
    pub fn hash_after(&self, point: Point) -> u64 {
        self.hash ^ stone_key(self.side, point) ^ side_key(!self.side)
    }

    /// Number of empty points.
    #[inline]
    pub const fn n_empty(&self) -> usize {
        self.n_empty
    }

    /// What stands on a point.
    #[inline]
    pub fn cell(&self, point: Point) -> Cell {
        self.keys.cell(point)
    }

    /// Whether the point is on the board and empty.
    #[inline]
    pub fn is_empty(&self, point: Point) -> bool {
        self.cell(point) == Cell::Empty
    }

    /// The empty points, in order.
    pub fn empty_points(&self) -> impl Iterator<Item = Point> + '_ {
        self.size.points().filter(|&point| self.is_empty(point))
    }

    /// The lines of the board.
    #[inline]
    pub const fn keys(&self) -> &LineKeys {
        &self.keys
    }

    /// The shapes of all windows under this board's rule.
    #[inline]
    pub const fn table(&self) -> &'static ShapeTable {
        self.table
    }

    /// See [`foul::foul_at`].
    #[inline]
    pub fn foul_at(&self, point: Point) -> Option<Foul> {
        foul::foul_at(self, point)
    }

    /// Whether a stone of `color` on the empty `point` would make a line that wins.
    #[inline]
    pub fn wins_at(&self, point: Point, color: Color) -> bool {
        let shapes = self.table.shapes(&self.keys, point, color);
        shapes.contains(&crate::line::Shape::Five)
    }

    /// Whether the stone that stands on `point` is part of a line that wins.
    pub fn has_won_at(&self, point: Point) -> bool {
        self.cell(point).color().is_some_and(|color| {
            let shape = |direction| self.table.shape(&self.keys, point, direction, color);
            Direction::ALL.into_iter().any(|direction| shape(direction) == crate::line::Shape::Five)
        })
    }

    /// The side that has a line that wins standing on the board; Black's is named if both have one.
    pub fn winner(&self) -> Option<Color> {
        let has_won = |color: Color| {
            let stones = self.size.points().filter(move |&p| self.cell(p) == Cell::stone(color));
            stones.into_iter().any(|point| self.has_won_at(point))
        };
        Color::ALL.into_iter().find(|&color| has_won(color))
    }
}

impl From<&Position> for Board {
    fn from(position: &Position) -> Self {
        let mut board = Self::new(position.size(), position.rule());
        for point in position.walls() {
            board.keys.toggle_wall(point);
            board.n_empty -= 1;
        }
        for color in Color::ALL {
            let stones: &PointSet = &position.stones()[color];
            for point in stones {
                board.side = color;
                board.place(point);
            }
        }
        board.side = position.side();
        board
    }
}
