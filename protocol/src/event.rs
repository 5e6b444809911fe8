//! What happens to a session.

use tianyuan_player::{Answer, Mark, Report};
use tianyuan_rules::opening::Act;

/// Something that the driver has seen.
#[derive(Clone, Debug)]
pub enum Event {
    /// A line from the manager, as it came.
    Line(Vec<u8>),
    /// The manager has closed its end.
    Eof,
    /// The player has completed a depth.
    Report(Report),
    /// The player says something of a single move.
    Mark(Mark),
    /// The player has decided on this much of an opening, and thinks on.
    Decided(Vec<Act>),
    /// A [`Chore`](crate::Chore) is done: what is to be told of it, a line each.
    Told(Vec<String>),
    /// The player has answered. [`Answer::NoMove`] also says that it failed: a move is found all the same.
    Finished(Answer),
    /// Nothing but time has passed, see [`Session::wake_at`](crate::Session::wake_at).
    Tick,
}
