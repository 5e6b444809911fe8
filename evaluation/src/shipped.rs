//! The numbers that the program has: a file for each rule, part of the program.
//!
//! `evaluation/tables/` has the files. `tianyuan train hand` writes those with the numbers made by hand, and `tianyuan
//! train tables` those that games have tuned.

use tianyuan_rules::Rule;

use crate::weights::Weights;

/// The bytes of a rule's file, as [`Weights::read`] takes them.
pub const fn file_of(rule: Rule) -> &'static [u8] {
    match rule {
        Rule::Freestyle => include_bytes!("../tables/freestyle.tables"),
        Rule::Standard => include_bytes!("../tables/standard.tables"),
        Rule::Renju => include_bytes!("../tables/renju.tables"),
        Rule::Caro => include_bytes!("../tables/caro.tables"),
        Rule::CaroExact => include_bytes!("../tables/caro-exact.tables"),
    }
}

impl Weights {
    /// The numbers that the program has for a rule. Its file is read and checked; in the place of one that is refused,
    /// which the tests rule out, come the numbers made by hand.
    pub fn of_rule(rule: Rule) -> Self {
        Self::read(file_of(rule), rule).unwrap_or_else(|_| Self::made_by_hand(rule))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_read_and_of_its_rule() {
        for rule in Rule::ALL {
            let (weights, named) = Weights::read_any(file_of(rule)).expect("a file of the program");
            assert_eq!(named, rule);
            assert_eq!(weights.bytes(rule), file_of(rule), "{rule}: read and written again");
            assert_eq!(Weights::of_rule(rule), weights, "{rule}");
        }
    }
}
