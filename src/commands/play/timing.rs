//! The clock of a game while it goes.

use tianyuan_player::{Call, GameClock, Moment, Shown};
use tianyuan_rules::opening::Seat;

/// A clock and what has been called out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Timing {
    clock: GameClock,
    heard: Moment,
}

impl Timing {
    pub(super) const fn new(clock: GameClock) -> Self {
        Self { clock, heard: Moment::new(std::time::Duration::ZERO) }
    }

    pub(super) const fn clock(&self) -> &GameClock {
        &self.clock
    }

    /// The clock goes for who has to act, for nobody once the game is over.
    pub(super) fn go_for(&mut self, actor: Option<Seat>, now: Moment) {
        match (self.clock.going(), actor) {
            (Some(going), Some(actor)) if going != actor => _ = self.clock.press(now),
            (None, Some(actor)) => self.clock.start(actor, now),
            (_, None) => self.clock.stop(now),
            _ => return,
        }
        self.heard = now;
    }

    /// The move was taken back: the clock goes for who has to act again, and what was used is gone.
    pub(super) fn go_back_to(&mut self, actor: Seat, now: Moment) {
        self.clock.start(actor, now);
        self.heard = now;
    }

    /// What is to be called out now and was not before.
    pub(super) fn calls(&mut self, now: Moment) -> Vec<Call> {
        let calls = self.clock.calls(self.heard, now);
        self.heard = now;
        calls
    }

    /// Whose flag is down, of the side whose clock goes.
    pub(super) fn flag(&self, now: Moment) -> Option<Seat> {
        self.clock.going().filter(|&seat| self.clock.is_flag_down(seat, now))
    }

    /// What both clocks show.
    pub(super) fn shown(&self, now: Moment) -> [Shown; 2] {
        [Seat::First, Seat::Second].map(|seat| self.clock.shown(seat, now))
    }

    pub(super) fn split(&mut self, now: Moment) -> bool {
        let shared = self.clock.rule().shared;
        self.clock.split(now);
        shared
    }
}
