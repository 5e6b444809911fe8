//! How long a player may think and what it may use.

use std::time::Duration;

use crate::Moment;

/// When to stop thinking: the first limit that is reached counts. `None` is no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// When the clock of this move began to run: the arrival of the command.
    pub started: Moment,
    /// Time for this move. Zero: answer at once.
    pub turn: Option<Duration>,
    /// Time left for the rest of the game, this move included, as it stood at `started`.
    pub game: Option<Duration>,
    /// Time that each move adds to `game`.
    pub increment: Duration,
    /// Depth in plies of the last iteration.
    pub depth: Option<u32>,
    /// Nodes, summed over all threads. With one thread and the same settings a player that knows nothing of
    /// former positions gives the same move for the same number.
    pub nodes: Option<u64>,
}

impl Limits {
    /// No limit at all: until told to stop.
    pub const INFINITE: Self = Self {
        started: Moment::new(Duration::ZERO),
        turn: None,
        game: None,
        increment: Duration::ZERO,
        depth: None,
        nodes: None,
    };

    /// A limit in nodes and nothing else.
    pub const fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::INFINITE }
    }

    /// A limit in plies and nothing else.
    pub const fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::INFINITE }
    }
}

/// What a player may use, between jobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Threads, at least 1.
    pub threads: usize,
    /// Bytes for the transposition table, rounded down by the player. For a question about forced wins it takes as
    /// much again as an eighth of this: [`Settings::PART_BESIDE_TABLE`].
    pub table_bytes: usize,
}

impl Settings {
    /// Which part of the table's bytes may be taken beside it.
    pub const PART_BESIDE_TABLE: usize = 8;
}

impl Default for Settings {
    fn default() -> Self {
        Self { threads: 1, table_bytes: 64 << 20 }
    }
}
