//! What fours and threes settle without a full search.
//!
//! ```text
//! solver ── a question about a forced win, answered with a proof that was checked
//!   ├─ vcf   wins by fours alone: complete, depth first
//!   ├─ vct   wins by threats: `shallow`, then proof numbers, over `moves`; replies from `relevance`
//!   ├─ proof an answer for every reply
//!   ├─ check every legal reply, by the rules alone
//!   └─ story what each move of a win does, to be told in words
//! situation ── what the classes of points settle in a node of the search, with `defence`
//! ```

mod check;
mod defence;
mod memory;
mod moves;
mod proof;
mod relevance;
mod shallow;
mod situation;
mod solver;
mod story;
mod vcf;
mod vct;

#[cfg(test)]
mod brute;

pub use check::{Fault, Hole, Refuted, check};
pub(crate) use defence::{Defences, against, against_five as answers_to_five};
pub use proof::{Attack, AttackId, Proof, ProofBuilder, Replies};
pub(crate) use situation::{Situation, assess, makes_four};
pub use solver::{Defence, Solution, Solver};
pub use story::{Makes, Response, Step, story};
pub(crate) use vcf::FourSearch;
pub use vct::GoesOn;
