//! When a node or a move is not worth searching. Pure functions of a few numbers.

use tianyuan_evaluation::Value;

use super::parameters::{
    COUNT_CUT, FUTILITY_DEPTH, FUTILITY_MARGIN, RAZOR_DEPTH, RAZOR_MARGIN, REVERSE_FUTILITY_DEPTH,
    REVERSE_FUTILITY_MARGIN,
};

/// `depth^1.32`, rounded, for small depths.
const DEPTH_POWER: [usize; 24] =
    [0, 1, 2, 4, 6, 8, 11, 13, 16, 18, 21, 24, 27, 30, 33, 36, 39, 42, 45, 49, 52, 56, 59, 63];

/// The estimate is so far below alpha that only a win by fours could help: look for that alone.
pub(super) fn razors(depth: i32, eval: Value, alpha: Value) -> bool {
    depth < RAZOR_DEPTH && !alpha.is_decisive() && eval + RAZOR_MARGIN.0 + RAZOR_MARGIN.1 * depth < alpha
}

/// The estimate is so far above beta that the opponent will hardly bring it down.
pub(super) fn is_futile_for_opponent(depth: i32, improving: bool, eval: Value, beta: Value) -> bool {
    let plies = depth - i32::from(improving);
    depth < REVERSE_FUTILITY_DEPTH
        && !beta.is_decisive()
        && eval - REVERSE_FUTILITY_MARGIN * plies.max(0) >= beta
}

/// A quiet move cannot bring the estimate up to alpha.
pub(super) fn is_futile(depth: i32, eval: Value, alpha: Value) -> bool {
    depth < FUTILITY_DEPTH && eval + FUTILITY_MARGIN.0 + FUTILITY_MARGIN.1 * depth <= alpha
}

/// How many moves are tried at most at a node where nothing is threatened.
pub(super) fn count_limit(depth: i32, improving: bool) -> usize {
    let Some(&power) = usize::try_from(depth).ok().and_then(|depth| DEPTH_POWER.get(depth)) else {
        return usize::MAX;
    };
    (COUNT_CUT.0 + power * COUNT_CUT.1 / 100) / if improving { 1 } else { 2 } + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_grow_with_depth() {
        for depth in 1..30 {
            assert!(count_limit(depth, true) >= count_limit(depth, false));
            assert!(count_limit(depth + 1, true) >= count_limit(depth, true));
        }
    }

    #[test]
    fn nothing_is_cut_when_a_win_or_loss_is_at_stake() {
        let hopeless = Value::estimate(-19_000);
        assert!(!razors(1, hopeless, Value::win_at(5)));
        assert!(!is_futile_for_opponent(1, true, -hopeless, Value::loss_at(5)));
    }
}
