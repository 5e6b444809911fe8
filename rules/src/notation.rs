//! Moves as text.
//!
//! The project's own form is the *code*: points in algebraic notation, run together, `h8i9g7`; `a1` is the
//! bottom left and Black moves first. It holds stones only: a game with passes is a
//! [`Record`](crate::record::Record). Two other forms are read and written, and must be asked for by name, for
//! no text shows by itself which of them it is: a code with rows from the top, and offsets from the center.
//! Files of lines in these forms are read by [`openings`](crate::record::openings).

use std::fmt;

use crate::{Color, Point, Position, Rule, Size};

/// The moves of a code such as `h8i9g7`.
///
/// Either case; blanks, commas, semicolons and dashes may stand between the moves.
///
/// ```
/// use tianyuan_rules::{Size, notation};
/// let moves = notation::parse_code("H8, i9-g7", Size::STANDARD).unwrap();
/// assert_eq!(notation::code(moves), "h8i9g7");
/// let error = notation::parse_code("h8i16", Size::STANDARD).unwrap_err();
/// assert_eq!(error.to_string(), "character 4: no row 16 on the 15x15 board; a number 1 to 15 is needed");
/// ```
pub fn parse_code(text: &str, size: Size) -> Result<Vec<Point>, NotationError> {
    parse_points(text, size, RowsFrom::Bottom)
}

/// The position of a code, Black first.
pub fn position_from_code(text: &str, size: Size, rule: Rule) -> Result<Position, NotationError> {
    let mut position = Position::new(size, rule);
    for point in parse_code(text, size)? {
        let placed = position.play(point);
        debug_assert_eq!(placed, Ok(()), "the points of a code differ and lie on the board");
    }
    Ok(position)
}

/// The code of these moves.
pub fn code(moves: impl IntoIterator<Item = Point>) -> String {
    moves.into_iter().map(|point| point.to_string()).collect()
}

/// The code of a position, read back by [`position_from_code`]. There is none if its stones were not put in
/// turn, Black first, if there are walls, or if the wrong side is to move.
pub fn code_of(position: &Position) -> Option<String> {
    let mut due = Color::ALL.into_iter().cycle();
    let in_turn = position.order().iter().zip(&mut due).all(|(stone, color)| stone.color == color);
    let is_played = in_turn && due.next() == Some(position.side()) && position.walls().is_empty();
    is_played.then(|| code(position.order().iter().map(|stone| stone.point)))
}

/// The moves of a line in the `pos` form of c-gomoku-cli: a code whose rows are counted from the *top*.
pub fn parse_code_from_top(text: &str, size: Size) -> Result<Vec<Point>, NotationError> {
    parse_points(text, size, RowsFrom::Top)
}

/// These moves in the `pos` form of c-gomoku-cli.
pub fn code_from_top(moves: impl IntoIterator<Item = Point>, size: Size) -> String {
    code(moves.into_iter().map(|point| upside_down(point, size)))
}

/// The moves of a line of an opening file of Gomocup or Piskvork: pairs `dx,dy` from the point
/// [`Size::center`], `dy` counted downwards. Commas and blanks separate alike.
///
/// ```
/// use tianyuan_rules::{Size, notation};
/// let moves = notation::parse_offsets("0,0, 1,-1, 3,-1", Size::STANDARD).unwrap();
/// assert_eq!(notation::code(moves), "h8i9k9");
/// ```
pub fn parse_offsets(line: &str, size: Size) -> Result<Vec<Point>, NotationError> {
    let mut moves = Moves::new(size);
    let (mut at, mut first) = (1, None);
    for word in line.split(|c: char| c == ',' || c.is_whitespace()) {
        if !word.is_empty() {
            let number: isize = word.parse().map_err(|_| problem(at, Problem::Offset(shortened(word))))?;
            match first.take() {
                None => first = Some((at, number)),
                Some((at, dx)) => moves.push(at, offset(dx, number, size))?,
            }
        }
        at += word.chars().count() + 1;
    }
    if first.is_some() {
        return Err(problem(line.chars().count() + 1, Problem::Missing));
    }
    Ok(moves.points)
}

fn offset(dx: isize, dy: isize, size: Size) -> Result<Point, Problem> {
    let point = size.center().shifted(dx.clamp(-99, 99), -dy.clamp(-99, 99));
    point.filter(|&point| size.contains(point)).ok_or(Problem::Outside { dx, dy, size })
}

/// These moves as pairs from the point [`Size::center`], as [`parse_offsets`] reads them.
pub fn offsets(moves: impl IntoIterator<Item = Point>, size: Size) -> String {
    let center = size.center();
    let signed = |to: usize, from: usize| to.cast_signed() - from.cast_signed();
    let pair =
        |point: Point| format!("{},{}", signed(point.col(), center.col()), signed(center.row(), point.row()));
    moves.into_iter().map(pair).collect::<Vec<_>>().join(", ")
}

/// What is wrong with a text of moves, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError {
    at: usize,
    problem: Problem,
}

impl NotationError {
    /// The character at which the text went wrong, from 1. One more than there are at its end.
    pub const fn at(&self) -> usize {
        self.at
    }

    /// What is wrong there and what is needed, without the place.
    pub fn reason(&self) -> String {
        self.problem.to_string()
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Problem {
    /// Something else than the letter of a column.
    Column { found: char, size: Size },
    /// Something else than a number after the letter.
    Row { letter: char },
    /// A row that the board does not have.
    NoSuchRow { digits: String, size: Size },
    /// Not a number.
    Offset(String),
    /// An offset that leads out of the board.
    Outside { dx: isize, dy: isize, size: Size },
    /// The second number of a pair is missing.
    Missing,
    /// The point was played before.
    Repeated(Point),
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "character {}: {}", self.at, self.problem)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Column { found, size } => {
                let last = char::from(b'a' + u8::try_from(size.side() - 1).unwrap_or(0));
                write!(f, "{found:?} is no column of the {size} board; a letter a to {last} is needed")
            }
            Self::Row { letter } => write!(f, "a row is needed after {letter:?}, such as {letter}8"),
            Self::NoSuchRow { digits, size } => {
                write!(f, "no row {digits} on the {size} board; a number 1 to {} is needed", size.side())
            }
            Self::Offset(word) => write!(f, "{word:?} is no number; pairs such as 1,-1 are needed"),
            Self::Outside { dx, dy, size } => write!(f, "{dx},{dy} leads out of the {size} board"),
            Self::Missing => f.write_str("the second number of a pair is needed"),
            Self::Repeated(point) => write!(f, "{point} is played twice; each point can be used once"),
        }
    }
}

impl std::error::Error for NotationError {}

const fn problem(at: usize, problem: Problem) -> NotationError {
    NotationError { at, problem }
}

/// The moves read so far.
struct Moves {
    size: Size,
    points: Vec<Point>,
}

impl Moves {
    const fn new(size: Size) -> Self {
        Self { size, points: Vec::new() }
    }

    fn push(&mut self, at: usize, point: Result<Point, Problem>) -> Result<(), NotationError> {
        let point = point.map_err(|reason| problem(at, reason))?;
        if self.points.contains(&point) {
            return Err(problem(at, Problem::Repeated(point)));
        }
        self.points.push(point);
        Ok(())
    }

    /// The point of a letter and the digits after it; positions are those of the two in the text.
    fn point(&self, letter: (usize, char), digits: (usize, &str)) -> Result<Point, NotationError> {
        let size = self.size;
        let column = u8::try_from(letter.1.to_ascii_lowercase()).ok().and_then(|byte| byte.checked_sub(b'a'));
        let column = column.map(usize::from).filter(|&column| column < size.side());
        let column = column.ok_or_else(|| problem(letter.0, Problem::Column { found: letter.1, size }))?;
        if digits.1.is_empty() {
            return Err(problem(digits.0, Problem::Row { letter: letter.1 }));
        }
        let row = digits.1.parse::<usize>().ok().and_then(|row| row.checked_sub(1));
        let point = row.and_then(|row| size.point(column, row));
        point.ok_or_else(|| problem(digits.0, Problem::NoSuchRow { digits: shortened(digits.1), size }))
    }
}

/// Where row 1 is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RowsFrom {
    Bottom,
    Top,
}

fn parse_points(text: &str, size: Size, rows: RowsFrom) -> Result<Vec<Point>, NotationError> {
    let mut moves = Moves::new(size);
    let mut rest = text;
    let mut at = 1;
    while let Some(letter) = rest.chars().next() {
        rest = rest.strip_prefix(letter).unwrap_or_default();
        at += 1;
        if letter.is_whitespace() || matches!(letter, ',' | ';' | '-') {
            continue;
        }
        let (digits, after) = split_digits(rest);
        let point = moves.point((at - 1, letter), (at, digits))?;
        let point = if rows == RowsFrom::Top { upside_down(point, size) } else { point };
        moves.push(at - 1, Ok(point))?;
        at += digits.len();
        rest = after;
    }
    Ok(moves.points)
}

fn split_digits(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    text.split_at(end)
}

/// The beginning of a text: enough to find it by, and no flood.
pub(crate) fn shortened(text: &str) -> String {
    match text.char_indices().nth(32) {
        Some((end, _)) => format!("{}...", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// The point in the row that is as far from the top as this one is from the bottom.
fn upside_down(point: Point, size: Size) -> Point {
    let row = (size.side() - 1).checked_sub(point.row());
    row.and_then(|row| size.point(point.col(), row)).unwrap_or(point)
}
