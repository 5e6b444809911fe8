//! When a node or a move is not worth searching. Pure functions of a few numbers.

use tianyuan_evaluation::Value;

use crate::parameters::Parameters;

/// `depth^1.32`, rounded, for small depths.
const DEPTH_POWER: [usize; 24] =
    [0, 1, 2, 4, 6, 8, 11, 13, 16, 18, 21, 24, 27, 30, 33, 36, 39, 42, 45, 49, 52, 56, 59, 63];

/// The estimate is so far below alpha that only a win by fours could help: look for that alone.
pub(super) fn razors(with: &Parameters, depth: i32, eval: Value, alpha: Value) -> bool {
    depth < with.razor_depth
        && !alpha.is_decisive()
        && eval + with.razor_base + with.razor_slope * depth < alpha
}

/// The estimate is so far above beta that the opponent will hardly bring it down.
pub(super) fn is_futile_for_opponent(
    with: &Parameters,
    depth: i32,
    improving: bool,
    eval: Value,
    beta: Value,
) -> bool {
    let plies = depth - i32::from(improving);
    depth < with.reverse_futility_depth
        && !beta.is_decisive()
        && eval - with.reverse_futility_margin * plies.max(0) >= beta
}

/// A quiet move cannot bring the estimate up to alpha.
pub(super) fn is_futile(with: &Parameters, depth: i32, eval: Value, alpha: Value) -> bool {
    depth < with.futility_depth && eval + with.futility_base + with.futility_slope * depth <= alpha
}

/// How many moves are tried at most at a node where nothing is threatened.
pub(super) fn count_limit(with: &Parameters, depth: i32, improving: bool) -> usize {
    let Some(&power) = usize::try_from(depth).ok().and_then(|depth| DEPTH_POWER.get(depth)) else {
        return usize::MAX;
    };
    let [base, slope] = [with.count_cut_base, with.count_cut_slope].map(i32::unsigned_abs);
    (base as usize + power * slope as usize / 100) / if improving { 1 } else { 2 } + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_grow_with_depth() {
        let limit = |depth, improving| count_limit(&Parameters::declared(), depth, improving);
        for depth in 1..30 {
            assert!(limit(depth, true) >= limit(depth, false));
            assert!(limit(depth + 1, true) >= limit(depth, true));
        }
    }

    #[test]
    fn nothing_is_cut_when_a_win_or_loss_is_at_stake() {
        let hopeless = Value::estimate(-19_000);
        let with = &Parameters::declared();
        assert!(!razors(with, 1, hopeless, Value::win_at(5)));
        assert!(!is_futile_for_opponent(with, 1, true, -hopeless, Value::loss_at(5)));
    }
}
