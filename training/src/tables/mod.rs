//! Tuning the tables of the evaluation by games.
//!
//! ```text
//!  PlayedGame ── Sample, what a position has of each number, and its target ── Tuner ── Weights
//! ```
//!
//! The estimate of a position is a sum of numbers, so that tuning is a logistic regression: the chance to win that the
//! estimate stands for is brought near to a target, 0.7 of what the search found and 0.3 of how the game ended. Positions
//! that differ by a symmetry have the same sum by construction.

mod sample;
mod tuner;

pub use sample::{Sample, Sampler, Share};
pub use tuner::{Epoch, Settings, Tuner};
