//! What there is to learn from a search besides its result: positions inside of it whose value it found exactly.
//!
//! J. Veness, D. Silver, W. Uther, A. Blair, "Bootstrapping from game tree search" (2009): such positions are nearer to those
//! that the estimate is asked for than the positions of games are, and they cost nothing.

use ahash::AHashMap;
use tianyuan_evaluation::{Field, Value};
use tianyuan_player::{Insight, Listener};

/// Positions searched less deep tell too little.
const LEAST_DEPTH: i32 = 4;

/// Positions that were found on the way; none where nobody wants them.
#[derive(Debug, Default)]
pub(super) struct Insights {
    most: usize,
    found: AHashMap<u64, Insight>,
}

impl Insights {
    /// As many of them are wanted.
    pub(super) fn new(most: usize) -> Self {
        Self { most, found: AHashMap::new() }
    }

    /// Takes the position of the field, once more if it was searched deeper now.
    pub(super) fn note(&mut self, field: &Field, depth: i32, value: Value) {
        if self.most == 0 || depth < LEAST_DEPTH || value.is_decisive() || field.n_moves() == 0 {
            return;
        }
        let Some(moves) = field.moves().collect() else { return };
        let insight = Insight { moves, value: value.raw(), depth: depth.unsigned_abs() };
        let known = self.found.entry(field.board().hash()).or_insert_with(|| insight.clone());
        if insight.depth >= known.depth {
            *known = insight;
        }
    }

    /// Tells the deepest of them, as many as are wanted.
    pub(super) fn tell(self, listener: &mut dyn Listener) {
        let mut found: Vec<Insight> = self.found.into_values().collect();
        found.sort_unstable_by(|a, b| b.depth.cmp(&a.depth).then_with(|| a.moves.cmp(&b.moves)));
        found.into_iter().take(self.most).for_each(|insight| listener.insight(insight));
    }
}
