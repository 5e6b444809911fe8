//! The opening of a renju game: its 26 named shapes, and which offered fifth moves are one and the same.
//!
//! Here also belongs the machine of opening phases (swaps, declarations, offers and choices, with each
//! phase a type that has only its own acts); it builds on the two modules below.

mod named;
mod offers;

pub use named::{Family, Opening, ParseOpeningError};
pub use offers::OfferSymmetry;
