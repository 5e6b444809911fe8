//! A game as it is kept: a line of a journal.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use tianyuan_rules::{Color, Outcome, Point, Size, Symmetry, Victory, notation};

use crate::competitor::Info;
use crate::referee::{MoveRecord, Played};

/// A game that was played, with all that is known of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The number of its pair in the plan, from 0.
    pub pair: usize,
    /// Whether it is the second game of the pair.
    pub second: bool,
    /// The players' numbers: Black, White.
    pub players: [usize; 2],
    /// The moves that were given, as a code.
    pub opening: String,
    /// The moves that were played, as a code.
    pub moves: String,
    /// Milliseconds for each move that was played.
    pub ms: Vec<f64>,
    /// What the players said of each move: depth, nodes, score.
    pub said: Vec<(Option<u32>, Option<u64>, Option<f64>)>,
    /// Moves that came after their limit, and by how many milliseconds the latest.
    pub late: [(u32, f64); 2],
    /// The result.
    pub result: GameResult,
    /// A word for what lost the game if it was no five.
    pub fault: Option<FaultKind>,
    /// The end in words.
    pub reason: String,
    /// The most memory in bytes that each side was seen to use, Black's first.
    #[serde(default)]
    pub memory: [Option<u64>; 2],
    /// How often each side swallowed a question, with the tries that were played again.
    #[serde(default)]
    pub swallowed: [u32; 2],
}

/// The result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum GameResult {
    /// Black won.
    Black,
    /// White won.
    White,
    /// Nobody won.
    Draw,
    /// It does not count.
    Void,
}

/// What loses a game besides a five of the opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum FaultKind {
    /// A move after its limit.
    Time,
    /// A move that is none.
    Illegal,
    /// A forbidden move.
    Foul,
    /// A crash, silence, a flood, wrong answers, or too much memory.
    Failure,
}

impl GameRecord {
    /// The record of a game; `players`: who was Black in the end, and White.
    pub fn new(pair: usize, second: bool, players: [usize; 2], played: &Played) -> Self {
        let opening = &played.opening;
        Self {
            pair,
            second,
            players,
            opening: notation::code(opening.iter().copied()),
            moves: notation::code(played.moves.iter().map(|mv| mv.point)),
            ms: played.moves.iter().map(|mv| milliseconds(mv.used)).collect(),
            said: played.moves.iter().map(|mv| said(&mv.info)).collect(),
            late: late(opening.len(), &played.moves),
            result: result(played.outcome),
            fault: fault(played.outcome),
            reason: played.reason.clone(),
            memory: played.memory,
            swallowed: Color::ALL.map(|color| u32::from(played.swallowed == Some(color))),
        }
    }

    /// What a player made of it in halves of a point; `None` if it does not count.
    pub const fn half_points(&self, color: Color) -> Option<u8> {
        match (self.result, color) {
            (GameResult::Black, Color::Black) | (GameResult::White, Color::White) => Some(2),
            (GameResult::Black, Color::White) | (GameResult::White, Color::Black) => Some(0),
            (GameResult::Draw, _) => Some(1),
            (GameResult::Void, _) => None,
        }
    }

    /// All moves, those that were given first. A move that was none is the last of a game, and is left out.
    pub fn points(&self, size: Size) -> Vec<Point> {
        let code = format!("{}{}", self.opening, self.moves);
        let without_last = || code.rfind(|c: char| c.is_ascii_alphabetic()).and_then(|at| code.get(..at));
        let points = notation::parse_code(&code, size);
        points.or_else(|error| notation::parse_code(without_last().ok_or(error)?, size)).unwrap_or_default()
    }

    /// What games that are the same but for a rotation or reflection have in common.
    pub fn key(&self, size: Size) -> String {
        let points = self.points(size);
        let image = |symmetry: Symmetry| notation::code(points.iter().map(|&p| symmetry.apply(size, p)));
        let least = Symmetry::ALL.into_iter().map(image).min().unwrap_or_default();
        format!("{}-{} {least}", self.players[0], self.players[1])
    }
}

fn milliseconds(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e6).round() / 1e3
}

fn said(info: &Info) -> (Option<u32>, Option<u64>, Option<f64>) {
    (info.depth, info.nodes, info.score.map(crate::competitor::Score::number))
}

/// For each side the number of moves after their limit and how late the latest was.
fn late(opening: usize, moves: &[MoveRecord]) -> [(u32, f64); 2] {
    let mut late = [(0, 0.0_f64); 2];
    for (at, mv) in (opening..).zip(moves).filter(|(_, mv)| !mv.late.is_zero()) {
        let (n, most) = &mut late[at % 2];
        *n += 1;
        *most = most.max(milliseconds(mv.late));
    }
    late
}

fn result(outcome: Option<Outcome>) -> GameResult {
    match outcome {
        Some(Outcome::Win { color: Color::Black, .. }) => GameResult::Black,
        Some(Outcome::Win { color: Color::White, .. }) => GameResult::White,
        Some(Outcome::Draw { .. }) => GameResult::Draw,
        Some(Outcome::BothLose { .. } | Outcome::Replay { .. }) | None => GameResult::Void,
    }
}

fn fault(outcome: Option<Outcome>) -> Option<FaultKind> {
    let Some(Outcome::Win { how, .. }) = outcome else { return None };
    match how {
        Victory::Five | Victory::Overline | Victory::Resignation | Victory::Agreement => None,
        Victory::Foul(_) => Some(FaultKind::Foul),
        Victory::Time => Some(FaultKind::Time),
        Victory::Offence(tianyuan_rules::Offence::IllegalMove) => Some(FaultKind::Illegal),
        Victory::Offence(_) => Some(FaultKind::Failure),
    }
}
