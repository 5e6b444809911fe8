//! Finding the move.
//!
//! - [`Engine`]: a [`Player`](tianyuan_player::Player); the only door of this room;
//! - `budget`: how long to think;
//! - `threat`: what fours and threes settle without a full search: wins, defences, the search by fours;
//! - `alphabeta`: iterative deepening, one node as a spine of named steps;
//! - `table`: the transposition table.

mod alphabeta;
mod budget;
mod engine;
mod table;
mod threat;

pub use engine::Engine;
