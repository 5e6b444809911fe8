//! One rating for each of many players.
//!
//! The model of Bradley and Terry: a player scores against another what their difference in Elo makes
//! expected, a draw being half of a win. The ratings are the likeliest ones for all results together; their
//! mean is zero. Results are counted by pairs of games, whose points are less independent than those of single
//! games: the errors are widened accordingly.

use super::elo::expected_score;
use super::normal::Z_95;
use super::{Estimate, Games, Pairs};

/// What two players, by number, made of each other; games and pairs as the first sees them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting {
    /// The players.
    pub players: [usize; 2],
    /// Their games.
    pub games: Games,
    /// The same as pairs.
    pub pairs: Pairs,
}

/// The likeliest ratings of players 0 to `n_players`, with errors of 95 %. Players who have lost or won
/// everything are as far away as a few more games could put them: each meeting counts as if one more game had
/// been drawn.
pub fn ratings(n_players: usize, meetings: &[Meeting]) -> Vec<Estimate> {
    let mut elo = vec![0.0; n_players];
    for _ in 0..STEPS {
        let (slope, curvature) = derivatives(&elo, meetings);
        let step = solve(&curvature, &slope);
        for (elo, step) in elo.iter_mut().zip(&step) {
            *elo += step.clamp(-LONGEST_STEP, LONGEST_STEP);
        }
        let mean = elo.iter().sum::<f64>() / float(n_players.max(1));
        for elo in &mut elo {
            *elo -= mean;
        }
        if step.iter().all(|step| step.abs() < 1e-9) {
            break;
        }
    }
    let (_, curvature) = derivatives(&elo, meetings);
    let spread = overdispersion(meetings);
    let error = |player: usize| {
        let mut unit = vec![0.0; n_players];
        unit[player] = 1.0;
        let variance = solve(&curvature, &unit)[player];
        Z_95 * (variance.max(0.0) * spread).sqrt()
    };
    elo.iter().enumerate().map(|(player, &value)| Estimate { value, error: error(player) }).collect()
}

const STEPS: usize = 100;
/// Elo by which a rating moves in a step at most: far from the solution the curve is no guide.
const LONGEST_STEP: f64 = 200.0;
/// `ln 10 / 400`: an Elo in natural units.
const PER_ELO: f64 = std::f64::consts::LN_10 / 400.0;
/// Holds the mean, which no result determines, at zero.
const ANCHOR: f64 = 1.0;
/// What is known of a player who has not played: nobody is farther than some 1000 Elo from the mean.
const PRIOR: f64 = 1e-6;

#[expect(clippy::cast_precision_loss, reason = "counts are smaller than what a float holds")]
const fn float(n: usize) -> f64 {
    n as f64
}

/// First and, negated, second derivatives of the logarithm of the likelihood.
fn derivatives(elo: &[f64], meetings: &[Meeting]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let n = elo.len();
    let (mut slope, mut curvature) = (vec![0.0; n], vec![vec![ANCHOR; n]; n]);
    for (player, &elo) in elo.iter().enumerate() {
        slope[player] -= PRIOR * elo;
        curvature[player][player] += PRIOR;
    }
    for meeting in meetings {
        let [a, b] = meeting.players;
        // One more game, drawn.
        let (n_games, points) = (games(meeting) + 1.0, games(meeting) * meeting.games.score() + 0.5);
        let expected = expected_score(elo[a] - elo[b]);
        let pull = PER_ELO * (points - n_games * expected);
        slope[a] += pull;
        slope[b] -= pull;
        let weight = PER_ELO * PER_ELO * n_games * expected * (1.0 - expected);
        curvature[a][a] += weight;
        curvature[b][b] += weight;
        curvature[a][b] -= weight;
        curvature[b][a] -= weight;
    }
    (slope, curvature)
}

#[expect(clippy::cast_precision_loss, reason = "counts are smaller than what a float holds")]
const fn games(meeting: &Meeting) -> f64 {
    meeting.games.n_games() as f64
}

/// How much wider the points of pairs are spread than those of two independent games without draws.
fn overdispersion(meetings: &[Meeting]) -> f64 {
    let (mut seen, mut expected) = (0.0, 0.0);
    for Meeting { games, pairs, .. } in meetings.iter().filter(|meeting| meeting.pairs.n_pairs() > 1) {
        let n = float(usize::try_from(pairs.n_pairs()).unwrap_or(usize::MAX));
        seen += n * pairs.distribution().variance();
        expected += n * games.score() * (1.0 - games.score()) / 2.0;
    }
    // Draws make the spread smaller, good openings for one side make it larger.
    if expected > 0.0 { (seen / expected).max(0.05) } else { 1.0 }
}

/// Solves linear equations by elimination with pivots. A matrix without an inverse gives zeros there.
fn solve(matrix: &[Vec<f64>], right: &[f64]) -> Vec<f64> {
    let n = right.len();
    let mut rows: Vec<Vec<f64>> =
        matrix.iter().zip(right).map(|(row, &b)| [row.as_slice(), &[b]].concat()).collect();
    for column in 0..n {
        let by_size = |&a: &usize, &b: &usize| rows[a][column].abs().total_cmp(&rows[b][column].abs());
        let pivot = (column..n).max_by(by_size).unwrap_or(column);
        rows.swap(column, pivot);
        let lead = rows[column].clone();
        if lead[column].abs() < 1e-30 {
            continue;
        }
        for row in rows.iter_mut().enumerate().filter(|(i, _)| *i != column).map(|(_, row)| row) {
            let factor = row[column] / lead[column];
            row.iter_mut().zip(&lead).for_each(|(cell, lead)| *cell -= factor * lead);
        }
    }
    (0..n).map(|i| if rows[i][i].abs() < 1e-30 { 0.0 } else { rows[i][n] / rows[i][i] }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A meeting with whole pairs won, split and lost.
    fn meeting(players: [usize; 2], won: u64, split: u64, lost: u64) -> Meeting {
        Meeting {
            players,
            games: Games { wins: 2 * won + split, losses: 2 * lost + split, draws: 0 },
            pairs: Pairs::new([lost, 0, split, 0, won]),
        }
    }

    #[test]
    fn two_players_differ_as_their_score_says() {
        let found = ratings(2, &[meeting([0, 1], 3000, 4000, 1000)]);
        // 10,000 of 16,000 points: 88.7 Elo.
        assert!((found[0].value - found[1].value - 88.74).abs() < 0.1, "{found:?}");
        assert!((found[0].value + found[1].value).abs() < 1e-6);
    }

    #[test]
    fn whoever_beats_the_better_is_better_still() {
        let found = ratings(3, &[meeting([0, 1], 60, 30, 10), meeting([1, 2], 60, 30, 10)]);
        let [a, b, c] = [0, 1, 2].map(|i: usize| found[i].value);
        assert!((b).abs() < 1.0 && (a + c).abs() < 1e-6 && a - b > 150.0, "{found:?}");
        assert!(found[1].error < found[0].error, "the middle one has played most");
    }

    #[test]
    fn a_clean_sweep_is_far_but_not_infinite() {
        let found = ratings(2, &[meeting([0, 1], 50, 0, 0)]);
        assert!((700.0..2000.0).contains(&(found[0].value - found[1].value)), "{found:?}");
        assert!(found[0].error.is_finite());
    }

    #[test]
    fn nothing_is_known_of_those_who_have_not_played() {
        let found = ratings(3, &[meeting([0, 1], 5, 5, 5)]);
        // The mean of all is zero, so not to know one is to know the others less.
        assert!(found[2].error > 1000.0 && found[0].error < found[2].error, "{found:?}");
        assert!(ratings(0, &[]).is_empty());
    }

    /// The error is that with which the difference really scatters: meetings of equal players, simulated.
    #[test]
    fn errors_are_as_large_as_they_say() {
        let mut seed = 7_u64;
        let mut coin = move || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            seed >> 63 == 1
        };
        let mut n_outside = 0;
        for _ in 0..400 {
            let (mut games, mut pairs) = (Games::default(), Pairs::default());
            for _ in 0..50 {
                let (one, two) = (if coin() { 2 } else { 0 }, if coin() { 2 } else { 0 });
                pairs.add(one, two);
                for points in [one, two] {
                    games.wins += u64::from(points == 2);
                    games.losses += u64::from(points == 0);
                }
            }
            let found = ratings(2, &[Meeting { players: [0, 1], games, pairs }]);
            n_outside += u32::from(found[0].value.abs() > found[0].error);
        }
        assert!((8..40).contains(&n_outside), "{n_outside} of 400 outside of 95 %");
    }
}
