//! The words of the Gomocup protocol.

use crate::bytes::split_word;
use crate::parse::{coord, opened, size};
use crate::{Block, Command, Input, ParseError};

/// Reads a command whose first word is `name` in capitals; `None` if this dialect has no such word.
pub(crate) fn parse(name: &[u8], rest: &[u8]) -> Option<Result<Input, ParseError>> {
    let command = match name {
        b"START" | b"RECTSTART" => size(rest).map(Command::Start),
        b"RESTART" => Ok(Command::Restart),
        b"BEGIN" => Ok(Command::Begin),
        b"TURN" => coord(rest).map(Command::Turn),
        b"PLAY" => coord(rest).map(Command::Play),
        b"TAKEBACK" => coord(rest).map(Command::TakeBack),
        b"BOARD" => return Some(opened(Block::board(), rest)),
        b"SWAP2BOARD" => return Some(opened(Block::skipped(ParseError::Unsupported), rest)),
        b"INFO" => Ok(info(rest)),
        b"STOP" => Ok(Command::Stop),
        b"ABOUT" => Ok(Command::About),
        b"END" => Ok(Command::End),
        _ => return None,
    };
    Some(command.map(Input::Command))
}

fn info(rest: &[u8]) -> Command {
    let (key, value) = split_word(rest);
    Command::Info { key: key.to_vec(), value: value.to_vec() }
}
