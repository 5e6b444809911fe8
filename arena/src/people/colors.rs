//! Who plays Black (Chinese rules of 2009, article 5).

use tianyuan_rules::Color;

/// 猜先: both hold stones, the first of the two black ones. An odd sum: who holds black begins; an even one: the other.
/// The color of who holds black.
pub const fn guess(first: u32, second: u32) -> Color {
    if first.wrapping_add(second) % 2 == 1 { Color::Black } else { Color::White }
}

/// What the winner of the judge's toss may choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// A color for itself.
    Own(Color),
    /// That the other one chooses: this is what it takes.
    Other(Color),
}

impl Choice {
    /// The color of the winner of the toss.
    pub fn of_winner(self) -> Color {
        match self {
            Self::Own(color) => color,
            Self::Other(color) => !color,
        }
    }
}

/// 分先: the color in a game of a series, from 1, of who had `first` in the first game. The one who had Black has White
/// next.
pub fn alternate(first: Color, game: usize) -> Color {
    if game % 2 == 1 { first } else { !first }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Article 37.
    #[test]
    fn colors_are_guessed() {
        assert_eq!([guess(3, 4), guess(3, 3), guess(1, 0)], [Color::Black, Color::White, Color::Black]);
        assert_eq!(guess(u32::MAX, 2), Color::Black, "no sum is too great");
    }

    #[test]
    fn the_winner_of_a_toss_has_three_choices() {
        assert_eq!(Choice::Own(Color::Black).of_winner(), Color::Black);
        assert_eq!(Choice::Own(Color::White).of_winner(), Color::White);
        assert_eq!(Choice::Other(Color::Black).of_winner(), Color::White);
    }

    /// Article 36.
    #[test]
    fn colors_alternate() {
        let colors = [1, 2, 3, 4].map(|game| alternate(Color::White, game));
        assert_eq!(colors, [Color::White, Color::Black, Color::White, Color::Black]);
    }
}
