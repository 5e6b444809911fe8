//! The estimate of a position in which nothing is settled.

use tianyuan_evaluation::{Counts, Field, Value};

/// Potentials are in eighths of a unit.
const POTENTIAL_PARTS: i32 = 8;
/// The right to move. This and all other numbers here were tuned together with those of the potentials. A share
/// of the potential before the last move, as other programs take it, went to 31 % while only the search was tuned and
/// back to nothing when these were.
pub(crate) const TEMPO: i32 = 186;
/// What the side to move gains by points of its own, for each kind at most two points counted.
const OWN: Threats = Threats { four_three: 10, four: 0, double_three: 8, open_three: 32 };
/// What it loses by points of the opponent.
const OPPONENT: Threats = Threats { four_three: 49, four: -16, double_three: 34, open_three: 37 };
/// The opponent threatens a straight four.
const UNDER_THREAT: i32 = 72;

struct Threats {
    four_three: i32,
    four: i32,
    double_three: i32,
    open_three: i32,
}

/// What the side to move can expect, by potentials and threats alone.
pub(crate) fn evaluate(field: &Field) -> Value {
    let side = field.side();
    let potential = (field.potential(side) - field.potential(!side)) / POTENTIAL_PARTS;
    let (own, opp) = (field.counts(side), field.counts(!side));
    let threatened = if opp.straight_fours > 0 { UNDER_THREAT } else { 0 };
    Value::estimate(potential + TEMPO + OWN.of(&own) - OPPONENT.of(&opp) - threatened)
}

impl Threats {
    fn of(&self, counts: &Counts) -> i32 {
        let some = |n: u32| if n > 1 { 2 } else { n.cast_signed() };
        some(counts.four_threes) * self.four_three
            + some(counts.fours) * self.four
            + some(counts.double_threes) * self.double_three
            + some(counts.open_threes) * self.open_three
    }
}
