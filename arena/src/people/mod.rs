//! Games of people over the board, as the Chinese renju rules of 2009 have them: what was done and what happened, what
//! a referee says to it, who is ahead.
//!
//! ```text
//! text form ──┐
//!             ├── Protocol ── Referee ── Ruling, one for each deed ── Summary ── Standings
//! SGF, psq ───┘
//! ```
//!
//! - [`Deed`]: what people do at a board, and what happens to them there; [`Protocol`]: all of one game, [`text`]: as
//!   it is written down, [`record`]: as it is found in other files;
//! - [`Article`]: what a ruling rests on;
//! - [`Referee`]: hears one deed after the other and answers with a [`Ruling`]; [`Summary`]: how it came out;
//! - [`colors`]: who plays Black; [`Standings`]: many games.
//!
//! Nothing here has words for people but the text form: rulings are values, to be told in any language.

mod article;
mod claims;

pub mod colors;
mod deed;
mod first_moves;
mod offences;
mod protocol;
pub mod record;
mod referee;
mod refusal;
mod ruling;
mod shapes;
mod standings;
mod summary;
pub mod text;
mod timing;
mod written;

#[cfg(test)]
mod tests;

pub use article::Article;
pub use deed::{Cause, Claimed, Deed, Displacement, Reminder, Settled, Side, Who};
pub use protocol::{MOST_DEEDS, Protocol, Recorded, Terms};
pub use referee::Referee;
pub use refusal::Refusal;
pub use ruling::{Remark, Ruling, Unrecorded};
pub use standings::{Placed, Standings};
pub use summary::Summary;
