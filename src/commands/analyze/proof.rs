//! A win that the search claims, proved.

use std::time::Duration;

use tianyuan_player::{Clock, Force, Job, Lines, Verdict};
use tianyuan_search::threat::{Solution, Solver};

use crate::commands::analysis::json::Proved;

/// Time to look for a proof.
const TIME: Duration = Duration::from_secs(1);
/// Memory for it.
const BYTES: usize = 64 << 20;

/// The proof of a win by threats where the best line claims a win; `None` where it claims none, or none by threats is
/// found in a second, or its first move is one that was not to be looked at.
pub(super) fn of_win(job: &Job, lines: &Lines, clock: &dyn Clock) -> Option<Proved> {
    lines.all().first().filter(|best| matches!(best.verdict, Verdict::WinIn(_)))?;
    let started = clock.now();
    let mut goes_on = |_| clock.now().since(started) < TIME;
    match Solver::new(BYTES).solve(&job.position, Force::Threats, &mut goes_on) {
        Solution::Win(proof) if job.choice.allows(proof.first().1.point) => {
            Some(Proved::new(&job.position, &proof))
        }
        _ => None,
    }
}
