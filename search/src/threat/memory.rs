//! What searches by threats remember of positions.

use std::fmt;

use tianyuan_rules::Point;

/// What became of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// The side to move wins by this move in so many plies at most.
    Win(Point, u32),
    /// It has no win within this depth.
    NoneWithin(u32),
}

/// A table of outcomes by hash; a newer one replaces what was in its place.
///
/// It belongs to one rule, size and set of walls, and to one kind of search. Two positions may share a hash; by all
/// that is known none ever has, and a claimed win is replayed before it is called proved.
pub(super) struct Memory {
    entries: Box<[(u64, u32)]>,
    /// Mixed into every hash: another one makes all entries foreign.
    salt: u64,
}

/// Bits of an entry for the number; above it the index of the winning point, 0 where there is none.
const NUMBER_BITS: u32 = 16;

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Memory").field("entries", &self.entries.len()).finish_non_exhaustive()
    }
}

impl Memory {
    pub(super) const ENTRY_BYTES: usize = size_of::<(u64, u32)>();

    /// Room for so many positions, rounded up to a power of two.
    pub(super) fn new(entries: usize) -> Self {
        Self { entries: vec![(0, 0); entries.next_power_of_two()].into_boxed_slice(), salt: 0 }
    }

    /// Forgets everything, at once: the entries stay and are recognized no more.
    pub(super) fn forget(&mut self) {
        self.salt = self.salt.wrapping_add(0x9e37_79b9_7f4a_7c15);
    }

    pub(super) fn recall(&self, hash: u64) -> Option<Outcome> {
        let hash = hash ^ self.salt;
        let (of, data) = self.entries[self.slot(hash)];
        if of != hash || data == 0 {
            return None;
        }
        let number = data & ((1 << NUMBER_BITS) - 1);
        // No point has the index 0: that cell is padding.
        let point = Point::from_index((data >> NUMBER_BITS) as usize);
        Some(point.map_or(Outcome::NoneWithin(number), |point| Outcome::Win(point, number)))
    }

    pub(super) fn keep(&mut self, hash: u64, outcome: Outcome) {
        let (point, number) = match outcome {
            Outcome::Win(point, plies) => (point.index(), plies),
            Outcome::NoneWithin(depth) => (0, depth),
        };
        let point = u32::try_from(point).unwrap_or_default();
        let hash = hash ^ self.salt;
        let slot = self.slot(hash);
        self.entries[slot] = (hash, point << NUMBER_BITS | number.min((1 << NUMBER_BITS) - 1));
    }

    #[expect(clippy::cast_possible_truncation, reason = "only low bits are used")]
    fn slot(&self, hash: u64) -> usize {
        hash as usize & (self.entries.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_are_recalled() {
        let mut memory = Memory::new(100);
        let point = "h8".parse().unwrap();
        assert_eq!(memory.recall(0), None);
        for (hash, outcome) in
            [(0, Outcome::Win(point, 9)), (5, Outcome::NoneWithin(7)), (77, Outcome::Win(point, 225))]
        {
            memory.keep(hash, outcome);
            assert_eq!(memory.recall(hash), Some(outcome));
        }
        assert_eq!(memory.recall(5 + 128), None, "the same place");
        memory.keep(5 + 128, Outcome::NoneWithin(u32::MAX));
        assert_eq!(memory.recall(5), None, "replaced");
        assert_eq!(memory.recall(5 + 128), Some(Outcome::NoneWithin(65_535)));
        memory.forget();
        assert_eq!(memory.recall(77), None);
    }
}
