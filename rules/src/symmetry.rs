//! The eight symmetries of a square board.

use crate::{Point, Size};

/// One of the eight rotations and reflections of the square (the dihedral group D4): an optional exchange
/// of the axes after optional mirrorings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Symmetry {
    mirror_cols: bool,
    mirror_rows: bool,
    transpose: bool,
}

impl Symmetry {
    /// The symmetry that changes nothing.
    pub const IDENTITY: Self = Self::from_bits(0);

    /// All eight, the identity first.
    pub const ALL: [Self; 8] = [
        Self::from_bits(0),
        Self::from_bits(1),
        Self::from_bits(2),
        Self::from_bits(3),
        Self::from_bits(4),
        Self::from_bits(5),
        Self::from_bits(6),
        Self::from_bits(7),
    ];

    const fn from_bits(bits: u8) -> Self {
        Self { mirror_cols: bits & 1 != 0, mirror_rows: bits & 2 != 0, transpose: bits & 4 != 0 }
    }

    /// The image of a point of a board of `size`.
    pub fn apply(self, size: Size, point: Point) -> Point {
        let last = size.side() - 1;
        let col = if self.mirror_cols { last - point.col() } else { point.col() };
        let row = if self.mirror_rows { last - point.row() } else { point.row() };
        let (col, row) = if self.transpose { (row, col) } else { (col, row) };
        size.point(col, row).unwrap_or(point)
    }

    /// The image of a displacement.
    pub fn apply_to_offset(self, (dx, dy): (isize, isize)) -> (isize, isize) {
        let dx = if self.mirror_cols { -dx } else { dx };
        let dy = if self.mirror_rows { -dy } else { dy };
        if self.transpose { (dy, dx) } else { (dx, dy) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_different_permutations() {
        let size = Size::new(6).unwrap();
        for symmetry in Symmetry::ALL {
            let mut image: Vec<_> = size.points().map(|p| symmetry.apply(size, p)).collect();
            image.sort_unstable();
            assert!(image.into_iter().eq(size.points()));
        }
        let probe = size.point(0, 1).unwrap();
        let mut images = Symmetry::ALL.map(|s| s.apply(size, probe)).to_vec();
        images.sort_unstable();
        images.dedup();
        assert_eq!(images.len(), 8);
    }

    #[test]
    fn offsets_move_as_points_do() {
        let size = Size::STANDARD;
        let center = size.center();
        let to = center.shifted(2, -1).unwrap();
        for symmetry in Symmetry::ALL {
            let (dx, dy) = symmetry.apply_to_offset((2, -1));
            assert_eq!(center.shifted(dx, dy), Some(symmetry.apply(size, to)));
        }
    }
}
