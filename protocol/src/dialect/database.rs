//! Words to a database of positions. There is none: they consume their lines and are answered as by an
//! empty one, so that a board which keeps one shows nothing and waits for nothing.

use crate::block::PathOf;
use crate::bytes::quote;
use crate::parse::opened;
use crate::{Block, Command, Input, ParseError};

/// What belongs to a word besides its own line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// Nothing.
    Alone,
    /// Lines of moves up to `done`.
    Moves,
    /// A line with the path of a file.
    Path,
}

use Form::{Alone, Moves, Path};

/// What an empty database says to the words. `{}` is the path.
const WORDS: &[(&[u8], Form, &[&str])] = &[
    (b"YXQUERYDATABASEALL", Moves, LIST),
    (b"YXQUERYDATABASEALLT", Moves, &["DATABASE REFRESH", "DATABASE DONE", "DATABASE TEXT \"\""]),
    (b"YXQUERYDATABASEONE", Moves, UNKNOWN),
    (b"YXQUERYDATABASETEXT", Moves, &["DATABASE TEXT \"\""]),
    (b"YXEDITTVDDATABASE", Moves, UNKNOWN),
    (b"YXEDITLABELDATABASE", Moves, &[]),
    (b"YXEDITTEXTDATABASE", Moves, &[]),
    (b"YXDELETEDATABASEONE", Moves, LIST),
    (b"YXDELETEDATABASEALL", Moves, LIST),
    (b"YXSETBESTMOVEDATABASE", Moves, NONE),
    (b"YXCLEARBESTMOVEDATABASE", Moves, NONE),
    (b"YXSETDATABASE", Path, &["DATABASE LOAD START {}", "DATABASE LOAD DONE", NO_DATABASE]),
    (b"YXSAVEDATABASE", Alone, NONE),
    (b"YXDBCHECK", Alone, NONE),
    (b"YXDBFIX", Alone, NONE),
    (b"YXDBTOPOS", Path, NONE),
    (b"YXDBTOTXT", Path, NONE),
    (b"YXDBTOTXTALL", Path, NONE),
    (b"YXTXTTODB", Path, NONE),
    (b"YXLIBTODB", Path, NONE),
    (b"YXDBTOLIB", Path, NONE),
    (b"YXDBMERGE", Path, NONE),
    (b"YXDBSPLIT", Path, NONE),
];

const LIST: &[&str] = &["DATABASE REFRESH", "DATABASE DONE"];
const UNKNOWN: &[&str] = &["DATABASE ONE 0 0 0 0"];
const NONE: &[&str] = &[NO_DATABASE];
const NO_DATABASE: &str = "this engine keeps no database";
/// Longest path that is said back.
const QUOTED: usize = 200;

/// Reads a command whose first word is `name` in capitals; `None` if it is no word to a database.
pub(super) fn parse(name: &[u8], rest: &[u8]) -> Option<Result<Input, ParseError>> {
    let &(_, form, says) = WORDS.iter().find(|word| word.0 == name)?;
    let block = match form {
        Alone => return Some(Ok(Input::Command(answer(says, b"")))),
        Moves => Block::ignored(says),
        Path => Block::path(PathOf::Database(says)),
    };
    // Beside a word with moves stand a mask, a text or a kind of records; only the path may stand there too.
    let rest = if form == Path { rest } else { end_of(rest) };
    Some(opened(block, rest))
}

/// The word that ends a block on its first line, if it does. A comment is sent without the end of its line,
/// so that the first move or the end stands right behind its closing quotation mark.
fn end_of(rest: &[u8]) -> &[u8] {
    let end = rest.rsplit(|byte| byte.is_ascii_whitespace() || *byte == b'"').next();
    end.filter(|word| word.eq_ignore_ascii_case(b"done")).unwrap_or_default()
}

/// The command that a word becomes.
pub(crate) fn answer(says: &[&str], path: &[u8]) -> Command {
    let path = if path.is_empty() { "-".to_owned() } else { quote(path, QUOTED) };
    Command::Database(says.iter().map(|line| line.replace("{}", &path)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    fn said(lines: &[&str]) -> Vec<String> {
        let mut input = parse(lines[0].as_bytes());
        for line in &lines[1..] {
            let Ok(Input::Opens(mut block)) = input else { panic!("{line} is not awaited") };
            input = if block.feed(line.as_bytes()) {
                block.finish().map(Input::Command)
            } else {
                Ok(Input::Opens(block))
            };
        }
        match input {
            Ok(Input::Command(Command::Database(said))) => said,
            other => panic!("{lines:?}: {other:?}"),
        }
    }

    #[test]
    fn an_empty_database_answers() {
        assert_eq!(said(&["yxquerydatabaseall", "7,7", "done"]), ["DATABASE REFRESH", "DATABASE DONE"]);
        assert_eq!(said(&["YXQUERYDATABASEONE 7,7 8,8 DONE"]), ["DATABASE ONE 0 0 0 0"]);
        assert_eq!(said(&["yxeditlabeldatabase a b", "7,7", "done"]), [""; 0]);
        assert_eq!(said(&["yxedittextdatabase \"START 15\"", "garbage", "done"]), [""; 0]);
        assert_eq!(said(&["yxedittextdatabase \"a \\\"b\\\", done\"done"]), [""; 0]);
        assert_eq!(said(&["yxedittextdatabase \"a done\"7,7", "8,8", "done"]), [""; 0]);
        assert_eq!(said(&["yxsavedatabase"]), [NO_DATABASE]);
    }

    #[test]
    fn a_path_is_named_and_nothing_is_done_with_it() {
        let said = said(&["yxsetdatabase", "BEGIN my.db"]);
        assert_eq!(said[..2], ["DATABASE LOAD START BEGIN my.db", "DATABASE LOAD DONE"]);
    }

    #[test]
    fn words_are_listed_once() {
        for (i, word) in WORDS.iter().enumerate() {
            assert!(WORDS[..i].iter().all(|other| other.0 != word.0));
        }
    }
}
