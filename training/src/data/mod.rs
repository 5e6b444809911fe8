//! Games in a compact file.
//!
//! ```text
//! {"format":"tianyuan-games","version":1,"conditions":{…}}\n     the header, a line of JSON
//! length, 4 bytes │ checksum, 4 bytes │ a game                   as often as there are games
//! ```
//!
//! Version 2 has positions from inside of the searches besides; it is what conditions that keep some are written in.
//!
//! A game, all numbers little-endian: its number (8 bytes), its opening (4), who has won (1: 0 nobody, 1 Black, 2
//! White), and for each move 2 bytes for the point, `row * side + column`, and 2 for the value, the least number for none.
//! In version 2 follow how many positions it has (1 byte), and for each 1 byte for its depth, 2 for its value, 1 for how many
//! moves lead to it, and 2 for each of these.
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
/// The versions that are read: that of games alone, and that with positions from inside of the searches.
const VERSIONS: [u32; 2] = [1, 2];
/// The longest first line, in bytes.
const LONGEST_HEADER: u64 = 4096;
/// The longest game, in bytes: as many moves as the largest board has points, each with some hundred positions.
const LONGEST_GAME: usize = 8 << 20;

/// The version of files of these conditions.
const fn version(conditions: &Conditions) -> u32 {
    VERSIONS[if conditions.insights > 0 { 1 } else { 0 }]
}

/// What tells a damaged game: the low half of its digest.
#[expect(clippy::cast_possible_truncation, reason = "a half is taken")]
fn checksum(bytes: &[u8]) -> u32 {
    digest(bytes.iter().copied()) as u32
}
