//! Points as managers write them.

use std::fmt;

use tianyuan_rules::{Point, Size};

use crate::bytes::integers;

/// Two numbers from 0 that name a point of the board in use, as the manager wrote them.
///
/// They may name any place: whether it is on the board is asked when a board is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Coord {
    /// The first number.
    pub first: i64,
    /// The second number.
    pub second: i64,
}

/// What the two numbers of a [`Coord`] count. Rows count from the **top** in both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Axes {
    /// `x,y`: the column from the left, then the row. Gomocup's protocol.
    #[default]
    ColumnRow,
    /// The row, then the column from the left. Yixin-Board and its forks.
    RowColumn,
}

impl Axes {
    /// How a point of a board of this size is written; the point must lie on it.
    pub fn coord(self, point: Point, size: Size) -> Coord {
        let from_top = (size.side() - 1).saturating_sub(point.row());
        match (self, narrow(point.col()), narrow(from_top)) {
            (Self::ColumnRow, col, row) => Coord { first: col, second: row },
            (Self::RowColumn, col, row) => Coord { first: row, second: col },
        }
    }

    /// The point of a board of this size, `None` outside it.
    pub fn point(self, coord: Coord, size: Size) -> Option<Point> {
        let (col, row) = match self {
            Self::ColumnRow => (coord.first, coord.second),
            Self::RowColumn => (coord.second, coord.first),
        };
        let (col, from_top) = (usize::try_from(col).ok()?, usize::try_from(row).ok()?);
        size.point(col, (size.side() - 1).checked_sub(from_top)?)
    }
}

impl Coord {
    /// Reads `7,8` or `7 8`, blanks allowed around both, and nothing else.
    pub fn parse(text: &[u8]) -> Option<Self> {
        match integers(text)?.as_slice() {
            &[first, second] => Some(Self { first, second }),
            _ => None,
        }
    }
}

fn narrow(below_22: usize) -> i64 {
    i64::try_from(below_22).unwrap_or(i64::MAX)
}

impl fmt::Display for Coord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.first, self.second)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOTH: [Axes; 2] = [Axes::ColumnRow, Axes::RowColumn];

    #[test]
    fn every_point_of_every_size_round_trips() {
        for (size, axes) in (5..=22).filter_map(Size::new).flat_map(|size| BOTH.map(|axes| (size, axes))) {
            for point in size.points() {
                let text = axes.coord(point, size).to_string();
                let read = Coord::parse(text.as_bytes()).and_then(|coord| axes.point(coord, size));
                assert_eq!(read, Some(point));
            }
        }
    }

    #[test]
    fn rows_count_from_the_top() {
        let name = |axes: Axes, first, second| {
            axes.point(Coord { first, second }, Size::STANDARD).map(|point| point.to_string())
        };
        assert_eq!(name(Axes::ColumnRow, 0, 0).as_deref(), Some("a15"));
        assert_eq!(name(Axes::ColumnRow, 2, 4).as_deref(), Some("c11"));
        assert_eq!(name(Axes::RowColumn, 2, 4).as_deref(), Some("e13"));
    }

    #[test]
    fn outside_is_no_point() {
        for (first, second) in [(-1, -1), (15, 0), (0, 15), (i64::MAX, i64::MIN), (i64::MIN, i64::MAX)] {
            for axes in BOTH {
                assert_eq!(axes.point(Coord { first, second }, Size::STANDARD), None);
            }
        }
    }
}
