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
pub(super) const DECIDED: u16 = 1500;
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
            if let Some(searched) = ply.value.and_then(|value| chance_of(value.into(), &field)) {
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
fn chance_of(value: i32, field: &Field) -> Option<f32> {
    let value = i16::try_from(value).ok().filter(|value| value.unsigned_abs() <= DECIDED)?;
    is_estimated(field).then(|| 1.0 / (1.0 + (-f32::from(value) / SCALE).exp()))
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
    use tianyuan_player::Insight;
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

    /// A position from inside of a search has the sample of the position that its moves lead to, with what the search found
    /// as its target; whoever makes samples goes on where he was.
    #[test]
    fn insights_are_samples_of_where_they_lead() {
        let sampler = Sampler::new(Rule::Renju, Size::STANDARD);
        let mut random = ChaCha8Rng::seed_from_u64(4);
        for number in 0..10 {
            let plain = game(number, Symmetry::ALL[0]);
            let mut game = plain.clone();
            for at in 0..game.plies.len() {
                let rest: Vec<Point> = plain.plies[at..].iter().map(|ply| ply.point).collect();
                let moves = rest[..random.random_range(1..=rest.len().min(5))].to_vec();
                let value = [-70, 300, 1501, i32::from(i16::MIN)][at % 4];
                game.plies[at].insights = vec![Insight { moves, value, depth: 4 }];
            }
            // The same positions by hand: what stands there, with nothing from the game.
            let mut expected = Vec::new();
            for (at, ply) in game.plies.iter().enumerate() {
                let insight = &ply.insights[0];
                let mut field = Field::new(&Position::new(Size::STANDARD, Rule::Renju));
                plain.plies[..at].iter().for_each(|ply| field.place(ply.point));
                insight.moves.iter().for_each(|&point| field.place(point));
                if insight.value.abs() <= 1500 && is_estimated(&field) {
                    let target = 1.0
                        / (1.0 + (-f32::from(i16::try_from(insight.value).expect("small")) / 200.0).exp());
                    expected.push(Sample { shares: sampler.shares(&field), target });
                }
            }
            let (with, without) = (sampler.samples(&game), sampler.samples(&plain));
            assert!(!expected.is_empty() && with.len() == without.len() + expected.len());
            assert!(
                expected.iter().all(|one| with.contains(one)) && without.iter().all(|one| with.contains(one))
            );
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
            ply.value = Some(1501);
        }
        assert!(sampler.samples(&game).is_empty(), "decided");
    }
}
