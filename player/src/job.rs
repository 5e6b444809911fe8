//! A question to a player.

use tianyuan_rules::opening::OpeningGame;
use tianyuan_rules::{MAX_SIZE, Point, PointSet, Position};

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
    /// Which moves may be the answer.
    pub choice: Choice,
    /// Whether [`Mark`](crate::Mark)s are wanted.
    pub marks: bool,
    /// How many [`Insight`](crate::Insight)s are wanted, at most.
    pub insights: usize,
}

impl Job {
    /// A question about an opening.
    pub fn opening(game: OpeningGame, limits: Limits, seed: u64) -> Self {
        let task = OpeningTask { game, seed, move_follows: true };
        Self::new(task.game.position(), limits, Task::Opening(Box::new(task)))
    }

    /// The same question without the move behind the opening.
    #[must_use]
    pub fn without_move(mut self) -> Self {
        if let Task::Opening(task) = &mut self.task {
            task.move_follows = false;
        }
        self
    }

    /// A question with no restriction on the moves.
    pub const fn new(position: Position, limits: Limits, task: Task) -> Self {
        Self { position, limits, task, choice: Choice::ANY, marks: false, insights: 0 }
    }
}

/// Which moves may be the answer: a restriction on the first move only, not on those that follow it.
///
/// If nothing is left the choice does not count, for an answer must be given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// These and no others, whether the player finds them sensible or not; `None` leaves it to the player.
    pub only: Option<PointSet>,
    /// Not these.
    pub without: PointSet,
    /// These too, besides those that the player would look at by itself when nothing is forced.
    pub also: PointSet,
}

impl Choice {
    /// No restriction.
    pub const ANY: Self = Self { only: None, without: PointSet::EMPTY, also: PointSet::EMPTY };

    /// Whether a move may be the answer.
    pub fn allows(&self, point: Point) -> bool {
        !self.without.contains(point) && self.only.as_ref().is_none_or(|only| only.contains(point))
    }
}

/// What a forced win may be made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Force {
    /// Fours alone (VCF).
    Fours,
    /// Fours, threes and other threats to win by fours (VCT).
    Threats,
}

/// An opening in which a player has to act.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningTask {
    /// The opening as it stands, not over.
    pub game: OpeningGame,
    /// Chooses among what is equally good: with the same seed and a limit in nodes the answer is the same. A first look
    /// at every choice may cost more nodes than the limit.
    pub seed: u64,
    /// Whether the move behind the opening is wanted, should it end in a turn of the player.
    pub move_follows: bool,
}

/// What is asked about a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Task {
    /// The best move.
    Move,
    /// The best `lines` moves, each with its value and continuation; at least 1.
    Analyze {
        /// How many moves are wanted. Fewer are given if there are fewer.
        lines: usize,
    },
    /// A forced win. If one is proved [`Mark::Wins`](crate::Mark::Wins) says so, and its first move is the answer;
    /// else the answer is a move that was found in a moment.
    Win(Force),
    /// Which moves hold. [`Mark::Loses`](crate::Mark::Loses) names those that lose to a forced win of the opponent,
    /// wanted or not; the others are compared as in [`Task::Analyze`].
    Defend,
    /// Stones of both sides in turn after which the side to move now has about a value.
    Balance {
        /// How many, 1 or 2.
        stones: usize,
        /// The value, in units of the evaluation.
        value: i32,
    },
    /// What is done in an opening by the player who has to act; the position is that of its stones.
    Opening(Box<OpeningTask>),
}

impl Task {
    /// Number of lines of play to be reported, at least 1.
    pub fn lines(&self) -> usize {
        match self {
            Self::Move | Self::Win(_) | Self::Balance { .. } | Self::Opening(_) => 1,
            Self::Analyze { lines } => (*lines).max(1),
            Self::Defend => MAX_SIZE * MAX_SIZE,
        }
    }
}
