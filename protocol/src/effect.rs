//! What a session wants done.

use smallvec::SmallVec;
use tianyuan_player::{Job, Limits, Settings};
use tianyuan_rules::Rule;

use crate::Reply;

/// Something for the driver to do, in the order given.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Write this line and flush.
    Write(Reply),
    /// Ask the player. Never given while an earlier question is unanswered, but a question that the session
    /// has answered itself, because the player was too late, may still occupy the player.
    Think(Box<Job>),
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
    /// End the process; nothing may be written any more.
    Exit,
}

/// The effects of one event.
pub type Effects = SmallVec<[Effect; 4]>;
