//! The four directions in which stones form lines.

use crate::point::{MARGIN, Point, STRIDE};

/// A direction of lines. Each has two ends; the positive one is named here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Direction {
    /// `─` to the right.
    Horizontal = 0,
    /// `│` upwards.
    Vertical = 1,
    /// `╱` to the right and upwards.
    Diagonal = 2,
    /// `╲` to the right and downwards.
    Antidiagonal = 3,
}

impl Direction {
    /// All four, in the order of their indices.
    pub const ALL: [Self; 4] = [Self::Horizontal, Self::Vertical, Self::Diagonal, Self::Antidiagonal];

    /// `0..4`.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// One step to the positive end, in columns and rows.
    #[inline]
    pub const fn delta(self) -> (isize, isize) {
        match self {
            Self::Horizontal => (1, 0),
            Self::Vertical => (0, 1),
            Self::Diagonal => (1, 1),
            Self::Antidiagonal => (1, -1),
        }
    }

    /// One step to the positive end, as a difference of [`Point::index`].
    #[inline]
    pub const fn index_step(self) -> isize {
        let (dx, dy) = self.delta();
        dx + dy * STRIDE.cast_signed()
    }

    /// Which line of this direction a point lies on, and where on it; both below 32.
    ///
    /// Two short diagonals share one number: they are the two parts of one diagonal of the padded space
    /// wrapped to a torus. Their positions differ, and the walls between them are wider than any window.
    #[inline]
    pub const fn line_and_position(self, point: Point) -> (usize, usize) {
        let (col, row) = (point.padded_col(), point.padded_row());
        match self {
            Self::Horizontal => (row, col),
            Self::Vertical => (col, row),
            Self::Diagonal => ((row + STRIDE - col) % STRIDE, col),
            Self::Antidiagonal => ((row + col) % STRIDE, col),
        }
    }

    /// A short name for explanations: `row`, `column`, `diagonal /`, `diagonal \`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Horizontal => "row",
            Self::Vertical => "column",
            Self::Diagonal => "diagonal /",
            Self::Antidiagonal => "diagonal \\",
        }
    }
}

const _: () = assert!(MARGIN >= 5, "windows reach five cells");
