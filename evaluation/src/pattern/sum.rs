//! Four shapes as one number.
//!
//! Each shape has a weight such that all sums of four weights differ. So a change of one line is one
//! addition, and a point's four shapes, in whatever order, are one index into a table. The shapes that are
//! common have small weights: the entries in use lie close together.

use tianyuan_rules::Color;
use tianyuan_rules::line::{Shape, ShapePair};

/// The weights by shape: the greedy sequence of numbers all of whose sums of four are different.
pub const WEIGHT: [u16; Shape::COUNT] = [0, 1, 5, 21, 55, 153, 368, 856, 1424, 2603, 4967, 8194];

/// The greatest sum: four fives.
pub const MAX_SUM: u16 = 4 * WEIGHT[Shape::COUNT - 1];

/// Both weights of a pair of shapes, as [`Sums`] holds them.
pub static PAIR_WEIGHT: [u32; 256] = {
    let mut weights = [0; 256];
    let mut pair = 0;
    while pair < 256 {
        let black = Shape::from_index(pair & 0xf).index();
        let white = Shape::from_index(pair >> 4).index();
        weights[pair] = WEIGHT[black] as u32 | (WEIGHT[white] as u32) << 16;
        pair += 1;
    }
    weights
};

/// The sums of both colors at a point: Black's in the low half, White's in the high one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sums(u32);

impl Sums {
    /// The sums of four pairs of shapes.
    pub fn of(pairs: [ShapePair; 4]) -> Self {
        Self(pairs.into_iter().map(|pair| PAIR_WEIGHT[usize::from(pair.0)]).sum())
    }

    /// The sums after one line has changed. The halves do not disturb each other, for both end in range.
    #[inline]
    #[must_use]
    pub fn changed(self, old: ShapePair, new: ShapePair) -> Self {
        let (old, new) = (PAIR_WEIGHT[usize::from(old.0)], PAIR_WEIGHT[usize::from(new.0)]);
        Self(self.0.wrapping_add(new).wrapping_sub(old))
    }

    /// Both sums: Black's in the low half, White's in the high one.
    #[inline]
    pub const fn word(self) -> u32 {
        self.0
    }

    /// One color's sum.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "a half is taken")]
    pub const fn of_color(self, color: Color) -> u16 {
        match color {
            Color::Black => self.0 as u16,
            Color::White => (self.0 >> 16) as u16,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_of_four_are_all_different() {
        let mut sums: Vec<u16> = vec![0];
        // Each further weight is at least as great as the last one of its sum.
        let mut last: Vec<usize> = vec![0];
        for _ in 0..4 {
            let longer = sums.iter().zip(&last).flat_map(|(&sum, &from)| {
                (from..Shape::COUNT).map(move |shape| (sum + WEIGHT[shape], shape))
            });
            (sums, last) = longer.unzip();
        }
        let n_sums = sums.len();
        sums.sort_unstable();
        sums.dedup();
        assert_eq!(sums.len(), n_sums);
        assert_eq!(sums.last(), Some(&MAX_SUM));
    }
}
