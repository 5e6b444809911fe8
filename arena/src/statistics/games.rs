//! Games one by one.

use std::ops::AddAssign;

/// Results of single games for one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Games {
    /// Games won.
    pub wins: u64,
    /// Games lost.
    pub losses: u64,
    /// Games drawn.
    pub draws: u64,
}

impl Games {
    /// All games.
    pub const fn n_games(&self) -> u64 {
        self.wins + self.losses + self.draws
    }

    /// Points in halves: two for a win, one for a draw.
    pub const fn half_points(&self) -> u64 {
        2 * self.wins + self.draws
    }

    /// Points per game, 0 to 1; a half where nothing was played.
    #[expect(clippy::cast_precision_loss, reason = "fewer games than a float has integers")]
    pub fn score(&self) -> f64 {
        match self.n_games() {
            0 => 0.5,
            n => self.half_points() as f64 / (2 * n) as f64,
        }
    }

    /// The same games as the other side sees them.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self { wins: self.losses, losses: self.wins, draws: self.draws }
    }
}

impl AddAssign for Games {
    fn add_assign(&mut self, other: Self) {
        self.wins += other.wins;
        self.losses += other.losses;
        self.draws += other.draws;
    }
}
