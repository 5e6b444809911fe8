//! The board as lines of two-bit cells.

use crate::point::STRIDE;
use crate::{Color, Direction, Point, Size};

/// Cells of a window, the middle one left out: five to each side.
pub const WINDOW_CELLS: usize = 10;
/// Number of different windows.
pub const WINDOW_KEYS: usize = 1 << (2 * WINDOW_CELLS);

/// The two bits of a cell: *who may still use it*. A stone takes one bit away, a wall both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Cell {
    /// Nobody's: the edge of the board or a blocked point.
    Wall = 0b00,
    /// A black stone.
    Black = 0b01,
    /// A white stone.
    White = 0b10,
    /// An empty point.
    Empty = 0b11,
}

impl Cell {
    /// The cell with these two bits; higher bits are ignored.
    #[inline]
    pub const fn from_bits(bits: u64) -> Self {
        match bits & 0b11 {
            0b00 => Self::Wall,
            0b01 => Self::Black,
            0b10 => Self::White,
            _ => Self::Empty,
        }
    }

    /// The stone of a color.
    pub const fn stone(color: Color) -> Self {
        match color {
            Color::Black => Self::Black,
            Color::White => Self::White,
        }
    }

    /// Whose stone it is, if one stands there.
    pub const fn color(self) -> Option<Color> {
        match self {
            Self::Black => Some(Color::Black),
            Self::White => Some(Color::White),
            Self::Wall | Self::Empty => None,
        }
    }
}

/// The bit that a stone of `color` takes from an empty cell.
#[inline]
const fn taken_bit(color: Color) -> u64 {
    match color {
        Color::Black => 0b10,
        Color::White => 0b01,
    }
}

/// All lines of a board, four directions of 32 words of 32 two-bit cells: 1 KiB, `Copy`.
///
/// Every cell stands in four words; [`LineKeys::toggle`] is the only way to change one, so they agree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineKeys {
    words: [[u64; STRIDE]; 4],
}

impl LineKeys {
    /// The empty board of a size; everything around it is wall.
    pub fn new(size: Size) -> Self {
        let mut keys = Self { words: [[0; STRIDE]; 4] };
        for point in size.points() {
            keys.toggle_bits(point, Cell::Empty as u64);
        }
        keys
    }

    /// Puts a stone of `color` on an empty point or takes it off again: one exclusive or a direction.
    #[inline]
    pub fn toggle(&mut self, point: Point, color: Color) {
        self.toggle_bits(point, taken_bit(color));
    }

    /// Turns an empty point into a wall, or back.
    pub fn toggle_wall(&mut self, point: Point) {
        self.toggle_bits(point, Cell::Empty as u64);
    }

    #[inline]
    fn toggle_bits(&mut self, point: Point, bits: u64) {
        for direction in Direction::ALL {
            let (line, position) = direction.line_and_position(point);
            self.words[direction.index()][line] ^= bits << (2 * position);
        }
    }

    /// What stands on a point.
    #[inline]
    pub fn cell(&self, point: Point) -> Cell {
        let (line, position) = Direction::Horizontal.line_and_position(point);
        Cell::from_bits(self.words[0][line] >> (2 * position))
    }

    /// The whole line through a point, and the point's position on it.
    #[inline]
    pub fn line(&self, point: Point, direction: Direction) -> (u64, usize) {
        let (line, position) = direction.line_and_position(point);
        (self.words[direction.index()][line], position)
    }

    /// The window around a point, the point itself left out: an index below [`WINDOW_KEYS`].
    #[inline]
    pub fn window(&self, point: Point, direction: Direction) -> usize {
        let (word, position) = self.line(point, direction);
        window_of(word, position)
    }
}

/// The window around `position` (5 to 26) of a line.
#[inline]
#[expect(clippy::cast_possible_truncation, reason = "20 bits are left")]
pub const fn window_of(word: u64, position: usize) -> usize {
    let around = word >> (2 * (position - 5));
    ((around & 0x3ff) | (around >> 2 & 0xf_fc00)) as usize
}

/// The cell of a window at `offset` from its middle, -5 to 5 without 0.
#[inline]
pub const fn window_cell(window: usize, offset: isize) -> Cell {
    let place = if offset < 0 { offset + 5 } else { offset + 4 };
    Cell::from_bits((window >> (2 * place.cast_unsigned())) as u64)
}

/// The window with this cell at `offset` from its middle, -5 to 5 without 0.
#[inline]
pub const fn window_with(window: usize, offset: isize, cell: Cell) -> usize {
    let place = 2 * if offset < 0 { offset + 5 } else { offset + 4 }.cast_unsigned();
    window & !(0b11 << place) | (cell as usize) << place
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn window_shows_the_line_without_its_middle() {
        let size = Size::STANDARD;
        let mut keys = LineKeys::new(size);
        let at = |text: &str| text.parse::<Point>().unwrap();
        keys.toggle(at("h8"), Color::Black);
        keys.toggle(at("g7"), Color::White);
        keys.toggle_wall(at("j10"));
        let window = keys.window(at("h8"), Direction::Diagonal);
        let cells = [-5, -1, 1, 2, 5].map(|offset| window_cell(window, offset));
        assert_eq!(cells, [Cell::Empty, Cell::White, Cell::Empty, Cell::Wall, Cell::Empty]);
        let edge = keys.window(at("a15"), Direction::Antidiagonal);
        assert_eq!((-5..0).map(|i| window_cell(edge, i)).filter(|&c| c != Cell::Wall).count(), 0);
        assert_eq!(window_cell(edge, 1), Cell::Empty);
    }

    #[test]
    fn toggling_twice_changes_nothing() {
        for side in [5, 15, 22] {
            let size = Size::new(side).unwrap();
            let mut keys = LineKeys::new(size);
            for color in Color::ALL {
                for point in size.points() {
                    keys.toggle(point, color);
                    assert_eq!(keys.cell(point).color(), Some(color));
                    keys.toggle(point, color);
                }
            }
            assert_eq!(keys, LineKeys::new(size));
        }
    }
}
