//! The static win check: what the classes of points settle at once.

use tianyuan_evaluation::{Class, Field};
use tianyuan_rules::Color;

use super::defence::{self, Defences};

/// What must happen in a position, seen from the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Situation {
    /// The side to move wins in so many plies by this move.
    Win(u32, tianyuan_rules::Point),
    /// The side to move loses in so many plies, whatever it does.
    Loss(u32),
    /// The opponent threatens a five: only these moves are left.
    Forced(Defences),
    /// The opponent threatens a straight four: only these moves and own fours can help.
    Defend(Defences),
    /// Nothing is settled.
    Free,
}

/// Assesses a position. Proofs, not guesses: each case says why.
pub(crate) fn assess(field: &mut Field) -> Situation {
    let side = field.side();
    let (own, opp) = (field.counts(side), field.counts(!side));
    if own.fives > 0 {
        return win(field, Class::Five, 1);
    }
    if opp.fives > 0 {
        return forced(field);
    }
    if own.straight_fours > 0 {
        // The opponent has no five; whatever he answers, a five-point is left.
        return win(field, Class::StraightFour, 3);
    }
    if own.four_threes > 0 {
        if let Some(point) = four_three_that_wins(field) {
            return Situation::Win(5, point);
        }
    }
    let opponent_has_fours = opp.straight_fours + opp.four_threes + opp.fours + opp.forbidden > 0;
    if own.double_threes > 0 && !opponent_has_fours {
        // He cannot stop both threes with one stone, nor gain a tempo by a four: a stone that stops one
        // three makes at best a threat of a four, which comes too late against a straight four.
        return win(field, Class::DoubleThree, 5);
    }
    if opp.straight_fours > 0 {
        return defend(field);
    }
    Situation::Free
}

/// The first point of a class that wins in `plies`. Totals may claim a class where no candidate has it
/// only if a field of them ran over, which no reachable board does; then nothing is claimed.
fn win(field: &Field, class: Class, plies: u32) -> Situation {
    let side = field.side();
    let mut points = field.candidates().iter().filter(|&point| field.class(point, side) == class);
    points.next().map_or(Situation::Free, |point| Situation::Win(plies, point))
}

fn forced(field: &Field) -> Situation {
    let mut answers = defence::against_five(field, !field.side());
    answers.retain(|&mut point| field.is_legal(point));
    if answers.is_empty() { Situation::Loss(2) } else { Situation::Forced(answers) }
}

fn defend(field: &Field) -> Situation {
    let side = field.side();
    let threats = defence::points_of(field, !side, Class::StraightFour);
    let mut answers = defence::against(field, !side, &threats);
    answers.retain(|&mut point| field.is_legal(point));
    let own_fours = field.candidates().iter().filter(|&p| makes_four(field, p, side) && !answers.contains(&p));
    let own_fours: Defences = own_fours.collect();
    answers.extend(own_fours);
    // He makes a straight four next and wins two plies later.
    if answers.is_empty() { Situation::Loss(4) } else { Situation::Defend(answers) }
}

/// Whether a stone of `color` on an empty point makes a four and is allowed.
pub(super) fn makes_four(field: &Field, point: tianyuan_rules::Point, color: Color) -> bool {
    use tianyuan_rules::line::Shape;
    match field.class(point, color) {
        Class::Forbidden => {
            let has_four = tianyuan_rules::Direction::ALL
                .into_iter()
                .any(|d| matches!(field.shape(point, d, color), Shape::Four | Shape::StraightFour));
            has_four && field.foul_at(point).is_none()
        }
        class => class.is_four() || class == Class::StraightFour,
    }
}

/// A four-three that really wins: after the four and each answer to it the straight four can be made and
/// the opponent has no five. Played out on the board, for answers can be anywhere on the line of the four,
/// make a four of their own or spoil the three, and Black's three may be a false one.
fn four_three_that_wins(field: &mut Field) -> Option<tianyuan_rules::Point> {
    let side = field.side();
    let points = defence::points_of(field, side, Class::FourThree);
    points.into_iter().find(|&point| {
        field.place(point);
        let mut answers = defence::against_five(field, side);
        answers.retain(|&mut answer| field.is_legal(answer));
        let wins = answers.into_iter().all(|answer| {
            field.place(answer);
            let (own, opp) = (field.counts(side), field.counts(!side));
            field.undo();
            own.fives > 0 || (own.straight_fours > 0 && opp.fives == 0)
        });
        field.undo();
        wins
    })
}
