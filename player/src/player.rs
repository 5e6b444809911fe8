//! Anyone who can be asked for a move: our engine, and later a child process or a person.

use std::io::{self, Read, Write};

use tianyuan_rules::opening::Act;
use tianyuan_rules::{Point, Position, Rule};

use crate::{Control, Job, Listener, Settings};

/// The answer to a job.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// Play here.
    Move(Point),
    /// What is done in an opening.
    Opening {
        /// The acts until the other player has to act or the opening is over, at least one; every one is allowed after
        /// those before it.
        acts: Vec<Act>,
        /// The move that follows, if the opening is over and it is still this player's turn.
        then: Option<Point>,
    },
    /// These stones, of both sides in turn. Fewer than were asked for if no more were found.
    Stones(Vec<Point>),
    /// There is no empty point.
    NoMove,
}

/// Bytes of stack for a thread that lets a player think: a search recurses as deep as the board has points.
pub const THINKING_STACK: usize = 16 << 20;

/// Someone who can be asked.
pub trait Player {
    /// Thinks about a job until a limit is reached or `control` says stop, and answers. Blocks the calling
    /// thread. The listener hears of what is found as it is found; every answer that is a move stands on an
    /// empty point, whatever happens.
    fn think(&mut self, job: &Job, control: &Control, listener: &mut dyn Listener) -> Answer;

    /// Takes new settings; what cannot be had is lowered.
    fn configure(&mut self, settings: Settings);

    /// May build what questions under this rule will need, so that the first one costs no time for it.
    fn prepare(&mut self, _rule: Rule) {}

    /// Forgets everything learnt from former positions.
    fn forget(&mut self);

    /// How much of the room for what it learns is taken, 0 to 1; `None` if it learns nothing.
    fn fullness(&self) -> Option<f64> {
        None
    }

    /// Writes what it has learnt, in a form that [`recall`](Self::recall) reads.
    fn record(&self, _output: &mut dyn Write) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// Reads what was once learnt instead of what is known. Bytes of another kind are an error and change
    /// nothing, broken ones an error that leaves it knowing nothing.
    fn recall(&mut self, _input: &mut dyn Read) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// What it sees in a position before it thinks, in a few lines for people.
    fn describe(&self, _position: &Position) -> Vec<String> {
        Vec::new()
    }
}
