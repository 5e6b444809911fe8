//! What a position is worth, as it is shown.

use std::fmt;

use tianyuan_rules::Position;

/// A draw is taken by a side that stands as badly as this.
const DRAW_IN_NEED: f64 = 0.25;
/// A draw is taken by a side that stands no better than this once half the board is full.
const DRAW_LATE: f64 = 0.5;
/// Who stands worse than this does not offer a draw but hopes for one.
const DRAW_OFFERED: f64 = 0.4;

/// A value from the point of view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Verdict {
    /// A proved win, in plies from now: 1 if the next move wins.
    WinIn(u32),
    /// A proved loss, in plies from now.
    LossIn(u32),
    /// Nothing is proved.
    Estimate {
        /// Units of the evaluation.
        value: i32,
        /// The chance to win, 0 to 1, a draw counted as half. It is made of the value, and besides of whatever the player
        /// knows of the position: a value does not mean the same under every rule and with any number of stones.
        win_chance: f64,
    },
}

impl Verdict {
    /// The estimate with this value, and the chance to win that it stands for in its position, 0 to 1.
    pub const fn with_chance(value: i32, win_chance: f64) -> Self {
        Self::Estimate { value, win_chance }
    }

    /// The estimate with this value where nothing is known of the position; its chance is `1 / (1 + e^(-value/200))`, which
    /// 200 units make 73 %.
    pub fn estimate(value: i32) -> Self {
        Self::with_chance(value, 1.0 / (1.0 + (-f64::from(value) / 200.0).exp()))
    }

    /// Whether a side that thinks so of this position takes a draw: it stands badly, or no better than its opponent
    /// with half the board full.
    pub fn accepts_draw(self, position: &Position) -> bool {
        self.win_chance() <= if is_late(position) { DRAW_LATE } else { DRAW_IN_NEED }
    }

    /// Whether a side that thinks so offers a draw with its move: half the board is full, and it stands a little worse
    /// than its opponent at most.
    pub fn offers_draw(self, position: &Position) -> bool {
        is_late(position) && (DRAW_OFFERED..=DRAW_LATE).contains(&self.win_chance())
    }

    /// The chance to win, 0 to 1.
    pub fn win_chance(self) -> f64 {
        match self {
            Self::WinIn(_) => 1.0,
            Self::LossIn(_) => 0.0,
            Self::Estimate { win_chance, .. } => win_chance,
        }
    }
}

/// Whether half of the board is full.
fn is_late(position: &Position) -> bool {
    2 * position.order().len() >= position.size().area()
}

impl fmt::Display for Verdict {
    /// `+M5`, `-M8` (plies) or the plain number, as readers of Rapfi's output expect.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WinIn(plies) => f.pad(&format!("+M{plies}")),
            Self::LossIn(plies) => f.pad(&format!("-M{plies}")),
            Self::Estimate { value, .. } => f.pad(&value.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use tianyuan_rules::{Rule, Size};

    use super::*;

    #[test]
    fn shown_as_expected() {
        assert_eq!(Verdict::WinIn(5).to_string(), "+M5");
        assert_eq!(Verdict::LossIn(8).to_string(), "-M8");
        assert_eq!(Verdict::estimate(-43).to_string(), "-43");
        assert!((Verdict::estimate(200).win_chance() - 0.731).abs() < 0.001);
        assert!((Verdict::estimate(0).win_chance() - 0.5).abs() < 1e-12);
    }

    /// Chances decide about draws, whatever values they are made of.
    #[test]
    fn draws_go_by_the_chance() {
        let early = Position::new(Size::STANDARD, Rule::Freestyle);
        let all: Vec<_> = Size::STANDARD.points().take(120).collect();
        let late = Position::from_moves(Size::STANDARD, Rule::Freestyle, &all).expect("they are empty");
        for value in [-900, 0, 900] {
            let (accepts, offers) = (
                |chance, position| Verdict::with_chance(value, chance).accepts_draw(position),
                |chance, position| Verdict::with_chance(value, chance).offers_draw(position),
            );
            assert!(accepts(0.25, &early) && !accepts(0.26, &early) && !offers(0.45, &early));
            assert!(accepts(0.5, &late) && !accepts(0.51, &late));
            assert!(offers(0.45, &late) && !offers(0.39, &late) && !offers(0.51, &late));
        }
    }
}
