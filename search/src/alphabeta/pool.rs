//! The threads of one search.

use std::thread;

use tianyuan_evaluation::{Field, Value};
use tianyuan_player::{Clock, Control, Job, Listener, Report, THINKING_STACK};
use tianyuan_rules::{Color, Point};

use super::root::Found;
use super::worker::{Shared, Watch, Worker};
use crate::table::Table;

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
pub(crate) fn search(question: &Question<'_>, listener: &mut dyn Listener) -> Option<Point> {
    if question.job.position.rule().forbids(Color::Black) {
        search_with::<true>(question, listener)
    } else {
        search_with::<false>(question, listener)
    }
}

fn search_with<const FOULS: bool>(question: &Question<'_>, listener: &mut dyn Listener) -> Option<Point> {
    let field = Field::new(&question.job.position);
    let shared = Shared::default();
    let watch = Watch::new(question.job, question.clock, question.control);
    let mut main = Worker::<FOULS>::new(field, question.table, &shared, Some(watch));
    let points = main.root_points(&question.job.choice);
    let lines = question.job.task.lines();
    main.report_unsearched(&points, listener);
    if lines == 1
        && let Some(point) = main.settled_move(&points, &question.job.choice, listener)
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
                let work = move || helper.deepen(points, lines, first_depth, &mut |_: Report| {});
                // A machine that has no thread left is searched with fewer.
                thread::Builder::new().stack_size(THINKING_STACK).spawn_scoped(scope, work).ok()
            })
            .collect();
        let own = main.deepen(&points, lines, 1, listener);
        shared.stop();
        // A helper that failed has nothing to say; the main thread's result stands.
        let others = helpers.into_iter().filter_map(|helper| helper.join().ok());
        // Of several lines those that were told stand.
        if lines == 1 { choose(own, others) } else { own }
    });
    let best = found.moves.first().map(|best| best.point);
    if lines == 1 && found.depth > 0 && best != main.reported_move {
        // An iteration that was cut short, or a helper, has found better than what was reported.
        main.report(&found, lines, listener);
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
