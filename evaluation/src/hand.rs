//! The numbers made by hand and by games of all rules together.

use tianyuan_rules::line::Shape;

use crate::pattern::Class;
use crate::weights::{Terms, ThreatTerms};

/// What an empty point is worth to the side that could make a shape there, for each of its lines, in
/// eighths of a unit.
///
/// These and [`CLASS_VALUE`] come from a logistic regression on 40,000 positions of games that an earlier
/// version played against itself, half of the target the result and half the searched value, and then, together
/// with the scores below, from 1620 steps of simultaneous perturbation (SPSA), four games a step at 10,000 nodes a
/// move, freestyle and renju in turn. Shapes that those games hardly know are as they were.
const SHAPE_VALUE: [i32; Shape::COUNT] = [0, -4, -3, 13, 28, 73, 29, 168, 168, 0, 0, 250];

/// What is added for the class of the four lines together. Below zero where the lines alone say too much.
const CLASS_VALUE: [i32; Class::COUNT] = [0, -22, -20, -35, -19, 67, 220, 0, 71, 185, 357, 668, 342, 400];

/// How well a move there is worth looking at first, for the side that would make the shape: ordering only.
///
/// Made by hand, then tuned by games together with the values above. A softmax regression of these and of separate
/// defence scores on the best moves of 41,000 searches predicted those moves better, but the search with it lost:
/// 39-61 at 10,000 nodes a move, in freestyle and in renju. What refutes a bad move is not what is best in a quiet
/// position. Nor can they be fitted to the moves that caused cuts: of the moves tried there the last one is the
/// good one, whatever the order, so that a fit turns the order upside down.
const SHAPE_SCORE: [i32; Shape::COUNT] = [0, 3, 7, -1, 36, 42, 115, 114, 81, 0, 0, 200];

/// What is added for the class.
const CLASS_SCORE: [i32; Class::COUNT] = [0, 0, 4, 24, -3, -5, 29, 0, 135, -16, 34, 153, 321, 1000];

/// A move's share for what it takes from the opponent, in sixty-fourths of what it would give him.
const DEFENCE_SHARE: i32 = 31;

/// The numbers of a combination of shapes.
pub(crate) struct Numbers {
    pub(crate) value: i16,
    pub(crate) attack: i16,
    pub(crate) defence: i16,
}

/// The numbers of four shapes of this class.
#[expect(clippy::cast_possible_truncation, reason = "values and scores stay far below 32,767")]
pub(crate) fn hand_made(shapes: [Shape; 4], class: Class) -> Numbers {
    let sum = |table: [i32; Shape::COUNT]| shapes.iter().map(|shape| table[shape.index()]).sum::<i32>();
    let attack = sum(SHAPE_SCORE) + CLASS_SCORE[class as usize];
    let value = (sum(SHAPE_VALUE) + CLASS_VALUE[class as usize]).max(0);
    // A point that may be forbidden is worth nothing, and needs no stone of the opponent.
    let is_free = class != Class::Forbidden;
    Numbers {
        value: if is_free { value as i16 } else { 0 },
        attack: attack as i16,
        defence: if is_free { (attack * DEFENCE_SHARE / 64) as i16 } else { 0 },
    }
}

/// What is said of a board as a whole: tuned together with the values. A share of the potential before the last move, as
/// other programs take it, went to 31 % while only the search was tuned and back to nothing when these were.
pub(crate) const fn terms_made_by_games() -> Terms {
    Terms {
        tempo: 186,
        own: ThreatTerms { four_three: 10, four: 0, double_three: 8, open_three: 32 },
        opponent: ThreatTerms { four_three: 49, four: -16, double_three: 34, open_three: 37 },
        under_threat: 72,
    }
}
