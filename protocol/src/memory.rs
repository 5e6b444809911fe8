//! How much of the memory that a manager grants may become the table.

/// What is assumed until a manager says: Gomocup's 350 MB.
pub(crate) const DEFAULT_MEMORY: u64 = 350 << 20;
/// Kept for the program, its tables and its buffers.
const RESERVE: u64 = 24 << 20;
/// Kept for each thread: stack, histories, board.
const RESERVE_PER_THREAD: u64 = 8 << 20;
/// An eighth of the table is kept for what is remembered beside it.
const BESIDE: u64 = tianyuan_player::Settings::PART_BESIDE_TABLE as u64;
/// The smallest table there is.
const SMALLEST: u64 = 1 << 20;
/// The largest table taken unasked: a larger one helps only very long thinking.
const LARGEST_UNASKED: u64 = 1 << 30;
/// The largest table a manager can ask for.
const LARGEST: u64 = 64 << 30;

/// Bytes for the table, so that the whole process stays below 75 % of the memory granted (managers count
/// every private page and the first byte too many loses the game). `wanted` is what the manager asked
/// for; without a grant it is believed.
pub(crate) fn table_bytes(granted: Option<u64>, wanted: Option<u64>, threads: usize) -> usize {
    let room = |memory: u64| {
        let threads = u64::try_from(threads).unwrap_or(u64::MAX);
        let reserve = RESERVE.saturating_add(RESERVE_PER_THREAD.saturating_mul(threads));
        let room = (memory / 4).saturating_mul(3).saturating_sub(reserve);
        room / (BESIDE + 1) * BESIDE
    };
    let bytes = match (wanted, granted) {
        (Some(wanted), Some(memory)) => wanted.min(room(memory)).min(LARGEST),
        (Some(wanted), None) => wanted.min(LARGEST),
        (None, memory) => room(memory.unwrap_or(DEFAULT_MEMORY)).min(LARGEST_UNASKED),
    };
    usize::try_from(bytes.max(SMALLEST)).unwrap_or(usize::MAX >> 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOMOCUP: u64 = 367_001_600;

    #[test]
    fn three_quarters_are_kept_for_every_grant() {
        for memory in [64 << 20, 83_886_080, GOMOCUP, 1 << 30] {
            for threads in [1, 2] {
                let table = table_bytes(Some(memory), None, threads) as u64;
                let all = table + table / BESIDE + RESERVE;
                let all = all + threads as u64 * RESERVE_PER_THREAD;
                assert!(all <= memory * 3 / 4, "{memory} {threads}");
            }
        }
        assert_eq!(table_bytes(None, None, 1), table_bytes(Some(GOMOCUP), None, 1));
    }

    #[test]
    fn extremes_are_cut() {
        assert_eq!(table_bytes(Some(1), None, 1) as u64, SMALLEST);
        assert_eq!(table_bytes(Some(GOMOCUP), None, usize::MAX) as u64, SMALLEST);
        assert_eq!(table_bytes(Some(u64::MAX), None, 1) as u64, LARGEST_UNASKED);
        assert_eq!(table_bytes(None, Some(u64::MAX), 1) as u64, LARGEST);
        assert_eq!(table_bytes(None, Some(0), 1) as u64, SMALLEST);
    }

    #[test]
    fn a_wish_counts_as_far_as_the_grant_goes() {
        assert_eq!(table_bytes(Some(GOMOCUP), Some(16 << 20), 1), 16 << 20);
        assert_eq!(table_bytes(Some(GOMOCUP), Some(1 << 40), 1), table_bytes(Some(GOMOCUP), None, 1));
        assert_eq!(table_bytes(None, Some(2 << 30), 1), 2 << 30);
    }
}
