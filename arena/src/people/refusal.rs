//! Why a referee refuses what is claimed or asked for.

use tianyuan_player::Shown;
use tianyuan_rules::{Foul, Point};

/// Why a claim is refused.
#[derive(Clone, Debug, PartialEq)]
pub enum Refusal {
    /// There is no five of that side.
    NoFive,
    /// No forbidden move is open to a claim.
    NoFoul,
    /// The move there is not forbidden.
    NotForbidden(Point),
    /// The move with this number was forbidden, but White has placed a stone since.
    Lapsed(Foul, usize),
    /// Forbidden moves are White's to claim.
    NotWhite,
    /// The board is not full, and nobody has passed after the other.
    NoDraw,
    /// No draw is offered.
    NoOffer,
    /// There is time left on the clock.
    TimeLeft(Shown),
    /// The time that both share ran out in the opponent's move.
    OpponentsMove,
    /// The first moves are as they should be, as far as they go.
    NothingToCorrect,
    /// The rule of this opening has nothing that a referee corrects.
    NoSuchOpening,
    /// Move 4 has been made.
    TooLateToCorrect,
    /// It was noticed before.
    NotedBefore,
    /// The flag of who claims fell first.
    OwnFlagFirst,
    /// No clock is used.
    NoClock,
    /// No time is shared by both.
    NotShared,
    /// The flag was down before.
    FlagDown,
    /// No stone stands there, or the other point is not empty.
    NoSuchStone,
    /// It is the other side's time.
    NotOwnTime,
    /// Nobody was told.
    NotTold,
    /// The game has begun.
    HasBegun,
    /// Judges do not remind one who forgot to press the clock.
    NotToRemind,
}
