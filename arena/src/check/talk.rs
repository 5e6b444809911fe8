//! A conversation with a program, written down.

use std::io;
use std::time::{Duration, Instant};

use super::{Finding, Step, Want};
use crate::process::line::{begins_with, by_the_way, is_refusal};
use crate::process::{Child, EngineSpec, Heard, system};

/// A conversation.
#[derive(Debug)]
pub(super) struct Talk {
    child: Child,
    start: Instant,
    exchange: Vec<String>,
}

/// Lines by the way for which one answer is waited; more are a flood.
const FLOOD: usize = 20_000;
/// Time between an answer and the next line.
const PAUSE: Duration = Duration::from_millis(20);
/// Lines of an exchange that are kept.
const KEPT: usize = 60;

impl Talk {
    pub(super) fn start(spec: &EngineSpec) -> io::Result<Self> {
        Ok(Self { child: Child::start(spec)?, start: Instant::now(), exchange: Vec::new() })
    }

    /// What was said.
    pub(super) fn exchange(self) -> Vec<String> {
        let Self { child, exchange, .. } = self;
        child.end();
        exchange
    }

    /// Does a step and says how it came out. `turn` is the time for a move.
    pub(super) fn step(&mut self, step: &Step, turn: Duration, patience: Duration) -> Finding {
        match step {
            Step::SayTurn => self.say(format!("INFO timeout_turn {}\n", turn.as_millis()).as_bytes()),
            Step::Say(line) => self.say(&[line, &b"\n"[..]].concat()),
            Step::Bytes(bytes) => self.say(bytes),
            Step::Wait(time) => {
                std::thread::sleep(*time);
                Finding::Ok
            }
            Step::Hear(want, within) => self.hear(*want, *within + patience),
            Step::Played(want, forgiven) => self.hear(*want, turn + *forgiven + patience),
            Step::Quiet(time) => self.quiet(*time),
            Step::Exit(within) => self.exit(*within + patience),
            Step::Close => {
                self.child.close();
                Finding::Ok
            }
            Step::Memory(limit) => match system::private_bytes(self.child.id()) {
                None => Finding::NotTold,
                Some(used) if used <= *limit => Finding::Ok,
                Some(used) => {
                    Finding::Failed(format!("uses {} MB of {} MB", used / (1 << 20), limit / (1 << 20)))
                }
            },
        }
    }

    fn say(&mut self, bytes: &[u8]) -> Finding {
        // Some programs miss what comes in the instant after an answer.
        std::thread::sleep(PAUSE);
        for line in String::from_utf8_lossy(bytes).lines() {
            self.note('>', line);
        }
        match self.child.say_bytes(bytes) {
            Ok(_) => Finding::Ok,
            Err(_) => self.lost().into(),
        }
    }

    fn note(&mut self, sign: char, line: &str) {
        let ms = self.start.elapsed().as_millis();
        if self.exchange.len() < KEPT {
            let shown: String =
                line.chars().take(100).map(|c| if c.is_control() { '?' } else { c }).collect();
            self.exchange.push(format!("{ms:6} {sign} {shown}"));
        }
    }

    fn lost(&mut self) -> Lost {
        Lost::Ended(self.child.death())
    }

    /// The next line that is no message; `None` if none comes.
    fn line(&mut self, within: Duration) -> Result<Option<String>, Lost> {
        let deadline = Instant::now() + within;
        for _ in 0..FLOOD {
            match self.child.hear(deadline) {
                Heard::Line(line, _) => {
                    self.note('<', &line);
                    if by_the_way(&line).is_none() && !line.is_empty() {
                        return Ok(Some(line));
                    }
                }
                Heard::Nothing => return Ok(None),
                Heard::End => return Err(self.lost()),
            }
        }
        Err(Lost::Floods)
    }

    fn hear(&mut self, want: Want, within: Duration) -> Finding {
        match self.line(within) {
            Ok(Some(line)) => want.judge(&line),
            Ok(None) => Finding::Failed(format!("no answer for {within:?}; {want} was wanted")),
            Err(lost) => lost.into(),
        }
    }

    fn quiet(&mut self, time: Duration) -> Finding {
        match self.line(time) {
            Ok(Some(line)) => Finding::Failed(format!("said {line:?} unasked")),
            Ok(None) => Finding::Ok,
            Err(lost) => lost.into(),
        }
    }

    fn exit(&mut self, within: Duration) -> Finding {
        let deadline = Instant::now() + within;
        match self.line(within) {
            Ok(Some(line)) => Finding::Failed(format!("said {line:?} at its end")),
            Ok(None) => Finding::Failed(format!("was still there after {within:?}")),
            // Its output is closed; the process itself may take a moment more.
            Err(Lost::Ended(_)) if self.child.has_ended_before(deadline) => Finding::Ok,
            Err(Lost::Ended(_)) => {
                Finding::Failed(format!("closed its output, but was still there after {within:?}"))
            }
            Err(Lost::Floods) => Lost::Floods.into(),
        }
    }
}

/// Why no line can be heard.
enum Lost {
    /// It has ended, and in brackets how.
    Ended(String),
    Floods,
}

impl From<Lost> for Finding {
    fn from(lost: Lost) -> Self {
        Self::Failed(match lost {
            Lost::Ended(how) => format!("it has ended{how}"),
            Lost::Floods => "it floods".to_owned(),
        })
    }
}

impl Want {
    fn judge(self, line: &str) -> Finding {
        let fits = match self {
            Self::Ok => line == "OK",
            Self::Move(side) => on_board(line, side),
            Self::MoveIn(moves) => moves.contains(&line),
            Self::MoveNot(side, moves) => on_board(line, side) && !moves.contains(&line),
            Self::Opening(least, most) => {
                let n = line.split(' ').count();
                line == "SWAP"
                    || ((least..=most).contains(&n) && line.split(' ').all(|one| on_board(one, 22)))
            }
            Self::Error => begins_with(line, "ERROR"),
            Self::Unknown => begins_with(line, "UNKNOWN"),
            Self::About => line.contains("name=\""),
        };
        if fits {
            Finding::Ok
        } else if is_refusal(line) && !matches!(self, Self::Error | Self::Unknown) {
            Finding::NotSupported(line.to_owned())
        } else {
            Finding::Failed(format!("answered {line:?}; {self} was wanted"))
        }
    }
}

impl std::fmt::Display for Want {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Ok => f.write_str("OK"),
            Self::Move(side) => write!(f, "a move on the board of {side} lines"),
            Self::MoveIn(moves) => write!(f, "one of {}", moves.join(" ")),
            Self::MoveNot(_, moves) => write!(f, "any other move than {}", moves.join(" ")),
            Self::Opening(least, most) => write!(f, "{least} to {most} moves or SWAP"),
            Self::Error => f.write_str("ERROR and why"),
            Self::Unknown => f.write_str("UNKNOWN"),
            Self::About => f.write_str("name=\"...\""),
        }
    }
}

fn on_board(text: &str, side: usize) -> bool {
    // One way to write each number, or a point would have many names.
    let on = |text: &str| text.parse().is_ok_and(|n: usize| n < side && n.to_string() == text);
    text.split_once(',').is_some_and(|(x, y)| on(x) && on(y))
}
