//! The words of the Gomocup protocol.

use crate::bytes::{integer, split_word};
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
        b"SHOWFORBID" => return Some(opened(Block::forbidden(), rest)),
        b"BALANCE" => return Some(balance(rest)),
        b"PROTOCOLVERSION" => Ok(Command::ProtocolVersion),
        b"INFO" => Ok(info(rest)),
        b"STOP" => Ok(Command::Stop),
        b"ABOUT" => Ok(Command::About),
        b"END" => Ok(Command::End),
        _ => return None,
    };
    Some(command.map(Input::Command))
}

/// `BALANCE n`: so many moves, 1 or 2, for the position in the lines that follow.
fn balance(rest: &[u8]) -> Result<Input, ParseError> {
    let (number, rest) = split_word(rest);
    opened(Block::balance(integer(number)), rest)
}

fn info(rest: &[u8]) -> Command {
    let (key, value) = split_word(rest);
    Command::Info { key: key.to_vec(), value: value.to_vec() }
}
