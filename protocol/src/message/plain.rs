//! The plain form.

use tianyuan_player::Report;

use super::line_of_play;
use super::number::{count, time};

/// `Depth 12-20 | Eval -43 | Time 202ms | H8 G7`, or where several lines of play are compared
/// `(1) -43 | 12-20 | H8 G7`.
pub(super) fn line(report: &Report) -> String {
    let (depth, deepest) = (report.depth, report.selective_depth);
    let (verdict, pv) = (report.verdict, line_of_play(&report.pv));
    if report.lines > 1 {
        format!("({}) {verdict} | {depth}-{deepest} | {pv}", report.line + 1)
    } else {
        format!("Depth {depth}-{deepest} | Eval {verdict} | Time {} | {pv}", time(report.elapsed))
    }
}

/// `Speed 208K | Depth 12-20 | Eval -43 | Node 42K | Time 202ms`: the end of a search.
pub(super) fn end(report: &Report) -> String {
    format!(
        "Speed {} | Depth {}-{} | Eval {} | Node {} | Time {}",
        count(report.nodes_per_second()),
        report.depth,
        report.selective_depth,
        report.verdict,
        count(report.nodes),
        time(report.elapsed),
    )
}

#[cfg(test)]
mod tests {
    use super::super::tests::report;
    use super::*;

    #[test]
    fn lines_that_readers_know() {
        assert_eq!(line(&report()), "Depth 12-20 | Eval -43 | Time 202ms | H8 G7 V22");
        assert_eq!(end(&report()), "Speed 207K | Depth 12-20 | Eval -43 | Node 42K | Time 202ms");
        assert_eq!(line(&Report { line: 1, lines: 3, ..report() }), "(2) -43 | 12-20 | H8 G7 V22");
    }
}
