//! Player against player, with numbers one can trust.
//!
//! - [`statistics`]: what results say about strength.

pub mod statistics;
