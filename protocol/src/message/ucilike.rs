//! The ucilike form: names and values, one line a line of play.

use tianyuan_player::Report;

use tianyuan_rules::{Point, Size};

use super::number::count;
use super::{SHOWN, names};
use crate::Axes;

/// `depth 12-20 multipv 1 ev -43 n 42K n/ms 208 tm 202 pv H8 G9`. Where columns come first the numbers of
/// rows count from the top, the manager's `y` plus one, as Rapfi's readers expect.
pub(super) fn line(report: &Report, axes: Axes, size: Size) -> String {
    let shown = report.pv.iter().take(SHOWN).map(|&point| match axes {
        Axes::ColumnRow => upside_down(point, size),
        Axes::RowColumn => point,
    });
    format!(
        "depth {}-{} multipv {} ev {} n {} n/ms {} tm {} pv {}",
        report.depth,
        report.selective_depth,
        report.line + 1,
        report.verdict,
        count(report.nodes),
        report.nodes_per_second().div_ceil(1000),
        report.elapsed.as_millis(),
        names(shown),
    )
}

fn upside_down(point: Point, size: Size) -> Point {
    size.point(point.col(), (size.side() - 1).saturating_sub(point.row())).unwrap_or(point)
}

#[cfg(test)]
mod tests {
    use super::super::tests::report;
    use super::*;

    #[test]
    fn a_line_of_names_and_values() {
        let pv = ["h8", "g7", "a15"].map(|text| text.parse().unwrap()).to_vec();
        let report = Report { line: 1, lines: 2, pv, ..report() };
        let start = "depth 12-20 multipv 2 ev -43 n 42K n/ms 208 tm 202 pv ";
        let from_top = line(&report, Axes::ColumnRow, Size::STANDARD);
        assert_eq!(from_top, format!("{start}H8 G9 A1"));
        let from_bottom = line(&report, Axes::RowColumn, Size::STANDARD);
        assert_eq!(from_bottom, format!("{start}H8 G7 A15"));
    }
}
