//! Whether a program keeps to the protocol and the rules, as managers need it to.
//!
//! Every check is a conversation with a fresh process, written down in [`checks`] as steps: lines to say,
//! answers to wait for, times to keep. What is not in order is shown with the whole exchange.

mod checks;
mod talk;

use std::time::Duration;

use crate::process::EngineSpec;
pub use checks::{Check, checks};
use talk::Talk;

/// A step of a conversation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// These bytes are said, and a line end.
    Say(&'static [u8]),
    /// The time for a move is said.
    SayTurn,
    /// These bytes are said as they are.
    Bytes(&'static [u8]),
    /// Nothing is done for this time.
    Wait(Duration),
    /// The next line that is said by the way of nothing comes within this time, and is this.
    Hear(Want, Duration),
    /// The same within the time for a move and what is forgiven.
    Played(Want, Duration),
    /// Nothing but messages comes for this time.
    Quiet(Duration),
    /// The process ends within this time, and says nothing but messages.
    Exit(Duration),
    /// The input is closed.
    Close,
    /// Private memory is not more than this, in bytes.
    Memory(u64),
}

/// What a line has to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Want {
    /// The two letters `OK` and nothing else.
    Ok,
    /// A move on a board of this size.
    Move(usize),
    /// One of these moves.
    MoveIn(&'static [&'static str]),
    /// Any other move on a board of this size.
    MoveNot(usize, &'static [&'static str]),
    /// One to three moves or `SWAP`, as they answer in the opening: so many moves at least and at most.
    Opening(usize, usize),
    /// A line that begins with `ERROR`.
    Error,
    /// A line that begins with `UNKNOWN`.
    Unknown,
    /// A line with `name="`.
    About,
}

/// How a check came out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// All is in order.
    Ok,
    /// The program says itself that it cannot do this.
    NotSupported(String),
    /// What went wrong.
    Failed(String),
    /// This machine cannot tell.
    NotTold,
}

/// A check that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// How it came out.
    pub finding: Finding,
    /// What was said, `>` to the program and `<` by it, with milliseconds since its start.
    pub exchange: Vec<String>,
}

/// The times of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Times {
    /// The time for a move, as the program is told.
    pub turn: Duration,
    /// Added to every time in which an answer is due: the slowness of this machine.
    pub patience: Duration,
    /// For this time the first answer of a program is waited in addition: it may have much to load.
    pub start: Duration,
}

/// Makes a check.
pub fn check(spec: &EngineSpec, check: &Check, times: Times) -> Checked {
    let mut talk = match Talk::start(spec) {
        Ok(talk) => talk,
        Err(error) => {
            let finding = Finding::Failed(format!("it could not be started: {error}"));
            return Checked { finding, exchange: Vec::new() };
        }
    };
    let (mut finding, mut more) = (Finding::Ok, times.start);
    for step in &check.steps {
        let came = talk.step(step, times.turn, times.patience + more);
        if let Step::Hear(..) | Step::Played(..) = step {
            more = Duration::ZERO;
        }
        match came {
            Finding::Ok => {}
            other => {
                finding = other;
                break;
            }
        }
    }
    let must = |finding| match finding {
        Finding::NotSupported(answer) if check.is_required => Finding::Failed(format!("answered {answer:?}")),
        other => other,
    };
    Checked { finding: must(finding), exchange: talk.exchange() }
}
