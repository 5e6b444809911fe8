//! Moves after which a position is worth nearest to a wanted value.

use tianyuan_rules::{Color, Point, Position};

use super::judge::{Judge, Stopped};

/// Moves that are looked at for the last stone, and for the first of two.
const LAST: usize = 24;
const FIRST: usize = 10;

/// One move or two, which both sides place, so that the value for the side to move is nearest to `wanted`; fewer where
/// the board has no room. What that side could gain with its last stone counts, not what it would.
pub(super) fn moves(judge: &mut Judge<'_>, position: &Position, n_moves: usize, wanted: i32) -> Vec<Point> {
    let wanted = if position.side() == Color::Black { wanted } else { -wanted };
    let found = judge.deepen(|judge, _: Option<&Vec<Point>>| {
        if n_moves < 2 {
            one(judge, position, wanted).map(|(points, _)| points)
        } else {
            two(judge, position, wanted)
        }
    });
    found.unwrap_or_default()
}

/// One stone, and how far off the value is. Values are Black's.
fn one(judge: &mut Judge<'_>, position: &Position, wanted: i32) -> Result<(Vec<Point>, u32), Stopped> {
    let moves = judge.moves(position, LAST)?;
    let nearest = moves.into_iter().map(|(point, value)| (value.abs_diff(wanted), point)).min();
    Ok(nearest.map_or((Vec::new(), u32::MAX), |(off, point)| (vec![point], off)))
}

fn two(judge: &mut Judge<'_>, position: &Position, wanted: i32) -> Result<Vec<Point>, Stopped> {
    let mut best = (u32::MAX, Vec::new());
    for (first, _) in judge.moves(position, FIRST)? {
        let mut after = position.clone();
        if after.play(first).is_err() {
            continue;
        }
        let (second, off) = one(judge, &after, wanted)?;
        if off < best.0 {
            best = (off, [vec![first], second].concat());
        }
    }
    Ok(best.1)
}
