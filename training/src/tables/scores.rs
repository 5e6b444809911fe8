//! The regression of scores: the moves that searches choose are brought to the front.

use std::io;

use tianyuan_evaluation::weights::{ColorWeights, SCORE_LIMIT, Weights};
use tianyuan_rules::Color;

use super::choice::{Candidate, Choice, ChoiceSampler};
use super::descent::{Numbers, Settings, mean, whole};

/// Scores by which one move is thought `e` times as likely as another.
const TEMPERATURE: f32 = 40.0;

/// How well scores foretell the moves that searches choose.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Foresight {
    /// The mean cross entropy of choices, in natural units.
    pub entropy: f64,
    /// How often the chosen move has the greatest score, 0 to 1.
    pub first: f64,
    /// The mean place of the chosen move by its score, from 1. Equal scores share their places.
    pub rank: f64,
}

/// How far the regression is after an epoch.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScoreEpoch {
    /// Over the choices that are learnt from.
    pub trained: Foresight,
    /// Over those that are held out.
    pub held_out: Foresight,
}

/// Brings scores nearer to what searches choose.
#[derive(Debug)]
pub struct ScoreTuner {
    sampler: ChoiceSampler,
    start: Weights,
    numbers: Numbers,
    /// Numbers that stay 0.
    zeros: Vec<bool>,
}

impl ScoreTuner {
    /// A tuner that begins with these weights.
    pub fn new(sampler: ChoiceSampler, start: Weights) -> Self {
        let mut numbers = vec![0.0; sampler.n_numbers()];
        for color in [Color::White, Color::Black] {
            let scores = start.colors[color].attack.iter().chain(&start.colors[color].defence);
            for (number, &score) in numbers[sampler.first_attack(color)..].iter_mut().zip(scores) {
                *number = f32::from(score);
            }
        }
        let zeros = sampler.zeros();
        numbers.iter_mut().zip(&zeros).filter(|(_, zero)| **zero).for_each(|(number, _)| *number = 0.0);
        Self { sampler, start, numbers: Numbers::new(numbers), zeros }
    }

    /// How well the scores foretell these choices.
    pub fn foresight(&self, choices: &[Choice]) -> Foresight {
        foresight(self.numbers.now(), choices)
    }

    /// Sees all choices, so often, and tells of each time; an error of `hear` ends it. The loss of a choice that is
    /// foretold with the chance `p` is `-(1-p)^focus ln p`: with a `focus` above 0, to 1, what is foretold already counts
    /// less (focal loss: Lin and others 2017).
    pub fn tune(
        &mut self,
        choices: &[Choice],
        held_out: &[Choice],
        settings: Settings,
        focus: f32,
        mut hear: impl FnMut(ScoreEpoch) -> io::Result<()>,
    ) -> io::Result<()> {
        let Self { numbers, zeros, .. } = self;
        let add_slopes = |numbers: &[f32], at: usize, slopes: &mut [f32]| {
            add_slopes(numbers, zeros, &choices[at], focus, slopes);
        };
        numbers.descend(choices.len(), settings, TEMPERATURE, add_slopes, |numbers| {
            hear(ScoreEpoch { trained: foresight(numbers, choices), held_out: foresight(numbers, held_out) })
        })
    }

    /// The weights as they are now: values and terms are those that it began with.
    pub fn weights(&self) -> Weights {
        let most = SCORE_LIMIT - 1;
        let mut weights = self.start.clone();
        for color in Color::ALL {
            let ColorWeights { attack, defence, .. } = &mut weights.colors[color];
            let numbers = &self.numbers.now()[self.sampler.first_attack(color)..];
            for (score, &number) in attack.iter_mut().chain(defence).zip(numbers) {
                *score = whole(number).clamp(-most, most);
            }
        }
        weights
    }
}

fn score(numbers: &[f32], candidate: Candidate) -> f32 {
    numbers[usize::from(candidate.attack)] + numbers[usize::from(candidate.defence)]
}

/// The chances that the scores give to the candidates of a choice.
fn chances(numbers: &[f32], choice: &Choice) -> Vec<f32> {
    let scores = || choice.candidates.iter().map(|&one| score(numbers, one));
    let most = scores().fold(f32::MIN, f32::max);
    let mut chances: Vec<f32> = scores().map(|score| ((score - most) / TEMPERATURE).exp()).collect();
    let sum: f32 = chances.iter().sum();
    for chance in &mut chances {
        *chance /= sum;
    }
    chances
}

fn add_slopes(numbers: &[f32], zeros: &[bool], choice: &Choice, focus: f32, slopes: &mut [f32]) {
    let chances = chances(numbers, choice);
    let chosen = usize::from(choice.chosen);
    let weight = weight(chances[chosen], focus);
    for ((at, chance), candidate) in chances.iter().enumerate().zip(&choice.candidates) {
        let slope = weight * (chance - if at == chosen { 1.0 } else { 0.0 });
        for number in [candidate.attack, candidate.defence].map(usize::from) {
            slopes[number] += if zeros[number] { 0.0 } else { slope };
        }
    }
}

/// By what the focus makes the slopes of a choice greater or less that is foretold with this chance.
fn weight(chance: f32, focus: f32) -> f32 {
    let (missing, chance) = ((1.0 - chance).max(1e-6), chance.max(1e-12));
    missing.powf(focus) - focus * chance * missing.powf(focus - 1.0) * chance.ln()
}

fn foresight(numbers: &[f32], choices: &[Choice]) -> Foresight {
    let entropy = |choice: &Choice| {
        let chance = chances(numbers, choice)[usize::from(choice.chosen)];
        -f64::from(chance.max(1e-12)).ln()
    };
    let place = |choice: &Choice| {
        let scores = || choice.candidates.iter().map(|&candidate| score(numbers, candidate));
        let own = score(numbers, choice.candidates[usize::from(choice.chosen)]);
        let greater = scores().filter(|score| *score > own).count();
        let equal = scores().filter(|score| score.to_bits() == own.to_bits()).count();
        [greater, equal].map(|n| f64::from(u32::try_from(n).unwrap_or(u32::MAX)))
    };
    let places: Vec<[f64; 2]> = choices.iter().map(place).collect();
    let firsts = places.iter().filter(|[greater, _]| *greater == 0.0).map(|[_, equal]| 1.0 / equal);
    let ranks = places.iter().map(|[greater, equal]| greater + f64::midpoint(1.0, *equal));
    let n = choices.len();
    Foresight { entropy: mean(choices.iter().map(entropy), n), first: mean(firsts, n), rank: mean(ranks, n) }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};
    use tianyuan_rules::{Rule, Size, Symmetry};

    use super::super::descent::tests::check_slopes;
    use super::super::sample::tests::game;
    use super::*;

    const SETTINGS: Settings = Settings { batch: 256, rate: 8.0, prior: 2.0, epochs: 20, seed: 1 };

    /// Choices of random games by lot, as likely as these numbers say.
    fn choices(sampler: &ChoiceSampler, numbers: &[f32], seed: u64) -> Vec<Choice> {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let games = (0..60).map(|number| game(number, Symmetry::ALL[0]));
        let of_games: Vec<Choice> = games.flat_map(|game| sampler.choices(&game)).collect();
        let mut draw = |choice: &Choice| {
            let mut left: f32 = random.random_range(0.0..1.0);
            let chances = chances(numbers, choice);
            let drawn = chances.iter().position(|chance| {
                left -= chance;
                left < 0.0
            });
            let chosen = drawn.unwrap_or(chances.len() - 1);
            let of_number = choice.candidates[chosen];
            let chosen = choice.candidates.partition_point(|candidate| *candidate < of_number);
            Choice { chosen: u16::try_from(chosen).expect("few"), ..choice.clone() }
        };
        (0..20).flat_map(|_| of_games.iter().map(&mut draw).collect::<Vec<_>>()).collect()
    }

    fn tuner(rule: Rule) -> ScoreTuner {
        ScoreTuner::new(ChoiceSampler::new(rule, Size::STANDARD), Weights::made_by_hand(rule))
    }

    /// Other scores than it begins with, by which moves were chosen, are found; and the same ones each time.
    #[test]
    fn scores_are_found_again() {
        let mut tuner = tuner(Rule::Renju);
        let turned = |number: f32| -> f32 { (number * 0.5).round() };
        let mut truth: Vec<f32> = tuner.numbers.now().iter().copied().map(turned).collect();
        // What the opponent makes is worth more than in the tables that it begins with.
        let first = tuner.sampler.first_defence(Color::Black);
        truth[first..][..100].iter_mut().for_each(|number| *number *= 3.0);
        let (seen, unseen) = (choices(&tuner.sampler, &truth, 1), choices(&tuner.sampler, &truth, 2));
        let (before, least) = (tuner.foresight(&unseen), foresight(&truth, &unseen));
        assert!(before.entropy - least.entropy > 0.05, "there is something to learn: {before:?} {least:?}");
        tuner.tune(&seen, &unseen, SETTINGS, 0.0, |_| Ok(())).expect("nothing fails");
        let after = tuner.foresight(&unseen);
        assert!(
            after.entropy - least.entropy < (before.entropy - least.entropy) / 5.0,
            "{before:?} {after:?} {least:?}"
        );
        assert!((after.rank - least.rank).abs() < 1.0, "{before:?} {after:?} {least:?}");
        let mut again = super::tests::tuner(Rule::Renju);
        again.tune(&seen, &[], SETTINGS, 0.0, |_| Ok(())).expect("nothing fails");
        assert_eq!(again.weights(), tuner.weights());
        check_weights(&tuner.weights());
    }

    /// They can be kept in a file, values are as they were, and White need not play where Black perhaps may not.
    fn check_weights(weights: &Weights) {
        let (rule, start) = (Rule::Renju, Weights::made_by_hand(Rule::Renju));
        assert_eq!(Weights::read(&weights.bytes(rule), rule).as_ref(), Ok(weights), "all in their ranges");
        assert_eq!(weights.terms, start.terms);
        for color in Color::ALL {
            assert_eq!(weights.colors[color].values, start.colors[color].values);
            assert_ne!(weights.colors[color].attack, start.colors[color].attack);
        }
        let zeros = ChoiceSampler::new(rule, Size::STANDARD).zeros();
        let defence = zeros[ChoiceSampler::new(rule, Size::STANDARD).first_defence(Color::Black)..].iter();
        let black = &weights.colors[Color::Black].defence;
        assert!(defence.clone().filter(|zero| **zero).count() > 100);
        assert!(defence.zip(black).all(|(zero, score)| !zero || *score == 0));
    }

    #[test]
    fn slopes_are_those_of_the_loss() {
        let tuner = tuner(Rule::Renju);
        let numbers = tuner.numbers.now();
        let half: Vec<f32> = numbers.iter().map(|number| number * 0.5).collect();
        let choices = &choices(&tuner.sampler, &half, 1)[..400];
        let free = vec![false; numbers.len()];
        for focus in [0.0, 0.4, 1.0] {
            let mut slopes = vec![0.0; numbers.len()];
            for choice in choices {
                add_slopes(numbers, &free, choice, focus, &mut slopes);
            }
            let loss = |numbers: &[f32]| {
                let of_one = |choice: &Choice| {
                    let chance = f64::from(chances(numbers, choice)[usize::from(choice.chosen)]);
                    -(1.0 - chance).powf(f64::from(focus)) * chance.ln()
                };
                choices.iter().map(of_one).sum()
            };
            check_slopes(numbers, &slopes, TEMPERATURE, loss);
        }
    }

    /// Three moves of which two have the same numbers: the places are shared.
    #[test]
    fn equal_scores_share_their_places() {
        let one = |attack| Candidate { attack, defence: 0 };
        let choice = |chosen| Choice { candidates: [one(1), one(1), one(2)].into(), chosen };
        let numbers = [0.0, 40.0, 0.0];
        let of = |chosen| foresight(&numbers, &[choice(chosen)]);
        let e = std::f64::consts::E;
        assert!((of(0).entropy - (2.0 + 1.0 / e).ln()).abs() < 1e-6, "{:?}", of(0));
        assert!((of(0).first - 0.5).abs() < 1e-9 && (of(0).rank - 1.5).abs() < 1e-9);
        assert!(of(2).first < 1e-9 && (of(2).rank - 3.0).abs() < 1e-9);
    }

    #[test]
    fn untouched_weights_are_those_that_it_began_with() {
        for rule in Rule::ALL {
            assert_eq!(tuner(rule).weights(), Weights::made_by_hand(rule), "{rule}");
        }
    }
}
