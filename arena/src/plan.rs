//! Which games are played: pairs of players, pairs of games, openings.

use rand::seq::SliceRandom;
use rand::{SeedableRng, rngs::ChaCha8Rng};
use tianyuan_rules::{Point, Size, Symmetry};

/// All games of a run, in order. The same plan has the same games wherever it is made.
#[derive(Clone, Debug)]
pub struct Plan {
    matchups: Vec<[usize; 2]>,
    openings: Vec<Vec<Point>>,
    size: Size,
    n_pairs: usize,
}

/// Who plays whom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pairing {
    /// Everyone against everyone.
    #[default]
    RoundRobin,
    /// The first against each of the others.
    Gauntlet,
}

/// Two games of two players from one opening, each player once with Black.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairOfGames {
    /// Its number in the plan, from 0.
    pub number: usize,
    /// The players: the first has Black in the first game.
    pub players: [usize; 2],
    /// The moves that are given.
    pub opening: Vec<Point>,
}

impl Plan {
    /// A plan of `n_pairs` pairs of games for every two players that meet. The openings are taken in their
    /// order, or with a seed in one that it determines; once all are used up they come again, rotated or
    /// mirrored, eight times in all. Without openings every game begins on the empty board.
    pub fn new(
        n_players: usize,
        pairing: Pairing,
        mut openings: Vec<Vec<Point>>,
        size: Size,
        n_pairs: usize,
        seed: Option<u64>,
    ) -> Self {
        if let Some(seed) = seed {
            openings.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
        }
        let all = (0..n_players).flat_map(|a| (a + 1..n_players).map(move |b| [a, b]));
        let matchups = all.filter(|pair| pairing == Pairing::RoundRobin || pair[0] == 0).collect();
        Self { matchups, openings, size, n_pairs }
    }

    /// Pairs of games in all, as far as there are openings for them.
    pub fn n_pairs(&self) -> usize {
        let most =
            if self.openings.is_empty() { self.n_pairs } else { self.openings.len() * Symmetry::ALL.len() };
        self.n_pairs.min(most) * self.matchups.len()
    }

    /// The pair of games with this number.
    pub fn pair(&self, number: usize) -> Option<PairOfGames> {
        let n_matchups = self.matchups.len();
        let players = *self.matchups.get(number.checked_rem(n_matchups)?)?;
        (number < self.n_pairs()).then(|| PairOfGames {
            number,
            players,
            opening: self.opening(number / n_matchups),
        })
    }

    fn opening(&self, number: usize) -> Vec<Point> {
        let Some(index) = number.checked_rem(self.openings.len()) else { return Vec::new() };
        let symmetry = Symmetry::ALL[number / self.openings.len() % Symmetry::ALL.len()];
        self.openings[index].iter().map(|&point| symmetry.apply(self.size, point)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn openings(n: usize) -> Vec<Vec<Point>> {
        let moves = |i| [(7, 7), (8, 9), (i, 3)].map(|(col, row)| Size::STANDARD.point(col, row).unwrap());
        (0..n).map(|i| moves(i).to_vec()).collect()
    }

    fn plan(
        n_players: usize,
        pairing: Pairing,
        n_openings: usize,
        n_pairs: usize,
        seed: Option<u64>,
    ) -> Plan {
        Plan::new(n_players, pairing, openings(n_openings), Size::STANDARD, n_pairs, seed)
    }

    #[test]
    fn everyone_meets_everyone_with_every_opening() {
        let plan = plan(3, Pairing::RoundRobin, 2, 2, None);
        let pairs: Vec<PairOfGames> = (0..99).map_while(|number| plan.pair(number)).collect();
        let players: Vec<[usize; 2]> = pairs.iter().map(|pair| pair.players).collect();
        assert_eq!(players, [[0, 1], [0, 2], [1, 2], [0, 1], [0, 2], [1, 2]]);
        assert!(pairs[..3].iter().all(|pair| pair.opening == openings(2)[0]));
        assert!(pairs[3..].iter().all(|pair| pair.opening == openings(2)[1]));
    }

    #[test]
    fn in_a_gauntlet_only_the_first_plays_all() {
        let plan = plan(4, Pairing::Gauntlet, 0, 1, None);
        let players: Vec<[usize; 2]> = (0..plan.n_pairs()).map(|n| plan.pair(n).unwrap().players).collect();
        assert_eq!(players, [[0, 1], [0, 2], [0, 3]]);
        assert!(plan.pair(0).unwrap().opening.is_empty());
    }

    #[test]
    fn openings_come_again_turned_around_and_then_no_more() {
        let plan = plan(2, Pairing::RoundRobin, 2, 100, None);
        assert_eq!(plan.n_pairs(), 16);
        let mut all: Vec<_> = (0..16).map(|number| plan.pair(number).unwrap().opening).collect();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 16);
        assert_eq!(plan.pair(16), None);
    }

    #[test]
    fn a_seed_determines_the_order() {
        let order = |seed| {
            let plan = plan(2, Pairing::RoundRobin, 9, 9, seed);
            (0..9).map(|number| plan.pair(number).unwrap().opening).collect::<Vec<_>>()
        };
        assert_eq!(order(Some(7)), order(Some(7)));
        assert_ne!(order(Some(7)), order(Some(8)));
        assert_ne!(order(Some(7)), order(None));
        assert_eq!(order(None), openings(9));
    }
}
