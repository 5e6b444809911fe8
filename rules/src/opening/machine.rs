//! The phases of an opening, one after the other.

use crate::{Board, ByColor, Color, Point, Position, Rule, Size};

use super::OfferSymmetry;
use super::phase::{Act, Branch, Illegal, Phase, Seat};
use super::rule::{By, Count, OpeningRule, Step};

/// An opening as it goes on: whose turn it is to do what, and what has been done.
///
/// ```
/// use tianyuan_rules::opening::{Act, OpeningGame, OpeningRule, Phase, Seat};
/// use tianyuan_rules::{Color, Rule, Size};
/// let mut game = OpeningGame::new(OpeningRule::Rif(2), Size::STANDARD, Rule::Renju).unwrap();
/// for stone in ["h8", "h9", "i9"] {
///     assert_eq!(game.actor(), Seat::First);
///     game.act(Act::Place(stone.parse().unwrap())).unwrap();
/// }
/// assert_eq!((game.phase(), game.actor()), (Phase::Swap, Seat::Second));
/// game.act(Act::Swap).unwrap();
/// assert_eq!(game.seat(Color::Black), Seat::Second);
/// assert_eq!(game.actor(), Seat::First, "who is White now places move 4");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningGame {
    rule: OpeningRule,
    program: Vec<Step>,
    start: Position,
    state: State,
    /// What was done, each act with how things stood before it.
    done: Vec<(State, Act)>,
}

/// Everything that an act changes.
#[derive(Clone, Debug, PartialEq, Eq)]
struct State {
    step: usize,
    /// Stones in the order in which they count as moves, black and white in turn.
    stones: Vec<Point>,
    seats: ByColor<Seat>,
    /// Who acted last.
    last: Seat,
    declared: usize,
    offers: Vec<Point>,
    /// Whether the last act was a decision on a swap.
    decided: bool,
}

impl OpeningGame {
    /// An opening that has not begun, on an empty board. `None` if the board is too small for the rule:
    /// [`OpeningRule::fits`].
    pub fn new(rule: OpeningRule, size: Size, law: Rule) -> Option<Self> {
        if !rule.fits(size) {
            return None;
        }
        let state = State {
            step: 0,
            stones: Vec::new(),
            seats: ByColor::new(Seat::First, Seat::Second),
            // Nobody has: a step by `Same` or `Other` is never the first.
            last: Seat::First,
            declared: 0,
            offers: Vec::new(),
            decided: false,
        };
        let start = Position::new(size, law);
        Some(Self { rule, program: rule.program(), start, state, done: Vec::new() })
    }

    /// The opening rule.
    pub const fn rule(&self) -> OpeningRule {
        self.rule
    }

    /// The size of the board.
    pub fn size(&self) -> Size {
        self.start.size()
    }

    /// The stones, in the order in which they count as moves.
    pub fn stones(&self) -> &[Point] {
        &self.state.stones
    }

    /// The fifth moves that are offered, until one is chosen.
    pub fn offers(&self) -> &[Point] {
        &self.state.offers
    }

    /// The number of fifth moves that was declared.
    pub fn declared(&self) -> Option<usize> {
        (self.state.declared > 0).then_some(self.state.declared)
    }

    /// Who plays a color now.
    pub fn seat(&self, color: Color) -> Seat {
        self.state.seats[color]
    }

    /// The color that a player plays now.
    pub fn color(&self, seat: Seat) -> Color {
        if self.state.seats[Color::Black] == seat { Color::Black } else { Color::White }
    }

    /// The stones as a position, with the side to move that moves next.
    pub fn position(&self) -> Position {
        let mut position = self.start.clone();
        for &stone in &self.state.stones {
            // Each was checked when it was placed.
            let _ = position.play(stone);
        }
        position
    }

    /// What has to be done now.
    pub fn phase(&self) -> Phase {
        match self.step() {
            Step::Place(_, zone) => Phase::Place { color: self.next_color(), zone },
            Step::Swap(_) => Phase::Swap,
            Step::Declare(most) => Phase::Declare { most },
            Step::Offer(count) => Phase::Offer { count: self.count(count) },
            Step::Select => Phase::Select,
            Step::Choose(branches, _) => Phase::Choose { branches },
            Step::GoTo(_) | Step::Over => Phase::Over,
        }
    }

    /// Who has to act now; when the opening is over, who moves.
    pub fn actor(&self) -> Seat {
        let seat = |by| match by {
            By::Color => self.seat(self.next_color()),
            By::Same => self.state.last,
            By::Other => !self.state.last,
        };
        match self.step() {
            Step::Place(by, _) | Step::Swap(by) => seat(by),
            Step::Declare(_) => seat(By::Same),
            Step::Choose(..) => seat(By::Other),
            // White chooses among Black's moves.
            Step::Select => self.seat(Color::White),
            Step::Offer(_) | Step::GoTo(_) | Step::Over => seat(By::Color),
        }
    }

    /// Does what the player whose turn it is wants.
    ///
    /// # Errors
    ///
    /// Why that is not allowed. Nothing has changed then.
    pub fn act(&mut self, act: Act) -> Result<(), Illegal> {
        self.check(&act)?;
        self.carry_out(act);
        Ok(())
    }

    /// Does what has been checked.
    fn carry_out(&mut self, act: Act) {
        let actor = self.actor();
        self.done.push((self.state.clone(), act.clone()));
        let step = self.step();
        let state = &mut self.state;
        state.decided = matches!(act, Act::Swap | Act::Stay);
        state.last = actor;
        state.step += 1;
        match (act, step) {
            (Act::Place(point), _) => state.stones.push(point),
            (Act::Swap, _) => {
                state.seats = ByColor::new(state.seats[Color::White], state.seats[Color::Black]);
            }
            (Act::Declare(n), _) => state.declared = n,
            (Act::Offer(points), _) => state.offers = points,
            (Act::Select(point), _) => {
                state.offers.clear();
                state.stones.push(point);
            }
            (Act::Choose(branch), Step::Choose(branches, targets)) => {
                let chosen = branches.iter().zip(targets).find(|(known, _)| **known == branch);
                state.step = chosen.map_or(state.step, |(_, target)| *target);
            }
            (Act::Choose(_) | Act::Stay | Act::Pass, _) => {}
        }
        if let Some(Step::GoTo(step)) = self.program.get(state.step) {
            state.step = *step;
        }
    }

    /// Lets a stone stand that is outside its zone: over the board what nobody points out in time stands. Otherwise as
    /// [`act`](Self::act) with [`Act::Place`].
    ///
    /// # Errors
    ///
    /// Why no stone can stand there. Nothing has changed then.
    pub fn let_stand(&mut self, point: Point) -> Result<(), Illegal> {
        match self.check(&Act::Place(point)) {
            Ok(()) | Err(Illegal::Zone(..)) => {
                self.carry_out(Act::Place(point));
                Ok(())
            }
            Err(why) => Err(why),
        }
    }

    /// All that was done, in order.
    pub fn acts(&self) -> impl ExactSizeIterator<Item = &Act> + DoubleEndedIterator {
        self.done.iter().map(|(_, act)| act)
    }

    /// Takes the last act back. False if there is none.
    pub fn undo(&mut self) -> bool {
        self.done.pop().map(|(state, _)| self.state = state).is_some()
    }

    /// Whether an act is allowed now.
    ///
    /// # Errors
    ///
    /// Why it is not.
    pub fn check(&self, act: &Act) -> Result<(), Illegal> {
        match (act, self.phase()) {
            (Act::Pass, _) => Err(Illegal::Pass),
            (Act::Place(point), Phase::Place { zone, .. }) => {
                self.check_stone(*point)?;
                let size = self.size();
                if zone.contains(size, *point) { Ok(()) } else { Err(Illegal::Zone(*point, zone)) }
            }
            (Act::Swap | Act::Stay, Phase::Swap) => Ok(()),
            (Act::Swap, _) if self.state.decided => Err(Illegal::SwapTwice),
            (&Act::Declare(given), Phase::Declare { most }) => {
                if (1..=most).contains(&given) {
                    Ok(())
                } else {
                    Err(Illegal::Number { most, given })
                }
            }
            (Act::Offer(points), Phase::Offer { count }) => self.check_offers(points, count),
            (Act::Select(point), Phase::Select) => {
                if self.state.offers.contains(point) {
                    Ok(())
                } else {
                    Err(Illegal::NotOffered(*point))
                }
            }
            (Act::Choose(branch), Phase::Choose { branches }) if branches.contains(branch) => {
                let n_empty = self.size().area() - self.state.stones.len();
                let is_full = *branch == Branch::Extend && n_empty < 3;
                if is_full { Err(Illegal::NoRoom) } else { Ok(()) }
            }
            (_, phase) => Err(Illegal::OutOfTurn(phase)),
        }
    }

    /// The points that can be placed or offered now, in order; of points that are the same by symmetry all.
    pub fn points(&self) -> Vec<Point> {
        let zone = match self.phase() {
            Phase::Place { zone, .. } => Some(zone),
            Phase::Offer { .. } => Some(super::Zone::Anywhere),
            _ => None,
        };
        let fits = |point: &Point| {
            zone.is_some_and(|zone| zone.contains(self.size(), *point)) && self.check_stone(*point).is_ok()
        };
        self.size().points().filter(fits).collect()
    }

    /// The plainest act that is allowed now, whatever it is worth; `None` if the opening is over.
    pub fn plain_act(&self) -> Option<Act> {
        Some(match self.phase() {
            Phase::Place { .. } => Act::Place(self.nearest_points().into_iter().next()?),
            Phase::Swap => Act::Stay,
            Phase::Declare { .. } => Act::Declare(1),
            Phase::Offer { .. } => Act::Offer(self.offers_with(&[])),
            Phase::Select => Act::Select(*self.state.offers.first()?),
            Phase::Choose { branches } => Act::Choose(*branches.first()?),
            Phase::Over => return None,
        })
    }

    /// As many fifth moves as have to be offered now: `first`, and then others that differ from them by symmetry, the
    /// nearest to tengen before others.
    pub fn offers_with(&self, first: &[Point]) -> Vec<Point> {
        let Phase::Offer { count } = self.phase() else { return Vec::new() };
        let mut offers: Vec<Point> = Vec::new();
        for point in first.iter().copied().chain(self.nearest_points()) {
            if offers.len() == count {
                break;
            }
            offers.push(point);
            if matches!(self.check_offers(&offers, count), Err(Illegal::Equivalent(..) | Illegal::Taken(_))) {
                offers.pop();
            }
        }
        offers
    }

    /// The points that can be placed or offered now, those near tengen first.
    fn nearest_points(&self) -> Vec<Point> {
        let (mut points, center) = (self.points(), self.size().center());
        points.sort_by_key(|point| (point.distance(center), *point));
        points
    }

    fn step(&self) -> Step {
        self.program.get(self.state.step).copied().unwrap_or(Step::Over)
    }

    fn next_color(&self) -> Color {
        if self.state.stones.len().is_multiple_of(2) { Color::Black } else { Color::White }
    }

    const fn count(&self, count: Count) -> usize {
        match count {
            Count::Fixed(n) => n,
            Count::Declared => self.state.declared,
        }
    }

    /// Whether a stone of the color whose move it is may stand on a point, its zone left aside.
    fn check_stone(&self, point: Point) -> Result<(), Illegal> {
        if !self.size().contains(point) {
            return Err(Illegal::OffBoard(point));
        }
        if self.state.stones.contains(&point) {
            return Err(Illegal::Taken(point));
        }
        // Nothing can be made of fewer stones, but rules that place more and more exist.
        if self.state.stones.len() < 5 {
            return Ok(());
        }
        let (board, color) = (Board::from(&self.position()), self.next_color());
        if board.wins_at(point, color) {
            return Err(Illegal::Wins(point));
        }
        match board.foul_at(point) {
            Some(foul) if color == Color::Black => Err(Illegal::Foul(point, foul)),
            _ => Ok(()),
        }
    }

    fn check_offers(&self, points: &[Point], count: usize) -> Result<(), Illegal> {
        points.iter().try_for_each(|&point| self.check_stone(point))?;
        let Ok(four) = <[Point; 4]>::try_from(&self.state.stones[..]) else {
            return Err(Illegal::OutOfTurn(self.phase()));
        };
        let symmetry = OfferSymmetry::of(four);
        if let Some((first, second)) = symmetry.first_equivalent_pair(points) {
            return Err(Illegal::Equivalent(first, second));
        }
        if points.len() != count {
            return Err(Illegal::Count { needed: count, given: points.len() });
        }
        Ok(())
    }
}
