//! Yixin's binary form of a 15x15 game: a byte with the number of moves, then a byte a move,
//! `15 * row + column` with rows from the top.

use super::{Format, Record, RecordError, RecordedMove};
use crate::{Color, Point, Size, Turn};

pub(super) fn read(bytes: &[u8]) -> Result<Record, RecordError> {
    let needed = "a byte with the number of moves and as many bytes behind it";
    let foreign = RecordError::Foreign { format: Format::Pos, needed };
    let (&length, moves) = bytes.split_first().ok_or_else(|| foreign.clone())?;
    let moves = moves.get(..usize::from(length)).ok_or(foreign)?;
    let mut record = Record::new(Size::STANDARD);
    for ((at, &byte), color) in (2..).zip(moves).zip([Color::Black, Color::White].into_iter().cycle()) {
        let point = point_of(byte).ok_or_else(|| RecordError::Wrong {
            format: Format::Pos,
            at,
            found: byte.to_string(),
            needed: "a number below 225",
        })?;
        record.moves.push(RecordedMove { color, turn: Turn::Place(point), ms: None });
    }
    Ok(record)
}

pub(super) fn write(record: &Record) -> Result<Vec<u8>, RecordError> {
    let unwritable = |why| RecordError::Unwritable { format: Format::Pos, why };
    if record.size != Size::STANDARD {
        return Err(unwritable("the board must be 15x15"));
    }
    let points = record.alternating_points(Format::Pos)?;
    let length = u8::try_from(points.len()).map_err(|_| unwritable("there may be 255 moves at most"))?;
    let moves: Option<Vec<u8>> = points.into_iter().map(byte_of).collect();
    let moves = moves.ok_or_else(|| unwritable("every point must lie on the board"))?;
    Ok(std::iter::once(length).chain(moves).collect())
}

fn point_of(byte: u8) -> Option<Point> {
    let (row, col) = (usize::from(byte) / 15, usize::from(byte) % 15);
    Size::STANDARD.point(col, 14usize.checked_sub(row)?)
}

/// `None` for a point outside the 15x15 board.
fn byte_of(point: Point) -> Option<u8> {
    u8::try_from(15 * 14usize.checked_sub(point.row())? + point.col()).ok()
}
