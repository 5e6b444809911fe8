//! What a referee says to a deed.

use std::time::Duration;

use tianyuan_player::Shown;
use tianyuan_rules::opening::{Correction, Illegal, Opening, Zone};
use tianyuan_rules::{Foul, GameError, Outcome, Point};

use super::{Article, Deed, Refusal, Side};

/// What a referee says to a deed.
#[derive(Clone, Debug, PartialEq)]
pub struct Ruling {
    /// The line of the record, from 1; 0 if it has none.
    pub line: usize,
    /// The deed.
    pub deed: Deed,
    /// Who did it, as the record says.
    pub by: Option<Side>,
    /// The number of the move, where the deed is one.
    pub number: Option<usize>,
    /// Who did it, where the record need not say so.
    pub side: Option<Side>,
    /// Whether it was legal.
    pub legal: bool,
    /// Why, and what follows; the first says on what the ruling rests.
    pub remarks: Vec<(Article, Remark)>,
}

/// One thing that is to be said. Moves and points are named as they are on the board.
#[derive(Clone, Debug, PartialEq)]
pub enum Remark {
    /// It is as the article has it.
    InOrder,
    /// The opening that stands on the board.
    Named(Opening),
    /// The stone is not where the first moves of an opening stand. Said before move 4 this is put right.
    OutsideZone(Point, Zone, Correction),
    /// The first moves are no opening. Said before move 4 this is put right.
    NoOpening(Correction),
    /// What was wrong with the opening stands, for move 4 has been made.
    OpeningStands,
    /// This is put right.
    Corrected(Correction),
    /// The record does not have what the rule asks for here; this is taken for granted.
    NotRecorded(Unrecorded),
    /// The act of the opening cannot be done, and is not.
    CannotBe(Illegal),
    /// The deed cannot be done in the game, and is not.
    CannotBeInGame(GameError),
    /// The game was over.
    IsOver(Outcome),
    /// A five, or more where that wins: who made it may announce it.
    Five,
    /// White's line of six or more, which counts as a five.
    WhiteOverline,
    /// The five voids this forbidden shape made with it.
    VoidsFoul(Foul),
    /// A forbidden move.
    Forbidden(Foul),
    /// White may claim it until its next stone; an overline to the end of the game.
    Claimable(Foul),
    /// It is not this side's turn.
    OutOfTurn(Side),
    /// White has passed, and may still claim the forbidden move with this number.
    StillClaimable(Foul, usize),
    /// White has placed a stone: the forbidden move with this number can no longer be claimed.
    Lapsed(Foul, usize),
    /// The claim is right, and in time.
    Granted,
    /// It is refused.
    Refused(Refusal),
    /// A draw is offered: so many by this side now, so many by the opponent.
    OffersDraw(Side, usize, usize),
    /// The offer of a draw that goes with the move is not allowed; the move is.
    OfferNotAllowed(GameError),
    /// No draw can be offered before the opening is over and a move is made behind it.
    NoOfferInOpening,
    /// The offer is declined by this move, or by this pass.
    DeclinedByMove(Side),
    /// That ends the game.
    Ends(Outcome),
    /// The stone may be played anywhere.
    MayBePlayedAnywhere,
    /// It is not this side's turn: the stone is taken up again.
    TakenUp,
    /// An appropriate penalty (适当处罚), which is for the judge to choose.
    Penalty,
    /// A violation (违例): so many of this side now.
    Violation(Side, usize),
    /// The stone goes back, and play goes on.
    PutBack(Point),
    /// The stone stands where it is now, and play goes on.
    Stands(Point),
    /// This side has done it on purpose.
    OnPurpose(Side),
    /// The position cannot be rebuilt.
    CannotBeRebuilt,
    /// The position is rebuilt from the record, of so many moves, and play goes on.
    Rebuilt(usize),
    /// The game begins anew with the right colors and full clocks.
    BeginsAnew,
    /// The game stands as it is: who sits with the wrong color goes on.
    ColorsStand,
    /// Pairing counts the color that each should have had.
    PairingCountsAssigned,
    /// So much is taken from the clock of this side.
    Deducted(Side, Duration),
    /// This side has come too late: beyond this limit.
    TooLate(Side, Duration),
    /// What the clock of this side shows.
    Clock(Side, Shown),
    /// The flag of this side has fallen, and nobody has said so yet.
    FlagFell(Side),
    /// The flag of this side fell before the other one's.
    FellFirst(Side),
    /// Each side gets so much.
    Halves(Duration),
    /// The judge replaces the clock, or sets it right.
    ClockCorrected,
}

/// What a record leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unrecorded {
    /// Whether colors were swapped: they were not.
    Swap,
    /// How many fifth moves were to be offered: one.
    Number,
    /// Which fifth moves were offered: only the one that was kept is known.
    Offers,
    /// Which way was chosen: the first.
    Choice,
}
