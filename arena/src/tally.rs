//! All results of a run, counted.

use std::collections::{BTreeMap, BTreeSet};

use tianyuan_rules::{Color, Size};

use crate::game_record::{FaultKind, GameRecord};
use crate::statistics::{Games, Pairs};

/// Games of a run as they come in.
#[derive(Clone, Debug)]
pub struct Tally {
    size: Size,
    /// First games whose second is to come, and second ones whose first is.
    halves: BTreeMap<usize, GameRecord>,
    results: BTreeMap<[usize; 2], Results>,
    faults: BTreeMap<(usize, FaultKind), u64>,
    late: BTreeMap<usize, (u32, f64)>,
    swallowed: BTreeMap<usize, u64>,
    memory: BTreeMap<usize, u64>,
    keys: BTreeSet<String>,
    n_games: u64,
    n_void: u64,
    n_twice: u64,
}

/// What two players made of each other, as the first of them sees it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Results {
    /// Games of whole pairs.
    pub games: Games,
    /// The pairs.
    pub pairs: Pairs,
    /// Of the games, those that Black won and those that White won.
    pub by_color: [u64; 2],
}

impl Tally {
    /// Of a run on boards of this size.
    pub const fn new(size: Size) -> Self {
        Self {
            size,
            halves: BTreeMap::new(),
            results: BTreeMap::new(),
            faults: BTreeMap::new(),
            late: BTreeMap::new(),
            swallowed: BTreeMap::new(),
            memory: BTreeMap::new(),
            keys: BTreeSet::new(),
            n_games: 0,
            n_void: 0,
            n_twice: 0,
        }
    }

    /// Takes a game. Results count by whole pairs: one with a game that does not count, or in which both
    /// games have been played before, does not count either.
    pub fn add(&mut self, game: GameRecord) {
        self.n_games += 1;
        self.count_faults(&game);
        let Some(other) = self.halves.remove(&game.pair) else {
            self.halves.insert(game.pair, game);
            return;
        };
        let (first, second) = if game.second { (other, game) } else { (game, other) };
        self.add_pair(&first, &second);
    }

    fn add_pair(&mut self, first: &GameRecord, second: &GameRecord) {
        // Who has Black in which game is not settled before the opening: colors may be exchanged in it.
        let [a, b] = first.players;
        let players = [a.min(b), a.max(b)];
        let of = |game: &GameRecord| {
            let color = if game.players[0] == players[0] { Color::Black } else { Color::White };
            game.half_points(color)
        };
        let points = of(first).zip(of(second));
        let Some((one, two)) = points else {
            self.n_void += 1;
            return;
        };
        let is_new = [first, second].map(|game| self.keys.insert(game.key(self.size)));
        // Games that chance has cut short say as much the second time.
        let by_chance = |game: &GameRecord| matches!(game.fault, Some(FaultKind::Time | FaultKind::Failure));
        if is_new == [false, false] && !by_chance(first) && !by_chance(second) {
            self.n_twice += 1;
            return;
        }
        let results = self.results.entry(players).or_default();
        results.pairs.add(one, two);
        for points in [one, two] {
            results.games += Games {
                wins: u64::from(points == 2),
                losses: u64::from(points == 0),
                draws: u64::from(points == 1),
            };
        }
        for game in [first, second] {
            for (count, color) in results.by_color.iter_mut().zip(Color::ALL) {
                *count += u64::from(game.half_points(color) == Some(2));
            }
        }
    }

    fn count_faults(&mut self, game: &GameRecord) {
        for (color, player) in Color::ALL.into_iter().zip(game.players) {
            if let Some(fault) = game.fault.filter(|_| game.half_points(color) == Some(0)) {
                *self.faults.entry((player, fault)).or_default() += 1;
            }
        }
        for ((n, most), player) in game.late.into_iter().zip(game.players) {
            let late = self.late.entry(player).or_default();
            *late = (late.0 + n, late.1.max(most));
        }
        for ((swallowed, memory), player) in game.swallowed.into_iter().zip(game.memory).zip(game.players) {
            *self.swallowed.entry(player).or_default() += u64::from(swallowed);
            if let Some(bytes) = memory {
                let most = self.memory.entry(player).or_default();
                *most = bytes.max(*most);
            }
        }
    }

    /// What each two players made of each other.
    pub const fn results(&self) -> &BTreeMap<[usize; 2], Results> {
        &self.results
    }

    /// How often each player lost by each kind of fault.
    pub const fn faults(&self) -> &BTreeMap<(usize, FaultKind), u64> {
        &self.faults
    }

    /// How many moves of each player came after their limit, and by how many milliseconds the latest.
    pub const fn late(&self) -> &BTreeMap<usize, (u32, f64)> {
        &self.late
    }

    /// How many questions each player swallowed: it went on to answer, but not these.
    pub const fn swallowed(&self) -> &BTreeMap<usize, u64> {
        &self.swallowed
    }

    /// The most memory in bytes that each player was seen to use; nothing of those of this process.
    pub const fn memory(&self) -> &BTreeMap<usize, u64> {
        &self.memory
    }

    /// Games played, whether they count or not.
    pub const fn n_games(&self) -> u64 {
        self.n_games
    }

    /// Pairs with a game that does not count.
    pub const fn n_void(&self) -> u64 {
        self.n_void
    }

    /// Pairs that had been played before, move by move.
    pub const fn n_twice(&self) -> u64 {
        self.n_twice
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game_record::GameResult;

    fn game(pair: usize, second: bool, result: GameResult, moves: &str) -> GameRecord {
        GameRecord {
            pair,
            second,
            players: if second { [1, 0] } else { [0, 1] },
            opening: "h8".into(),
            moves: moves.into(),
            ms: Vec::new(),
            said: Vec::new(),
            late: [(1, 2.0), (0, 0.0)],
            result,
            fault: None,
            reason: String::new(),
            memory: [None; 2],
            swallowed: [0; 2],
        }
    }

    #[test]
    fn pairs_count_when_both_games_are_there_in_any_order() {
        let mut tally = Tally::new(Size::STANDARD);
        tally.add(game(3, true, GameResult::Black, "i9"));
        assert!(tally.results().is_empty());
        tally.add(game(3, false, GameResult::Black, "i8"));
        let results = tally.results()[&[0, 1]];
        assert_eq!(results.games, Games { wins: 1, losses: 1, draws: 0 });
        assert_eq!((results.pairs.counts, results.by_color), ([0, 0, 1, 0, 0], [2, 0]));
        assert_eq!(tally.late()[&0], (1, 2.0));
    }

    #[test]
    fn the_same_pair_does_not_count_twice_even_turned_around() {
        let mut tally = Tally::new(Size::STANDARD);
        for (pair, moves) in [(0, ["i9", "h9"]), (1, ["g7", "h7"]), (2, ["i9", "k9"])] {
            tally.add(game(pair, false, GameResult::Black, moves[0]));
            tally.add(game(pair, true, GameResult::Draw, moves[1]));
        }
        assert_eq!((tally.n_twice(), tally.results()[&[0, 1]].pairs.n_pairs()), (1, 2));
        let crash = |second| GameRecord {
            fault: Some(FaultKind::Failure),
            ..game(if second { 9 } else { 8 }, false, GameResult::White, "")
        };
        for second in [false, true] {
            tally.add(crash(second));
            tally.add(GameRecord { second: true, players: [1, 0], ..crash(second) });
        }
        assert_eq!(tally.n_twice(), 1, "faults count each time");
    }

    #[test]
    fn what_does_not_count_takes_its_pair_with_it() {
        let mut tally = Tally::new(Size::STANDARD);
        tally.add(game(0, false, GameResult::Void, "i9"));
        tally.add(game(0, true, GameResult::White, "i9"));
        assert_eq!((tally.n_void(), tally.n_games()), (1, 2));
        assert!(tally.results().is_empty());
    }

    #[test]
    fn what_was_swallowed_and_used_is_told_of_each_player() {
        let mut tally = Tally::new(Size::STANDARD);
        let first = game(0, false, GameResult::Black, "i9");
        tally.add(GameRecord { memory: [Some(5), None], swallowed: [2, 0], ..first.clone() });
        tally.add(GameRecord {
            memory: [Some(9), Some(7)],
            swallowed: [1, 0],
            second: true,
            players: [1, 0],
            ..first
        });
        assert_eq!(tally.memory(), &BTreeMap::from([(0, 7), (1, 9)]));
        assert_eq!(tally.swallowed(), &BTreeMap::from([(0, 2), (1, 1)]));
    }

    #[test]
    fn faults_are_those_of_the_loser() {
        let mut tally = Tally::new(Size::STANDARD);
        tally.add(GameRecord { fault: Some(FaultKind::Time), ..game(0, true, GameResult::White, "i9") });
        assert_eq!(tally.faults().iter().collect::<Vec<_>>(), [(&(1, FaultKind::Time), &1)]);
    }
}
