//! How long to think.
//!
//! Invariant: the hard limit never lies past the end of the turn or of the game's time less a margin,
//! whatever the limits say, zero and absurdly large ones included.

use std::time::Duration;

use tianyuan_player::{Limits, Moment};

/// Moves that a game is expected to last for one side from any point on.
const MOVES_TO_GO: u32 = 22;
/// The share of the remaining time that a single move may cost at most.
const MAX_SHARE: u32 = 6;
/// Nodes of a search that has no time at all: enough for an ordered first iteration.
const NODES_AT_ONCE: u64 = 2_000;

/// The limits of one job as the search checks them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Budget {
    started: Moment,
    /// After this no new iteration is begun.
    soft: Option<Duration>,
    /// After this the search ends wherever it is.
    hard: Option<Duration>,
    nodes: Option<u64>,
    depth: u32,
}

impl Budget {
    /// The budget of limits; `now` is when the search begins.
    pub(crate) fn new(limits: &Limits, now: Moment) -> Self {
        let turn = limits.turn.map(without_margin);
        let game = limits.game.map(without_margin);
        let share = game.map(|left| (left / MAX_SHARE).saturating_add(limits.increment).min(left));
        let hard = [turn, share].into_iter().flatten().min();
        let even = game.map(|left| (left / MOVES_TO_GO).saturating_add(limits.increment / 4 * 3).min(left));
        let soft = [hard, even].into_iter().flatten().min();
        let late = hard.is_some_and(|hard| now.since(limits.started) >= hard);
        let nodes = if late {
            Some(limits.nodes.map_or(NODES_AT_ONCE, |n| n.min(NODES_AT_ONCE)))
        } else {
            limits.nodes
        };
        Self {
            started: limits.started,
            soft: if late { None } else { soft },
            hard: if late { None } else { hard },
            nodes,
            depth: limits.depth.unwrap_or(u32::MAX),
        }
    }

    /// The last iteration's depth.
    pub(crate) fn depth(&self) -> u32 {
        self.depth
    }

    /// The limit in nodes.
    pub(crate) fn nodes(&self) -> Option<u64> {
        self.nodes
    }

    /// Nodes that the search by fours at the root may take of `most`: about a tenth of the time.
    pub(crate) fn nodes_for_fours(&self, most: u64) -> u64 {
        let by_time =
            self.hard.map(|hard| u64::try_from(hard.as_millis()).unwrap_or(u64::MAX).saturating_mul(100));
        [by_time, self.nodes.map(|nodes| nodes / 2)].into_iter().flatten().fold(most, u64::min)
    }

    /// Whether the time is up.
    pub(crate) fn is_over(&self, now: Moment) -> bool {
        self.hard.is_some_and(|hard| self.elapsed(now) >= hard)
    }

    /// Whether a new iteration may begin. Where the soft limit is below the hard one time is saved for
    /// later moves; `share` in percent stretches or shrinks it.
    pub(crate) fn may_go_on(&self, now: Moment, share: u32) -> bool {
        match (self.soft, self.hard) {
            (Some(soft), Some(hard)) if soft < hard => {
                self.elapsed(now) < (soft / 100).saturating_mul(share).min(hard)
            }
            _ => !self.is_over(now),
        }
    }

    /// Whether `percent` of the time and of the nodes leave room for more; without limits `most` nodes do.
    pub(crate) fn allows_share(&self, now: Moment, nodes: u64, percent: u32, most: u64) -> bool {
        let is_limited = self.hard.is_some() || self.nodes.is_some();
        let in_time = self.hard.is_none_or(|hard| self.elapsed(now) < (hard / 100).saturating_mul(percent));
        let share = |limit: u64| (limit / 100).saturating_mul(percent.into());
        let in_nodes = self.nodes.is_none_or(|limit| nodes < share(limit));
        in_time && in_nodes && (is_limited || nodes < most)
    }

    /// Whether any limit in time holds.
    pub(crate) fn is_timed(&self) -> bool {
        self.hard.is_some()
    }

    /// Time since the job's clock began.
    pub(crate) fn elapsed(&self, now: Moment) -> Duration {
        now.since(self.started)
    }
}

/// A limit less what a manager, a pipe and a loaded machine may take: 3 %, between 30 and 150 ms, and half
/// of limits so short that this would leave nothing.
fn without_margin(limit: Duration) -> Duration {
    let margin = (limit / 100 * 3).clamp(Duration::from_millis(30), Duration::from_millis(150));
    limit.saturating_sub(margin.min(limit / 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    fn budget(turn: Option<u64>, game: Option<u64>) -> Budget {
        let limits = Limits { turn: turn.map(ms), game: game.map(ms), ..Limits::INFINITE };
        Budget::new(&limits, Moment::default())
    }

    #[test]
    fn never_past_the_clock() {
        for turn in [None, Some(0), Some(1), Some(10), Some(100), Some(30_000), Some(u64::MAX / 4)] {
            for game in [None, Some(0), Some(5), Some(40), Some(180_000), Some(2_147_483_647)] {
                let budget = budget(turn, game);
                let least = [turn, game].into_iter().flatten().min();
                let Some(least) = least else {
                    assert!(!budget.is_timed());
                    continue;
                };
                assert!(budget.hard.is_none_or(|hard| hard < ms(least)), "{turn:?} {game:?} {budget:?}");
                assert!(budget.is_timed() || budget.nodes == Some(NODES_AT_ONCE), "{turn:?} {game:?}");
            }
        }
    }

    #[test]
    fn a_turn_without_a_game_clock_is_used_up() {
        let budget = budget(Some(200), None);
        assert_eq!(budget.hard, Some(ms(170)));
        assert!(budget.may_go_on(Moment::new(ms(169)), 50));
        assert!(!budget.may_go_on(Moment::new(ms(170)), 100));
    }

    #[test]
    fn a_game_clock_is_divided() {
        let budget = budget(Some(30_000), Some(180_000));
        assert_eq!(budget.hard, Some(ms(29_850)));
        assert!(budget.soft.unwrap() < ms(9_000));
        assert!(!budget.may_go_on(Moment::new(ms(9_000)), 100));
        assert!(budget.may_go_on(Moment::new(ms(9_000)), 150));
    }

    #[test]
    fn a_search_begun_too_late_answers_at_once() {
        let limits = Limits { turn: Some(ms(100)), ..Limits::INFINITE };
        let budget = Budget::new(&limits, Moment::new(ms(500)));
        assert_eq!(budget.nodes(), Some(NODES_AT_ONCE));
    }
}
