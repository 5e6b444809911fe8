//! Piskvork's text form, as Gomocup's archives use it:
//!
//! ```text
//! Piskvorky 15x15, 11:11, 0        size, levels of the players, which of them (0 or 1) began
//! 8,8,1500                         column from the left, row from the top, from 1; milliseconds
//! 9,7,800
//! first-player.zip                 their names, in tournaments
//! second-player.zip
//! -1                               how the game ended, in numbers; -1 says nothing
//! ```

use std::fmt::Write as _;

use super::{Format, Record, RecordError, RecordedMove};
use crate::{ByColor, Color, Point, Size, Turn};

pub(super) fn read(bytes: &[u8]) -> Result<Record, RecordError> {
    let text = String::from_utf8_lossy(bytes);
    let numbered = (1..).zip(text.lines().map(str::trim));
    let mut lines = numbered.filter(|(_, line)| !line.is_empty()).peekable();
    let (size, starter) = read_head(lines.next().map_or("", |(_, line)| line))?;
    let mut record = Record::new(size);
    let mut color = Color::Black;
    while let Some((at, line, numbers)) =
        lines.peek().and_then(|&(at, line)| Some((at, line, numbers(line)?)))
    {
        record.moves.push(read_move(&numbers, size, color).ok_or_else(|| RecordError::Wrong {
            format: Format::Psq,
            at,
            found: line.to_owned(),
            needed: "column,row,milliseconds, counted from 1 at the top left",
        })?);
        color = !color;
        lines.next();
    }
    let tail: Vec<&str> = lines.map(|(_, line)| line).collect();
    read_tail(&mut record, starter, &tail);
    Ok(record)
}

/// Size of the board, and the player who began.
fn read_head(line: &str) -> Result<(Size, Color), RecordError> {
    let needed = "a first line such as \"Piskvorky 15x15, 11:11, 0\"";
    let rest = line.trim_start_matches('\u{feff}').strip_prefix("Piskvorky");
    let rest = rest.ok_or(RecordError::Foreign { format: Format::Psq, needed })?;
    let size = rest.split(',').next().unwrap_or_default().trim();
    let side = size.split_once('x').filter(|(width, height)| width == height);
    let side = side.and_then(|(width, _)| Size::new(width.parse().ok()?));
    // The first player is Black unless the second began.
    let starter = if rest.ends_with(", 1") { Color::White } else { Color::Black };
    Ok((side.ok_or_else(|| RecordError::Size(size.to_owned()))?, starter))
}

/// The numbers of a line of two or more.
fn numbers(line: &str) -> Option<Vec<i64>> {
    let numbers: Option<Vec<i64>> = line.split(',').map(|word| word.trim().parse().ok()).collect();
    numbers.filter(|numbers| numbers.len() >= 2)
}

fn read_move(numbers: &[i64], size: Size, color: Color) -> Option<RecordedMove> {
    let (&[x, y], times) = numbers.split_first_chunk()?;
    let from_one = |number: i64| usize::try_from(number).ok()?.checked_sub(1);
    let point = size.point(from_one(x)?, (size.side() - 1).checked_sub(from_one(y)?)?)?;
    let ms = times.first().and_then(|&ms| u64::try_from(ms).ok());
    Some(RecordedMove { color, turn: Turn::Place(point), ms })
}

/// What stands behind the moves: two names, then the end in numbers.
fn read_tail(record: &mut Record, starter: Color, tail: &[&str]) {
    let n_names = tail.iter().take(2).take_while(|line| !is_code(line)).count();
    let (names, end) = tail.split_at(n_names.min(tail.len()));
    for (name, color) in names.iter().zip([starter, !starter]) {
        (*name).clone_into(&mut record.players[color]);
    }
    record.result = end.join("\n");
    if record.result == NO_RESULT {
        record.result.clear();
    }
}

const NO_RESULT: &str = "-1";

/// Whether a line is the end of a game in numbers: `-1`, or `0,Freestyle15_1`.
fn is_code(line: &str) -> bool {
    line.split(',').next().is_some_and(|number| number.trim().parse::<i64>().is_ok())
}

pub(super) fn write(record: &Record) -> Result<String, RecordError> {
    let points = record.alternating_points(Format::Psq)?;
    let n_setup = record.setup.len();
    let mut text = format!("Piskvorky {}, 0:0, 0\n", record.size);
    for (index, point) in points.into_iter().enumerate() {
        let recorded = index.checked_sub(n_setup).and_then(|index| record.moves.get(index));
        let ms = recorded.and_then(|recorded| recorded.ms).unwrap_or(0);
        let (col, row) = from_top_left(record.size, point);
        let _ = writeln!(text, "{col},{row},{ms}");
    }
    text.push_str(&names(&record.players));
    let is_code = is_code(&record.result);
    text.push_str(if is_code { &record.result } else { NO_RESULT });
    text.push('\n');
    Ok(text)
}

/// Column and row from the top, both from 1.
fn from_top_left(size: Size, point: Point) -> (usize, usize) {
    (point.col() + 1, size.side() - point.row())
}

/// Both names, or nothing if both are unknown.
fn names(players: &ByColor<String>) -> String {
    if Color::ALL.into_iter().all(|color| players[color].is_empty()) {
        return String::new();
    }
    let name = |color: Color| match players[color].replace(['\r', '\n'], " ") {
        name if name.trim().is_empty() => "unknown\n".to_owned(),
        name => name + "\n",
    };
    Color::ALL.map(name).concat()
}
