//! The record of a run, from which it goes on after any interruption.
//!
//! One JSON value a line: first what the run is, then each game as it ends. A line that was being written
//! when the run was cut off is no game, and is written over.

use std::io::{self, Write};

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::game_record::GameRecord;

/// The first line: what the run is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// What wrote it.
    pub program: String,
    /// What the run was asked for, word by word.
    pub arguments: Vec<String>,
    /// The players by number.
    pub names: Vec<String>,
    /// The openings as they were read: a run with others is another one.
    pub openings: u64,
    /// Lines on a side of the board.
    pub size: usize,
}

/// A journal that was read.
#[derive(Clone, Debug, PartialEq)]
pub struct Journal {
    /// What the run is.
    pub header: Header,
    /// The games, in the order in which they ended.
    pub games: Vec<GameRecord>,
    /// Bytes of the whole lines: whatever stands behind them is to be written over.
    pub length: usize,
}

/// Why bytes are no journal.
#[derive(Debug, Error)]
pub enum JournalError {
    /// There is no whole first line.
    #[error("this is no journal: its first line is missing")]
    Empty,
    /// A line is no JSON of the right form.
    #[error("line {line}: {error}")]
    Line {
        /// Which, from 1.
        line: usize,
        /// What is wrong with it.
        error: serde_json::Error,
    },
}

impl Journal {
    /// Reads the bytes of a file.
    pub fn read(bytes: &[u8]) -> Result<Self, JournalError> {
        let length = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let whole = bytes.get(..length).unwrap_or_default();
        let mut lines = (1..).zip(whole.split(|&byte| byte == b'\n')).filter(|(_, line)| !line.is_empty());
        let (line, header) = lines.next().ok_or(JournalError::Empty)?;
        let header = serde_json::from_slice(header).map_err(|error| JournalError::Line { line, error })?;
        let game = |(line, text): (usize, &[u8])| {
            serde_json::from_slice(text).map_err(|error| JournalError::Line { line, error })
        };
        Ok(Self { header, games: lines.map(game).collect::<Result<_, _>>()?, length })
    }
}

/// Writes a value as a line, in one go.
pub fn write(value: &impl Serialize, output: &mut impl Write) -> io::Result<()> {
    let mut line = serde_json::to_vec(value).map_err(io::Error::other)?;
    line.push(b'\n');
    output.write_all(&line)?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game_record::GameResult;

    fn header() -> Header {
        Header {
            program: "tianyuan 0".into(),
            arguments: vec!["--games".into(), "9".into()],
            names: vec!["a".into(), "b \"c\"".into()],
            openings: 7,
            size: 15,
        }
    }

    fn game(pair: usize) -> GameRecord {
        GameRecord {
            pair,
            second: false,
            players: [0, 1],
            opening: "h8i9".into(),
            moves: "g7g8".into(),
            ms: vec![1.25, 3.0],
            said: vec![(Some(3), None, Some(-4.5)), (None, None, None)],
            late: [(0, 0.0), (1, 0.125)],
            result: GameResult::Draw,
            fault: None,
            reason: "the limit of moves".into(),
            memory: [Some(1 << 20), None],
            swallowed: [0, 1],
        }
    }

    fn bytes(n: usize) -> Vec<u8> {
        let mut bytes = Vec::new();
        write(&header(), &mut bytes).unwrap();
        (0..n).for_each(|pair| write(&game(pair), &mut bytes).unwrap());
        bytes
    }

    #[test]
    fn what_is_written_is_read() {
        let journal = Journal::read(&bytes(3)).unwrap();
        assert_eq!((journal.header, journal.games.len()), (header(), 3));
        assert_eq!(journal.games[2], game(2));
        assert_eq!(journal.length, bytes(3).len());
    }

    #[test]
    fn a_journal_of_an_earlier_version_is_read() {
        let mut line = serde_json::to_value(game(0)).unwrap();
        let fields = line.as_object_mut().unwrap();
        assert!(fields.remove("memory").is_some() && fields.remove("swallowed").is_some());
        let read: GameRecord = serde_json::from_value(line).unwrap();
        assert_eq!((read.memory, read.swallowed, read.moves), ([None; 2], [0; 2], game(0).moves));
    }

    #[test]
    fn a_journal_cut_anywhere_has_its_whole_games() {
        let whole = bytes(3);
        for cut in 0..whole.len() {
            match Journal::read(&whole[..cut]) {
                Ok(journal) => {
                    let n_lines = String::from_utf8_lossy(&whole[..cut]).matches('\n').count();
                    assert_eq!(journal.games.len() + 1, n_lines);
                    assert!(whole[..journal.length].ends_with(b"\n"));
                }
                Err(error) => assert!(cut < bytes(0).len(), "{cut}: {error}"),
            }
        }
    }

    #[test]
    fn a_bad_line_is_named() {
        let mut broken = bytes(1);
        broken.extend_from_slice(b"{\"pair\":1}\n");
        let error = Journal::read(&broken).unwrap_err().to_string();
        assert!(error.starts_with("line 3: missing field"), "{error}");
    }
}
