//! Which lines win, and for whom something is forbidden.

use std::fmt;
use std::str::FromStr;

use crate::Color;

/// The rule of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Rule {
    /// Five or more in a row win (Gomocup rule 0).
    #[default]
    Freestyle = 0,
    /// Exactly five in a row win (Gomocup rule 1).
    Standard = 1,
    /// Black wins with exactly five and must not make a double-three, a double-four or an overline;
    /// White wins with five or more (Gomocup rule 4, Yixin rule 2).
    Renju = 2,
    /// Six or more win; exactly five win unless an opponent's stone stands at both ends (Gomocup rule 8).
    Caro = 3,
    /// Exactly five win unless an opponent's stone stands at both ends (Gomocup rule 9).
    CaroExact = 4,
}

impl Rule {
    /// All rules, in the order of their indices.
    pub const ALL: [Self; 5] = [Self::Freestyle, Self::Standard, Self::Renju, Self::Caro, Self::CaroExact];

    /// `0..5`.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Whether an unbroken run of `run` stones of `color` wins. `blocked` says that an opponent's stone
    /// stands at both ends of it; the edge of the board is no block.
    #[inline]
    pub const fn wins(self, color: Color, run: usize, blocked: bool) -> bool {
        match self {
            Self::Freestyle => run >= 5,
            Self::Standard => run == 5,
            Self::Renju => run == 5 || (run > 5 && matches!(color, Color::White)),
            Self::Caro => run > 5 || (run == 5 && !blocked),
            Self::CaroExact => run == 5 && !blocked,
        }
    }

    /// Whether `color` has forbidden moves.
    #[inline]
    pub const fn forbids(self, color: Color) -> bool {
        matches!((self, color), (Self::Renju, Color::Black))
    }

    /// Whether opponent's stones at both ends can spoil a five.
    pub const fn blocks_count(self) -> bool {
        matches!(self, Self::Caro | Self::CaroExact)
    }

    /// How many cells to each side the shape of a line depends on: where six win as well as five, nothing behind the
    /// fifth cell of a line matters; elsewhere the cell that would make it an overline does.
    pub const fn reach(self) -> usize {
        match self {
            Self::Freestyle => 4,
            _ => 5,
        }
    }

    /// The name used on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Freestyle => "freestyle",
            Self::Standard => "standard",
            Self::Renju => "renju",
            Self::Caro => "caro",
            Self::CaroExact => "caro-exact",
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that names no rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseRuleError;

impl fmt::Display for ParseRuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a rule: freestyle, standard, renju, caro or caro-exact is needed")
    }
}

impl std::error::Error for ParseRuleError {}

impl FromStr for Rule {
    type Err = ParseRuleError;

    /// Reads the names of [`Rule::name`] in any case.
    fn from_str(text: &str) -> Result<Self, ParseRuleError> {
        let found = Self::ALL.into_iter().find(|rule| rule.name().eq_ignore_ascii_case(text));
        found.ok_or(ParseRuleError)
    }
}
