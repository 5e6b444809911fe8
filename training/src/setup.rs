//! The conditions of games, and how each begins.

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};
use serde::{Deserialize, Serialize};
use tianyuan_arena::generate::is_playable;
use tianyuan_player::Player;
use tianyuan_rules::key::digest;
use tianyuan_rules::{Point, Rule, Size, Symmetry};

use crate::play::{PlayedGame, play};

/// Random moves behind an opening, at most.
const MOST_RANDOM: usize = 3;
/// They stand so near to a stone.
const NEAR: usize = 2;
/// How far the nodes of a move may lie from those asked for, in hundredths.
const SPREAD: u64 = 10;

/// Nodes of a move in the game by which players are told apart.
const PROBE_NODES: u64 = 1000;

/// What holds for all games of a file. Two files whose conditions are equal can be merged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Conditions {
    /// The rule by its name.
    pub rule: String,
    /// Lines on a side of the board.
    pub size: usize,
    /// Nodes of a move, a tenth more or less.
    pub nodes: u64,
    /// Determines the games together with their numbers.
    pub seed: u64,
    /// What tells other openings apart.
    pub openings: String,
    /// What tells players apart that play otherwise: their moves in a game of few nodes.
    pub player: String,
    /// Positions that are kept from inside of each search, at most.
    #[serde(default, skip_serializing_if = "is_none")]
    pub insights: usize,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands it over so")]
const fn is_none(n: &usize) -> bool {
    *n == 0
}

/// Conditions that can be played.
#[derive(Clone, Debug)]
pub struct Setup {
    conditions: Conditions,
    rule: Rule,
    size: Size,
    openings: Vec<Vec<Point>>,
}

/// How a game begins.
#[derive(Debug)]
pub struct Start {
    /// Which opening it is, from 0.
    pub opening: usize,
    /// The moves before the first search.
    pub moves: Vec<Point>,
    random: ChaCha8Rng,
}

impl Setup {
    /// The setup of conditions with these openings, one at least. `None` if rule or size are none, or if an opening
    /// cannot be played.
    pub fn new(conditions: Conditions, openings: Vec<Vec<Point>>) -> Option<Self> {
        let (rule, size): (Rule, Size) = (conditions.rule.parse().ok()?, Size::new(conditions.size)?);
        let all_playable = openings.iter().all(|moves| is_playable(size, rule, moves));
        (all_playable && !openings.is_empty()).then_some(Self { conditions, rule, size, openings })
    }

    /// The same setup for this player: conditions name it by the moves of one game of few nodes. `None` if it does not
    /// play it.
    #[must_use]
    pub fn with_player(mut self, player: &mut dyn Player) -> Option<Self> {
        let conditions = Conditions {
            nodes: PROBE_NODES,
            seed: 0,
            player: String::new(),
            insights: 0,
            ..self.conditions.clone()
        };
        let probe = Self { conditions, ..self.clone() };
        let game = play(&probe, 0, player)?;
        self.conditions.player = format!("{:016x}", digest(bytes_of(&game)));
        Some(self)
    }

    /// The conditions.
    pub const fn conditions(&self) -> &Conditions {
        &self.conditions
    }

    /// The rule.
    pub const fn rule(&self) -> Rule {
        self.rule
    }

    /// The board.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// How the game with this number begins: an opening, turned or mirrored, and up to three random moves near the
    /// stones that end nothing. The number and the seed determine it.
    pub fn start(&self, number: u64) -> Start {
        let mut random = ChaCha8Rng::seed_from_u64(self.conditions.seed);
        random.set_stream(number);
        let opening = random.random_range(0..self.openings.len());
        let symmetry = Symmetry::ALL[random.random_range(0..Symmetry::ALL.len())];
        let turned = |&point: &Point| symmetry.apply(self.size, point);
        let mut moves: Vec<Point> = self.openings[opening].iter().map(turned).collect();
        for _ in 0..random.random_range(0..=MOST_RANDOM) {
            let near: Vec<Point> = self.near(&moves);
            let Some(&point) = near.choose(&mut random) else { break };
            moves.push(point);
            if !is_playable(self.size, self.rule, &moves) {
                moves.pop();
            }
        }
        Start { opening, moves, random }
    }

    /// Empty points near the stones.
    fn near(&self, moves: &[Point]) -> Vec<Point> {
        let is_near = |point: &Point| moves.iter().any(|stone| stone.distance(*point) <= NEAR);
        self.size.points().filter(|point| !moves.contains(point) && is_near(point)).collect()
    }
}

impl Start {
    /// The nodes of the next move: as many as asked for, a tenth more or less.
    pub fn nodes(&mut self, asked: u64) -> u64 {
        let spread = asked * SPREAD / 100;
        self.random.random_range(asked - spread..=asked + spread)
    }
}

/// The moves and values of a game as bytes, whatever else is to be said of it.
fn bytes_of(game: &PlayedGame) -> impl Iterator<Item = u8> {
    game.plies.iter().flat_map(|ply| {
        let numbers = (ply.point.index() as u64, ply.value.unwrap_or(0));
        numbers.0.to_le_bytes().into_iter().chain(numbers.1.to_le_bytes())
    })
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn setup(seed: u64) -> Setup {
        let conditions = Conditions {
            rule: "renju".into(),
            size: 15,
            nodes: 300,
            seed,
            openings: "two".into(),
            player: "test".into(),
            insights: 0,
        };
        let opening = |codes: [&str; 3]| codes.map(|code| code.parse().expect("a point")).to_vec();
        let openings = vec![opening(["h8", "h9", "i9"]), opening(["h8", "i9", "i7"])];
        Setup::new(conditions, openings).expect("they can be played")
    }

    #[test]
    fn a_number_determines_how_a_game_begins() {
        let (setup, other) = (setup(1), setup(2));
        let starts: Vec<_> = (0..200).map(|number| setup.start(number)).collect();
        assert!((0..200).zip(&starts).all(|(number, start)| setup.start(number).moves == start.moves));
        assert!((0..200).any(|number| other.start(number).moves != starts[0].moves));
        assert!(starts.iter().all(|start| is_playable(setup.size, setup.rule, &start.moves)));
        for length in 3..=6 {
            assert!(starts.iter().any(|start| start.moves.len() == length), "{length} moves");
        }
        assert!(
            starts.iter().any(|start| start.opening == 0) && starts.iter().any(|start| start.opening == 1)
        );
    }

    #[test]
    fn nodes_differ_by_a_tenth() {
        let mut start = setup(1).start(0);
        let nodes: Vec<u64> = (0..1000).map(|_| start.nodes(5000)).collect();
        assert!(nodes.iter().all(|nodes| (4500..=5500).contains(nodes)));
        assert!(nodes.iter().any(|&nodes| nodes < 4600) && nodes.iter().any(|&nodes| nodes > 5400));
        assert_eq!(setup(1).start(0).nodes(1), 1);
    }
}
