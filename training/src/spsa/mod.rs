//! Numbers tuned by playing with them: simultaneous perturbation (SPSA).
//!
//! ```text
//!  numbers ──┬─ all moved by their steps, each up or down by chance ── one player ──┐
//!            └─ all moved the other way ───────────────────────────── another ─────┴── a pair of games
//!      ↑                                                                                   │
//!      └──── each moved a little to where the winner had it ────────────────────────────────┘
//! ```
//!
//! However many numbers there are, two games tell something of all of them: J. C. Spall, "Multivariate stochastic
//! approximation using a simultaneous perturbation gradient approximation", IEEE Transactions on Automatic Control 37
//! (1992). Steps and rates fall as there, as the tuners of chess engines do it.

mod journal;
mod tuner;

pub use journal::{Journal, JournalError, Pair, Plan, Step};
pub use tuner::{Number, Spsa};
