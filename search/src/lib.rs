//! Finding the move.
//!
//! - [`Engine`]: a [`Player`](tianyuan_player::Player), the door of this room;
//! - `budget`: how long to think;
//! - [`threat`]: what fours and threes settle without a full search; its [`Solver`](threat::Solver) is a door, too;
//! - `alphabeta`: iterative deepening, one node as a spine of named steps;
//! - `forced`: the solver's answers to questions about forced wins;
//! - `opening`: what to place, whether to swap, what to offer;
//! - [`level`]: ten players for people, from one who overlooks threes to the engine itself;
//! - [`parameters`]: the numbers of the search, declared once, with their ranges;
//! - `watch`: clock and control, and what they say about going on;
//! - `table`: the transposition table, and its form as a file;
//! - `describe`: what is seen in a position before any search, in words.

mod alphabeta;
mod budget;
mod describe;
mod engine;
mod forced;
pub mod level;
pub mod opening;
pub mod parameters;
mod table;
pub mod threat;
mod watch;

pub use engine::Engine;
