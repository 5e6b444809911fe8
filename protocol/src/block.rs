//! Commands that go on over several lines.

use crate::bytes::integers;
use crate::{Command, Coord, ParseError};

/// Lines collected until `DONE`. Whatever is in them, they are consumed to their end: what is wrong with
/// them becomes one error afterwards, never a flood of unknown commands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    kind: Kind,
    stones: Vec<BoardLine>,
    n_lines: usize,
    error: Option<ParseError>,
}

/// One stone of a `BOARD` block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardLine {
    /// Where it stands.
    pub coord: Coord,
    /// Whose it is.
    pub owner: Owner,
}

/// The third number of a line of a `BOARD` block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// 1: a stone of the engine.
    Own,
    /// 2: a stone of its opponent.
    Opponent,
    /// 3: a stone of a line that has won already or of a foul, in a continuous game: it is in both sides' way.
    Nobody,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Stones for `BOARD`.
    Board,
    /// A block of a command that is not supported: skipped to `DONE`.
    Skipped,
    /// One more line, such as a path, of a command that is not supported.
    SkippedLine,
}

/// No board has more stones; a longer block is wrong and need not be kept.
const MOST_STONES: usize = tianyuan_rules::MAX_SIZE * tianyuan_rules::MAX_SIZE;

impl Block {
    /// The block of a `BOARD`.
    pub const fn board() -> Self {
        Self::new(Kind::Board, None)
    }

    /// A block that ends with `DONE` and whose command is not supported.
    pub(crate) const fn skipped() -> Self {
        Self::new(Kind::Skipped, Some(ParseError::Unsupported))
    }

    /// One line, whatever it holds, that belongs to a command that is not supported.
    pub(crate) const fn skipped_line() -> Self {
        Self::new(Kind::SkippedLine, Some(ParseError::Unsupported))
    }

    const fn new(kind: Kind, error: Option<ParseError>) -> Self {
        Self { kind, stones: Vec::new(), n_lines: 0, error }
    }

    /// Takes a line and says whether the block is complete. Several stones and the `DONE` may stand on one.
    pub fn feed(&mut self, line: &[u8]) -> bool {
        let (text, done) = strip_done(line.trim_ascii());
        if self.kind == Kind::Board && !text.is_empty() {
            self.n_lines += 1;
            if let Err(error) = self.add_stones(text) {
                self.error.get_or_insert(error);
            }
        }
        done || self.kind == Kind::SkippedLine
    }

    /// The command that the block completes.
    pub fn finish(self) -> Result<Command, ParseError> {
        self.error.map_or(Ok(Command::Board(self.stones)), Err)
    }

    fn add_stones(&mut self, text: &[u8]) -> Result<(), ParseError> {
        let bad = ParseError::BoardLine(self.n_lines);
        let numbers = integers(text).ok_or(bad)?;
        if numbers.len() % 3 != 0 || self.stones.len() + numbers.len() / 3 > MOST_STONES {
            return Err(bad);
        }
        for triple in numbers.chunks_exact(3) {
            self.stones.push(board_line(triple).ok_or(bad)?);
        }
        Ok(())
    }
}

fn board_line(numbers: &[i64]) -> Option<BoardLine> {
    let &[x, y, field] = numbers else { return None };
    let owner = match field {
        1 => Owner::Own,
        2 => Owner::Opponent,
        3 => Owner::Nobody,
        _ => return None,
    };
    Some(BoardLine { coord: Coord { x, y }, owner })
}

/// The line without the word `DONE` at its end, and whether it was there.
fn strip_done(line: &[u8]) -> (&[u8], bool) {
    let Some((head, word)) = line.len().checked_sub(4).and_then(|at| line.split_at_checked(at)) else {
        return (line, false);
    };
    let apart = head.last().is_none_or(u8::is_ascii_whitespace);
    if apart && word.eq_ignore_ascii_case(b"done") { (head.trim_ascii_end(), true) } else { (line, false) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stone(x: i64, y: i64, owner: Owner) -> BoardLine {
        BoardLine { coord: Coord { x, y }, owner }
    }

    #[test]
    fn a_block_over_lines_and_one_on_a_line_are_the_same() {
        let mut long = Block::board();
        assert!(!long.feed(b" 7 , 7 , 1 "));
        assert!(!long.feed(b""));
        assert!(!long.feed(b"8,8,2"));
        assert!(!long.feed(b"9 9 3"));
        assert!(long.feed(b"Done"));
        let mut short = Block::board();
        assert!(short.feed(b"7,7,1 8,8,2 9,9,3 DONE"));
        let stones = vec![stone(7, 7, Owner::Own), stone(8, 8, Owner::Opponent), stone(9, 9, Owner::Nobody)];
        assert_eq!(long.finish(), Ok(Command::Board(stones.clone())));
        assert_eq!(short.finish(), Ok(Command::Board(stones)));
    }

    #[test]
    fn the_first_bad_line_is_named_after_the_whole_block() {
        let mut block = Block::board();
        for line in [&b"7,7,1"[..], b"7,8", b"START 15", b"7,7,4", b"xDONE", b"\xff\xfe"] {
            assert!(!block.feed(line), "{line:?}");
        }
        assert!(block.feed(b"DONE"));
        assert_eq!(block.finish(), Err(ParseError::BoardLine(2)));
    }

    #[test]
    fn endless_blocks_do_not_grow() {
        let mut block = Block::board();
        (0..2000).for_each(|_| assert!(!block.feed(b"0,0,1")));
        assert_eq!(block.stones.len(), MOST_STONES);
        assert!(block.feed(b"DONE"));
        assert_eq!(block.finish(), Err(ParseError::BoardLine(MOST_STONES + 1)));
    }
}
