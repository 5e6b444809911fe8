//! Blocks of `INFO` lines, one for each line of play, for boards that show several.

use tianyuan_player::Report;
use tianyuan_rules::{Point, Size};

use super::SHOWN;
use crate::Axes;

/// The block without the word `INFO` before each line. It begins with `PV` and ends with `PV DONE`: readers
/// keep what they have read until then.
pub(super) fn lines(report: &Report, axes: Axes, size: Size) -> Vec<String> {
    let coords = |points: &[Point]| {
        let coords = points.iter().take(SHOWN).map(|&point| axes.coord(point, size).to_string());
        coords.collect::<Vec<_>>().join(" ")
    };
    vec![
        format!("PV {}", report.line),
        format!("NUMPV {}", report.lines),
        format!("DEPTH {}", report.depth),
        format!("SELDEPTH {}", report.selective_depth),
        format!("NODES {}", report.nodes),
        format!("TOTALNODES {}", report.nodes),
        format!("TOTALTIME {}", report.elapsed.as_millis()),
        format!("SPEED {}", report.nodes_per_second()),
        format!("EVAL {}", report.verdict),
        format!("WINRATE {:.4}", report.verdict.win_chance()),
        format!("BESTLINE {}", coords(&report.pv)),
        "PV DONE".to_owned(),
    ]
}

#[cfg(test)]
mod tests {
    use super::super::tests::report;
    use super::*;

    #[test]
    fn a_block_says_everything_between_its_marks() {
        let pv = ["h8", "g7"].map(|text| text.parse().unwrap()).to_vec();
        let lines = lines(&Report { pv, ..report() }, Axes::RowColumn, Size::STANDARD);
        assert_eq!(
            lines.join("; "),
            "PV 0; NUMPV 1; DEPTH 12; SELDEPTH 20; NODES 42000; TOTALNODES 42000; TOTALTIME 202; \
             SPEED 207920; EVAL -43; WINRATE 0.4465; BESTLINE 7,7 8,6; PV DONE"
        );
    }
}
