//! What a player says while it thinks.

use std::time::Duration;

use tianyuan_rules::Point;

use crate::Verdict;

/// One line of play at one depth.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// Which line of play, from 0 (the best).
    pub line: usize,
    /// How many lines are reported at each depth.
    pub lines: usize,
    /// Completed depth in plies.
    pub depth: u32,
    /// The deepest ply reached.
    pub selective_depth: u32,
    /// Nodes so far, summed over all threads.
    pub nodes: u64,
    /// Time since the job's clock began.
    pub elapsed: Duration,
    /// What the side to move can expect.
    pub verdict: Verdict,
    /// The expected continuation, the move itself first; never empty.
    pub pv: Vec<Point>,
}
