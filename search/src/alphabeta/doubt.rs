//! How much the best move is in doubt: what stretches the time for it, or saves it for later moves.

/// What is known of the best move after an iteration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Doubt {
    /// How far its value fell in the last iteration, in units of the evaluation.
    pub(super) fall: i32,
    /// Iterations since another move was the best.
    pub(super) settled_for: u32,
    /// Its share of the nodes of the last iteration, in percent.
    pub(super) node_share: u32,
}

impl Doubt {
    /// Percent of the usual time for a move that is worth spending: more while the value falls, less the longer
    /// the move has been the best and the less was to be said for others.
    pub(super) fn percent(self) -> u32 {
        let falling = 90 + self.fall.clamp(-40, 200) / 2;
        let changing = (125u32.saturating_sub(self.settled_for.saturating_mul(6))).max(70);
        let contested = 160 - self.node_share.clamp(20, 100);
        falling.unsigned_abs() * changing * contested / 10_000
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubt_takes_time() {
        let sure = Doubt { fall: -10, settled_for: 9, node_share: 95 };
        let usual = Doubt { fall: 0, settled_for: 3, node_share: 60 };
        assert!(sure.percent() < 50, "{}", sure.percent());
        assert!((90..=110).contains(&usual.percent()), "{}", usual.percent());
        for more in [
            Doubt { fall: 100, ..usual },
            Doubt { settled_for: 0, ..usual },
            Doubt { node_share: 30, ..usual },
        ] {
            assert!(more.percent() > usual.percent(), "{more:?}");
        }
        let utmost = Doubt { fall: i32::MAX, settled_for: 0, node_share: 0 };
        assert!(utmost.percent() < 350, "{}", utmost.percent());
        assert!(Doubt { fall: i32::MIN, settled_for: u32::MAX, node_share: u32::MAX }.percent() > 0);
    }
}
