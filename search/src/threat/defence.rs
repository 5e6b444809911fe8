//! Which moves can stop a threat.

use smallvec::{SmallVec, smallvec};
use tianyuan_evaluation::{Class, Field};
use tianyuan_rules::line::Shape;
use tianyuan_rules::{Color, Direction, Point};

/// Points, usually few.
pub(crate) type Defences = SmallVec<[Point; 16]>;

/// Points that could spoil what `attacker` would make on each of `threats`.
///
/// A stone changes a point's shapes only from within five cells on one of its lines, so a defence of a
/// threat stands on it or on one of the lines that make it one. This gives too many rather than too few,
/// and it holds in every rule: in caro a four is also spoilt from behind.
pub(crate) fn against(field: &Field, attacker: Color, threats: &[Point]) -> Defences {
    let Some((&first, rest)) = threats.split_first() else { return Defences::new() };
    let mut defences = on_lines_of(field, attacker, first);
    for &threat in rest {
        let also = on_lines_of(field, attacker, threat);
        defences.retain(|point| also.contains(point));
    }
    defences
}

fn on_lines_of(field: &Field, attacker: Color, threat: Point) -> Defences {
    let mut points = Defences::new();
    points.push(threat);
    for direction in Direction::ALL {
        let shape = field.shape(threat, direction, attacker);
        if matches!(shape, Shape::Four | Shape::StraightFour | Shape::Five | Shape::DoubleFour) {
            let cells =
                (-5..=5).filter(|&steps| steps != 0).filter_map(|steps| threat.step(direction, steps));
            points.extend(cells.filter(|&point| field.empty().contains(point)));
        }
    }
    points
}

/// The empty points of a class for `color`.
pub(crate) fn points_of(field: &Field, color: Color, class: Class) -> Defences {
    field.points_of(color, class).collect()
}

/// The answers to `attacker`'s threat to make a five: the five-point, or in caro also points that spoil
/// the five from its ends. None if there are several five-points that no single stone can stop.
pub(crate) fn against_five(field: &Field, attacker: Color) -> Defences {
    let fives = points_of(field, attacker, Class::Five);
    if field.board().rule().blocks_count() {
        return against(field, attacker, &fives);
    }
    if fives.len() > 1 { Defences::new() } else { fives }
}

/// The points where a stone could take away one of `attacker`'s fives, the others apart.
pub(super) fn of_five(field: &Field, attacker: Color, five: Point) -> Defences {
    if field.board().rule().blocks_count() {
        return against(field, attacker, &[five]);
    }
    smallvec![five]
}

#[cfg(test)]
mod tests {
    use tianyuan_rules::{Position, Rule, Size};

    use super::*;

    fn position(rule: Rule, black: &str, white: &str) -> Position {
        let mut position = Position::new(Size::STANDARD, rule);
        for (color, points) in [(Color::Black, black), (Color::White, white)] {
            for point in points.split_whitespace() {
                position.put(color, point.parse().unwrap()).unwrap();
            }
        }
        position.set_side(Color::White);
        position
    }

    /// Every stone outside the set must leave the threat standing, in every rule.
    #[test]
    fn no_defence_is_missed() {
        let set_ups = [("h8 i8 j8", "g8"), ("h8 i8 k8", ""), ("h8 i8 j8", ""), ("h8 i9 j10 h9 h10", "h12")];
        for rule in Rule::ALL {
            for (black, white) in set_ups {
                let mut field = Field::new(&position(rule, black, white));
                let threats = points_of(&field, Color::Black, Class::StraightFour);
                let defences = against(&field, Color::Black, &threats);
                let others: Vec<_> = field.empty().iter().filter(|p| !defences.contains(p)).collect();
                for point in others {
                    field.place(point);
                    let left = field.counts(Color::Black);
                    field.undo();
                    assert!(
                        threats.is_empty() || left.straight_fours > 0,
                        "{rule} {black} / {white}: {point}"
                    );
                }
            }
        }
    }

    #[test]
    fn a_five_is_answered_on_its_point_or_in_caro_from_behind() {
        let at = |rule, white| {
            let field = Field::new(&position(rule, "e8 f8 g8 h8", white));
            let mut points: Vec<_> =
                against_five(&field, Color::Black).iter().map(Point::to_string).collect();
            points.sort();
            points
        };
        assert_eq!(at(Rule::Freestyle, "d8"), ["i8"]);
        assert!(at(Rule::Freestyle, "").is_empty());
        assert!(at(Rule::Caro, "d8").contains(&"j8".to_owned()));
    }
}
