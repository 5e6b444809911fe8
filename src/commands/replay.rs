//! `tianyuan replay FILE`: plays a recorded session back and compares the answers.
//!
//! The recorded input goes line by line to a fresh session and a fresh player. Where the record has an
//! answer, replay waits for one; it never waits for the times of the record. So a command that came while
//! the engine was thinking comes at once now, and a move that depended on time may be another one.

use std::io::{self, PipeWriter, Write};
use std::path::Path;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use crate::driver::{self, Seat};
use crate::log::{Entry, Sign, sessions};

/// How much longer than in the record an answer may take before it counts as missing.
const PATIENCE: Duration = Duration::from_mins(1);
/// Width of the column of recorded answers.
const COLUMN: usize = 32;

/// Replays every session of a file, each with a seat of its own, and says whether all answers are the same.
pub(crate) fn replay(file: &Path, seat: impl Fn() -> Seat, output: &mut impl Write) -> io::Result<bool> {
    let mut tally = Tally::default();
    let sessions = sessions(&std::fs::read(file)?);
    if sessions.iter().all(Vec::is_empty) {
        return Err(io::Error::other("no session is in it"));
    }
    for session in sessions {
        writeln!(output, "  {:COLUMN$} | now", "recorded")?;
        replay_session(&session, seat(), &mut tally, output)?;
    }
    writeln!(output, "{} answers, {} differ", tally.answers, tally.differ)?;
    Ok(tally.differ == 0)
}

#[derive(Default)]
struct Tally {
    answers: usize,
    differ: usize,
}

fn replay_session(session: &[Entry], seat: Seat, tally: &mut Tally, out: &mut impl Write) -> io::Result<()> {
    let (mut input, answers) = begin(seat)?;
    let mut before = 0;
    for entry in session {
        let waited = Duration::from_millis(entry.ms.saturating_sub(before));
        before = entry.ms;
        match entry.sign {
            Sign::In => {
                writeln!(out, "> {}", shown(&entry.line))?;
                // A session that has ended takes no more lines, and then has no more answers either.
                let _ = input.write_all(&[&entry.line, &b"\n"[..]].concat());
            }
            Sign::Out if is_answer(&entry.line) => {
                let now = answers.recv_timeout(waited + PATIENCE).unwrap_or_default();
                compare(&entry.line, &now, tally, out)?;
            }
            Sign::Out | Sign::End => {}
            Sign::Fault => writeln!(out, "! {}", shown(&entry.line))?,
        }
    }
    drop(input);
    answers.iter().try_for_each(|more| compare(b"", &more, tally, out))
}

/// Seats the engine and gives the two ends of the conversation: lines in, answers out. Messages are not
/// answers and are dropped.
fn begin(seat: Seat) -> io::Result<(PipeWriter, Receiver<Vec<u8>>)> {
    let ((lines, input), (said, answers)) = (io::pipe()?, channel());
    let talk = move || drop(driver::run(seat, lines, Answers(said)));
    thread::Builder::new().name("replay".into()).spawn(talk)?;
    Ok((input, answers))
}

fn is_answer(line: &[u8]) -> bool {
    !line.starts_with(b"MESSAGE ") && !line.starts_with(b"DEBUG ")
}

fn compare(recorded: &[u8], now: &[u8], tally: &mut Tally, out: &mut impl Write) -> io::Result<()> {
    let same = recorded == now;
    tally.answers += 1;
    tally.differ += usize::from(!same);
    let (recorded, now) = (shown(recorded), shown(now));
    writeln!(out, "  {recorded:COLUMN$} | {now}{}", if same { "" } else { "   differs" })
}

/// A line fit for a terminal, whatever is in it.
fn shown(line: &[u8]) -> String {
    match line {
        [] => "(nothing)".to_owned(),
        line => String::from_utf8_lossy(line).replace(char::is_control, "?"),
    }
}

/// A stream of whole lines as a channel of answers.
struct Answers(Sender<Vec<u8>>);

impl Write for Answers {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        if is_answer(line) {
            self.0.send(line.trim_ascii_end().to_vec()).map_err(io::Error::other)?;
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
