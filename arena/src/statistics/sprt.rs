//! The sequential probability ratio test: play until the results speak for one of two hypotheses.
//!
//! The ratio of likelihoods is that of two multinomial distributions of the results of a pair: the likeliest
//! one with the mean that the first hypothesis says, and the likeliest one with that of the second (Michel
//! Van den Bergh, "The generalized SPRT", as used by fishtest).

use super::Pairs;
use super::elo::{NELO_PER_SIGMA, expected_score};
use super::pairs::Distribution;

/// What the hypotheses are about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Model {
    /// The expected score, given as a difference in Elo.
    Logistic,
    /// The difference in units of what can be seen in one game, see [`Elo::normalized`](super::Elo).
    #[default]
    Normalized,
}

/// A test of "the first player is stronger by `elo1`" against "by `elo0`".
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The difference of the hypothesis to be refuted.
    pub elo0: f64,
    /// The difference of the hypothesis to be shown; more than `elo0`.
    pub elo1: f64,
    /// The chance to accept `elo1` where `elo0` is true.
    pub alpha: f64,
    /// The chance to accept `elo0` where `elo1` is true.
    pub beta: f64,
    /// What the differences are.
    pub model: Model,
}

/// Between these the test goes on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// Here `elo0` is accepted.
    pub lower: f64,
    /// Here `elo1` is accepted.
    pub upper: f64,
}

/// How a test stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// More games are needed.
    Open,
    /// `elo0` is accepted.
    AcceptedElo0,
    /// `elo1` is accepted.
    AcceptedElo1,
}

impl Sprt {
    /// The bounds of Wald's test.
    pub fn bounds(&self) -> Bounds {
        Bounds { lower: (self.beta / (1.0 - self.alpha)).ln(), upper: ((1.0 - self.beta) / self.alpha).ln() }
    }

    /// The logarithm of the ratio of likelihoods; 0 where nothing was played.
    pub fn llr(&self, pairs: &Pairs) -> f64 {
        if pairs.n_pairs() == 0 {
            return 0.0;
        }
        let results = pairs.distribution();
        let likeliest = |elo: f64| match self.model {
            Model::Logistic => with_mean(&results, expected_score(elo)),
            // A pair shows the square root of two times what a game does.
            Model::Normalized => with_signal(&results, elo / NELO_PER_SIGMA * std::f64::consts::SQRT_2),
        };
        let (zero, one) = (likeliest(self.elo0), likeliest(self.elo1));
        let of_result =
            |((observed, chance0), chance1): ((f64, f64), f64)| observed * (chance1 / chance0).ln();
        let observed = results.results.map(|(_, chance)| chance);
        results.n * observed.into_iter().zip(zero).zip(one).map(of_result).sum::<f64>()
    }

    /// How the test stands.
    pub fn state(&self, pairs: &Pairs) -> State {
        let (llr, bounds) = (self.llr(pairs), self.bounds());
        if llr >= bounds.upper {
            State::AcceptedElo1
        } else if llr <= bounds.lower {
            State::AcceptedElo0
        } else {
            State::Open
        }
    }
}

/// The chances that are likeliest for the results seen among those with this mean.
fn with_mean(results: &Distribution, mean: f64) -> [f64; 5] {
    tilted(&results.results.map(|(value, chance)| (value - mean, chance)))
}

/// The chances that are likeliest for the results seen among those whose mean lies `signal` standard
/// deviations above a half. The deviation is that of the chances themselves, so they are found step by step.
fn with_signal(results: &Distribution, signal: f64) -> [f64; 5] {
    const STEPS: usize = 10;
    let mut chances = [0.2; 5];
    for _ in 0..STEPS {
        let now = Distribution { n: results.n, results: zipped(&results.results, chances) };
        let (mean, sigma) = (now.mean(), now.variance().sqrt());
        let bent = results.results.map(|(value, chance)| {
            let deviation = (mean - value) / sigma;
            (value - 0.5 - signal * sigma * f64::midpoint(1.0, deviation * deviation), chance)
        });
        let next = tilted(&bent);
        let change = next.iter().zip(chances).map(|(new, old)| (new - old).abs()).fold(0.0, f64::max);
        chances = next;
        if change < 1e-9 {
            break;
        }
    }
    chances
}

fn zipped(results: &[(f64, f64); 5], chances: [f64; 5]) -> [(f64, f64); 5] {
    let mut zipped = *results;
    zipped.iter_mut().zip(chances).for_each(|(result, chance)| result.1 = chance);
    zipped
}

/// The chances `p / (1 + x a)` with the `x` for which the mean of the `a` is zero: the likeliest for chances
/// `p` seen, by Lagrange's method. The values must not all have the same sign.
fn tilted(results: &[(f64, f64); 5]) -> [f64; 5] {
    let least = results.iter().map(|result| result.0).fold(f64::INFINITY, f64::min);
    let most = results.iter().map(|result| result.0).fold(f64::NEG_INFINITY, f64::max);
    if least >= 0.0 || most <= 0.0 {
        return results.map(|(_, chance)| chance);
    }
    // The mean falls from infinity to minus infinity between these, so halving finds where it is zero.
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..200 {
        let x = f64::midpoint(low, high);
        let mean: f64 = results.iter().map(|(a, p)| p * a / (1.0 + x * a)).sum();
        if mean > 0.0 { low = x } else { high = x }
    }
    let x = f64::midpoint(low, high);
    results.map(|(a, p)| p / (1.0 + x * a))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sprt(model: Model, elo0: f64, elo1: f64) -> Sprt {
        Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model }
    }

    /// The figures that fastchess gives for these, from its tests.
    #[test]
    fn ratios_of_others() {
        for (counts, model, elo0, elo1, llr) in [
            ([365, 16618, 36229, 16974, 390], Model::Normalized, 0.0, 2.0, 2.25),
            ([127, 4883, 10712, 5150, 104], Model::Normalized, -1.75, 0.25, 3.01),
            ([0, 0, 0, 0, 5550], Model::Normalized, 0.0, 5.0, 111.82),
            ([223, 9863, 21279, 10037, 246], Model::Logistic, 0.5, 2.5, -3.07),
            ([871, 26175, 55983, 26678, 821], Model::Logistic, 0.0, 2.0, -4.98),
        ] {
            let found = sprt(model, elo0, elo1).llr(&Pairs::new(counts));
            assert!((found - llr).abs() < 5e-3 + 5e-4 * llr.abs(), "{counts:?}: {found} instead of {llr}");
        }
    }

    #[test]
    fn bounds_are_walds() {
        let bounds = sprt(Model::Logistic, 0.0, 5.0).bounds();
        assert!((bounds.upper - 2.944).abs() < 1e-3 && (bounds.lower + 2.944).abs() < 1e-3);
    }

    /// Where the results seen have a mean near both hypotheses, the ratio is that of two normal
    /// distributions: `(s1 - s0) (2 mean - s0 - s1) / (2 variance / n)`.
    #[test]
    fn near_the_hypotheses_it_is_the_normal_ratio() {
        let pairs = Pairs::new([80, 200, 400, 210, 110]);
        let results = pairs.distribution();
        let (s0, s1) = (expected_score(0.0), expected_score(5.0));
        let normal = (s1 - s0) * (2.0 * results.mean() - s0 - s1) / (2.0 * results.variance() / results.n);
        let llr = sprt(Model::Logistic, 0.0, 5.0).llr(&pairs);
        assert!((llr - normal).abs() < 0.01 * normal.abs(), "{llr} {normal}");
    }

    /// For the normalized model the ratio is near `n (t1 - t0) (2 t - t0 - t1) / 2` where the `t` are small.
    #[test]
    fn normalized_hypotheses_are_about_the_signal() {
        let pairs = Pairs::new([80, 200, 400, 210, 110]);
        let results = pairs.distribution();
        let t = (results.mean() - 0.5) / results.variance().sqrt();
        let t1 = 5.0 / NELO_PER_SIGMA * std::f64::consts::SQRT_2;
        let normal = results.n * t1 * (2.0 * t - t1) / 2.0;
        let llr = sprt(Model::Normalized, 0.0, 5.0).llr(&pairs);
        assert!((llr - normal).abs() < 0.01 * normal.abs(), "{llr} {normal}");
    }

    #[test]
    fn a_clean_sweep_ends_the_test() {
        for model in [Model::Logistic, Model::Normalized] {
            let test = sprt(model, 0.0, 20.0);
            assert_eq!(test.state(&Pairs::new([0, 0, 0, 0, 100])), State::AcceptedElo1, "{model:?}");
            assert_eq!(test.state(&Pairs::new([100, 0, 0, 0, 0])), State::AcceptedElo0, "{model:?}");
            assert_eq!(test.state(&Pairs::default()), State::Open);
        }
    }

    #[test]
    fn the_ratio_grows_with_the_score_and_the_sides_are_alike() {
        for model in [Model::Logistic, Model::Normalized] {
            let test = sprt(model, -3.0, 3.0);
            let better = test.llr(&Pairs::new([10, 20, 40, 30, 20]));
            let worse = test.llr(&Pairs::new([20, 30, 40, 20, 10]));
            assert!(better > 0.0 && (better + worse).abs() < 1e-6, "{model:?} {better} {worse}");
            assert!(test.llr(&Pairs::new([10, 20, 40, 20, 10])).abs() < 1e-6);
        }
    }

    /// Both errors are about what was asked for: tests of true hypotheses, simulated.
    #[test]
    fn errors_are_as_agreed() {
        let test = Sprt { elo0: 0.0, elo1: 40.0, alpha: 0.1, beta: 0.1, model: Model::Logistic };
        let mut seed = 1_u64;
        let mut uniform = move || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            f64::from(u32::try_from(seed >> 32).unwrap()) / 4_294_967_296.0
        };
        for (elo, wrong) in [(0.0, State::AcceptedElo1), (40.0, State::AcceptedElo0)] {
            let win = expected_score(elo);
            let mut n_wrong = 0;
            for _ in 0..400 {
                let mut pairs = Pairs::default();
                while test.state(&pairs) == State::Open {
                    pairs.add(if uniform() < win { 2 } else { 0 }, if uniform() < win { 2 } else { 0 });
                }
                n_wrong += u32::from(test.state(&pairs) == wrong);
            }
            assert!((15..60).contains(&n_wrong), "{n_wrong} of 400 wrong at {elo}");
        }
    }
}
