//! What the moves of a win do, one after the other: the facts that a win is told from.

use std::cmp::Reverse;

use smallvec::SmallVec;
use tianyuan_evaluation::{Class, Field};
use tianyuan_rules::{Color, Direction, Foul, Point, Position};

use super::proof::{Attack, AttackId, Proof};
use super::situation::{makes_four, n_straight_fours_through};

/// One move of the attacker along the longest resistance, and what the defender can do about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Where the attacker plays.
    pub point: Point,
    /// What his stone makes.
    pub makes: Makes,
    /// Whether it also takes a five from the defender: he had to play there.
    pub stops_five: bool,
    /// How the defender answers; [`Response::None`] after the last move.
    pub response: Response,
}

/// What a stone makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Makes {
    /// Five in a row.
    Five,
    /// Fives that can be made next, and threes beside them: lines in which a straight four can be made.
    Four {
        /// Where the fives can be made, all of them.
        fives: SmallVec<[Point; 4]>,
        /// Whether they are the two ends of a row of four.
        is_straight: bool,
        /// Lines in which a straight four can be made next.
        n_threes: usize,
    },
    /// A straight four can be made next in so many lines, 1 or more.
    Threes(usize),
    /// None of these: a threat to win by fours, these moves of both sides being one way to do it.
    Threat(Vec<Point>),
}

/// What the defender does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Response {
    /// The one stone that stops a four.
    Forced(Point),
    /// The reply that lasts longest.
    Longest {
        /// The reply.
        point: Point,
        /// Whether it makes a four, so that the attacker is forced in turn.
        makes_four: bool,
        /// How many replies the proof looks at one by one.
        n_replies: usize,
    },
    /// The one stone that would stop a four is forbidden.
    Forbidden(Point, Foul),
    /// No single stone stops the fives.
    Hopeless,
    /// The game is over.
    None,
}

/// The story of a proof: its longest resistance, move by move. The last step is the five, or the move that no reply
/// can stop from becoming one.
pub fn story(position: &Position, proof: &Proof) -> Vec<Step> {
    let mut field = Field::new(position);
    let (mut steps, mut next) = (Vec::new(), Some(proof.first().0));
    while let Some(id) = next {
        let (step, after) = step(&mut field, proof, id);
        steps.push(step);
        next = after;
    }
    steps
}

/// Places an attack and the reply to it: what they are, and the attack that goes on.
fn step(field: &mut Field, proof: &Proof, id: AttackId) -> (Step, Option<AttackId>) {
    let attack = proof.attack(id);
    let (point, side) = (attack.point, field.side());
    let stops_five = field.counts(!side).fives > 0;
    let wins = field.class(point, side) == Class::Five;
    field.place(point);
    let step = |makes, response| Step { point, makes, stops_five, response };
    let Some(otherwise) = attack.otherwise.filter(|_| !wins) else {
        return (step(Makes::Five, Response::None), None);
    };
    let makes = makes(field, point, || proof.line_from(otherwise));
    let (response, next) = response(field, proof, attack, &makes);
    match response {
        Response::Forced(reply) | Response::Longest { point: reply, .. } => field.place(reply),
        // Whatever he replies.
        Response::Forbidden(..) | Response::Hopeless | Response::None => field.pass(),
    }
    (step(makes, response), next)
}

/// What the stone of the side that is not to move makes on `point`, where it stands.
fn makes(field: &Field, point: Point, threat: impl FnOnce() -> Vec<Point>) -> Makes {
    let side = !field.side();
    let fives: SmallVec<[Point; 4]> = field.points_of(side, Class::Five).collect();
    let n_threes = n_straight_fours_through(field, point, side);
    match (fives.as_slice(), n_threes) {
        ([], 0) => Makes::Threat(threat()),
        ([], n) => Makes::Threes(n),
        ([one, other], _) => {
            let is_straight = are_ends(*one, *other, point);
            Makes::Four { fives, is_straight, n_threes }
        }
        _ => Makes::Four { fives, is_straight: false, n_threes },
    }
}

/// Whether two points are the ends of a row of four cells that a stone on `point` belongs to.
fn are_ends(one: Point, other: Point, point: Point) -> bool {
    Direction::ALL.into_iter().any(|direction| {
        [1, -1].into_iter().any(|sign| {
            let inside = (1..=4).any(|steps| one.step(direction, sign * steps) == Some(point));
            inside && one.step(direction, sign * 5) == Some(other)
        })
    })
}

/// The reply that lasts longest, and the attack that follows it.
fn response(field: &Field, proof: &Proof, attack: &Attack, makes: &Makes) -> (Response, Option<AttackId>) {
    // Of equals the first, as in `Proof::line`.
    let longest = attack.replies.iter().min_by_key(|(_, next)| Reverse(proof.plies_from(*next)));
    match (makes, longest) {
        (Makes::Four { fives, .. }, None) => {
            let foul = fives.first().and_then(|&five| Some((five, field.foul_at(five)?)));
            let is_forbidden = foul.filter(|_| fives.len() == 1 && field.side() == Color::Black);
            let stops = |(five, foul)| Response::Forbidden(five, foul);
            (is_forbidden.map_or(Response::Hopeless, stops), None)
        }
        (Makes::Four { fives, .. }, Some(_)) if fives.len() > 1 && attack.replies.len() <= 1 => {
            (Response::Hopeless, None)
        }
        (Makes::Four { .. }, Some(&(reply, next))) if attack.replies.len() == 1 => {
            (Response::Forced(reply), Some(next))
        }
        (_, Some(&(point, next))) => {
            let makes_four = makes_four(field, point, field.side());
            let n_replies = attack.replies.len();
            (Response::Longest { point, makes_four, n_replies }, Some(next))
        }
        (_, None) => (Response::Hopeless, attack.otherwise),
    }
}
