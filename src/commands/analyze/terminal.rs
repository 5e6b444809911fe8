//! An analysis in a terminal: a table that is drawn anew where it stands.

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicUsize;
use std::time::Duration;

use tianyuan_player::Lines;

use super::canvas::Canvas;
use super::show::{Show, last_rows, write_position};
use super::table::{Room, live};
use crate::commands::analysis::json::Ending;
use crate::commands::analysis::question::Over;
use crate::position_argument::Reading;

/// Time between two drawings.
const PAUSE: Duration = Duration::from_millis(100);
/// Columns and rows of a terminal that does not tell.
const USUAL: (usize, usize) = (80, 24);

/// Whether stdout is a terminal that knows escape codes. On Windows this switches them on.
pub(super) fn can_draw() -> bool {
    io::stdout().is_terminal()
        && anstyle_query::windows::enable_ansi_colors()
            .unwrap_or_else(anstyle_query::term_supports_ansi_color)
}

/// A table that is drawn anew.
pub(super) struct Terminal<W> {
    canvas: Canvas<W>,
    /// What the one who looks can do.
    hint: &'static str,
    /// When the table was drawn last.
    drawn: Option<Duration>,
}

impl<W: Write> Terminal<W> {
    /// A table on `output`. `breaks` counts the line breaks that were typed: the terminal shows them.
    pub(super) fn new(output: W, hint: &'static str, breaks: Arc<AtomicUsize>) -> Self {
        Self { canvas: Canvas::new(output, breaks), hint, drawn: None }
    }
}

impl<W: Write> Show for Terminal<W> {
    fn begin(&mut self, reading: &Reading, over: Option<Over>) -> io::Result<()> {
        let mut text = Vec::new();
        write_position(reading, over, &mut text)?;
        self.canvas.print(&text)
    }

    fn hear(&mut self, lines: &Lines, _: bool, elapsed: Duration) -> io::Result<()> {
        if self.drawn.is_some_and(|drawn| elapsed < drawn + PAUSE) {
            return Ok(());
        }
        self.drawn = Some(elapsed);
        let (room, height) = room();
        let status = format!("{} nodes, {:.1} s{}", lines.nodes(), elapsed.as_secs_f64(), self.hint);
        self.canvas.draw(&live(lines.all(), status, room, height))
    }

    fn end(&mut self, lines: &Lines, ending: &Ending) -> io::Result<()> {
        if ending.over.is_some() { Ok(()) } else { self.canvas.draw(&last_rows(lines, ending, room().0)) }
    }
}

/// The room for rows, and how many rows can be drawn anew. A row as wide as the terminal could break, and the
/// cursor needs a row too.
fn room() -> (Room, usize) {
    let size = terminal_size::terminal_size_of(io::stdout());
    let (columns, rows) = size.map_or(USUAL, |(width, height)| (width.0.into(), height.0.into()));
    (Room::Columns(columns.saturating_sub(1)), rows.saturating_sub(1))
}
