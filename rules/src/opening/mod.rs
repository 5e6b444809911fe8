//! The opening: its 26 named shapes, which offered fifth moves are one and the same, and the rules of its phases.
//!
//! - [`Opening`]: the 26 openings of renju;
//! - [`OfferSymmetry`]: which offers are the same move;
//! - [`OpeningRule`]: who places, swaps, offers and chooses what; each rule is a short program of steps;
//! - [`OpeningGame`]: such a program as it goes on, with [`Phase`]s that each have only their own [`Act`]s, and the
//!   player behind each color;
//! - [`corrections`]: what a referee puts right in the first moves.

mod correction;
mod machine;
mod named;
mod offers;
mod phase;
mod rule;

pub use correction::{Correction, corrections};
pub use machine::OpeningGame;
pub use named::{Family, Opening, ParseOpeningError};
pub use offers::OfferSymmetry;
pub use phase::{Act, Branch, Illegal, Phase, Seat, Zone};
pub use rule::{OpeningRule, ParseOpeningRuleError};
