//! How much less deep a late move is searched. Integers only: the same on every machine.

use crate::parameters::Parameters;

/// Depths and move numbers that the table tells apart.
const ENTRIES: usize = 64;

/// What is known of a move when its reduction is decided.
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "independent facts, each a term of its own")]
pub(super) struct Late {
    /// The node is on the principal variation.
    pub(super) pv: bool,
    /// The estimate rises compared to two plies before.
    pub(super) improving: bool,
    /// The node is expected to be cut off by its first move.
    pub(super) cut_node: bool,
    /// The move is a killer or counter move.
    pub(super) killer: bool,
    /// The move makes an open three or a four, or stops one.
    pub(super) tactical: bool,
    /// Its history score.
    pub(super) history: i32,
}

/// Reductions by depth and move number.
#[derive(Debug)]
pub(super) struct Reductions {
    /// Thousandths of the natural logarithm.
    logs: [i32; ENTRIES],
}

impl Reductions {
    pub(super) fn new() -> Self {
        let mut logs = [0; ENTRIES];
        for (n, log) in logs.iter_mut().enumerate().skip(1) {
            *log = milli_ln(n);
        }
        Self { logs }
    }

    /// Plies by which the `number`-th move (from 1) of a node is reduced; never below 0.
    pub(super) fn plies(&self, parameters: &Parameters, depth: i32, number: usize, late: Late) -> i32 {
        let log = |n: usize| self.logs[n.min(ENTRIES - 1)];
        let depth = usize::try_from(depth).unwrap_or(0);
        let mut reduction = log(depth) * log(number) / 1000 * parameters.reduction_factor / 1000;
        reduction += if late.improving { 0 } else { parameters.reduction_not_improving };
        reduction += if late.cut_node { parameters.reduction_cut_node } else { 0 };
        reduction -= if late.pv { parameters.reduction_pv } else { 0 };
        reduction -= if late.killer { parameters.reduction_killer } else { 0 };
        reduction -= if late.tactical { parameters.reduction_tactical } else { 0 };
        reduction -= late.history * parameters.reduction_history / 1024;
        (reduction / 1000).max(0)
    }
}

/// The natural logarithm in thousandths, by repeated squaring: no floating point, whose last digits
/// differ between machines.
fn milli_ln(n: usize) -> i32 {
    const FRACTION_BITS: u32 = 30;
    let whole = n.ilog2();
    let mut mantissa = ((n as u64) << FRACTION_BITS) >> whole;
    let mut log2 = u64::from(whole) << 16;
    for bit in (0..16).rev() {
        mantissa = (mantissa * mantissa) >> FRACTION_BITS;
        if mantissa >= 2 << FRACTION_BITS {
            mantissa >>= 1;
            log2 |= 1 << bit;
        }
    }
    i32::try_from((log2 * 693_147 / 1000) >> 16).unwrap_or(i32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms() {
        for n in [1u32, 2, 3, 10, 47, 63] {
            let milli = f64::from(milli_ln(n as usize)) / 1000.0;
            assert!((milli - f64::from(n).ln()).abs() < 0.002, "{n}: {milli}");
        }
    }

    #[test]
    fn later_and_deeper_means_more() {
        let (reductions, parameters) = (Reductions::new(), Parameters::declared());
        let plies = |depth, number, late| reductions.plies(&parameters, depth, number, late);
        let late = Late { improving: true, ..Late::default() };
        assert_eq!(plies(1, 1, late), 0);
        assert!(plies(12, 20, late) > plies(6, 20, late));
        assert!(plies(12, 40, late) > plies(12, 4, late));
        let tactical = Late { tactical: true, ..late };
        assert!(plies(12, 20, tactical) < plies(12, 20, late));
    }
}
