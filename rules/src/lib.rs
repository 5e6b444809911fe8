//! What the game is: boards, lines, forbidden moves, openings, records.
//!
//! No clock, no score, no input or output. Reading order:
//!
//! - vocabulary: [`Point`], [`Color`], [`Direction`], [`Size`], [`PointSet`], [`Symmetry`], [`Rule`];
//! - lines: [`line::Shape`], [`line::LineKeys`], [`line::ShapeTable`];
//! - boards: [`Board`] moves fast and checks nothing, [`Position`] is any set-up;
//! - the law: [`foul`] is the fast check for forbidden moves, [`reference`](mod@reference) the same law slow
//!   and literal, [`explain`](mod@explain) its reasons;
//! - games: [`Game`] is a legal history under a [`Conduct`] and ends in an [`Outcome`]; [`opening`] knows the
//!   26 openings and which offered moves are the same;
//! - text: [`notation`] for moves, [`diagram`] for drawings, [`record`] for files.

mod color;
mod direction;
mod point;
mod point_set;
mod size;
mod symmetry;

pub mod key;
pub mod line;
mod rule;

mod board;
mod position;

pub mod explain;
pub mod foul;
pub mod reference;

mod conduct;
mod game;
pub mod opening;
mod outcome;

pub mod diagram;
pub mod notation;
pub mod record;

pub use board::Board;
pub use color::{ByColor, Color};
pub use conduct::{Conduct, Verdicts};
pub use diagram::Diagram;
pub use direction::Direction;
pub use foul::{Foul, Judgement};
pub use game::{Claim, Game, GameError, Turn};
pub use line::Cell;
pub use outcome::{DrawReason, Offence, Outcome, ReplayReason, Victory};
pub use point::{CELLS, MARGIN, ParsePointError, Point, STRIDE};
pub use point_set::{PointSet, Points};
pub use position::{PlaceError, Position, Stone};
pub use rule::{ParseRuleError, Rule};
pub use size::{MAX_SIZE, MIN_SIZE, Size};
pub use symmetry::Symmetry;
