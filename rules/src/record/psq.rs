//! Piskvork's text form, as Gomocup's archives use it:
//!
//! ```text
//! Piskvorky 15x15, 11:11, 0        size, levels of the players, which of them (0 or 1) began
//! 8,8,0                            column from the left, row from the top, from 1; milliseconds,
//! 9,7,1500                         0 or nothing where they are not known
//! first-player.zip                 names of the players in their order, in tournaments
//! second-player.zip
//! -1                               how the game ended, in numbers; -1 says nothing
//! ```
//!
//! The last line may name an opening (`0,Renju_1`), and there may be several. A player called `unknown` has no
//! name. What Piskvork has no place for is left out when a record is written.

use std::fmt::Write as _;

use super::error::Fault;
use super::{Format, Problem, Record, RecordError, RecordedMove, text};
use crate::notation::shortened;
use crate::{ByColor, Color, Point, Size, Turn};

pub(super) fn read(bytes: &[u8]) -> Result<Record, RecordError> {
    let text = text::decode(bytes)?;
    read_text(&text).map_err(|fault| fault.in_text(&text))
}

fn read_text(text: &str) -> Result<Record, Fault> {
    let lines = text::lines(text).map(|(at, text)| Piece { at, text }.trimmed());
    let mut lines = lines.filter(|line| !line.text.is_empty());
    let (size, starter) = read_head(lines.next().unwrap_or(Piece { at: 0, text: "" }))?;
    let mut record = Record::new(size);
    let (mut n_names, mut n_codes) = (0, 0);
    for line in lines {
        match Kind::of(line.text) {
            Kind::Move if n_names + n_codes == 0 => read_move(&mut record, line)?,
            Kind::Name if n_names < 2 && n_codes == 0 => {
                let color = if n_names == 0 { starter } else { !starter };
                if line.text != NO_NAME {
                    line.text.clone_into(&mut record.players[color]);
                }
                n_names += 1;
            }
            Kind::Code => {
                record.result.push_str(if n_codes == 0 { "" } else { "\n" });
                record.result.push_str(line.text);
                n_codes += 1;
            }
            Kind::Move | Kind::Name => return Err(line.wrong("how the game ended, such as -1 or 0,Renju_1,")),
        }
    }
    if record.result == NO_RESULT {
        record.result.clear();
    }
    Ok(record)
}

/// A piece of the text and the byte at which it begins.
#[derive(Clone, Copy)]
struct Piece<'a> {
    at: usize,
    text: &'a str,
}

impl Piece<'_> {
    fn trimmed(self) -> Self {
        let start = self.text.trim_start();
        Self { at: self.at + (self.text.len() - start.len()), text: start.trim_end() }
    }

    /// What stands between commas.
    fn words(self) -> impl Iterator<Item = Self> {
        let mut at = self.at;
        self.text.split(',').map(move |text| {
            let word = Piece { at, text }.trimmed();
            at += text.len() + 1;
            word
        })
    }

    /// Nothing of it is left.
    const fn end(self) -> Self {
        Self { at: self.at + self.text.len(), text: "" }
    }

    fn wrong(self, needed: &'static str) -> Fault {
        Fault::wrong(self.at, self.text, needed)
    }
}

/// What a line behind the first says.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Numbers, or what began so.
    Move,
    /// A number, or one and a name: how the game ended.
    Code,
    /// Anything else: the name of a player.
    Name,
}

impl Kind {
    fn of(line: &str) -> Self {
        let mut words = line.split(',').map(str::trim);
        let is_number = |word: &str| {
            let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
            !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
        };
        match (words.next().is_some_and(is_number), words.next(), words.next()) {
            (false, ..) => Self::Name,
            (true, None, _) => Self::Code,
            (true, Some(name), None) if name.starts_with(char::is_alphabetic) => Self::Code,
            (true, ..) => Self::Move,
        }
    }
}

/// Size of the board, and the color of the first player.
fn read_head(line: Piece<'_>) -> Result<(Size, Color), Fault> {
    let needed = "a first line such as \"Piskvorky 15x15, 11:11, 0\"";
    let foreign = Problem::Foreign { format: Format::Psq, needed };
    let mut words = line.words();
    let (Some(first), _, starter) = (words.next(), words.next(), words.next()) else {
        return Err(line.wrong(needed));
    };
    let size = first.text.strip_prefix("Piskvorky").ok_or(Fault { at: line.at, problem: foreign })?;
    let size = Piece { at: first.end().at - size.len(), text: size }.trimmed();
    let side = size.text.split_once('x').filter(|(width, height)| width == height);
    let side = side.and_then(|(width, _)| Size::new(width.parse().ok()?));
    let side = side.ok_or_else(|| Fault { at: size.at, problem: Problem::Size(shortened(size.text)) })?;
    // The first player is Black unless the second began.
    match starter.map_or("0", |starter| starter.text) {
        "0" => Ok((side, Color::Black)),
        "1" => Ok((side, Color::White)),
        _ => Err(starter.unwrap_or(line).wrong("0 or 1, the player who began,")),
    }
}

/// Adds the next move.
fn read_move(record: &mut Record, line: Piece<'_>) -> Result<(), Fault> {
    let mut words = line.words();
    let (col, row) = (words.next().unwrap_or(line), words.next().unwrap_or(line.end()));
    let turn = Turn::Place(read_point(col, row, record.size)?);
    if record.moves.played().any(|played| played.turn == turn) {
        return Err(line.wrong("a point without a stone"));
    }
    let ms = words.next().map_or(Ok(None), read_ms)?;
    if let Some(more) = words.next() {
        return Err(more.wrong("the end of the line behind column,row,milliseconds"));
    }
    let color = if record.moves.len().is_multiple_of(2) { Color::Black } else { Color::White };
    record.moves.push(RecordedMove { color, turn, ms });
    Ok(())
}

fn read_point(col: Piece<'_>, row: Piece<'_>, size: Size) -> Result<Point, Fault> {
    let index = |word: Piece<'_>| word.text.parse::<usize>().ok()?.checked_sub(1);
    let from_top = index(row).and_then(|row| (size.side() - 1).checked_sub(row));
    let on_board = index(col).filter(|&col| col < size.side());
    let col = on_board.ok_or_else(|| col.wrong("a column of the board, counted from 1 at the left,"))?;
    let point = from_top.and_then(|row| size.point(col, row));
    point.ok_or_else(|| row.wrong("a row of the board, counted from 1 at the top,"))
}

/// Milliseconds: neither 0 nor less says anything.
fn read_ms(word: Piece<'_>) -> Result<Option<u64>, Fault> {
    let digits = word.text.strip_prefix('-').unwrap_or(word.text);
    let ms: u64 = digits.parse().map_err(|_| word.wrong("a number of milliseconds"))?;
    Ok(Some(ms).filter(|&ms| ms > 0 && digits == word.text))
}

const NO_NAME: &str = "unknown";
const NO_RESULT: &str = "-1";

pub(super) fn write(record: &Record) -> Result<String, RecordError> {
    let points = record.bare_moves_for(Format::Psq.noun())?;
    let times = record.setup.iter().map(|_| None).chain(record.moves.played().map(|recorded| recorded.ms));
    let mut text = format!("Piskvorky {}, 0:0, 0\n", record.size);
    for (point, ms) in points.into_iter().zip(times) {
        let (col, row) = from_top_left(record.size, point);
        let _ = writeln!(text, "{col},{row},{}", ms.unwrap_or(0));
    }
    text.push_str(&names(&record.players)?);
    let is_code = |line: &str| line.trim() == line && Kind::of(line) == Kind::Code;
    let is_result = record.result.split('\n').all(is_code);
    text.push_str(if is_result { &record.result } else { NO_RESULT });
    text.push('\n');
    Ok(text)
}

/// Column and row from the top, both from 1.
fn from_top_left(size: Size, point: Point) -> (usize, usize) {
    (point.col() + 1, size.side() - point.row())
}

/// Both names, or nothing if both are unknown.
fn names(players: &ByColor<String>) -> Result<String, RecordError> {
    let mut names = String::new();
    for color in Color::ALL {
        let name = players[color].replace(['\r', '\n'], " ");
        let name = Some(name.trim()).filter(|name| !name.is_empty()).unwrap_or(NO_NAME);
        if Kind::of(name) != Kind::Name {
            let why = "the name of a player must not begin as a number does";
            return Err(RecordError::Unwritable { form: Format::Psq.noun(), why });
        }
        let _ = writeln!(names, "{name}");
    }
    let is_unknown = names.lines().all(|name| name == NO_NAME);
    Ok(if is_unknown { String::new() } else { names })
}
