//! Which replies can matter against a threat to win by fours.
//!
//! A reply far from the line of fours changes nothing in it. One that can matter stands
//!
//! - on a point of the line: one of its fours, or a five-point;
//! - where the defender has a four now, which gains time; or will have one after the replies that the line forces on
//!   him, for then a reply of the line itself is a four;
//! - near a point of the line that is or seems forbidden to Black: a stone there can make a three real, or take the
//!   foul from a reply.
//!
//! What is left out has not been needed by any proof, and would not hurt: proofs are checked against all replies.

use tianyuan_evaluation::{Class, Field};
use tianyuan_rules::{Color, Direction, Point, PointSet};

use super::defence;
use super::vcf::FourSearch;

/// The points where a stone of the side to move could matter against a threat of its opponent to win by at most
/// `depth` fours. `None` if no such threat is found within `nodes`.
pub(super) fn relevant(
    field: &mut Field,
    fours: &mut FourSearch,
    depth: u32,
    nodes: u64,
) -> Option<PointSet> {
    let mut points = PointSet::EMPTY;
    field.pass();
    let is_threat = add_win(field, fours, (depth, nodes), &mut points);
    field.undo();
    if !is_threat {
        return None;
    }
    add_fours(field, field.side(), &mut points);
    Some(points)
}

/// Adds what can matter against a win by fours of the side to move. Whether there is one.
fn add_win(
    field: &mut Field,
    fours: &mut FourSearch,
    (depth, nodes): (u32, u64),
    points: &mut PointSet,
) -> bool {
    let side = field.side();
    let Some((point, plies)) = fours.search(field, depth, nodes).win() else { return false };
    points.insert(point);
    if field.class(point, side) == Class::Forbidden {
        add_lines(field, point, points);
    }
    if plies == 1 {
        return true;
    }
    field.place(point);
    let five = field.points_of(side, Class::Five).next();
    let replies = five.map(|five| defence::of_five(field, side, five)).unwrap_or_default();
    let is_won = replies.into_iter().all(|reply| {
        points.insert(reply);
        if !field.is_legal(reply) {
            add_lines(field, reply, points);
            return true;
        }
        field.place(reply);
        add_fours(field, !side, points);
        let is_won = add_win(field, fours, (depth.saturating_sub(1), nodes), points);
        field.undo();
        is_won
    });
    field.undo();
    is_won
}

/// Adds the points where a stone of a color would make a four or more. Forbidden ones too: a stone placed earlier may
/// be allowed.
fn add_fours(field: &Field, color: Color, points: &mut PointSet) {
    for point in field.points_of_fours(color) {
        points.insert(point);
    }
}

/// Adds the empty points within five cells on the lines through a point.
fn add_lines(field: &Field, point: Point, points: &mut PointSet) {
    for direction in Direction::ALL {
        let cells = (-5..=5).filter_map(|steps| point.step(direction, steps));
        for cell in cells.filter(|&cell| field.empty().contains(cell)) {
            points.insert(cell);
        }
    }
}
