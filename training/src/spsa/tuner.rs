//! The state of the tuning, a function of what was played.

use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};
use serde::{Deserialize, Serialize};

use super::journal::{Plan, Step};

/// How the rate falls (Spall: 0.602), and how the steps do (0.101), with the number of steps.
const RATE_DECAY: f64 = 0.602;
const STEP_DECAY: f64 = 0.101;
/// The rate falls as if so much of the whole had gone before.
const HEAD_START: f64 = 0.1;
/// What the numbers come to is their mean over the last part of the steps: one of so many parts.
const MEAN_OF_LAST: usize = 4;

/// A number that is tuned.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Number {
    /// Its name.
    pub name: String,
    /// What it begins with.
    pub start: i32,
    /// The least that makes sense.
    pub least: i32,
    /// The most.
    pub most: i32,
    /// How far it is moved to either side at the end; a little further at first.
    pub step: i32,
}

/// Numbers that are being tuned.
#[derive(Clone, Debug)]
pub struct Spsa {
    plan: Plan,
    now: Vec<f64>,
    /// Where they were after each step.
    trail: Vec<Vec<f64>>,
}

impl Spsa {
    /// The numbers as the plan begins.
    pub fn new(plan: Plan) -> Self {
        let now = plan.numbers.iter().map(|number| f64::from(number.start)).collect();
        Self { plan, now, trail: Vec::new() }
    }

    /// How many steps are done.
    pub const fn n_steps(&self) -> usize {
        self.trail.len()
    }

    /// Whether all planned steps are done.
    pub const fn is_done(&self) -> bool {
        self.n_steps() >= self.plan.steps
    }

    /// The number of the first pair of the next step; it determines the opening and the perturbation.
    pub fn next_pair(&self) -> u64 {
        (self.n_steps() * self.plan.pairs) as u64
    }

    /// What the two players of a pair of the next step have: the numbers moved one way, and the other way.
    pub fn perturbed(&self, pair: u64) -> [Vec<i32>; 2] {
        let (signs, mut random) = self.signs(pair);
        let mut players = [Vec::new(), Vec::new()];
        for ((number, now), sign) in self.plan.numbers.iter().zip(&self.now).zip(signs) {
            let by = sign * f64::from(number.step) * self.width();
            // Rounded by chance, the same for both: a step of less than one still tells something.
            let chance: f64 = random.random();
            for (player, value) in players.iter_mut().zip([now + by, now - by]) {
                player.push(whole(value + chance).clamp(number.least, number.most));
            }
        }
        players
    }

    /// Moves the numbers to where the winners of the next step had them.
    pub fn learn(&mut self, step: &Step) {
        let (first, rate, width) = (self.next_pair(), self.rate(), self.width());
        for (pair, number) in step.pairs.iter().zip(first..) {
            let result = f64::from(pair.result());
            let (signs, _) = self.signs(number);
            for ((now, number), sign) in self.now.iter_mut().zip(&self.plan.numbers).zip(signs) {
                let to = *now + rate * width * f64::from(number.step) * sign * result;
                *now = to.clamp(f64::from(number.least), f64::from(number.most));
            }
        }
        self.trail.push(self.now.clone());
    }

    /// What the numbers have come to: their mean over the last quarter of the steps, which differs less by chance than
    /// where they happen to be.
    pub fn found(&self) -> Vec<i32> {
        let n_last = (self.trail.len() / MEAN_OF_LAST).max(1);
        let last = &self.trail[self.trail.len().saturating_sub(n_last)..];
        if last.is_empty() {
            return self.plan.numbers.iter().map(|number| number.start).collect();
        }
        let mean = |at: usize| last.iter().map(|numbers| numbers[at]).sum::<f64>() / count(last.len());
        (0..self.now.len()).map(|at| whole(mean(at) + 0.5)).collect()
    }

    /// Which way each number goes in a pair, 1 or -1, and what is left of chance.
    fn signs(&self, pair: u64) -> (Vec<f64>, ChaCha8Rng) {
        let mut random = ChaCha8Rng::seed_from_u64(self.plan.seed);
        random.set_stream(pair);
        let sign = |_: &Number| if random.random::<bool>() { 1.0 } else { -1.0 };
        (self.plan.numbers.iter().map(sign).collect(), random)
    }

    /// How far numbers are moved in the next step, in their own steps: 1 in the last one.
    fn width(&self) -> f64 {
        let (gone, all) = (count(self.n_steps()) + 1.0, count(self.plan.steps));
        (all / gone).max(1.0).powf(STEP_DECAY)
    }

    /// How far a won game moves the numbers, in what they were moved by: the plan's rate in the last step.
    fn rate(&self) -> f64 {
        let (gone, all) = (count(self.n_steps()) + 1.0, count(self.plan.steps));
        let before = HEAD_START * all;
        self.plan.rate * ((before + all) / (before + gone)).max(1.0).powf(RATE_DECAY)
    }
}

#[expect(clippy::cast_precision_loss, reason = "nobody plays 2^52 games")]
const fn count(n: usize) -> f64 {
    n as f64
}

#[expect(clippy::cast_possible_truncation, reason = "cut to the range of an i32, which is what as does")]
const fn whole(number: f64) -> i32 {
    number.floor() as i32
}

#[cfg(test)]
mod tests {
    use super::super::journal::Pair;
    use super::*;

    fn plan(steps: usize) -> Plan {
        let number = |name: &str, start| Number { name: name.into(), start, least: 0, most: 100, step: 4 };
        Plan::of_numbers(vec![number("near", 40), number("far", 10), number("idle", 50)], steps)
    }

    /// Plays by a formula: who has its numbers nearer to 60 and 80 wins, but for chance. The third number does not matter.
    fn played(spsa: &Spsa, random: &mut ChaCha8Rng) -> Step {
        let first = spsa.next_pair();
        let pair = |number| {
            let [plus, minus] = spsa.perturbed(number).map(|numbers| {
                let miss = |at: usize, target: i32| f64::from((numbers[at] - target).pow(2));
                -(miss(0, 60) + miss(1, 80)) / 400.0
            });
            let chance = 1.0 / (1.0 + (minus - plus).exp());
            let mut score = || if random.random::<f64>() < chance { 1 } else { -1 };
            Pair { scores: [score(), score()], games: [String::new(), String::new()] }
        };
        Step { pairs: (first..first + spsa.plan.pairs as u64).map(pair).collect() }
    }

    #[test]
    fn what_wins_is_found() {
        let mut random = ChaCha8Rng::seed_from_u64(5);
        let mut spsa = Spsa::new(plan(400));
        while !spsa.is_done() {
            let step = played(&spsa, &mut random);
            spsa.learn(&step);
        }
        let found = spsa.found();
        assert!((50..=70).contains(&found[0]) && (65..=95).contains(&found[1]), "{found:?}");
        assert!((25..=75).contains(&found[2]), "chance alone does not carry a number away: {found:?}");
    }

    #[test]
    fn players_differ_by_twice_a_step_and_stay_in_range() {
        let mut spsa = Spsa::new(plan(100));
        for pair in 0..200 {
            let [plus, minus] = spsa.perturbed(pair);
            assert_eq!([plus.clone(), minus.clone()], spsa.perturbed(pair), "a number determines them");
            for (plus, minus) in plus.into_iter().zip(minus) {
                assert!((8..=16).contains(&plus.abs_diff(minus)), "{plus} {minus}");
            }
        }
        spsa.now = vec![0.0, 100.0, 50.0];
        let players = (0..50).flat_map(|pair| spsa.perturbed(pair));
        assert!(players.into_iter().flatten().all(|number| (0..=100).contains(&number)));
    }

    #[test]
    fn nothing_is_found_where_nothing_was_played() {
        let mut spsa = Spsa::new(plan(10));
        assert_eq!(spsa.found(), [40, 10, 50]);
        let even = Pair { scores: [1, -1], games: [String::new(), String::new()] };
        spsa.learn(&Step { pairs: vec![even; 4] });
        assert_eq!(spsa.found(), [40, 10, 50]);
    }
}
