//! The record of a session: every line in both directions with its time, so that it can be told and
//! played back.
//!
//! One entry a line: milliseconds since the start of the process, a sign, and the line as it was, byte for
//! byte.
//!
//! ```text
//! # tianyuan 0.1.0
//!        2 > START 15
//!        2 < OK
//!      903 > TURN 7,7
//!     1871 < 8,6
//!     2400 . end of input
//! ```
//!
//! `>` came in, `<` went out, `.` the input ended, `!` something broke, `#` a session begins.

use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use tianyuan_player::Moment;

/// Where the record goes; nowhere unless it was asked for. Clones write to the same file.
#[derive(Clone, Debug, Default)]
pub(crate) struct Log(Option<Arc<Mutex<File>>>);

/// What an entry tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sign {
    /// A line came in.
    In,
    /// A line went out.
    Out,
    /// The input ended.
    End,
    /// A fault of the program.
    Fault,
}

/// One entry of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// Milliseconds since the start of the process.
    pub(crate) ms: u64,
    /// What happened.
    pub(crate) sign: Sign,
    /// The line.
    pub(crate) line: Vec<u8>,
}

impl Log {
    /// Begins a record behind those that are in the file already.
    pub(crate) fn append(path: &Path, title: &str) -> io::Result<Self> {
        let mut file = OpenOptions::new().create(true).append(true).open(path)?;
        file.write_all(format!("# {title}\n").as_bytes())?;
        Ok(Self(Some(Arc::new(Mutex::new(file)))))
    }

    /// Adds an entry. A full disk costs the record and not the game.
    pub(crate) fn write(&self, at: Moment, sign: Sign, line: &[u8]) {
        let Some(file) = &self.0 else { return };
        let mut entry =
            format!("{:8} {} ", at.since_origin().as_millis(), char::from(sign.byte())).into_bytes();
        entry.extend(line.iter().map(|&byte| if byte == b'\n' || byte == b'\r' { b' ' } else { byte }));
        entry.push(b'\n');
        let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
        drop(file.write_all(&entry));
    }
}

impl Sign {
    const fn byte(self) -> u8 {
        match self {
            Self::In => b'>',
            Self::Out => b'<',
            Self::End => b'.',
            Self::Fault => b'!',
        }
    }

    fn of(byte: u8) -> Option<Self> {
        [Self::In, Self::Out, Self::End, Self::Fault].into_iter().find(|sign| sign.byte() == byte)
    }
}

/// The sessions of a file of records. Lines that are no entries are skipped.
pub(crate) fn sessions(text: &[u8]) -> Vec<Vec<Entry>> {
    let mut sessions = vec![Vec::new()];
    for line in text.split(|&byte| byte == b'\n') {
        match (line.first(), entry(line)) {
            (Some(b'#'), _) => sessions.push(Vec::new()),
            (_, Some(entry)) => sessions.last_mut().into_iter().for_each(|last| last.push(entry.clone())),
            (_, None) => {}
        }
    }
    sessions.retain(|session| !session.is_empty());
    sessions
}

fn entry(line: &[u8]) -> Option<Entry> {
    let line = line.strip_suffix(b"\r").unwrap_or(line).trim_ascii_start();
    let blank = line.iter().position(|&byte| byte == b' ')?;
    let (ms, rest) = line.split_at_checked(blank)?;
    let ms = std::str::from_utf8(ms).ok()?.parse().ok()?;
    let (&[_, sign], line) = rest.split_first_chunk::<2>()?;
    Some(Entry { ms, sign: Sign::of(sign)?, line: line.strip_prefix(b" ").unwrap_or(line).to_vec() })
}
