//! The number that the search works with.

use std::fmt;
use std::ops::{Add, Neg, Sub};

/// A value from the point of view of one side, in units of the evaluation, with bands at both ends for
/// proved wins and losses, which count the plies from the root: a nearer win is worth more.
///
/// | band | meaning |
/// | --- | --- |
/// | `WIN - MAX_PLY ..= WIN` | a win proved, `WIN - plies` |
/// | `-EVAL_LIMIT ..= EVAL_LIMIT` | an estimate |
/// | `-WIN ..= -WIN + MAX_PLY` | a loss proved |
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(i32);

impl Value {
    /// A draw.
    pub const DRAW: Self = Self(0);
    /// Beyond every value.
    pub const INFINITE: Self = Self(32_000);
    /// A win on the board.
    pub const WIN: Self = Self(30_000);
    /// Plies that the bands have room for: more than a board has points.
    pub const MAX_PLY: usize = 600;
    /// The greatest estimate.
    pub const EVAL_LIMIT: i32 = 20_000;

    /// An estimate; beyond [`Value::EVAL_LIMIT`] it is cut, so that it never claims a win.
    #[inline]
    pub fn estimate(value: i32) -> Self {
        Self(value.clamp(-Self::EVAL_LIMIT, Self::EVAL_LIMIT))
    }

    /// The number with no check; for values that come back from a table.
    #[inline]
    pub const fn from_raw(value: i32) -> Self {
        Self(value)
    }

    /// The bare number.
    #[inline]
    pub const fn raw(self) -> i32 {
        self.0
    }

    /// A win `ply` plies from the root.
    #[inline]
    pub fn win_at(ply: usize) -> Self {
        Self(Self::WIN.0 - i32::try_from(ply.min(Self::MAX_PLY)).unwrap_or(0))
    }

    /// A loss `ply` plies from the root.
    #[inline]
    pub fn loss_at(ply: usize) -> Self {
        -Self::win_at(ply)
    }

    /// Whether a win is proved.
    #[inline]
    pub const fn is_win(self) -> bool {
        self.0 > Self::EVAL_LIMIT
    }

    /// Whether a loss is proved.
    #[inline]
    pub const fn is_loss(self) -> bool {
        self.0 < -Self::EVAL_LIMIT
    }

    /// Whether a win or a loss is proved.
    #[inline]
    pub const fn is_decisive(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// Plies from the root to a proved end.
    pub fn plies(self) -> Option<u32> {
        self.is_decisive().then(|| (Self::WIN.0 - self.0.abs()).unsigned_abs())
    }

    /// The value as a table keeps it: a proved end counted from the node at `ply`, not from the root.
    #[inline]
    #[must_use]
    pub fn to_table(self, ply: usize) -> Self {
        self.away_from_zero(i32::try_from(ply).unwrap_or(0))
    }

    /// The reverse of [`Value::to_table`].
    #[inline]
    #[must_use]
    pub fn from_table(self, ply: usize) -> Self {
        self.away_from_zero(-i32::try_from(ply).unwrap_or(0))
    }

    fn away_from_zero(self, plies: i32) -> Self {
        if self.is_decisive() { Self(self.0 + plies * self.0.signum()) } else { self }
    }
}

impl Neg for Value {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Add<i32> for Value {
    type Output = Self;

    #[inline]
    fn add(self, units: i32) -> Self {
        Self(self.0 + units)
    }
}

impl Sub<i32> for Value {
    type Output = Self;

    #[inline]
    fn sub(self, units: i32) -> Self {
        Self(self.0 - units)
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn estimates_never_claim_a_win() {
        for value in [i32::MIN, -30_000, 0, 30_000, i32::MAX] {
            assert!(!Value::estimate(value).is_decisive());
        }
        assert!(Value::win_at(Value::MAX_PLY).is_win());
        assert!(Value::loss_at(Value::MAX_PLY).is_loss());
        assert!(Value::win_at(3) > Value::win_at(5));
    }

    #[test]
    fn the_table_counts_from_the_node() {
        let value = Value::win_at(9);
        assert_eq!(value.to_table(4).plies(), Some(5));
        assert_eq!(value.to_table(4).from_table(4), value);
        assert_eq!(Value::loss_at(9).to_table(4).plies(), Some(5));
        assert_eq!(Value::estimate(77).to_table(4), Value::estimate(77));
    }
}
