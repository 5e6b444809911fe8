//! What a manager can want.

use tianyuan_rules::{Color, Size};

use crate::opening::OpeningQuestion;
use crate::{BoardLine, Coord};

/// One whole command, its block of lines included.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `START n`, `START n n`, `RECTSTART n,n`: a new game on an empty board. Settings stay.
    Start(Size),
    /// `RESTART`: a new game on a board of the same size.
    Restart,
    /// `BEGIN`: move first on the empty board.
    Begin,
    /// `TURN x,y`: the opponent's stone, then move.
    Turn(Coord),
    /// `BOARD`, lines, `DONE`: this position instead of the present one, then move.
    Board(Vec<BoardLine>),
    /// `YXBOARD`, lines, `DONE`: this position instead of the present one, and no word.
    SetUp(Vec<BoardLine>),
    /// `PLAY x,y`: our own stone, placed without thinking.
    Play(Coord),
    /// `TAKEBACK x,y`: takes back the last stone.
    TakeBack(Coord),
    /// `INFO key value`; never answered. Both parts are bytes as they came: a folder may be any.
    Info {
        /// The key in the manager's spelling; empty if there is none.
        key: Vec<u8>,
        /// The rest of the line.
        value: Vec<u8>,
    },
    /// `STOP`, `YXSTOP`: move at once.
    Stop,
    /// `ABOUT`: who are you?
    About,
    /// `END`: stop and exit.
    End,
    /// `YXSHOWINFO`: a board with graphics speaks, which counts rows first.
    ShowInfo,
    /// `YXSHOWFORBID`: where the side to move may not play.
    ShowForbidden,
    /// `YXNBEST n`: compare the best `n` moves, then move.
    BestMoves(usize),
    /// `YXSEARCHDEFEND`: compare all moves that are worth a look and say which hold, then move.
    Defend,
    /// `YXBLOCK`: these are not to be played; `YXBLOCKUNDO` and `YXBLOCKRESET` take it back.
    Exclude(Edit, Vec<Coord>),
    /// `YXBLOCKPATH`: the last of these moves is not to be played after the others; `YXBLOCKPATHUNDO` and
    /// `YXBLOCKPATHRESET` take it back.
    ExcludePath(Edit, Vec<Coord>),
    /// `YXFORBID add|del r c s`: the engine does not play there with this side, and lists the point as
    /// forbidden; or allows it again.
    Forbid(Edit, Coord, Color),
    /// What concerns the table of positions.
    Table(TableCommand),
    /// `YXDRAW`: the opponent offers a draw.
    Draw,
    /// `YXRESIGN`: the opponent resigns.
    Resign,
    /// `YXPRINTFEATURE`: what is seen in the position without a search.
    Describe,
    /// What is done in an opening?
    Opening(OpeningQuestion),
    /// `YXBALANCEONE v`, `YXBALANCETWO v`: the moves after which the position is worth nearest to a value.
    Balance {
        /// One or two.
        moves: usize,
        /// The value for the side to move.
        value: i64,
    },
    /// `BALANCE n`, lines, `DONE`: the same for an even game from this position.
    BalanceIn {
        /// One or two.
        moves: usize,
        /// The position.
        stones: Vec<BoardLine>,
    },
    /// `SHOWFORBID`, lines, `DONE`: where the side to move of this position may not play.
    ForbiddenIn(Vec<BoardLine>),
    /// `PROTOCOLVERSION`.
    ProtocolVersion,
    /// A word to a database. There is none; these are the words of an empty one.
    Database(Vec<String>),
    /// A word that no manager's dialect knows.
    Unknown(String),
}

/// What is done to a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edit {
    /// Added to it.
    Add,
    /// Taken from it.
    Remove,
    /// All taken from it.
    Clear,
}

/// A command on the table of positions. Files are bytes as they came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableCommand {
    /// `YXHASHCLEAR`: forget all.
    Clear,
    /// `YXSHOWHASHUSAGE`: how full it is.
    Usage,
    /// `YXHASHDUMP`, path: write it to a file.
    Dump(Vec<u8>),
    /// `YXHASHLOAD`, path: read it from a file.
    Load(Vec<u8>),
}

impl Command {
    /// Whether it is done at once even while the player is thinking: it changes nothing that is thought about.
    pub(crate) const fn fits_while_thinking(&self) -> bool {
        matches!(self, Self::Info { .. } | Self::Stop | Self::Database(_))
    }

    /// Whether it is the moment for words that have waited: it is no setting, and the end wants none.
    pub(crate) const fn takes_notes(&self) -> bool {
        !matches!(self, Self::Info { .. } | Self::Stop | Self::End | Self::Database(_))
    }
}
