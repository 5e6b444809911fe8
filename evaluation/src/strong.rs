//! Finding the strong points of a board.
//!
//! The totals say how many points of a class there are, not where: a set for each class would need a branch for each
//! changed point. They are found when asked for, sixteen points at once, by their sums: whatever makes a shape has
//! at least the weight of that shape. What reaches it is looked at one by one.

use tianyuan_rules::{Color, MARGIN, Point, PointSet, STRIDE};

use crate::pattern::Sums;
use crate::simd::at_least;

/// The points of a set whose sum for one color is at least some number, in ascending order of their indices.
#[derive(Clone, Debug)]
pub(crate) struct Reaching<'a> {
    sums: &'a [Sums],
    among: &'a PointSet,
    color: Color,
    least: u16,
    /// Whether rows have more than sixteen points.
    is_wide: bool,
    row: usize,
    /// What is left of the present row; bit = padded column.
    bits: u32,
}

/// Points that are compared at once.
const CHUNK: usize = 16;

impl<'a> Reaching<'a> {
    #[inline]
    pub(crate) const fn new(
        sums: &'a [Sums],
        among: &'a PointSet,
        color: Color,
        least: u16,
        is_wide: bool,
    ) -> Self {
        Self { sums, among, color, least, is_wide, row: MARGIN - 1, bits: 0 }
    }

    /// The points of a row that reach the number.
    #[inline]
    fn reached_in(&self, row: usize) -> u32 {
        let among = self.among.rows()[row];
        if among == 0 {
            return 0;
        }
        let chunk = |col: usize| {
            let sums = self.sums.get(row * STRIDE + col..).and_then(|sums| sums.first_chunk::<CHUNK>());
            sums.map_or(0, |sums| at_least(sums.map(Sums::word), self.color == Color::White, self.least))
        };
        let mut found = chunk(MARGIN);
        if self.is_wide {
            found |= chunk(MARGIN + CHUNK) << CHUNK;
        }
        found << MARGIN & among
    }
}

impl Iterator for Reaching<'_> {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        while self.bits == 0 {
            self.row += 1;
            if self.row >= STRIDE - MARGIN {
                return None;
            }
            self.bits = self.reached_in(self.row);
        }
        let col = self.bits.trailing_zeros() as usize;
        self.bits &= self.bits - 1;
        Point::from_index(self.row * STRIDE + col)
    }
}
