//! The table of the lines of play, as rows of text.
#![deny(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use std::time::Duration;

use tianyuan_player::{Report, Verdict};
use tianyuan_rules::Point;

/// How much of a line of play is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Room {
    /// This many moves.
    Moves(usize),
    /// As many moves as fit into rows of this many characters; no row is longer.
    Columns(usize),
}

/// Rows of a live table besides those of the lines: an empty one, the heading, two below.
const ROWS_AROUND: usize = 4;

/// The heading and a row for each line of play.
pub(crate) fn table(reports: &[Report], room: Room) -> Vec<String> {
    let heading = format!("  #  move  {:<28}  chance  depth   line of play", "verdict");
    let rows = reports.iter().map(|report| row(report, room));
    std::iter::once(cut(heading, room)).chain(rows).collect()
}

/// The table while the search goes on, with `status` below, in at most `height` rows. Of more lines than fit
/// only the first are shown.
pub(crate) fn live(reports: &[Report], status: String, room: Room, height: usize) -> Vec<String> {
    let most = height.saturating_sub(ROWS_AROUND).max(1);
    let shown = if reports.len() > most { most.saturating_sub(1) } else { reports.len() };
    let (first, rest) = reports.split_at_checked(shown).unwrap_or((reports, &[]));
    let mut rows = vec![String::new()];
    rows.extend(table(first, room));
    if !rest.is_empty() {
        rows.push(cut(format!("     and {} more", rest.len()), room));
    }
    rows.extend([String::new(), cut(status, room)]);
    rows
}

/// One line of play.
pub(crate) fn row(report: &Report, room: Room) -> String {
    let first = report.pv.first().map(Point::to_string).unwrap_or_default();
    let (rank, verdict) = (report.line + 1, in_words(report.verdict));
    let chance = format!("{:.1} %", 100.0 * report.verdict.win_chance());
    let depth = format!("{}/{}", report.depth, report.selective_depth);
    let mut row = format!("{rank:3}  {first:4}  {verdict:<28} {chance:>7}  {depth:<6} ");
    let moves: Vec<String> = report.pv.iter().map(|point| format!(" {point}")).collect();
    let n_shown = n_shown(&moves, room, row.len());
    row.extend(moves.iter().take(n_shown).map(String::as_str));
    row.push_str(if n_shown < moves.len() { " ..." } else { "" });
    cut(row, room)
}

/// How many of the moves fit behind `taken` characters.
fn n_shown(moves: &[String], room: Room, taken: usize) -> usize {
    let width = match room {
        Room::Moves(most) => return most.min(moves.len()),
        Room::Columns(width) => width.saturating_sub(taken),
    };
    let length = |moves: &[String]| moves.iter().map(String::len).sum::<usize>();
    if length(moves) <= width {
        return moves.len();
    }
    let fits = |n: &usize| moves.get(..*n).is_some_and(|moves| length(moves) + " ...".len() <= width);
    (0..moves.len()).rev().find(fits).unwrap_or(0)
}

fn cut(row: String, room: Room) -> String {
    match room {
        Room::Moves(_) => row,
        Room::Columns(width) => row.chars().take(width).collect(),
    }
}

/// What the side to move can expect.
fn in_words(verdict: Verdict) -> String {
    let (result, plies) = match verdict {
        Verdict::Estimate { win_chance, .. } => return estimate_in_words(win_chance).to_owned(),
        Verdict::WinIn(plies) => ("wins", plies),
        Verdict::LossIn(plies) => ("loses", plies),
    };
    let moves = plies.div_ceil(2);
    let plural = |n: u32, one: &str, more: &str| format!("{n} {}", if n == 1 { one } else { more });
    format!("{result} in {} ({})", plural(moves, "move", "moves"), plural(plies, "ply", "plies"))
}

fn estimate_in_words(win_chance: f64) -> &'static str {
    match win_chance {
        chance if chance > 0.85 => "much better",
        chance if chance > 0.7 => "better",
        chance if chance > 0.55 => "slightly better",
        chance if chance >= 0.45 => "even",
        chance if chance >= 0.3 => "slightly worse",
        chance if chance >= 0.15 => "worse",
        _ => "much worse",
    }
}

/// What it took.
pub(crate) fn effort(nodes: u64, elapsed: Duration) -> String {
    format!("{nodes} nodes in {:.2} s", elapsed.as_secs_f64())
}
