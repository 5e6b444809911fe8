//! VCF: the search for a win by fours alone.
//!
//! Each move of the attacker makes a four, so the answer is forced (in caro there can be a few). Depth
//! first; fours that build most come first; positions found to have no win are remembered.

use smallvec::SmallVec;
use tianyuan_evaluation::{Class, Field};
use tianyuan_rules::Point;

use super::defence;
use super::situation::makes_four;

/// Positions remembered; a power of two.
const MEMORY: usize = 1 << 14;

/// A search by fours with its memory, kept from call to call.
#[derive(Debug)]
pub(crate) struct FourSearch {
    /// For a hash the depth to which no win was found.
    failed: Box<[(u64, u32)]>,
    nodes: u64,
    node_limit: u64,
}

impl FourSearch {
    pub(crate) fn new() -> Self {
        Self { failed: vec![(0, 0); MEMORY].into_boxed_slice(), nodes: 0, node_limit: 0 }
    }

    /// Nodes of the last call.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Looks for a win of the side to move by at most `depth` fours within `node_limit` nodes: the first
    /// move and the length in plies. The field is as before afterwards. `None` is no proof that none exists.
    pub(crate) fn win(&mut self, field: &mut Field, depth: u32, node_limit: u64) -> Option<(Point, u32)> {
        self.nodes = 0;
        self.node_limit = node_limit;
        self.attack(field, depth)
    }

    fn attack(&mut self, field: &mut Field, depth: u32) -> Option<(Point, u32)> {
        self.nodes += 1;
        let side = field.side();
        let (own, opp) = (field.counts(side), field.counts(!side));
        if own.fives > 0 {
            return field.points_of(side, Class::Five).next().map(|point| (point, 1));
        }
        let must_be = if opp.fives > 0 { Some(defence::against_five(field, !side)) } else { None };
        if must_be.is_none() && own.straight_fours > 0 {
            return field.points_of(side, Class::StraightFour).next().map(|point| (point, 3));
        }
        let no_fours = own.fours + own.four_threes + own.straight_fours + own.forbidden == 0;
        if depth == 0 || no_fours || self.nodes >= self.node_limit || self.has_failed(field, depth) {
            return None;
        }
        let win = self.try_fours(field, depth, must_be.as_deref());
        if win.is_none() && self.nodes < self.node_limit {
            self.remember_failure(field, depth);
        }
        win
    }

    fn try_fours(
        &mut self,
        field: &mut Field,
        depth: u32,
        must_be: Option<&[Point]>,
    ) -> Option<(Point, u32)> {
        for point in ordered_fours(field, must_be) {
            if let Some(plies) = self.wins_by(field, point, depth) {
                return Some((point, plies));
            }
            if self.nodes >= self.node_limit {
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
            let win = self.attack(field, depth - 1);
            field.undo();
            longest = win.map(|(_, plies)| plies.max(longest.unwrap_or(0)));
            if longest.is_none() {
                break;
            }
        }
        field.undo();
        longest.map(|plies| plies + 2)
    }

    fn has_failed(&self, field: &Field, depth: u32) -> bool {
        let (hash, searched) = self.failed[slot(field)];
        hash == field.board().hash() && searched >= depth
    }

    fn remember_failure(&mut self, field: &Field, depth: u32) {
        self.failed[slot(field)] = (field.board().hash(), depth);
    }
}

#[expect(clippy::cast_possible_truncation, reason = "only low bits are used")]
fn slot(field: &Field) -> usize {
    field.board().hash() as usize % MEMORY
}

/// The attacker's fours, those that build most first; only those of `must_be` if he has to stop a five.
fn ordered_fours(field: &Field, must_be: Option<&[Point]>) -> SmallVec<[Point; 16]> {
    let side = field.side();
    let makes_four = |&point: &Point| makes_four(field, point, side);
    let mut fours: SmallVec<[(i32, Point); 16]> = if let Some(points) = must_be {
        points.iter().copied().filter(makes_four).map(|point| (0, point)).collect()
    } else {
        field.points_of_fours(side).filter(makes_four).map(|point| (-strength(field, point), point)).collect()
    };
    fours.sort_unstable();
    fours.into_iter().map(|(_, point)| point).collect()
}

/// The class first, then the score.
fn strength(field: &Field, point: Point) -> i32 {
    let info = field.info(point, field.side());
    (info.class as i32) * 4096 + i32::from(info.attack)
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
        let win = FourSearch::new().win(&mut field, 12, 100_000).map(|(_, plies)| plies);
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
