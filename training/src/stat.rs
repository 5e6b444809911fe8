//! What files of games hold.

use ahash::AHashSet;
use tianyuan_rules::key::stone_key;
use tianyuan_rules::{Color, Size, Symmetry};

use crate::play::{MOST_ESTIMATE, PlayedGame};

/// Counts over games.
#[derive(Clone, Debug, Default)]
pub struct Stat {
    /// Games.
    pub games: u64,
    /// Won by Black, by White, drawn.
    pub results: [u64; 3],
    /// Moves, those of the openings too.
    pub plies: u64,
    /// Positions that were searched.
    pub searched: u64,
    /// Those of them whose value is proved.
    pub proved: u64,
    /// Positions from inside of the searches.
    pub insights: u64,
    /// Searched positions that are another one's, turned, mirrored or come to by other moves.
    pub repeated: u64,
    /// Games with a number that was there before.
    pub same_number: u64,
    numbers: AHashSet<u64>,
    seen: AHashSet<u64>,
}

impl Stat {
    /// Adds a game on a board of this size.
    pub fn add(&mut self, game: &PlayedGame, size: Size) {
        self.games += 1;
        self.same_number += u64::from(!self.numbers.insert(game.number));
        let result = match game.winner {
            Some(Color::Black) => 0,
            Some(Color::White) => 1,
            None => 2,
        };
        self.results[result] += 1;
        self.plies += game.plies.len() as u64;
        let mut keys = [0; 8];
        for (color, ply) in Color::ALL.into_iter().cycle().zip(&game.plies) {
            self.insights += ply.insights.len() as u64;
            if let Some(value) = ply.value {
                self.searched += 1;
                self.proved += u64::from(value.abs() > MOST_ESTIMATE);
                // A position and its images have the least of eight keys in common.
                let key = keys.iter().min().copied().unwrap_or_default();
                self.repeated += u64::from(!self.seen.insert(key));
            }
            for (key, symmetry) in keys.iter_mut().zip(Symmetry::ALL) {
                *key ^= stone_key(color, symmetry.apply(size, ply.point));
            }
        }
    }

    /// Moves of a game on the average; 0 without games.
    #[expect(clippy::cast_precision_loss, reason = "nobody plays 2^52 moves")]
    pub fn mean_plies(&self) -> f64 {
        self.plies as f64 / self.games.max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::Ply;

    fn game(number: u64, moves: &[(&str, Option<i16>)]) -> PlayedGame {
        let ply = |&(code, value): &(&str, _)| Ply {
            point: code.parse().expect("a point"),
            value,
            insights: Vec::new(),
        };
        PlayedGame { number, opening: 0, winner: Some(Color::White), plies: moves.iter().map(ply).collect() }
    }

    #[test]
    fn games_are_counted() {
        let mut stat = Stat::default();
        let first = game(1, &[("h8", None), ("h9", Some(5)), ("i9", Some(29_995))]);
        stat.add(&first, Size::STANDARD);
        // The second move is searched in the same position, the third in one that is the mirror image.
        stat.add(&game(2, &[("h8", None), ("g8", Some(5)), ("a1", Some(-7))]), Size::STANDARD);
        stat.add(&first, Size::STANDARD);
        assert_eq!((stat.games, stat.results, stat.plies), (3, [0, 3, 0], 9));
        assert_eq!((stat.searched, stat.proved, stat.repeated, stat.same_number), (6, 2, 4, 1));
        assert!((stat.mean_plies() - 3.0).abs() < 1e-9);
        assert!(Stat::default().mean_plies() < 1e-9);
    }
}
