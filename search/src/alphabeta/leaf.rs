//! The end of the search: a win by fours, or the estimate.

use tianyuan_evaluation::Value;

use super::eval::evaluate;
use super::worker::Worker;
use crate::table::{Bound, Slot};

impl<const FOULS: bool> Worker<'_, FOULS> {
    /// The value of a node that is searched no further. Fours are looked for only if they could matter:
    /// an estimate that reaches beta is enough as it is.
    pub(super) fn leaf(&mut self, beta: Value, ply: usize, eval: Option<Value>, slot: Slot) -> Value {
        let eval = eval.unwrap_or_else(|| evaluate(&self.field));
        let value = if eval >= beta { eval } else { self.win_by_fours(ply).unwrap_or(eval) };
        let bound = if value.is_win() || value >= beta { Bound::Lower } else { Bound::Exact };
        self.table.store(slot, self.field.board().hash(), ply, 0, bound, value, eval, None);
        value
    }

    /// A win by fours of the side to move, if a short search finds one.
    pub(super) fn win_by_fours(&mut self, ply: usize) -> Option<Value> {
        let counts = self.field.counts(self.field.side());
        if counts.fours + counts.four_threes + counts.forbidden == 0 {
            return None;
        }
        let [fours, nodes] =
            [self.parameters.leaf_fours, self.parameters.leaf_four_nodes].map(i32::unsigned_abs);
        let win = self.fours.search(&mut self.field, fours, u64::from(nodes)).win();
        self.nodes += self.fours.nodes();
        win.map(|(_, plies)| Value::win_at(ply + plies as usize))
    }
}
