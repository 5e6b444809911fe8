//! Smart Game Format (FF 4), game 4: gomoku and renju.
//!
//! Points are two letters, column and row from the top left (`hh` is h8 on 15x15), as the format has it, or
//! algebraic (`h8`, rows from the bottom), as some renju programs write them. Nothing is a pass, and so is `tt`
//! on boards without such a point.
//!
//! - What stands before the first `(;` and between games is passed over.
//! - Of names spelled out, as in older files (`SiZe`), the capitals count. A file that names no game and no
//!   size is read as game 4 on 15x15.
//! - Set-up stones (AB, AW, AE) belong into nodes before the first move and before the first variation;
//!   elsewhere they are an error, for a line of moves cannot hold them.
//! - A comment `1500ms` of a move is its time, as c-gomoku-cli writes it; if there is more to say, it follows on
//!   the next line.
//! - What a record has no field for is kept as it stands and written again. Layout is not: blanks, line breaks
//!   outside of texts, the order of properties, points listed as rectangles, encodings. Files are written in
//!   UTF-8.

mod node;
mod read;
mod scan;
mod write;

use std::borrow::Cow;

use super::error::Fault;
use super::{Format, Place, Problem, Record, RecordError, text};

pub(super) use write::write;

/// The first game.
pub(super) fn read(bytes: &[u8]) -> Result<Record, RecordError> {
    games(bytes).next().unwrap_or_else(|| Err(foreign()))
}

/// The games one by one, or one error.
pub(super) fn games(bytes: &[u8]) -> Games<'_> {
    match text::decode(bytes) {
        Ok(text) => Games { text, at: 0, is_first: true, error: None },
        Err(error) => Games { text: Cow::default(), at: 0, is_first: false, error: Some(error) },
    }
}

/// Reads the games of a text.
pub(super) struct Games<'a> {
    text: Cow<'a, str>,
    /// Where to look for the next one.
    at: usize,
    is_first: bool,
    /// What ends the games.
    error: Option<RecordError>,
}

impl Iterator for Games<'_> {
    type Item = Result<Record, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        if let Some(error) = self.error.take() {
            return Some(Err(error));
        }
        let is_first = std::mem::take(&mut self.is_first);
        let Some(start) = scan::find_game(&self.text, self.at) else {
            return is_first.then(|| Err(foreign()));
        };
        let game = read::game(&self.text, start);
        self.at = game.as_ref().map_or(self.text.len(), |(_, end)| *end);
        Some(game.map(|(record, _)| record).map_err(|fault: Fault| fault.in_text(&self.text)))
    }
}

const fn foreign() -> RecordError {
    let problem = Problem::Foreign { format: Format::Sgf, needed: "a game that begins with (;" };
    RecordError::Broken { place: Place::Text { line: 1, column: 1 }, problem }
}
