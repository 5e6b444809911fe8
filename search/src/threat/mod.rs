//! What fours and threes settle without a full search.

mod defence;
mod four;
mod situation;

#[cfg(test)]
mod brute;

pub(crate) use defence::Defences;
pub(crate) use four::FourSearch;
pub(crate) use situation::{Situation, assess};
