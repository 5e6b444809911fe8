//! One entry of the table, packed into a word.
//!
//! ```text
//! bits  0..16  value      i16
//!      16..32  eval       i16, the static estimate
//!      32..42  best move  index of a point, 0 for none
//!      42..44  bound
//!      44..52  depth      i8
//!      52..58  generation
//! ```

use tianyuan_evaluation::Value;
use tianyuan_rules::Point;

/// Numbers of generations before they begin anew.
pub(super) const GENERATIONS: u8 = 64;

/// How a stored value bounds the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// The true value is at most this one.
    Upper = 1,
    /// The true value is at least this one.
    Lower = 2,
    /// The value is the true one.
    Exact = 3,
}

/// What the table knows of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hit {
    pub(crate) value: Value,
    pub(crate) eval: Value,
    pub(crate) best: Option<Point>,
    pub(crate) bound: Bound,
    pub(crate) depth: i32,
}

impl Hit {
    /// Whether the value settles a search with this window, depth apart.
    pub(crate) fn settles(&self, alpha: Value, beta: Value) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.value >= beta,
            Bound::Upper => self.value <= alpha,
        }
    }
}

/// An entry without its key.
#[derive(Clone, Copy)]
pub(super) struct Data(pub(super) u64);

impl Data {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "values and depths are cut to the width of their fields"
    )]
    pub(super) fn new(
        generation: u8,
        depth: i32,
        bound: Bound,
        value: Value,
        eval: Value,
        best: Option<Point>,
    ) -> Self {
        let depth = depth.clamp(-128, 127) as i8 as u8;
        let best = best.map_or(0, Point::index) as u64;
        Self(
            u64::from(value.raw() as i16 as u16)
                | u64::from(eval.raw() as i16 as u16) << 16
                | best << 32
                | (bound as u64) << 42
                | u64::from(depth) << 44
                | u64::from(generation) << 52,
        )
    }

    pub(super) fn hit(self, ply: usize) -> Hit {
        Hit {
            value: Value::from_raw(self.half(0)).from_table(ply),
            eval: Value::from_raw(self.half(16)),
            best: self.best(),
            bound: match self.0 >> 42 & 3 {
                1 => Bound::Upper,
                2 => Bound::Lower,
                _ => Bound::Exact,
            },
            depth: self.depth(),
        }
    }

    #[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "a field is taken")]
    fn half(self, shift: u32) -> i32 {
        i32::from((self.0 >> shift) as u16 as i16)
    }

    pub(super) fn best(self) -> Option<Point> {
        Point::from_index((self.0 >> 32 & 0x3ff) as usize)
    }

    #[expect(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "a field is taken")]
    pub(super) fn depth(self) -> i32 {
        i32::from((self.0 >> 44) as u8 as i8)
    }

    /// The same entry, as new as those of this generation.
    pub(super) fn of_generation(self, generation: u8) -> Self {
        Self(self.0 & !(63 << 52) | u64::from(generation) << 52)
    }

    pub(super) fn is_of(self, generation: u8) -> bool {
        self.0 >> 52 & 63 == u64::from(generation)
    }

    /// How much would be lost with the entry: deep and new ones are worth most, empty ones nothing.
    pub(super) fn worth(self, generation: u8) -> i32 {
        if self.0 == 0 {
            return i32::MIN;
        }
        let age = (u64::from(generation) + 64 - (self.0 >> 52 & 63)) % 64;
        self.depth() - 4 * i32::try_from(age).unwrap_or(0)
    }
}
