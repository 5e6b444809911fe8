//! An intersection of the board.

use std::fmt;
use std::num::NonZeroU16;
use std::str::FromStr;

use crate::Direction;
use crate::size::MAX_SIZE;

/// Width of the padding on each side of the largest board: a line is never looked at further than
/// five cells from a stone, so no look-up needs an edge check.
pub const MARGIN: usize = 5;
/// Cells in a row of the padded space: `22 + 2 * 5 = 32`, exactly a power of two.
pub const STRIDE: usize = MAX_SIZE + 2 * MARGIN;
/// Cells of the padded space. Every [`Point::index`] is below it.
pub const CELLS: usize = STRIDE * STRIDE;

/// An intersection of the largest board (22x22), whatever the size in use.
///
/// The number inside is the index in a padded space of 32 x 32 cells, so `Option<Point>` is as small as
/// a `Point`. Columns count from the left and rows from the bottom, both from 0: `a1` is (0, 0).
///
/// ```
/// use tianyuan_rules::Point;
/// let tengen: Point = "h8".parse().unwrap();
/// assert_eq!((tengen.col(), tengen.row()), (7, 7));
/// assert_eq!(size_of::<Option<Point>>(), 2);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point(NonZeroU16);

impl Point {
    /// The intersection at column `col` and row `row`, `None` beyond the largest board.
    #[inline]
    pub const fn new(col: usize, row: usize) -> Option<Self> {
        if col >= MAX_SIZE || row >= MAX_SIZE {
            return None;
        }
        Self::from_padded((row + MARGIN) * STRIDE + col + MARGIN)
    }

    /// The intersection with this [`index`](Self::index); `None` for the cells of the padding.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Self> {
        let (col, row) = (index % STRIDE, index / STRIDE);
        if col < MARGIN || row < MARGIN {
            return None;
        }
        Self::new(col - MARGIN, row - MARGIN)
    }

    /// The point at an index that is known to be on the largest board.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "the padded space has 1024 cells")]
    pub(crate) const fn from_padded(index: usize) -> Option<Self> {
        match NonZeroU16::new(index as u16) {
            Some(index) => Some(Self(index)),
            None => None,
        }
    }

    /// Index in the padded space, below [`CELLS`]. Ascending by row, then by column.
    #[inline]
    pub const fn index(self) -> usize {
        self.0.get() as usize % CELLS
    }

    /// Column in the padded space, `5..27`.
    #[inline]
    pub(crate) const fn padded_col(self) -> usize {
        self.index() % STRIDE
    }

    /// Row in the padded space, `5..27`.
    #[inline]
    pub(crate) const fn padded_row(self) -> usize {
        self.index() / STRIDE
    }

    /// Column from the left, from 0.
    #[inline]
    pub const fn col(self) -> usize {
        self.padded_col() - MARGIN
    }

    /// Row from the bottom, from 0.
    #[inline]
    pub const fn row(self) -> usize {
        self.padded_row() - MARGIN
    }

    /// The intersection `steps` cells further in `direction` (backwards when negative), `None` beyond the
    /// largest board. It may still lie outside the board in use: ask [`Size::contains`](crate::Size::contains).
    pub fn step(self, direction: Direction, steps: isize) -> Option<Self> {
        let (dx, dy) = direction.delta();
        self.shifted(dx * steps, dy * steps)
    }

    /// The intersection `dx` columns to the right and `dy` rows up, `None` beyond the largest board.
    pub fn shifted(self, dx: isize, dy: isize) -> Option<Self> {
        Self::new(self.col().checked_add_signed(dx)?, self.row().checked_add_signed(dy)?)
    }

    /// King's-move (Chebyshev) distance.
    pub fn distance(self, other: Self) -> usize {
        self.col().abs_diff(other.col()).max(self.row().abs_diff(other.row()))
    }
}

impl fmt::Display for Point {
    /// Algebraic notation: `a1` is the bottom left, the letter i is used.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = char::from(b'a' + u8::try_from(self.col()).unwrap_or(0));
        f.pad(&format!("{letter}{}", self.row() + 1))
    }
}

impl fmt::Debug for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

/// A text that is not an intersection in algebraic notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParsePointError;

impl fmt::Display for ParsePointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a point: a letter a to v and a number 1 to 22 are needed, such as h8")
    }
}

impl std::error::Error for ParsePointError {}

impl FromStr for Point {
    type Err = ParsePointError;

    /// Reads algebraic notation in either case: `h8`, `H8`.
    fn from_str(text: &str) -> Result<Self, ParsePointError> {
        let mut chars = text.chars();
        let letter = chars.next().ok_or(ParsePointError)?.to_ascii_lowercase();
        let digits = chars.as_str();
        let plain =
            digits.len() <= 2 && !digits.starts_with('0') && digits.bytes().all(|b| b.is_ascii_digit());
        if !letter.is_ascii_lowercase() || !plain {
            return Err(ParsePointError);
        }
        let row: usize = digits.parse().map_err(|_| ParsePointError)?;
        let col = usize::from(letter as u8 - b'a');
        Self::new(col, row.checked_sub(1).ok_or(ParsePointError)?).ok_or(ParsePointError)
    }
}

const _: () = assert!(size_of::<Option<Point>>() == 2);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_round_trips_for_every_point() {
        for index in 0..CELLS {
            let Some(point) = Point::from_index(index) else { continue };
            assert_eq!(point.index(), index);
            assert_eq!(point.to_string().parse(), Ok(point));
            assert_eq!(point.to_string().to_uppercase().parse(), Ok(point));
        }
    }

    #[test]
    fn garbage_is_refused() {
        for text in ["", "h", "8", "h0", "h08", "h23", "w1", "h-1", "h+1", "hh8", "天8", "h8 ", "é1"] {
            assert_eq!(text.parse::<Point>(), Err(ParsePointError), "{text}");
        }
    }

    #[test]
    fn steps_stop_at_the_largest_board() {
        let corner = Point::new(0, 0).unwrap();
        assert_eq!(corner.step(Direction::Horizontal, -1), None);
        assert_eq!(corner.step(Direction::Diagonal, 21), Point::new(21, 21));
        assert_eq!(corner.step(Direction::Diagonal, 22), None);
        assert_eq!(corner.step(Direction::Antidiagonal, 1), None);
    }
}
