//! What a person sees of a board while one move is thought of.
//!
//! ```text
//! . . . . . . .      Whole lines are overlooked, diagonals sooner than rows: an open three
//! . 1 . . . . .      with all the points (1) where a straight four would come of it, or
//! . . X . . . .      none of them. What stands on a line through one of the last stones is
//! . . . X . . .      hardly overlooked. A four never is: where a five can be made is asked
//! . . . . X . .      of the field, not of these eyes.
//! . . . . . 1 .
//! ```

use rand::{Rng, RngExt};
use tianyuan_evaluation::{Class, Field};
use tianyuan_rules::line::Shape;
use tianyuan_rules::{Color, Direction, Point, STRIDE};

/// The part of the chance that is left on lines through one of the last stones.
const JUST_PLACED: f64 = 0.4;
/// How many times as much of it there is on diagonals.
const DIAGONAL: f64 = 1.5;

/// The lines that are overlooked, drawn anew for each move.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Eyes {
    /// For each direction a bit for each of its lines.
    overlooked: [u32; 4],
}

impl Eyes {
    /// Draws which lines are overlooked. `blind`: the chance for a row far from the `last` stones.
    pub(super) fn drawn(blind: f64, last: &[Point], random: &mut impl Rng) -> Self {
        let mut eyes = Self::default();
        for direction in Direction::ALL {
            let is_diagonal = matches!(direction, Direction::Diagonal | Direction::Antidiagonal);
            let fresh = last.iter().fold(0, |lines, &point| lines | line_bit(direction, point));
            for line in (0..STRIDE).map(|line| 1_u32 << line) {
                let nearness = if fresh & line == 0 { 1.0 } else { JUST_PLACED };
                let chance = blind * nearness * if is_diagonal { DIAGONAL } else { 1.0 };
                let is_overlooked = random.random_bool(chance.min(1.0));
                eyes.overlooked[direction.index()] |= if is_overlooked { line } else { 0 };
            }
        }
        eyes
    }

    /// Whether it is seen what a stone of `color` would make of an empty point: that nothing that counts lies on
    /// a line that is overlooked.
    pub(super) fn see(&self, field: &Field, point: Point, color: Color) -> bool {
        let class = field.class(point, color);
        let is_overlooked =
            |direction: Direction| self.overlooked[direction.index()] & line_bit(direction, point) != 0;
        // Most points hold nothing, and most lines are seen.
        if matches!(class, Class::Quiet | Class::Five) || !Direction::ALL.into_iter().any(is_overlooked) {
            return true;
        }
        let shape = |direction: Direction| {
            if is_overlooked(direction) { Shape::Nothing } else { field.shape(point, direction, color) }
        };
        let forbids = field.board().rule().forbids(color);
        Class::of(Direction::ALL.map(shape), forbids) == class
    }

    /// A point where a straight four of `color` is seen.
    pub(super) fn straight_four(&self, field: &Field, color: Color) -> Option<Point> {
        if field.counts(color).straight_fours == 0 {
            return None;
        }
        field.points_of(color, Class::StraightFour).find(|&point| self.see(field, point, color))
    }
}

/// The bit of the line of a direction through a point.
const fn line_bit(direction: Direction, point: Point) -> u32 {
    1 << direction.line_and_position(point).0
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::ChaCha8Rng;
    use tianyuan_rules::{Position, Rule, Size};

    use super::*;

    /// An open three of Black's on a diagonal, White to move.
    fn three() -> (Field, Point) {
        let mut position = Position::new(Size::STANDARD, Rule::Renju);
        for point in ["g7", "h8", "i9"] {
            position.put(Color::Black, point.parse().unwrap()).unwrap();
        }
        (Field::new(&position), "i9".parse().unwrap())
    }

    fn times_seen(blind: f64, last: &[Point]) -> usize {
        let (field, _) = three();
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let sees =
            |_: &usize| Eyes::drawn(blind, last, &mut random).straight_four(&field, Color::Black).is_some();
        (0..1000).filter(sees).count()
    }

    #[test]
    fn old_threes_are_overlooked_sooner_than_fresh_ones() {
        let (_, last) = three();
        assert_eq!((times_seen(0.0, &[]), times_seen(1.0, &[])), (1000, 0));
        let (old, fresh) = (times_seen(0.3, &[]), times_seen(0.3, &[last]));
        assert!((500..600).contains(&old) && (780..860).contains(&fresh), "{old} {fresh}");
    }

    #[test]
    fn a_five_is_always_seen() {
        let mut position = Position::new(Size::STANDARD, Rule::Freestyle);
        for point in ["g7", "h8", "i9", "j10"] {
            position.put(Color::Black, point.parse().unwrap()).unwrap();
        }
        let field = Field::new(&position);
        let eyes = Eyes { overlooked: [u32::MAX; 4] };
        assert!(eyes.see(&field, "k11".parse().unwrap(), Color::Black));
        assert!(!eyes.see(&field, "h7".parse().unwrap(), Color::Black), "an open two is not");
    }
}
