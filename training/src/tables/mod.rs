//! Tuning the tables of the evaluation by games.
//!
//! ```text
//!  PlayedGame ─┬─ Sample, what a position has of each number, and its target ── Tuner ───────┬─ Weights
//!              └─ Choice, the moves of a position, and which one was chosen ─── ScoreTuner ──┘
//! ```
//!
//! The estimate of a position is a sum of numbers, so that tuning values is a logistic regression: the chance to win that
//! the estimate stands for is brought near to a target, 0.7 of what the search found and 0.3 of how the game ended. The
//! score of a move is a sum of two numbers, so that tuning scores is a softmax regression. Positions that differ by a
//! symmetry have the same sums by construction.

mod choice;
mod descent;
mod sample;
mod scores;
mod tuner;

pub use choice::{Candidate, Choice, ChoiceSampler};
pub use descent::Settings;
pub use sample::{Sample, Sampler, Share};
pub use scores::{Foresight, ScoreEpoch, ScoreTuner};
pub use tuner::{Epoch, Tuner};
