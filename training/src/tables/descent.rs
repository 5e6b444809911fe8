//! Numbers on their way down a slope: what both regressions have in common.

use std::io;

use rand::seq::SliceRandom;
use rand::{SeedableRng, rngs::ChaCha8Rng};

/// How a regression goes on.
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

/// Numbers that go where samples pull them, held to those that they begin with (Adam: Kingma and Ba 2014).
#[derive(Debug)]
pub(super) struct Numbers {
    start: Vec<f32>,
    now: Vec<f32>,
    /// Of each number: the running mean of its slope, and of the square of that.
    means: Vec<(f32, f32)>,
    steps: i32,
}

/// The decay of the running means.
const DECAY: (f32, f32) = (0.9, 0.999);

impl Numbers {
    /// Numbers that begin so.
    pub(super) fn new(start: Vec<f32>) -> Self {
        Self { now: start.clone(), means: vec![(0.0, 0.0); start.len()], start, steps: 0 }
    }

    /// What they are now.
    pub(super) fn now(&self) -> &[f32] {
        &self.now
    }

    /// Sees so many samples in each epoch, and tells of the numbers behind each; an error of `hear` ends it.
    ///
    /// `add_slopes` adds the slopes of the loss of one sample, by its place, to those of all numbers, counted by `scale` of
    /// a number's units.
    pub(super) fn descend(
        &mut self,
        n_samples: usize,
        settings: Settings,
        scale: f32,
        add_slopes: impl Fn(&[f32], usize, &mut [f32]),
        mut hear: impl FnMut(&[f32]) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut order: Vec<usize> = (0..n_samples).collect();
        let mut random = ChaCha8Rng::seed_from_u64(settings.seed);
        let mut slopes = vec![0.0; self.now.len()];
        for epoch in 0..settings.epochs {
            order.shuffle(&mut random);
            let gone = count(epoch) / count(settings.epochs);
            let rate = settings.rate * 0.1_f32.powf(gone);
            for batch in order.chunks(settings.batch) {
                slopes.fill(0.0);
                for &at in batch {
                    add_slopes(&self.now, at, &mut slopes);
                }
                let (size, part) = (count(batch.len()), count(batch.len()) / count(n_samples));
                for ((slope, number), start) in slopes.iter_mut().zip(&self.now).zip(&self.start) {
                    *slope = (*slope + settings.prior * part * (number - start) / scale) / size;
                }
                self.step(&slopes, rate);
            }
            hear(&self.now)?;
        }
        Ok(())
    }

    fn step(&mut self, slopes: &[f32], rate: f32) {
        self.steps += 1;
        let bias = (1.0 - DECAY.0.powi(self.steps), 1.0 - DECAY.1.powi(self.steps));
        for ((number, mean), &slope) in self.now.iter_mut().zip(&mut self.means).zip(slopes) {
            mean.0 = DECAY.0 * mean.0 + (1.0 - DECAY.0) * slope;
            mean.1 = DECAY.1 * mean.1 + (1.0 - DECAY.1) * slope * slope;
            *number -= rate * (mean.0 / bias.0) / ((mean.1 / bias.1).sqrt() + 1e-8);
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "there are fewer than 2^24 of anything")]
pub(super) const fn count(n: usize) -> f32 {
    n as f32
}

/// A number as tables have it.
#[expect(clippy::cast_possible_truncation, reason = "the number is within the range of an i16")]
pub(super) fn whole(number: f32) -> i16 {
    number.round().clamp(f32::from(i16::MIN), f32::from(i16::MAX)) as i16
}

/// The mean of so many numbers; 0 of none.
pub(super) fn mean(numbers: impl Iterator<Item = f64>, n: usize) -> f64 {
    numbers.sum::<f64>() / f64::from(u32::try_from(n.max(1)).unwrap_or(u32::MAX))
}

#[cfg(test)]
pub(super) mod tests {
    /// Slopes are what the loss changes by, for the numbers with the greatest ones.
    #[track_caller]
    pub(in super::super) fn check_slopes(
        numbers: &[f32],
        slopes: &[f32],
        scale: f32,
        loss: impl Fn(&[f32]) -> f64,
    ) {
        let mut order: Vec<usize> = (0..numbers.len()).collect();
        order.sort_by(|&a, &b| slopes[b].abs().total_cmp(&slopes[a].abs()));
        for &at in &order[..40] {
            let moved = |by: f32| {
                let mut numbers = numbers.to_vec();
                numbers[at] += by;
                loss(&numbers)
            };
            let expected = (moved(0.5) - moved(-0.5)) * f64::from(scale);
            let found = f64::from(slopes[at]);
            assert!((found - expected).abs() < 0.01 + 0.01 * expected.abs(), "{at}: {found} {expected}");
        }
    }
}
