//! What each level sees and how it errs: the one table of levels.

use super::Level;

/// Who finds the moves of a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Mind {
    /// A small look-ahead that errs.
    Person(Person),
    /// The engine with so many nodes for a move.
    Nodes(u64),
    /// The engine as it is.
    Whole,
}

/// How a person thinks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Person {
    /// Plies of the look-ahead, from 1: its own move alone. Answers to fours cost none.
    pub(super) depth: u32,
    /// Moves that are looked at in a position, those that stand out first.
    pub(super) width: usize,
    /// Fours that are seen ahead in a win by fours: 1 is a straight four, 2 a four-three, more a VCF.
    pub(super) fours: u32,
    /// The chance that what a line holds is overlooked, 0 to 1. Less where a stone was just placed, more on diagonals.
    pub(super) blind: f64,
    /// The most that is added to a move's value by mistake, or taken off, in units of the evaluation.
    pub(super) noise: i32,
}

/// A level is to win about three games of four against the one below; `docs/strength.md` says what came of it.
const MINDS: [Mind; Level::ALL.len()] = [
    Mind::Person(Person { depth: 1, width: 8, fours: 1, blind: 0.60, noise: 240 }),
    Mind::Person(Person { depth: 1, width: 10, fours: 1, blind: 0.35, noise: 160 }),
    Mind::Person(Person { depth: 2, width: 10, fours: 1, blind: 0.20, noise: 100 }),
    Mind::Person(Person { depth: 3, width: 10, fours: 2, blind: 0.12, noise: 80 }),
    Mind::Person(Person { depth: 4, width: 12, fours: 4, blind: 0.06, noise: 40 }),
    Mind::Person(Person { depth: 7, width: 16, fours: 8, blind: 0.02, noise: 20 }),
    Mind::Nodes(2_500),
    Mind::Nodes(8_000),
    Mind::Nodes(22_000),
    Mind::Whole,
];

/// Nodes with which a person's acts in an opening are found.
const OPENING_NODES: u64 = 4_000;

impl Mind {
    pub(super) const fn of(level: Level) -> Self {
        MINDS[level as usize]
    }

    /// Nodes with which the engine finds acts in an opening, and moves where they are its own; `None` is no limit.
    pub(super) const fn nodes(self) -> Option<u64> {
        match self {
            Self::Person(_) => Some(OPENING_NODES),
            Self::Nodes(nodes) => Some(nodes),
            Self::Whole => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// People stand in the order of what they see, and above them what has more and more nodes.
    #[test]
    fn each_level_sees_at_least_as_much_as_the_one_below() {
        let people: Vec<Person> = Level::ALL
            .into_iter()
            .filter_map(|level| match Mind::of(level) {
                Mind::Person(person) => Some(person),
                Mind::Nodes(_) | Mind::Whole => None,
            })
            .collect();
        assert_eq!(people.len(), Level::Club.number());
        for pair in people.windows(2) {
            let [below, above] = pair else { unreachable!("windows of two") };
            assert!(below.blind > above.blind, "{below:?} {above:?}");
            assert!(below.noise >= above.noise && below.depth <= above.depth, "{below:?} {above:?}");
            assert!(below.fours <= above.fours && below.width <= above.width, "{below:?} {above:?}");
        }
        let nodes = [Level::Expert, Level::Master, Level::Grandmaster].map(|level| match Mind::of(level) {
            Mind::Nodes(nodes) => nodes,
            other => panic!("{other:?}"),
        });
        assert!(nodes.is_sorted_by(|below, above| below < above), "{nodes:?}");
        assert_eq!(Mind::of(Level::Tianyuan), Mind::Whole);
    }
}
