//! The search: iterative deepening over a principal variation search.
//!
//! ```text
//! pool ── one worker a thread ── root (deepening, aspiration, several lines of play)
//!                                  └─ node (the spine of steps) ── leaf (search by fours, estimate)
//!                                       ├─ prune, reduce    pure functions of a few numbers
//!                                       ├─ order, history   which move first
//!                                       └─ insight          positions for those who learn from searches
//! ```

mod choice;
mod doubt;
mod eval;
mod history;
mod insight;
mod leaf;
mod line;
mod node;
mod order;
mod pool;
mod prune;
mod reduce;
mod root;
mod worker;

pub(crate) use eval::evaluate as estimate;
pub(crate) use pool::{Question, search};
pub(crate) use root::verdict;
