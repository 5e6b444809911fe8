//! Rows on a terminal that can be replaced.
//!
//! Only here escape codes are written, and only two: cursor up, and clear to the end of the screen. Every
//! row ends with a line break, so that whatever is printed next, or typed, begins on a line of its own.
#![deny(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Rows that stand directly above the cursor.
pub(crate) struct Canvas<W> {
    output: W,
    n_rows: usize,
    /// Line breaks that were typed.
    breaks: Arc<AtomicUsize>,
    seen_breaks: usize,
}

impl<W: Write> Canvas<W> {
    /// A canvas without rows. `breaks` counts the line breaks that are typed meanwhile: the terminal shows
    /// them, and the cursor goes down.
    pub(crate) const fn new(output: W, breaks: Arc<AtomicUsize>) -> Self {
        Self { output, n_rows: 0, breaks, seen_breaks: 0 }
    }

    /// Prints what stays, before anything is drawn.
    pub(crate) fn print(&mut self, text: &[u8]) -> io::Result<()> {
        self.output.write_all(text)?;
        self.output.flush()
    }

    /// Puts these rows in the place of those drawn before, in one write.
    pub(crate) fn draw(&mut self, rows: &[String]) -> io::Result<()> {
        let breaks = self.breaks.load(Ordering::Acquire);
        let frame = frame(rows, self.n_rows + breaks - self.seen_breaks);
        (self.n_rows, self.seen_breaks) = (rows.len(), breaks);
        self.print(frame.as_bytes())
    }
}

/// What puts rows in the place of the last `above` rows.
fn frame(rows: &[String], above: usize) -> String {
    let up = if above > 0 { format!("\x1b[{above}A") } else { String::new() };
    let rows: Vec<&str> = rows.iter().flat_map(|row| [row, "\n"]).collect();
    format!("{up}\r\x1b[J{}", rows.concat())
}
