//! The root: iterative deepening, aspiration windows, several lines of play.

use std::time::Duration;

use tianyuan_evaluation::chance::win_chance;
use tianyuan_evaluation::{Class, Value};
use tianyuan_player::{Listener, Mark, Report, Verdict};
use tianyuan_rules::{Point, Position};

use super::doubt::Doubt;
use super::node::Node;
use super::worker::{Stopped, Worker};
use crate::parameters::ASPIRATION_DEPTH;

/// How long nothing is said of single moves.
const QUIET: Duration = Duration::from_millis(50);

/// A move at the root with what is known of it.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub(super) point: Point,
    /// Its value in the last iteration that searched it exactly; minus infinity if it was only refuted.
    pub(super) value: Value,
    /// Its value in the iteration before.
    previous: Value,
    /// Nodes that this thread spent on it in the last iteration.
    nodes: u64,
    pub(super) pv: Vec<Point>,
}

impl RootMove {
    pub(super) fn new(point: Point) -> Self {
        Self { point, value: -Value::INFINITE, previous: -Value::INFINITE, nodes: 0, pv: vec![point] }
    }
}

/// What the deepening found.
#[derive(Clone, Debug, Default)]
pub(super) struct Found {
    /// The moves, best first; the first line's order is that of the last iteration, also of an unfinished
    /// one as far as it got.
    pub(super) moves: Vec<RootMove>,
    /// The last completed depth.
    pub(super) depth: u32,
    /// Iterations since another move was the best.
    settled_for: u32,
}

impl Found {
    pub(super) fn new(moves: Vec<RootMove>, depth: u32) -> Self {
        Self { moves, depth, settled_for: 0 }
    }

    fn best(&self) -> Option<Point> {
        self.moves.first().map(|mv| mv.point)
    }

    /// How much the best move is in doubt; `None` before the first iteration.
    fn doubt(&self) -> Option<Doubt> {
        let best = self.moves.first().filter(|_| self.depth > 0)?;
        let known = best.previous != -Value::INFINITE;
        let fall = if known { best.previous.raw() - best.value.raw() } else { 0 };
        let nodes: u64 = self.moves.iter().map(|mv| mv.nodes).sum();
        let node_share = u32::try_from(best.nodes * 100 / nodes.max(1)).unwrap_or(100);
        Some(Doubt { fall, settled_for: self.settled_for, node_share })
    }
}

impl<const FOULS: bool> Worker<'_, FOULS> {
    /// Searches the given moves deeper and deeper until told to stop. The listener hears of each line of
    /// play of each completed iteration.
    pub(super) fn deepen(
        &mut self,
        points: &[Point],
        lines: usize,
        first_depth: u32,
        listener: &mut dyn Listener,
    ) -> Found {
        let moves = points.iter().map(|&point| RootMove::new(point));
        let mut found = Found::new(moves.collect(), 0);
        let lines = lines.min(found.moves.len());
        let mut depth = first_depth;
        while depth <= self.last_depth() && self.may_go_on(&found) {
            for mv in &mut found.moves {
                mv.previous = mv.value;
                mv.nodes = 0;
            }
            self.selective_depth = 0;
            let best = found.best();
            // Of several lines those that were told last stand: half an iteration is no comparison.
            let told = (lines > 1).then(|| found.moves.clone());
            if self.iterate(&mut found.moves, lines, depth, listener).is_err() {
                found.moves = told.unwrap_or(found.moves);
                break;
            }
            found.depth = depth;
            found.settled_for = if found.best() == best { found.settled_for + 1 } else { 0 };
            self.report(&found, lines, listener);
            if found.moves.iter().take(lines).all(|mv| is_settled(mv.value, depth)) {
                break;
            }
            depth += 1;
        }
        found
    }

    fn last_depth(&self) -> u32 {
        let empty = u32::try_from(self.field.board().n_empty()).unwrap_or(u32::MAX);
        self.watch.as_ref().map_or(u32::MAX, |watch| watch.budget.depth()).min(empty)
    }

    /// Whether another iteration may begin: time is stretched while the best move is in doubt.
    fn may_go_on(&self, found: &Found) -> bool {
        let (Some(watch), Some(doubt)) = (&self.watch, found.doubt()) else { return true };
        watch.budget.may_go_on(watch.clock.now(), doubt.percent())
    }

    /// One iteration: for each line of play the best of the moves not yet taken by an earlier line. Where
    /// every move has a line of its own each is searched exactly, once.
    fn iterate(
        &mut self,
        moves: &mut [RootMove],
        lines: usize,
        depth: u32,
        listener: &mut dyn Listener,
    ) -> Result<(), Stopped> {
        let end = |line: usize| if lines == moves.len() { line + 1 } else { moves.len() };
        let ends: Vec<usize> = (0..lines).map(end).collect();
        for (line, end) in ends.into_iter().enumerate() {
            let searched = self.aspire(&mut moves[line..end], depth, listener);
            // Stable: equal values keep their order, which is that of the iteration before.
            moves[line..].sort_by_key(|mv| std::cmp::Reverse(mv.value));
            searched?;
        }
        moves[..lines].sort_by_key(|mv| std::cmp::Reverse(mv.value));
        Ok(())
    }

    /// Searches with a window around the last value, wider and wider until the value lies inside.
    fn aspire(
        &mut self,
        moves: &mut [RootMove],
        depth: u32,
        listener: &mut dyn Listener,
    ) -> Result<(), Stopped> {
        let center = moves.first().map_or(Value::DRAW, |mv| mv.previous);
        let first = self.parameters.aspiration_delta;
        let mut delta = first;
        let (mut alpha, mut beta) = if depth >= ASPIRATION_DEPTH && !center.is_decisive() {
            (center - delta, center + delta)
        } else {
            (-Value::INFINITE, Value::INFINITE)
        };
        loop {
            let value = self.root_node(moves, (alpha, beta), depth, listener)?;
            if value <= alpha && alpha > -Value::INFINITE {
                beta = Value::from_raw(i32::midpoint(alpha.raw(), beta.raw()));
                alpha = (value - delta).max(-Value::INFINITE);
            } else if value >= beta && beta < Value::INFINITE {
                beta = (value + delta).min(Value::INFINITE);
            } else {
                return Ok(());
            }
            delta = delta * 2 + first;
            if delta > 2000 || value.is_decisive() {
                (alpha, beta) = (-Value::INFINITE, Value::INFINITE);
            }
            moves.sort_by_key(|mv| std::cmp::Reverse(mv.value));
        }
    }

    /// The moves of the root with one window: the first exactly, the others only if they may be better.
    fn root_node(
        &mut self,
        moves: &mut [RootMove],
        (mut alpha, beta): (Value, Value),
        depth: u32,
        listener: &mut dyn Listener,
    ) -> Result<Value, Stopped> {
        let mut best = -Value::INFINITE;
        // What the others were worth an iteration ago must not outrank what the first is worth now, should
        // the search be stopped in between.
        moves.iter_mut().skip(1).for_each(|mv| mv.value = -Value::INFINITE);
        let depth = i32::try_from(depth).unwrap_or(i32::MAX);
        for (i, mv) in moves.iter_mut().enumerate() {
            self.mark(Mark::Begins(mv.point), listener);
            let nodes = self.nodes;
            let value = self.root_move(mv.point, i, alpha, beta, depth)?;
            mv.nodes += self.nodes - nodes;
            self.mark(Mark::Ends(mv.point), listener);
            if value.is_loss() {
                self.mark(Mark::Loses(mv.point), listener);
            }
            let is_best = i == 0 || value > alpha;
            mv.value = if is_best { value } else { -Value::INFINITE };
            if is_best {
                mv.pv.clear();
                mv.pv.push(mv.point);
                mv.pv.extend_from_slice(self.lines.of(1));
            }
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        Ok(best)
    }

    fn root_move(
        &mut self,
        point: Point,
        number: usize,
        alpha: Value,
        beta: Value,
        depth: i32,
    ) -> Result<Value, Stopped> {
        if self.field.class(point, self.field.side()) == Class::Five {
            // The game ends here: a node below would look for the opponent's next move.
            self.lines.clear(1);
            return Ok(Value::win_at(1));
        }
        let full = Node { alpha: -beta, beta: -alpha, depth: depth - 1, ply: 1, cut: false };
        self.field.place(point);
        let value = if number == 0 {
            self.node::<true>(full)
        } else {
            let reduction = if number > 4 && depth > 4 { 1 + i32::from(number > 16) } else { 0 };
            self.scout(full, alpha, beta, reduction)
        };
        self.field.undo();
        value.map(|value| -value)
    }

    /// A later root move: first reduced, then with an empty window, then in full, each only if it may
    /// still be better than the best. Value from the opponent's side.
    fn scout(&mut self, full: Node, alpha: Value, beta: Value, reduction: i32) -> Result<Value, Stopped> {
        let empty = Node { alpha: -(alpha + 1), beta: -alpha, cut: true, ..full };
        let mut value = -Value::INFINITE;
        if reduction > 0 {
            value = self.node::<false>(Node { depth: full.depth - reduction, ..empty })?;
        }
        if -value > alpha {
            value = self.node::<false>(empty)?;
        }
        if -value > alpha && -value < beta { self.node::<true>(full) } else { Ok(value) }
    }

    /// Says what happens to a move. Which one is looked at is said only once the search takes time, or
    /// there would be more words than anybody can hear.
    fn mark(&mut self, mark: Mark, listener: &mut dyn Listener) {
        let Some(watch) = self.watch.as_mut().filter(|watch| watch.wants_marks) else { return };
        let is_news = match mark {
            Mark::Wins(_) => true,
            Mark::Begins(_) | Mark::Ends(_) => watch.budget.elapsed(watch.clock.now()) >= QUIET,
            Mark::Loses(point) => {
                let is_new = !watch.lost.contains(point);
                watch.lost.insert(point);
                is_new
            }
        };
        if is_news {
            listener.mark(mark);
        }
    }

    /// Reports the lines of play.
    pub(super) fn report(&mut self, found: &Found, lines: usize, listener: &mut dyn Listener) {
        let Some(watch) = &self.watch else { return };
        self.reported_move = found.moves.first().map(|best| best.point);
        for (line, mv) in found.moves.iter().take(lines).enumerate() {
            listener.report(Report {
                line,
                lines,
                depth: found.depth,
                selective_depth: u32::try_from(self.selective_depth).unwrap_or(u32::MAX),
                nodes: self.all_nodes(),
                elapsed: watch.budget.elapsed(watch.clock.now()),
                verdict: verdict(mv.value, watch.position),
                pv: mv.pv.clone(),
            });
        }
    }
}

/// Whether a deeper search could not find anything better: a win within the depth that was searched, or a
/// loss as near as that.
fn is_settled(value: Value, depth: u32) -> bool {
    value.plies().is_some_and(|plies| plies <= depth)
}

/// The value of a position as it is shown.
pub(crate) fn verdict(value: Value, position: &Position) -> Verdict {
    match value.plies() {
        Some(plies) if value.is_win() => Verdict::WinIn(plies),
        Some(plies) => Verdict::LossIn(plies),
        None => Verdict::with_chance(value.raw(), win_chance(position, value.raw())),
    }
}
