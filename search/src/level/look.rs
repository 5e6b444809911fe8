//! A person's look-ahead: a few plies, a few moves each, with eyes that overlook lines.

use smallvec::SmallVec;
use tianyuan_evaluation::{Field, Value};
use tianyuan_rules::Point;

use super::eyes::Eyes;
use super::mind::Person;
use crate::alphabeta::estimate;
use crate::threat::{FourSearch, against, answers_to_five, makes_four};
use crate::watch::Watch;

/// Nodes of one search by fours at the end of the look-ahead, and of that for the move itself.
const LEAF_FOUR_NODES: u64 = 100;
const FIRST_FOUR_NODES: u64 = 10_000;
/// Positions that the search by fours remembers.
const FOUR_MEMORY: usize = 1 << 12;
/// Nodes after which no person thinks on: a move takes some ten milliseconds at most.
const MOST_NODES: u64 = 40_000;
/// Nodes between two looks at the clock.
const CHECK_INTERVAL: u64 = 64;

/// Moves of a position, those that stand out first.
pub(super) type Moves = SmallVec<[Point; 32]>;

/// The look-ahead was stopped: what it would return is worth nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

/// What is seen of a position: its value for the side to move, and the move that it expects.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    pub(super) value: Value,
    pub(super) best: Option<Point>,
}

/// A look at one position.
pub(super) struct Look<'a> {
    pub(super) field: Field,
    pub(super) eyes: Eyes,
    pub(super) person: Person,
    pub(super) watch: Watch<'a>,
    pub(super) nodes: u64,
    /// The first moves alone are looked at whatever the limits say: an answer must be given.
    pub(super) may_stop: bool,
    fours: FourSearch,
    next_check: u64,
}

impl<'a> Look<'a> {
    pub(super) fn new(field: Field, eyes: Eyes, person: Person, watch: Watch<'a>) -> Self {
        let fours = FourSearch::new(FOUR_MEMORY);
        Self { field, eyes, person, watch, fours, nodes: 0, may_stop: false, next_check: CHECK_INTERVAL }
    }

    /// What a position is worth after `depth` more plies, exact between alpha and beta. `ply`: plies from the root.
    pub(super) fn see(&mut self, depth: u32, ply: usize, alpha: Value, beta: Value) -> Result<Seen, Stopped> {
        self.visit()?;
        let side = self.field.side();
        let seen = |value| Ok(Seen { value, best: None });
        if self.field.counts(side).fives > 0 {
            return seen(Value::win_at(ply + 1));
        }
        if self.field.counts(!side).fives > 0 {
            let answers = self.answers_to_five();
            return if answers.is_empty() {
                seen(Value::loss_at(ply + 2))
            } else {
                self.best_of(&answers, depth, ply, alpha, beta)
            };
        }
        if self.eyes.straight_four(&self.field, side).is_some() {
            return seen(Value::win_at(ply + 3));
        }
        if depth == 0 {
            return seen(self.leaf(ply));
        }
        let answers = self.answers_to_three();
        let moves = if answers.is_empty() { self.moves() } else { answers };
        self.best_of(&moves, depth - 1, ply, alpha, beta)
    }

    /// The moves that may stop the straight four of the opponent's that is seen, and own fours; none if none is seen.
    fn answers_to_three(&self) -> Moves {
        let side = self.field.side();
        let Some(four) = self.eyes.straight_four(&self.field, !side) else { return Moves::new() };
        let stops = against(&self.field, !side, &[four]);
        let fours = self.field.points_of_fours(side).filter(|&point| makes_four(&self.field, point, side));
        let fours = fours.filter(|point| !stops.contains(point)).collect::<Moves>();
        let answers = stops.iter().copied().chain(fours).filter(|&point| self.field.is_legal(point));
        self.in_order(answers, usize::MAX)
    }

    /// The best of some moves, each looked at for `depth` more plies; a draw if there are none.
    fn best_of(
        &mut self,
        moves: &[Point],
        depth: u32,
        ply: usize,
        mut alpha: Value,
        beta: Value,
    ) -> Result<Seen, Stopped> {
        let mut best: Option<Seen> = None;
        for &point in moves {
            self.field.place(point);
            let reply = self.see(depth, ply + 1, -beta, -alpha);
            self.field.undo();
            let value = -reply?.value;
            if best.is_none_or(|best| value > best.value) {
                best = Some(Seen { value, best: Some(point) });
                alpha = alpha.max(value);
            }
            if value >= beta {
                break;
            }
        }
        Ok(best.unwrap_or(Seen { value: Value::DRAW, best: None }))
    }

    /// A win by fours as long as is seen ahead, or the estimate. Of that the right to move is no part: fours and
    /// their answers would be played only for the sake of it.
    fn leaf(&mut self, ply: usize) -> Value {
        let win = self.win_by_fours(LEAF_FOUR_NODES);
        let tempo = i32::from(self.field.tables().terms().tempo);
        let estimate = || Value::estimate(estimate(&self.field).raw() - tempo);
        win.map_or_else(estimate, |(_, plies)| Value::win_at(ply + plies as usize))
    }

    /// The win by fours that is seen before anything else, with its plies.
    pub(super) fn first_win(&mut self) -> Option<(Point, u32)> {
        let side = self.field.side();
        let nodes = self.watch.budget.nodes_for_fours(FIRST_FOUR_NODES);
        let win = self.win_by_fours(nodes)?;
        Some(win).filter(|&(point, _)| self.eyes.see(&self.field, point, side))
    }

    fn win_by_fours(&mut self, nodes: u64) -> Option<(Point, u32)> {
        // One four is a straight four, which is seen or overlooked by eye.
        if self.person.fours < 2 {
            return None;
        }
        let found = self.fours.search(&mut self.field, self.person.fours, nodes);
        self.nodes += self.fours.nodes();
        found.win()
    }

    /// The moves that stop a five of the opponent's, those that are forbidden left out.
    fn answers_to_five(&self) -> Moves {
        let answers = answers_to_five(&self.field, !self.field.side());
        answers.into_iter().filter(|&point| self.field.is_legal(point)).collect()
    }

    /// The moves near the stones that stand out, none of them forbidden.
    fn moves(&self) -> Moves {
        let near = self.field.candidates().iter().filter(|&point| self.field.is_legal(point));
        self.in_order(near, self.person.width)
    }

    /// Points with those that stand out first, among equals those near the center; `most` at most.
    pub(super) fn in_order(&self, points: impl Iterator<Item = Point>, most: usize) -> Moves {
        let center = self.field.board().size().center();
        let key = |point: Point| (-self.interest(point), center.distance(point), point);
        let mut keyed: SmallVec<[_; 128]> = points.map(key).collect();
        if keyed.len() > most {
            keyed.select_nth_unstable(most);
            keyed.truncate(most);
        }
        keyed.sort_unstable();
        keyed.into_iter().map(|(.., point)| point).collect()
    }

    /// How much a point stands out, as far as it is seen what either side would make of it.
    fn interest(&self, point: Point) -> i32 {
        let side = self.field.side();
        let seen = |color, score: i16| {
            if self.eyes.see(&self.field, point, color) { i32::from(score) } else { 0 }
        };
        seen(side, self.field.info(point, side).attack) + seen(!side, self.field.info(point, !side).defence)
    }

    fn visit(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        let limit = self.watch.budget.nodes().map_or(MOST_NODES, |nodes| nodes.min(MOST_NODES));
        let is_due = self.nodes >= self.next_check;
        if is_due {
            self.next_check = self.nodes + CHECK_INTERVAL;
        }
        let is_over = self.nodes >= limit || (is_due && self.watch.is_over());
        if self.may_stop && is_over { Err(Stopped) } else { Ok(()) }
    }
}
