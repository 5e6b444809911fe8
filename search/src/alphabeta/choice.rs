//! The moves of the root: which are looked at, and those that need no search.

use tianyuan_evaluation::Value;
use tianyuan_player::{Choice, Listener, Report};
use tianyuan_rules::{Point, PointSet};

use super::eval::evaluate;
use super::root::verdict;
use super::worker::Worker;
use crate::parameters::ROOT_FOURS;
use crate::threat::{Situation, assess};

impl<const FOULS: bool> Worker<'_, FOULS> {
    /// The moves to search at the root, best first by their shapes: those that are chosen, or all if none
    /// of them can be played.
    pub(super) fn root_points(&mut self, choice: &Choice) -> Vec<Point> {
        let chosen = match &choice.only {
            Some(only) => self.ordered(only.iter().filter(|&point| self.field.empty().contains(point))),
            None => self.sensible_points(&choice.also),
        };
        let chosen: Vec<Point> = chosen.into_iter().filter(|&point| choice.allows(point)).collect();
        if chosen.is_empty() { self.other_points(choice) } else { chosen }
    }

    /// The legal moves that are left where none of the sensible ones is allowed; where nothing is left at
    /// all, as if everything were allowed.
    fn other_points(&mut self, choice: &Choice) -> Vec<Point> {
        let legal = self.ordered(self.field.empty().iter().filter(|&point| choice.allows(point)));
        if legal.is_empty() { self.sensible_points(&PointSet::EMPTY) } else { legal }
    }

    /// The moves worth searching. If every point near the stones is forbidden, all legal ones; if there is
    /// none, all empty ones: an answer must be given.
    fn sensible_points(&mut self, also: &PointSet) -> Vec<Point> {
        let sensible = match assess(&mut self.field) {
            Situation::Threatened { points, .. } => self.ordered(points.into_iter()),
            _ => Vec::new(),
        };
        if !sensible.is_empty() {
            return sensible;
        }
        let center = self.field.board().size().center();
        let (near, empty) = (*self.field.candidates(), *self.field.empty());
        if near.is_empty() && also.is_empty() && empty.contains(center) {
            return vec![center];
        }
        let wanted = |&point: &Point| near.contains(point) || also.contains(point);
        let wanted = self.ordered(empty.iter().filter(wanted));
        let legal = if wanted.is_empty() { self.ordered(empty.iter()) } else { wanted };
        if legal.is_empty() { empty.iter().collect() } else { legal }
    }

    fn ordered(&self, points: impl Iterator<Item = Point>) -> Vec<Point> {
        let side = self.field.side();
        let score = |point| {
            let (own, opp) = (self.field.info(point, side), self.field.info(point, !side));
            -(i32::from(own.attack) + i32::from(opp.defence))
        };
        let mut legal: Vec<_> = points.filter(|&point| !self.is_foul(point)).map(|p| (score(p), p)).collect();
        legal.sort_unstable();
        legal.into_iter().map(|(_, point)| point).collect()
    }

    /// A word before any search: whoever waits has a sensible move from now on.
    pub(super) fn report_unsearched(&self, points: &[Point], listener: &mut dyn Listener) {
        if let Some(&first) = points.first() {
            self.report_settled(first, 0, evaluate(&self.field), listener);
        }
    }

    /// The move where no search is needed: a win by shapes or fours, or a single move that is left while
    /// the clock runs. A win is reported.
    pub(super) fn settled_move(
        &mut self,
        points: &[Point],
        choice: &Choice,
        listener: &mut dyn Listener,
    ) -> Option<Point> {
        if let Some((point, plies)) = self.win_at_sight().filter(|&(point, _)| choice.allows(point)) {
            self.report_settled(point, plies, Value::win_at(plies as usize), listener);
            return Some(point);
        }
        let timed = self.watch.as_ref().is_some_and(|watch| watch.budget.is_timed());
        let only = if timed && points.len() == 1 { points.first().copied() } else { None };
        if let Some(point) = only {
            self.report_settled(point, 1, evaluate(&self.field), listener);
        }
        only
    }

    /// A win by shapes or by fours, and in how many plies.
    fn win_at_sight(&mut self) -> Option<(Point, u32)> {
        let win = match assess(&mut self.field) {
            Situation::Win(plies, point) => Some((point, plies)),
            Situation::Loss(_) => None,
            _ => {
                let nodes = self.watch.as_ref().map_or(0, |watch| watch.budget.nodes_for_fours(ROOT_FOURS.1));
                self.fours.search(&mut self.field, ROOT_FOURS.0, nodes).win()
            }
        };
        self.nodes += self.fours.nodes();
        win
    }

    fn report_settled(&self, point: Point, depth: u32, value: Value, listener: &mut dyn Listener) {
        let Some(watch) = &self.watch else { return };
        listener.report(Report {
            line: 0,
            lines: 1,
            depth,
            selective_depth: depth,
            nodes: self.all_nodes(),
            elapsed: watch.budget.elapsed(watch.clock.now()),
            verdict: verdict(value, watch.position),
            pv: vec![point],
        });
    }
}
