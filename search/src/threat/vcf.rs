//! VCF: the search for a win by fours alone.
//!
//! Each move of the attacker makes a four, so the answer is forced (in caro there can be a few). Depth first; fours
//! that build most come first, near the attacker's last stone before others; what positions came to is remembered.
//! Complete: a search that was not stopped and says that there is no win has tried every four, for a four needs three
//! stones within four cells, and every such point is a candidate of the field.

use smallvec::SmallVec;
use tianyuan_evaluation::{Class, Field};
use tianyuan_rules::Point;

use super::defence;
use super::memory::{Memory, Outcome};
use super::proof::{Attack, AttackId, ProofBuilder, Replies};
use super::situation::makes_four;

/// A search by fours with its memory, kept from call to call.
#[derive(Debug)]
pub(crate) struct FourSearch {
    memory: Memory,
    nodes: u64,
    node_limit: u64,
}

/// What a search by fours found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fours {
    /// A win by this move, in so many plies at most.
    Win(Point, u32),
    /// There is no win by as many fours as were asked for.
    None,
    /// The nodes were used up before anything was found.
    Unknown,
}

impl Fours {
    /// The move and the plies of a win.
    pub(crate) fn win(self) -> Option<(Point, u32)> {
        match self {
            Self::Win(point, plies) => Some((point, plies)),
            Self::None | Self::Unknown => None,
        }
    }
}

/// Nodes in which a win is found again to be written down.
const PROVING_NODES: u64 = 10_000_000;
/// Fours nearer than this to the attacker's last stone come first among those of a class.
const NEAR: usize = 5;

impl FourSearch {
    /// Bytes of a position that is remembered.
    pub(super) const ENTRY_BYTES: usize = Memory::ENTRY_BYTES;

    /// A search that remembers so many positions, rounded up to a power of two.
    pub(crate) fn new(entries: usize) -> Self {
        Self { memory: Memory::new(entries), nodes: 0, node_limit: 0 }
    }

    /// Forgets all positions.
    pub(super) fn forget(&mut self) {
        self.memory.forget();
    }

    /// Nodes of the last call.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Looks for a win of the side to move by at most `depth` fours and the five, within `node_limit` nodes. The field is as
    /// before afterwards.
    pub(crate) fn search(&mut self, field: &mut Field, depth: u32, node_limit: u64) -> Fours {
        self.nodes = 0;
        self.node_limit = node_limit;
        match self.attack(field, depth, None) {
            Some((point, plies)) => Fours::Win(point, plies),
            None if self.is_stopped() => Fours::Unknown,
            None => Fours::None,
        }
    }

    /// The proof of a win that [`FourSearch::search`] has found with this depth, added to `proof`. `None` only if
    /// much has to be found again that was not remembered.
    pub(super) fn prove(
        &mut self,
        field: &mut Field,
        depth: u32,
        proof: &mut ProofBuilder,
    ) -> Option<AttackId> {
        self.nodes = 0;
        self.node_limit = PROVING_NODES;
        self.prove_attack(field, depth, None, proof)
    }

    fn is_stopped(&self) -> bool {
        self.nodes >= self.node_limit
    }

    /// `last`: the attacker's last stone, if it was placed by this search.
    fn attack(&mut self, field: &mut Field, depth: u32, last: Option<Point>) -> Option<(Point, u32)> {
        self.nodes += 1;
        let side = field.side();
        let (own, opp) = (field.counts(side), field.counts(!side));
        if own.fives > 0 {
            return field.points_of(side, Class::Five).next().map(|point| (point, 1));
        }
        let must_be = if opp.fives > 0 { Some(defence::against_five(field, !side)) } else { None };
        let no_fours = own.fours + own.four_threes + own.straight_fours + own.forbidden == 0;
        if depth == 0 || no_fours {
            return None;
        }
        if must_be.is_none() && own.straight_fours > 0 {
            return field.points_of(side, Class::StraightFour).next().map(|point| (point, 3));
        }
        if self.is_stopped() {
            return None;
        }
        match self.memory.recall(field.board().hash()) {
            Some(Outcome::Win(point, plies)) if plies <= 2 * depth + 1 => return Some((point, plies)),
            Some(Outcome::NoneWithin(searched)) if searched >= depth => return None,
            _ => {}
        }
        let win = self.try_fours(field, depth, must_be.as_deref(), last);
        match win {
            Some((point, plies)) => self.memory.keep(field.board().hash(), Outcome::Win(point, plies)),
            // What was cut short is no failure.
            None if self.is_stopped() => {}
            None => self.memory.keep(field.board().hash(), Outcome::NoneWithin(depth)),
        }
        win
    }

    fn try_fours(
        &mut self,
        field: &mut Field,
        depth: u32,
        must_be: Option<&[Point]>,
        last: Option<Point>,
    ) -> Option<(Point, u32)> {
        for point in ordered_fours(field, must_be, last) {
            if let Some(plies) = self.wins_by(field, point, depth) {
                return Some((point, plies));
            }
            if self.is_stopped() {
                break;
            }
        }
        None
    }

    /// Plies to the win that begins with this four, if every answer to it loses.
    fn wins_by(&mut self, field: &mut Field, four: Point, depth: u32) -> Option<u32> {
        let side = field.side();
        field.place(four);
        if field.counts(!side).fives > 0 {
            // In caro a stone near the opponent's five need not stop it.
            field.undo();
            return None;
        }
        let mut answers = defence::against_five(field, side);
        // An answer that is forbidden is none: White wins by Black's fouls.
        answers.retain(|&mut answer| field.is_legal(answer));
        let mut longest = Some(1);
        for answer in answers {
            field.place(answer);
            let win = self.attack(field, depth - 1, Some(four));
            field.undo();
            longest = win.map(|(_, plies)| plies.max(longest.unwrap_or(0)));
            if longest.is_none() {
                break;
            }
        }
        field.undo();
        longest.map(|plies| plies + 2)
    }

    /// The same search once more, led by what it remembers, written down.
    fn prove_attack(
        &mut self,
        field: &mut Field,
        depth: u32,
        last: Option<Point>,
        proof: &mut ProofBuilder,
    ) -> Option<AttackId> {
        let (point, plies) = self.attack(field, depth, last)?;
        if plies == 1 {
            return Some(proof.five(point));
        }
        field.place(point);
        let answered = self.prove_answers(field, point, depth, proof);
        field.undo();
        let (replies, five) = answered?;
        let otherwise = Some(proof.five(five));
        Some(proof.add(Attack { point, replies, otherwise }))
    }

    /// After a four: a five-point, and what follows each reply that takes it away.
    fn prove_answers(
        &mut self,
        field: &mut Field,
        four: Point,
        depth: u32,
        proof: &mut ProofBuilder,
    ) -> Option<(Replies, Point)> {
        let side = !field.side();
        let five = field.points_of(side, Class::Five).next()?;
        let mut replies = Replies::new();
        for reply in defence::of_five(field, side, five) {
            if !field.is_legal(reply) {
                continue;
            }
            field.place(reply);
            let next = self.prove_attack(field, depth.saturating_sub(1), Some(four), proof);
            field.undo();
            replies.push((reply, next?));
        }
        Some((replies, five))
    }
}

/// The attacker's fours, those that build most first; only those of `must_be` if he has to stop a five.
fn ordered_fours(field: &Field, must_be: Option<&[Point]>, last: Option<Point>) -> SmallVec<[Point; 16]> {
    let side = field.side();
    let makes_four = |&point: &Point| makes_four(field, point, side);
    let mut fours: SmallVec<[(i32, Point); 16]> = if let Some(points) = must_be {
        points.iter().copied().filter(makes_four).map(|point| (0, point)).collect()
    } else {
        field
            .points_of_fours(side)
            .filter(makes_four)
            .map(|point| (-strength(field, point, last), point))
            .collect()
    };
    fours.sort_unstable();
    fours.into_iter().map(|(_, point)| point).collect()
}

/// The class first, then whether it is near the last stone, then the score.
fn strength(field: &Field, point: Point, last: Option<Point>) -> i32 {
    let info = field.info(point, field.side());
    let is_near = last.is_some_and(|last| last.distance(point) < NEAR);
    (info.class as i32) * 8192 + i32::from(is_near) * 4096 + i32::from(info.attack)
}
#[cfg(test)]
mod tests {
    use tianyuan_rules::{Color, Position, Rule, Size};

    use super::*;

    fn search(rule: Rule, black: &str, white: &str, side: Color) -> Option<u32> {
        let mut position = Position::new(Size::STANDARD, rule);
        for (color, points) in [(Color::Black, black), (Color::White, white)] {
            for point in points.split_whitespace() {
                position.put(color, point.parse().unwrap()).unwrap();
            }
        }
        position.set_side(side);
        let mut field = Field::new(&position);
        let win = FourSearch::new(1 << 10).search(&mut field, 13, 100_000).win().map(|(_, plies)| plies);
        assert_eq!(field.n_moves(), 0);
        win
    }

    #[test]
    fn wins_and_their_lengths() {
        assert_eq!(search(Rule::Freestyle, "e8 f8 g8 h8", "d8", Color::Black), Some(1));
        assert_eq!(search(Rule::Freestyle, "f8 g8 h8", "", Color::Black), Some(3));
        // A four on row 8, then the straight four on column i.
        assert_eq!(search(Rule::Freestyle, "f8 g8 h8 i9 i10", "e8", Color::Black), Some(5));
        assert_eq!(search(Rule::Freestyle, "f8 g8", "", Color::Black), None);
    }

    #[test]
    fn a_forbidden_answer_is_none() {
        // White's four on row 3 can only be stopped at h3, where Black would make a double-four.
        let black = "c3 h4 h5 h6 i4 j5 k6";
        assert_eq!(search(Rule::Renju, black, "d3 e3 f3", Color::White), Some(3));
    }
}
