//! Files of openings: a line of moves an opening, Black first.
//!
//! No line shows by itself which [`Form`] it has, and a form that is taken for another gives other points. So
//! the form has to be named. In each of them blank lines are passed over, and so is all from a `#` on to the
//! end of a line.
//!
//! ```
//! use tianyuan_rules::{Size, notation, record::openings::{self, Form}};
//! let read = |form, text: &str| openings::read(form, Size::STANDARD, text.as_bytes()).unwrap();
//! for (form, text) in [(Form::Code, "h8i9"), (Form::CodeFromTop, "h8i7"), (Form::Offsets, "0,0, 1,-1")] {
//!     assert_eq!(notation::code(read(form, text).concat()), "h8i9", "one column right, one row up");
//! }
//! ```

use std::fmt;

use super::{Limit, MAX_OPENINGS, ON_BOARD, Place, Problem, RecordError, USED_ONCE, text};
use crate::notation::{self, NotationError};
use crate::{Point, Size};

/// How a line writes its moves, and where its rows begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Form {
    /// `h8i9g7`, the project's own form, that of Yixin-Board and others: row 1 is at the *bottom*, numbers grow
    /// upwards.
    Code,
    /// `h8i7g9`, the form `pos` of c-gomoku-cli: row 1 is at the *top*, numbers grow downwards.
    CodeFromTop,
    /// `0,0, 1,-1, -1,1`, the form `offset` of c-gomoku-cli, Gomocup and Piskvork: pairs from the point
    /// [`Size::center`], columns to the right, rows *downwards*.
    Offsets,
}

impl Form {
    /// All forms.
    pub const ALL: [Self; 3] = [Self::Code, Self::CodeFromTop, Self::Offsets];

    /// The name used on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Code => "code",
            Self::CodeFromTop => "pos-top",
            Self::Offsets => "offset",
        }
    }

    fn parse(self, line: &str, size: Size) -> Result<Vec<Point>, NotationError> {
        match self {
            Self::Code => notation::parse_code(line, size),
            Self::CodeFromTop => notation::parse_code_from_top(line, size),
            Self::Offsets => notation::parse_offsets(line, size),
        }
    }

    fn line(self, moves: impl IntoIterator<Item = Point>, size: Size) -> String {
        match self {
            Self::Code => notation::code(moves),
            Self::CodeFromTop => notation::code_from_top(moves, size),
            Self::Offsets => notation::offsets(moves, size),
        }
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Reads a file of openings on a board of this size. Each has a move at least.
pub fn read(form: Form, size: Size, bytes: &[u8]) -> Result<Vec<Vec<Point>>, RecordError> {
    let text = text::decode(bytes)?;
    let mut openings = Vec::new();
    for (number, (_, line)) in (1..).zip(text::lines(&text)) {
        let broken =
            |column, problem| RecordError::Broken { place: Place::Text { line: number, column }, problem };
        let moves = line.split('#').next().unwrap_or_default();
        let points = form.parse(moves, size).map_err(|error| broken(error.at(), Problem::Moves(error)))?;
        if openings.len() == MAX_OPENINGS && !points.is_empty() {
            return Err(broken(1, Problem::TooMuch(Limit::Openings)));
        }
        openings.extend(Some(points).filter(|points| !points.is_empty()));
    }
    Ok(openings)
}

/// The line of an opening on a board of this size, without its end. Refused are openings without moves, for
/// their lines would be none, points outside the board, and moves to the same point.
pub fn write(form: Form, size: Size, moves: &[Point]) -> Result<String, RecordError> {
    let refuse = |why| Err(RecordError::Unwritable { form: "a line of an opening", why });
    let is_repeated = |(index, point)| moves.iter().take(index).any(|earlier| earlier == point);
    if moves.is_empty() {
        refuse("there must be a move")
    } else if !moves.iter().all(|&point| size.contains(point)) {
        refuse(ON_BOARD)
    } else if moves.iter().enumerate().any(is_repeated) {
        refuse(USED_ONCE)
    } else {
        Ok(form.line(moves.iter().copied(), size))
    }
}
