//! What a stone makes besides its judgement.

use tianyuan_rules::explain::explain;
use tianyuan_rules::{Color, Direction, Foul, Judgement, Point, Position};

/// Directions in which a stone of the side to move on a point makes a line of so many, as `is_it` has it.
fn lines(
    position: &Position,
    point: Point,
    is_it: fn(usize) -> bool,
) -> impl Iterator<Item = (Direction, Vec<Point>)> {
    let color = position.side();
    Direction::ALL.into_iter().filter_map(move |direction| {
        let side = |sign: isize| {
            (1..)
                .map_while(move |n| point.step(direction, sign * n))
                .take_while(move |&at| position.cell(at).color() == Some(color))
        };
        let stones: Vec<Point> = side(-1).chain(side(1)).collect();
        is_it(stones.len() + 1).then_some((direction, stones))
    })
}

/// Whether the side to move makes six or more there, and no five.
pub(super) fn is_overline(position: &Position, point: Point) -> bool {
    lines(position, point, |n| n > 5).next().is_some() && lines(position, point, |n| n == 5).next().is_none()
}

/// The forbidden shape that Black makes together with a five: what its stone would make if the five did not stand.
/// Its stones beside the new one are taken for White's, so that nothing is left of it.
pub(super) fn voided_foul(position: &Position, point: Point) -> Option<Foul> {
    if position.side() != Color::Black || !position.rule().forbids(Color::Black) {
        return None;
    }
    let fives: Vec<Point> = lines(position, point, |n| n == 5).flat_map(|(_, stones)| stones).collect();
    let mut without = Position::new(position.size(), position.rule());
    for at in position.size().points() {
        let color = position.cell(at).color();
        let is_beside = fives.contains(&at) && at.distance(point) == 1;
        if let Some(color) = color {
            without.put(if is_beside { Color::White } else { color }, at).ok()?;
        }
    }
    match explain(&without, point).judgement {
        Judgement::Foul(foul) => Some(foul),
        Judgement::Five | Judgement::Legal => None,
    }
}
