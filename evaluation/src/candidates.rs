//! Where a move is worth thinking of: near the stones.
//!
//! ```text
//! # . . . # . . . #     the points that a stone on O adds:
//! . # # # # # # # .     the square of three and the eight lines out to four
//! . # # # # # # # .
//! . # # # # # # # .
//! # # # # O # # # #
//! . # # # # # # # .
//! . # # # # # # # .
//! . # # # # # # # .
//! # . . . # . . . #
//! ```
//! Every point where a stone could make a four or a five with stones on the board lies within.

use tianyuan_rules::{MARGIN, Point, PointSet, STRIDE};

/// Bits of the nine rows of the stencil, the middle in bit 4.
const STENCIL: [u32; 9] = [0x111, 0xfe, 0xfe, 0xfe, 0x1ff, 0xfe, 0xfe, 0xfe, 0x111];

/// Adds the empty points around a stone.
#[inline]
pub(crate) fn add_neighborhood(points: &mut PointSet, empty: &PointSet, stone: Point) {
    let (col, row) = (stone.col() + MARGIN, stone.row() + MARGIN);
    for (i, &bits) in STENCIL.iter().enumerate() {
        let row = (row + i - 4) % STRIDE;
        points.insert_in_row(row, bits << (col - 4) & empty.rows()[row]);
    }
}
