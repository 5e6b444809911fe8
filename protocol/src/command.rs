//! What a manager can want.

use tianyuan_rules::Size;

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
    /// A word that no manager's dialect knows.
    Unknown(String),
}

impl Command {
    /// Whether it is done at once even while the player is thinking: it asks for no answer of its own.
    pub(crate) const fn fits_while_thinking(&self) -> bool {
        matches!(self, Self::Info { .. } | Self::Stop)
    }

    /// Whether it is answered by a line of its own when the player is idle.
    pub(crate) const fn is_answered(&self) -> bool {
        !matches!(self, Self::Info { .. } | Self::Stop | Self::End)
    }
}
