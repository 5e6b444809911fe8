//! The static win check: what the classes of points settle at once.

use tianyuan_evaluation::{Class, Field};
use tianyuan_rules::line::Shape;
use tianyuan_rules::{Color, Direction, Point};

use super::defence::{self, Defences};

/// What must happen in a position, seen from the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Situation {
    /// The side to move wins in so many plies by this move.
    Win(u32, Point),
    /// The side to move loses in so many plies, whatever it does.
    Loss(u32),
    /// The opponent threatens to win. These moves can help; every other one loses in `otherwise` plies at
    /// most: 2 if he threatens a five, 4 a straight four, 6 a four-three.
    Threatened {
        /// The moves that can help, all of them allowed, and never none.
        points: Defences,
        /// Plies to the loss by any other move.
        otherwise: u32,
    },
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
        return threatened(field, defence::against_five(field, !side), 2);
    }
    if own.straight_fours > 0 {
        // The opponent has no five; whatever he answers, a five-point is left.
        return win(field, Class::StraightFour, 3);
    }
    if own.four_threes > 0
        && let Some(four_three) = four_three_that_wins(field)
    {
        return Situation::Win(5, four_three.point);
    }
    let opponent_has_fours = opp.straight_fours + opp.four_threes + opp.fours + opp.forbidden > 0;
    if own.double_threes > 0 && !opponent_has_fours {
        // He cannot stop both threes with one stone, nor gain a tempo by a four: a stone that stops one
        // three makes at best a threat of a four, which comes too late against a straight four.
        return win(field, Class::DoubleThree, 5);
    }
    if opp.straight_fours > 0 {
        return under_straight_four(field);
    }
    if opp.four_threes > 0 {
        return under_four_three(field);
    }
    Situation::Free
}

/// The first point of a class that wins in `plies`. Totals may claim a class where no candidate has it
/// only if a field of them ran over, which no reachable board does; then nothing is claimed.
fn win(field: &Field, class: Class, plies: u32) -> Situation {
    let side = field.side();
    field.points_of(side, class).next().map_or(Situation::Free, |point| Situation::Win(plies, point))
}

/// The situation if only `points` can help, those that are forbidden left out.
fn threatened(field: &Field, mut points: Defences, otherwise: u32) -> Situation {
    points.retain(|&mut point| field.is_legal(point));
    if points.is_empty() { Situation::Loss(otherwise) } else { Situation::Threatened { points, otherwise } }
}

/// The opponent makes a straight four next and wins two plies later, unless it is spoilt or own fours keep
/// him busy.
fn under_straight_four(field: &Field) -> Situation {
    let side = field.side();
    let threats = defence::points_of(field, !side, Class::StraightFour);
    let mut points = defence::against(field, !side, &threats);
    add_own_fours(field, &mut points);
    threatened(field, points, 4)
}

/// If the opponent's four-three wins should we pass, only a move helps that touches its lines, or that
/// makes our answer to the four a four of our own, or that is a four itself.
///
/// Nothing is claimed where an answer to the four is forbidden to us: a stone far away can make it allowed.
/// Nor where the straight four is not on a line of the four-three: a stone anywhere could spoil it.
fn under_four_three(field: &mut Field) -> Situation {
    let side = field.side();
    field.pass();
    let threat = four_three_that_wins(field);
    field.undo();
    let Some(FourThree { point: four, answers, spoilt: false }) = threat else { return Situation::Free };
    let mut points = Defences::new();
    points.push(four);
    let mut add_line = |point: Point, direction: Direction| {
        let cells = (-5..=5).filter_map(|steps| point.step(direction, steps));
        let new: Defences =
            cells.filter(|cell| field.empty().contains(*cell) && !points.contains(cell)).collect();
        points.extend(new);
    };
    for direction in Direction::ALL {
        if field.shape(four, direction, !side) >= Shape::OpenThree {
            add_line(four, direction);
        }
        for &answer in &answers {
            // One more stone makes a four of it.
            if matches!(field.shape(answer, direction, side), Shape::Three | Shape::OpenThree) {
                add_line(answer, direction);
            }
        }
    }
    add_own_fours(field, &mut points);
    threatened(field, points, 6)
}

fn add_own_fours(field: &Field, points: &mut Defences) {
    let side = field.side();
    let fours = field.points_of_fours(side).filter(|&p| makes_four(field, p, side) && !points.contains(&p));
    let fours: Defences = fours.collect();
    points.extend(fours);
}

/// Whether a stone of `color` on an empty point makes a four and is allowed.
pub(crate) fn makes_four(field: &Field, point: Point, color: Color) -> bool {
    match field.class(point, color) {
        Class::Forbidden => {
            let has_four = Direction::ALL
                .into_iter()
                .any(|d| matches!(field.shape(point, d, color), Shape::Four | Shape::StraightFour));
            has_four && field.foul_at(point).is_none()
        }
        class => class.is_four() || class == Class::StraightFour,
    }
}

/// A four-three that really wins.
struct FourThree {
    point: Point,
    /// The answers to its four.
    answers: Defences,
    /// An answer is forbidden, or the straight four that wins is not on one of its lines.
    spoilt: bool,
}

/// A four-three that really wins: after each answer to its four the straight four can be made and the
/// opponent has no five. Played out on the board, for answers can be anywhere on the line of the four,
/// make a four of their own or spoil the three, and Black's three may be a false one.
fn four_three_that_wins(field: &mut Field) -> Option<FourThree> {
    let side = field.side();
    let points = defence::points_of(field, side, Class::FourThree);
    points.into_iter().find_map(|point| {
        field.place(point);
        let mut answers = defence::against_five(field, side);
        let n_answers = answers.len();
        answers.retain(|&mut answer| field.is_legal(answer));
        let mut spoilt = answers.len() < n_answers;
        let wins = answers.iter().all(|&answer| {
            field.place(answer);
            let (own, opp) = (field.counts(side), field.counts(!side));
            spoilt |= own.fives == 0 && n_straight_fours_through(field, point, side) == 0;
            field.undo();
            own.fives > 0 || (own.straight_fours > 0 && opp.fives == 0)
        });
        field.undo();
        wins.then_some(FourThree { point, answers, spoilt })
    })
}

/// In how many lines through its stone on `point` a straight four of `color` can be made.
pub(super) fn n_straight_fours_through(field: &Field, point: Point, color: Color) -> usize {
    let makes_one = |&direction: &Direction| {
        let cells = (-4..=4).filter_map(|steps| point.step(direction, steps));
        let mut empty = cells.filter(|&cell| field.empty().contains(cell));
        empty.any(|cell| {
            field.class(cell, color) == Class::StraightFour
                && field.shape(cell, direction, color) == Shape::StraightFour
        })
    };
    Direction::ALL.iter().filter(|direction| makes_one(direction)).count()
}

#[cfg(test)]
mod tests {
    use tianyuan_rules::{Position, Rule, Size};

    use super::*;

    /// White's four-three at g3 has its five at h3, forbidden to Black as a double-three. But h6 makes h3
    /// allowed, and good: the straight four h3 to h6. So h6 must not be left out.
    #[test]
    fn a_forbidden_answer_can_become_allowed() {
        let mut position = Position::new(Size::STANDARD, Rule::Renju);
        for (color, points) in [(Color::Black, "c3 h4 h5 i4 j5"), (Color::White, "d3 e3 f3 g4 g5")] {
            for point in points.split(' ') {
                position.put(color, point.parse().unwrap()).unwrap();
            }
        }
        position.set_side(Color::Black);
        let mut field = Field::new(&position);
        let helps = |point: &Point| point.to_string() == "h6";
        match assess(&mut field) {
            Situation::Free => {}
            Situation::Threatened { points, .. } => assert!(points.iter().any(helps), "{points:?}"),
            other => panic!("{other:?}"),
        }
    }
}
