//! The Gomocup/Piskvork protocol: a manager's text to typed messages and back, and a session without I/O.
//!
//! [`Session`] is the engine's side of a conversation. It touches no file, thread or clock: lines and the
//! player's words come in as [`Event`]s with the time of their arrival, and [`Effect`]s come back. What it
//! promises: any bytes give effects and never a panic; at most one question to the player is open; exactly
//! one move line answers each command that asks for a move; a reply is one line of ASCII.
//!
//! Reading order:
//!
//! - text: [`Coord`], [`parse`] to a [`Command`], [`Block`]s of lines, [`Reply`];
//! - the manager's settings: [`Options`] and the one table of `INFO` keys, [`KEYS`];
//! - the conversation: [`Session`].
#![cfg_attr(
    not(test),
    deny(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)
)]

mod bytes;
mod coord;

mod block;
mod command;
mod dialect;
mod opening;
mod parse;
mod reply;

mod memory;
mod message;
mod option;
mod time;

mod effect;
mod event;
mod session;

pub use block::{Block, BoardLine, Owner};
pub use command::{Command, Edit, TableCommand};
pub use coord::{Axes, Coord};
pub use effect::{Chore, Effect, Effects};
pub use event::Event;
pub use message::Messages;
pub use opening::{BadOpening, OpeningQuestion, OpeningWord};
pub use option::{KEYS, Key, Options};
pub use parse::{Input, ParseError, parse};
pub use reply::{About, Reply};
pub use session::Session;
