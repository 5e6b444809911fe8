//! A question to the solver, and how long it may take.

use std::sync::Arc;
use std::time::Duration;

use tianyuan_player::{Clock, Control, Force};
use tianyuan_rules::Position;
use tianyuan_search::threat::{Solution, Solver};

use super::answer::{Answer, Found};

/// What is wanted to be known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// A win of the side to move.
    Win(Force),
    /// The same, the shortest if it is by fours.
    Shortest(Force),
    /// The moves that stop the opponent's win.
    Defences(Force),
}

/// A question.
#[derive(Debug)]
pub(super) struct Question {
    pub(super) position: Position,
    pub(super) wanted: Wanted,
}

/// What a question may cost.
#[derive(Clone)]
pub(super) struct Effort {
    pub(super) clock: Arc<dyn Clock>,
    /// Who breaks it off.
    pub(super) control: Arc<Control>,
    pub(super) time: Duration,
    pub(super) nodes: Option<u64>,
}

impl Question {
    /// Asks the solver.
    pub(super) fn ask(&self, solver: &mut Solver, effort: &Effort) -> Answer {
        let started = effort.clock.now();
        let mut goes_on = |nodes| {
            let in_time = effort.clock.now().since(started) < effort.time;
            in_time && effort.nodes.is_none_or(|most| nodes < most) && !effort.control.is_stopped()
        };
        let position = &self.position;
        let win = |solution| match solution {
            Solution::Win(proof) => Found::Win(proof),
            Solution::None => Found::None,
            Solution::Unknown => Found::Unknown,
        };
        let found = match self.wanted {
            Wanted::Win(force) => win(solver.solve(position, force, &mut goes_on)),
            Wanted::Shortest(force) => win(solver.shortest(position, force, &mut goes_on)),
            Wanted::Defences(force) => Found::Defences(solver.defences(position, force, &mut goes_on)),
        };
        let elapsed = effort.clock.now().since(started);
        Answer { wanted: self.wanted, found, nodes: solver.nodes(), elapsed }
    }
}
