//! The manager's clock, as far as it is told, and our own where it is not.

use std::time::Duration;

/// Time for a move when the manager never speaks of limits.
const DEFAULT_TURN: Duration = Duration::from_secs(5);
/// From here on a time in milliseconds means "unlimited".
const UNLIMITED: i64 = i32::MAX as i64;
/// Yixin-Board's level without limits says these times for a turn and a game.
const ENDLESS: [Duration; 2] = [Duration::from_secs(2_000), Duration::from_secs(100_000)];

/// What is known of the clocks.
#[derive(Clone, Debug, Default)]
pub(crate) struct TimeControl {
    turn: Option<Duration>,
    total: Option<Duration>,
    told: Option<Told>,
    increment: Duration,
    used: Duration,
    gained: Duration,
}

/// The manager's word on the time left.
#[derive(Clone, Copy, Debug)]
struct Told {
    /// `None` is unlimited.
    left: Option<Duration>,
    /// Said since the last move: it speaks of the move to come, even if a `START` came in between
    /// (Yixin-Board says `INFO time_left` first).
    fresh: bool,
}

impl TimeControl {
    /// `INFO timeout_turn`: 0 and less are "at once".
    pub(crate) fn set_turn(&mut self, ms: i64) {
        self.turn = Some(milliseconds(ms));
    }

    /// `INFO timeout_match`: 0 and less are "unlimited". What was used stays used.
    pub(crate) fn set_total(&mut self, ms: i64) {
        self.total = (1..UNLIMITED).contains(&ms).then(|| milliseconds(ms));
    }

    /// `INFO time_left`: 0 and less are "nothing left".
    pub(crate) fn tell_left(&mut self, ms: i64) {
        let left = (ms < UNLIMITED).then(|| milliseconds(ms));
        self.told = Some(Told { left, fresh: true });
        self.restart();
    }

    /// `INFO time_increment`.
    pub(crate) fn set_increment(&mut self, ms: i64) {
        self.increment = milliseconds(ms);
    }

    /// The clock is set back for a new game.
    pub(crate) fn new_game(&mut self) {
        self.told = self.told.filter(|told| told.fresh);
        self.restart();
    }

    /// A move has been made that took this long.
    pub(crate) fn spend(&mut self, time: Duration) {
        self.used = self.used.saturating_add(time);
        self.gained = self.gained.saturating_add(self.increment);
        if let Some(told) = &mut self.told {
            told.fresh = false;
        }
    }

    /// Time left for the rest of the game; `None` is unlimited.
    pub(crate) fn left(&self) -> Option<Duration> {
        let left = self.told.map_or(self.total, |told| told.left)?;
        Some(left.saturating_add(self.gained).saturating_sub(self.used))
    }

    /// Time for one move. Without a word from the manager it is 5 seconds, unless the clock of the game or
    /// `otherwise_limited` ends the thinking.
    pub(crate) fn turn(&self, otherwise_limited: bool) -> Option<Duration> {
        let default = || (!otherwise_limited && self.left().is_none()).then_some(DEFAULT_TURN);
        self.turn.or_else(default)
    }

    /// Whether the times are those by which Yixin-Board means that there is no limit.
    pub(crate) fn is_endless(&self) -> bool {
        [self.turn, self.total] == ENDLESS.map(Some)
    }

    /// What each move adds.
    pub(crate) const fn increment(&self) -> Duration {
        self.increment
    }

    fn restart(&mut self) {
        self.used = Duration::ZERO;
        self.gained = Duration::ZERO;
    }
}

fn milliseconds(ms: i64) -> Duration {
    Duration::from_millis(u64::try_from(ms).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn our_own_clock_runs_when_the_manager_keeps_silent() {
        let mut time = TimeControl::default();
        time.set_total(10_000);
        time.spend(ms(3_000));
        assert_eq!(time.left(), Some(ms(7_000)));
        time.set_total(10_000);
        assert_eq!(time.left(), Some(ms(7_000)), "no refill by saying it again");
        time.set_increment(500);
        time.spend(ms(1_000));
        assert_eq!(time.left(), Some(ms(6_500)));
        time.spend(ms(60_000));
        assert_eq!(time.left(), Some(ms(0)));
        time.new_game();
        assert_eq!(time.left(), Some(ms(10_000)));
    }

    #[test]
    fn the_managers_word_counts_and_survives_a_start_only_while_it_is_new() {
        let mut time = TimeControl::default();
        time.set_total(10_000);
        time.tell_left(4_000);
        time.new_game();
        assert_eq!(time.left(), Some(ms(4_000)));
        time.spend(ms(1_000));
        assert_eq!(time.left(), Some(ms(3_000)));
        time.new_game();
        assert_eq!(time.left(), Some(ms(10_000)));
    }

    #[test]
    fn extremes_mean_what_managers_mean() {
        let mut time = TimeControl::default();
        assert_eq!((time.turn(false), time.left()), (Some(ms(5_000)), None));
        assert_eq!(time.turn(true), None);
        time.tell_left(i64::from(i32::MAX));
        assert_eq!((time.turn(false), time.left()), (Some(ms(5_000)), None));
        time.tell_left(-200);
        assert_eq!((time.turn(false), time.left()), (None, Some(ms(0))));
        time.set_total(0);
        time.set_turn(-5);
        assert_eq!(time.turn(false), Some(ms(0)));
    }
}
