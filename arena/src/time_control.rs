//! How long the players of a match may think, and their clocks.

use std::time::Duration;

/// Limits of a side. All that are given hold at the same time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeControl {
    /// Time for each move.
    pub turn: Option<Duration>,
    /// Time for the whole game, or for each period of moves.
    pub game: Option<Duration>,
    /// What each move adds to the clock of the game.
    pub increment: Duration,
    /// Once the clock of the game has run out: time for each move.
    pub byoyomi: Option<Duration>,
    /// After so many own moves the clock gets `game` again.
    pub period: Option<u32>,
    /// Nodes for each move; the player keeps to it by itself.
    pub nodes: Option<u64>,
    /// Depth in plies for each move; the player keeps to it by itself.
    pub depth: Option<u32>,
}

/// The clock of one side in a game.
#[derive(Clone, Copy, Debug)]
pub struct SideClock {
    control: TimeControl,
    left: Option<Duration>,
    n_moves: u32,
}

/// What a side has for its next move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// For this move alone.
    pub turn: Option<Duration>,
    /// For the rest of the game or period, byoyomi not counted.
    pub left: Option<Duration>,
    /// What the move adds to it.
    pub increment: Duration,
    /// The whole of it: after this the move is late. `None` if only the player limits itself.
    pub limit: Option<Duration>,
}

impl TimeControl {
    /// The clock at the start of a game.
    pub const fn clock(self) -> SideClock {
        SideClock { control: self, left: self.game, n_moves: 0 }
    }
}

impl SideClock {
    /// What the side has for its next move.
    pub fn allowance(&self) -> Allowance {
        let TimeControl { turn, increment, byoyomi, .. } = self.control;
        let game = self.left.map(|left| left.saturating_add(byoyomi.unwrap_or_default()));
        let limit = [turn, game].into_iter().flatten().min();
        // Whoever is in byoyomi has nothing but that, for each move anew: it is no rest of a game.
        let in_byoyomi = byoyomi.filter(|_| self.left.is_some_and(|left| left.is_zero()));
        let left = if in_byoyomi.is_some() { None } else { self.left };
        Allowance { turn: [turn, in_byoyomi].into_iter().flatten().min(), left, increment, limit }
    }

    /// The side has moved after this time. By how much it was late, zero if it was not.
    pub fn spend(&mut self, used: Duration) -> Duration {
        let late = self.allowance().limit.map_or(Duration::ZERO, |limit| used.saturating_sub(limit));
        self.n_moves += 1;
        if let Some(left) = self.left {
            let renewed =
                self.control.period.filter(|&moves| moves > 0 && self.n_moves.is_multiple_of(moves));
            let more = renewed.and(self.control.game).unwrap_or_default();
            let left = left.saturating_sub(used).saturating_add(self.control.increment);
            self.left = Some(left.saturating_add(more));
        }
        late
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    #[test]
    fn a_turn_is_a_turn() {
        let mut clock = TimeControl { turn: Some(ms(200)), ..TimeControl::default() }.clock();
        assert_eq!(clock.spend(ms(200)), ms(0));
        assert_eq!(clock.spend(ms(203)), ms(3));
        assert_eq!(clock.allowance().limit, Some(ms(200)));
    }

    #[test]
    fn a_game_runs_out_and_moves_add_to_it() {
        let control = TimeControl { game: Some(ms(1000)), increment: ms(100), ..TimeControl::default() };
        let mut clock = control.clock();
        assert_eq!(clock.spend(ms(900)), ms(0));
        assert_eq!(clock.allowance().left, Some(ms(200)));
        assert_eq!(clock.spend(ms(250)), ms(50));
        assert_eq!(clock.allowance().left, Some(ms(100)));
    }

    #[test]
    fn byoyomi_begins_when_the_clock_has_run_out() {
        let control = TimeControl { game: Some(ms(1000)), byoyomi: Some(ms(300)), ..TimeControl::default() };
        let mut clock = control.clock();
        assert_eq!((clock.allowance().turn, clock.allowance().limit), (None, Some(ms(1300))));
        assert_eq!(clock.spend(ms(1200)), ms(0));
        let allowance = clock.allowance();
        assert_eq!((allowance.turn, allowance.left, allowance.limit), (Some(ms(300)), None, Some(ms(300))));
        assert_eq!(clock.spend(ms(301)), ms(1));
    }

    #[test]
    fn a_period_brings_its_time_again() {
        let control = TimeControl { game: Some(ms(1000)), period: Some(2), ..TimeControl::default() };
        let mut clock = control.clock();
        clock.spend(ms(400));
        assert_eq!(clock.allowance().left, Some(ms(600)));
        clock.spend(ms(500));
        assert_eq!(clock.allowance().left, Some(ms(1100)));
    }

    #[test]
    fn nodes_alone_are_no_time() {
        let control = TimeControl { nodes: Some(1000), ..TimeControl::default() };
        assert_eq!(control.clock().allowance().limit, None);
        assert_eq!(control.clock().spend(ms(99_999)), ms(0));
    }
}
