//! Lines of play and answers as JSON, one object a line. `docs/stream.md` describes them for users.

use std::time::Duration;

use serde::Serialize;
use tianyuan_player::{Lines, Report, Verdict};
use tianyuan_rules::{Color, Foul, Point, Position};
use tianyuan_search::threat::Proof;

use super::question::{Over, forbidden};
use super::words;

/// One line of play.
#[derive(Debug, Serialize)]
struct Play<'a, H> {
    /// What tells whose line it is.
    #[serde(flatten)]
    head: &'a H,
    /// From 1, the best.
    line: usize,
    lines: usize,
    depth: u32,
    seldepth: u32,
    nodes: u64,
    ms: u128,
    nps: u64,
    /// The first move of line 1 at this depth.
    best: Option<String>,
    verdict: Expected,
    win_chance: f64,
    pv: Vec<String>,
}

/// A verdict; distances are in plies.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum Expected {
    WinIn(u32),
    LossIn(u32),
    Value(i32),
}

/// The end of an analysis.
#[derive(Debug, Serialize)]
struct End<'a, H> {
    #[serde(flatten)]
    head: &'a H,
    r#final: bool,
    best: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    proved: Option<&'a Proved>,
    lines: Vec<Play<'a, NoHead>>,
    forbidden: Vec<Forbidden>,
    nodes: u64,
    ms: u128,
    cancelled: bool,
}

/// A point that is forbidden for the side to move.
#[derive(Debug, Serialize)]
struct Forbidden {
    point: String,
    foul: String,
}

/// Lines within an answer need not say whose they are.
#[derive(Debug, Serialize)]
struct NoHead {}

/// A win that was replayed against every legal reply.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Proved {
    /// Plies to the win if the opponent resists as long as he can.
    pub(crate) plies: u32,
    /// The longest resistance.
    line: Vec<String>,
    /// The same in words, a move of the winner a line.
    pub(crate) words: Vec<String>,
}

impl Proved {
    /// The proof of a win of the side to move.
    pub(crate) fn new(position: &Position, proof: &Proof) -> Self {
        let line = proof.line().iter().map(Point::to_string).collect();
        Self { plies: proof.plies(), line, words: words::tell(position, proof) }
    }
}

/// How an analysis ended.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ending {
    /// The move to play; none if there is no empty point or nothing was looked at.
    pub(crate) best: Option<Point>,
    /// How the game ended, if it is over.
    pub(crate) over: Option<Over>,
    /// A win that is proved.
    pub(crate) proved: Option<Proved>,
    /// Time from the first thought to the answer.
    pub(crate) elapsed: Duration,
    /// Whether somebody ended it before its limits did.
    pub(crate) is_cancelled: bool,
}

/// The objects of the lines of a depth. `head` is a struct whose fields come first in each.
pub(crate) fn lines(head: &impl Serialize, lines: &Lines) -> Vec<String> {
    lines_of(head, lines).iter().map(text).collect()
}

/// The object of the answer: `lines` are those that were found in `position`.
pub(crate) fn answer(head: &impl Serialize, position: &Position, lines: &Lines, ending: &Ending) -> String {
    let forbidden = if ending.over.is_some() { Vec::new() } else { forbidden(position) };
    text(&End {
        head,
        r#final: true,
        best: ending.best.map(|point| point.to_string()),
        result: ending.over.map(result),
        proved: ending.proved.as_ref(),
        lines: lines_of(&NoHead {}, lines),
        forbidden: forbidden.into_iter().map(Forbidden::from).collect(),
        nodes: lines.nodes(),
        ms: ending.elapsed.as_millis(),
        cancelled: ending.is_cancelled,
    })
}

/// An object in one line.
pub(crate) fn text(object: &impl Serialize) -> String {
    // Nothing that is written here can fail: keys are texts and no map is foreign.
    serde_json::to_string(object).unwrap_or_default()
}

fn lines_of<'a, H>(head: &'a H, lines: &Lines) -> Vec<Play<'a, H>> {
    let best = lines.best().map(|point| point.to_string());
    lines.all().iter().map(|report| Play::new(head, report, best.clone())).collect()
}

impl<'a, H> Play<'a, H> {
    fn new(head: &'a H, report: &Report, best: Option<String>) -> Self {
        Self {
            head,
            line: report.line + 1,
            lines: report.lines,
            depth: report.depth,
            seldepth: report.selective_depth,
            nodes: report.nodes,
            ms: report.elapsed.as_millis(),
            nps: report.nodes_per_second(),
            best,
            verdict: report.verdict.into(),
            win_chance: (report.verdict.win_chance() * 10_000.0).round() / 10_000.0,
            pv: report.pv.iter().map(Point::to_string).collect(),
        }
    }
}

impl From<Verdict> for Expected {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::WinIn(plies) => Self::WinIn(plies),
            Verdict::LossIn(plies) => Self::LossIn(plies),
            Verdict::Estimate { value, .. } => Self::Value(value),
        }
    }
}

impl From<(Point, Foul)> for Forbidden {
    fn from((point, foul): (Point, Foul)) -> Self {
        Self { point: point.to_string(), foul: foul.to_string() }
    }
}

const fn result(over: Over) -> &'static str {
    match over {
        Over::Won(Color::Black) => "black_wins",
        Over::Won(Color::White) => "white_wins",
        Over::Full => "draw",
    }
}
