//! The threads of one search.

use std::thread;

use tianyuan_evaluation::{Field, Value};
use tianyuan_player::{Clock, Control, Job, Report, Verdict};
use tianyuan_rules::{Color, Point};

use super::eval::evaluate;
use super::parameters::ROOT_FOURS;
use super::root::{Found, verdict};
use super::worker::{Shared, Watch, Worker};
use crate::table::Table;
use crate::threat::{Situation, assess};

/// Stack of a helper: its recursion is as deep as the board is large.
const STACK: usize = 16 << 20;

/// A job with all that its search needs.
pub(crate) struct Question<'a> {
    pub(crate) job: &'a Job,
    pub(crate) control: &'a Control,
    pub(crate) clock: &'a dyn Clock,
    pub(crate) table: &'a Table,
    pub(crate) threads: usize,
}

/// The best move, `None` if no point is empty. This is the one switch from the rule at run time to the
/// rule at compile time.
pub(crate) fn search(question: &Question<'_>, report: &mut dyn FnMut(Report)) -> Option<Point> {
    if question.job.position.rule().forbids(Color::Black) {
        search_with::<true>(question, report)
    } else {
        search_with::<false>(question, report)
    }
}

fn search_with<const FOULS: bool>(question: &Question<'_>, report: &mut dyn FnMut(Report)) -> Option<Point> {
    let field = Field::new(&question.job.position);
    let shared = Shared::default();
    let watch = Watch::new(question.job, question.clock, question.control);
    let mut main = Worker::<FOULS>::new(field, question.table, &shared, Some(watch));
    let points = main.root_points();
    let lines = question.job.task.lines();
    if let Some(&first) = points.first() {
        // Before any search: whoever waits has a sensible move from now on.
        main.report_settled(first, 0, verdict(evaluate(&main.field)), report);
    }
    if lines == 1
        && let Some(point) = main.settled_move(&points, report)
    {
        return Some(point);
    }
    let n_helpers = if points.len() > 1 { question.threads.saturating_sub(1) } else { 0 };
    let found = thread::scope(|scope| {
        let _stop = shared.stop_on_drop();
        let start = &main.field;
        let helpers: Vec<_> = (0..n_helpers)
            .filter_map(|i| {
                let mut helper = Worker::<FOULS>::new(start.clone(), question.table, &shared, None);
                let points = &points;
                // Every other helper begins a ply deeper: they do not all do the same at the same time.
                let first_depth = if i % 2 == 0 { 2 } else { 1 };
                let work = move || helper.deepen(points, lines, first_depth, &mut |_| {});
                // A machine that has no thread left is searched with fewer.
                thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).ok()
            })
            .collect();
        let own = main.deepen(&points, lines, 1, report);
        shared.stop();
        // A helper that failed has nothing to say; the main thread's result stands.
        let others = helpers.into_iter().filter_map(|helper| helper.join().ok());
        choose(own, others)
    });
    let best = found.moves.first().map(|best| best.point);
    if lines == 1 && found.depth > 0 && best != main.reported_move {
        // An iteration that was cut short, or a helper, has found better than what was reported.
        main.report(&found, lines, report);
    }
    best
}

/// The main thread's result, unless a helper completed a deeper iteration with a better value.
fn choose(own: Found, others: impl Iterator<Item = Found>) -> Found {
    others.fold(own, |best, other| {
        let value = |found: &Found| found.moves.first().map_or(-Value::INFINITE, |mv| mv.value);
        let deeper = other.depth > best.depth && value(&other) > value(&best);
        if deeper { other } else { best }
    })
}

impl<const FOULS: bool> Worker<'_, FOULS> {
    /// The moves worth searching at the root, best first by their shapes. If every point near the stones
    /// is forbidden, all legal ones; if there is none, all empty ones: an answer must be given.
    fn root_points(&mut self) -> Vec<Point> {
        let sensible = match assess(&mut self.field) {
            Situation::Threatened { points, .. } => self.ordered(points.into_iter()),
            _ => Vec::new(),
        };
        if !sensible.is_empty() {
            return sensible;
        }
        let center = self.field.board().size().center();
        if self.field.candidates().is_empty() && self.field.empty().contains(center) {
            return vec![center];
        }
        let near = self.ordered(self.field.candidates().iter());
        let legal = if near.is_empty() { self.ordered(self.field.empty().iter()) } else { near };
        if legal.is_empty() { self.field.empty().iter().collect() } else { legal }
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

    /// The move where no search is needed: a win by shapes or fours, or a single move that is left while
    /// the clock runs. A win is reported.
    fn settled_move(&mut self, points: &[Point], report: &mut dyn FnMut(Report)) -> Option<Point> {
        let win = match assess(&mut self.field) {
            Situation::Win(plies, point) => Some((point, plies)),
            Situation::Loss(_) => None,
            _ => {
                let nodes = self.watch.as_ref().map_or(0, |watch| watch.budget.nodes_for_fours(ROOT_FOURS.1));
                self.fours.win(&mut self.field, ROOT_FOURS.0, nodes)
            }
        };
        self.nodes += self.fours.nodes();
        if let Some((point, plies)) = win {
            self.report_settled(point, plies, verdict(Value::win_at(plies as usize)), report);
            return Some(point);
        }
        let timed = self.watch.as_ref().is_some_and(|watch| watch.budget.is_timed());
        let only = if timed && points.len() == 1 { points.first().copied() } else { None };
        if let Some(point) = only {
            self.report_settled(point, 1, verdict(evaluate(&self.field)), report);
        }
        only
    }

    fn report_settled(&self, point: Point, depth: u32, verdict: Verdict, report: &mut dyn FnMut(Report)) {
        let Some(watch) = &self.watch else { return };
        report(Report {
            line: 0,
            lines: 1,
            depth,
            selective_depth: depth,
            nodes: self.all_nodes(),
            elapsed: watch.budget.elapsed(watch.clock.now()),
            verdict,
            pv: vec![point],
        });
    }
}
