//! Which move first.

use smallvec::SmallVec;
use tianyuan_evaluation::{Class, Field};
use tianyuan_rules::{CELLS, Point};

use super::history::History;
use crate::parameters::Parameters;

/// A move with its ordering score.
#[derive(Clone, Copy, Debug)]
pub(super) struct Move {
    /// The ordering score above, below it what breaks ties: the order of points.
    key: i64,
    pub(super) point: Point,
    /// Makes an open three or more, or takes one from the opponent.
    pub(super) tactical: bool,
    /// A killer or counter move.
    pub(super) killer: bool,
}

/// The moves of a node, handed out best first.
#[derive(Debug)]
pub(super) struct Moves {
    list: SmallVec<[Move; 96]>,
    next: usize,
}

impl Moves {
    /// The given points, scored. `first` comes first if it is among them.
    pub(super) fn new(
        field: &Field,
        points: impl Iterator<Item = Point>,
        first: Option<Point>,
        history: &History,
        parameters: &Parameters,
        ply: usize,
    ) -> Self {
        let scorer = Scorer {
            parameters,
            field,
            first,
            history,
            killers: history.killers(ply),
            counter: history.counter(field.side(), field.last_move()),
        };
        Self { list: points.map(|point| scorer.score(point)).collect(), next: 0 }
    }

    /// The best move left. Ties go to the point with the lower index.
    pub(super) fn next(&mut self) -> Option<Move> {
        let rest = &mut self.list[self.next..];
        let (mut best, mut best_key) = (0, i64::MIN);
        for (at, mv) in rest.iter().enumerate() {
            if mv.key > best_key {
                (best, best_key) = (at, mv.key);
            }
        }
        if rest.is_empty() {
            return None;
        }
        rest.swap(0, best);
        self.next += 1;
        rest.first().copied()
    }
}

struct Scorer<'a> {
    parameters: &'a Parameters,
    field: &'a Field,
    first: Option<Point>,
    history: &'a History,
    killers: [Option<Point>; 2],
    counter: Option<Point>,
}

impl Scorer<'_> {
    fn score(&self, point: Point) -> Move {
        let (side, parameters) = (self.field.side(), self.parameters);
        let (own, opp) = (self.field.info(point, side), self.field.info(point, !side));
        let mut score = i32::from(own.attack) + i32::from(opp.defence);
        score += self.history.score(side, point) * parameters.history_weight / (1 << 16);
        let this = Some(point);
        let killer = self.killers.contains(&this) || self.counter == this;
        score += if self.killers[0] == this { parameters.killer_bonus } else { 0 };
        score += if self.killers[1] == this { parameters.second_killer_bonus } else { 0 };
        score += if self.counter == this { parameters.counter_bonus } else { 0 };
        score += if self.first == this { 1 << 20 } else { 0 };
        let tactical = own.class >= Class::OpenThree || opp.class >= Class::OpenThree;
        let key = i64::from(score) << 10 | (CELLS - 1 - point.index()).cast_signed() as i64;
        Move { key, point, tactical, killer }
    }
}
