//! Running totals over all empty points, packed into one word.
//!
//! Value and class counts live in bit fields of one `u64`, so that keeping all of them costs one addition
//! and one subtraction for a changed point and no branch: branches on changed classes are coin tosses.
//!
//! ```text
//! bit 0        20      25          31         37    44          50          57         64
//!     | value   | fives | straight  | four-    | four | double-   | open      | perhaps  |
//!     |         |       | fours     | threes   |      | threes    | threes    | forbidden|
//! ```
//! The value cannot run over: a board has at most 484 points of value below 2048. Counts have room for far
//! more points than games bring; on composed boards one may run over into its neighbor, and a count is
//! wrong until the stones are gone. Proofs by counts hold for boards on which none runs over; the move
//! stays legal in any case.

use super::Class;

/// Packed totals of one color.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals(u64);

/// Points of each class that the search asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    /// Points of [`Class::Five`].
    pub fives: u32,
    /// Points of [`Class::StraightFour`].
    pub straight_fours: u32,
    /// Points of [`Class::FourThree`].
    pub four_threes: u32,
    /// Points of [`Class::Four`] and [`Class::FourPlus`].
    pub fours: u32,
    /// Points of [`Class::DoubleThree`].
    pub double_threes: u32,
    /// Points of [`Class::OpenThree`] and [`Class::OpenThreePlus`].
    pub open_threes: u32,
    /// Points of [`Class::Forbidden`].
    pub forbidden: u32,
}

const VALUE_BITS: u32 = 20;

impl Totals {
    /// What one point adds. `value` must be below 2048.
    pub fn of_point(class: Class, value: u32) -> Self {
        debug_assert!(value < 2048);
        let shift = match class {
            Class::Five => Some(20),
            Class::StraightFour => Some(25),
            Class::FourThree => Some(31),
            Class::Four | Class::FourPlus => Some(37),
            Class::DoubleThree => Some(44),
            Class::OpenThree | Class::OpenThreePlus => Some(50),
            Class::Forbidden => Some(57),
            _ => None,
        };
        Self(u64::from(value) + shift.map_or(0, |shift| 1u64 << shift))
    }

    /// Adds a point's part.
    #[inline]
    pub fn add(&mut self, point: Self) {
        self.0 = self.0.wrapping_add(point.0);
    }

    /// Takes a point's part away.
    #[inline]
    pub fn subtract(&mut self, point: Self) {
        self.0 = self.0.wrapping_sub(point.0);
    }

    /// The sum of the points' values.
    #[inline]
    pub const fn value(self) -> i32 {
        (self.0 & ((1 << VALUE_BITS) - 1)) as i32
    }

    /// The counts, unpacked.
    #[inline]
    pub const fn counts(self) -> Counts {
        Counts {
            fives: self.field(20, 5),
            straight_fours: self.field(25, 6),
            four_threes: self.field(31, 6),
            fours: self.field(37, 7),
            double_threes: self.field(44, 6),
            open_threes: self.field(50, 7),
            forbidden: self.field(57, 7),
        }
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "at most 7 bits")]
    const fn field(self, shift: u32, bits: u32) -> u32 {
        (self.0 >> shift) as u32 & ((1 << bits) - 1)
    }
}
