//! Writing games.

use std::io::{self, Write};

use tianyuan_rules::Size;

use super::{FORMAT, Header, checksum, game, version};
use crate::play::PlayedGame;
use crate::setup::{Conditions, Setup};

/// Writes games, each in one piece.
#[derive(Debug)]
pub struct Writer<W> {
    output: W,
    size: Size,
    version: u32,
}

impl<W: Write> Writer<W> {
    /// Begins a file. An error also if the conditions have no board.
    pub fn new(mut output: W, conditions: &Conditions) -> io::Result<Self> {
        let size =
            Size::new(conditions.size).ok_or_else(|| io::Error::other("no board has so many lines"))?;
        output.write_all(&header(conditions)?)?;
        Ok(Self { output, size, version: version(conditions) })
    }

    /// Goes on with a file that has its header.
    pub const fn behind(output: W, setup: &Setup) -> Self {
        Self { output, size: setup.size(), version: version(setup.conditions()) }
    }

    /// Writes what is not written yet.
    pub fn finish(mut self) -> io::Result<()> {
        self.output.flush()
    }

    /// Adds a game.
    pub fn write(&mut self, game: &PlayedGame) -> io::Result<()> {
        let game = game::bytes(game, self.size, self.version);
        let length = u32::try_from(game.len()).map_err(io::Error::other)?;
        let mut bytes = Vec::with_capacity(game.len() + 8);
        bytes.extend(length.to_le_bytes());
        bytes.extend(checksum(&game).to_le_bytes());
        bytes.extend(game);
        self.output.write_all(&bytes)
    }
}

/// The first line of a file.
pub(super) fn header(conditions: &Conditions) -> io::Result<Vec<u8>> {
    let header =
        Header { format: FORMAT.into(), version: version(conditions), conditions: conditions.clone() };
    let mut line = serde_json::to_vec(&header)?;
    line.push(b'\n');
    Ok(line)
}
