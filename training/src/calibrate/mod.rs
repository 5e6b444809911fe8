//! The chance to win, calibrated: what the searched values of games say of their ends.
//!
//! - [`samples`]: the searched positions of a game;
//! - [`fit()`]: the numbers that make the games most likely, and [`held_out`]: chances by numbers that have not seen the game;
//! - [`bins`], [`Bin::error`], [`loss`]: how far chances are from what happened.

mod fit;
mod quality;

use tianyuan_evaluation::chance::Stage;
use tianyuan_rules::{Color, Size};

use crate::play::{MOST_ESTIMATE, PlayedGame};

pub use fit::{PARTS, fit, held_out};
pub use quality::{Bin, Forecast, bins, error, loss, luck};

/// A position that was searched, and how its game ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// The number of the game.
    pub game: u64,
    /// Whose chance it is, and when.
    pub stage: Stage,
    /// What the search found for this side, an estimate.
    pub value: i32,
    /// What the game brought this side: 1 a win, 0.5 a draw, 0 a loss.
    pub score: f64,
}

/// The searched positions of a game on a board of this size, but for those whose end was proved.
pub fn samples(game: &PlayedGame, size: Size) -> impl Iterator<Item = Sample> + '_ {
    let sides = Color::ALL.into_iter().cycle();
    let positions = sides.zip(&game.plies).enumerate();
    positions.filter_map(move |(stones, (side, ply))| {
        let value = ply.value.filter(|value| value.abs() <= MOST_ESTIMATE)?;
        let score = game.winner.map_or(0.5, |winner| if winner == side { 1.0 } else { 0.0 });
        let stage = Stage { side, stones, size };
        Some(Sample { game: game.number, stage, value: value.into(), score })
    })
}

#[expect(clippy::cast_precision_loss, reason = "there are fewer than 2^52 of anything")]
const fn count(n: usize) -> f64 {
    n as f64
}

#[cfg(test)]
mod tests {
    use tianyuan_evaluation::chance::WinChance;
    use tianyuan_rules::Rule;

    use super::*;
    use crate::play::Ply;

    #[test]
    fn samples_are_the_estimates_of_searches() {
        let ply = |(code, value): (&str, _)| Ply {
            point: code.parse().expect("a point"),
            value,
            insights: Vec::new(),
        };
        let plies =
            [("h8", None), ("h9", Some(-40)), ("i9", Some(70)), ("i8", Some(-29_990))].map(ply).to_vec();
        let mut game = PlayedGame { number: 20, opening: 0, winner: Some(Color::Black), plies };
        let stage = |side, stones| Stage { side, stones, size: Size::STANDARD };
        let expected = [
            Sample { game: 20, stage: stage(Color::White, 1), value: -40, score: 0.0 },
            Sample { game: 20, stage: stage(Color::Black, 2), value: 70, score: 1.0 },
        ];
        assert_eq!(samples(&game, Size::STANDARD).collect::<Vec<_>>(), expected);
        game.winner = None;
        assert!(samples(&game, Size::STANDARD).all(|sample| (sample.score - 0.5).abs() < 1e-12));
    }

    /// The whole way on games whose ends are drawn from known chances.
    #[test]
    fn chances_that_games_follow_are_found_and_have_no_error() {
        let truth = WinChance::of_numbers([14.0, 0.3, 1.1]);
        let samples = fit::tests::samples(truth, 0..4000);
        let known = Rule::Renju;
        let chances = held_out(known, &samples);
        let forecasts = |chance: &dyn Fn(usize, &Sample) -> f64| -> Vec<Forecast> {
            let of_one = |(at, sample): (usize, &Sample)| Forecast::new(sample, chance(at, sample));
            samples.iter().enumerate().map(of_one).collect()
        };
        let found = forecasts(&|at, _| chances[at]);
        let perfect = forecasts(&|_, sample| truth.chance(sample.stage, sample.value));
        let wrong = forecasts(&|_, sample| {
            WinChance::of_numbers([50.0, 0.0, 0.0]).chance(sample.stage, sample.value)
        });
        let [found, perfect, wrong] = [found, perfect, wrong].map(|forecasts| {
            let bins = bins(&forecasts, 15);
            error(&bins) / luck(&bins)
        });
        assert!(found < 1.5 && perfect < 1.5 && wrong > 4.0, "{found} {perfect} {wrong} times what is luck");
    }
}
