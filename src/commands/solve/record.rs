//! A position as a line of JSON.

use serde::Deserialize;
use serde_json::Value;
use tianyuan_rules::{Color, ParseRuleError, Point, Position, Rule, Size};

use super::Over;

/// A line as it is written; what else it has is passed over.
#[derive(Debug, Deserialize)]
struct Written {
    #[serde(default)]
    id: Value,
    rule: String,
    size: usize,
    side: String,
    #[serde(default)]
    moves: Option<String>,
    #[serde(default)]
    black: Vec<String>,
    #[serde(default)]
    white: Vec<String>,
}

/// A position with its name.
#[derive(Debug)]
pub(super) struct Record {
    pub(super) id: Value,
    pub(super) position: Position,
}

/// Why a line is no position, with the name of the record where it has one.
#[derive(Debug)]
pub(super) struct Complaint {
    pub(super) id: Value,
    pub(super) what: String,
}

impl Record {
    /// Reads a line.
    pub(super) fn read(line: &str) -> Result<Self, Complaint> {
        let written: Written = serde_json::from_str(line)
            .map_err(|error| Complaint { id: id_of(line), what: error.to_string() })?;
        match written.position() {
            Ok(position) => Ok(Self { id: written.id, position }),
            Err(what) => Err(Complaint { id: written.id, what }),
        }
    }
}

/// The name of a record that has other faults.
fn id_of(line: &str) -> Value {
    let object: Option<Value> = serde_json::from_str(line).ok();
    object.and_then(|object| object.get("id").cloned()).unwrap_or(Value::Null)
}

impl Written {
    fn position(&self) -> Result<Position, String> {
        let rule: Rule = self.rule.parse().map_err(|error: ParseRuleError| format!("rule: {error}"))?;
        let size = Size::new(self.size).ok_or("size: a number 5 to 22 is needed")?;
        let side = super::points::color(&self.side).map_err(|error| format!("side: {error}"))?;
        let mut position = Position::new(size, rule);
        if let Some(moves) = &self.moves {
            let moves = moves.split_whitespace().map(point).collect::<Result<Vec<_>, _>>()?;
            position = Position::from_moves(size, rule, &moves).map_err(|error| format!("moves: {error}"))?;
        }
        for (color, points) in [(Color::Black, &self.black), (Color::White, &self.white)] {
            for text in points {
                position.put(color, point(text)?).map_err(|error| format!("{color} {text}: {error}"))?;
            }
        }
        position.set_side(side);
        match Over::of(&position) {
            Some(over) => Err(over.to_string()),
            None => Ok(position),
        }
    }
}

fn point(text: &str) -> Result<Point, String> {
    super::points::point(text)
}
