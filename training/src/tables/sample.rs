//! What a position has of each number, and its target.

use tianyuan_evaluation::weights::{COMBINATIONS, Terms, places};
use tianyuan_evaluation::{Counts, Field};
use tianyuan_rules::{Color, Position, Rule, Size};

use crate::play::PlayedGame;

/// Values are in eighths of a unit.
const PARTS: f32 = 8.0;
/// Units of a value that make the chance of a win `1 / (1 + 1/e)`.
pub(super) const SCALE: f32 = 200.0;
/// A position of greater value is decided: nothing is to be learnt of its shapes.
const DECIDED: i16 = 1500;
/// How much of the target is what the search found; the rest is how the game ended.
const SEARCHED: f32 = 0.7;

/// A position for the tuner.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// Numbers with what the position has of each, in units.
    pub shares: Vec<Share>,
    /// The chance to win that the side to move should be given, 0 to 1.
    pub target: f32,
}

/// What a position has of a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// Which number: see [`Sampler::n_numbers`].
    pub number: u16,
    /// How often it counts, negative for the opponent's.
    pub times: f32,
}

/// Makes samples of games.
#[derive(Clone, Debug)]
pub struct Sampler {
    rule: Rule,
    size: Size,
    places: Vec<u16>,
}

impl Sampler {
    /// A sampler of games of this kind.
    pub fn new(rule: Rule, size: Size) -> Self {
        Self { rule, size, places: places() }
    }

    /// The rule of the games.
    pub const fn rule(&self) -> Rule {
        self.rule
    }

    /// Where the values of a color begin: both have the same ones if neither has forbidden moves.
    pub fn first_value(&self, color: Color) -> usize {
        if self.rule.forbids(Color::Black) && color == Color::White { COMBINATIONS } else { 0 }
    }

    /// Where the terms begin.
    pub fn first_term(&self) -> usize {
        self.first_value(Color::White) + COMBINATIONS
    }

    /// How many numbers there are.
    pub fn n_numbers(&self) -> usize {
        self.first_term() + Terms::COUNT
    }

    /// The samples of a game: its searched positions that are quiet and not decided.
    pub fn samples(&self, game: &PlayedGame) -> Vec<Sample> {
        let mut field = Field::new(&Position::new(self.size, self.rule));
        let mut samples = Vec::new();
        for ply in &game.plies {
            let side = field.side();
            let value = ply.value.filter(|value| value.abs() <= DECIDED);
            if let Some(value) = value.filter(|_| is_quiet(&field)) {
                let searched = 1.0 / (1.0 + (-f32::from(value) / SCALE).exp());
                let ended = game.winner.map_or(0.5, |winner| if winner == side { 1.0 } else { 0.0 });
                let target = SEARCHED * searched + (1.0 - SEARCHED) * ended;
                samples.push(Sample { shares: self.shares(&field), target });
            }
            field.place(ply.point);
        }
        samples
    }

    fn shares(&self, field: &Field) -> Vec<Share> {
        let side = field.side();
        let mut times = vec![0.0_f32; self.n_numbers()];
        for point in field.empty().iter() {
            for color in Color::ALL {
                let place = self.places[usize::from(field.sum(point, color))];
                let sign = if color == side { 1.0 } else { -1.0 };
                times[self.first_value(color) + usize::from(place)] += sign / PARTS;
            }
        }
        let (own, opp) = (kinds(field.counts(side)), kinds(field.counts(!side)));
        let terms = [1.0].into_iter().chain(own).chain(opp.map(|n| -n)).chain([0.0]);
        for (at, share) in (self.first_term()..).zip(terms) {
            times[at] += share;
        }
        let shares = (0..).zip(times).filter(|(_, times)| *times != 0.0);
        shares.map(|(number, times)| Share { number, times }).collect()
    }
}

/// Points of each kind, in the order of the terms; at most two count.
fn kinds(counts: Counts) -> [f32; 4] {
    let some = |n: u32| {
        if n > 1 {
            2.0
        } else if n == 1 {
            1.0
        } else {
            0.0
        }
    };
    [counts.four_threes, counts.fours, counts.double_threes, counts.open_threes].map(some)
}

/// Whether nobody makes a five or a straight four with the next move.
fn is_quiet(field: &Field) -> bool {
    Color::ALL.into_iter().all(|color| {
        let counts = field.counts(color);
        counts.fives + counts.straight_fours == 0
    })
}
