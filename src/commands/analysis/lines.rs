//! The lines of play of an analysis as they come.

use std::time::Duration;

use tianyuan_player::Report;
use tianyuan_rules::Point;

/// The lines of play of the last depth that was reported whole. Lines of two depths are never mixed: the same
/// move could stand in both.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    coming: Vec<Report>,
    whole: Vec<Report>,
}

impl Lines {
    /// Takes a report; whether a depth is whole with it. The lines of a depth come one after the other.
    pub(crate) fn take(&mut self, report: Report) -> bool {
        if report.line == 0 {
            self.coming.clear();
        }
        let (is_next, n_lines) = (report.line == self.coming.len(), report.lines);
        if is_next {
            self.coming.push(report);
        }
        let is_whole = is_next && self.coming.len() == n_lines;
        if is_whole {
            self.whole = std::mem::take(&mut self.coming);
        }
        is_whole
    }

    /// The lines, the best first; none before the first report.
    pub(crate) fn all(&self) -> &[Report] {
        &self.whole
    }

    /// The first move of the best line.
    pub(crate) fn best(&self) -> Option<Point> {
        self.whole.first().and_then(|line| line.pv.first()).copied()
    }

    /// Nodes when the lines were reported.
    pub(crate) fn nodes(&self) -> u64 {
        self.whole.iter().map(|line| line.nodes).max().unwrap_or_default()
    }

    /// Thinking time when the lines were reported.
    pub(crate) fn elapsed(&self) -> Duration {
        self.whole.iter().map(|line| line.elapsed).max().unwrap_or_default()
    }
}
