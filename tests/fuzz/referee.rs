//! The rules of a conversation: questions to the player, the form and number of lines, and the time.

use std::time::Duration;

use tianyuan_player::{Choice, Job, Limits, Moment};
use tianyuan_protocol::Effect;
use tianyuan_rules::Point;

use super::model::{Deed, Model, Said};

/// A player that was told to stop and says nothing is answered for after this at the latest.
const PATIENCE: Duration = Duration::from_millis(150);
/// What a player has that was given no time at all.
const A_MOMENT: Duration = Duration::from_millis(10);
/// Longest line; managers cut or choke beyond.
const LONGEST_LINE: usize = 600;
/// `FORBID` with every point of the largest board, four digits each.
const LONGEST_LIST: usize = "FORBID .".len() + 4 * 22 * 22;
/// Lines to tell of one line of play: a message and a block of twelve.
const LINES_OF_PLAY: usize = 13;
/// Words of one search that are not lines of play or marks of moves: its end, what holds, the best move.
const WORDS_OF_SEARCH: usize = 12;
/// Lines a second that a search may say for long: 20 lines of play and as many sets of marks.
const LINES_A_SECOND: usize = 20 * (LINES_OF_PLAY + 6);
/// Notes on settings that may come before an answer.
const MOST_NOTES: usize = 4;

/// Checks effect by effect. What it sees of one question it keeps until the next.
#[derive(Debug, Default)]
pub(super) struct Referee {
    question: Option<Question>,
    is_pondering: bool,
    has_exited: bool,
    /// Questions that have their move.
    pub(super) n_moves: u64,
    /// Messages of this event that answer nothing, and how many there may be.
    n_words: usize,
    allowed_words: usize,
    /// Whether times are those at which things happen: if so a move is never late.
    is_punctual: bool,
}

/// A question that is open.
#[derive(Debug)]
struct Question {
    limits: Limits,
    asked: Moment,
    interrupted: Option<Moment>,
    /// When there must be a move.
    due: Option<Moment>,
    /// Lines of play that are wanted.
    lines: usize,
    choice: Choice,
    n_words: usize,
    n_marks: usize,
}

impl Referee {
    pub(super) fn new(is_punctual: bool) -> Self {
        Self { is_punctual, ..Self::default() }
    }

    /// An event comes; `told`: lines that are to be told, `mark`: a mark for a move.
    pub(super) fn expect(&mut self, told: usize, marks: usize, commands: usize) {
        self.n_words = 0;
        self.allowed_words = told + MOST_NOTES * (commands + 1);
        self.allowed_words += self.question.as_ref().map_or(0, Question::most_at_once);
        if let Some(question) = &mut self.question {
            question.n_marks += marks;
        }
    }

    /// The clock has jumped: nobody was there to answer in time, nor to tell the player to stop.
    pub(super) fn excuse(&mut self, now: Moment) {
        if let Some(question) = &mut self.question {
            question.due = question.due.map(|due| if due < now { now + PATIENCE } else { due });
        }
    }

    /// Takes an effect. Gives the line if it says one.
    pub(super) fn check(&mut self, effect: &Effect, model: &mut Model, now: Moment) -> Option<String> {
        assert!(!self.has_exited, "{effect:?} after the end");
        // What is said besides is said before.
        let is_aside = matches!(effect, Effect::Write(reply) if model.is_aside(&reply.to_string()));
        let is_dropped = !is_aside && model.did(Deed::Drop);
        if is_dropped && !matches!(effect, Effect::Interrupt) {
            self.question = None;
        }
        let is_idle = self.question.is_none() && !self.is_pondering;
        match effect {
            Effect::Think(job) => {
                assert!(is_idle, "two questions at once");
                let n_empty = job.position.empty_points().count();
                // An opening has stones of its own, and so can have a position to be evened out.
                let expected = model.asked().unwrap_or(n_empty);
                assert_eq!((n_empty, n_empty > 0), (expected, true), "empty points");
                self.ask(job, now);
            }
            Effect::Ponder(_) => {
                assert!(is_idle, "ponders while it thinks");
                self.is_pondering = true;
            }
            Effect::Configure(settings) => {
                assert!(is_idle, "configured while thinking");
                assert!((1..=4).contains(&settings.threads) && settings.table_bytes >= 1 << 20);
            }
            Effect::Prepare(_) => assert!(is_idle, "{effect:?} while thinking"),
            Effect::Forget => {
                assert!(is_idle, "{effect:?} while thinking");
                model.did(Deed::Forget);
            }
            Effect::Chore(_) => {
                assert!(is_idle, "{effect:?} while thinking");
                assert!(model.did(Deed::Chore), "nobody has asked for {effect:?}");
            }
            Effect::Interrupt => {
                assert!(!is_idle, "{effect:?} while idle");
                self.is_pondering = false;
                self.question.iter_mut().for_each(|question| question.interrupt(now));
                self.question = self.question.take().filter(|_| !is_dropped);
            }
            Effect::NewLimits(limits) => {
                let question = self.question.as_mut().expect("new limits only while it thinks");
                question.set_limits(*limits, now, Duration::ZERO);
            }
            Effect::Write(reply) => return Some(self.hear(reply.to_string(), model, now)),
            Effect::Exit => {
                assert!(model.has_ended(), "nobody has said that this is the end");
                self.has_exited = true;
            }
        }
        None
    }

    fn ask(&mut self, job: &Job, now: Moment) {
        let question = Question::new(job, now);
        self.allowed_words += 2 * question.most_at_once();
        self.question = Some(question);
    }

    fn hear(&mut self, line: String, model: &mut Model, now: Moment) -> String {
        check_form(&line);
        match model.said(&line) {
            Said::Answer => {}
            Said::Move => self.close(now),
            Said::ByTheWay => {
                self.n_words += 1;
                self.question.iter_mut().for_each(|question| question.n_words += 1);
            }
        }
        line
    }

    fn close(&mut self, now: Moment) {
        let question = self.question.take().expect("a question was open");
        let late = question.due.filter(|due| self.is_punctual && *due < now);
        assert!(late.is_none(), "the move comes at {now:?} and was due at {late:?}: {question:?}");
        let most = question.most(now, self.is_punctual);
        assert!(question.n_words <= most, "{} words, {most} are allowed: {question:?}", question.n_words);
        self.n_moves += 1;
    }

    /// The event is over.
    pub(super) fn check_end(&self, model: &Model, now: Moment) {
        if model.has_ended() {
            return assert!(self.has_exited, "the end was not heard");
        }
        let owed: Vec<_> = model.owed().collect();
        assert!(owed.is_empty(), "owed and not said: {owed:?}");
        assert_eq!(self.question.is_some(), model.is_thinking());
        let (n, most) = (self.n_words, self.allowed_words);
        assert!(n <= most, "{n} messages at once, {most} are allowed");
        let due = self.question.as_ref().and_then(|question| question.due);
        assert!(!self.is_punctual || due.is_none_or(|due| now <= due), "a move was due at {due:?}");
    }

    /// Whether the player was asked and has not been answered for.
    pub(super) const fn is_asked(&self) -> bool {
        self.question.is_some()
    }

    /// Whether the player was asked for a move that may be this one.
    pub(super) fn allows(&self, point: Point) -> bool {
        self.question.as_ref().is_some_and(|question| question.choice.allows(point))
    }

    pub(super) const fn is_pondering(&self) -> bool {
        self.is_pondering
    }

    /// The player has answered.
    pub(super) const fn ponders_no_more(&mut self) {
        self.is_pondering = false;
    }

    /// Messages of this event that answer nothing.
    pub(super) const fn n_words(&self) -> usize {
        self.n_words
    }
}

impl Question {
    fn new(job: &Job, now: Moment) -> Self {
        let mut question = Self {
            limits: job.limits,
            asked: now,
            interrupted: None,
            due: None,
            lines: job.task.lines(),
            choice: job.choice.clone(),
            n_words: 0,
            n_marks: 0,
        };
        question.set_limits(job.limits, now, A_MOMENT);
        question
    }

    fn set_limits(&mut self, limits: Limits, now: Moment, moment: Duration) {
        self.limits = limits;
        let time = [limits.turn, limits.game].into_iter().flatten().min();
        let ends =
            time.map(|time| if time.is_zero() { now + moment + PATIENCE } else { limits.started + time });
        let given_up = self.interrupted.map(|interrupted| interrupted + PATIENCE);
        self.due = [ends, given_up].into_iter().flatten().min().map(|due| due.max(now));
    }

    fn interrupt(&mut self, now: Moment) {
        let given_up = now + PATIENCE;
        self.interrupted = Some(now);
        self.due = Some(self.due.map_or(given_up, |due| due.min(given_up)));
    }

    /// Messages of one depth and the end, all said at once.
    const fn most_at_once(&self) -> usize {
        LINES_OF_PLAY * self.lines + WORDS_OF_SEARCH + self.n_marks
    }

    /// Messages up to now. Where the clock jumps back a depth may be told once more.
    fn most(&self, now: Moment, is_punctual: bool) -> usize {
        let ms = usize::try_from(now.since(self.asked).as_millis()).unwrap_or(usize::MAX);
        let ms = if is_punctual { ms } else { ms.saturating_add(5_000) };
        let for_long = ms.saturating_mul(LINES_A_SECOND) / 1000;
        for_long.saturating_add(2 * self.most_at_once())
    }
}

/// One line of printable ASCII that no manager chokes on.
pub(super) fn check_form(line: &str) {
    assert!(!line.is_empty() && line.bytes().all(|byte| (b' '..=b'~').contains(&byte)), "{line:?}");
    let longest = if line.starts_with("FORBID ") { LONGEST_LIST } else { LONGEST_LINE };
    assert!(line.len() <= longest, "{} characters: {line:?}", line.len());
}
