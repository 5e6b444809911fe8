//! A question to the player that is open.

use std::time::Duration;

use tianyuan_player::{Limits, Moment, Report};

use crate::Reply;
use crate::message::progress;

/// No word on the progress before this: quick moves come without a word.
const SILENCE: Duration = Duration::from_millis(100);
/// At most 20 words a second.
const BETWEEN_WORDS: Duration = Duration::from_millis(50);
/// How long a player that was told to stop may take before it is answered for with its last report.
const PATIENCE: Duration = Duration::from_millis(40);
/// The same as long as it has reported nothing: it may still be setting itself up.
const PATIENCE_AT_FIRST: Duration = Duration::from_millis(150);
/// What a player has that was given no time at all, before it is told to stop.
const A_MOMENT: Duration = Duration::from_millis(10);

/// What is known of the player's work, and the guard that sees to its end.
///
/// The player has its own budget and is done well before the limits. Should it not be, it is told to stop
/// shortly before the limit, and if that does not help either the session answers in its place, still
/// within the limit.
#[derive(Debug)]
pub(crate) struct Thinking {
    limits: Limits,
    /// What is left to the player if there is no time at all.
    moment: Duration,
    stopped: Option<Moment>,
    last: Option<Report>,
    unsaid: bool,
    spoke: Option<Moment>,
}

/// What the guard wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Guard {
    /// Nothing.
    Wait,
    /// The player has to be told to stop.
    Stop,
    /// The player is too late.
    GiveUp,
}

impl Thinking {
    /// The player has just been asked.
    pub(crate) fn new(limits: Limits) -> Self {
        Self { limits, moment: A_MOMENT, stopped: None, last: None, unsaid: false, spoke: None }
    }

    pub(crate) const fn limits(&self) -> &Limits {
        &self.limits
    }

    pub(crate) fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
        // It has been thinking: no time means now.
        self.moment = Duration::ZERO;
    }

    /// The last report on the best line of play.
    pub(crate) const fn last(&self) -> Option<&Report> {
        self.last.as_ref()
    }

    /// Notes that the player has to stop; false if that was said before.
    pub(crate) fn stop(&mut self, now: Moment) -> bool {
        let first = self.stopped.is_none();
        self.stopped.get_or_insert(now);
        first
    }

    /// Takes a report.
    pub(crate) fn hear(&mut self, report: Report) {
        if report.line == 0 {
            self.last = Some(report);
            self.unsaid = true;
        }
    }

    /// A word on the progress if there is news and it is not too soon.
    pub(crate) fn word(&mut self, now: Moment) -> Option<Reply> {
        if now < self.word_due()? {
            return None;
        }
        self.say(now)
    }

    /// The last word before the move, so that the deepest report is never lost to the rate limit.
    pub(crate) fn last_word(&mut self, now: Moment) -> Option<Reply> {
        if !self.unsaid || now < self.limits.started + SILENCE {
            return None;
        }
        self.say(now)
    }

    /// What the guard wants now.
    pub(crate) fn guard(&self, now: Moment) -> Guard {
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
    pub(crate) fn wake_at(&self) -> Option<Moment> {
        let stop = self.stop_at().filter(|_| self.stopped.is_none());
        [self.word_due(), stop, self.give_up_at()].into_iter().flatten().min()
    }

    fn say(&mut self, now: Moment) -> Option<Reply> {
        self.unsaid = false;
        self.spoke = Some(now);
        self.last.as_ref().map(|report| Reply::Message(progress(report)))
    }

    fn word_due(&self) -> Option<Moment> {
        let first = self.limits.started + SILENCE;
        let due = self.spoke.map_or(first, |spoke| first.max(spoke + BETWEEN_WORDS));
        self.unsaid.then_some(due)
    }

    /// Shortly before the limit.
    fn stop_at(&self) -> Option<Moment> {
        let time = time(&self.limits)?;
        let due = if time.is_zero() { self.moment } else { time.saturating_sub(slack(time)) };
        Some(self.limits.started + due)
    }

    fn give_up_at(&self) -> Option<Moment> {
        let patience = if self.last.is_some() { PATIENCE } else { PATIENCE_AT_FIRST };
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
    use super::*;
    use tianyuan_player::Verdict;

    const fn at(ms: u64) -> Moment {
        Moment::new(Duration::from_millis(ms))
    }

    fn thinking(turn: Option<u64>) -> Thinking {
        Thinking::new(Limits { started: at(1000), turn: turn.map(Duration::from_millis), ..Limits::INFINITE })
    }

    fn report(depth: u32) -> Report {
        Report {
            line: 0,
            lines: 1,
            depth,
            selective_depth: depth,
            nodes: 1,
            elapsed: Duration::ZERO,
            verdict: Verdict::estimate(0),
            pv: vec!["h8".parse().unwrap()],
        }
    }

    #[test]
    fn words_are_few_and_the_deepest_is_kept() {
        let mut thinking = thinking(None);
        thinking.hear(report(1));
        assert_eq!(thinking.word(at(1099)), None);
        assert_eq!(thinking.wake_at(), Some(at(1100)));
        assert!(thinking.word(at(1100)).is_some());
        thinking.hear(report(2));
        assert_eq!((thinking.word(at(1149)), thinking.wake_at()), (None, Some(at(1150))));
        thinking.hear(report(3));
        let last = thinking.last_word(at(1149)).expect("kept for the end").to_string();
        assert!(last.contains("Depth 3-3"), "{last}");
        assert_eq!((thinking.last_word(at(1150)), thinking.wake_at()), (None, None));
    }

    #[test]
    fn quick_moves_come_without_a_word() {
        let mut thinking = thinking(None);
        thinking.hear(report(9));
        assert_eq!(thinking.last_word(at(1099)), None);
    }

    #[test]
    fn other_lines_of_play_are_not_the_best_one() {
        let mut thinking = thinking(None);
        thinking.hear(Report { line: 1, ..report(4) });
        assert!(thinking.last().is_none());
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
        thinking.hear(report(1));
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
