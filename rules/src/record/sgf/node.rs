//! What the properties of a node mean.

use super::super::error::{Fault, Problem};
use super::super::property::unescape;
use super::super::{Node, Property, Record, RecordedMove, rule_from_text};
use super::scan::{RawProperty, Value};
use crate::notation::shortened;
use crate::{Color, Point, PointSet, Size, Stone, Turn};

/// What a node says.
#[derive(Debug, Default)]
pub(super) struct Content<'a> {
    /// The moves: one, or by mistake more.
    turns: Vec<(Color, Turn)>,
    /// The comment with its escapes.
    comment: String,
    properties: Vec<Property>,
    /// What sets up the board.
    pub(super) setup: Vec<RawProperty<'a>>,
}

/// The properties of a game that a record has fields for.
const OF_GAME: [&str; 8] = ["GM", "SZ", "FF", "CA", "RU", "PB", "PW", "RE"];

/// A record of what the first node says of the game, and the nodes for its moves, if it has any.
pub(super) fn read_root(properties: Vec<RawProperty<'_>>) -> Result<(Record, Vec<Node>), Fault> {
    let (of_game, others): (Vec<_>, Vec<_>) =
        properties.into_iter().partition(|property| OF_GAME.contains(&property.name.as_str()));
    check_once(&of_game)?;
    let size = of_game.iter().find(|property| property.name == "SZ");
    let mut record = Record::new(size.map_or(Ok(Size::STANDARD), board_size)?);
    for property in &of_game {
        read_of_game(&mut record, property)?;
    }
    let mut content = read_node(others, record.size)?;
    for property in content.setup.drain(..) {
        set_up(&mut record, &property)?;
    }
    record.properties.append(&mut content.properties);
    if content.turns.is_empty() {
        record.comment = unescape(&content.comment);
        return Ok((record, Vec::new()));
    }
    Ok((record, content.into_nodes()?))
}

/// The game is told one thing about each.
fn check_once(properties: &[RawProperty<'_>]) -> Result<(), Fault> {
    for (index, property) in properties.iter().enumerate() {
        property.single()?;
        if properties.iter().skip(index + 1).any(|other| other.name == property.name) {
            return Err(Fault::wrong(
                property.at,
                &property.name,
                "one such property of the game and no second",
            ));
        }
    }
    Ok(())
}

fn read_of_game(record: &mut Record, property: &RawProperty<'_>) -> Result<(), Fault> {
    let value = property.first;
    match property.name.as_str() {
        "GM" if value.text().trim() != "4" => return Err(value.wrong("game 4, gomoku and renju,")),
        "RU" => {
            record.rule = rule_from_text(&value.text());
            // The name alone is written anew.
            if record.rule.is_none_or(|rule| rule.name() != value.raw) {
                record.properties.extend(property.kept());
            }
        }
        "PB" => record.players[Color::Black] = value.text(),
        "PW" => record.players[Color::White] = value.text(),
        "RE" => record.result = value.text(),
        _ => {}
    }
    Ok(())
}

/// What a node says other than of the game.
pub(super) fn read_node(properties: Vec<RawProperty<'_>>, size: Size) -> Result<Content<'_>, Fault> {
    let mut content = Content::default();
    for property in properties {
        match property.name.as_str() {
            "B" => content.turns.push((Color::Black, property.single()?.turn(size)?)),
            "W" => content.turns.push((Color::White, property.single()?.turn(size)?)),
            "C" => property.values().for_each(|value| content.say(value.raw)),
            "AB" | "AW" | "AE" | "PL" => content.setup.push(property),
            _ => content.properties.extend(property.kept()),
        }
    }
    Ok(content)
}

impl Content<'_> {
    /// Adds to the comment.
    fn say(&mut self, raw: &str) {
        if !self.comment.is_empty() {
            self.comment.push('\n');
        }
        self.comment.push_str(raw);
    }

    /// The nodes: one for each move, and one if there is none. What is said is said of the last.
    pub(super) fn into_nodes(mut self) -> Result<Vec<Node>, Fault> {
        for property in &self.setup {
            self.properties.extend(property.outside_setup()?);
        }
        let played = |&(color, turn): &(Color, Turn)| Node::from(RecordedMove { color, turn, ms: None });
        let mut nodes: Vec<Node> = self.turns.iter().map(played).collect();
        let mut last = nodes.pop().unwrap_or_default();
        let mut comment = self.comment.as_str();
        if let Some(played) = &mut last.played {
            (played.ms, comment) = split_time(comment);
        }
        last.comment = unescape(comment);
        last.properties = self.properties;
        nodes.push(last);
        Ok(nodes)
    }

    /// Whether nothing is left of a node that has set up the board.
    pub(super) fn is_empty(&self) -> bool {
        self.turns.is_empty() && self.comment.is_empty() && self.properties.is_empty()
    }
}

/// The time in a comment of a move, and the rest of the comment: the first line is `1500ms`. The comment has
/// its escapes, so that one that only looks like a time can begin with one.
pub(super) fn split_time(raw: &str) -> (Option<u64>, &str) {
    let end = raw.find(['\n', '\r']).unwrap_or(raw.len());
    let (line, rest) = raw.split_at(end);
    let digits = line.trim().strip_suffix("ms").unwrap_or_default();
    let ms = digits.parse::<u64>().ok().filter(|ms| ms.to_string() == digits);
    let rest = rest.strip_prefix("\r\n").or_else(|| rest.strip_prefix(['\n', '\r'])).unwrap_or_default();
    if ms.is_some() { (ms, rest) } else { (None, raw) }
}

/// Does what AB, AW, AE or PL says.
pub(super) fn set_up(record: &mut Record, property: &RawProperty<'_>) -> Result<(), Fault> {
    let color = match property.name.as_str() {
        "AB" => Some(Color::Black),
        "AW" => Some(Color::White),
        "AE" => None,
        _ => {
            record.first = Some(property.single()?.color()?);
            return Ok(());
        }
    };
    for value in property.values() {
        let points = value.points(record.size)?;
        match color {
            Some(color) => add_stones(record, color, points, value)?,
            None => record.setup.retain(|stone| !points.contains(stone.point)),
        }
    }
    record.setup.sort_by_key(|stone| stone.color);
    Ok(())
}

fn add_stones(record: &mut Record, color: Color, points: PointSet, value: Value<'_>) -> Result<(), Fault> {
    if record.setup.iter().any(|stone| points.contains(stone.point)) {
        return Err(value.wrong("a point without a stone"));
    }
    record.setup.extend(points.iter().map(|point| Stone { color, point }));
    Ok(())
}

impl RawProperty<'_> {
    /// What is left of a set-up where no board can be set up: who is to move is kept as it stands, for the moves
    /// say it anyway.
    pub(super) fn outside_setup(&self) -> Result<Option<Property>, Fault> {
        let needed = "a place before the first move and outside of variations";
        if self.name == "PL" { Ok(self.kept()) } else { Err(Fault::wrong(self.at, &self.name, needed)) }
    }
}

impl Value<'_> {
    fn point(self, size: Size) -> Result<Point, Fault> {
        point_of(self.raw.trim(), size).ok_or_else(|| self.wrong("a point of the board such as hh or h8"))
    }

    /// The points of an item of a list: one, or the rectangle between two corners `aa:cc`.
    fn points(self, size: Size) -> Result<PointSet, Fault> {
        let Some((one, other)) = self.raw.split_once(':') else {
            return Ok(std::iter::once(self.point(size)?).collect());
        };
        let corners = point_of(one.trim(), size).zip(point_of(other.trim(), size));
        let (one, other) = corners.ok_or_else(|| self.wrong("two corners of a rectangle such as aa:cc"))?;
        let within = |x: usize, a: usize, b: usize| (a.min(b)..=a.max(b)).contains(&x);
        let is_inside =
            |p: &Point| within(p.col(), one.col(), other.col()) && within(p.row(), one.row(), other.row());
        Ok(size.points().filter(is_inside).collect())
    }

    fn turn(self, size: Size) -> Result<Turn, Fault> {
        let text = self.raw.trim();
        let is_pass = text.is_empty() || (text == "tt" && size.side() <= 19);
        if is_pass { Ok(Turn::Pass) } else { self.point(size).map(Turn::Place) }
    }

    fn color(self) -> Result<Color, Fault> {
        match self.raw.trim().to_ascii_lowercase().as_str() {
            "b" | "black" | "1" => Ok(Color::Black),
            "w" | "white" | "2" => Ok(Color::White),
            _ => Err(self.wrong("B or W")),
        }
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

fn board_size(property: &RawProperty<'_>) -> Result<Size, Fault> {
    let value = property.first;
    let text = value.raw.trim();
    let side = match text.split_once(':') {
        Some((width, height)) if width == height => width,
        _ => text,
    };
    let size = side.parse().ok().and_then(Size::new);
    size.ok_or_else(|| Fault { at: value.at, problem: Problem::Size(shortened(text)) })
}
