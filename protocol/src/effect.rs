//! What a session wants done.

use smallvec::SmallVec;
use tianyuan_player::{Job, Limits, Settings};
use tianyuan_rules::{Position, Rule};

use crate::Reply;

/// Something for the driver to do, in the order given.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Write this line and flush.
    Write(Reply),
    /// Ask the player. Never given while an earlier question is open, but a question that the session has answered
    /// itself, because the player was too late, or dropped may still occupy the player.
    Think(Box<Job>),
    /// Let the player think while the opponent does: a question that nobody waits for. It ends with
    /// [`Interrupt`](Self::Interrupt), and its answer is dropped.
    Ponder(Box<Job>),
    /// Ask the player to answer at once.
    Interrupt,
    /// Give the player that is thinking new limits.
    NewLimits(Limits),
    /// Give the player new settings. Only given between questions.
    Configure(Settings),
    /// Let the player build what it needs for this rule, if it likes. Only given between questions.
    Prepare(Rule),
    /// Let the player forget what it knows. Only given between questions.
    Forget,
    /// Ask the player for something else than a move. Only given between questions; the words come back as
    /// [`Event::Told`](crate::Event::Told).
    Chore(Chore),
    /// End the process; nothing may be written any more.
    Exit,
}

/// What a player can be asked for besides a move. Files are named by bytes as they came from the manager;
/// the driver decides which may be touched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chore {
    /// How full its table is.
    Fullness,
    /// Write its table to a file.
    Record {
        /// The file.
        file: Vec<u8>,
        /// The folder of `INFO folder`.
        folder: Option<Vec<u8>>,
    },
    /// Read its table from a file.
    Recall {
        /// The file.
        file: Vec<u8>,
        /// The folder of `INFO folder`.
        folder: Option<Vec<u8>>,
    },
    /// What it sees in a position.
    Describe(Box<Position>),
}

/// The effects of one event.
pub type Effects = SmallVec<[Effect; 4]>;
