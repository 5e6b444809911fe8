//! Lines: what a stone makes of one line through its point.
//!
//! A *window* is what a line shows five cells to each side of a point: enough for every rule, since a five
//! through the point ends at most four cells away and the cell behind it decides whether it is an overline.

mod keys;
mod shape;
mod table;

pub use keys::{Cell, LineKeys, WINDOW_CELLS, WINDOW_KEYS, window_cell, window_of, window_with};
pub use shape::Shape;
pub use table::{ShapePair, ShapeTable};
