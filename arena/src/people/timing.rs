//! Clocks, flags, and who comes late.

use std::time::Duration;

use tianyuan_player::{GameClock, Moment, Shown, TimeRule};
use tianyuan_rules::opening::Seat;
use tianyuan_rules::{DrawReason, Offence, Outcome, Victory};

use super::referee::{Referee, Words};
use super::{Article, Deed, Recorded, Refusal, Remark, Side, Who};

/// The clock as far as the record tells of it.
#[derive(Clone, Debug)]
pub(super) struct Timing {
    pub(super) clock: GameClock,
    pub(super) now: Moment,
    /// Whether the record has the time of every move so far.
    known: bool,
    /// Whose flag fell, in order.
    fell: Vec<Seat>,
    /// How much of the present move has been told of already.
    thought: Duration,
    /// Whether it is known how long the side to move has been thinking.
    thinks_known: bool,
}

impl Timing {
    pub(super) fn new(rule: TimeRule) -> Self {
        Self {
            clock: GameClock::new(rule),
            now: Moment::default(),
            known: true,
            fell: Vec::new(),
            thought: Duration::ZERO,
            thinks_known: false,
        }
    }

    /// What the clock of a player shows; `None` if the record does not have all times.
    pub(super) fn shown(&self, seat: Seat) -> Option<Shown> {
        self.known.then(|| self.clock.shown(seat, self.now))
    }

    /// The clock of a player goes until it has thought for so long about its move; whether its flag falls.
    fn goes(&mut self, seat: Seat, thought: Duration) -> bool {
        self.clock.start(seat, self.now);
        self.now = self.now + thought.saturating_sub(self.thought);
        self.thought = self.thought.max(thought);
        self.clock.stop(self.now);
        self.has_fallen(seat)
    }

    /// Looks at a flag: whether it has fallen just now.
    fn has_fallen(&mut self, seat: Seat) -> bool {
        let is_new = self.clock.is_flag_down(seat, self.now) && !self.fell.contains(&seat);
        if is_new {
            self.fell.push(seat);
        }
        is_new
    }
}

impl Referee {
    fn seat(&self, side: Side) -> Seat {
        self.opening.seat(side)
    }

    /// What the clock of a side shows, as far as it is known.
    pub(super) fn shown(&self, side: Side) -> Option<Shown> {
        self.timing.as_ref()?.shown(self.seat(side))
    }

    /// Beside moves: the side to move has been thinking for so long, if that is told.
    pub(super) fn thinks_since(&mut self, actor: Seat, thought: Option<Duration>) {
        let Some(timing) = &mut self.timing else { return };
        timing.thinks_known = thought.is_some();
        if let Some(thought) = thought {
            timing.goes(actor, thought);
        }
    }

    /// The clock of who has acted has gone for as long as the record says, and is pressed.
    pub(super) fn time_passes(&mut self, actor: Seat, recorded: &Recorded, words: &mut Words) {
        let goes_on = self.outcome().is_none();
        let (next, side) = (self.actor(), self.opening.color(actor));
        let Some(timing) = &mut self.timing else { return };
        timing.thinks_known = false;
        let Some(took) = recorded.took else {
            timing.known = false;
            return;
        };
        if timing.goes(actor, took) {
            words.say(Article::FLAG, Remark::FlagFell(side));
        }
        if next != actor && goes_on {
            timing.clock.start(actor, timing.now);
            if matches!(&recorded.deed, Deed::Act(act) if act.is_decision()) {
                timing.clock.hand_over(timing.now);
            } else {
                timing.clock.press(timing.now);
            }
            timing.clock.stop(timing.now);
            timing.thought = Duration::ZERO;
        }
    }

    /// Whether the flag of a side is down, as far as the record tells: of the side to move it tells only if it says how
    /// long it has been thinking.
    fn is_down(&self, side: Side) -> Option<bool> {
        let (timing, seat) = (self.timing.as_ref()?, self.seat(side));
        let is_down = timing.fell.contains(&seat);
        let is_told = timing.known && (is_down || timing.thinks_known || self.actor() != seat);
        is_told.then_some(is_down)
    }

    /// The side whose flag fell first, as far as the record tells.
    fn fell_first(&self) -> Option<Side> {
        let timing = self.timing.as_ref().filter(|timing| timing.known)?;
        timing.fell.first().map(|&seat| self.opening.color(seat))
    }

    /// Why the flag of a side is not down, if it is known to be up.
    fn is_up(&self, side: Side) -> Option<Refusal> {
        if self.is_down(side) != Some(false) {
            return None;
        }
        match self.shown(side)? {
            Shown::FlagDown => Some(Refusal::OpponentsMove),
            shown => Some(Refusal::TimeLeft(shown)),
        }
    }

    /// The judge has seen the flag of a side.
    pub(super) fn flag_of(&mut self, side: Side, words: &mut Words) {
        if let Some(refusal) = self.is_up(side) {
            return words.refuse(Article::FLAG, refusal);
        }
        if self.is_down(!side) == Some(true) && self.fell_first() == Some(!side) {
            return self.both_flags(words);
        }
        words.say(Article::FLAG, Remark::InOrder);
        self.end(Outcome::Win { color: !side, how: Victory::Time });
    }

    /// A side says that its opponent's flag is down.
    pub(super) fn claim_time(&mut self, side: Side, words: &mut Words) {
        if let Some(refusal) = self.is_up(!side) {
            return words.refuse(Article::FLAG, refusal);
        }
        if self.is_down(side) == Some(true) && self.fell_first() == Some(side) {
            return words.refuse(Article::FLAG, Refusal::OwnFlagFirst);
        }
        words.say(Article::FLAG, Remark::Granted);
        self.end(Outcome::Win { color: side, how: Victory::Time });
    }

    /// Both flags were found down. If the order is known the first loses, else it is a draw.
    pub(super) fn both_flags(&mut self, words: &mut Words) {
        if let Some(refusal) = Side::ALL.into_iter().find_map(|side| self.is_up(side)) {
            return words.refuse(Article::FLAG, refusal);
        }
        if let Some(side) = self.fell_first() {
            words.say(Article::FLAG, Remark::FellFirst(side));
            self.end(Outcome::Win { color: !side, how: Victory::Time });
        } else {
            words.say(Article::DRAWS, Remark::InOrder);
            self.end(Outcome::Draw { why: DrawReason::BothFlags });
        }
    }

    /// A side, or both, have come late: that is taken from their clocks, or loses.
    pub(super) fn late(&mut self, who: Who, time: Duration, words: &mut Words) {
        if self.n_moves() >= 4 {
            return words.refuse(Article::LATE, Refusal::HasBegun);
        }
        if time > self.terms.late_limit {
            return self.forfeit(who, words);
        }
        words.say(Article::LATE, Remark::InOrder);
        for side in sides(who) {
            let seat = self.seat(side);
            let Some(timing) = &mut self.timing else { continue };
            words.say(Article::LATE, Remark::Deducted(side, time));
            timing.clock.deduct(seat, time);
            let (shown, fell) = (timing.clock.shown(seat, timing.now), timing.has_fallen(seat));
            words.say(Article::LATE, if fell { Remark::FlagFell(side) } else { Remark::Clock(side, shown) });
        }
    }

    /// A side, or both, have not come at all.
    pub(super) fn absent(&mut self, who: Who, words: &mut Words) {
        if self.n_moves() >= 4 {
            words.refuse(Article::LATE, Refusal::HasBegun);
        } else {
            self.forfeit(who, words);
        }
    }

    fn forfeit(&mut self, who: Who, words: &mut Words) {
        for side in sides(who) {
            words.object(Article::LATE, Remark::TooLate(side, self.terms.late_limit));
        }
        self.end(match who {
            Who::One(side) => Outcome::Win { color: !side, how: Victory::Offence(Offence::Absence) },
            Who::Both => Outcome::BothLose { why: Offence::Absence },
        });
    }

    /// The time that both share is split in halves.
    pub(super) fn split_clock(&mut self, words: &mut Words) {
        match &mut self.timing {
            None => words.refuse(Article::SHARED_CLOCK, Refusal::NoClock),
            Some(timing) if !timing.clock.rule().shared => {
                words.refuse(Article::SHARED_CLOCK, Refusal::NotShared);
            }
            Some(timing) => {
                timing.clock.split(timing.now);
                let shown = timing.shown(Seat::First);
                words.say(Article::SHARED_CLOCK, Remark::InOrder);
                if let Some(Shown::Main(half)) = shown {
                    words.say(Article::SHARED_CLOCK, Remark::Halves(half));
                }
            }
        }
    }

    /// A side doubts its clock, before its flag is down.
    pub(super) fn doubts_clock(&mut self, side: Side, left: Option<Duration>, words: &mut Words) {
        if self.is_down(side) == Some(true) {
            return words.refuse(Article::CLOCK_DOUBTED, Refusal::FlagDown);
        }
        words.say(Article::CLOCK_DOUBTED, Remark::ClockCorrected);
        let seat = self.seat(side);
        if let (Some(timing), Some(left)) = (&mut self.timing, left) {
            timing.clock.correct(seat, left, timing.now);
            words.say(Article::CLOCK_DOUBTED, Remark::Clock(side, timing.clock.shown(seat, timing.now)));
        }
    }
}

fn sides(who: Who) -> impl Iterator<Item = Side> {
    Side::ALL.into_iter().filter(move |&side| who == Who::Both || who == Who::One(side))
}
