//! What a line of the stream asks.

use std::time::Duration;

use serde::Serialize;
use serde_json::Value;
use tianyuan_player::{Job, Limits, Task};
use tianyuan_rules::{Color, MAX_SIZE, MIN_SIZE, ParseRuleError, Position, Rule, Size, diagram, notation};

use super::fields::Fields;
use super::question::{self, Effort, MOST_DEPTH, MOST_LINES, MOST_THREADS};
use super::values::whole;

/// What tells a request from others: whatever the asking program likes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(untagged)]
pub(crate) enum Id {
    /// A whole number.
    Number(i64),
    /// A text.
    Text(String),
}

/// What a line asks.
#[derive(Debug)]
pub(crate) enum Command {
    /// To analyze a position.
    Ask(Box<Request>),
    /// To end the request with this id.
    Cancel(Id),
    /// To end all requests.
    CancelAll,
    /// To end all requests and the stream.
    Quit,
}

/// A position to be analyzed.
#[derive(Debug)]
pub(crate) struct Request {
    /// Its name.
    pub(crate) id: Id,
    /// The question. Its clock has not begun to run.
    pub(crate) job: Job,
    /// Threads to use, if it is said.
    pub(crate) threads: Option<usize>,
    /// Whether the lines of play of each depth are wanted on the way.
    pub(crate) wants_progress: bool,
    /// Whether only a cancel ends it.
    pub(crate) is_endless: bool,
    /// Whether what was learnt from former positions is to be forgotten first.
    pub(crate) is_fresh: bool,
}

/// Why a line asks nothing that can be done.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Refusal {
    /// Whose request it would be, as far as that can be told.
    pub(crate) id: Option<Id>,
    /// What is wrong, and what would be right.
    pub(crate) complaint: String,
}

/// The word that cancels all requests, and so cannot name one.
const ALL: &str = "all";

/// What is said where there is no position, or more than one.
const ONE_SET_UP: &str =
    "one set-up is needed: \"position\", \"board\", or \"black\", \"white\" and \"walls\"";

/// The fields of a request.
pub(crate) const FIELDS: [&str; 19] = [
    "id", "position", "board", "black", "white", "walls", "rule", "size", "side", "lines", "only", "without",
    "time_ms", "nodes", "depth", "endless", "threads", "progress", "fresh",
];

/// What a line asks.
pub(crate) fn parse(line: &[u8]) -> Result<Command, Refusal> {
    let nameless = |complaint| Refusal { id: None, complaint };
    let mut fields = Fields::of(line).map_err(nameless)?;
    for (name, order) in [("cancel", cancel as Order), ("quit", quit)] {
        if fields.contains(name) {
            let alone =
                fields.unknown(&[name]).map(|other| format!("{name:?} stands alone, without {other:?}"));
            return alone.map_or_else(|| order(&mut fields), Err).map_err(nameless);
        }
    }
    let id = fields.take("id").ok_or_else(|| "\"id\" is needed, a text or a whole number".to_owned());
    let id = id.and_then(|value| id_of(&value, "id")).map_err(nameless)?;
    match request(&id, &mut fields) {
        Ok(request) => Ok(Command::Ask(Box::new(request))),
        Err(complaint) => Err(Refusal { id: Some(id), complaint }),
    }
}

/// What reads a line that is no request.
type Order = fn(&mut Fields) -> Result<Command, String>;

fn cancel(fields: &mut Fields) -> Result<Command, String> {
    match fields.take("cancel") {
        Some(Value::String(all)) if all == ALL => Ok(Command::CancelAll),
        value => id_of(&value.unwrap_or_default(), "cancel").map(Command::Cancel),
    }
}

fn quit(fields: &mut Fields) -> Result<Command, String> {
    fields.read("quit", "true", |value| (*value == Value::Bool(true)).then_some(()))?;
    Ok(Command::Quit)
}

fn id_of(value: &Value, name: &str) -> Result<Id, String> {
    let text = |text: &str| Id::Text(text.to_owned());
    let id = value.as_i64().map(Id::Number).or_else(|| value.as_str().map(text));
    id.ok_or_else(|| format!("{name}: a text or a whole number is needed"))
}

fn request(id: &Id, fields: &mut Fields) -> Result<Request, String> {
    if *id == Id::Text(ALL.to_owned()) {
        return Err("id: \"all\" is the word that cancels all; another name is needed".to_owned());
    }
    if let Some(unknown) = fields.unknown(&FIELDS) {
        return Err(format!("unknown field {unknown:?}; the fields are {}", FIELDS.join(", ")));
    }
    let position = position(fields)?;
    let effort = effort(fields)?;
    let (only, without) = (fields.points("only")?, fields.points("without")?.unwrap_or_default());
    let choice = question::choice(&position, only.as_deref(), &without, "")?;
    let task = Task::Analyze { lines: lines(fields)? };
    Ok(Request {
        id: id.clone(),
        job: Job { choice, ..Job::new(position, effort.limits(), task) },
        threads: fields.number("threads", &(1..=MOST_THREADS))?.map(whole),
        wants_progress: fields.flag("progress")?,
        is_endless: effort.limits() == Limits::INFINITE,
        is_fresh: fields.flag("fresh")?,
    })
}

fn lines(fields: &mut Fields) -> Result<usize, String> {
    let needed = format!("a whole number 1 to {MOST_LINES} or \"all\"");
    let lines = fields.read("lines", &needed, |value| match value.as_str() {
        Some(word) => (word == ALL).then_some(MOST_LINES),
        None => value.as_u64().filter(|lines| (1..=MOST_LINES).contains(lines)),
    })?;
    Ok(whole(lines.unwrap_or(1)))
}

fn effort(fields: &mut Fields) -> Result<Effort, String> {
    let effort = Effort {
        time: fields.number("time_ms", &(0..=u64::MAX))?.map(Duration::from_millis),
        nodes: fields.number("nodes", &(1..=u64::MAX))?,
        depth: fields.number("depth", &(1..=MOST_DEPTH))?,
        is_endless: fields.flag("endless")?,
    };
    let is_limited = effort.time.is_some() || effort.nodes.is_some() || effort.depth.is_some();
    if effort.is_endless && is_limited {
        return Err("endless: it stands without time_ms, nodes and depth".to_owned());
    }
    Ok(effort)
}

/// The position in one of its three forms, with the side that is to move.
fn position(fields: &mut Fields) -> Result<Position, String> {
    let rule = fields.text("rule")?.map_or(Ok(Rule::Renju), |rule| {
        rule.parse().map_err(|error: ParseRuleError| format!("rule: {rule:?} is {error}"))
    })?;
    let sides = MIN_SIZE as u64..=MAX_SIZE as u64;
    let size = fields.number("size", &sides)?.and_then(|side| Size::new(whole(side)));
    let (code, drawing) = (fields.text("position")?, fields.text("board")?);
    let has_stones = ["black", "white", "walls"].into_iter().any(|name| fields.contains(name));
    let mut position = match (code, drawing, has_stones) {
        (Some(code), None, false) => notation::position_from_code(&code, size.unwrap_or_default(), rule)
            .map_err(|error| format!("position: {error}"))?,
        (None, Some(drawing), false) => drawn(&drawing, size, rule)?,
        (None, None, true) => set_up(fields, size.unwrap_or_default(), rule)?,
        _ => return Err(ONE_SET_UP.to_owned()),
    };
    if let Some(side) = fields.text("side")? {
        position.set_side(question::color(&side).map_err(|complaint| format!("side: {complaint}"))?);
    }
    Ok(position)
}

fn drawn(drawing: &str, size: Option<Size>, rule: Rule) -> Result<Position, String> {
    let position = diagram::parse_drawing(drawing, rule).map_err(|error| format!("board: {error}"))?;
    let found = position.size();
    match size.filter(|&size| size != found) {
        Some(size) => Err(format!("size: the board is {found} and not {size}; leave it out")),
        None => Ok(position),
    }
}

/// Stones and walls in any numbers. The side with fewer stones is to move, Black if they are equal.
fn set_up(fields: &mut Fields, size: Size, rule: Rule) -> Result<Position, String> {
    let mut position = Position::new(size, rule);
    for (name, color) in [("black", Some(Color::Black)), ("white", Some(Color::White)), ("walls", None)] {
        for point in fields.points(name)?.unwrap_or_default() {
            let put = match color {
                Some(color) => position.put(color, point),
                None => position.put_wall(point),
            };
            put.map_err(|error| format!("{name}: {error}; an empty point is needed"))?;
        }
    }
    let n_stones = |color| position.stones()[color].len();
    if n_stones(Color::Black) > n_stones(Color::White) {
        position.set_side(Color::White);
    }
    Ok(position)
}
