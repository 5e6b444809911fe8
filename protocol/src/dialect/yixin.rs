//! The words that Yixin-Board, its forks and gomocalc add. All but `YXSTOP` are known only so far that
//! their lines are not mistaken for commands.

use crate::parse::opened;
use crate::{Block, Command, Input, ParseError};

/// Words followed by lines up to `done`.
const WITH_BLOCK: &[&[u8]] = &[
    b"YXBOARD",
    b"YXBLOCK",
    b"YXBLOCKUNDO",
    b"YXBLOCKPATH",
    b"YXBLOCKPATHUNDO",
    b"YXQUERYDATABASEALL",
    b"YXQUERYDATABASEALLT",
    b"YXQUERYDATABASEONE",
    b"YXQUERYDATABASETEXT",
    b"YXEDITTVDDATABASE",
    b"YXEDITLABELDATABASE",
    b"YXEDITTEXTDATABASE",
    b"YXDELETEDATABASEONE",
    b"YXDELETEDATABASEALL",
    b"YXSETBESTMOVEDATABASE",
    b"YXCLEARBESTMOVEDATABASE",
    b"YXSOOSORVSTEP2",
    b"YXSOOSORVSTEP3",
    b"YXSOOSORVSTEP4",
    b"YXSOOSORVSTEP5",
    b"YXSOOSORVSTEP6",
];

/// Words followed by one line, the path of a file.
const WITH_PATH: &[&[u8]] = &[
    b"YXHASHDUMP",
    b"YXHASHLOAD",
    b"YXSETDATABASE",
    b"YXDBTOPOS",
    b"YXDBTOTXT",
    b"YXDBTOTXTALL",
    b"YXTXTTODB",
    b"YXLIBTODB",
    b"YXDBTOLIB",
    b"YXDBMERGE",
    b"YXDBSPLIT",
];

/// Words that stand alone or with arguments on their line.
const ALONE: &[&[u8]] = &[
    b"YXSHOWINFO",
    b"YXSHOWFORBID",
    b"YXHASHCLEAR",
    b"YXSHOWHASHUSAGE",
    b"YXNBEST",
    b"YXBALANCEONE",
    b"YXBALANCETWO",
    b"YXSEARCHDEFEND",
    b"YXBLOCKRESET",
    b"YXBLOCKPATHRESET",
    b"YXFORBID",
    b"YXDRAW",
    b"YXRESIGN",
    b"YXPRINTFEATURE",
    b"YXSAVEDATABASE",
    b"YXDBCHECK",
    b"YXDBFIX",
    b"YXSWAP2STEP1",
    b"YXSWAP2STEP2",
    b"YXSWAP2STEP3",
    b"YXSOOSORVSTEP1",
];

/// Reads a command whose first word is `name` in capitals; `None` if this dialect has no such word.
pub(crate) fn parse(name: &[u8], rest: &[u8]) -> Option<Result<Input, ParseError>> {
    if name == b"YXSTOP" {
        Some(Ok(Input::Command(Command::Stop)))
    } else if WITH_BLOCK.contains(&name) {
        Some(opened(Block::skipped(), rest))
    } else if WITH_PATH.contains(&name) && rest.is_empty() {
        Some(Ok(Input::Opens(Block::skipped_line())))
    } else if ALONE.contains(&name) || WITH_PATH.contains(&name) {
        Some(Err(ParseError::Unsupported))
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    #[test]
    fn blocks_are_skipped_to_their_end() {
        let Ok(Input::Opens(mut block)) = parse(b"yxquerydatabaseall") else { panic!("opens a block") };
        assert!(!block.feed(b"7,7"));
        assert!(block.feed(b"done"));
        assert_eq!(block.finish(), Err(ParseError::Unsupported));
        assert_eq!(parse(b"YXBOARD 7,7,1 8,8,2 DONE"), Err(ParseError::Unsupported));
    }

    #[test]
    fn a_path_is_one_line_whatever_it_says() {
        let Ok(Input::Opens(mut block)) = parse(b"yxhashdump") else { panic!("takes a line") };
        assert!(block.feed(b"END \xff.bin"));
        assert_eq!(block.finish(), Err(ParseError::Unsupported));
    }
}
