//! What was found, for people and for programs.

use std::io::{self, Write};
use std::time::Duration;

use serde::Serialize;
use serde_json::Value;
use tianyuan_player::Force;
use tianyuan_rules::{Color, Diagram, Point, Position};
use tianyuan_search::threat::{Defence, Proof};

use super::question::Wanted;
use crate::commands::analysis::words;
use crate::position_argument::Reading;

/// An answer with what it cost.
#[derive(Debug)]
pub(super) struct Answer {
    pub(super) wanted: Wanted,
    pub(super) found: Found,
    pub(super) nodes: u64,
    pub(super) elapsed: Duration,
}

/// An answer for programs.
#[derive(Debug, Serialize)]
pub(super) struct Object<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a Value>,
    /// `win`, `none`, `unknown`; `defences` where all moves were judged.
    result: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<String>,
    /// Plies.
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shortest: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    defences: Option<Vec<String>>,
    /// Moves that are not settled.
    #[serde(skip_serializing_if = "Option::is_none")]
    open: Option<Vec<String>>,
    nodes: u64,
    micros: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    checked: Option<bool>,
}

/// What was found.
#[derive(Debug)]
pub(super) enum Found {
    Win(Proof),
    None,
    Unknown,
    Defences(Vec<(Point, Defence)>),
}

impl Answer {
    /// The proof of a win.
    pub(super) const fn proof(&self) -> Option<&Proof> {
        match &self.found {
            Found::Win(proof) => Some(proof),
            _ => None,
        }
    }

    /// Whether a win is known to be the shortest by fours, where that was asked.
    fn shortest(&self, proof: &Proof) -> Option<bool> {
        matches!(self.wanted, Wanted::Shortest(_)).then(|| proof.is_by_fours())
    }

    /// The answer as JSON, with the id of a record if it has one.
    pub(super) fn object<'a>(&'a self, id: Option<&'a Value>) -> Object<'a> {
        let blank = Object {
            id,
            result: "none",
            line: None,
            length: None,
            shortest: None,
            defences: None,
            open: None,
            nodes: self.nodes,
            micros: u64::try_from(self.elapsed.as_micros()).unwrap_or(u64::MAX),
            checked: None,
        };
        match &self.found {
            Found::Win(proof) => Object {
                result: "win",
                line: Some(names(&proof.line())),
                length: Some(proof.plies()),
                shortest: self.shortest(proof),
                checked: Some(true),
                ..blank
            },
            Found::None => blank,
            Found::Unknown => Object { result: "unknown", ..blank },
            Found::Defences(judged) => {
                let open = strings(&of_kind(judged, &Defence::Open));
                let result = if open.is_empty() { "defences" } else { "unknown" };
                let defences = Some(strings(&of_kind(judged, &Defence::Holds)));
                Object { result, defences, open: Some(open), ..blank }
            }
        }
    }

    /// The position and the answer in words.
    pub(super) fn tell(&self, reading: &Reading, output: &mut impl Write) -> io::Result<()> {
        let position = &reading.position;
        let drawing = Diagram::new(position);
        let drawing = if reading.has_order { drawing.with_last_move() } else { drawing };
        write!(output, "{drawing}")?;
        let side = position.side();
        writeln!(output, "{side} to move, {}.\n", position.rule())?;
        match &self.found {
            Found::Win(proof) => tell_win(position, proof, self.shortest(proof), output)?,
            Found::None => writeln!(output, "{side} has no win {}.", self.wanted.means())?,
            Found::Unknown => {
                writeln!(output, "Not settled: no win of {side} {} was found so far.", self.wanted.means())?;
            }
            Found::Defences(judged) => tell_defences(side, self.wanted, judged, output)?,
        }
        writeln!(output, "{} nodes in {:.3} s", self.nodes, self.elapsed.as_secs_f64())
    }
}

impl Wanted {
    /// What the win is made of.
    const fn means(self) -> &'static str {
        let (Self::Win(force) | Self::Shortest(force) | Self::Defences(force)) = self;
        match force {
            Force::Fours => "by fours",
            Force::Threats => "by threats",
        }
    }
}

fn tell_win(
    position: &Position,
    proof: &Proof,
    shortest: Option<bool>,
    output: &mut impl Write,
) -> io::Result<()> {
    let side = position.side();
    writeln!(output, "{side} wins in {} plies, checked against every legal reply.", proof.plies())?;
    match shortest {
        None => {}
        Some(true) => writeln!(output, "No win by fours is shorter.")?,
        Some(false) => writeln!(output, "Whether a shorter win exists is not known.")?,
    }
    writeln!(output, "The longest resistance: {}\n", names(&proof.line()))?;
    let told = words::tell(position, proof);
    told.iter().try_for_each(|line| writeln!(output, "  {line}"))?;
    writeln!(output)
}

fn tell_defences(
    side: Color,
    wanted: Wanted,
    judged: &[(Point, Defence)],
    output: &mut impl Write,
) -> io::Result<()> {
    let (holds, open) = (of_kind(judged, &Defence::Holds), of_kind(judged, &Defence::Open));
    let means = wanted.means();
    if holds.len() == judged.len() {
        return writeln!(output, "{} has no win {means}, whatever {side} plays.", !side);
    }
    let winner = !side;
    let told = match (holds.len(), open.len()) {
        (0, 0) => format!("No move of {side} stops the win of {winner} {means}."),
        (0, _) => format!("No move of {side} is known to stop the win of {winner} {means}."),
        (n, _) => format!("{n} moves of {side} stop the win of {winner} {means}:\n  {}", names(&holds)),
    };
    writeln!(output, "{told}")?;
    if !open.is_empty() {
        writeln!(output, "Not settled: {}", names(&open))?;
    }
    Ok(())
}

fn of_kind(judged: &[(Point, Defence)], kind: &Defence) -> Vec<Point> {
    judged.iter().filter(|(_, defence)| defence == kind).map(|&(point, _)| point).collect()
}

fn strings(points: &[Point]) -> Vec<String> {
    points.iter().map(Point::to_string).collect()
}

fn names(points: &[Point]) -> String {
    strings(points).join(" ")
}
