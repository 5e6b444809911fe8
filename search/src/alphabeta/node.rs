//! One node: a spine of named steps.

use smallvec::SmallVec;
use tianyuan_evaluation::Value;
use tianyuan_rules::{Color, Point};

use super::eval::evaluate;
use super::order::{Move, Moves};
use super::prune;
use super::reduce::Late;
use super::worker::{Stopped, Worker};
use crate::parameters::{Parameters, REDUCTION_DEPTH};
use crate::table::{Bound, Hit, Slot};
use crate::threat::{Defences, Situation, assess};

/// The node as its steps see it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) alpha: Value,
    pub(super) beta: Value,
    pub(super) depth: i32,
    pub(super) ply: usize,
    /// The node is expected to fail high.
    pub(super) cut: bool,
}

/// What is known of a node before its moves are searched.
struct Known {
    slot: Slot,
    hit: Option<Hit>,
    /// The estimate, `None` where a five must be answered.
    eval: Option<Value>,
    improving: bool,
    /// What the opponent threatens.
    threat: Option<Threat>,
}

/// A threat of the opponent.
struct Threat {
    /// The only moves that can help.
    points: Defences,
    /// Plies to the loss by any other move.
    otherwise: u32,
}

impl Threat {
    /// The opponent threatens a five.
    const FIVE: u32 = 2;
    /// The opponent threatens a straight four.
    const STRAIGHT_FOUR: u32 = 4;
}

impl Known {
    /// The value if no move helps.
    fn floor(&self, ply: usize) -> Value {
        self.threat
            .as_ref()
            .map_or(-Value::INFINITE, |threat| Value::loss_at(ply + threat.otherwise as usize))
    }
}

/// Step 5. The depth of a node whose moves answer a threat: those to a five cost none; nor do those to a
/// straight four, near the root and if there are few, so that chains of threes are seen through.
fn extended(with: &Parameters, node: Node, threat: Option<&Threat>) -> i32 {
    let at_most = |limit: i32, n: usize| i32::try_from(n).is_ok_and(|n| n <= limit);
    match threat {
        Some(threat) if threat.otherwise == Threat::FIVE => node.depth.max(0) + 1,
        Some(threat)
            if threat.otherwise == Threat::STRAIGHT_FOUR
                && at_most(with.three_extension_answers, threat.points.len())
                && at_most(with.three_extension_ply, node.ply + 1)
                && node.depth > 0 =>
        {
            node.depth + 1
        }
        _ => node.depth,
    }
}

/// How the moves of a node came out.
struct Outcome {
    best: Value,
    point: Option<Point>,
    tried: SmallVec<[Point; 64]>,
}

impl<const FOULS: bool> Worker<'_, FOULS> {
    /// The value of the present position within the window of `node`. `PV`: an exact value is wanted.
    pub(super) fn node<const PV: bool>(&mut self, mut node: Node) -> Result<Value, Stopped> {
        // Step 1. Count, stop when it is time.
        self.visit(node.ply)?;
        self.lines.clear(node.ply);
        // Step 2. A win or loss nearer than any that can come of this node is known already.
        node.alpha = node.alpha.max(Value::loss_at(node.ply));
        node.beta = node.beta.min(Value::win_at(node.ply + 1));
        if node.alpha >= node.beta {
            return Ok(node.alpha);
        }
        // Step 3. The classes of points may settle it, or leave few moves.
        let threat = match assess(&mut self.field) {
            Situation::Win(plies, _) => return Ok(Value::win_at(node.ply + plies as usize)),
            Situation::Loss(plies) => return Ok(Value::loss_at(node.ply + plies as usize)),
            Situation::Threatened { points, otherwise } => Some(Threat { points, otherwise }),
            Situation::Free => None,
        };
        // Step 4. A full board is a draw.
        if self.field.board().n_empty() == 0 {
            return Ok(Value::DRAW);
        }
        // Step 5. Forced answers cost no depth. Before the table, which keeps the depth searched.
        node.depth = extended(&self.parameters, node, threat.as_ref());
        let is_forced = threat.as_ref().is_some_and(|threat| threat.otherwise == Threat::FIVE);
        // Step 6. The table.
        let (hit, slot) = self.table.probe(self.field.board().hash(), node.ply);
        if let Some(hit) = hit
            && !PV
            && hit.depth >= node.depth
            && hit.settles(node.alpha, node.beta)
        {
            return Ok(hit.value);
        }
        // Step 7. The depth may be used up.
        let eval =
            if is_forced { None } else { Some(hit.map_or_else(|| evaluate(&self.field), |hit| hit.eval)) };
        if node.depth <= 0 {
            return Ok(self.leaf(node.beta, node.ply, eval, slot));
        }
        let improving = self.is_improving(node.ply, eval);
        let known = Known { slot, hit, eval, improving, threat };
        // Step 8. Whole-node cuts by the estimate.
        if !PV && let Some(value) = self.cut_by_estimate(node, &known) {
            return Ok(value);
        }
        // Step 9. Without a move from the table the node is less important than it seems.
        if node.depth >= self.parameters.internal_reduction_depth
            && hit.is_none_or(|hit| hit.best.is_none())
            && !is_forced
        {
            node.depth -= 1;
        }
        // Steps 10 to 13. The moves.
        let outcome = self.search_moves::<PV>(node, &known)?;
        Ok(self.conclude(node, &known, &outcome))
    }

    /// Whether the estimate is better than at this side's last turn; remembers it for the next.
    fn is_improving(&mut self, ply: usize, eval: Option<Value>) -> bool {
        self.evals[ply] = eval;
        let before = ply.checked_sub(2).and_then(|ply| self.evals[ply]);
        matches!((eval, before), (Some(eval), Some(before)) if eval > before)
    }

    /// Step 8. Razoring and reverse futility, where nothing is threatened.
    fn cut_by_estimate(&mut self, node: Node, known: &Known) -> Option<Value> {
        let eval = known.eval.filter(|_| known.threat.is_none())?;
        if prune::is_futile_for_opponent(&self.parameters, node.depth, known.improving, eval, node.beta) {
            return Some(eval);
        }
        if prune::razors(&self.parameters, node.depth, eval, node.alpha) {
            return Some(self.leaf(node.beta, node.ply, known.eval, known.slot));
        }
        None
    }

    /// Steps 10 to 13. Searches the moves, best first, until one reaches beta.
    fn search_moves<const PV: bool>(&mut self, node: Node, known: &Known) -> Result<Outcome, Stopped> {
        let mut moves = self.moves_of(node, known);
        let mut outcome = Outcome { best: known.floor(node.ply), point: None, tried: SmallVec::new() };
        let count_limit = prune::count_limit(&self.parameters, node.depth, known.improving);
        let mut alpha = node.alpha;
        while let Some(mv) = moves.next() {
            // Step 10. Moves not worth a search, once one is known that does not lose.
            let may_cut = known.threat.is_none() && !outcome.best.is_loss() && !outcome.tried.is_empty();
            if may_cut && outcome.tried.len() >= count_limit {
                break;
            }
            let is_futile = |eval| prune::is_futile(&self.parameters, node.depth, eval, alpha);
            if (may_cut && !mv.tactical && known.eval.is_some_and(is_futile)) || self.is_foul(mv.point) {
                continue;
            }
            outcome.tried.push(mv.point);
            // Steps 11 and 12.
            let value = self.search_move::<PV>(Node { alpha, ..node }, known, mv, outcome.tried.len())?;
            if value > outcome.best {
                outcome.best = value;
                // Step 13. A new best move: narrow the window or leave.
                if value > alpha {
                    outcome.point = Some(mv.point);
                    if PV {
                        self.lines.prepend(node.ply, mv.point);
                    }
                    if value >= node.beta {
                        break;
                    }
                    alpha = value;
                }
            }
        }
        // Of moves left out in step 10 no more is known than that they hardly reach alpha. Yet to raise the
        // best value to alpha for their sake did not pay: 88-98-2 at 0.1 s a move in freestyle.
        Ok(outcome)
    }

    fn moves_of(&self, node: Node, known: &Known) -> Moves {
        let first = known.hit.and_then(|hit| hit.best);
        let (field, history, parameters) = (&self.field, &self.history, &self.parameters);
        match &known.threat {
            Some(threat) => {
                Moves::new(field, threat.points.iter().copied(), first, history, parameters, node.ply)
            }
            None => Moves::new(field, field.candidates().iter(), first, history, parameters, node.ply),
        }
    }

    /// Whether the move is forbidden to the side to move.
    pub(super) fn is_foul(&self, point: Point) -> bool {
        FOULS && self.field.side() == Color::Black && self.field.foul_at(point).is_some()
    }

    /// Steps 11 and 12. One move: the first with the full window, later ones reduced and with an empty
    /// window, and again with more if they turn out better than expected.
    fn search_move<const PV: bool>(
        &mut self,
        node: Node,
        known: &Known,
        mv: Move,
        number: usize,
    ) -> Result<Value, Stopped> {
        let depth = node.depth - 1;
        let reduction = self.reduction::<PV>(node, known, mv, number);
        // The entry is fetched while the field is brought up to date.
        self.table.prefetch(self.field.board().hash_after(mv.point));
        self.field.place(mv.point);
        let value = self.search_child::<PV>(node, depth, reduction, number);
        self.field.undo();
        value
    }

    /// Step 11. How much less deep the move is searched at first.
    fn reduction<const PV: bool>(&self, node: Node, known: &Known, mv: Move, number: usize) -> i32 {
        // Answers to a five or a straight four are few, and none is late.
        let is_answer = known.threat.as_ref().is_some_and(|threat| threat.otherwise <= Threat::STRAIGHT_FOUR);
        if node.depth < REDUCTION_DEPTH || number == 1 || is_answer {
            return 0;
        }
        let late = Late {
            pv: PV,
            improving: known.improving,
            cut_node: node.cut,
            killer: mv.killer,
            tactical: mv.tactical,
            history: self.history.score(self.field.side(), mv.point),
        };
        self.reductions.plies(&self.parameters, node.depth, number, late).min(node.depth - 1)
    }

    /// Step 12. Principal variation search of the position after a move.
    fn search_child<const PV: bool>(
        &mut self,
        node: Node,
        depth: i32,
        reduction: i32,
        number: usize,
    ) -> Result<Value, Stopped> {
        let child = |alpha: Value, depth: i32, cut: bool| Node {
            alpha: -(alpha + 1),
            beta: -alpha,
            depth,
            ply: node.ply + 1,
            cut,
        };
        let mut value = Value::INFINITE;
        if reduction > 0 {
            value = -self.node::<false>(child(node.alpha, depth - reduction, true))?;
        }
        if value > node.alpha && (!PV || number > 1) {
            value = -self.node::<false>(child(node.alpha, depth, !node.cut))?;
        }
        if PV && (number == 1 || (value > node.alpha && value < node.beta)) {
            let full = Node { alpha: -node.beta, beta: -node.alpha, depth, ply: node.ply + 1, cut: false };
            value = -self.node::<true>(full)?;
        }
        Ok(value)
    }

    /// Rewards the move that refuted the opponent's last one and stores what was found.
    fn conclude(&mut self, node: Node, known: &Known, outcome: &Outcome) -> Value {
        let mut value = outcome.best;
        if outcome.tried.is_empty() && known.threat.is_none() {
            // Every move near a stone is forbidden. A point elsewhere may be left, or the game is lost;
            // the estimate is as good as anything for so rare a case.
            value = known.eval.unwrap_or(Value::DRAW);
        }
        let side = self.field.side();
        let bound = if value >= node.beta {
            if let Some(point) = outcome.point {
                let last = self.field.last_move();
                self.history.reward(side, point, &outcome.tried, last, node.depth, node.ply);
            }
            Bound::Lower
        } else if outcome.point.is_some() {
            self.insights.note(&self.field, node.depth, value);
            Bound::Exact
        } else {
            Bound::Upper
        };
        let eval = known.eval.unwrap_or(Value::DRAW);
        let hash = self.field.board().hash();
        self.table.store(known.slot, hash, node.ply, node.depth, bound, value, eval, outcome.point);
        value
    }
}
