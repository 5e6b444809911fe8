//! Zobrist keys: a random number for each stone, so that a position's hash is their exclusive or.

use crate::point::CELLS;
use crate::{ByColor, Color, Point};

/// The table, filled at compile time from a fixed seed: hashes are the same on every machine.
static KEYS: [[u64; CELLS]; 2] = keys();
/// Toggled when White is to move.
const WHITE_TO_MOVE: u64 = 0x9c0f_1a53_77d1_4eb5;

/// The key of a stone of `color` on `point`.
#[inline]
pub fn stone_key(color: Color, point: Point) -> u64 {
    KEYS[color.index()][point.index()]
}

/// The key of the side to move: zero for Black.
#[inline]
pub const fn side_key(side: Color) -> u64 {
    match side {
        Color::Black => 0,
        Color::White => WHITE_TO_MOVE,
    }
}

/// The hash of stones alone, rebuilt from scratch: the slow twin of the one that a board keeps.
pub fn hash_of(stones: &ByColor<crate::PointSet>) -> u64 {
    let of = |color: Color| stones[color].iter().fold(0, |hash, point| hash ^ stone_key(color, point));
    of(Color::Black) ^ of(Color::White)
}

/// What tells other bytes apart, the same on every machine (FNV-1a, 64 bits): for files and texts, not for positions.
pub fn digest(bytes: impl IntoIterator<Item = u8>) -> u64 {
    bytes
        .into_iter()
        .fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// `SplitMix64` (Steele, Lea, Flood 2014): the state steps by the golden ratio, the output is mixed.
const fn split_mix(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (state, z ^ (z >> 31))
}

const fn keys() -> [[u64; CELLS]; 2] {
    let mut keys = [[0; CELLS]; 2];
    let mut state = 0x7469_616e_7975_616e; // "tianyuan"
    let mut i = 0;
    while i < 2 * CELLS {
        (state, keys[i / CELLS][i % CELLS]) = split_mix(state);
        i += 1;
    }
    keys
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The published values of the function.
    #[test]
    fn digests_are_those_of_others() {
        assert_eq!(digest([]), 0xcbf2_9ce4_8422_2325);
        assert_eq!(digest(*b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(digest(*b"foobar"), 0x8594_4171_f739_67e8);
    }
}
