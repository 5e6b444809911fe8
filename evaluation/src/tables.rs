//! What points are worth: the numbers, and the tables made of them.
//!
//! One table a rule and color, indexed by the sum of a point's four shapes ([`pattern::sum`](crate::pattern)).
//! Values come from a regression, ordering scores are made by hand; a tuner is to replace both.

use std::sync::OnceLock;

use tianyuan_rules::line::Shape;
use tianyuan_rules::{ByColor, Color, Rule};

use crate::pattern::{Class, Totals, WEIGHT};

/// Entries of a table: the sums that occur are below.
const ENTRIES: usize = 1 << 16;

/// What an empty point is worth to the side that could make a shape there, for each of its lines, in
/// eighths of a unit.
///
/// These and [`CLASS_VALUE`] come from a logistic regression on 40,000 positions of games that an earlier
/// version played against itself, half of the target the result and half the searched value, and then, together
/// with the scores below, from 1620 steps of simultaneous perturbation (SPSA), four games a step at 10,000 nodes a
/// move, freestyle and renju in turn. Shapes that those games hardly know are as they were.
const SHAPE_VALUE: [i32; Shape::COUNT] = [0, -4, -3, 13, 28, 73, 29, 168, 168, 0, 0, 250];

/// What is added for the class of the four lines together. Below zero where the lines alone say too much.
const CLASS_VALUE: [i32; Class::COUNT] = [0, -22, -20, -35, -19, 67, 220, 0, 71, 185, 357, 668, 342, 400];

/// How well a move there is worth looking at first, for the side that would make the shape: ordering only.
///
/// Made by hand, then tuned by games together with the values above. A softmax regression of these and of separate
/// defence scores on the best moves of 41,000 searches predicted those moves better, but the search with it lost:
/// 39-61 at 10,000 nodes a move, in freestyle and in renju. What refutes a bad move is not what is best in a quiet
/// position. Nor can they be fitted to the moves that caused cuts: of the moves tried there the last one is the
/// good one, whatever the order, so that a fit turns the order upside down.
const SHAPE_SCORE: [i32; Shape::COUNT] = [0, 3, 7, -1, 36, 42, 115, 114, 81, 0, 0, 200];

/// What is added for the class.
const CLASS_SCORE: [i32; Class::COUNT] = [0, 0, 4, 24, -3, -5, 29, 0, 135, -16, 34, 153, 321, 1000];

/// A move's share for what it takes from the opponent, in sixty-fourths of what it would give him.
const DEFENCE_SHARE: i32 = 31;

/// What is known of a point by its sum alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PointInfo {
    /// The class for the side that plays there.
    pub class: Class,
    /// Ordering score for the side that plays there.
    pub attack: i16,
    /// Ordering score for the opponent, who takes the point away.
    pub defence: i16,
}

/// The tables of one color under one rule.
pub(crate) struct ColorTable {
    totals: Box<[Totals; ENTRIES]>,
    infos: Box<[PointInfo; ENTRIES]>,
    /// The classes once more: asked for far more often than the scores, and six times as dense.
    classes: Box<[Class; ENTRIES]>,
    /// The least sum of each class.
    least_sums: [u16; Class::COUNT],
}

impl std::fmt::Debug for ColorTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ColorTable").finish_non_exhaustive()
    }
}

impl ColorTable {
    /// What an empty point with this sum adds to the totals.
    #[inline]
    pub(crate) fn totals(&self, sum: u16) -> Totals {
        self.totals[usize::from(sum)]
    }

    /// The same for all sums.
    #[inline]
    pub(crate) fn all_totals(&self) -> &[Totals; ENTRIES] {
        &self.totals
    }

    /// What is known of an empty point with this sum.
    #[inline]
    pub(crate) fn info(&self, sum: u16) -> PointInfo {
        self.infos[usize::from(sum)]
    }

    /// The class of an empty point with this sum.
    #[inline]
    pub(crate) fn class(&self, sum: u16) -> Class {
        self.classes[usize::from(sum)]
    }

    /// The least sum of a point of this class; beyond all sums if none has it.
    #[inline]
    pub(crate) const fn least_sum(&self, class: Class) -> u16 {
        self.least_sums[class as usize]
    }

    fn build(forbids: bool) -> Self {
        let mut least_sums = [i16::MAX.cast_unsigned(); Class::COUNT];
        let mut totals = vec![Totals::default(); ENTRIES];
        let mut infos = vec![PointInfo::default(); ENTRIES];
        for_each_multiset(|shapes| {
            let sum: u16 = shapes.iter().map(|shape| WEIGHT[shape.index()]).sum();
            let class = Class::of(shapes, forbids);
            totals[usize::from(sum)] = Totals::of_point(class, value(shapes, class));
            infos[usize::from(sum)] = info(shapes, class);
            let least = &mut least_sums[class as usize];
            *least = sum.min(*least);
        });
        let classes = infos.iter().map(|info| info.class).collect();
        Self { totals: boxed(totals), infos: boxed(infos), classes: boxed(classes), least_sums }
    }
}

/// The tables of a rule, built when first asked for and shared.
pub(crate) fn tables(rule: Rule) -> &'static ByColor<ColorTable> {
    static TABLES: [OnceLock<ByColor<ColorTable>>; 2] = [const { OnceLock::new() }; 2];
    // What differs from rule to rule is already in the shapes; here only who has forbidden moves counts.
    let forbids = rule.forbids(Color::Black);
    TABLES[usize::from(forbids)]
        .get_or_init(|| ByColor::new(ColorTable::build(forbids), ColorTable::build(false)))
}

fn value(shapes: [Shape; 4], class: Class) -> u32 {
    if class == Class::Forbidden {
        return 0;
    }
    let lines: i32 = shapes.iter().map(|shape| SHAPE_VALUE[shape.index()]).sum();
    (lines + CLASS_VALUE[class as usize]).max(0).unsigned_abs()
}

#[expect(clippy::cast_possible_truncation, reason = "scores stay far below 32,767")]
fn info(shapes: [Shape; 4], class: Class) -> PointInfo {
    let lines: i32 = shapes.iter().map(|shape| SHAPE_SCORE[shape.index()]).sum();
    let attack = lines + CLASS_SCORE[class as usize];
    // A point that may be forbidden to him needs no stone of ours.
    let defence = if class == Class::Forbidden { 0 } else { attack * DEFENCE_SHARE / 64 };
    PointInfo { class, attack: attack as i16, defence: defence as i16 }
}

fn for_each_multiset(mut visit: impl FnMut([Shape; 4])) {
    for a in 0..Shape::COUNT {
        for b in a..Shape::COUNT {
            for c in b..Shape::COUNT {
                for d in c..Shape::COUNT {
                    visit([a, b, c, d].map(Shape::from_index));
                }
            }
        }
    }
}

fn boxed<T>(entries: Vec<T>) -> Box<[T; ENTRIES]> {
    entries.try_into().unwrap_or_else(|_| unreachable!("the length is ENTRIES"))
}
