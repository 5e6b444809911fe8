//! An analysis as plain lines, for a pipe or a file.

use std::io::{self, Write};
use std::time::Duration;

use tianyuan_player::Lines;

use super::show::{Show, last_rows, write_position};
use super::table::{Room, row};
use crate::commands::analysis::json::Ending;
use crate::commands::analysis::question::Over;
use crate::position_argument::Reading;

/// Moves shown of a line of play.
const ROOM: Room = Room::Moves(12);
/// Time between two depths that are shown: of a quick analysis only the last is.
const PAUSE: Duration = Duration::from_secs(1);

/// Plain lines.
pub(super) struct Plain<W> {
    output: W,
    /// When lines were shown last.
    shown: Duration,
    /// Whether others have come since.
    is_new: bool,
}

impl<W: Write> Plain<W> {
    pub(super) const fn new(output: W) -> Self {
        Self { output, shown: Duration::ZERO, is_new: false }
    }

    fn write(&mut self, rows: &[String]) -> io::Result<()> {
        rows.iter().try_for_each(|row| writeln!(self.output, "{row}"))?;
        self.output.flush()
    }
}

impl<W: Write> Show for Plain<W> {
    fn begin(&mut self, reading: &Reading, over: Option<Over>) -> io::Result<()> {
        write_position(reading, over, &mut self.output)?;
        self.output.flush()
    }

    fn hear(&mut self, lines: &Lines, is_new: bool, elapsed: Duration) -> io::Result<()> {
        self.is_new |= is_new;
        if !self.is_new || elapsed < self.shown + PAUSE {
            return Ok(());
        }
        (self.shown, self.is_new) = (elapsed, false);
        let rows: Vec<String> = lines.all().iter().map(|report| row(report, ROOM)).collect();
        self.write(&rows)
    }

    fn end(&mut self, lines: &Lines, ending: &Ending) -> io::Result<()> {
        if ending.over.is_some() { Ok(()) } else { self.write(&last_rows(lines, ending, ROOM)) }
    }
}
