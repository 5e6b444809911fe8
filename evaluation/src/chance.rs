//! What a value means: the chance to win.
//!
//! A logistic curve of the value, flatter the more stones stand, fitted to games of the program against itself:
//!
//! ```text
//! chance = 1 / (1 + e^-x)
//! x      = open · (steepness · value/1000 · side/15 + early + late · n/10) / (1 + n/10)
//! open   = 1 / (1 + (n / points / 0.4)^6)
//! ```
//!
//! where n stones stand on a board of so many lines a side and points, and `early` and `late` are White's; Black has as much
//! less.
//!
//! - **Stones.** The same lead means less in a full middle game: values grow with the shapes on the board, and with them what
//!   the search has not seen yet. On the standard board about 75 units are a chance of 73 % after six stones, and 140
//!   after twenty.
//! - **The board.** The larger it is the more surely a lead wins: freestyle and standard on 20 lines have four thirds of the
//!   steepness that they have on 15.
//! - **The full board.** A game that has lasted until nearly half of the board is full ends in a draw whatever the values
//!   say, and a draw is half a win.
//! - **White.** Where Black has forbidden moves the colors have values of their own, which are not even on every board: White
//!   wins more or less often than they say, and with many lines on the board more often. Elsewhere the colors are alike and
//!   both terms are zero: a value of 0 is an even game.
//!
//! The shape of the curve was chosen among some twenty by the loss of games held out, one for all rules, and the numbers
//! fitted by `tianyuan train calibrate`. `docs/strength.md` has the games, the errors and the curves.
//!
//! All of it is for people and for offers of draws. The search never asks: it compares values, which are whole numbers
//! and the same on every machine.

use tianyuan_rules::{Color, Position, Rule, Size};

/// The side of the board that the numbers are of.
const STANDARD_SIDE: f64 = 15.0;
/// Stones after which a value means half of what it would on an empty board.
const HALF_STONES: f64 = 10.0;
/// The share of the board's points from which on more games are drawn than won.
const DRAWN_SHARE: f64 = 0.4;
/// How suddenly that comes.
const DRAWN_POWER: i32 = 6;

/// How values become chances under a rule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WinChance {
    /// How much a thousand units add to the logit of the chance on an empty standard board, 0 or more.
    steepness: f64,
    /// What White has beyond its value, and Black lacks, as a logit: on an empty board, and on one with many stones.
    white: [f64; 2],
}

/// What counts of a position besides its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stage {
    /// Whose chance is meant, and for whom the value is; as a rule the side to move.
    pub side: Color,
    /// Stones on the board.
    pub stones: usize,
    /// The board.
    pub size: Size,
}

/// The chance of the side to move to win a position that a search has found to be of this value for it, 0 to 1; a draw counts
/// half. The value is an estimate in units of the evaluation, of any size.
pub fn win_chance(position: &Position, value: i32) -> f64 {
    WinChance::of(position.rule()).chance(Stage::of(position), value)
}

impl WinChance {
    /// The numbers of a rule, as `tianyuan train calibrate` prints them.
    pub const fn of(rule: Rule) -> Self {
        match rule {
            Rule::Freestyle => Self::new(24.88, 0.00, 0.00),
            Rule::Standard => Self::new(21.22, 0.00, 0.00),
            Rule::Renju => Self::new(22.80, -1.02, 1.08),
            Rule::Caro => Self::new(20.77, 0.00, 0.00),
            Rule::CaroExact => Self::new(16.90, 0.00, 0.00),
        }
    }

    const fn new(steepness: f64, early: f64, late: f64) -> Self {
        Self { steepness, white: [early, late] }
    }

    /// These numbers. A steepness below zero becomes zero: a greater value is never a smaller chance.
    pub const fn of_numbers([steepness, early, late]: [f64; 3]) -> Self {
        Self::new(steepness.max(0.0), early, late)
    }

    /// The numbers: steepness, and what White has beyond its value on an empty board and on one with many stones.
    pub const fn numbers(self) -> [f64; 3] {
        let [early, late] = self.white;
        [self.steepness, early, late]
    }

    /// The chance to win of [`Stage::side`], 0 to 1; a draw counts half. That of the other side with the opposite value is the
    /// rest to 1.
    pub fn chance(self, stage: Stage, value: i32) -> f64 {
        let logit: f64 =
            self.numbers().iter().zip(stage.shares(value)).map(|(number, share)| number * share).sum();
        1.0 / (1.0 + (-logit).exp())
    }
}

impl Stage {
    /// That of the side to move.
    pub fn of(position: &Position) -> Self {
        Self { side: position.side(), stones: position.order().len(), size: position.size() }
    }

    /// What the logit of the chance has of each of [`WinChance::numbers`].
    pub fn shares(self, value: i32) -> [f64; 3] {
        let stones = f64::from(u16::try_from(self.stones).unwrap_or(u16::MAX));
        let side = f64::from(u16::try_from(self.size.side()).unwrap_or(u16::MAX));
        let open = 1.0 / (1.0 + (stones / (side * side) / DRAWN_SHARE).powi(DRAWN_POWER));
        let early = 1.0 / (1.0 + stones / HALF_STONES);
        let white = if self.side == Color::White { open } else { -open };
        let of_value = open * early * side / STANDARD_SIDE * f64::from(value) / 1000.0;
        [of_value, early * white, (1.0 - early) * white]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every kind of position, by rule, side and stones.
    fn all() -> impl Iterator<Item = (WinChance, Stage)> {
        Rule::ALL.into_iter().flat_map(|rule| {
            let sides = Color::ALL.into_iter();
            sides.flat_map(move |side| {
                (0..=225)
                    .map(move |stones| (WinChance::of(rule), Stage { side, stones, size: Size::STANDARD }))
            })
        })
    }

    #[test]
    fn a_greater_value_is_a_greater_chance() {
        let values = [i32::MIN, -20_000, -900, -200, -1, 0, 1, 60, 200, 900, 20_000, i32::MAX];
        for (chance, stage) in all() {
            let chances = values.map(|value| chance.chance(stage, value));
            assert!(
                chances.is_sorted() && chances.iter().all(|chance| (0.0..=1.0).contains(chance)),
                "{stage:?}"
            );
            assert!(chances[4] < chances[6], "{stage:?}");
        }
        assert_eq!(WinChance::of_numbers([-3.0, 0.5, 1.0]), WinChance::new(0.0, 0.5, 1.0));
    }

    #[test]
    fn both_sides_have_one_together() {
        for (chance, stage) in all() {
            let other = Stage { side: !stage.side, ..stage };
            for value in [-3000, -70, 0, 1, 500] {
                let both = chance.chance(stage, value) + chance.chance(other, -value);
                assert!((both - 1.0).abs() < 1e-12, "{stage:?}");
            }
        }
    }

    #[test]
    fn nobody_is_ahead_at_zero_unless_moves_are_forbidden() {
        for rule in Rule::ALL {
            for stones in [0, 6, 30] {
                let stage = Stage { side: Color::White, stones, size: Size::STANDARD };
                let chance = WinChance::of(rule).chance(stage, 0);
                let is_even = (chance - 0.5).abs() < 1e-12;
                assert_eq!(is_even, !rule.forbids(Color::Black), "{rule}: {chance}");
                assert!((0.2..0.85).contains(&chance), "{rule}: {chance}");
            }
        }
    }

    #[test]
    fn a_value_means_less_the_fuller_the_board_is() {
        let chance = |stones| {
            WinChance::of(Rule::Freestyle)
                .chance(Stage { side: Color::Black, stones, size: Size::STANDARD }, 200)
        };
        assert!((0..225).all(|stones| chance(stones) > chance(stones + 1)));
        assert!(chance(4) > 0.9 && chance(112) < 0.6 && chance(200) < 0.51);
    }

    #[test]
    fn a_position_has_its_own_stage() {
        let moves = ["h8", "h9", "i9"].map(|code| code.parse().expect("a point"));
        let position = Position::from_moves(Size::STANDARD, Rule::Renju, &moves).expect("a position");
        let stage = Stage { side: Color::White, stones: 3, size: Size::STANDARD };
        let expected = WinChance::of(Rule::Renju).chance(stage, 70);
        assert!((win_chance(&position, 70) - expected).abs() < 1e-15);
    }
}
