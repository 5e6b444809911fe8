//! The regression.

use std::io;

use rand::seq::SliceRandom;
use rand::{SeedableRng, rngs::ChaCha8Rng};
use tianyuan_evaluation::weights::{ColorWeights, Terms, VALUE_LIMIT, Weights};
use tianyuan_rules::Color;

use super::sample::{SCALE, Sample, Sampler};

/// How the regression goes on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// Samples between two steps.
    pub batch: usize,
    /// How far a step goes at first, in units; it falls to a tenth at the end.
    pub rate: f32,
    /// How strongly numbers are held to those that they begin with: as many samples as would hold one back by their own
    /// weight.
    pub prior: f32,
    /// Times that all samples are seen.
    pub epochs: usize,
    /// Determines the order of the samples.
    pub seed: u64,
}

/// How far the regression is after an epoch: the mean cross entropy between estimates and targets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// Over the samples that are learnt from.
    pub trained: f64,
    /// Over those that are held out.
    pub held_out: f64,
}

/// Brings numbers nearer to what games say (Adam: Kingma and Ba 2014).
#[derive(Debug)]
pub struct Tuner {
    sampler: Sampler,
    start: Weights,
    prior: Vec<f32>,
    numbers: Vec<f32>,
    /// Of each number: the running mean of its slope, and of the square of that.
    means: Vec<(f32, f32)>,
    steps: i32,
}

/// The decay of the running means.
const DECAY: (f32, f32) = (0.9, 0.999);

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
        let means = vec![(0.0, 0.0); numbers.len()];
        Self { sampler, start, prior: numbers.clone(), numbers, means, steps: 0 }
    }

    /// The estimate of a position for the side to move, in units.
    pub(super) fn value(&self, sample: &Sample) -> f32 {
        sample.shares.iter().map(|share| share.times * self.numbers[usize::from(share.number)]).sum()
    }

    /// The chance to win that the numbers give to the side to move.
    fn chance(&self, sample: &Sample) -> f32 {
        1.0 / (1.0 + (-self.value(sample) / SCALE).exp())
    }

    /// The mean cross entropy over samples.
    pub fn loss(&self, samples: &[Sample]) -> f64 {
        let of_one = |sample: &Sample| {
            let (chance, target) =
                (f64::from(self.chance(sample)).clamp(1e-9, 1.0 - 1e-9), f64::from(sample.target));
            -(target * chance.ln() + (1.0 - target) * (1.0 - chance).ln())
        };
        samples.iter().map(of_one).sum::<f64>()
            / f64::from(u32::try_from(samples.len().max(1)).unwrap_or(u32::MAX))
    }

    /// Sees all samples, so often, and tells of each time; an error of `hear` ends it.
    pub fn tune(
        &mut self,
        samples: &[Sample],
        held_out: &[Sample],
        settings: Settings,
        mut hear: impl FnMut(Epoch) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut order: Vec<usize> = (0..samples.len()).collect();
        let mut random = ChaCha8Rng::seed_from_u64(settings.seed);
        let mut slopes = vec![0.0; self.numbers.len()];
        for epoch in 0..settings.epochs {
            order.shuffle(&mut random);
            let gone = count(epoch) / count(settings.epochs);
            let rate = settings.rate * 0.1_f32.powf(gone);
            for batch in order.chunks(settings.batch) {
                slopes.fill(0.0);
                for sample in batch.iter().map(|&at| &samples[at]) {
                    let error = self.chance(sample) - sample.target;
                    for share in &sample.shares {
                        slopes[usize::from(share.number)] += error * share.times;
                    }
                }
                let (size, part) = (count(batch.len()), count(batch.len()) / count(samples.len()));
                for ((slope, number), prior) in slopes.iter_mut().zip(&self.numbers).zip(&self.prior) {
                    *slope = (*slope + settings.prior * part * (number - prior) / SCALE) / size;
                }
                self.step(&slopes, rate);
            }
            hear(Epoch { trained: self.loss(samples), held_out: self.loss(held_out) })?;
        }
        Ok(())
    }

    fn step(&mut self, slopes: &[f32], rate: f32) {
        self.steps += 1;
        let bias = (1.0 - DECAY.0.powi(self.steps), 1.0 - DECAY.1.powi(self.steps));
        for ((number, mean), &slope) in self.numbers.iter_mut().zip(&mut self.means).zip(slopes) {
            mean.0 = DECAY.0 * mean.0 + (1.0 - DECAY.0) * slope;
            mean.1 = DECAY.1 * mean.1 + (1.0 - DECAY.1) * slope * slope;
            *number -= rate * (mean.0 / bias.0) / ((mean.1 / bias.1).sqrt() + 1e-8);
        }
    }

    /// The weights as they are now. Values may be moved together, for only their differences count, so that none lies
    /// below zero.
    pub fn weights(&self) -> Weights {
        let first_term = self.sampler.first_term();
        let least = self.numbers[..first_term].iter().copied().fold(0.0, f32::min);
        let mut weights = self.start.clone();
        for color in Color::ALL {
            let first = self.sampler.first_value(color);
            let ColorWeights { values, .. } = &mut weights.colors[color];
            for (value, number) in values.iter_mut().zip(&self.numbers[first..first_term]) {
                *value = whole(number - least).clamp(0, VALUE_LIMIT - 1);
            }
        }
        let mut terms = [0; Terms::COUNT];
        for (term, &number) in terms.iter_mut().zip(&self.numbers[first_term..]) {
            *term = whole(number);
        }
        weights.terms = Terms::of_numbers(terms);
        weights
    }
}

#[expect(clippy::cast_precision_loss, reason = "there are fewer than 2^24 of anything")]
const fn count(n: usize) -> f32 {
    n as f32
}

#[expect(clippy::cast_possible_truncation, reason = "the number is within the range of an i16")]
fn whole(number: f32) -> i16 {
    number.round().clamp(f32::from(i16::MIN), f32::from(i16::MAX)) as i16
}

#[cfg(test)]
mod tests {
    use tianyuan_rules::{Rule, Size, Symmetry};

    use super::super::sample::tests::game;
    use super::*;

    const SETTINGS: Settings = Settings { batch: 64, rate: 8.0, prior: 0.0, epochs: 60, seed: 1 };

    /// Samples of random games whose targets are what these numbers say.
    fn samples(sampler: &Sampler, truth: &Tuner) -> Vec<Sample> {
        let games = (0..60).map(|number| game(number, Symmetry::ALL[0]));
        let samples = games.flat_map(|game| sampler.samples(&game));
        samples.map(|sample| Sample { target: truth.chance(&sample), ..sample }).collect()
    }

    /// Other numbers than it begins with, which games tell of, are found; and the same ones each time.
    #[test]
    fn numbers_are_found_again() {
        let sampler = Sampler::new(Rule::Renju, Size::STANDARD);
        let weights = Weights::made_by_hand(Rule::Renju);
        let mut truth = Tuner::new(sampler.clone(), weights.clone());
        for number in &mut truth.numbers {
            *number = (*number * 0.5).round();
        }
        let samples = samples(&sampler, &truth);
        assert!(samples.len() > 300, "{}", samples.len());
        let least = truth.loss(&samples);
        let mut tuner = Tuner::new(sampler.clone(), weights.clone());
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
    fn untouched_weights_are_those_that_it_began_with() {
        for rule in Rule::ALL {
            let weights = Weights::made_by_hand(rule);
            let tuner = Tuner::new(Sampler::new(rule, Size::STANDARD), weights.clone());
            assert_eq!(tuner.weights(), weights, "{rule}");
        }
    }
}
