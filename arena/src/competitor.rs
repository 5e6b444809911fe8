//! Whoever sits at the board: a program behind a pipe, or a player of this process.

use std::time::{Duration, Instant};

use thiserror::Error;
use tianyuan_player::{Answer, Control, Job, Limits, Moment, Player, Report, Task, Verdict};
use tianyuan_rules::opening::{Act, OpeningGame};
use tianyuan_rules::{Point, Position, Rule, Size};

use crate::time_control::{Allowance, TimeControl};

/// One side of a match, from game to game.
pub trait Competitor: Send {
    /// A new game begins. Whoever cannot play it says so now.
    fn begin(&mut self, setup: &Setup) -> Result<(), Fault>;

    /// Asks for a move. `position` is the game so far with all its stones in order.
    fn think(&mut self, position: &Position, allowance: &Allowance) -> Result<Played, Fault>;

    /// Asks what is done in an opening by this side. The same `seed` makes the same choice among what is equally good, for
    /// those who can be told.
    fn open(&mut self, game: &OpeningGame, _: &Allowance, _seed: u64) -> Result<Acted, Fault> {
        Err(Fault::NoOpening(game.rule().to_string()))
    }

    /// The game is over.
    fn end(&mut self) {}

    /// Memory in use now, in bytes, where that can be told.
    fn memory(&self) -> Option<u64> {
        None
    }
}

/// What a game is played on and with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The rule.
    pub rule: Rule,
    /// The board.
    pub size: Size,
    /// The side's own limits.
    pub control: TimeControl,
}

/// A move and how it came about.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// The move, whatever it is worth.
    pub point: Point,
    /// From the question to the answer.
    pub used: Duration,
    /// What the player said of it.
    pub info: Info,
}

/// What a side does in an opening, and how long it took.
#[derive(Clone, Debug, PartialEq)]
pub struct Acted {
    /// Acts until the other side has to act, or the opening is over.
    pub acts: Vec<Act>,
    /// The move that follows, if the opening is over and it is still this side's turn.
    pub then: Option<Point>,
    /// From the question to the answer.
    pub used: Duration,
}

/// What a player says of its move, as far as it does.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Info {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// The deepest ply.
    pub selective_depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// What the player expects, from its own side.
    pub score: Option<Score>,
}

/// What a player expects of a game, in its own units.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Score {
    /// It wins in so many plies.
    WinIn(u32),
    /// It loses in so many plies.
    LossIn(u32),
    /// A number that is larger the better the player stands.
    Value(f64),
}

/// What a win at once is as a number. Values of engines stay below it by far.
const WIN: f64 = 1e6;
/// Wins and losses farther away than this, in plies, are on no board.
const FARTHEST: f64 = 1e3;

impl Score {
    /// As a number, wins beyond all others.
    pub fn number(self) -> f64 {
        match self {
            Self::WinIn(plies) => WIN - f64::from(plies),
            Self::LossIn(plies) => f64::from(plies) - WIN,
            Self::Value(value) => value,
        }
    }

    /// The score with this number.
    pub fn of_number(number: f64) -> Self {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to a thousand")]
        let plies = || (WIN - number.abs()).clamp(0.0, FARTHEST).round() as u32;
        if number.abs() < WIN - FARTHEST {
            Self::Value(number)
        } else if number > 0.0 {
            Self::WinIn(plies())
        } else {
            Self::LossIn(plies())
        }
    }
}

/// What loses a game at once, besides moves against the rules.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// It could not be started.
    #[error("could not be started: {0}")]
    NotStarted(String),
    /// It ended, or closed its output.
    #[error("crashed{0}")]
    Crashed(
        /// In brackets how, as far as that is known.
        String,
    ),
    /// It did not answer a command in time.
    #[error("no answer to {command} for {waited:?}")]
    Silent {
        /// The command.
        command: String,
        /// How long was waited.
        waited: Duration,
    },
    /// It answered other commands, but not the one that asked for a move: it has lost that one. The game does
    /// not count.
    #[error("swallowed {0}")]
    Swallowed(String),
    /// Its move lies outside the board.
    #[error("played {0}, which is outside the board")]
    Outside(String),
    /// It moved when nobody had asked for it.
    #[error("said {0:?} unasked")]
    Unasked(String),
    /// It does not know the opening rule.
    #[error("does not play the opening rule {0}")]
    NoOpening(String),
    /// It wrote without end.
    #[error("floods")]
    Flood,
    /// It answered with something else than what was asked.
    #[error("answered {command} with {answer:?}")]
    Garbage {
        /// The command.
        command: String,
        /// Its answer.
        answer: String,
    },
}

/// A player of this process.
pub struct InProcess {
    player: Box<dyn Player + Send>,
    origin: Instant,
    control: TimeControl,
}

impl std::fmt::Debug for InProcess {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("InProcess").field("control", &self.control).finish_non_exhaustive()
    }
}

impl InProcess {
    /// A player whose clock has this origin.
    pub fn new(player: Box<dyn Player + Send>, origin: Instant) -> Self {
        Self { player, origin, control: TimeControl::default() }
    }
}

impl InProcess {
    fn limits(&self, allowance: &Allowance) -> Limits {
        Limits {
            started: Moment::new(self.origin.elapsed()),
            turn: allowance.turn,
            game: allowance.left,
            increment: allowance.increment,
            depth: self.control.depth,
            nodes: self.control.nodes,
        }
    }
}

impl Competitor for InProcess {
    fn begin(&mut self, setup: &Setup) -> Result<(), Fault> {
        self.control = setup.control;
        self.player.forget();
        self.player.prepare(setup.rule);
        Ok(())
    }

    fn open(&mut self, game: &OpeningGame, allowance: &Allowance, seed: u64) -> Result<Acted, Fault> {
        let job = Job::opening(game.clone(), self.limits(allowance), seed);
        let start = Instant::now();
        let answer = self.player.think(&job, &Control::new(), &mut |_: Report| {});
        let used = start.elapsed();
        match answer {
            Answer::Opening { acts, then } => Ok(Acted { acts, then, used }),
            _ => Err(Fault::NoOpening(game.rule().to_string())),
        }
    }

    fn think(&mut self, position: &Position, allowance: &Allowance) -> Result<Played, Fault> {
        let job = Job::new(position.clone(), self.limits(allowance), Task::Move);
        let (start, mut info) = (Instant::now(), Info::default());
        let answer = self.player.think(&job, &Control::new(), &mut |report: Report| info = report.into());
        let used = start.elapsed();
        match answer {
            Answer::Move(point) => Ok(Played { point, used, info }),
            Answer::Opening { .. } | Answer::Stones(_) | Answer::NoMove => {
                Err(Fault::Garbage { command: "a question".into(), answer: "no move".into() })
            }
        }
    }
}

impl From<Report> for Info {
    fn from(report: Report) -> Self {
        let score = match report.verdict {
            Verdict::WinIn(plies) => Score::WinIn(plies),
            Verdict::LossIn(plies) => Score::LossIn(plies),
            Verdict::Estimate { value, .. } => Score::Value(f64::from(value)),
        };
        Self {
            depth: Some(report.depth),
            selective_depth: Some(report.selective_depth),
            nodes: Some(report.nodes),
            score: Some(score),
        }
    }
}
