//! The regression of values: estimates are brought near to what the games say.

use std::io;

use tianyuan_evaluation::weights::{ColorWeights, Terms, VALUE_LIMIT, Weights};
use tianyuan_rules::Color;

use super::descent::{Numbers, Settings, mean, whole};
use super::sample::{SCALE, Sample, Sampler};

/// How far the regression is after an epoch: the mean cross entropy between estimates and targets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// Over the samples that are learnt from.
    pub trained: f64,
    /// Over those that are held out.
    pub held_out: f64,
}

/// Brings numbers nearer to what games say.
#[derive(Debug)]
pub struct Tuner {
    sampler: Sampler,
    start: Weights,
    numbers: Numbers,
}

impl Tuner {
    /// A tuner that begins with these weights.
    pub fn new(sampler: Sampler, start: Weights) -> Self {
        let mut numbers = vec![0.0; sampler.n_numbers()];
        for color in [Color::White, Color::Black] {
            let first = sampler.first_value(color);
            for (number, &value) in numbers[first..].iter_mut().zip(&start.colors[color].values) {
                *number = f32::from(value);
            }
        }
        for (number, term) in numbers[sampler.first_term()..].iter_mut().zip(start.terms.numbers()) {
            *number = f32::from(term);
        }
        Self { sampler, start, numbers: Numbers::new(numbers) }
    }

    /// The mean cross entropy over samples.
    pub fn loss(&self, samples: &[Sample]) -> f64 {
        loss(self.numbers.now(), samples)
    }

    /// Sees all samples, so often, and tells of each time; an error of `hear` ends it.
    pub fn tune(
        &mut self,
        samples: &[Sample],
        held_out: &[Sample],
        settings: Settings,
        mut hear: impl FnMut(Epoch) -> io::Result<()>,
    ) -> io::Result<()> {
        let add_slopes =
            |numbers: &[f32], at: usize, slopes: &mut [f32]| add_slopes(numbers, &samples[at], slopes);
        self.numbers.descend(samples.len(), settings, SCALE, add_slopes, |numbers| {
            hear(Epoch { trained: loss(numbers, samples), held_out: loss(numbers, held_out) })
        })
    }

    /// The weights as they are now. Values may be moved together, for only their differences count, so that none lies
    /// below zero.
    pub fn weights(&self) -> Weights {
        let (numbers, first_term) = (self.numbers.now(), self.sampler.first_term());
        let least = numbers[..first_term].iter().copied().fold(0.0, f32::min);
        let mut weights = self.start.clone();
        for color in Color::ALL {
            let first = self.sampler.first_value(color);
            let ColorWeights { values, .. } = &mut weights.colors[color];
            for (value, number) in values.iter_mut().zip(&numbers[first..first_term]) {
                *value = whole(number - least).clamp(0, VALUE_LIMIT - 1);
            }
        }
        let mut terms = [0; Terms::COUNT];
        for (term, &number) in terms.iter_mut().zip(&numbers[first_term..]) {
            *term = whole(number);
        }
        weights.terms = Terms::of_numbers(terms);
        weights
    }
}

/// The estimate of a position for the side to move, in units.
fn value(numbers: &[f32], sample: &Sample) -> f32 {
    sample.shares.iter().map(|share| share.times * numbers[usize::from(share.number)]).sum()
}

/// The chance to win that the numbers give to the side to move.
fn chance(numbers: &[f32], sample: &Sample) -> f32 {
    1.0 / (1.0 + (-value(numbers, sample) / SCALE).exp())
}

fn loss(numbers: &[f32], samples: &[Sample]) -> f64 {
    let of_one = |sample: &Sample| {
        let (chance, target) =
            (f64::from(chance(numbers, sample)).clamp(1e-9, 1.0 - 1e-9), f64::from(sample.target));
        -(target * chance.ln() + (1.0 - target) * (1.0 - chance).ln())
    };
    mean(samples.iter().map(of_one), samples.len())
}

fn add_slopes(numbers: &[f32], sample: &Sample, slopes: &mut [f32]) {
    let error = chance(numbers, sample) - sample.target;
    for share in &sample.shares {
        slopes[usize::from(share.number)] += error * share.times;
    }
}

#[cfg(test)]
mod tests {
    use tianyuan_rules::{Rule, Size, Symmetry};

    use super::super::descent::tests::check_slopes;
    use super::super::sample::tests::game;
    use super::*;

    impl Tuner {
        /// The estimate of a position for the side to move, in units.
        pub(in super::super) fn value(&self, sample: &Sample) -> f32 {
            value(self.numbers.now(), sample)
        }
    }

    const SETTINGS: Settings = Settings { batch: 64, rate: 8.0, prior: 0.0, epochs: 60, seed: 1 };

    /// Samples of random games whose targets are what these numbers say.
    fn samples(sampler: &Sampler, truth: &[f32]) -> Vec<Sample> {
        let games = (0..60).map(|number| game(number, Symmetry::ALL[0]));
        let samples = games.flat_map(|game| sampler.samples(&game));
        samples.map(|sample| Sample { target: chance(truth, &sample), ..sample }).collect()
    }

    /// Other numbers than it begins with, which games tell of, are found; and the same ones each time.
    #[test]
    fn numbers_are_found_again() {
        let sampler = Sampler::new(Rule::Renju, Size::STANDARD);
        let weights = Weights::made_by_hand(Rule::Renju);
        let mut tuner = Tuner::new(sampler.clone(), weights.clone());
        let truth: Vec<f32> = tuner.numbers.now().iter().map(|number| (number * 0.5).round()).collect();
        let samples = samples(&sampler, &truth);
        assert!(samples.len() > 300, "{}", samples.len());
        let least = loss(&truth, &samples);
        let before = tuner.loss(&samples);
        let mut epochs = Vec::new();
        let hear = |epoch| {
            epochs.push(epoch);
            Ok(())
        };
        tuner.tune(&samples, &[], SETTINGS, hear).expect("nothing fails");
        let after = tuner.loss(&samples);
        assert!(before - least > 0.005, "there is something to learn: {before} {least}");
        assert!(after - least < (before - least) / 10.0, "{before} {after} {least}");
        assert_eq!((epochs.len(), epochs.last().map(|epoch| epoch.trained)), (60, Some(after)));
        let mut again = Tuner::new(sampler.clone(), weights.clone());
        again.tune(&samples, &[], SETTINGS, |_| Ok(())).expect("nothing fails");
        assert_eq!(again.weights(), tuner.weights());
        let bytes = tuner.weights().bytes(Rule::Renju);
        assert_eq!(Weights::read(&bytes, Rule::Renju), Ok(tuner.weights()), "all in their ranges");
        // Held hard to what they were, the numbers hardly move.
        let mut held = Tuner::new(sampler, weights);
        held.tune(&samples, &[], Settings { prior: 1e6, ..SETTINGS }, |_| Ok(())).expect("nothing fails");
        assert!(held.loss(&samples) > f64::midpoint(before, after));
    }

    #[test]
    fn slopes_are_those_of_the_loss() {
        let sampler = Sampler::new(Rule::Renju, Size::STANDARD);
        let tuner = Tuner::new(sampler.clone(), Weights::made_by_hand(Rule::Renju));
        let numbers = tuner.numbers.now();
        let half: Vec<f32> = numbers.iter().map(|number| number * 0.5).collect();
        let samples = samples(&sampler, &half);
        let mut slopes = vec![0.0; numbers.len()];
        for sample in &samples {
            add_slopes(numbers, sample, &mut slopes);
        }
        let n = f64::from(u32::try_from(samples.len()).expect("few"));
        check_slopes(numbers, &slopes, SCALE, |numbers| n * loss(numbers, &samples));
    }

    #[test]
    fn untouched_weights_are_those_that_it_began_with() {
        for rule in Rule::ALL {
            let weights = Weights::made_by_hand(rule);
            let tuner = Tuner::new(Sampler::new(rule, Size::STANDARD), weights.clone());
            assert_eq!(tuner.weights(), weights, "{rule}");
        }
    }
}
