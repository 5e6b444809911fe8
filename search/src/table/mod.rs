//! The transposition table: what is known of positions, shared by all threads without locks.

mod entry;
mod file;
mod prefetch;

use std::sync::atomic::{AtomicU64, Ordering};

use bytemuck::allocation::try_zeroed_slice_box;
use tianyuan_evaluation::Value;
use tianyuan_rules::Point;

pub(crate) use entry::{Bound, Hit};
use entry::{Data, GENERATIONS};

/// Entries of a bucket: two words each, 64 bytes together.
const BUCKET_ENTRIES: usize = 4;

/// A bucket: for each entry the key exclusive-or'ed with the data, and the data.
type Bucket = [AtomicU64; 2 * BUCKET_ENTRIES];

/// A table of fixed size.
///
/// Two threads may write one entry at the same time and leave the key of one with the data of the other.
/// Such an entry is not found again, for the key is stored mixed with the data; should it be found all the
/// same, or belong to another position with the same hash, it can mislead ordering and values but never the
/// rules: a move from the table is checked before it is played.
pub(crate) struct Table {
    buckets: Box<[Bucket]>,
    generation: u8,
}

/// Where an entry may be stored, as found by [`Table::probe`].
#[derive(Clone, Copy)]
pub(crate) struct Slot {
    bucket: usize,
    entry: usize,
}

impl Table {
    /// A table of at most `bytes`, smaller where the system does not give as much, at least one bucket. The
    /// memory is asked for zeroed, so that the system hands it out page by page when it is first written.
    pub(crate) fn new(bytes: usize) -> Self {
        let mut n_buckets = (bytes / size_of::<Bucket>()).max(1);
        loop {
            match try_zeroed_slice_box(n_buckets) {
                Ok(buckets) => return Self { buckets, generation: 0 },
                Err(()) if n_buckets > 1 => n_buckets /= 2,
                Err(()) => return Self { buckets: Box::new([Bucket::default()]), generation: 0 },
            }
        }
    }

    /// Bytes in use.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(&*self.buckets)
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        let bytes = self.bytes();
        // First let go of the old memory: there may not be room for both.
        self.buckets = Box::default();
        *self = Self::new(bytes);
    }

    /// Entries from now on are newer than all before.
    pub(crate) fn next_generation(&mut self) {
        self.generation = (self.generation + 1) % GENERATIONS;
    }

    /// What is known of the position with this hash at distance `ply` from the root, and where to store
    /// what will be known.
    pub(crate) fn probe(&self, hash: u64, ply: usize) -> (Option<Hit>, Slot) {
        let bucket_index = self.bucket_of(hash);
        let bucket = &self.buckets[bucket_index];
        let (mut worst, mut worst_worth) = (0, i32::MAX);
        for entry in 0..BUCKET_ENTRIES {
            let key = bucket[2 * entry].load(Ordering::Relaxed);
            let data = Data(bucket[2 * entry + 1].load(Ordering::Relaxed));
            let slot = Slot { bucket: bucket_index, entry };
            if key ^ data.0 == hash && data.0 != 0 {
                return (Some(data.hit(ply)), slot);
            }
            let worth = data.worth(self.generation);
            if worth < worst_worth {
                (worst, worst_worth) = (entry, worth);
            }
        }
        (None, Slot { bucket: bucket_index, entry: worst })
    }

    /// Asks for the bucket of a hash that will be probed soon.
    #[inline]
    pub(crate) fn prefetch(&self, hash: u64) {
        prefetch::prefetch(&self.buckets[self.bucket_of(hash)]);
    }

    /// Stores what is known; an entry of the same position that says much more is kept.
    #[expect(clippy::too_many_arguments, reason = "an entry has these fields")]
    pub(crate) fn store(
        &self,
        slot: Slot,
        hash: u64,
        ply: usize,
        depth: i32,
        bound: Bound,
        value: Value,
        eval: Value,
        best: Option<Point>,
    ) {
        let bucket = &self.buckets[slot.bucket];
        let (key, data) = (&bucket[2 * slot.entry], &bucket[2 * slot.entry + 1]);
        let old = Data(data.load(Ordering::Relaxed));
        let is_same = key.load(Ordering::Relaxed) ^ old.0 == hash;
        // The estimate of a leaf is no reason to forget a search, exact as it may be.
        let is_less = bound != Bound::Exact || depth <= 0;
        if is_same && is_less && old.is_of(self.generation) && old.depth() > depth + 2 {
            return;
        }
        let best = best.or(if is_same { old.best() } else { None });
        let new = Data::new(self.generation, depth, bound, value.to_table(ply), eval, best);
        key.store(hash ^ new.0, Ordering::Relaxed);
        data.store(new.0, Ordering::Relaxed);
    }

    /// The share of entries in use, 0 to 1, of some thousand buckets all over the table.
    pub(crate) fn fullness(&self) -> f64 {
        let step = (self.buckets.len() / 4096).max(1);
        let (mut n_entries, mut n_used) = (0_u32, 0_u32);
        for bucket in self.buckets.iter().step_by(step) {
            for data in bucket.iter().skip(1).step_by(2) {
                n_entries += 1;
                n_used += u32::from(data.load(Ordering::Relaxed) != 0);
            }
        }
        f64::from(n_used) / f64::from(n_entries)
    }

    /// The bucket in proportion to the hash, for any number of buckets.
    #[expect(clippy::cast_possible_truncation, reason = "less than the number of buckets")]
    fn bucket_of(&self, hash: u64) -> usize {
        ((u128::from(hash) * self.buckets.len() as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(text: &str) -> Option<Point> {
        text.parse().ok()
    }

    #[test]
    fn what_is_stored_is_found() {
        let table = Table::new(1 << 16);
        let (hit, slot) = table.probe(77, 3);
        assert!(hit.is_none());
        table.store(slot, 77, 3, 9, Bound::Lower, Value::win_at(8), Value::estimate(-5), point("h8"));
        let hit = table.probe(77, 1).0.unwrap();
        assert_eq!((hit.depth, hit.bound, hit.best), (9, Bound::Lower, point("h8")));
        assert_eq!((hit.value, hit.eval), (Value::win_at(6), Value::estimate(-5)));
    }

    #[test]
    fn deeper_knowledge_and_the_best_move_are_kept() {
        let table = Table::new(1 << 10);
        let (_, slot) = table.probe(5, 0);
        table.store(slot, 5, 0, 9, Bound::Lower, Value::estimate(10), Value::DRAW, point("a1"));
        table.store(table.probe(5, 0).1, 5, 0, 2, Bound::Upper, Value::estimate(-9), Value::DRAW, None);
        assert_eq!(table.probe(5, 0).0.unwrap().depth, 9);
        table.store(table.probe(5, 0).1, 5, 0, 8, Bound::Upper, Value::estimate(-9), Value::DRAW, None);
        let hit = table.probe(5, 0).0.unwrap();
        assert_eq!((hit.depth, hit.best), (8, point("a1")));
    }

    #[test]
    fn old_and_shallow_entries_make_room() {
        let mut table = Table::new(1);
        for hash in 1..=4u64 {
            let depth = i32::try_from(hash).unwrap() * 2;
            table.store(table.probe(hash, 0).1, hash, 0, depth, Bound::Exact, Value::DRAW, Value::DRAW, None);
        }
        table.store(table.probe(9, 0).1, 9, 0, 1, Bound::Exact, Value::DRAW, Value::DRAW, None);
        assert!(table.probe(1, 0).0.is_none(), "the shallowest was replaced");
        assert!(table.probe(4, 0).0.is_some());
        table.clear();
        assert!(table.probe(4, 0).0.is_none());
        table.next_generation();
        assert_eq!(table.bytes(), 64);
    }
}
