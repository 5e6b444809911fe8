//! The clock of a game while it goes.

use tianyuan_player::{Call, GameClock, Moment, Shown};
use tianyuan_rules::opening::Seat;

/// A clock and what has been called out.
#[derive(Clone, Debug)]
pub(super) struct Timing {
    clock: GameClock,
    heard: Moment,
    /// The moves for which the clock was pressed: how much was done by then, and by whom.
    presses: Vec<(usize, Seat)>,
}

impl Timing {
    /// A clock that stands, and for which moves it was pressed up to now.
    pub(super) const fn new(clock: GameClock, presses: Vec<(usize, Seat)>) -> Self {
        Self { clock, heard: Moment::new(std::time::Duration::ZERO), presses }
    }

    /// For which moves it was pressed.
    pub(super) fn presses(&self) -> Vec<(usize, Seat)> {
        self.presses.clone()
    }

    pub(super) const fn clock(&self) -> &GameClock {
        &self.clock
    }

    /// The clock as it stands if the game is broken off now.
    pub(super) fn standing(&self, now: Moment) -> GameClock {
        let mut clock = self.clock;
        clock.stop(now);
        clock
    }

    /// The clock goes for who has to act, for nobody once the game is over. `n_deeds`: how much was done; `is_move`:
    /// whether the last of it was a move.
    pub(super) fn go_for(&mut self, actor: Option<Seat>, n_deeds: usize, is_move: bool, now: Moment) {
        match (self.clock.going(), actor) {
            (Some(going), Some(actor)) if going != actor && is_move => {
                self.clock.press(now);
                self.presses.push((n_deeds, going));
            }
            (Some(going), Some(actor)) if going != actor => _ = self.clock.hand_over(now),
            (None, Some(actor)) => self.clock.start(actor, now),
            (_, None) => self.clock.stop(now),
            _ => return,
        }
        self.heard = now;
    }

    /// Moves were taken back until so much is done: the clock goes for who has to act again. What they used is gone, what
    /// they added too.
    pub(super) fn go_back_to(&mut self, actor: Seat, n_deeds: usize, now: Moment) {
        while let Some((_, seat)) = self.presses.pop_if(|(at, _)| *at > n_deeds) {
            self.clock.take_back(seat);
        }
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
