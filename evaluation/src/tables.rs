//! What points are worth: the tables made of [`Weights`].
//!
//! One table a rule and color, indexed by the sum of a point's four shapes ([`pattern::sum`](crate::pattern)).

use std::sync::{Arc, OnceLock};

use tianyuan_rules::{ByColor, Color, Rule};

use crate::pattern::{Class, Totals, WEIGHT};
use crate::weights::{ColorWeights, Terms, Weights, combinations};

/// Entries of a table: the sums that occur are below.
const ENTRIES: usize = 1 << 16;

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

    fn build(weights: &ColorWeights, forbids: bool) -> Self {
        let mut least_sums = [i16::MAX.cast_unsigned(); Class::COUNT];
        let mut totals = vec![Totals::default(); ENTRIES];
        let mut infos = vec![PointInfo::default(); ENTRIES];
        let numbers = weights.values.iter().zip(&weights.attack).zip(&weights.defence);
        for (shapes, ((&value, &attack), &defence)) in combinations().zip(numbers) {
            let sum: u16 = shapes.iter().map(|shape| WEIGHT[shape.index()]).sum();
            let class = Class::of(shapes, forbids);
            totals[usize::from(sum)] = Totals::of_point(class, u32::from(value.max(0).unsigned_abs()));
            infos[usize::from(sum)] = PointInfo { class, attack, defence };
            let least = &mut least_sums[class as usize];
            *least = sum.min(*least);
        }
        let classes = infos.iter().map(|info| info.class).collect();
        Self { totals: boxed(totals), infos: boxed(infos), classes: boxed(classes), least_sums }
    }
}

/// The tables of a rule, built from its weights.
#[derive(Debug)]
pub struct Tables {
    rule: Rule,
    colors: ByColor<ColorTable>,
    terms: Terms,
}

impl Tables {
    /// The tables of these weights.
    pub fn new(weights: &Weights, rule: Rule) -> Self {
        let color = |color: Color| ColorTable::build(&weights.colors[color], rule.forbids(color));
        let colors = ByColor::new(color(Color::Black), color(Color::White));
        Self { rule, colors, terms: weights.terms }
    }

    /// The tables that the program has for a rule, built when first asked for and shared.
    pub fn of_rule(rule: Rule) -> Arc<Self> {
        static TABLES: Shared = Shared::new();
        TABLES.of(rule, Weights::of_rule)
    }

    /// The tables made by hand for a rule, built when first asked for and shared: for searches by threats, whose order of moves
    /// they were made for.
    pub fn by_hand(rule: Rule) -> Arc<Self> {
        static TABLES: Shared = Shared::new();
        TABLES.of(rule, Weights::made_by_hand)
    }

    /// The rule that they are for.
    pub const fn rule(&self) -> Rule {
        self.rule
    }

    /// What is said of a board as a whole.
    #[inline]
    pub const fn terms(&self) -> &Terms {
        &self.terms
    }

    #[inline]
    pub(crate) fn color(&self, color: Color) -> &ColorTable {
        &self.colors[color]
    }
}

/// Tables of each rule, built when they are first asked for.
struct Shared([OnceLock<Arc<Tables>>; Rule::ALL.len()]);

impl Shared {
    const fn new() -> Self {
        Self([const { OnceLock::new() }; Rule::ALL.len()])
    }

    fn of(&self, rule: Rule, weights: impl Fn(Rule) -> Weights) -> Arc<Tables> {
        let index = Rule::ALL.iter().position(|&one| one == rule).unwrap_or_default();
        Arc::clone(self.0[index].get_or_init(|| Arc::new(Tables::new(&weights(rule), rule))))
    }
}

fn boxed<T>(entries: Vec<T>) -> Box<[T; ENTRIES]> {
    entries.try_into().unwrap_or_else(|_| unreachable!("the length is ENTRIES"))
}
