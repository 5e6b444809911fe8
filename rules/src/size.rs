//! The size of a square board.

use std::fmt;

use crate::Point;

/// The smallest side.
pub const MIN_SIZE: usize = 5;
/// The largest side.
pub const MAX_SIZE: usize = 22;

/// The side of a square board, 5 to 22.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Size(u8);

impl Size {
    /// Renju's and the engine's default board.
    pub const STANDARD: Self = Self(15);

    /// A side of `side` lines, `None` outside 5 to 22.
    #[expect(clippy::cast_possible_truncation, reason = "checked to be at most 22")]
    pub const fn new(side: usize) -> Option<Self> {
        if side < MIN_SIZE || side > MAX_SIZE { None } else { Some(Self(side as u8)) }
    }

    /// Lines on a side.
    #[inline]
    pub const fn side(self) -> usize {
        self.0 as usize
    }

    /// Intersections.
    pub const fn area(self) -> usize {
        self.side() * self.side()
    }

    /// Whether the point lies on a board of this size.
    #[inline]
    pub const fn contains(self, point: Point) -> bool {
        point.col() < self.side() && point.row() < self.side()
    }

    /// The intersection (`col`, `row`) if it lies on a board of this size.
    pub const fn point(self, col: usize, row: usize) -> Option<Point> {
        if col < self.side() && row < self.side() { Point::new(col, row) } else { None }
    }

    /// 天元, the middle; on even sizes the one right of and below the middle, as Gomocup counts it
    /// (column `side / 2` from the left, row `side / 2` from the top).
    pub const fn center(self) -> Point {
        let half = self.side() / 2;
        match Point::new(half, self.side() - 1 - half) {
            Some(point) => point,
            None => unreachable!(),
        }
    }

    /// All intersections, row by row from the bottom, each from the left: the order of [`Point::index`].
    pub fn points(self) -> impl DoubleEndedIterator<Item = Point> + Clone {
        let side = self.side();
        (0..side * side).filter_map(move |i| Point::new(i % side, i / side))
    }
}

impl Default for Size {
    fn default() -> Self {
        Self::STANDARD
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.0, self.0)
    }
}
