//! One thread of the search: its own field and histories, the shared table.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use tianyuan_evaluation::{Field, Value};
use tianyuan_rules::Point;

use super::history::History;
use super::insight::Insights;
use super::line::Lines;
use super::pool::Question;
use super::reduce::Reductions;
use crate::parameters::{FOUR_MEMORY, Parameters};
use crate::table::Table;
use crate::threat::FourSearch;
use crate::watch::Watch;

/// The search was stopped: whatever it would return is worth nothing, and `?` takes it to the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

/// Nodes between two looks at the clock: about a millisecond.
const CHECK_INTERVAL: u64 = 512;

/// What the threads of one search share besides the table.
#[derive(Debug, Default)]
pub(super) struct Shared {
    stop: AtomicBool,
    nodes: AtomicU64,
}

impl Shared {
    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Stops the helpers when it is dropped, also by a panic: a scope waits for them.
    pub(super) fn stop_on_drop(&self) -> StopOnDrop<'_> {
        StopOnDrop(self)
    }
}

/// See [`Shared::stop_on_drop`].
pub(super) struct StopOnDrop<'a>(&'a Shared);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// One searching thread. `FOULS`: Black has forbidden moves, known at compile time.
pub(super) struct Worker<'a, const FOULS: bool> {
    pub(super) field: Field,
    pub(super) table: &'a Table,
    pub(super) shared: &'a Shared,
    pub(super) watch: Option<Watch<'a>>,
    pub(super) history: History,
    pub(super) lines: Lines,
    pub(super) fours: FourSearch,
    pub(super) reductions: Reductions,
    pub(super) parameters: Parameters,
    pub(super) insights: Insights,
    /// The estimates on the way to the present node, `None` where a five had to be answered.
    pub(super) evals: Vec<Option<Value>>,
    pub(super) nodes: u64,
    /// The number of nodes at which to look at the clock again.
    next_check: u64,
    /// Nodes of a helper that the others know of.
    reported: u64,
    pub(super) selective_depth: usize,
    /// The best move as it was reported last.
    pub(super) reported_move: Option<Point>,
}

impl<'a, const FOULS: bool> Worker<'a, FOULS> {
    pub(super) fn new(
        field: Field,
        question: &Question<'a>,
        shared: &'a Shared,
        watch: Option<Watch<'a>>,
    ) -> Self {
        let max_ply = field.board().n_empty() + 2;
        Self {
            table: question.table,
            shared,
            watch,
            history: History::new(max_ply),
            lines: Lines::new(max_ply),
            fours: FourSearch::new(FOUR_MEMORY),
            reductions: Reductions::new(),
            parameters: *question.parameters,
            insights: Insights::default(),
            evals: vec![None; max_ply + 1],
            nodes: 0,
            next_check: CHECK_INTERVAL,
            reported: 0,
            selective_depth: 0,
            reported_move: None,
            field,
        }
    }

    /// Counts a node and stops the search when it is time.
    pub(super) fn visit(&mut self, ply: usize) -> Result<(), Stopped> {
        self.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply);
        let limit = self.watch.as_ref().and_then(|watch| watch.budget.nodes());
        let over = limit.is_some_and(|limit| self.all_nodes() >= limit);
        if over || (self.nodes >= self.next_check && self.is_over()) {
            self.shared.stop();
            return Err(Stopped);
        }
        Ok(())
    }

    fn is_over(&mut self) -> bool {
        self.next_check = self.nodes + CHECK_INTERVAL;
        if self.watch.is_none() {
            // Helpers report their nodes when they look at the flag; the main thread adds its own.
            self.shared.nodes.fetch_add(self.nodes - self.reported, Ordering::Relaxed);
            self.reported = self.nodes;
        }
        self.shared.stop.load(Ordering::Relaxed) || self.watch.as_mut().is_some_and(Watch::is_over)
    }

    /// Nodes of all threads, those of helpers as last reported.
    pub(super) fn all_nodes(&self) -> u64 {
        self.nodes + self.shared.nodes.load(Ordering::Relaxed)
    }
}
