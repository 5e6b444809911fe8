//! Games in a compact file.
//!
//! ```text
//! {"format":"tianyuan-games","version":1,"conditions":{…}}\n     the header, a line of JSON
//! length, 4 bytes │ checksum, 4 bytes │ a game                   as often as there are games
//! ```
//!
//! A game, all numbers little-endian: its number (8 bytes), its opening (4), who has won (1: 0 nobody, 1 Black, 2
//! White), and for each move 2 bytes for the point, `row * side + column`, and 2 for the value, the least number for none.
//! A file can be cut anywhere: what is behind the last whole game is left out, and a run goes on from there.

mod game;
mod reader;
mod writer;

use serde::{Deserialize, Serialize};
use tianyuan_rules::key::digest;

use crate::setup::Conditions;

pub use reader::{Games, GamesError};
pub use writer::Writer;

/// The first line of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Header {
    format: String,
    version: u32,
    conditions: Conditions,
}

/// The name of the format.
const FORMAT: &str = "tianyuan-games";
/// The version that is written, and the only one that is read.
const VERSION: u32 = 1;
/// The longest first line, in bytes.
const LONGEST_HEADER: u64 = 4096;
/// The longest game: as many moves as the largest board has points, and some more.
const LONGEST_GAME: usize = 8192;

/// What tells a damaged game: the low half of its digest.
#[expect(clippy::cast_possible_truncation, reason = "a half is taken")]
fn checksum(bytes: &[u8]) -> u32 {
    digest(bytes.iter().copied()) as u32
}
