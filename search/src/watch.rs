//! When to stop.

use tianyuan_player::{Clock, Control, Job};
use tianyuan_rules::{PointSet, Position};

use crate::budget::Budget;

/// Whoever watches clock and control: the main thread of a search.
pub(crate) struct Watch<'a> {
    /// What is searched.
    pub(crate) position: &'a Position,
    pub(crate) clock: &'a dyn Clock,
    pub(crate) control: &'a Control,
    pub(crate) budget: Budget,
    version: u32,
    /// Whether somebody wants to hear of single moves.
    pub(crate) wants_marks: bool,
    /// Moves of the root that are known to lose, as they were said.
    pub(crate) lost: PointSet,
}

impl<'a> Watch<'a> {
    pub(crate) fn new(job: &'a Job, clock: &'a dyn Clock, control: &'a Control) -> Self {
        let version = control.limits_version();
        let limits = control.new_limits().unwrap_or(job.limits);
        let budget = Budget::new(&limits, clock.now());
        let (position, wants_marks, lost) = (&job.position, job.marks, PointSet::EMPTY);
        Self { position, clock, control, budget, version, wants_marks, lost }
    }

    /// Whether a search that has cost so many nodes may go on.
    pub(crate) fn allows(&mut self, nodes: u64) -> bool {
        !self.is_over() && self.budget.nodes().is_none_or(|most| nodes < most)
    }

    /// The same for a search that is to leave time for another one: it may take `percent` of the limits, and
    /// `most` nodes where there are none.
    pub(crate) fn allows_share(&mut self, nodes: u64, percent: u32, most: u64) -> bool {
        self.allows(nodes) && self.budget.allows_share(self.clock.now(), nodes, percent, most)
    }

    /// Whether to stop now; takes over limits that have changed.
    pub(crate) fn is_over(&mut self) -> bool {
        if self.control.is_stopped() {
            return true;
        }
        let version = self.control.limits_version();
        if version != self.version {
            self.version = version;
            if let Some(limits) = self.control.new_limits() {
                self.budget = Budget::new(&limits, self.clock.now());
            }
        }
        self.budget.is_over(self.clock.now())
    }
}
