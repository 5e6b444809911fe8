//! The estimate of a position in which nothing is settled.

use tianyuan_evaluation::weights::ThreatTerms;
use tianyuan_evaluation::{Counts, Field, Value};

/// Potentials are in eighths of a unit.
const POTENTIAL_PARTS: i32 = 8;
/// What the side to move can expect, by potentials and threats alone.
pub(crate) fn evaluate(field: &Field) -> Value {
    let side = field.side();
    let potential = (field.potential(side) - field.potential(!side)) / POTENTIAL_PARTS;
    let (own, opp) = (field.counts(side), field.counts(!side));
    let terms = field.tables().terms();
    let threatened = if opp.straight_fours > 0 { i32::from(terms.under_threat) } else { 0 };
    let threats = of_threats(terms.own, &own) - of_threats(terms.opponent, &opp);
    Value::estimate(potential + i32::from(terms.tempo) + threats - threatened)
}

/// Of each kind of point at most two count.
fn of_threats(terms: ThreatTerms, counts: &Counts) -> i32 {
    let some = |n: u32, term: i16| if n > 1 { 2 } else { n.cast_signed() } * i32::from(term);
    some(counts.four_threes, terms.four_three)
        + some(counts.fours, terms.four)
        + some(counts.double_threes, terms.double_three)
        + some(counts.open_threes, terms.open_three)
}
