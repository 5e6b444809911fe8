//! The check of proofs: every legal reply is played, by the rules alone.
//!
//! Shares no code with what finds proofs: no field, no classes, no sets of defences. What it takes from the rules is
//! whether a stone makes a five, whether it is forbidden, and these facts: a new five-point lies on a line through
//! the stone that made it, at most four cells away; a stone takes a five from the opponent only by standing on its
//! point, or in caro also within five cells on a line through it.

use std::collections::HashMap;

use ahash::RandomState;
use smallvec::SmallVec;
use tianyuan_rules::{Board, Color, Direction, Point, Position};

use super::proof::{Attack, AttackId, Proof};

/// What is wrong with a proof.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// A move is on a point that is not empty.
    #[error("{0} is not empty")]
    Taken(Point),
    /// A move of the attacker is forbidden.
    #[error("{0} is forbidden")]
    Forbidden(Point),
    /// The defender makes a five.
    #[error("the defender makes a five at {0}")]
    DefenderFive(Point),
    /// The proof ends with a move that makes no five.
    #[error("{0} makes no five")]
    NoFive(Point),
    /// A reply to a four has no answer.
    #[error("{0} stops the four and has no answer")]
    Unanswered(Point),
}

/// Why a proof is none.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{fault}")]
pub struct Refuted {
    /// What is wrong.
    pub fault: Fault,
    /// The reply that is not answered, where it is one that the proof thought harmless.
    pub hole: Option<Hole>,
}

/// A reply that a proof thought harmless.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hole {
    /// The hash of the position before it.
    pub hash: u64,
    /// The reply.
    pub reply: Point,
}

impl From<Fault> for Refuted {
    fn from(fault: Fault) -> Self {
        Self { fault, hole: None }
    }
}

/// Whether a proof holds for the side to move of a position: the plies to the win at most.
///
/// # Errors
///
/// The first fault that was met.
pub fn check(position: &Position, proof: &Proof) -> Result<u32, Refuted> {
    let mut checker = Checker { board: Board::from(position), proof, checked: HashMap::default() };
    let (first, _) = proof.first();
    checker.attack(first, Fresh::Board)
}

struct Checker<'a> {
    board: Board,
    proof: &'a Proof,
    /// Plies to the win of attacks that were found in order, by position.
    checked: HashMap<(u64, AttackId), u32, RandomState>,
}

/// Where the defender could have a five-point.
#[derive(Clone, Copy)]
enum Fresh<'a> {
    /// Anywhere.
    Board,
    /// On lines through these stones of his: before they were placed he had none.
    Stones(&'a [Point]),
}

impl Checker<'_> {
    /// Checks an attack of the side to move: plies to the win. The board is as before if the attack holds.
    fn attack(&mut self, id: AttackId, fresh: Fresh<'_>) -> Result<u32, Refuted> {
        let key = (self.board.hash(), id);
        if let Some(&plies) = self.checked.get(&key) {
            return Ok(plies);
        }
        let attack = self.proof.attack(id);
        self.is_possible(attack.point)?;
        let plies = match attack.otherwise {
            _ if self.board.wins_at(attack.point, self.board.side()) => 1,
            None => return Err(Fault::NoFive(attack.point).into()),
            Some(otherwise) => {
                self.board.place(attack.point);
                let plies = self.replies(attack, otherwise, fresh)?;
                self.board.undo(attack.point);
                plies + 2
            }
        };
        self.checked.insert(key, plies);
        Ok(plies)
    }

    /// Checks that all replies lose, the side to move being the defender: plies to the win after the reply.
    fn replies(&mut self, attack: &Attack, otherwise: AttackId, fresh: Fresh<'_>) -> Result<u32, Refuted> {
        let five = self.proof.attack(otherwise).point;
        if self.board.is_empty(five) && self.board.wins_at(five, !self.board.side()) {
            return self.replies_to_four(attack, five, fresh);
        }
        self.has_no_five(Fresh::Board)?;
        // A pass is a reply too.
        self.board.pass();
        let mut longest = self.attack(otherwise, Fresh::Stones(&[]))?;
        self.board.pass();
        let empty: Vec<Point> = self.board.empty_points().collect();
        for reply in empty {
            if self.is_legal(reply) {
                let hole = Hole { hash: self.board.hash(), reply };
                let plies = self.reply(attack, reply, Some(otherwise), &[]);
                let plies =
                    plies.map_err(|refuted| Refuted { hole: refuted.hole.or(Some(hole)), ..refuted })?;
                longest = longest.max(plies);
            }
        }
        Ok(longest)
    }

    /// The same where the attacker threatens a five: only replies matter that could take it away.
    fn replies_to_four(&mut self, attack: &Attack, five: Point, fresh: Fresh<'_>) -> Result<u32, Refuted> {
        self.has_no_five(fresh)?;
        let before = match fresh {
            Fresh::Board => &[],
            Fresh::Stones(stones) => stones,
        };
        let mut longest = 1;
        for reply in self.spoilers(five) {
            if self.is_legal(reply) {
                let stays = reply != five && self.stays(five, reply);
                let listed = attack.replies.iter().any(|(point, _)| *point == reply);
                if listed || !stays {
                    longest = longest.max(self.reply(attack, reply, None, before)?);
                }
            }
        }
        Ok(longest)
    }

    /// Checks what answers a legal reply: plies to the win after it. `before`: the defender's other fresh stones.
    fn reply(
        &mut self,
        attack: &Attack,
        reply: Point,
        otherwise: Option<AttackId>,
        before: &[Point],
    ) -> Result<u32, Refuted> {
        let listed = attack.replies.iter().find(|(point, _)| *point == reply);
        let next = listed.map(|&(_, next)| next).or(otherwise).ok_or(Fault::Unanswered(reply))?;
        let stones: SmallVec<[Point; 16]> = before.iter().copied().chain([reply]).collect();
        self.board.place(reply);
        let plies = self.attack(next, Fresh::Stones(&stones))?;
        self.board.undo(reply);
        Ok(plies)
    }

    /// Checks that the side to move cannot make a five.
    fn has_no_five(&self, fresh: Fresh<'_>) -> Result<(), Fault> {
        let side = self.board.side();
        let is_five = |&point: &Point| self.board.is_empty(point) && self.board.wins_at(point, side);
        let five = match fresh {
            Fresh::Board => self.board.empty_points().find(is_five),
            Fresh::Stones(stones) => stones.iter().flat_map(|&stone| around(stone, 4)).find(is_five),
        };
        five.map_or(Ok(()), |five| Err(Fault::DefenderFive(five)))
    }

    /// Whether the attacker's five can still be made after the defender's reply elsewhere.
    fn stays(&mut self, five: Point, reply: Point) -> bool {
        self.board.place(reply);
        let stays = self.board.wins_at(five, self.board.side());
        self.board.undo(reply);
        stays
    }

    /// The empty points where a stone could take a five away.
    fn spoilers(&self, five: Point) -> SmallVec<[Point; 16]> {
        if !self.board.rule().blocks_count() {
            return SmallVec::from_slice(&[five]);
        }
        let others = around(five, 5).filter(|&point| self.board.is_empty(point));
        [five].into_iter().chain(others).collect()
    }

    fn is_possible(&self, point: Point) -> Result<(), Fault> {
        if !self.board.is_empty(point) {
            Err(Fault::Taken(point))
        } else if !self.is_legal(point) {
            Err(Fault::Forbidden(point))
        } else {
            Ok(())
        }
    }

    fn is_legal(&self, point: Point) -> bool {
        self.board.side() == Color::White || self.board.foul_at(point).is_none()
    }
}

/// The points on the lines through one, at most `reach` cells away, itself left out.
fn around(point: Point, reach: isize) -> impl Iterator<Item = Point> {
    let steps = (-reach..=reach).filter(|&steps| steps != 0);
    Direction::ALL.into_iter().flat_map(move |direction| {
        let steps = steps.clone();
        steps.filter_map(move |steps| point.step(direction, steps))
    })
}

#[cfg(test)]
mod tests {
    use tianyuan_player::Force;
    use tianyuan_rules::{Rule, Size};

    use super::super::{ProofBuilder, Solution, Solver};
    use super::*;

    /// Black has stones on f8, g8 and h8, White none but those given.
    fn three(white: &str) -> Position {
        let mut position = Position::new(Size::STANDARD, Rule::Freestyle);
        for (color, points) in [(Color::Black, "f8 g8 h8"), (Color::White, white)] {
            for point in points.split_whitespace() {
                position.put(color, point.parse().unwrap()).unwrap();
            }
        }
        position.set_side(Color::Black);
        position
    }

    fn at(text: &str) -> Point {
        text.parse().unwrap()
    }

    /// The straight four at i8 with a five on either side: `first` for most replies, `second` for that on `first`.
    fn straight_four(first: &str, second: &str) -> Proof {
        let mut proof = ProofBuilder::default();
        let [first_five, second_five] = [first, second].map(|five| proof.five(at(five)));
        let replies = SmallVec::from_slice(&[(at(first), second_five)]);
        proof.add(Attack { point: at("i8"), replies, otherwise: Some(first_five) });
        proof.finish()
    }

    #[test]
    fn a_straight_four_is_a_proof() {
        assert_eq!(check(&three("a1 c1"), &straight_four("e8", "j8")), Ok(3));
        assert_eq!(check(&three("a1 c1"), &straight_four("j8", "e8")), Ok(3));
    }

    #[test]
    fn what_is_wrong_is_found() {
        let fault = |white: &str, proof: &Proof| check(&three(white), proof).map_err(|refuted| refuted.fault);
        assert_eq!(fault("j8 c1", &straight_four("e8", "j8")), Err(Fault::Taken(at("j8"))));
        assert_eq!(fault("i8 c1", &straight_four("e8", "j8")), Err(Fault::Taken(at("i8"))));
        assert_eq!(fault("a1 c1", &straight_four("e8", "k8")), Err(Fault::NoFive(at("k8"))));
        // White makes a five first.
        assert_eq!(fault("a1 a2 a3 a4", &straight_four("e8", "j8")), Err(Fault::DefenderFive(at("a5"))));
        let mut proof = ProofBuilder::default();
        let five = proof.five(at("e8"));
        proof.add(Attack { point: at("i8"), replies: SmallVec::new(), otherwise: Some(five) });
        assert_eq!(fault("a1 c1", &proof.finish()), Err(Fault::Unanswered(at("e8"))));
        let mut proof = ProofBuilder::default();
        proof.five(at("i8"));
        assert_eq!(fault("a1 c1", &proof.finish()), Err(Fault::NoFive(at("i8"))));
    }

    /// Every reply that a proof by threats lists is needed, or the check is too kind: without it what is left either
    /// is refuted, with that reply as the hole, or answers it like all the others.
    #[test]
    fn a_reply_that_is_left_out_is_noticed() {
        let mut position = Position::new(Size::STANDARD, Rule::Freestyle);
        for (color, points) in [(Color::Black, "f8 g8 h6 h7"), (Color::White, "a1 a15 o1 o15")] {
            for point in points.split_whitespace() {
                position.put(color, at(point)).unwrap();
            }
        }
        position.set_side(Color::Black);
        let solution = Solver::new(1 << 20).solve(&position, Force::Threats, &mut |_| true);
        let Solution::Win(proof) = solution else { panic!("{solution:?}") };
        let (first, attack) = proof.first();
        let mut n_holes = 0;
        for left_out in 0..attack.replies.len() {
            let mut holed = proof.clone();
            let reply = holed.attack_mut(first).replies.remove(left_out).0;
            match check(&position, &holed) {
                Ok(_) => {}
                Err(Refuted { hole: Some(hole), .. }) => {
                    assert_eq!(hole.reply, reply);
                    n_holes += 1;
                }
                Err(other) => panic!("{other:?}"),
            }
        }
        assert!(n_holes > 0, "the replies to a three matter");
    }
}
