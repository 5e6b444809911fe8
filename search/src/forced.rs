//! Questions about forced wins: the solver answers them, and the search says what else there is to say.

use tianyuan_player::{Force, Job, Limits, Listener, Mark, Report, Task, Verdict};
use tianyuan_rules::{Board, Point};

use crate::alphabeta::{self, Question};
use crate::threat::{Defence, Solution, Solver};
use crate::watch::Watch;

/// Nodes of a search that finds some move in a moment.
const A_MOMENT: u64 = 2_000;
/// Percent of the time that the moves are looked at for forced losses before they are compared.
const SHARE_OF_DEFENCES: u32 = 50;
/// Nodes for the same where no time limits it: some seconds.
const NODES_OF_DEFENCES: u64 = 200_000;

/// [`Task::Win`]: the first move of a win, or a move that was found in a moment. `None` if no point is empty.
pub(crate) fn find_win(
    question: &Question<'_>,
    force: Force,
    solver: &mut Solver,
    listener: &mut dyn Listener,
) -> Option<Point> {
    let job = question.job;
    let limits = Limits { nodes: Some(A_MOMENT), ..job.limits };
    let at_once = Job { limits, task: Task::Move, marks: false, insights: 0, ..job.clone() };
    let some_move = alphabeta::search(&question.about(&at_once), listener)?;
    let mut watch = Watch::new(job, question.clock, question.control);
    let is_over = Board::from(&job.position).winner().is_some();
    if is_over {
        return Some(some_move);
    }
    let solution = solver.solve(&job.position, force, &mut |nodes| watch.allows(nodes));
    let Solution::Win(proof) = solution else { return Some(some_move) };
    let point = proof.first().1.point;
    if !job.choice.allows(point) {
        return Some(some_move);
    }
    listener.report(line_of_play(&watch, solver, Verdict::WinIn(proof.plies()), proof.line()));
    listener.mark(Mark::Wins(point));
    Some(point)
}

/// [`Task::Defend`]: the best of the moves that hold, or the longest resistance. `None` if no point is empty.
pub(crate) fn defend(
    question: &Question<'_>,
    solver: &mut Solver,
    listener: &mut dyn Listener,
) -> Option<Point> {
    let job = question.job;
    let mut watch = Watch::new(job, question.clock, question.control);
    let is_over = Board::from(&job.position).winner().is_some();
    let mut goes_on = |nodes| !is_over && watch.allows_share(nodes, SHARE_OF_DEFENCES, NODES_OF_DEFENCES);
    let judged = solver.defences(&job.position, Force::Threats, &mut goes_on);
    let (mut left, mut are_left) = (job.choice.clone(), false);
    let mut longest: Option<Report> = None;
    for (point, defence) in judged.into_iter().filter(|&(point, _)| job.choice.allows(point)) {
        let Defence::Fails { plies, line } = defence else {
            are_left = true;
            continue;
        };
        listener.mark(Mark::Loses(point));
        left.without.insert(point);
        if longest.as_ref().is_none_or(|longest| plies + 1 > longest.depth) {
            longest =
                Some(line_of_play(&watch, solver, Verdict::LossIn(plies + 1), [vec![point], line].concat()));
        }
    }
    if let Some(longest) = longest.filter(|_| !are_left) {
        let point = longest.pv.first().copied();
        listener.report(longest);
        return point;
    }
    let task = Task::Analyze { lines: Task::Defend.lines() };
    alphabeta::search(&question.about(&Job { task, choice: left, ..job.clone() }), listener)
}

/// A line of play with the end of the game that the solver has proved.
fn line_of_play(watch: &Watch<'_>, solver: &Solver, verdict: Verdict, pv: Vec<Point>) -> Report {
    let depth = match verdict {
        Verdict::WinIn(plies) | Verdict::LossIn(plies) => plies,
        Verdict::Estimate { .. } => 0,
    };
    let (elapsed, nodes) = (watch.budget.elapsed(watch.clock.now()), solver.nodes());
    Report { line: 0, lines: 1, depth, selective_depth: depth, nodes, elapsed, verdict, pv }
}
