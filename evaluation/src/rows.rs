//! A byte for every cell of every line, and which bytes of a window differ.
//!
//! ```text
//!  direction 0..4   line 0..32   position 0..32
//!       |               |            |
//!  [ . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . . ] [ . . . next line . . .
//!              start ───┬───────── window of a point ───────┬── only 11 of its 16 bytes count:
//!                       -5   ...    the point    ...    +5  │   five cells to each side
//! ```
//! What a stone changes on a line lies in one window: old and new shapes are compared at once, and what comes
//! of it is one mask for all four directions, without a branch.

use tianyuan_rules::{Direction, Point, STRIDE};

use crate::simd::differing;

/// Bytes of a window: as many as one comparison takes.
pub(crate) const WINDOW: usize = 16;
/// Bytes of a window that count: the point and five cells to each side.
pub(crate) const AROUND: usize = 11;

/// One window of each direction, its first byte in the lowest bits.
pub(crate) type Windows = [u128; 4];

/// Bytes of all cells, and a few more so that the last window lies within.
const LENGTH: usize = 4 * STRIDE * STRIDE + WINDOW;

/// A byte for every cell of every line.
#[derive(Clone, Debug)]
pub(crate) struct Rows(Box<[u8; LENGTH]>);

/// Where the windows of a point begin.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Starts([usize; 4]);

impl Starts {
    #[inline]
    pub(crate) fn of(point: Point) -> Self {
        Self(Direction::ALL.map(|direction| place_of(point, direction) - AROUND / 2))
    }
}

/// Where the byte of a point stands in a direction.
#[inline]
fn place_of(point: Point, direction: Direction) -> usize {
    let (line, position) = direction.line_and_position(point);
    (direction.index() * STRIDE + line) * STRIDE + position
}

impl Rows {
    /// This byte everywhere.
    pub(crate) fn filled(byte: u8) -> Self {
        let bytes = vec![byte; LENGTH].into_boxed_slice();
        Self(bytes.try_into().unwrap_or_else(|_| unreachable!("the length is LENGTH")))
    }

    /// The byte of a point on its line of a direction.
    #[inline]
    pub(crate) fn of(&self, point: Point, direction: Direction) -> u8 {
        self.0[place_of(point, direction)]
    }

    /// Writes the byte of a point on its line of a direction.
    #[inline]
    pub(crate) fn set(&mut self, point: Point, direction: Direction, byte: u8) {
        self.0[place_of(point, direction)] = byte;
    }

    /// Writes the byte of a point on all of its lines.
    #[inline]
    pub(crate) fn set_all(&mut self, point: Point, byte: u8) {
        for direction in Direction::ALL {
            self.set(point, direction, byte);
        }
    }

    /// The windows that begin there.
    #[inline]
    pub(crate) fn windows(&self, starts: Starts) -> Windows {
        starts.0.map(|start| {
            let start = start % (LENGTH - WINDOW);
            let window = self.0[start..].first_chunk().copied();
            u128::from_le_bytes(window.unwrap_or_default())
        })
    }

    /// Writes windows that begin there.
    #[inline]
    pub(crate) fn set_windows(&mut self, starts: Starts, windows: &Windows) {
        for (start, window) in starts.0.into_iter().zip(windows) {
            let start = start % (LENGTH - WINDOW);
            self.0[start..start + WINDOW].copy_from_slice(&window.to_le_bytes());
        }
    }
}

/// The bytes of windows, direction by direction.
#[inline]
pub(crate) fn bytes_of(windows: &Windows) -> [[u8; WINDOW]; 4] {
    windows.map(u128::to_le_bytes)
}

/// A bit for each byte of four windows, 16 a direction, that counts, is zero in `blocked`, and differs in the
/// others.
#[inline]
pub(crate) fn changed(old: &Windows, new: &Windows, blocked: &Windows) -> u64 {
    let mut mask = 0;
    for direction in 0..4 {
        let bits = differing(old[direction], new[direction], blocked[direction]);
        mask |= u64::from(bits & ((1 << AROUND) - 1)) << (WINDOW * direction);
    }
    mask
}

#[cfg(test)]
mod tests {
    use tianyuan_rules::Size;

    use super::*;

    #[test]
    fn a_window_has_the_cells_around_a_point() {
        for size in [5, 15, 22].map(|side| Size::new(side).unwrap()) {
            for point in size.points() {
                let mut rows = Rows::filled(0);
                for direction in Direction::ALL {
                    for steps in -5..=5_i8 {
                        if let Some(cell) = point.step(direction, isize::from(steps)) {
                            rows.set(cell, direction, (steps + 6).unsigned_abs());
                        }
                    }
                    let window = bytes_of(&rows.windows(Starts::of(point)))[direction.index()];
                    for (byte, wanted) in window.into_iter().zip(1..=11) {
                        assert!(byte == wanted || byte == 0, "{point} {direction:?} {window:?}");
                    }
                    assert_eq!(window[5], 6);
                    let windows = rows.windows(Starts::of(point));
                    let mut copy = Rows::filled(0);
                    copy.set_windows(Starts::of(point), &windows);
                    assert_eq!(copy.windows(Starts::of(point)), windows);
                }
            }
        }
    }
}
