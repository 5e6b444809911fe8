//! What people do at a board, and what happens to them there.

use std::time::Duration;

use tianyuan_rules::opening::Act;
use tianyuan_rules::{Color, Point};

/// A side at the board: the color that it plays when the deed is done.
pub type Side = Color;

/// A deed or an event of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    /// A stone, with the offer of a draw or without.
    Stone {
        /// Where.
        point: Point,
        /// Whether a draw is offered with it, before the clock is pressed.
        offers_draw: bool,
    },
    /// An act of the opening other than a stone.
    Act(Act),
    /// 放弃行棋.
    Pass,
    /// A draw is offered, by word.
    OfferDraw(Side),
    /// The draw that is offered is taken.
    Accept,
    /// It is declined by word.
    Decline,
    /// Something is claimed.
    Claim(Side, Claimed),
    /// A side gives up.
    Resign(Side),
    /// Both sides accept a result and have stopped the clocks: who has won, `None` for a draw.
    Agree(Option<Side>),
    /// The judge has seen a flag down, or both without knowing in which order they fell.
    Flag(Who),
    /// So much too late at the board.
    Late(Who, Duration),
    /// Never there.
    Absent(Who),
    /// It is pointed out that the first moves are no opening.
    OpeningNoted,
    /// It is noticed that the sides have each other's color.
    WrongColors,
    /// A stone was dropped on a point by accident.
    Dropped(Side, Point),
    /// A stone was found elsewhere than where it was put.
    Displaced {
        /// Where it was put.
        from: Point,
        /// Where it was found.
        to: Point,
        /// What came of it.
        how: Displacement,
    },
    /// The stones were scattered.
    Scattered(Cause, Settled),
    /// A side sets stones straight, having told the opponent or the judge, or not.
    Straightens(Side, bool),
    /// A side doubts its clock; the judge finds that so much is left, if that is known.
    DoubtsClock(Side, Option<Duration>),
    /// A side has stopped the clock, or set it.
    StopsClock(Side),
    /// A side has pressed the clock with the other hand than it moved.
    OtherHand(Side),
    /// The judge splits the time that both share.
    SplitClock,
    /// The judge reminds of the clock.
    Reminds(Reminder),
}

impl Deed {
    /// A stone and no more.
    pub const fn stone(point: Point) -> Self {
        Self::Stone { point, offers_draw: false }
    }
}

/// What is claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claimed {
    /// One's own five, announced.
    Five,
    /// A forbidden move of Black, on this point if it is named.
    Foul(Option<Point>),
    /// A draw: the board is full, or both have passed.
    Draw,
    /// That the opponent's time is over.
    Time,
}

/// One side or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Who {
    /// One.
    One(Side),
    /// Both.
    Both,
}

/// What comes of a stone that was found displaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Displacement {
    /// Put back, with the consent of both.
    PutBackByConsent,
    /// It stands where it is, with the consent of both.
    StandsByConsent,
    /// There was no consent: the chief judge has ruled.
    Ruled(Settled),
    /// A side did it on purpose.
    OnPurpose(Side),
}

/// What scattered the stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// Something from outside.
    Outside,
    /// A side, by accident.
    Accident(Side),
    /// A side, on purpose.
    Purpose(Side),
}

/// How a mishap was settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settled {
    /// The position was made good: the stone put back, the stones rebuilt from the record.
    Restored,
    /// It stays as it is now.
    Stands,
    /// The position could not be made good, and nothing else is said.
    Lost,
    /// The judge calls it a draw.
    Drawn,
    /// The judge has the game played again.
    Replayed,
}

/// Whom the judge reminds of pressing the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reminder {
    /// One side that forgot it.
    One(Side),
    /// All players, who are inexperienced, in general words.
    All,
}
