//! The words that Yixin-Board, its forks and gomocalc add.

use tianyuan_rules::Color;

use super::database;
use crate::block::{MovesOf, PathOf};
use crate::bytes::{integer, integers, split_word};
use crate::command::TableCommand;
use crate::parse::opened;
use crate::{Block, Command, Coord, Edit, Input, ParseError};

/// Reads a command whose first word is `name` in capitals; `None` if this dialect has no such word.
pub(crate) fn parse(name: &[u8], rest: &[u8]) -> Option<Result<Input, ParseError>> {
    let block = match name {
        b"YXBOARD" => Block::set_up(),
        b"YXBLOCK" => Block::moves(MovesOf::Exclude(Edit::Add)),
        b"YXBLOCKUNDO" => Block::moves(MovesOf::Exclude(Edit::Remove)),
        b"YXBLOCKPATH" => Block::moves(MovesOf::ExcludePath(Edit::Add)),
        b"YXBLOCKPATHUNDO" => Block::moves(MovesOf::ExcludePath(Edit::Remove)),
        b"YXHASHDUMP" => Block::path(PathOf::Dump),
        b"YXHASHLOAD" => Block::path(PathOf::Load),
        b"YXBALANCEONE" => return Some(balance(1, rest).map(Input::Command)),
        b"YXBALANCETWO" => return Some(balance(2, rest).map(Input::Command)),
        name => {
            let whole = command(name, rest).map(|command| command.map(Input::Command));
            return whole.or_else(|| database::parse(name, rest));
        }
    };
    Some(opened(block, rest))
}

/// A command that is whole on its line.
fn command(name: &[u8], rest: &[u8]) -> Option<Result<Command, ParseError>> {
    Some(Ok(match name {
        b"YXSTOP" => Command::Stop,
        b"YXSHOWINFO" => Command::ShowInfo,
        b"YXSHOWFORBID" => Command::ShowForbidden,
        b"YXNBEST" => return Some(n_best(rest)),
        b"YXSEARCHDEFEND" => Command::Defend,
        b"YXBLOCKRESET" => Command::Exclude(Edit::Clear, Vec::new()),
        b"YXBLOCKPATHRESET" => Command::ExcludePath(Edit::Clear, Vec::new()),
        b"YXFORBID" => return Some(forbid(rest)),
        b"YXHASHCLEAR" => Command::Table(TableCommand::Clear),
        b"YXSHOWHASHUSAGE" => Command::Table(TableCommand::Usage),
        b"YXDRAW" => Command::Draw,
        b"YXRESIGN" => Command::Resign,
        b"YXPRINTFEATURE" => Command::Describe,
        _ => return None,
    }))
}

/// The number of moves; one if none is said.
fn n_best(rest: &[u8]) -> Result<Command, ParseError> {
    let number = if rest.is_empty() { Some(1) } else { integer(split_word(rest).0) };
    let number = number.ok_or(ParseError::Count)?.max(1);
    Ok(Command::BestMoves(usize::try_from(number).unwrap_or(usize::MAX)))
}

/// So many moves after which the value is nearest to a number, 0 if none is said.
fn balance(moves: usize, rest: &[u8]) -> Result<Command, ParseError> {
    let value = if rest.is_empty() { Some(0) } else { integer(split_word(rest).0) };
    Ok(Command::Balance { moves, value: value.ok_or(ParseError::Value)? })
}

/// `add 3 4 0`: row, column, and 0 for Black or 1 for White.
fn forbid(rest: &[u8]) -> Result<Command, ParseError> {
    let (word, rest) = split_word(rest);
    let edit = match word.to_ascii_lowercase().as_slice() {
        b"add" => Edit::Add,
        b"del" => Edit::Remove,
        _ => return Err(ParseError::Forbid),
    };
    let numbers = integers(rest).ok_or(ParseError::Forbid)?;
    let (coord, color) = match *numbers.as_slice() {
        [first, second, 0] => (Coord { first, second }, Color::Black),
        [first, second, 1] => (Coord { first, second }, Color::White),
        _ => return Err(ParseError::Forbid),
    };
    Ok(Command::Forbid(edit, coord, color))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    fn command(line: &str) -> Result<Command, ParseError> {
        match parse(line.as_bytes())? {
            Input::Command(command) => Ok(command),
            Input::Opens(block) => panic!("{line} opens {block:?}"),
        }
    }

    fn coords(numbers: &[(i64, i64)]) -> Vec<Coord> {
        numbers.iter().map(|&(first, second)| Coord { first, second }).collect()
    }

    #[test]
    fn moves_come_in_lines_or_on_one() {
        let Ok(Input::Opens(mut block)) = parse(b"yxblockpath") else { panic!("opens a block") };
        assert!(!block.feed(b"7,7"));
        assert!(!block.feed(b"7,8"));
        assert!(block.feed(b"done"));
        let path = Command::ExcludePath(Edit::Add, coords(&[(7, 7), (7, 8)]));
        assert_eq!(block.finish(), Ok(path.clone()));
        assert_eq!(command("YXBLOCKPATH 7,7 7,8 DONE"), Ok(path));
        assert_eq!(command("yxblock 1,2,3 done"), Err(ParseError::MoveLine(1)));
    }

    #[test]
    fn a_path_is_one_line_whatever_it_says() {
        let Ok(Input::Opens(mut block)) = parse(b"yxhashdump") else { panic!("takes a line") };
        assert!(block.feed(b"END \xff.bin"));
        assert_eq!(block.finish(), Ok(Command::Table(TableCommand::Dump(b"END \xff.bin".to_vec()))));
        assert_eq!(command("yxhashload a b"), Ok(Command::Table(TableCommand::Load(b"a b".to_vec()))));
    }

    #[test]
    fn points_are_forbidden_to_a_side() {
        let coord = Coord { first: 3, second: 4 };
        assert_eq!(command("yxforbid add 3 4 0"), Ok(Command::Forbid(Edit::Add, coord, Color::Black)));
        assert_eq!(command("yxforbid DEL 3,4 1"), Ok(Command::Forbid(Edit::Remove, coord, Color::White)));
        for line in ["yxforbid", "yxforbid add", "yxforbid add 3 4", "yxforbid add 3 4 2", "yxforbid x 3 4 0"]
        {
            assert_eq!(command(line), Err(ParseError::Forbid), "{line}");
        }
    }

    #[test]
    fn numbers_of_moves_are_at_least_one() {
        for (line, n) in [("yxnbest 3", 3), ("yxnbest", 1), ("yxnbest 0", 1), ("yxnbest -7", 1)] {
            assert_eq!(command(line), Ok(Command::BestMoves(n)), "{line}");
        }
        assert_eq!(command("yxnbest many"), Err(ParseError::Count));
    }
}
