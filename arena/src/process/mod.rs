//! Programs that speak the Gomocup protocol, as competitors.
//!
//! ```text
//!   Engine (what to say, what an answer is) ── Child (lines and their times) ── System (memory, stopping)
//!     └─ opening  the same of openings
//! ```

mod child;
mod engine;
pub(crate) mod line;
mod opening;
mod spec;
pub mod system;

#[cfg(test)]
mod tests;

pub use child::{Child, Heard};
pub use engine::{Engine, Habits};
pub use spec::{EngineSpec, LIMITS, SpecError};
