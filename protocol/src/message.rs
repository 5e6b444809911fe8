//! How the progress of a search is told.

use std::time::Duration;

use tianyuan_player::Report;
use tianyuan_rules::Point;

/// Points of a continuation that are shown.
const SHOWN: usize = 24;

/// `Depth 12-20 | Eval -43 | Time 202ms | H8 G7`: the form that readers of Rapfi's output know.
///
/// Points are a letter for the column and a number for the row counted from the **bottom**, as in renju
/// notation and on Yixin-Board; only the move itself is in the manager's coordinates.
pub(crate) fn progress(report: &Report) -> String {
    let (depth, deepest) = (report.depth, report.selective_depth);
    let (verdict, time, pv) = (report.verdict, time(report.elapsed), line_of_play(&report.pv));
    format!("Depth {depth}-{deepest} | Eval {verdict} | Time {time} | {pv}")
}

fn line_of_play(points: &[Point]) -> String {
    let names: Vec<String> = points.iter().take(SHOWN).map(|p| p.to_string().to_uppercase()).collect();
    names.join(" ")
}

/// Milliseconds below 10 seconds, then the largest unit that keeps the number above 9, or hours.
fn time(elapsed: Duration) -> String {
    let seconds = elapsed.as_secs();
    match seconds {
        0..10 => format!("{}ms", elapsed.as_millis()),
        10..600 => format!("{seconds}s"),
        600..36_000 => format!("{}min", seconds / 60),
        _ => format!("{}h", seconds / 3600),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tianyuan_player::Verdict;

    #[test]
    fn a_line_that_readers_know() {
        let pv = ["h8", "g7", "v22"].map(|text| text.parse().unwrap()).to_vec();
        let report = Report {
            line: 0,
            lines: 1,
            depth: 12,
            selective_depth: 20,
            nodes: 42_000,
            elapsed: Duration::from_millis(202),
            verdict: Verdict::estimate(-43),
            pv,
        };
        assert_eq!(progress(&report), "Depth 12-20 | Eval -43 | Time 202ms | H8 G7 V22");
    }

    #[test]
    fn times_have_units() {
        let shown = |ms| time(Duration::from_millis(ms));
        assert_eq!(shown(9_999), "9999ms");
        assert_eq!(shown(12_000), "12s");
        assert_eq!(shown(720_000), "12min");
        assert_eq!(shown(90_000_000), "25h");
    }
}
