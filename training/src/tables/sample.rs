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
pub(super) const DECIDED: i16 = 1500;
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

    /// The samples of a game: its searched positions that the search would estimate and that are not decided, and those
    /// from inside of the searches. Of these no more is known than what the search found.
    pub fn samples(&self, game: &PlayedGame) -> Vec<Sample> {
        let mut field = Field::new(&Position::new(self.size, self.rule));
        let mut samples = Vec::new();
        for ply in &game.plies {
            let side = field.side();
            if let Some(searched) = ply.value.and_then(|value| chance_of(value, &field)) {
                let ended = game.winner.map_or(0.5, |winner| if winner == side { 1.0 } else { 0.0 });
                let target = SEARCHED * searched + (1.0 - SEARCHED) * ended;
                samples.push(Sample { shares: self.shares(&field), target });
            }
            for inner in &ply.insights {
                inner.moves.iter().for_each(|&point| field.place(point));
                let target = chance_of(inner.value, &field);
                samples.extend(target.map(|target| Sample { shares: self.shares(&field), target }));
                inner.moves.iter().for_each(|_| field.undo());
            }
            field.place(ply.point);
        }
        samples
    }

    fn shares(&self, field: &Field) -> Vec<Share> {
        let side = field.side();
        let mut times = vec![0.0_f32; self.n_numbers()];
        for point in field.empty() {
            for color in Color::ALL {
                let place = self.places[usize::from(field.sum(point, color))];
                let sign = if color == side { 1.0 } else { -1.0 };
                times[self.first_value(color) + usize::from(place)] += sign / PARTS;
            }
        }
        let (own, opp) = (kinds(field.counts(side)), kinds(field.counts(!side)));
        let threatened = if field.counts(!side).straight_fours > 0 { -1.0 } else { 0.0 };
        let terms = [1.0].into_iter().chain(own).chain(opp.map(|n| -n)).chain([threatened]);
        for (at, share) in (self.first_term()..).zip(terms) {
            times[at] += share;
        }
        let shares = (0..).zip(times).filter(|(_, times)| *times != 0.0);
        shares.map(|(number, times)| Share { number, times }).collect()
    }
}

/// Points of each kind, in the order of the terms; at most two count.
fn kinds(counts: Counts) -> [f32; 4] {
    let some = |n: u32| match n {
        0 => 0.0,
        1 => 1.0,
        _ => 2.0,
    };
    [counts.four_threes, counts.fours, counts.double_threes, counts.open_threes].map(some)
}

/// The chance to win that a searched value stands for, if something is to be learnt of it: it is not decided, and the
/// search asks for estimates of such positions.
fn chance_of(value: i16, field: &Field) -> Option<f32> {
    let worth_it = value.abs() <= DECIDED && is_estimated(field);
    worth_it.then(|| 1.0 / (1.0 + (-f32::from(value) / SCALE).exp()))
}

/// Whether nobody makes a five with the next move, nor the side to move a straight four.
fn is_estimated(field: &Field) -> bool {
    let (own, opp) = (field.counts(field.side()), field.counts(!field.side()));
    own.fives + opp.fives + own.straight_fours == 0
}

#[cfg(test)]
pub(super) mod tests {
    use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};
    use tianyuan_evaluation::weights::Weights;
    use tianyuan_rules::{Point, Symmetry};

    use super::super::Tuner;
    use super::*;
    use crate::play::Ply;

    /// A game of random stones near the middle, with a value for each, as nobody would play it.
    pub(in super::super) fn game(number: u64, symmetry: Symmetry) -> PlayedGame {
        let mut random = ChaCha8Rng::seed_from_u64(number);
        let mut plies: Vec<Ply> = Vec::new();
        while plies.len() < 24 {
            let point = Size::STANDARD
                .point(random.random_range(4..11), random.random_range(4..11))
                .expect("on the board");
            let point: Point = symmetry.apply(Size::STANDARD, point);
            let value = random.random_range(-400..=400);
            if plies.iter().all(|ply| ply.point != point) {
                plies.push(Ply { point, value: Some(value), insights: Vec::new() });
            }
        }
        PlayedGame { number, opening: 0, winner: Some(Color::White), plies }
    }

    /// The shares of a position with the program's numbers are its estimate, put together by other code.
    #[test]
    fn shares_add_up_to_the_estimate() {
        for rule in [Rule::Renju, Rule::Freestyle] {
            let sampler = Sampler::new(rule, Size::STANDARD);
            let tuner = Tuner::new(sampler.clone(), Weights::of_rule(rule));
            let mut n_compared = 0;
            for number in 0..40 {
                let game = game(number, Symmetry::ALL[0]);
                let mut field = Field::new(&Position::new(Size::STANDARD, rule));
                for ply in &game.plies {
                    if is_estimated(&field) {
                        let value = tuner.value(&Sample { shares: sampler.shares(&field), target: 0.5 });
                        assert!(
                            (value - estimate(&field)).abs() < 0.01,
                            "{rule}: {value} {}",
                            estimate(&field)
                        );
                        n_compared += 1;
                    }
                    field.place(ply.point);
                }
            }
            assert!(n_compared > 200, "{n_compared}");
        }
    }

    fn estimate(field: &Field) -> f32 {
        let (side, terms) = (field.side(), field.tables().terms());
        let (own, opp) = (field.counts(side), field.counts(!side));
        let potential = field.potential(side) - field.potential(!side);
        let two = |n: u32, term: i16| n.min(2).cast_signed() * i32::from(term);
        let own = two(own.four_threes, terms.own.four_three)
            + two(own.fours, terms.own.four)
            + two(own.double_threes, terms.own.double_three)
            + two(own.open_threes, terms.own.open_three);
        let opp = two(opp.four_threes, terms.opponent.four_three)
            + two(opp.fours, terms.opponent.four)
            + two(opp.double_threes, terms.opponent.double_three)
            + two(opp.open_threes, terms.opponent.open_three);
        let threatened =
            if field.counts(!side).straight_fours > 0 { i32::from(terms.under_threat) } else { 0 };
        let eighths = potential + 8 * (i32::from(terms.tempo) + own - opp - threatened);
        f32::from(i16::try_from(eighths).expect("small")) / PARTS
    }

    /// Positions that are the same but for a symmetry have the same samples.
    #[test]
    fn symmetries_change_nothing() {
        let sampler = Sampler::new(Rule::Renju, Size::STANDARD);
        for number in 0..10 {
            let samples = Symmetry::ALL.map(|symmetry| sampler.samples(&game(number, symmetry)));
            assert!(samples.iter().all(|some| *some == samples[0]), "game {number}");
        }
    }

    #[test]
    fn targets_are_made_of_values_and_results() {
        let sampler = Sampler::new(Rule::Renju, Size::STANDARD);
        let mut game = game(1, Symmetry::ALL[0]);
        for ply in &mut game.plies {
            ply.value = Some(0);
        }
        let samples = sampler.samples(&game);
        // White has won: half of 0.7 for everybody, and 0.3 for White.
        let expected = |target: f32| (target - 0.35).abs() < 1e-6 || (target - 0.65).abs() < 1e-6;
        assert!(!samples.is_empty() && samples.iter().all(|sample| expected(sample.target)));
        for ply in &mut game.plies {
            ply.value = Some(DECIDED + 1);
        }
        assert!(sampler.samples(&game).is_empty(), "decided");
    }
}
