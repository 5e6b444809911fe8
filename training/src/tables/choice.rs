//! Positions in which a search has chosen among moves.

use tianyuan_evaluation::weights::{COMBINATIONS, combinations, places};
use tianyuan_evaluation::{Class, Field};
use tianyuan_rules::{Color, Point, Position, Rule, Size};

use super::sample::DECIDED;
use crate::play::PlayedGame;

/// A position for the tuner of scores.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The moves that could be made, in the order of their numbers: whatever the position's symmetry, the same.
    pub candidates: Box<[Candidate]>,
    /// Which of them the search has chosen, or one with the same numbers.
    pub chosen: u16,
}

/// A move that could be made: its score is the sum of two numbers, see [`ChoiceSampler::n_numbers`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Candidate {
    /// By what the stone makes.
    pub attack: u16,
    /// By what the opponent cannot make any more.
    pub defence: u16,
}

/// Makes choices of games.
#[derive(Clone, Debug)]
pub struct ChoiceSampler {
    rule: Rule,
    size: Size,
    places: Vec<u16>,
}

impl ChoiceSampler {
    /// A sampler of games of this kind.
    pub fn new(rule: Rule, size: Size) -> Self {
        Self { rule, size, places: places() }
    }

    /// Where the scores begin by what a stone of this color makes: both colors have the same ones if neither has
    /// forbidden moves.
    pub fn first_attack(&self, color: Color) -> usize {
        if self.rule.forbids(Color::Black) && color == Color::White { 2 * COMBINATIONS } else { 0 }
    }

    /// Where the scores begin by what this color cannot make any more.
    pub fn first_defence(&self, color: Color) -> usize {
        self.first_attack(color) + COMBINATIONS
    }

    /// How many numbers there are.
    pub fn n_numbers(&self) -> usize {
        self.first_defence(Color::White) + COMBINATIONS
    }

    /// Whether each number stays 0: where Black is perhaps not allowed to play, White need not.
    pub fn zeros(&self) -> Vec<bool> {
        let mut zeros = vec![false; self.n_numbers()];
        for color in Color::ALL {
            let classes = combinations().map(|shapes| Class::of(shapes, self.rule.forbids(color)));
            for (zero, class) in zeros[self.first_defence(color)..].iter_mut().zip(classes) {
                *zero = class == Class::Forbidden;
            }
        }
        zeros
    }

    /// The choices of a game: its searched positions that are not decided, and in which nobody makes a five. Moves of the
    /// opening, which nobody has searched, are none.
    pub fn choices(&self, game: &PlayedGame) -> Vec<Choice> {
        let mut field = Field::new(&Position::new(self.size, self.rule));
        let mut choices = Vec::new();
        for ply in &game.plies {
            let is_open = ply.value.is_some_and(|value| value.unsigned_abs() <= DECIDED);
            if is_open && Color::ALL.into_iter().all(|color| field.counts(color).fives == 0) {
                choices.extend(self.choice(&field, ply.point));
            }
            field.place(ply.point);
        }
        choices
    }

    /// The choice of a move, if there was one.
    fn choice(&self, field: &Field, chosen: Point) -> Option<Choice> {
        let points = field.candidates().iter().filter(|&point| field.is_legal(point));
        let mut candidates: Box<[Candidate]> =
            points.map(|point| self.candidate(field, point)).collect::<Option<_>>()?;
        candidates.sort_unstable();
        let chosen = field.candidates().contains(chosen).then(|| self.candidate(field, chosen))??;
        let chosen = candidates.binary_search(&chosen).ok()?;
        // The first of those that are alike, as they are all one.
        let chosen = candidates[..chosen].partition_point(|candidate| *candidate < candidates[chosen]);
        (candidates.len() > 1).then_some(Choice { candidates, chosen: u16::try_from(chosen).ok()? })
    }

    fn candidate(&self, field: &Field, point: Point) -> Option<Candidate> {
        let side = field.side();
        let place = |color| usize::from(self.places[usize::from(field.sum(point, color))]);
        Some(Candidate {
            attack: u16::try_from(self.first_attack(side) + place(side)).ok()?,
            defence: u16::try_from(self.first_defence(!side) + place(!side)).ok()?,
        })
    }
}

#[cfg(test)]
mod tests {
    use tianyuan_rules::Symmetry;

    use super::super::sample::tests::game;
    use super::*;
    use crate::play::Ply;

    /// Positions that are the same but for a symmetry are the same choices.
    #[test]
    fn symmetries_change_no_choice() {
        for rule in [Rule::Renju, Rule::Standard] {
            let sampler = ChoiceSampler::new(rule, Size::STANDARD);
            let mut n_choices = 0;
            for number in 0..10 {
                let choices = Symmetry::ALL.map(|symmetry| sampler.choices(&game(number, symmetry)));
                assert!(choices.iter().all(|some| *some == choices[0]), "game {number}");
                n_choices += choices[0].len();
            }
            assert!(n_choices > 100, "{n_choices}");
        }
    }

    /// The two numbers of a candidate are where its score stands in the tables of the program.
    #[test]
    fn candidates_are_the_legal_moves_with_their_numbers() {
        let rule = Rule::Renju;
        let sampler = ChoiceSampler::new(rule, Size::STANDARD);
        let weights = tianyuan_evaluation::weights::Weights::of_rule(rule);
        let score = |color: Color, number: u16| {
            let number = usize::from(number) - sampler.first_attack(color);
            let weights = &weights.colors[color];
            if number < COMBINATIONS {
                weights.attack[number]
            } else {
                weights.defence[number - COMBINATIONS]
            }
        };
        for number in 0..20 {
            let game = game(number, Symmetry::ALL[0]);
            let mut field = Field::new(&Position::new(Size::STANDARD, rule));
            for Ply { point, .. } in game.plies {
                let side = field.side();
                let legal = || field.candidates().iter().filter(|&point| field.is_legal(point));
                let scores = |point| (field.info(point, side).attack, field.info(point, !side).defence);
                let mut expected: Vec<_> = legal().map(scores).collect();
                expected.sort_unstable();
                if let Some(choice) = sampler.choice(&field, point) {
                    let scores = |one: &Candidate| (score(side, one.attack), score(!side, one.defence));
                    let mut found: Vec<_> = choice.candidates.iter().map(scores).collect();
                    assert_eq!(
                        found[usize::from(choice.chosen)],
                        (field.info(point, side).attack, field.info(point, !side).defence)
                    );
                    found.sort_unstable();
                    assert_eq!(found, expected, "game {number}");
                }
                field.place(point);
            }
        }
    }

    #[test]
    fn openings_fives_and_decided_positions_are_no_choices() {
        let sampler = ChoiceSampler::new(Rule::Freestyle, Size::STANDARD);
        let ply =
            |code: &str| Ply { point: code.parse().expect("a point"), value: Some(0), insights: Vec::new() };
        let codes = ["h8", "a1", "i8", "c1", "j8", "e1", "k8", "g8", "l8"];
        let mut game = PlayedGame { number: 0, opening: 0, winner: None, plies: codes.map(ply).to_vec() };
        // h8 is alone and a1 not near it: neither is a candidate. Behind k8 there are fives.
        assert_eq!(sampler.choices(&game).len(), 5);
        game.plies[2].value = None;
        game.plies[4].value = Some(-1501);
        assert_eq!(sampler.choices(&game).len(), 3);
    }
}
