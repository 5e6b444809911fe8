//! What a position is worth, kept up to date move by move.
//!
//! - [`Value`]: the number that the search works with;
//! - [`pattern`]: what a stone would make of all four lines through a point ([`Class`]);
//! - [`Field`]: the board with its threats, the only way to move both;
//! - [`weights`]: the numbers of a rule, and their file; [`Tables`]: what is made of them;
//! - [`adjust`]: the few numbers by which a tuner that plays games changes weights;
//! - [`chance`]: what a value means for people, the chance to win;
//! - [`shipped`]: the files that are part of the program.

mod candidates;
mod field;
mod hand;
mod rows;
mod simd;
mod strong;
mod tables;
mod value;

pub mod adjust;
pub mod chance;
pub mod pattern;
pub mod shipped;
pub mod weights;

pub use field::Field;
pub use pattern::{Class, Counts};
pub use tables::{PointInfo, Tables};
pub use value::Value;
