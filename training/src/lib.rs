//! Self-play and what is learnt from it. `README.md` in this folder has the command lines.
//!
//! ```text
//!  Setup ── play, a Player against itself ── PlayedGame ── data, a file that can be cut anywhere
//!                                                             └── stat: what is in it
//! ```
//!
//! - [`setup`]: the conditions of the games, and how each begins;
//! - [`play`]: one game;
//! - [`data`]: games in a compact file;
//! - [`stat`]: what files hold;
//! - [`tables`]: the tables of the evaluation, tuned by them;
//! - [`curve`]: a picture of curves.

pub mod curve;
pub mod data;
pub mod play;
pub mod setup;
pub mod stat;
pub mod tables;
