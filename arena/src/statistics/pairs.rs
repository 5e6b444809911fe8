//! Pairs of games by their points.

/// What one side made of the two games of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Points {
    /// Lost both.
    None = 0,
    /// A loss and a draw.
    Half = 1,
    /// A win and a loss, or two draws.
    One = 2,
    /// A win and a draw.
    OneAndHalf = 3,
    /// Won both.
    Two = 4,
}

impl Points {
    /// From weak to strong.
    pub const ALL: [Self; 5] = [Self::None, Self::Half, Self::One, Self::OneAndHalf, Self::Two];

    /// The points of two games, each given in halves: 2 a win, 1 a draw, 0 a loss.
    pub const fn of(first: u8, second: u8) -> Self {
        match first + second {
            0 => Self::None,
            1 => Self::Half,
            2 => Self::One,
            3 => Self::OneAndHalf,
            _ => Self::Two,
        }
    }
}

/// Numbers of pairs by the points that one side made of them: the pentanomial.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs {
    /// For each of [`Points::ALL`] the number of pairs.
    pub counts: [u64; 5],
    /// How many of the pairs with one point are two draws.
    pub two_draws: u64,
}

impl Pairs {
    /// Counts from weak to strong, none of them two draws.
    pub const fn new(counts: [u64; 5]) -> Self {
        Self { counts, two_draws: 0 }
    }

    /// Adds a pair, each game in halves of a point.
    pub fn add(&mut self, first: u8, second: u8) {
        let index = Points::of(first, second) as usize;
        if let Some(count) = self.counts.get_mut(index) {
            *count += 1;
        }
        self.two_draws += u64::from(first == 1 && second == 1);
    }

    /// The number of pairs.
    pub fn n_pairs(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The share of pairs that decided nothing, 0 to 1.
    pub fn draw_ratio(&self) -> f64 {
        share(self.counts[2], self.n_pairs())
    }

    /// Pairs won for each pair lost: `None` where none was lost.
    pub fn pairs_ratio(&self) -> Option<f64> {
        let [lost, half, _, more, won] = self.counts;
        ratio(more + won, lost + half)
    }

    /// Among the pairs with one point, those of a win and a loss for each of two draws.
    pub fn split_ratio(&self) -> Option<f64> {
        ratio(self.counts[2].saturating_sub(self.two_draws), self.two_draws)
    }

    /// The distribution of points per game, 0 to 1.
    pub(super) fn distribution(&self) -> Distribution {
        Distribution::new(self.counts)
    }
}

fn share(part: u64, all: u64) -> f64 {
    ratio(part, all).unwrap_or_default()
}

#[expect(clippy::cast_precision_loss, reason = "fewer pairs than a float has integers")]
fn ratio(part: u64, other: u64) -> Option<f64> {
    (other > 0).then(|| part as f64 / other as f64)
}

/// Chances of the five results of a pair, whose values are points per game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Distribution {
    /// Pairs that it was made of; not whole where results are missing.
    pub(super) n: f64,
    /// Value and chance of each result.
    pub(super) results: [(f64, f64); 5],
}

/// What a result that was never seen counts, so that a clean sweep has a likelihood too. The value is that
/// of fishtest.
const UNSEEN: f64 = 1e-3;

impl Distribution {
    #[expect(clippy::cast_precision_loss, reason = "fewer pairs than a float has integers")]
    fn new(counts: [u64; 5]) -> Self {
        let counts = counts.map(|count| if count == 0 { UNSEEN } else { count as f64 });
        let n: f64 = counts.iter().sum();
        let values = [0.0, 0.25, 0.5, 0.75, 1.0];
        let mut results = [(0.0, 0.0); 5];
        for (result, (value, count)) in results.iter_mut().zip(values.into_iter().zip(counts)) {
            *result = (value, count / n);
        }
        Self { n, results }
    }

    pub(super) fn mean(&self) -> f64 {
        self.results.iter().map(|(value, chance)| value * chance).sum()
    }

    /// Variance of the points per game of a pair.
    pub(super) fn variance(&self) -> f64 {
        let mean = self.mean();
        self.results.iter().map(|(value, chance)| chance * (value - mean).powi(2)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_counted_by_their_points() {
        let mut pairs = Pairs::default();
        for (first, second) in [(2, 2), (2, 1), (1, 1), (0, 2), (0, 1), (0, 0), (1, 2)] {
            pairs.add(first, second);
        }
        assert_eq!((pairs.counts, pairs.two_draws), ([1, 1, 2, 2, 1], 1));
        assert_eq!((pairs.n_pairs(), pairs.pairs_ratio(), pairs.split_ratio()), (7, Some(1.5), Some(1.0)));
        assert!(Pairs::default().draw_ratio().abs() < 1e-12);
        assert_eq!(Pairs::new([0, 0, 3, 1, 0]).pairs_ratio(), None);
    }

    #[test]
    fn mean_and_variance_are_those_of_the_pairs() {
        let even = Pairs::new([1, 0, 2, 0, 1]).distribution();
        assert!((even.mean() - 0.5).abs() < 1e-12);
        assert!((even.variance() - 0.125).abs() < 1e-3, "{}", even.variance());
    }
}
