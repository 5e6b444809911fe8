//! Yixin's binary form of a 15x15 game: a byte with the number of moves, then a byte a move,
//! `15 * row + column` with rows from the top. What follows is passed over.

use super::{Format, Place, Problem, Record, RecordError, text};
use crate::{Point, Size};

pub(super) fn read(bytes: &[u8]) -> Result<Record, RecordError> {
    text::check_length(bytes)?;
    let needed = "a byte with the number of moves and as many bytes behind it";
    let ends = |at| broken(at, Problem::Foreign { format: Format::Pos, needed });
    let (&length, moves) = bytes.split_first().ok_or_else(|| ends(1))?;
    let moves = moves.get(..usize::from(length)).ok_or_else(|| ends(bytes.len() + 1))?;
    let mut points = Vec::new();
    for (at, &byte) in (2..).zip(moves) {
        let wrong = |needed| broken(at, Problem::Wrong { found: byte.to_string(), needed });
        let point = point_of(byte).ok_or_else(|| wrong("a number below 225"))?;
        if points.contains(&point) {
            return Err(wrong("a point without a stone"));
        }
        points.push(point);
    }
    Ok(Record::of_moves(Size::STANDARD, points))
}

fn point_of(byte: u8) -> Option<Point> {
    let (row, col) = (usize::from(byte) / 15, usize::from(byte) % 15);
    Size::STANDARD.point(col, 14usize.checked_sub(row)?)
}

const fn broken(at: usize, problem: Problem) -> RecordError {
    RecordError::Broken { place: Place::Byte(at), problem }
}

pub(super) fn write(record: &Record) -> Result<Vec<u8>, RecordError> {
    let unwritable = |why| RecordError::Unwritable { form: Format::Pos.noun(), why };
    let points = record.bare_moves_for(Format::Pos.noun())?;
    if record.size != Size::STANDARD {
        return Err(unwritable("the board must be 15x15"));
    }
    let length = u8::try_from(points.len()).map_err(|_| unwritable("there may be 255 moves at most"))?;
    let moves: Option<Vec<u8>> = points.into_iter().map(byte_of).collect();
    let moves = moves.ok_or_else(|| unwritable(super::ON_BOARD))?;
    Ok(std::iter::once(length).chain(moves).collect())
}

/// `None` for a point outside the 15x15 board.
fn byte_of(point: Point) -> Option<u8> {
    u8::try_from(15 * 14usize.checked_sub(point.row())? + point.col()).ok()
}
