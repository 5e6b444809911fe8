//! What can be asked of a player and what it says.
//!
//! A [`Job`] is a value: all that a player may know. While it thinks, a [`Control`] is the only thing it
//! shares with whoever asked. It answers with [`Report`]s on the way and one [`Answer`] at the end. No
//! I/O but streams that are handed in, and no clock but the one that is handed in ([`Clock`]).

mod clock;
mod control;
mod game_clock;
mod job;
mod limits;
mod lines;
mod report;
mod time_rule;
mod verdict;

mod player;

pub use clock::{Clock, Moment};
pub use control::Control;
pub use game_clock::{Call, GameClock, Shown, SideTime};
pub use job::{Choice, Force, Job, OpeningTask, Task};
pub use limits::{Limits, Settings};
pub use lines::Lines;
pub use player::{Answer, Player, THINKING_STACK};
pub use report::{Insight, Listener, Mark, Report};
pub use time_rule::{Overtime, Pace, ParseTimeRuleError, TimeRule, parse_duration, written_duration};
pub use verdict::Verdict;
