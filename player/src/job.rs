//! A question to a player.

use tianyuan_rules::Position;

use crate::Limits;

/// Everything that a player may know about what it is asked.
#[derive(Clone, Debug)]
pub struct Job {
    /// The position; its side to move is the one asked. Carries the rule.
    pub position: Position,
    /// When to stop.
    pub limits: Limits,
    /// What is asked.
    pub task: Task,
}

/// What is asked about a position. The decisions of the opening phases will be further tasks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Task {
    /// The best move.
    Move,
    /// The best `lines` moves, each with its value and continuation; at least 1.
    Analyze {
        /// How many moves are wanted. Fewer are given if there are fewer.
        lines: usize,
    },
}

impl Task {
    /// Number of lines of play to be reported, at least 1.
    pub fn lines(self) -> usize {
        match self {
            Self::Move => 1,
            Self::Analyze { lines } => lines.max(1),
        }
    }
}
