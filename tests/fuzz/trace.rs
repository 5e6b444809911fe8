//! The last that was said and done, shown if a test fails.

use std::collections::VecDeque;
use std::fmt;
use std::thread;

use tianyuan_player::Moment;
use tianyuan_protocol::Event;

/// The end of a conversation.
pub(super) struct Trace {
    /// How to see the same again.
    again: String,
    seen: VecDeque<Seen>,
    n_lines: usize,
}

/// Something that happened.
pub(super) enum Seen {
    /// A line to the engine.
    Line(Vec<u8>),
    /// A line of the engine.
    Said(String),
    /// Something in process.
    Event(Moment, Event),
}

/// Lines to the engine that are shown.
const SHOWN: usize = 30;
/// What is shown at most, whatever it is.
const SEEN: usize = 1_000;

impl Trace {
    pub(super) const fn new(again: String) -> Self {
        Self { again, seen: VecDeque::new(), n_lines: 0 }
    }

    pub(super) fn push(&mut self, seen: Seen) {
        self.n_lines += usize::from(seen.is_line());
        self.seen.push_back(seen);
        while self.n_lines > SHOWN || self.seen.len() > SEEN {
            let first = self.seen.pop_front();
            self.n_lines -= usize::from(first.is_some_and(|first| first.is_line()));
        }
    }
}

impl Drop for Trace {
    fn drop(&mut self) {
        if thread::panicking() {
            self.seen.iter().for_each(|seen| eprintln!("{seen}"));
            eprintln!("To see it again: {}", self.again);
        }
    }
}

impl Seen {
    const fn is_line(&self) -> bool {
        matches!(self, Self::Line(_) | Self::Event(_, Event::Line(_)))
    }
}

impl fmt::Display for Seen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(line) => write!(f, "> {}", line.escape_ascii()),
            Self::Said(line) => write!(f, "    < {line}"),
            Self::Event(now, Event::Line(line)) => {
                write!(f, "{:?} > {}", now.since_origin(), line.escape_ascii())
            }
            Self::Event(now, event) => write!(f, "{:?} {event:?}", now.since_origin()),
        }
    }
}
