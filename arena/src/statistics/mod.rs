//! What results say about strength.
//!
//! Games are played in pairs, both sides of an opening once each, and a pair is one observation: the two
//! games of an opening that is good for Black are not independent, and counting them as if they were
//! overstates the error. So a result is a count of pairs by their points, the *pentanomial*
//! ([`Pairs`]); [`Elo`] and [`Sprt`] are computed from it by the formulae that fishtest and fastchess use.

mod elo;
mod games;
mod normal;
mod pairs;
mod ratings;
mod sprt;

pub use elo::{Elo, Estimate};
pub use games::Games;
pub use pairs::{Pairs, Points};
pub use ratings::{Meeting, ratings};
pub use sprt::{Bounds, Model, Sprt, State};
