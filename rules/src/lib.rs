//! What the game is: boards, lines, forbidden moves, openings, records.
//!
//! No clock, no score, no input or output. Reading order:
//!
//! - vocabulary: [`Point`], [`Color`], [`Direction`], [`Size`], [`PointSet`], [`Symmetry`], [`Rule`];
//! - lines: [`line::Shape`], [`line::LineKeys`], [`line::ShapeTable`];
//! - boards: [`Board`] moves fast and checks nothing, [`Position`] is any set-up;
//! - the law: [`foul`] is the fast check for forbidden moves.

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

pub mod foul;

pub use board::Board;
pub use color::{ByColor, Color};
pub use direction::Direction;
pub use foul::{Foul, Judgement};
pub use line::Cell;
pub use point::{CELLS, MARGIN, ParsePointError, Point, STRIDE};
pub use point_set::PointSet;
pub use position::{PlaceError, Position, Stone};
pub use rule::{ParseRuleError, Rule};
pub use size::{MAX_SIZE, MIN_SIZE, Size};
pub use symmetry::Symmetry;
