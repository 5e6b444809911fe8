//! Points as managers write them.

use std::fmt;

use tianyuan_rules::{Point, Size};

use crate::bytes::integers;

/// `x,y`: the column from the left and the row from the **top**, both from 0, on the board in use.
///
/// It may lie anywhere: whether it is on the board is asked when a board is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Coord {
    /// Column from the left.
    pub x: i64,
    /// Row from the top.
    pub y: i64,
}

impl Coord {
    /// How a point of a board of this size is written; the point must lie on it.
    pub fn of(point: Point, size: Size) -> Self {
        let from_top = (size.side() - 1).saturating_sub(point.row());
        Self { x: narrow(point.col()), y: narrow(from_top) }
    }

    /// The point of a board of this size, `None` outside it.
    pub fn point(self, size: Size) -> Option<Point> {
        let col = usize::try_from(self.x).ok()?;
        let from_top = usize::try_from(self.y).ok()?;
        size.point(col, (size.side() - 1).checked_sub(from_top)?)
    }

    /// Reads `x,y` or `x y`, blanks allowed around both, and nothing else.
    pub fn parse(text: &[u8]) -> Option<Self> {
        match integers(text)?.as_slice() {
            &[x, y] => Some(Self { x, y }),
            _ => None,
        }
    }
}

fn narrow(below_22: usize) -> i64 {
    i64::try_from(below_22).unwrap_or(i64::MAX)
}

impl fmt::Display for Coord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_of_every_size_round_trips() {
        for size in (5..=22).filter_map(Size::new) {
            for point in size.points() {
                let text = Coord::of(point, size).to_string();
                assert_eq!(Coord::parse(text.as_bytes()).and_then(|c| c.point(size)), Some(point));
            }
        }
    }

    #[test]
    fn rows_count_from_the_top() {
        let top_left = Coord { x: 0, y: 0 }.point(Size::STANDARD).unwrap();
        assert_eq!(top_left.to_string(), "a15");
    }

    #[test]
    fn outside_is_no_point() {
        for (x, y) in [(-1, -1), (15, 0), (0, 15), (i64::MAX, i64::MIN), (i64::MIN, i64::MAX)] {
            assert_eq!(Coord { x, y }.point(Size::STANDARD), None);
        }
    }
}
