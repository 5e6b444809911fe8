//! What a player says while it thinks.

use std::time::Duration;

use tianyuan_rules::Point;
use tianyuan_rules::opening::Act;

use crate::Verdict;

/// Whoever hears what a player says while it thinks.
pub trait Listener {
    /// Takes a line of play.
    fn report(&mut self, report: Report);

    /// Takes a word on a single move, see [`Job::marks`](crate::Job::marks).
    fn mark(&mut self, _mark: Mark) {}

    /// Takes a position from inside of a search, see [`Job::insights`](crate::Job::insights).
    fn insight(&mut self, _insight: Insight) {}

    /// Takes what is decided of an opening so far, which the answer will begin with. What is reported from then on is
    /// about the move behind it.
    fn decided(&mut self, _acts: &[Act]) {}
}

/// Who wants nothing but the lines of play.
impl<F: FnMut(Report)> Listener for F {
    fn report(&mut self, report: Report) {
        self(report);
    }
}

/// A position inside of a search whose value the search knows exactly, as far as it looked: what there is to learn from a
/// search besides its result.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Insight {
    /// The moves that lead to it from the position of the job, one at least.
    pub moves: Vec<Point>,
    /// Its value for the side to move there, in units of the evaluation.
    pub value: i32,
    /// The depth to which it was searched, in plies.
    pub depth: u32,
}

/// What happens to one of the moves that may be the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mark {
    /// It is being looked at.
    Begins(Point),
    /// It has been looked at, for now.
    Ends(Point),
    /// It loses: that is proved.
    Loses(Point),
    /// It wins by force: that is proved, and checked against every legal reply. Said where that was asked, wanted
    /// or not: see [`Task::Win`](crate::Task::Win).
    Wins(Point),
}

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

impl Report {
    /// The only line of play of a player that has looked a ply deep, at one node and in no time.
    pub const fn at_once(verdict: Verdict, pv: Vec<Point>) -> Self {
        let elapsed = Duration::ZERO;
        Self { line: 0, lines: 1, depth: 1, selective_depth: 1, nodes: 1, elapsed, verdict, pv }
    }

    /// Nodes a second; 0 where no time has passed.
    pub fn nodes_per_second(&self) -> u64 {
        let nodes = u128::from(self.nodes) * 1_000_000;
        let speed = nodes.checked_div(self.elapsed.as_micros()).unwrap_or_default();
        u64::try_from(speed).unwrap_or(u64::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_time_is_no_speed() {
        let speed = |nodes, micros| {
            let (verdict, elapsed) = (Verdict::estimate(0), Duration::from_micros(micros));
            let (line, lines, depth, selective_depth, pv) = (0, 1, 1, 1, Vec::new());
            Report { line, lines, depth, selective_depth, nodes, elapsed, verdict, pv }.nodes_per_second()
        };
        assert_eq!((speed(42_000, 202_000), speed(42_000, 0)), (207_920, 0));
        assert_eq!(speed(u64::MAX, 1), u64::MAX);
    }
}
