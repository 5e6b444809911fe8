//! The threads of one search.

use std::sync::Arc;
use std::{iter, thread};

use tianyuan_evaluation::{Field, Tables, Value};
use tianyuan_player::{Clock, Control, Job, Listener, Report, THINKING_STACK};
use tianyuan_rules::{Color, Point};

use super::insight::Insights;
use super::root::Found;
use super::worker::{Shared, Worker};
use crate::parameters::Parameters;
use crate::table::Table;
use crate::watch::Watch;

/// Votes of a thread for each ply of depth if its value is the worst of all.
const LEAST_VOTE: i64 = 15;

/// A job with all that its search needs.
pub(crate) struct Question<'a> {
    pub(crate) job: &'a Job,
    pub(crate) control: &'a Control,
    pub(crate) clock: &'a dyn Clock,
    pub(crate) table: &'a Table,
    /// Of the evaluation, for the rule of the job.
    pub(crate) tables: &'a Arc<Tables>,
    /// Of the search, for the rule of the job.
    pub(crate) parameters: &'a Parameters,
    pub(crate) threads: usize,
}

impl<'a> Question<'a> {
    /// The same about another job.
    pub(crate) const fn about(&self, job: &'a Job) -> Self {
        Self { job, ..*self }
    }
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
    let field = Field::with_tables(&question.job.position, Arc::clone(question.tables));
    let shared = Shared::default();
    let watch = Watch::new(question.job, question.clock, question.control);
    let mut main = Worker::<FOULS>::new(field, question, &shared, Some(watch));
    main.insights = Insights::new(question.job.insights);
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
                let mut helper = Worker::<FOULS>::new(start.clone(), question, &shared, None);
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
    std::mem::take(&mut main.insights).tell(listener);
    let best = found.moves.first().map(|best| best.point);
    if lines == 1 && found.depth > 0 && best != main.reported_move {
        // An iteration that was cut short, or a helper, has found better than what was reported.
        main.report(&found, lines, listener);
    }
    best
}

/// The result that the threads vote for, the main thread's among equals.
///
/// A thread gives its best move the more votes the deeper it came and the further its value lies above the worst
/// of all. The move with most votes is played, with the result that gave it most. A win counts more than all votes:
/// the shortest is played.
fn choose(own: Found, others: impl Iterator<Item = Found>) -> Found {
    let mut all: Vec<Found> = iter::once(own).chain(others.filter(|other| other.depth > 0)).collect();
    let value = |found: &Found| found.moves.first().map_or(-Value::INFINITE, |mv| mv.value);
    let worst = all.iter().map(value).min().unwrap_or(Value::DRAW);
    let weight = |found: &Found| {
        let lead = i64::from(value(found).raw()) - i64::from(worst.raw()) + LEAST_VOTE;
        lead * i64::from(found.depth)
    };
    let votes = |one: &Found| {
        let same =
            |other: &&Found| other.moves.first().map(|mv| mv.point) == one.moves.first().map(|mv| mv.point);
        all.iter().filter(same).map(weight).sum::<i64>()
    };
    let rank = |found: &Found| {
        let win = Some(value(found)).filter(|value| value.is_win());
        (win, votes(found), weight(found))
    };
    // The last of equals would be taken: from behind that is the main thread's.
    let best = (0..all.len()).rev().max_by_key(|&i| rank(&all[i])).unwrap_or_default();
    all.swap_remove(best)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alphabeta::root::RootMove;

    fn found(point: &str, value: Value, depth: u32) -> Found {
        let mut mv = RootMove::new(point.parse().unwrap());
        mv.value = value;
        Found::new(vec![mv], depth)
    }

    fn chosen(all: &[(&str, Value, u32)]) -> String {
        let mut all = all.iter().map(|&(point, value, depth)| found(point, value, depth));
        let own = all.next().unwrap();
        choose(own, all).moves[0].point.to_string()
    }

    #[test]
    fn the_threads_vote() {
        let estimate = Value::estimate;
        assert_eq!(chosen(&[("a1", estimate(5), 10)]), "a1");
        assert_eq!(chosen(&[("a1", estimate(5), 10), ("b2", estimate(5), 10)]), "a1", "the main thread's");
        assert_eq!(chosen(&[("a1", estimate(5), 10), ("b2", estimate(40), 10)]), "b2", "better");
        assert_eq!(chosen(&[("a1", estimate(5), 10), ("b2", estimate(5), 12)]), "b2", "deeper");
        let three = [("a1", estimate(20), 10), ("b2", estimate(15), 10), ("b2", estimate(16), 10)];
        assert_eq!(chosen(&three), "b2", "two against one");
        let two_wins = [("a1", estimate(900), 20), ("b2", Value::win_at(9), 3), ("c3", Value::win_at(5), 3)];
        assert_eq!(chosen(&two_wins), "c3", "the shortest win");
        assert_eq!(chosen(&[("a1", Value::loss_at(8), 12), ("b2", estimate(-300), 10)]), "b2", "no loss");
        assert_eq!(
            chosen(&[("a1", estimate(-50), 4), ("b2", Value::INFINITE, 0)]),
            "a1",
            "nothing was searched"
        );
    }
}
