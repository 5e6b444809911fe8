//! The numbers of the search, each declared once. Values are in units of the evaluation, depths in plies.

/// The half-width of the first aspiration window.
pub(super) const ASPIRATION_DELTA: i32 = 24;
/// The first iteration with an aspiration window.
pub(super) const ASPIRATION_DEPTH: u32 = 4;

/// Razoring is tried below this depth.
pub(super) const RAZOR_DEPTH: i32 = 3;
/// Razoring: how far below alpha the estimate must lie at depth 0, and more for each ply.
pub(super) const RAZOR_MARGIN: (i32, i32) = (40, 60);

/// Reverse futility is tried below this depth.
pub(super) const REVERSE_FUTILITY_DEPTH: i32 = 8;
/// Reverse futility: how far above beta the estimate must lie, for each ply.
pub(super) const REVERSE_FUTILITY_MARGIN: i32 = 65;

/// Futility of quiet moves is tried below this depth.
pub(super) const FUTILITY_DEPTH: i32 = 6;
/// Futility: how far below alpha the estimate must lie at depth 0, and more for each ply.
pub(super) const FUTILITY_MARGIN: (i32, i32) = (90, 80);

/// Moves searched before the count cut, at depth 0 and more by `depth^1.32`.
pub(super) const COUNT_CUT_BASE: usize = 7;

/// Reductions begin at this depth.
pub(super) const REDUCTION_DEPTH: i32 = 2;
/// The base of reductions, in thousandths of `ln(depth) * ln(move number)`.
pub(super) const REDUCTION_FACTOR: i32 = 620;

/// Up to this ply an answer to a straight four costs no depth.
pub(super) const THREE_EXTENSION_PLY: usize = 24;

/// Such an answer must be one of at most so many.
pub(super) const THREE_EXTENSION_ANSWERS: usize = 6;

/// Without a move from the table a node of at least this depth is searched a ply less.
pub(super) const INTERNAL_REDUCTION_DEPTH: i32 = 4;

/// Fours of the attacker that the search by fours at a leaf looks ahead.
pub(super) const LEAF_FOURS: u32 = 10;
/// Nodes of one search by fours at a leaf.
pub(super) const LEAF_FOUR_NODES: u64 = 250;
/// Fours and nodes of the search by fours at the root.
pub(super) const ROOT_FOURS: (u32, u64) = (40, 20_000);

/// The greatest history score.
pub(super) const HISTORY_LIMIT: i32 = 8_192;
/// Ordering bonus of the two killer moves and of the counter move.
pub(super) const KILLER_BONUS: (i32, i32) = (60, 40);
/// Ordering bonus of the move that refuted the last one elsewhere.
pub(super) const COUNTER_BONUS: i32 = 40;
/// A history score counts this fraction of an ordering point.
pub(super) const HISTORY_DIVISOR: i32 = 100;
