//! Strength as a difference in Elo.

use super::normal::{Z_95, cumulative};
use super::pairs::Distribution;
use super::{Games, Pairs};

/// What results say about the difference in strength of two players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// The difference for which the score is expected: `-400 lg(1/score - 1)`.
    pub logistic: Estimate,
    /// The difference in units of what can be seen in one game: `(score - 1/2) / sigma * 800 / ln 10`, where
    /// `sigma` is the standard deviation of a game as the pairs show it. Unlike the logistic one it depends
    /// little on how many games are drawn, and so on the time control.
    pub normalized: Estimate,
    /// The chance that the first player is the stronger one.
    pub superiority: f64,
}

/// A value with its error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The likeliest value.
    pub value: f64,
    /// Half the width of the interval that holds the true value with a chance of 95 %.
    pub error: f64,
}

/// Elo of one standard deviation: `800 / ln 10`.
pub(super) const NELO_PER_SIGMA: f64 = 347.435_585_522_607_76;

impl Elo {
    /// From pairs. `None` where nothing was played.
    pub fn of_pairs(pairs: &Pairs) -> Option<Self> {
        (pairs.n_pairs() > 0).then(|| Self::of(&pairs.distribution(), std::f64::consts::SQRT_2))
    }

    /// From single games, as if each were independent of all others. `None` where nothing was played.
    pub fn of_games(games: &Games) -> Option<Self> {
        // Losses, draws and wins stand at the ends and the middle of the same scale.
        let as_pairs = Pairs::new([games.losses, 0, games.draws, 0, games.wins]);
        (games.n_games() > 0).then(|| Self::of(&as_pairs.distribution(), 1.0))
    }

    /// `root_games`: the square root of the number of games of an observation.
    fn of(results: &Distribution, root_games: f64) -> Self {
        let (score, sigma) = (results.mean(), results.variance().sqrt());
        let deviation = sigma / results.n.sqrt();
        let (low, high) = (score - Z_95 * deviation, score + Z_95 * deviation);
        let normalized = |score: f64| (score - 0.5) / (sigma * root_games) * NELO_PER_SIGMA;
        Self {
            logistic: Estimate { value: logistic(score), error: (logistic(high) - logistic(low)) / 2.0 },
            normalized: Estimate {
                value: normalized(score),
                error: (normalized(high) - normalized(low)) / 2.0,
            },
            superiority: cumulative((score - 0.5) / deviation),
        }
    }
}

/// The difference in Elo for which this score is expected. Scores of all and nothing are as far away as one
/// can say.
pub(super) fn logistic(score: f64) -> f64 {
    const MOST: f64 = 1.0 - 1e-9;
    let score = score.clamp(1.0 - MOST, MOST);
    -400.0 * (1.0 / score - 1.0).log10()
}

/// The score that is expected of a difference in Elo.
pub(super) fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: f64, wanted: f64) {
        assert!((found - wanted).abs() < 5e-3, "{found} instead of {wanted}");
    }

    /// By hand, for the pairs 8 20 40 21 11: the mean is (20/4 + 40/2 + 21*3/4 + 11) / 100 = 0.5175, the mean
    /// square (20/16 + 40/4 + 21*9/16 + 11) / 100 = 0.340625, so the variance 0.072819, the deviation of the
    /// mean 0.026985.
    #[test]
    fn a_pentanomial_by_hand() {
        let elo = Elo::of_pairs(&Pairs::new([8, 20, 40, 21, 11])).expect("games");
        close(elo.logistic.value, 12.165);
        // Half the way from 0.5175 - 0.05289, which is -24.64, to 0.5175 + 0.05289, which is 49.23.
        close(elo.logistic.error, 36.936);
        // 0.0175 / sqrt(2 * 0.072819) * 347.4356
        close(elo.normalized.value, 15.932);
        close(elo.normalized.error, 48.152);
        close(elo.superiority, 0.7417);
    }

    /// The figures that fastchess gives for these, from its tests, to their last digit.
    #[test]
    fn pentanomials_of_others() {
        for (counts, elo, nelo) in [
            ([34, 54, 63, 64, 75], (55.58, 27.65), (57.94, 28.28)),
            ([332, 433, 498, 333, 334], (-8.64, 10.33), (-9.17, 10.96)),
            ([7895, 8757, 5685, 568, 9999], (-21.04, 2.95), (-19.01, 2.65)),
        ] {
            let found = Elo::of_pairs(&Pairs::new(counts)).expect("games");
            for (estimate, (value, error)) in [(found.logistic, elo), (found.normalized, nelo)] {
                close(estimate.value, value);
                close(estimate.error, error);
            }
        }
    }

    #[test]
    fn games_of_others() {
        let found = Elo::of_games(&Games { wins: 136, losses: 96, draws: 111 }).expect("games");
        close(found.logistic.value, 40.70);
        close(found.logistic.error, 30.43);
        close(found.normalized.value, 49.77);
        close(found.normalized.error, 36.77);
        close(found.superiority, 0.9960);
    }

    #[test]
    fn single_games_by_hand() {
        let elo = Elo::of_games(&Games { wins: 78, losses: 71, draws: 51 }).expect("games");
        // Mean 0.5175, variance (78 + 51/4)/200 - 0.5175^2 = 0.185944, deviation 0.030491.
        close(elo.logistic.value, 12.165);
        close(elo.normalized.value, 0.0175 / 0.185_944_f64.sqrt() * NELO_PER_SIGMA);
        close(elo.superiority, 0.717);
    }

    #[test]
    fn scores_and_differences_are_inverse() {
        for elo in [-400.0, -10.0, 0.0, 3.5, 800.0] {
            close(logistic(expected_score(elo)), elo);
        }
        assert!(logistic(1.0).is_finite() && logistic(0.0).is_finite());
    }

    #[test]
    fn a_clean_sweep_has_finite_numbers() {
        let elo = Elo::of_pairs(&Pairs::new([0, 0, 0, 0, 20])).expect("games");
        assert!(elo.logistic.value > 1000.0 && elo.superiority > 0.999);
        assert!(elo.normalized.error.is_finite());
        assert_eq!(Elo::of_pairs(&Pairs::default()), None);
    }
}
