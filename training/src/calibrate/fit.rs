//! The regression.

use tianyuan_evaluation::chance::WinChance;
use tianyuan_rules::{Color, Rule};

use super::Sample;

/// Parts that games are divided into by their numbers; each is held out once.
pub const PARTS: u64 = 10;

/// Numbers of a rule: [`WinChance::numbers`].
const N: usize = 3;

/// How strongly numbers are held to zero, as if that had been seen with this weight: so weakly that it matters only where
/// games say nothing, or where every game was won by the side that was ahead.
const PRIOR: f64 = 1e-3;
/// Steps at most: the fit takes fewer than ten.
const MOST_STEPS: usize = 50;
/// A step that changes no number by more is the last.
const SMALL: f64 = 1e-9;

/// The numbers under which the games of these samples are most likely, of those that are `seen`. The same for the same
/// samples. Where nobody has forbidden moves colors are alike, and White has nothing beyond its value.
pub fn fit(rule: Rule, samples: &[Sample], seen: impl Fn(&Sample) -> bool) -> WinChance {
    let slope_at = |numbers| Slope::at(numbers, samples.iter().filter(|sample| seen(sample)));
    let colors_differ = rule.forbids(Color::Black);
    let mut numbers = [0.0; N];
    let mut slope = slope_at(numbers);
    for _ in 0..MOST_STEPS {
        let mut step = slope.step(if colors_differ { N } else { 1 });
        let is_small = |step: [f64; N]| step.iter().all(|part| part.abs() < SMALL);
        // Far from the end a whole step may go too far.
        loop {
            let there = std::array::from_fn(|at| numbers[at] + step[at]);
            let next = slope_at(there);
            if next.loss <= slope.loss || is_small(step) {
                (numbers, slope) = (there, next);
                break;
            }
            step = step.map(|part| part / 2.0);
        }
        if is_small(step) {
            break;
        }
    }
    WinChance::of_numbers(numbers)
}

/// The chance of each sample by numbers fitted to the games of the other parts.
pub fn held_out(rule: Rule, samples: &[Sample]) -> Vec<f64> {
    let part = |sample: &Sample| sample.game % PARTS;
    let fitted: Vec<WinChance> =
        (0..PARTS).map(|held| fit(rule, samples, |sample| part(sample) != held)).collect();
    let mut chances = vec![0.5; samples.len()];
    for (held, fitted) in (0..).zip(fitted) {
        let of_part = samples.iter().zip(&mut chances).filter(|(sample, _)| part(sample) == held);
        of_part.for_each(|(sample, chance)| *chance = fitted.chance(sample.stage, sample.value));
    }
    chances
}

/// The loss at some numbers with its first and second derivatives.
struct Slope {
    loss: f64,
    first: [f64; N],
    second: [[f64; N]; N],
}

impl Slope {
    fn at<'a>(numbers: [f64; N], samples: impl Iterator<Item = &'a Sample>) -> Self {
        let mut slope = Self { loss: 0.0, first: [0.0; N], second: [[0.0; N]; N] };
        for (at, number) in numbers.into_iter().enumerate() {
            slope.loss += PRIOR * number * number / 2.0;
            slope.first[at] = PRIOR * number;
            slope.second[at][at] = PRIOR;
        }
        for sample in samples {
            slope.add(numbers, sample);
        }
        slope
    }

    fn add(&mut self, numbers: [f64; N], sample: &Sample) {
        let shares = sample.stage.shares(sample.value);
        let logit: f64 = numbers.iter().zip(shares).map(|(number, share)| number * share).sum();
        let chance = 1.0 / (1.0 + (-logit).exp());
        // ln(1 + e^logit) without an overflow.
        self.loss += logit.max(0.0) + (-logit.abs()).exp().ln_1p() - sample.score * logit;
        let (error, weight) = (chance - sample.score, chance * (1.0 - chance));
        for (at, share) in shares.into_iter().enumerate() {
            self.first[at] += error * share;
            for (second, other) in self.second[at].iter_mut().zip(shares) {
                *second += weight * share * other;
            }
        }
    }

    /// Newton's step of the first numbers, as many as are `free`: the solution of `second · step = -first` by elimination. The
    /// prior keeps each pivot above zero.
    fn step(&self, free: usize) -> [f64; N] {
        let (mut matrix, mut right) = (self.second, self.first.map(|slope| -slope));
        for pivot in 0..free {
            for row in pivot + 1..free {
                let times = matrix[row][pivot] / matrix[pivot][pivot];
                let above = matrix[pivot];
                for (cell, above) in matrix[row].iter_mut().zip(above).take(free).skip(pivot) {
                    *cell -= times * above;
                }
                right[row] -= times * right[pivot];
            }
        }
        let mut step = [0.0; N];
        for row in (0..free).rev() {
            let known: f64 = (row + 1..free).map(|column| matrix[row][column] * step[column]).sum();
            step[row] = (right[row] - known) / matrix[row][row];
        }
        step
    }
}

#[cfg(test)]
pub(super) mod tests {
    use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};
    use tianyuan_evaluation::chance::Stage;
    use tianyuan_rules::Size;

    use super::*;

    /// A position of each game, whose end is drawn with these chances.
    pub(in super::super) fn samples(truth: WinChance, games: std::ops::Range<u64>) -> Vec<Sample> {
        let mut random = ChaCha8Rng::seed_from_u64(3);
        let sample = |game| {
            let side = if random.random_bool(0.5) { Color::Black } else { Color::White };
            let stage = Stage { side, stones: random.random_range(4..70), size: Size::STANDARD };
            let value = random.random_range(-500..=500);
            let score = f64::from(u8::from(random.random_bool(truth.chance(stage, value))));
            Sample { game, stage, value, score }
        };
        games.map(sample).collect()
    }

    #[test]
    fn numbers_are_found_again() {
        for (rule, white, allowed) in
            [(Rule::Renju, [-0.4, 0.9], [0.25, 0.12]), (Rule::Standard, [0.0; 2], [1e-12; 2])]
        {
            let samples = samples(WinChance::of_numbers([17.0, white[0], white[1]]), 0..20_000);
            let chance = fit(rule, &samples, |_| true);
            let [steepness, early, late] = chance.numbers();
            assert!((steepness - 17.0).abs() < 0.8, "{rule}: {steepness}");
            assert!((early - white[0]).abs() < allowed[0], "{rule}: {early}");
            assert!((late - white[1]).abs() < allowed[1], "{rule}: {late}");
            assert_eq!(fit(rule, &samples, |_| true), chance, "the same each time");
        }
    }

    #[test]
    fn nothing_or_little_is_no_reason_to_fail() {
        let nothing = WinChance::of_numbers([0.0; 3]);
        assert_eq!(fit(Rule::Renju, &[], |_| true), nothing);
        let stage = Stage { side: Color::White, stones: 8, size: Size::STANDARD };
        let won = Sample { game: 1, stage, value: 300, score: 1.0 };
        let chance = fit(Rule::Renju, &[won], |_| true);
        assert!(chance.chance(stage, 300) > 0.9 && chance.numbers().iter().all(|number| number.is_finite()));
        // Values that are the wrong way round say nothing.
        let lost = Sample { score: 0.0, ..won };
        assert_eq!(fit(Rule::Standard, &[lost], |_| true), nothing);
    }

    /// What a game has to say of its own chance is not used for it, nor what others of its part have.
    #[test]
    fn parts_of_games_are_held_out_whole() {
        let truth = WinChance::of_numbers([17.0, -0.4, 0.9]);
        let mut samples = samples(truth, 0..300);
        let before = held_out(Rule::Renju, &samples);
        for sample in samples.iter_mut().filter(|sample| sample.game % PARTS == 4) {
            sample.score = 1.0 - sample.score;
        }
        let after = held_out(Rule::Renju, &samples);
        for ((sample, before), after) in samples.iter().zip(before).zip(after) {
            let changed = (before - after).abs() > 1e-9;
            assert_eq!(changed, sample.game % PARTS != 4, "game {}", sample.game);
        }
        let seen = fit(Rule::Renju, &samples, |sample| sample.game % PARTS != 7);
        let held: Vec<&Sample> = samples.iter().filter(|sample| sample.game % PARTS == 7).collect();
        let chances = held_out(Rule::Renju, &samples);
        let of_held = samples.iter().zip(chances).filter(|(sample, _)| sample.game % PARTS == 7);
        for ((_, chance), sample) in of_held.zip(held) {
            assert!((chance - seen.chance(sample.stage, sample.value)).abs() < 1e-12);
        }
    }
}
