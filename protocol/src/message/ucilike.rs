//! The ucilike form: names and values, one line a line of play.

use tianyuan_player::Report;

use super::line_of_play;
use super::number::{count, speed};

/// `depth 12-20 multipv 1 ev -43 n 42K n/ms 208 tm 202 pv H8 G7`.
pub(super) fn line(report: &Report) -> String {
    format!(
        "depth {}-{} multipv {} ev {} n {} n/ms {} tm {} pv {}",
        report.depth,
        report.selective_depth,
        report.line + 1,
        report.verdict,
        count(report.nodes),
        speed(report).div_ceil(1000),
        report.elapsed.as_millis(),
        line_of_play(&report.pv),
    )
}

#[cfg(test)]
mod tests {
    use super::super::tests::report;
    use super::*;

    #[test]
    fn a_line_of_names_and_values() {
        let report = Report { line: 1, lines: 2, ..report() };
        assert_eq!(line(&report), "depth 12-20 multipv 2 ev -43 n 42K n/ms 208 tm 202 pv H8 G7 V22");
    }
}
