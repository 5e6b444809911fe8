//! The lines of play of a search as they come.

use std::time::Duration;

use tianyuan_rules::Point;

use crate::Report;

/// The lines of play of the last depth that was reported whole. Lines of two depths are never mixed: the same
/// move could stand in both.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    coming: Vec<Report>,
    whole: Vec<Report>,
}

impl Lines {
    /// Nothing has been reported yet.
    pub const fn new() -> Self {
        Self { coming: Vec::new(), whole: Vec::new() }
    }

    /// Takes a report; whether a depth is whole with it. The lines of a depth come one after the other.
    pub fn take(&mut self, report: Report) -> bool {
        if report.line == 0 {
            self.coming.clear();
        }
        let (is_next, n_lines) = (report.line == self.coming.len(), report.lines);
        if is_next {
            self.coming.push(report);
        }
        let is_whole = is_next && self.coming.len() >= n_lines;
        if is_whole {
            self.whole = std::mem::take(&mut self.coming);
        }
        is_whole
    }

    /// The lines, the best first; none before the first report.
    pub fn all(&self) -> &[Report] {
        &self.whole
    }

    /// The best line that was reported last, of a depth that is not whole too.
    pub fn newest(&self) -> Option<&Report> {
        self.coming.first().or(self.whole.first())
    }

    /// The first move of the best line.
    pub fn best(&self) -> Option<Point> {
        self.whole.first().and_then(|line| line.pv.first()).copied()
    }

    /// Nodes when the lines were reported.
    pub fn nodes(&self) -> u64 {
        self.whole.iter().map(|line| line.nodes).max().unwrap_or_default()
    }

    /// Thinking time when the lines were reported.
    pub fn elapsed(&self) -> Duration {
        self.whole.iter().map(|line| line.elapsed).max().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict;

    fn report(line: usize, lines: usize, depth: u32) -> Report {
        let (nodes, elapsed, verdict) = (u64::from(depth), Duration::ZERO, Verdict::estimate(0));
        let pv = vec!["h8".parse().unwrap()];
        Report { line, lines, depth, selective_depth: depth, nodes, elapsed, verdict, pv }
    }

    #[test]
    fn lines_of_two_depths_are_never_mixed() {
        let mut lines = Lines::new();
        assert!(!lines.take(report(0, 2, 4)));
        assert_eq!((lines.all().len(), lines.newest().map(|best| best.depth)), (0, Some(4)));
        assert!(lines.take(report(1, 2, 4)));
        assert!(!lines.take(report(0, 2, 5)));
        assert_eq!((lines.all()[0].depth, lines.newest().map(|best| best.depth)), (4, Some(5)));
        assert!(lines.take(report(1, 2, 5)));
        assert!(!lines.take(report(1, 2, 9)), "a line without those before it");
        assert_eq!((lines.all()[1].depth, lines.nodes()), (5, 5));
    }
}
