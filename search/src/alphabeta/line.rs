//! The expected continuation, gathered on the way up.

use tianyuan_rules::Point;

/// For each ply the best line found below it.
#[derive(Debug)]
pub(super) struct Lines {
    lines: Vec<Vec<Point>>,
}

impl Lines {
    pub(super) fn new(max_ply: usize) -> Self {
        Self { lines: vec![Vec::new(); max_ply + 2] }
    }

    /// Nothing is known below this ply yet.
    pub(super) fn clear(&mut self, ply: usize) {
        self.lines[ply].clear();
    }

    /// `best` is the best move at this ply; what follows is known from the ply below.
    pub(super) fn prepend(&mut self, ply: usize, best: Point) {
        let (above, below) = self.lines.split_at_mut(ply + 1);
        let line = &mut above[ply];
        line.clear();
        line.push(best);
        line.extend_from_slice(&below[0]);
    }

    /// The line from a ply on.
    pub(super) fn of(&self, ply: usize) -> &[Point] {
        &self.lines[ply]
    }
}
