//! The estimate of a position in which nothing is settled.

use tianyuan_evaluation::{Counts, Field, Value};

/// Potentials are in eighths of a unit.
const POTENTIAL_PARTS: i32 = 8;
/// Percent of the potential that are taken from before the last move. A stone just placed promises more than it keeps
/// once it is answered; half-way between both positions that evens out.
const FORMER_SHARE: i32 = 31;
/// The right to move. This and the share come from games, see [`parameters`](super::parameters); the numbers
/// below from the regression that made the potentials.
const TEMPO: i32 = 203;
/// What the side to move gains by points of its own, for each kind at most two points counted.
const OWN: Threats = Threats { four_three: 0, four: 12, double_three: 50, open_three: 8 };
/// What it loses by points of the opponent.
const OPPONENT: Threats = Threats { four_three: 33, four: 14, double_three: 48, open_three: -9 };
/// The opponent threatens a straight four.
const UNDER_THREAT: i32 = 39;

struct Threats {
    four_three: i32,
    four: i32,
    double_three: i32,
    open_three: i32,
}

/// What the side to move can expect, by potentials and threats alone.
pub(crate) fn evaluate(field: &Field) -> Value {
    let side = field.side();
    let now = field.potential(side) - field.potential(!side);
    let before = field.former_potential(side) - field.former_potential(!side);
    let potential = (now * (100 - FORMER_SHARE) + before * FORMER_SHARE) / 100 / POTENTIAL_PARTS;
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
