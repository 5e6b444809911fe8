//! A game: a legal history of turns, its claims and offers, and its end.

use std::fmt;

use crate::foul::{Judgement, judge};
use crate::line::{Cell, Shape};
use crate::outcome::{DrawReason, Outcome, Victory};
use crate::size::MAX_SIZE;
use crate::{Board, Color, Conduct, Direction, Foul, PlaceError, Point, Position, Rule, Size, Verdicts};

/// What a side does when it is its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// Puts a stone on a point.
    Place(Point),
    /// 放弃行棋: puts none.
    Pass,
}

/// A result that a side may claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Claim {
    /// One's own winning line, made in the turn with this number (from 1) and still standing.
    Five {
        /// Number of the turn.
        ply: usize,
    },
    /// The opponent's forbidden move in the turn with this number (from 1).
    Foul {
        /// Why the move is forbidden.
        foul: Foul,
        /// Number of the turn.
        ply: usize,
    },
    /// A draw by the state of the game.
    Draw {
        /// By what.
        why: DrawReason,
    },
}

/// A game from an empty board or a set-up position: every stone in it was placed on an empty point by the
/// side to move, and nothing was played after the end.
///
/// ```
/// use tianyuan_rules::{Color, Conduct, Game, Outcome, Rule, Size, Victory};
/// let mut game = Game::new(Size::STANDARD, Rule::Renju, Conduct::AT_ONCE);
/// for code in ["h8", "a1", "i8", "a3", "j8", "a5", "k8", "a7", "l8"] {
///     game.play(code.parse().unwrap()).unwrap();
/// }
/// assert_eq!(game.outcome(), Some(Outcome::Win { color: Color::Black, how: Victory::Five }));
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    start: Position,
    board: Board,
    plies: Vec<Ply>,
    conduct: Conduct,
    outcome: Option<Outcome>,
}

/// A turn and what hangs on it; all rights to claim follow from these.
#[derive(Clone, Copy, Debug)]
struct Ply {
    turn: Turn,
    judgement: Judgement,
    offer: Offer,
}

/// A draw offer attached to a turn. It stands until the next turn, which declines it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Offer {
    None,
    Open,
    Declined,
}

impl Game {
    /// A game from the empty board.
    pub fn new(size: Size, rule: Rule, conduct: Conduct) -> Self {
        Self::from_position(Position::new(size, rule), conduct)
    }

    /// A game from a set-up position. Fouls among the stones set up are nobody's to claim; a winning line
    /// among them, or a full board, ends the game before it begins if verdicts are at once.
    pub fn from_position(start: Position, conduct: Conduct) -> Self {
        let board = Board::from(&start);
        let mut game = Self { start, board, plies: Vec::new(), conduct, outcome: None };
        if conduct.verdicts == Verdicts::AtOnce {
            let won = |color| Outcome::Win { color, how: Victory::Five };
            game.outcome = game.board.winner().map(won).or_else(|| game.verdict());
        }
        game
    }

    /// Places a stone of the side to move and says what it made. The game is unchanged on an error.
    ///
    /// A forbidden move is a move: it is accepted, and loses as the [`Conduct`] has it.
    pub fn play(&mut self, point: Point) -> Result<Judgement, GameError> {
        self.check_running()?;
        if !self.board.is_empty(point) {
            let size = self.board.size();
            let outside = !size.contains(point);
            let error = if outside { PlaceError::Outside(point, size) } else { PlaceError::Occupied(point) };
            return Err(error.into());
        }
        Ok(self.place(point))
    }

    /// The twin of [`play`](Self::play) that checks nothing, for histories known to be legal.
    pub fn place(&mut self, point: Point) -> Judgement {
        debug_assert!(self.outcome.is_none(), "the game is over");
        let judgement = judge(&self.board, point, self.board.side());
        self.board.place(point);
        self.push(Turn::Place(point), judgement);
        judgement
    }

    /// Gives the turn to the other side, where that is allowed.
    pub fn pass(&mut self) -> Result<(), GameError> {
        self.check_running()?;
        let (number, first) = (self.move_number(), self.conduct.first_pass);
        if first.is_none_or(|first| number < first) {
            return Err(GameError::Pass { number, first });
        }
        self.board.pass();
        self.push(Turn::Pass, Judgement::Legal);
        Ok(())
    }

    /// Plays or passes.
    pub fn take_turn(&mut self, turn: Turn) -> Result<(), GameError> {
        match turn {
            Turn::Place(point) => self.play(point).map(|_| ()),
            Turn::Pass => self.pass(),
        }
    }

    /// Takes back the last turn with all that hung on it; a game that had ended goes on. `None` and no
    /// change before the first turn.
    pub fn undo(&mut self) -> Option<Turn> {
        let ply = self.plies.pop()?;
        match ply.turn {
            Turn::Place(point) => self.board.undo(point),
            Turn::Pass => self.board.pass(),
        }
        self.outcome = None;
        Some(ply.turn)
    }

    /// A stone was displaced and stands where it is now, by consent of the sides or by a ruling. What the moves were
    /// when they were made stays as it was judged.
    pub fn let_stand(&mut self, from: Point, to: Point) -> Result<(), GameError> {
        self.check_running()?;
        let error = |error: PlaceError| Err(GameError::Place(error));
        if !self.board.size().contains(to) {
            return error(PlaceError::Outside(to, self.board.size()));
        }
        let moved = self.plies.iter().rposition(|ply| ply.turn == Turn::Place(from));
        let Some(moved) = moved.filter(|_| from != to && self.board.is_empty(to)) else {
            return error(PlaceError::Occupied(to));
        };
        self.plies[moved].turn = Turn::Place(to);
        self.board = Board::from(&self.position());
        Ok(())
    }

    /// The side resigns; it need not be its turn.
    pub fn resign(&mut self, color: Color) -> Result<(), GameError> {
        self.end(Outcome::Win { color: !color, how: Victory::Resignation })
    }

    /// Ends the game by what happens outside the board: time, absence, a referee's ruling.
    pub fn end(&mut self, outcome: Outcome) -> Result<(), GameError> {
        self.check_running()?;
        self.outcome = Some(outcome);
        Ok(())
    }

    /// Offers a draw together with the move just made.
    pub fn offer_draw(&mut self, by: Color) -> Result<(), GameError> {
        self.check_running()?;
        let (own, opponent) = (self.n_offers(by), self.n_offers(!by));
        let lead = self.conduct.offer_lead;
        let has_just_moved = by != self.side();
        let last = self.plies.last_mut().filter(|_| has_just_moved);
        match last {
            None => Err(GameError::OfferWithoutMove(by)),
            Some(ply) if ply.offer != Offer::None => Err(GameError::OfferRepeated(by)),
            Some(_) if own >= opponent.saturating_add(lead) => {
                Err(GameError::TooManyOffers { by, own, opponent, lead })
            }
            Some(ply) => {
                ply.offer = Offer::Open;
                Ok(())
            }
        }
    }

    /// The side whose draw offer stands.
    pub fn draw_offer(&self) -> Option<Color> {
        let is_open = self.plies.last().is_some_and(|ply| ply.offer == Offer::Open);
        (is_open && self.outcome.is_none()).then_some(!self.side())
    }

    /// Accepts the opponent's offer: the game is drawn.
    pub fn accept_draw(&mut self, by: Color) -> Result<(), GameError> {
        self.check_offer_to(by)?;
        self.end(Outcome::Draw { why: DrawReason::Agreement })
    }

    /// Declines the opponent's offer by word. A turn declines it too.
    pub fn decline_draw(&mut self, by: Color) -> Result<(), GameError> {
        self.check_offer_to(by)?;
        if let Some(ply) = self.plies.last_mut() {
            ply.offer = Offer::Declined;
        }
        Ok(())
    }

    /// What a side may claim now, in the order of the turns, draws last. Nothing once the game is over,
    /// hence nothing at any time where verdicts are at once.
    pub fn claims(&self, by: Color) -> Vec<Claim> {
        if self.outcome.is_some() {
            return Vec::new();
        }
        let of_turns = (0..self.plies.len()).filter_map(|index| self.claim_of(index, by));
        of_turns.chain(self.drawn().map(|why| Claim::Draw { why })).collect()
    }

    /// Claims a result, which ends the game.
    pub fn claim(&mut self, by: Color, claim: Claim) -> Result<Outcome, GameError> {
        self.check_running()?;
        if !self.claims(by).contains(&claim) {
            return Err(GameError::NoSuchClaim(by));
        }
        let outcome = match claim {
            Claim::Five { ply } => Outcome::Win { color: by, how: self.victory_of(ply - 1) },
            Claim::Foul { foul, .. } => Outcome::Win { color: by, how: Victory::Foul(foul) },
            Claim::Draw { why } => Outcome::Draw { why },
        };
        self.outcome = Some(outcome);
        Ok(outcome)
    }

    /// How the game ended, `None` while it goes on.
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The side whose turn it is.
    pub const fn side(&self) -> Color {
        self.board.side()
    }

    /// The stones as they stand.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The forbidden moves that were made, each with the number of its turn, from 1: what they were when they were made.
    pub fn fouls(&self) -> impl DoubleEndedIterator<Item = (Foul, usize)> + '_ {
        let foul = |(index, ply): (usize, &Ply)| match ply.judgement {
            Judgement::Foul(foul) => Some((foul, index + 1)),
            Judgement::Five | Judgement::Legal => None,
        };
        self.plies.iter().enumerate().filter_map(foul)
    }

    /// The position from which the game began.
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// How the game is conducted.
    pub const fn conduct(&self) -> Conduct {
        self.conduct
    }

    /// The turns in order.
    pub fn turns(&self) -> impl ExactSizeIterator<Item = Turn> + DoubleEndedIterator + '_ {
        self.plies.iter().map(|ply| ply.turn)
    }

    /// Number of the move to be made, from 1: stones set up, stones played and passes count.
    pub fn move_number(&self) -> usize {
        self.start.order().len() + self.plies.len() + 1
    }

    /// The position now.
    pub fn position(&self) -> Position {
        self.into()
    }

    fn push(&mut self, turn: Turn, judgement: Judgement) {
        self.plies.push(Ply { turn, judgement, offer: Offer::None });
        if self.conduct.verdicts == Verdicts::AtOnce {
            self.outcome = self.verdict();
        }
    }

    fn check_running(&self) -> Result<(), GameError> {
        self.outcome.map_or(Ok(()), |outcome| Err(GameError::Over(outcome)))
    }

    fn check_offer_to(&self, color: Color) -> Result<(), GameError> {
        self.check_running()?;
        if self.draw_offer() == Some(!color) { Ok(()) } else { Err(GameError::NoOffer(color)) }
    }

    /// What the last turn makes of the game.
    fn verdict(&self) -> Option<Outcome> {
        let index = self.plies.len().wrapping_sub(1);
        let color = self.mover(index);
        match self.plies.last().map(|ply| ply.judgement) {
            Some(Judgement::Five) => Some(Outcome::Win { color, how: self.victory_of(index) }),
            Some(Judgement::Foul(foul)) => Some(Outcome::Win { color: !color, how: Victory::Foul(foul) }),
            Some(Judgement::Legal) | None => self.drawn().map(|why| Outcome::Draw { why }),
        }
    }

    /// Why the game is drawn if nobody has won it.
    fn drawn(&self) -> Option<DrawReason> {
        let n_passes = self.turns().rev().take_while(|&turn| turn == Turn::Pass).count();
        if self.board.n_empty() == 0 {
            Some(DrawReason::BoardFull)
        } else if self.conduct.two_passes_draw && n_passes >= 2 {
            Some(DrawReason::TwoPasses)
        } else {
            let is_reached = self.conduct.ply_limit.is_some_and(|limit| self.move_number() > limit);
            is_reached.then_some(DrawReason::PlyLimit)
        }
    }

    /// The claim that the turn at `index` gives to a side.
    fn claim_of(&self, index: usize, by: Color) -> Option<Claim> {
        let (own, ply) = (self.mover(index) == by, index + 1);
        match (self.plies[index].turn, self.plies[index].judgement) {
            (Turn::Place(point), Judgement::Five) if own && self.board.has_won_at(point) => {
                Some(Claim::Five { ply })
            }
            (_, Judgement::Foul(foul)) if !own && !self.has_lapsed(foul, index) => {
                Some(Claim::Foul { foul, ply })
            }
            _ => None,
        }
    }

    /// Whether the foul at `index` can no longer be claimed: the opponent has placed a stone since.
    fn has_lapsed(&self, foul: Foul, index: usize) -> bool {
        let is_answer = |at: usize| (at - index) % 2 == 1 && self.plies[at].turn != Turn::Pass;
        foul != Foul::Overline && (index + 1..self.plies.len()).any(is_answer)
    }

    /// The side whose turn has this index.
    fn mover(&self, index: usize) -> Color {
        if index.is_multiple_of(2) { self.start.side() } else { !self.start.side() }
    }

    /// How many draws a side has offered.
    pub fn n_offers(&self, by: Color) -> usize {
        let is_offer = |&index: &usize| self.plies[index].offer != Offer::None && self.mover(index) == by;
        (0..self.plies.len()).filter(is_offer).count()
    }

    /// What the winning stone of the turn at `index` won by: a line of exactly five comes first.
    fn victory_of(&self, index: usize) -> Victory {
        let Some(Turn::Place(point)) = self.turns().nth(index) else { return Victory::Five };
        let has_five = Direction::ALL.into_iter().any(|d| self.wins_in(point, d) && self.run(point, d) == 5);
        if has_five { Victory::Five } else { Victory::Overline }
    }

    fn wins_in(&self, point: Point, direction: Direction) -> bool {
        let color = self.board.cell(point).color();
        let shape = |color| self.board.table().shape(self.board.keys(), point, direction, color);
        color.is_some_and(|color| shape(color) == Shape::Five)
    }

    /// Number of stones of one color in line with the stone on `point`, itself included.
    fn run(&self, point: Point, direction: Direction) -> usize {
        let own: Cell = self.board.cell(point);
        let is_own = |steps| point.step(direction, steps).is_some_and(|p| self.board.cell(p) == own);
        let count = |sign| (1..MAX_SIZE.cast_signed()).take_while(|&n| is_own(sign * n)).count();
        1 + count(1) + count(-1)
    }
}

impl From<&Game> for Position {
    fn from(game: &Game) -> Self {
        let mut position = game.start.clone();
        for turn in game.turns() {
            let played = match turn {
                Turn::Place(point) => position.play(point),
                Turn::Pass => {
                    position.set_side(!position.side());
                    Ok(())
                }
            };
            debug_assert_eq!(played, Ok(()), "every turn of a game is legal");
        }
        position
    }
}

/// Why something cannot be done in a game. The game is unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameError {
    /// The game is over.
    Over(Outcome),
    /// The stone cannot be placed there.
    Place(PlaceError),
    /// Move `number` may not be a pass.
    Pass {
        /// Number of the move, from 1.
        number: usize,
        /// The first move that may be a pass, if any may.
        first: Option<usize>,
    },
    /// It is not this side's turn.
    NotInTurn(Color),
    /// This side has no such claim now.
    NoSuchClaim(Color),
    /// This side offered a draw without having just moved.
    OfferWithoutMove(Color),
    /// This side has already offered a draw with this move.
    OfferRepeated(Color),
    /// One more offer would be too many beside the opponent's.
    TooManyOffers {
        /// Who offers.
        by: Color,
        /// Offers made so far.
        own: usize,
        /// Offers made by the opponent.
        opponent: usize,
        /// By how many the first may exceed the second.
        lead: usize,
    },
    /// No draw is offered to this side.
    NoOffer(Color),
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Over(outcome) => write!(f, "the game is over ({outcome})"),
            Self::Place(error) => error.fmt(f),
            Self::Pass { first: None, .. } => f.write_str("passing is not allowed in this game"),
            Self::Pass { number, first: Some(first) } => {
                write!(f, "move {number} cannot be a pass: passing is allowed from move {first} on")
            }
            Self::NotInTurn(color) => write!(f, "it is not {color}'s turn"),
            Self::NoSuchClaim(color) => write!(f, "{color} has no such claim"),
            Self::OfferWithoutMove(color) => {
                write!(f, "{color} can offer a draw only right after its own move")
            }
            Self::OfferRepeated(color) => write!(f, "{color} has already offered a draw with this move"),
            Self::TooManyOffers { by, own, opponent, lead } => {
                write!(
                    f,
                    "{by} has offered {own} draws and its opponent {opponent}: a side may be {lead} ahead at most"
                )
            }
            Self::NoOffer(color) => write!(f, "no draw is offered to {color}"),
        }
    }
}

impl std::error::Error for GameError {}

impl From<PlaceError> for GameError {
    fn from(error: PlaceError) -> Self {
        Self::Place(error)
    }
}
