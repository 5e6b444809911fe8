//! From a tree to text. Nothing here recurses either.

use std::fmt::Write as _;

use super::super::property::escape;
use super::super::{Format, MAX_NESTING, Node, ON_BOARD, Property, Record, RecordError, rule_from_text};
use super::node::split_time;
use crate::{Color, Point, Rule, Size, Turn};

/// The text of a record.
pub(in super::super) fn write(record: &Record) -> Result<String, RecordError> {
    let mut writer = Writer { size: record.size, text: String::new(), line_start: 0 };
    writer.root(record)?;
    writer.line(&record.moves)?;
    writer.text.push_str(")\n");
    Ok(writer.text)
}

/// The length of a line at which the next node begins another one.
const LINE: usize = 80;

struct Writer {
    size: Size,
    text: String,
    /// The byte at which the last line begins, apart from lines within texts.
    line_start: usize,
}

/// What is still to be written.
enum Step<'a> {
    /// A line in brackets, and behind it the variations of its first node; so many brackets are open.
    Branch(&'a [Node], usize),
    /// What is left of a line within the same bracket.
    Rest(&'a [Node], usize),
    /// A bracket.
    Close,
}

impl Writer {
    fn root(&mut self, record: &Record) -> Result<(), RecordError> {
        let _ = write!(self.text, "(;FF[4]GM[4]CA[UTF-8]SZ[{}]", record.size.side());
        let (properties, has_rule) = written_properties(record);
        self.value("RU", record.rule.filter(|_| !has_rule).map_or("", Rule::name));
        self.value("PB", &record.players[Color::Black]);
        self.value("PW", &record.players[Color::White]);
        self.value("RE", &record.result);
        for color in Color::ALL {
            self.setup(record, color)?;
        }
        self.value("PL", record.first.map_or("", letter));
        self.value("C", &record.comment);
        self.properties(properties);
        Ok(())
    }

    fn setup(&mut self, record: &Record, color: Color) -> Result<(), RecordError> {
        let mut stones = record.setup.iter().filter(|stone| stone.color == color).peekable();
        if stones.peek().is_some() {
            let _ = write!(self.text, "A{}", letter(color));
        }
        stones.try_for_each(|stone| {
            let _ = write!(self.text, "[{}]", letters(self.size, stone.point)?);
            Ok(())
        })
    }

    /// A line and all that hangs on it.
    fn line(&mut self, line: &[Node]) -> Result<(), RecordError> {
        let mut steps = vec![Step::Rest(line, 1)];
        while let Some(step) = steps.pop() {
            match step {
                Step::Close => self.text.push(')'),
                Step::Branch(_, MAX_NESTING) => {
                    return Err(unwritable("variations stand too deep in one another"));
                }
                Step::Branch(line, n_open) => {
                    let (first, rest) = line.split_first().ok_or(unwritable("a variation needs a node"))?;
                    steps.extend(first.variations.iter().rev().map(|line| Step::Branch(line, n_open)));
                    steps.extend([Step::Close, Step::Rest(rest, n_open + 1)]);
                    self.new_line();
                    self.text.push('(');
                    self.node(first)?;
                }
                Step::Rest(line, n_open) => {
                    let branch = line.iter().position(|node| !node.variations.is_empty());
                    let (nodes, rest) = line.split_at(branch.unwrap_or(line.len()));
                    nodes.iter().try_for_each(|node| {
                        if self.text.len() - self.line_start >= LINE {
                            self.new_line();
                        }
                        self.node(node)
                    })?;
                    steps.extend(branch.map(|_| Step::Branch(rest, n_open)));
                }
            }
        }
        Ok(())
    }

    fn new_line(&mut self) {
        self.text.push('\n');
        self.line_start = self.text.len();
    }

    fn node(&mut self, node: &Node) -> Result<(), RecordError> {
        self.text.push(';');
        if let Some(played) = node.played {
            let point = match played.turn {
                Turn::Place(point) => letters(self.size, point)?,
                Turn::Pass => String::new(),
            };
            let _ = write!(self.text, "{}[{point}]", letter(played.color));
        }
        self.comment(node);
        self.properties(&node.properties);
        Ok(())
    }

    /// The time in the first line, then the comment. A comment that only looks like a time begins with an
    /// escape.
    fn comment(&mut self, node: &Node) {
        let comment = escape(&node.comment);
        match node.played.and_then(|played| played.ms) {
            Some(ms) if comment.is_empty() => _ = write!(self.text, "C[{ms}ms]"),
            Some(ms) => _ = write!(self.text, "C[{ms}ms\n{comment}]"),
            None if split_time(&comment).0.is_some() => _ = write!(self.text, "C[\\{comment}]"),
            None => self.value("C", &node.comment),
        }
    }

    /// A property with this text, if there is any.
    fn value(&mut self, name: &str, text: &str) {
        if !text.is_empty() {
            let _ = write!(self.text, "{name}[{}]", escape(text));
        }
    }

    fn properties<'a>(&mut self, properties: impl IntoIterator<Item = &'a Property>) {
        properties.into_iter().for_each(|property| _ = write!(self.text, "{property}"));
    }
}

/// The properties of the game, and whether they name the rule. What they say of another rule is left out.
fn written_properties(record: &Record) -> (impl Iterator<Item = &Property>, bool) {
    let is_rule = |property: &&Property| property.name() == "RU";
    let named = record.properties.iter().find(is_rule).and_then(|property| property.values().next());
    let is_true = named.is_some_and(|text| rule_from_text(&text) == record.rule);
    (record.properties.iter().filter(move |property| is_true || !is_rule(property)), is_true)
}

const fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}

/// Column and row from the top left, a letter each.
fn letters(size: Size, point: Point) -> Result<String, RecordError> {
    let row = (size.side() - 1).checked_sub(point.row()).filter(|_| size.contains(point));
    let row = row.ok_or(unwritable(ON_BOARD))?;
    let letter = |index: usize| char::from(b'a' + u8::try_from(index).unwrap_or(0));
    Ok([letter(point.col()), letter(row)].into_iter().collect())
}

const fn unwritable(why: &'static str) -> RecordError {
    RecordError::Unwritable { form: Format::Sgf.noun(), why }
}
