//! How a game ended.

use std::fmt;

use crate::{Color, Foul};

/// How a game ended. A game still going on has none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// One side won.
    Win {
        /// The side that won.
        color: Color,
        /// By what.
        how: Victory,
    },
    /// Nobody won.
    Draw {
        /// By what.
        why: DrawReason,
    },
    /// A referee's ruling against both sides.
    BothLose {
        /// For what.
        why: Offence,
    },
    /// A referee's ruling: the game does not count and is played again.
    Replay {
        /// For what.
        why: ReplayReason,
    },
}

/// What a side won by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Victory {
    /// Five in a row.
    Five,
    /// Six or more in a row, where that wins.
    Overline,
    /// A forbidden move of the opponent (RIF rules, article 9).
    Foul(Foul),
    /// The opponent resigned.
    Resignation,
    /// The opponent's time ran out.
    Time,
    /// Both sides agreed that it has won (Chinese rules of 2009: a result that both accept is final).
    Agreement,
    /// The opponent did what loses a game by a referee's ruling.
    Offence(Offence),
}

/// What a game was drawn by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DrawReason {
    /// The sides agreed.
    Agreement,
    /// No empty point is left.
    BoardFull,
    /// Both sides passed in turn (RIF rules, article 10.3).
    TwoPasses,
    /// The limit of moves that the organizers set.
    PlyLimit,
    /// Both flags were found down, and which fell first cannot be told.
    BothFlags,
    /// A referee's ruling after the stones were scattered.
    StonesScattered,
    /// A referee's ruling after a stone was found displaced.
    StoneDisplaced,
}

/// What a referee punishes with the loss of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Offence {
    /// Did not come in time.
    Absence,
    /// Moved or scattered stones on purpose.
    StonesMoved,
    /// Scattered the stones by accident so that the position cannot be rebuilt.
    PositionLost,
    /// Made a move that is none: outside the board, or on an occupied point.
    IllegalMove,
    /// Stopped answering: a program that crashed or fell silent.
    Failure,
}

/// Why a game is played again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReplayReason {
    /// The stones were scattered.
    StonesScattered,
    /// A stone was found displaced.
    StoneDisplaced,
    /// The sides had each other's color and it was noticed in the opening.
    WrongColors,
}

impl Outcome {
    /// The result as SGF has it: `B+`, `W+R`, `W+T`, `B+F`, `0`, or `Void` where nobody gets a point or the game is
    /// played again.
    pub fn sgf(self) -> String {
        match self {
            Self::Win { color, how } => {
                let winner = if color == Color::Black { 'B' } else { 'W' };
                let how = match how {
                    Victory::Five | Victory::Overline | Victory::Foul(_) | Victory::Agreement => "",
                    Victory::Resignation => "R",
                    Victory::Time => "T",
                    Victory::Offence(_) => "F",
                };
                format!("{winner}+{how}")
            }
            Self::Draw { .. } => "0".to_owned(),
            Self::BothLose { .. } | Self::Replay { .. } => "Void".to_owned(),
        }
    }

    /// What a result of SGF says, as far as it does: a win by points, or without a reason, is what both have agreed, and
    /// so is a draw. `None` for others.
    pub fn from_sgf(result: &str) -> Option<Self> {
        if matches!(result, "0" | "Draw") {
            return Some(Self::Draw { why: DrawReason::Agreement });
        }
        let color = match result.get(..2)? {
            "B+" => Color::Black,
            "W+" => Color::White,
            _ => return None,
        };
        let how = match result.get(2..)? {
            "R" | "Resign" => Victory::Resignation,
            "T" | "Time" => Victory::Time,
            "F" | "Forfeit" => Victory::Offence(Offence::Absence),
            points if points.chars().all(|c| c.is_ascii_digit() || c == '.') => Victory::Agreement,
            _ => return None,
        };
        Some(Self::Win { color, how })
    }

    /// The side that won, if one did.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Win { color, .. } => Some(color),
            Self::Draw { .. } | Self::BothLose { .. } | Self::Replay { .. } => None,
        }
    }
}

impl fmt::Display for Outcome {
    /// A sentence without its full stop: `White wins: double-three by Black`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Win { color, how } => write_win(f, color, how),
            Self::Draw { why } => write!(f, "draw: {}", why.words()),
            Self::BothLose { why } => write!(f, "both sides lose: {}", why.words()),
            Self::Replay { why } => write!(f, "to be played again: {}", why.words()),
        }
    }
}

fn write_win(f: &mut fmt::Formatter<'_>, color: Color, how: Victory) -> fmt::Result {
    let loser = !color;
    match how {
        Victory::Five => write!(f, "{color} wins: five in a row"),
        Victory::Overline => write!(f, "{color} wins: six or more in a row"),
        Victory::Foul(foul) => write!(f, "{color} wins: {foul} by {loser}"),
        Victory::Resignation => write!(f, "{color} wins: {loser} resigned"),
        Victory::Time => write!(f, "{color} wins: {loser} ran out of time"),
        Victory::Agreement => write!(f, "{color} wins: agreed"),
        Victory::Offence(offence) => write!(f, "{color} wins: {loser} {}", offence.deed()),
    }
}

impl DrawReason {
    const fn words(self) -> &'static str {
        match self {
            Self::Agreement => "agreed",
            Self::BoardFull => "the board is full",
            Self::TwoPasses => "both sides passed",
            Self::PlyLimit => "the limit of moves is reached",
            Self::BothFlags => "both flags are down",
            Self::StonesScattered => "the stones were scattered, as the judge ruled",
            Self::StoneDisplaced => "a stone was displaced, as the judge ruled",
        }
    }
}

impl Offence {
    /// What the side did.
    const fn deed(self) -> &'static str {
        match self {
            Self::Absence => "did not come in time",
            Self::StonesMoved => "moved stones on purpose",
            Self::PositionLost => "scattered the stones, which cannot be rebuilt",
            Self::IllegalMove => "made an illegal move",
            Self::Failure => "gave no answer",
        }
    }

    const fn words(self) -> &'static str {
        match self {
            Self::Absence => "absence",
            Self::StonesMoved => "stones moved",
            Self::PositionLost => "stones scattered",
            Self::IllegalMove => "illegal move",
            Self::Failure => "no answer",
        }
    }
}

impl ReplayReason {
    const fn words(self) -> &'static str {
        match self {
            Self::StonesScattered => "the stones were scattered",
            Self::StoneDisplaced => "a stone was displaced",
            Self::WrongColors => "wrong colors",
        }
    }
}
