//! The numbers of the search, each declared once. Values are in units of the evaluation, depths in plies.
//!
//! Margins, reductions, the count cut, the extension and the fours at leaves come from 760 steps of simultaneous
//! perturbation (SPSA) of all of them together, four games a step at 20,000 nodes a move, freestyle and renju in
//! turn; the bonuses of ordering from 1,620 steps together with the numbers of the evaluation. By hand no way was
//! found. With the numbers before: fewer moves before the count cut 125-156-1 (wins, losses, draws), larger reductions
//! 127-156-3, fewer fours at leaves 120-119-1, singular extensions 99-100-1, delaying fours a ply less deep 133-158-1,
//! no extension of answers to a straight four 64-98, a table that keeps the depth before the reduction of step 9
//! 234-234-2. With the numbers now: a table asked before the classes of points 148-150-2 at 60 ms; reductions by the
//! distance to the best ordering score, histories of answers to the last two moves and a ply less at nodes expected
//! to be cut whose estimate lies far above beta, the three together, 117-115-2.
//!
//! Tried since, at 40,000 nodes, half in freestyle and half in renju: singular extensions, double and negative ones and
//! multicut with them 102-135-3; a null move from depth 7 on 125-111-4; a ply less once alpha has risen 125-115-0;
//! reduced answers to a straight four 127-108-5; plain fours a ply less deep 167-152-1; a ply more or less when a reduced
//! move comes out well or barely well 121-116-3; reductions where the estimate lies above beta 122-115-3, by the
//! distance to the best ordering score 111-127-2; an estimate corrected by what nodes after the same last move came to
//! 158-159-3. All of these but the first and the last, and the numbers here with them, after about 1,400 steps of SPSA at
//! 40,000 nodes: 413-381-6 in four kinds of games at as many nodes, 95-99-6 at 150,000, and so left out. A win by threats
//! looked for at the root in 4 % of the time 103-95-2 at 0.1 s; the same and a proof that the best move of an iteration
//! loses to one, both in 5 % of the time, 91-98-7 at 0.2 s.

/// The half-width of the first aspiration window.
pub(super) const ASPIRATION_DELTA: i32 = 24;
/// The first iteration with an aspiration window.
pub(super) const ASPIRATION_DEPTH: u32 = 4;

/// Razoring is tried below this depth.
pub(super) const RAZOR_DEPTH: i32 = 3;
/// Razoring: how far below alpha the estimate must lie at depth 0, and more for each ply.
pub(super) const RAZOR_MARGIN: (i32, i32) = (20, 47);

/// Reverse futility is tried below this depth.
pub(super) const REVERSE_FUTILITY_DEPTH: i32 = 8;
/// Reverse futility: how far above beta the estimate must lie, for each ply.
pub(super) const REVERSE_FUTILITY_MARGIN: i32 = 44;

/// Futility of quiet moves is tried below this depth.
pub(super) const FUTILITY_DEPTH: i32 = 6;
/// Futility: how far below alpha the estimate must lie at depth 0, and more for each ply.
pub(super) const FUTILITY_MARGIN: (i32, i32) = (128, 87);

/// Moves searched before the count cut, at depth 0 and so many hundredths more for each of `depth^1.32`.
pub(super) const COUNT_CUT: (usize, usize) = (13, 91);

/// Reductions begin at this depth.
pub(super) const REDUCTION_DEPTH: i32 = 2;
/// The base of reductions, in thousandths of `ln(depth) * ln(move number)`.
pub(super) const REDUCTION_FACTOR: i32 = 753;
/// More where the estimate does not rise, in thousandths of a ply.
pub(super) const REDUCTION_NOT_IMPROVING: i32 = 188;
/// More where a cut is expected.
pub(super) const REDUCTION_CUT_NODE: i32 = 917;
/// Less on the principal variation.
pub(super) const REDUCTION_PV: i32 = 854;
/// Less for killers and counter moves.
pub(super) const REDUCTION_KILLER: i32 = 394;
/// Less for moves that make an open three or more, or stop one.
pub(super) const REDUCTION_TACTICAL: i32 = 1115;
/// A history score takes this fraction of a thousandth of a ply off.
pub(super) const REDUCTION_HISTORY: i32 = 9;

/// Up to this ply an answer to a straight four costs no depth.
pub(super) const THREE_EXTENSION_PLY: usize = 14;

/// Such an answer must be one of at most so many.
pub(super) const THREE_EXTENSION_ANSWERS: usize = 8;

/// Without a move from the table a node of at least this depth is searched a ply less.
pub(super) const INTERNAL_REDUCTION_DEPTH: i32 = 4;

/// Fours of the attacker that the search by fours at a leaf looks ahead.
pub(super) const LEAF_FOURS: u32 = 11;
/// Nodes of one search by fours at a leaf.
pub(super) const LEAF_FOUR_NODES: u64 = 16;
/// Positions that the search by fours of each thread remembers.
pub(super) const FOUR_MEMORY: usize = 1 << 14;
/// Fours and nodes of the search by fours at the root.
pub(super) const ROOT_FOURS: (u32, u64) = (41, 20_000);

/// The greatest history score.
pub(super) const HISTORY_LIMIT: i32 = 8_192;
/// Ordering bonus of the two killer moves and of the counter move.
pub(super) const KILLER_BONUS: (i32, i32) = (83, 35);
/// Ordering bonus of the move that refuted the last one elsewhere.
pub(super) const COUNTER_BONUS: i32 = 28;
/// A history score counts this fraction of an ordering point.
pub(super) const HISTORY_DIVISOR: i32 = 140;
