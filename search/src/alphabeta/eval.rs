//! The estimate of a position in which nothing is settled.

use tianyuan_evaluation::{Counts, Field, Value};

/// Units of the evaluation for one unit of potential, as a fraction.
const POTENTIAL_SCALE: (i32, i32) = (1, 4);
/// The right to move.
const TEMPO: i32 = 40;
/// What the side to move gains by points of its own, for each kind at most two points counted.
const OWN: Threats = Threats { four_three: 90, four: 10, double_three: 120, open_three: 8 };
/// What it loses by points of the opponent.
const OPPONENT: Threats = Threats { four_three: 60, four: 8, double_three: 50, open_three: 5 };
/// The opponent threatens a straight four.
const UNDER_THREAT: i32 = 40;

struct Threats {
    four_three: i32,
    four: i32,
    double_three: i32,
    open_three: i32,
}

/// What the side to move can expect, by potentials and threats alone.
pub(super) fn evaluate(field: &Field) -> Value {
    let side = field.side();
    let (scale, parts) = POTENTIAL_SCALE;
    let potential = (field.potential(side) - field.potential(!side)) * scale / parts;
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
