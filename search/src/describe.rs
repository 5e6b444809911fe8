//! What the engine sees in a position before it thinks, in words.

use tianyuan_evaluation::{Counts, Field};
use tianyuan_rules::{Color, Rule};

use crate::alphabeta::estimate;

/// A few short lines: for each side its threats and the worth of its shapes, then the estimate.
pub(crate) fn describe(field: &Field) -> Vec<String> {
    let rule = field.board().rule();
    let mut lines: Vec<String> = Color::ALL.map(|color| of_color(field, rule, color)).to_vec();
    lines.push(format!(
        "{} to move, {} candidates, estimate {}",
        field.side(),
        field.candidates().len(),
        estimate(field).raw(),
    ));
    lines
}

fn of_color(field: &Field, rule: Rule, color: Color) -> String {
    let Counts { fives, straight_fours, four_threes, fours, double_threes, open_threes, forbidden } =
        field.counts(color);
    let points = [
        (fives, "five"),
        (straight_fours, "straight-four"),
        (four_threes, "four-three"),
        (fours, "four"),
        (double_threes, "double-three"),
        (open_threes, "three"),
        (if rule.forbids(color) { forbidden } else { 0 }, "perhaps forbidden"),
    ];
    let named: Vec<String> =
        points.iter().filter(|(n, _)| *n > 0).map(|(n, name)| format!("{name} {n}")).collect();
    let named = if named.is_empty() { "none".to_owned() } else { named.join(", ") };
    format!("{color}: points for {named}; shapes {}", field.potential(color))
}
