//! A set of intersections.

use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not, Sub};

use crate::Point;
use crate::point::{MARGIN, STRIDE};

/// A set of intersections: one word a row of the padded space, one bit a column.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct PointSet {
    rows: [u32; STRIDE],
}

impl PointSet {
    /// The empty set.
    pub const EMPTY: Self = Self { rows: [0; STRIDE] };

    /// Whether the point is a member.
    #[inline]
    pub const fn contains(&self, point: Point) -> bool {
        self.rows[point.padded_row()] >> point.padded_col() & 1 != 0
    }

    /// Adds the point.
    #[inline]
    pub const fn insert(&mut self, point: Point) {
        self.rows[point.padded_row()] |= 1 << point.padded_col();
    }

    /// Adds points of one row of the padded space; bit = padded column. Bits in the padding are not checked and
    /// must not be set.
    #[inline]
    pub const fn insert_in_row(&mut self, row: usize, columns: u32) {
        self.rows[row % STRIDE] |= columns;
    }

    /// Takes the point out.
    #[inline]
    pub const fn remove(&mut self, point: Point) {
        self.rows[point.padded_row()] &= !(1 << point.padded_col());
    }

    /// Number of members.
    pub fn len(&self) -> usize {
        self.rows.iter().map(|row| row.count_ones() as usize).sum()
    }

    /// Whether there is no member.
    pub fn is_empty(&self) -> bool {
        self.rows.iter().all(|&row| row == 0)
    }

    /// The members in ascending order of [`Point::index`].
    #[inline]
    pub const fn iter(&self) -> Points<'_> {
        Points { rows: &self.rows, row: 0, bits: self.rows[0] }
    }

    /// The words, one a row of the padded space; bit = padded column.
    #[inline]
    pub const fn rows(&self) -> &[u32; STRIDE] {
        &self.rows
    }

    /// The set with these words. Bits in the padding are not checked and must not be set.
    #[inline]
    pub const fn from_rows(rows: [u32; STRIDE]) -> Self {
        Self { rows }
    }

    fn zip(mut self, other: &Self, op: impl Fn(u32, u32) -> u32) -> Self {
        for (row, &with) in self.rows.iter_mut().zip(&other.rows) {
            *row = op(*row, with);
        }
        self
    }
}

/// The members of a [`PointSet`], in ascending order.
///
/// A struct of its own rather than a chain of adapters: the search goes through its candidates at every
/// node, and a chain with its checks stood high in the profile.
#[derive(Clone, Debug)]
pub struct Points<'a> {
    rows: &'a [u32; STRIDE],
    row: usize,
    /// What is left of the present row.
    bits: u32,
}

impl Iterator for Points<'_> {
    type Item = Point;

    #[inline]
    fn next(&mut self) -> Option<Point> {
        while self.bits == 0 {
            self.row += 1;
            self.bits = *self.rows.get(self.row)?;
        }
        let col = self.bits.trailing_zeros() as usize;
        self.bits &= self.bits - 1;
        Point::from_padded(self.row * STRIDE + col)
    }
}

impl<'a> IntoIterator for &'a PointSet {
    type Item = Point;
    type IntoIter = Points<'a>;

    fn into_iter(self) -> Points<'a> {
        self.iter()
    }
}

impl BitAnd for PointSet {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        self.zip(&other, |a, b| a & b)
    }
}

impl BitOr for PointSet {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.zip(&other, |a, b| a | b)
    }
}

impl BitOrAssign for PointSet {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl Sub for PointSet {
    type Output = Self;

    /// Members of `self` that are not in `other`.
    fn sub(self, other: Self) -> Self {
        self.zip(&other, |a, b| a & !b)
    }
}

impl Not for PointSet {
    type Output = Self;

    /// All points of the largest board that are not members.
    fn not(self) -> Self {
        let columns = ((1u32 << (STRIDE - 2 * MARGIN)) - 1) << MARGIN;
        let mut rows = [0; STRIDE];
        for (row, bits) in rows.iter_mut().zip(self.rows).skip(MARGIN).take(STRIDE - 2 * MARGIN) {
            *row = columns & !bits;
        }
        Self { rows }
    }
}

impl FromIterator<Point> for PointSet {
    fn from_iter<I: IntoIterator<Item = Point>>(points: I) -> Self {
        let mut set = Self::EMPTY;
        points.into_iter().for_each(|point| set.insert(point));
        set
    }
}

impl fmt::Debug for PointSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Size;

    #[test]
    fn iterates_what_was_inserted_in_order() {
        for side in [5, 15, 22] {
            let all: PointSet = Size::new(side).unwrap().points().collect();
            assert_eq!(all.len(), side * side);
            let listed: Vec<_> = all.iter().collect();
            assert!(listed.is_sorted());
            assert_eq!(listed.len(), side * side);
        }
    }

    #[test]
    fn complement_and_difference() {
        let board: PointSet = Size::STANDARD.points().collect();
        let outside = !board;
        assert_eq!(outside.len(), 22 * 22 - 225);
        assert!((board & outside).is_empty());
        assert_eq!(!outside, board);
        assert_eq!((board | outside) - outside, board);
    }
}
