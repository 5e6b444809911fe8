//! What a person types, heard while the clock goes.

use std::io::{self, BufRead, BufReader, Read};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

/// What has been heard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Heard {
    /// A line.
    Line(String),
    /// Nothing yet.
    Nothing,
    /// Nothing will be heard any more.
    End,
}

/// Who listens.
pub(super) trait Ears {
    /// Listens for so long at most, or until something is heard.
    fn hear(&mut self, patience: Option<Duration>) -> Heard;
}

/// The longest line, in bytes. What is behind is left out: no order is so long.
const LONGEST_LINE: u64 = 4096;

/// Lines that a thread reads.
pub(super) struct Lines(Receiver<String>);

impl Lines {
    /// Begins to read. Nobody waits for the thread: it ends with the process.
    pub(super) fn of(input: impl Read + Send + 'static) -> io::Result<Self> {
        let (sender, lines) = sync_channel(1);
        let read = move || {
            let mut input = BufReader::new(input);
            while let Ok(Some(line)) = next_line(&mut input) {
                if sender.send(line).is_err() {
                    return;
                }
            }
        };
        thread::Builder::new().name("lines".into()).spawn(read)?;
        Ok(Self(lines))
    }
}

impl Ears for Lines {
    fn hear(&mut self, patience: Option<Duration>) -> Heard {
        let heard = match patience {
            Some(patience) => self.0.recv_timeout(patience),
            None => self.0.recv().map_err(|_| RecvTimeoutError::Disconnected),
        };
        match heard {
            Ok(line) => Heard::Line(line),
            Err(RecvTimeoutError::Timeout) => Heard::Nothing,
            Err(RecvTimeoutError::Disconnected) => Heard::End,
        }
    }
}

/// The next line, `None` at the end. Bytes that are no text are kept as signs for that.
fn next_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    if input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if !line.ends_with(b"\n") {
        input.skip_until(b'\n')?;
    }
    Ok(Some(String::from_utf8_lossy(&line).into_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_one_by_one_and_long_ones_are_cut() {
        let long = "x".repeat(10_000);
        let mut ears = Lines::of(io::Cursor::new(format!("h8\n{long}\n\nlast"))).expect("a thread");
        let mut next = || ears.hear(None);
        assert_eq!(next(), Heard::Line("h8\n".into()));
        assert!(matches!(next(), Heard::Line(line) if line.len() == 4096));
        assert_eq!(next(), Heard::Line("\n".into()));
        assert_eq!(next(), Heard::Line("last".into()));
        assert_eq!(next(), Heard::End);
    }
}
