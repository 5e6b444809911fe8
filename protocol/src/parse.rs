//! From a line of bytes to a command.

use thiserror::Error;
use tianyuan_rules::Size;
use tianyuan_rules::opening::OpeningRule;

use crate::bytes::{integer, integers, quote, split_word};
use crate::dialect::{gomocup, yixin};
use crate::opening::{OpeningQuestion, OpeningWord};
use crate::{Block, Command, Coord};

/// What a line is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A whole command.
    Command(Command),
    /// The first line of a block; the lines that follow belong to it.
    Opens(Block),
}

/// Why a known command cannot be understood. Each becomes one `ERROR` line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum ParseError {
    /// No number, or one that is no size of a board. Never names a size that Piskvork would then offer.
    #[error("unsupported board size")]
    Size,
    /// Width and height differ.
    #[error("rectangular boards are not supported")]
    Rectangular,
    /// `x,y` was due.
    #[error("two coordinates are needed, such as 7,7")]
    Coordinates,
    /// The line of a block with this number, from 1, is not `x,y,1`, `x,y,2` or `x,y,3`.
    #[error("line {0} of the board must be x,y,f with f 1, 2 or 3")]
    BoardLine(usize),
    /// The line of a block of moves with this number, from 1, is not `x,y`.
    #[error("line {0} of the moves must be x,y")]
    MoveLine(usize),
    /// A number of moves was due.
    #[error("a number of moves is needed, such as 3")]
    Count,
    /// The arguments of `YXFORBID` are wrong.
    #[error("add or del, two coordinates and 0 for Black or 1 for White are needed, such as add 7 7 0")]
    Forbid,
    /// The number of fifth moves is none, or greater than any.
    #[error("a number of fifth moves is needed, 1 to 16")]
    Fifths,
    /// The line of offers is not one of points.
    #[error("a line with the offered moves is needed, such as 7,7 8,8")]
    Offers,
    /// The number of stones that even things out was due.
    #[error("a number of moves, 1 or 2, is needed")]
    Stones,
    /// A value was due.
    #[error("a value is needed, such as 0")]
    Value,
}

/// Longest word quoted back to a manager.
const QUOTED: usize = 40;

/// Reads a line that is not inside a block. Words are read in any case, blanks at the ends are dropped.
pub fn parse(line: &[u8]) -> Result<Input, ParseError> {
    let (word, rest) = split_word(line);
    let name = word.to_ascii_uppercase();
    let of_opening = || OpeningWord::named(&name).map(|word| opening(word, rest));
    let known = gomocup::parse(&name, rest).or_else(of_opening).or_else(|| yixin::parse(&name, rest));
    known.unwrap_or_else(|| Ok(Input::Command(Command::Unknown(quote(word, QUOTED)))))
}

/// The rest of a `START` line: one number, or the same one twice.
pub(crate) fn size(text: &[u8]) -> Result<Size, ParseError> {
    match integers(text).as_deref() {
        Some(&[side]) => side_of(side),
        Some(&[width, height]) if width == height => side_of(width),
        Some(&[width, height]) => side_of(width).and(side_of(height)).and(Err(ParseError::Rectangular)),
        _ => Err(ParseError::Size),
    }
}

fn side_of(number: i64) -> Result<Size, ParseError> {
    usize::try_from(number).ok().and_then(Size::new).ok_or(ParseError::Size)
}

/// The rest of a line that must be `x,y`.
pub(crate) fn coord(text: &[u8]) -> Result<Coord, ParseError> {
    Coord::parse(text).ok_or(ParseError::Coordinates)
}

/// A question about an opening: whole, or with lines of moves to follow.
pub(crate) fn opening(word: OpeningWord, rest: &[u8]) -> Result<Input, ParseError> {
    // A board may stand on one line with its word; then its first number is no number of moves.
    let (first, more) = split_word(rest);
    let number = integer(first).filter(|_| !first.contains(&b',') && !more.starts_with(b","));
    let (number, rest) = match number {
        Some(n) => {
            (usize::try_from(n).ok().filter(|n| (1..=OpeningRule::MOST_OFFERS).contains(n)).map(Some), more)
        }
        None => (Some(None), rest),
    };
    let number = number.ok_or(ParseError::Fifths);
    if word.has_lines() {
        return opened(Block::opening(word, number), rest);
    }
    let (moves, offers) = (Vec::new(), Vec::new());
    number.map(|number| Input::Command(Command::Opening(OpeningQuestion { word, number, moves, offers })))
}

/// A block that may already be complete on its first line.
pub(crate) fn opened(mut block: Block, rest: &[u8]) -> Result<Input, ParseError> {
    if !rest.is_empty() && block.feed(rest) {
        return block.finish().map(Input::Command);
    }
    Ok(Input::Opens(block))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(line: &str) -> Result<Command, ParseError> {
        match parse(line.as_bytes())? {
            Input::Command(command) => Ok(command),
            Input::Opens(block) => panic!("{line} opens {block:?}"),
        }
    }

    #[test]
    fn commands_in_every_spelling() {
        let fifteen = Command::Start(Size::STANDARD);
        for line in ["START 15", "start 15 15", " Start\t15 \r", "RECTSTART 15,15", "RECTSTART 15 , 15"] {
            assert_eq!(command(line), Ok(fifteen.clone()), "{line}");
        }
        for line in ["TURN 7,8", "turn 7 8", "Turn  7 , 8  "] {
            assert_eq!(command(line), Ok(Command::Turn(Coord { first: 7, second: 8 })), "{line}");
        }
        assert_eq!(command("yxstop"), Ok(Command::Stop));
        assert_eq!(command("Frob 1 2"), Ok(Command::Unknown("Frob".into())));
    }

    #[test]
    fn errors_say_what_is_wrong() {
        for line in ["START", "START 4", "START 23", "START abc", "START 1 2 3", "START -5", "RECTSTART 4,9"]
        {
            assert_eq!(command(line), Err(ParseError::Size), "{line}");
        }
        assert_eq!(command("RECTSTART 10,12"), Err(ParseError::Rectangular));
        for line in ["TURN", "TURN abc", "TURN 7", "TURN 7,7,1", "TURN 7,,7", "PLAY x", "TAKEBACK 1;2"] {
            assert_eq!(command(line), Err(ParseError::Coordinates), "{line}");
        }
        assert!(!ParseError::Size.to_string().contains("20"), "Piskvork would offer 20x20");
    }

    #[test]
    fn info_keeps_the_bytes_of_its_value() {
        let folder = b"INFO folder C:\\Some Dir\\it's \xe1\xff ";
        let expected =
            Command::Info { key: b"folder".to_vec(), value: b"C:\\Some Dir\\it's \xe1\xff".to_vec() };
        assert_eq!(parse(folder), Ok(Input::Command(expected)));
    }

    #[test]
    fn a_board_may_stand_on_one_line() {
        let line = command("BOARD 7,7,1 8,8,2 DONE");
        assert!(matches!(line, Ok(Command::Board(stones)) if stones.len() == 2));
        assert_eq!(parse(b"BOARD"), Ok(Input::Opens(Block::board())));
        assert_eq!(command("BOARD 7,7 DONE"), Err(ParseError::BoardLine(1)));
    }
}
