//! A question to the player that is open.

use std::time::Duration;

use tianyuan_player::{Answer, Choice, Force, Job, Limits, Mark, Moment, Verdict};
use tianyuan_rules::PointSet;
use tianyuan_rules::opening::Act;

use super::opening::Elsewhere;
use super::progress::Progress;
use crate::message::Style;

/// How long a player that was told to stop may take before it is answered for with its last report.
const PATIENCE: Duration = Duration::from_millis(40);
/// The same as long as it has reported nothing: it may still be setting itself up.
const PATIENCE_AT_FIRST: Duration = Duration::from_millis(150);
/// What a player has for a step of Yixin-Board while commands wait for its answer.
const STEP: Duration = Duration::from_secs(5);
/// What a player has that was given no time at all, before it is told to stop.
const A_MOMENT: Duration = Duration::from_millis(10);

/// What is known of the player's work, and the guard that sees to its end.
///
/// The player has its own budget and is done well before the limits. Should it not be, it is told to stop
/// shortly before the limit, and if that does not help either the session answers in its place, still
/// within the limit.
#[derive(Debug)]
pub(super) struct Thinking {
    limits: Limits,
    purpose: Purpose,
    choice: Choice,
    /// What is left to the player if there is no time at all.
    moment: Duration,
    stopped: Option<Moment>,
    /// When it has to stop because commands wait.
    awaited: Option<Moment>,
    /// Whether the player has proved a win.
    has_won: bool,
    /// Moves of which it has said that they lose.
    lost: PointSet,
    elsewhere: Option<Elsewhere>,
    /// What the player has decided of an opening so far.
    decided: Vec<Act>,
    pub(super) progress: Progress,
}

/// What the manager wants to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// The move.
    Move,
    /// The best moves with what they are worth, then the move.
    Compare,
    /// Which moves hold, then the move.
    Defend,
    /// A forced win of this kind, then its first move or another one.
    Win(Force),
    /// Something about a position that is not the present one: [`Elsewhere`].
    Elsewhere,
}

/// What the guard wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Guard {
    /// Nothing.
    Wait,
    /// The player has to be told to stop.
    Stop,
    /// The player is too late.
    GiveUp,
}

impl Thinking {
    /// The player has just been asked.
    pub(super) fn new(job: &Job, purpose: Purpose, style: Style) -> Self {
        let is_wanted = !matches!(purpose, Purpose::Move | Purpose::Elsewhere) || style.tells_all();
        let progress = Progress::new(job.limits.started, style, is_wanted);
        let (limits, choice) = (job.limits, job.choice.clone());
        Self {
            limits,
            purpose,
            choice,
            moment: A_MOMENT,
            stopped: None,
            awaited: None,
            has_won: false,
            lost: PointSet::EMPTY,
            elsewhere: None,
            decided: Vec::new(),
            progress,
        }
    }

    /// The player has just been asked about something that leaves the present position as it is.
    pub(super) fn elsewhere(job: &Job, asked: Elsewhere, style: Style) -> Self {
        Self { elsewhere: Some(asked), ..Self::new(job, Purpose::Elsewhere, style) }
    }

    /// Whether a step of Yixin-Board is thought about.
    pub(super) fn is_on_yixins_step(&self) -> bool {
        self.elsewhere.as_ref().is_some_and(Elsewhere::is_yixins)
    }

    /// What was asked about another position, taken out.
    pub(super) const fn take_elsewhere(&mut self) -> Option<Elsewhere> {
        self.elsewhere.take()
    }

    /// Takes what the player has decided of an opening so far.
    pub(super) fn decide(&mut self, acts: Vec<Act>) {
        self.decided = acts;
    }

    /// The answer, or in place of one that does not come what the player has decided and reported.
    pub(super) fn or_decision(&self, answer: Answer) -> Answer {
        if self.decided.is_empty() || matches!(answer, Answer::Opening { .. }) {
            return answer;
        }
        let then = self.progress.best().and_then(|best| best.pv.first().copied());
        Answer::Opening { acts: self.decided.clone(), then }
    }

    pub(super) const fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Which moves may be the answer.
    pub(super) const fn choice(&self) -> &Choice {
        &self.choice
    }

    pub(super) const fn purpose(&self) -> Purpose {
        self.purpose
    }

    /// Takes a word on a single move.
    pub(super) fn mark(&mut self, mark: Mark) {
        match mark {
            Mark::Wins(_) => self.has_won = true,
            Mark::Loses(point) => self.lost.insert(point),
            Mark::Begins(_) | Mark::Ends(_) => {}
        }
        self.progress.mark(mark);
    }

    /// Moves of which the player has said that they lose.
    pub(super) const fn lost(&self) -> &PointSet {
        &self.lost
    }

    /// What is to be said of a forced win that was asked for.
    pub(super) fn on_win(&self) -> Option<String> {
        let Purpose::Win(force) = self.purpose else { return None };
        let means = match force {
            Force::Fours => "fours",
            Force::Threats => "threats",
        };
        let best = self.progress.best().filter(|_| self.has_won);
        Some(match best.map(|best| best.verdict) {
            Some(Verdict::WinIn(plies)) => format!("Win by {means} in {} moves, proved", plies.div_ceil(2)),
            _ => format!("No win by {means} was found"),
        })
    }

    pub(super) fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
        // It has been thinking: no time means now.
        self.moment = Duration::ZERO;
    }

    /// Notes that the player has to stop; false if that was said before.
    pub(super) fn stop(&mut self, now: Moment) -> bool {
        let first = self.stopped.is_none();
        self.stopped.get_or_insert(now);
        first
    }

    /// Notes that commands wait, which leaves the player some time yet.
    pub(super) fn await_from(&mut self, now: Moment) {
        self.awaited.get_or_insert(now + STEP);
    }

    /// What the guard wants now.
    pub(super) fn guard(&self, now: Moment) -> Guard {
        let past = |due: Option<Moment>| due.is_some_and(|due| due <= now);
        if past(self.give_up_at()) {
            Guard::GiveUp
        } else if self.stopped.is_none() && past(self.stop_at()) {
            Guard::Stop
        } else {
            Guard::Wait
        }
    }

    /// When something will be due if nothing happens.
    pub(super) fn wake_at(&self) -> Option<Moment> {
        let stop = self.stop_at().filter(|_| self.stopped.is_none());
        [self.progress.due(), stop, self.give_up_at()].into_iter().flatten().min()
    }

    /// Shortly before the limit, or when others have waited for long enough.
    fn stop_at(&self) -> Option<Moment> {
        let due =
            |time: Duration| if time.is_zero() { self.moment } else { time.saturating_sub(slack(time)) };
        let limit = time(&self.limits).map(|time| self.limits.started + due(time));
        [limit, self.awaited].into_iter().flatten().min()
    }

    fn give_up_at(&self) -> Option<Moment> {
        let patience = if self.progress.best().is_some() { PATIENCE } else { PATIENCE_AT_FIRST };
        let too_patient = self.stopped.map(|stopped| stopped + patience);
        let in_time = time(&self.limits).filter(|time| !time.is_zero());
        let in_time = in_time.map(|time| self.limits.started + time.saturating_sub(slack(time) / 2));
        [too_patient, in_time].into_iter().flatten().min()
    }
}

/// All the time there is for this move; `None` is unlimited.
fn time(limits: &Limits) -> Option<Duration> {
    [limits.turn, limits.game].into_iter().flatten().min()
}

/// How long before the limit the guard begins to act: later than any sound budget ends.
fn slack(time: Duration) -> Duration {
    (time / 40).clamp(Duration::from_millis(2), Duration::from_millis(20))
}

#[cfg(test)]
mod tests {
    use tianyuan_player::{Report, Task};
    use tianyuan_rules::{Position, Rule, Size};

    use super::*;
    use crate::Axes;
    use crate::message::{Detail, Messages, tests::report};

    const fn at(ms: u64) -> Moment {
        Moment::new(Duration::from_millis(ms))
    }

    fn thinking(turn: Option<u64>) -> Thinking {
        let limits = Limits { started: at(1000), turn: turn.map(Duration::from_millis), ..Limits::INFINITE };
        let style = Style {
            messages: Messages::Plain,
            detail: Detail::default(),
            axes: Axes::ColumnRow,
            size: Size::STANDARD,
            n_empty: 200,
        };
        let position = Position::new(Size::STANDARD, Rule::Freestyle);
        Thinking::new(&Job::new(position, limits, Task::Move), Purpose::Move, style)
    }

    #[test]
    fn the_guard_acts_within_the_limit() {
        for turn in [3, 10, 50, 100, 500, 1000, 30_000] {
            let mut thinking = thinking(Some(turn));
            let stop = thinking.wake_at().expect("guarded");
            assert!(stop < at(1000 + turn));
            assert_eq!(thinking.guard(stop), Guard::Stop);
            assert!(thinking.stop(stop));
            assert_eq!(thinking.guard(stop), Guard::Wait);
            let late = thinking.wake_at().expect("guarded");
            assert!(stop < late && late < at(1000 + turn), "{turn}");
            assert_eq!(thinking.guard(late), Guard::GiveUp);
        }
    }

    #[test]
    fn a_player_that_does_not_stop_is_given_up() {
        let mut thinking = thinking(None);
        assert_eq!((thinking.guard(at(99_999)), thinking.wake_at()), (Guard::Wait, None));
        assert!(thinking.stop(at(2000)));
        assert!(!thinking.stop(at(2001)), "said once");
        assert_eq!(thinking.wake_at(), Some(at(2150)), "it may be setting itself up");
        thinking.progress.hear(Report { lines: 2, ..report() });
        assert_eq!((thinking.guard(at(2039)), thinking.guard(at(2040))), (Guard::Wait, Guard::GiveUp));
    }

    #[test]
    fn no_time_at_all_leaves_a_moment_to_answer() {
        let mut thinking = thinking(Some(0));
        assert_eq!((thinking.guard(at(1009)), thinking.guard(at(1010))), (Guard::Wait, Guard::Stop));
        assert!(thinking.stop(at(1010)), "it is really told to");
        assert_eq!((thinking.guard(at(1159)), thinking.guard(at(1160))), (Guard::Wait, Guard::GiveUp));
    }
}
