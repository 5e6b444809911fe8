//! Ten players for people, each weaker one weaker as people are: short of sight, with threats overlooked.
//!
//! - [`Level`]: the ten by name;
//! - [`LeveledPlayer`]: a player of a level;
//! - `mind`: what a level sees and how it errs, a row a level;
//! - `eyes`: lines that are overlooked while one move is thought of;
//! - `look`: a small look-ahead with these eyes;
//! - `choose`: which move it is.
//!
//! No level misses a four: its own five is made and an opponent's is stopped where that is allowed.

mod choose;
mod eyes;
mod look;
mod mind;
mod name;
mod player;

pub use name::{Level, ParseLevelError};
pub use player::LeveledPlayer;
