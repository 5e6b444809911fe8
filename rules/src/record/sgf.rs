//! Smart Game Format (FF 4), game 4: gomoku and renju.
//!
//! Points are two letters, column and row from the top left (`hh` is h8 on 15x15), as the format has it, or
//! algebraic (`h8`), as some renju programs write them. Of a file with several games the first is read, of
//! its variations the main line: that is everything before the first `)`.

use std::fmt::Write as _;

use super::{Format, Record, RecordError, RecordedMove, rule_from_text};
use crate::{Color, Point, Rule, Size, Stone, Turn};

pub(super) fn read(bytes: &[u8]) -> Result<Record, RecordError> {
    let properties = Scanner::new(bytes)?.main_line()?;
    let mut record = Record::new(board_size(&properties)?);
    for property in &properties {
        property.read_into(&mut record)?;
    }
    Ok(record)
}

pub(super) fn write(record: &Record) -> String {
    let mut text = format!("(;FF[4]GM[4]CA[UTF-8]SZ[{}]", record.size.side());
    let rule = record.rule.map(Rule::name).unwrap_or_default();
    let players = &record.players;
    let named = [("RU", rule), ("PB", &players[Color::Black]), ("PW", &players[Color::White])];
    for (name, value) in named.into_iter().chain([("RE", record.result.as_str())]) {
        if !value.is_empty() {
            let _ = write!(text, "{name}[{}]", escape(value));
        }
    }
    for color in Color::ALL {
        write_setup(&mut text, record, color);
    }
    if let Some(first) = record.first {
        let _ = write!(text, "PL[{}]", letter(first));
    }
    for recorded in &record.moves {
        write_move(&mut text, record.size, recorded);
    }
    text.push_str(")\n");
    text
}

fn write_setup(text: &mut String, record: &Record, color: Color) {
    let stones = || record.setup.iter().filter(|stone| stone.color == color);
    if stones().next().is_some() {
        let _ = write!(text, "A{}", letter(color));
        stones().for_each(|stone| _ = write!(text, "[{}]", letters(record.size, stone.point)));
    }
}

fn write_move(text: &mut String, size: Size, recorded: &RecordedMove) {
    let point = match recorded.turn {
        Turn::Place(point) => letters(size, point),
        Turn::Pass => String::new(),
    };
    let _ = write!(text, ";{}[{point}]", letter(recorded.color));
    if let Some(ms) = recorded.ms {
        let _ = write!(text, "C[{ms}ms]");
    }
}

const fn letter(color: Color) -> char {
    match color {
        Color::Black => 'B',
        Color::White => 'W',
    }
}

/// Column and row from the top left, a letter each.
fn letters(size: Size, point: Point) -> String {
    let row = (size.side() - 1).saturating_sub(point.row());
    let letter = |index: usize| char::from(b'a' + u8::try_from(index).unwrap_or(0));
    [letter(point.col()), letter(row)].into_iter().collect()
}

fn escape(value: &str) -> String {
    value.replace('\\', "\\\\").replace(']', "\\]")
}

/// A name and its values: `AB[hh][ii]`.
struct Property {
    name: String,
    values: Vec<Value>,
}

/// A value, and at which byte of the file it stands, from 1.
struct Value {
    at: usize,
    text: String,
}

impl Value {
    fn wrong(&self, needed: &'static str) -> RecordError {
        RecordError::Wrong { format: Format::Sgf, at: self.at, found: self.text.clone(), needed }
    }

    fn point(&self, size: Size) -> Result<Point, RecordError> {
        point_of(self.text.trim(), size).ok_or_else(|| self.wrong("a point of the board such as hh or h8"))
    }

    /// The points of an item of a list: one, or the rectangle between two corners `aa:cc`.
    fn points(&self, size: Size) -> Result<Vec<Point>, RecordError> {
        let Some((one, other)) = self.text.split_once(':') else { return Ok(vec![self.point(size)?]) };
        let corners = point_of(one.trim(), size).zip(point_of(other.trim(), size));
        let (one, other) = corners.ok_or_else(|| self.wrong("two corners of a rectangle such as aa:cc"))?;
        let within = |x: usize, a: usize, b: usize| (a.min(b)..=a.max(b)).contains(&x);
        let is_inside =
            |p: &Point| within(p.col(), one.col(), other.col()) && within(p.row(), one.row(), other.row());
        Ok(size.points().filter(is_inside).collect())
    }

    /// A turn: nothing is a pass, and so is `tt` on boards without such a point.
    fn turn(&self, size: Size) -> Result<Turn, RecordError> {
        let text = self.text.trim();
        let is_pass = text.is_empty() || (text == "tt" && size.side() <= 19);
        if is_pass { Ok(Turn::Pass) } else { self.point(size).map(Turn::Place) }
    }
}

impl Property {
    fn read_into(&self, record: &mut Record) -> Result<(), RecordError> {
        let Some(first) = self.values.first() else { return Ok(()) };
        match self.name.as_str() {
            "GM" if first.text.trim() != "4" => return Err(first.wrong("game 4, gomoku and renju,")),
            "RU" => record.rule = rule_from_text(&first.text),
            "PB" => record.players[Color::Black].clone_from(&first.text),
            "PW" => record.players[Color::White].clone_from(&first.text),
            "RE" => record.result.clone_from(&first.text),
            "PL" => record.first = Some(color_of(first)?),
            "AB" => self.set_up(record, Color::Black)?,
            "AW" => self.set_up(record, Color::White)?,
            "B" => record.moves.push(move_of(Color::Black, first, record.size)?),
            "W" => record.moves.push(move_of(Color::White, first, record.size)?),
            "C" => read_comment(record, &first.text),
            _ => {}
        }
        Ok(())
    }

    fn set_up(&self, record: &mut Record, color: Color) -> Result<(), RecordError> {
        for value in &self.values {
            let points = value.points(record.size)?;
            record.setup.extend(points.into_iter().map(|point| Stone { color, point }));
        }
        Ok(())
    }
}

fn move_of(color: Color, value: &Value, size: Size) -> Result<RecordedMove, RecordError> {
    Ok(RecordedMove { color, turn: value.turn(size)?, ms: None })
}

fn color_of(value: &Value) -> Result<Color, RecordError> {
    match value.text.trim().to_ascii_lowercase().as_str() {
        "b" | "black" | "1" => Ok(Color::Black),
        "w" | "white" | "2" => Ok(Color::White),
        _ => Err(value.wrong("B or W")),
    }
}

/// A comment `1500ms` is the time of the move, as c-gomoku-cli writes it; others are left out.
fn read_comment(record: &mut Record, text: &str) {
    let ms = text.trim().strip_suffix("ms").and_then(|ms| ms.parse().ok());
    if let Some(last) = record.moves.last_mut().filter(|_| ms.is_some()) {
        last.ms = ms;
    }
}

/// `hh`, row from the top, or `h8`, row from the bottom.
fn point_of(text: &str, size: Size) -> Option<Point> {
    if let Ok(point) = text.parse::<Point>() {
        return Some(point).filter(|&point| size.contains(point));
    }
    let index = |byte: u8| byte.to_ascii_lowercase().checked_sub(b'a').map(usize::from);
    let &[col, row] = text.as_bytes() else { return None };
    size.point(index(col)?, (size.side() - 1).checked_sub(index(row)?)?)
}

/// The size that the file names, 15 if it names none.
fn board_size(properties: &[Property]) -> Result<Size, RecordError> {
    let named = properties.iter().find(|property| property.name == "SZ");
    let Some(value) = named.and_then(|property| property.values.first()) else { return Ok(Size::STANDARD) };
    let text = value.text.trim();
    let side = match text.split_once(':') {
        Some((width, height)) if width == height => width,
        _ => text,
    };
    let size = side.parse().ok().and_then(Size::new);
    size.ok_or_else(|| RecordError::Size(text.to_owned()))
}

/// Reads bytes one by one.
struct Scanner<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Scanner<'a> {
    /// Behind the first `(`, with nothing but blanks between it and a `;`.
    fn new(bytes: &'a [u8]) -> Result<Self, RecordError> {
        let mut starts =
            bytes.iter().enumerate().filter(|(_, byte)| **byte == b'(').map(|(index, _)| index + 1);
        let is_node = |rest: &[u8]| rest.trim_ascii_start().first() == Some(&b';');
        let at = starts.find(|&start| bytes.get(start..).is_some_and(is_node));
        let needed = "a game that begins with (;";
        let at = at.ok_or(RecordError::Foreign { format: Format::Sgf, needed })?;
        Ok(Self { bytes, at })
    }

    fn next(&mut self) -> Option<u8> {
        let byte = self.bytes.get(self.at).copied()?;
        self.at += 1;
        Some(byte)
    }

    /// All properties before the first `)`.
    fn main_line(mut self) -> Result<Vec<Property>, RecordError> {
        let mut properties: Vec<Property> = Vec::new();
        let mut name = String::new();
        loop {
            match self.next() {
                None => return Err(self.cut_off(") to close the game")),
                Some(b')') => return Ok(properties),
                Some(b'[') => {
                    let value = self.value()?;
                    match properties.last_mut().filter(|_| name.is_empty()) {
                        Some(property) => property.values.push(value),
                        None => {
                            properties
                                .push(Property { name: std::mem::take(&mut name), values: vec![value] });
                        }
                    }
                }
                // Older files spell names out, as in BLack; only the capitals count.
                Some(byte) if byte.is_ascii_uppercase() => name.push(char::from(byte)),
                Some(b';') => name.clear(),
                Some(_) => {}
            }
        }
    }

    /// The text up to the closing bracket. A backslash takes away the meaning of the character behind it,
    /// and a line break behind one is none.
    fn value(&mut self) -> Result<Value, RecordError> {
        let at = self.at + 1;
        let mut text = Vec::new();
        loop {
            match self.next().ok_or_else(|| self.cut_off("] to close the value"))? {
                b']' => break,
                b'\\' => match self.next().ok_or_else(|| self.cut_off("] to close the value"))? {
                    b'\n' => {}
                    byte => text.push(byte),
                },
                byte => text.push(byte),
            }
        }
        Ok(Value { at, text: String::from_utf8_lossy(&text).into_owned() })
    }

    fn cut_off(&self, needed: &'static str) -> RecordError {
        RecordError::Wrong {
            format: Format::Sgf,
            at: self.at + 1,
            found: "the end of the file".to_owned(),
            needed,
        }
    }
}
