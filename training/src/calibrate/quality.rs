//! How far chances are from what happened.

use std::collections::BTreeMap;

use super::{Sample, count};

/// A chance that somebody gives, and what happened.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Forecast {
    /// The number of the game.
    pub game: u64,
    /// The chance, 0 to 1.
    pub chance: f64,
    /// 1 a win, 0.5 a draw, 0 a loss.
    pub score: f64,
}

/// Forecasts of about the same chance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bin {
    /// The mean of the chances.
    pub predicted: f64,
    /// The mean of the scores.
    pub happened: f64,
    /// How many there are.
    pub positions: usize,
    /// The standard error of `happened`: positions of one game, which end alike, count as one observation.
    pub deviation: f64,
}

impl Forecast {
    /// What is said of a sample.
    pub const fn new(sample: &Sample, chance: f64) -> Self {
        Self { game: sample.game, chance, score: sample.score }
    }
}

impl Bin {
    fn of(forecasts: &[Forecast]) -> Self {
        let n = count(forecasts.len().max(1));
        let mean = |of: fn(&Forecast) -> f64| forecasts.iter().map(of).sum::<f64>() / n;
        let mut surprises: BTreeMap<u64, f64> = BTreeMap::new();
        for one in forecasts {
            *surprises.entry(one.game).or_default() += one.score - one.chance;
        }
        let deviation = surprises.values().map(|surprise| surprise * surprise).sum::<f64>().sqrt() / n;
        Self {
            predicted: mean(|one| one.chance),
            happened: mean(|one| one.score),
            positions: forecasts.len(),
            deviation,
        }
    }

    /// How far the chances lie from what happened.
    pub fn error(&self) -> f64 {
        (self.predicted - self.happened).abs()
    }
}

/// So many bins of equally many forecasts, the smallest chances first; fewer if there are fewer forecasts.
pub fn bins(forecasts: &[Forecast], n: usize) -> Vec<Bin> {
    let mut sorted = forecasts.to_vec();
    sorted.sort_by(|one, other| one.chance.total_cmp(&other.chance));
    let part = |i: usize| sorted.get(i * sorted.len() / n..(i + 1) * sorted.len() / n).unwrap_or_default();
    (0..n).map(part).filter(|part| !part.is_empty()).map(Bin::of).collect()
}

/// The expected calibration error: how far chances lie from what happened in the mean over all positions, 0 to 1; 0 if there
/// are none.
pub fn error(bins: &[Bin]) -> f64 {
    mean(bins, Bin::error)
}

/// The error that chances without fault would show about, for in so few games luck does not even out.
pub fn luck(bins: &[Bin]) -> f64 {
    // The mean of what is normally distributed, without its sign.
    let expected = (2.0 / std::f64::consts::PI).sqrt();
    mean(bins, |bin| expected * bin.deviation)
}

fn mean(bins: &[Bin], of: impl Fn(&Bin) -> f64) -> f64 {
    let positions: usize = bins.iter().map(|bin| bin.positions).sum();
    bins.iter().map(|bin| of(bin) * count(bin.positions)).sum::<f64>() / count(positions.max(1))
}

/// The mean cross entropy between chances and scores, in nats: small if chances are both true and bold.
pub fn loss(forecasts: &[Forecast]) -> f64 {
    let of_one = |one: &Forecast| {
        let chance = one.chance.clamp(1e-9, 1.0 - 1e-9);
        -(one.score * chance.ln() + (1.0 - one.score) * (1.0 - chance).ln())
    };
    forecasts.iter().map(of_one).sum::<f64>() / count(forecasts.len().max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A hundred games each at ten chances, of which as many are won as is said of them and `more` percent.
    fn forecasts(more: usize) -> Vec<Forecast> {
        let game = |(tenth, n): (usize, usize)| Forecast {
            game: (100 * tenth + n) as u64,
            chance: count(tenth) / 10.0,
            score: if n < 10 * tenth + more { 1.0 } else { 0.0 },
        };
        (0..10).flat_map(|tenth| (0..100).map(move |n| (tenth, n))).map(game).collect()
    }

    #[test]
    fn true_chances_have_no_error_and_others_have_theirs() {
        assert!(error(&bins(&forecasts(0), 10)) < 1e-12);
        assert!((error(&bins(&forecasts(7), 10)) - 0.07).abs() < 1e-12);
        assert!((error(&bins(&forecasts(7), 1)) - 0.07).abs() < 1e-12);
        assert!(error(&[]) < 1e-12 && bins(&[], 10).is_empty());
        assert_eq!(bins(&forecasts(0)[..3], 10).len(), 3);
    }

    #[test]
    fn bins_are_equal_and_in_order() {
        let bins = bins(&forecasts(0), 8);
        assert!(bins.len() == 8 && bins.iter().all(|bin| bin.positions == 125));
        assert!(bins.is_sorted_by_key(|bin| bin.predicted));
    }

    /// A game counts once, however many positions it has.
    #[test]
    fn luck_evens_out_over_games_not_positions() {
        let even = |game, score| Forecast { game, chance: 0.5, score };
        let of = |forecasts: &[Forecast]| luck(&bins(forecasts, 1));
        let few: Vec<_> = (0..100).map(|game| even(game, count((game % 2) as usize))).collect();
        let repeated: Vec<_> = few.iter().flat_map(|&one| [one; 9]).collect();
        let many: Vec<_> = (0..900).map(|game| even(game, count((game % 2) as usize))).collect();
        assert!((of(&few) - 0.04).abs() < 0.001, "{}", of(&few));
        assert!((of(&few) - of(&repeated)).abs() < 1e-12 && (of(&many) * 3.0 - of(&few)).abs() < 1e-12);
    }

    #[test]
    fn loss_is_least_for_bold_truth() {
        let bold = |chance| loss(&[Forecast { game: 1, chance, score: 1.0 }]);
        assert!(bold(0.9) < bold(0.6) && bold(1.0) < 1e-6 && bold(0.0).is_finite());
        assert!((bold(0.5) - 2.0_f64.ln()).abs() < 1e-12 && loss(&[]) < 1e-12);
    }
}
