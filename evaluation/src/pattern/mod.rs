//! Points: what a stone would make of all four lines together.

mod class;
mod sum;
mod totals;

pub use class::Class;
pub use sum::{MAX_SUM, PAIR_WEIGHT, Sums, WEIGHT};
pub use totals::{Counts, Totals};
