//! Positions as drawings, both ways.
//!
//! ```text
//! 5 . . . . . 5
//! 4 . O . . . 4     X black   O white   . empty   # wall
//! 3 . .(X). . 3     ( ) the last move
//! 2 . . . O . 2
//! 1 X . . . . 1
//!   a b c d e
//! ```
//!
//! and as one line of a character for each point, rank 1 first, for files of many positions.

use std::fmt;

use crate::line::Cell;
use crate::{Color, Point, PointSet, Position, Rule, Size, Stone, Turn};

/// A drawing of a position: [`Display`](fmt::Display) draws it, [`parse_drawing`] reads it back.
///
/// ```
/// use tianyuan_rules::{Diagram, Position, Rule, Size, diagram};
/// let position = Position::from_moves(Size::new(5).unwrap(), Rule::Renju, &["c3".parse().unwrap()]).unwrap();
/// let text = Diagram::new(&position).with_last_move().to_string();
/// assert!(text.contains("3 . .(X). . 3\n"));
/// assert_eq!(diagram::parse_drawing(&text, Rule::Renju).unwrap(), position);
/// ```
#[derive(Clone, Debug)]
pub struct Diagram<'a> {
    position: &'a Position,
    last: Option<Point>,
    /// The numbers of stones, if they are written.
    numbers: Option<Vec<(Point, usize)>>,
    has_side: bool,
    marks: Vec<(Point, char)>,
}

impl<'a> Diagram<'a> {
    /// The plain drawing, with coordinates.
    pub const fn new(position: &'a Position) -> Self {
        Self { position, last: None, numbers: None, has_side: false, marks: Vec::new() }
    }

    /// Puts the last stone in brackets.
    #[must_use]
    pub fn with_last_move(mut self) -> Self {
        self.last = self.position.order().last().map(|stone| stone.point);
        self
    }

    /// Writes the number of the move behind each stone: `X1`, `O2`. Reading it back restores the order.
    #[must_use]
    pub fn with_numbers(mut self) -> Self {
        let points = self.position.order().iter().map(|stone| stone.point);
        self.numbers = Some(points.zip(1..).collect());
        self
    }

    /// The same where passes count: the stones of these turns, which led to the position, by their numbers.
    #[must_use]
    pub fn with_turns(mut self, turns: impl IntoIterator<Item = Turn>) -> Self {
        let stone = |(turn, number)| match turn {
            Turn::Place(point) => Some((point, number)),
            Turn::Pass => None,
        };
        self.numbers = Some(turns.into_iter().zip(1..).filter_map(stone).collect());
        self
    }

    /// Adds a line that says which side is to move.
    #[must_use]
    pub const fn with_side(mut self) -> Self {
        self.has_side = true;
        self
    }

    /// Draws these marks on empty points: by custom `3` double-three, `4` double-four, `6` overline, `5` a
    /// five. Reading knows these four and takes the points as empty.
    #[must_use]
    pub fn with_marks(mut self, mark: impl Fn(Point) -> Option<char>) -> Self {
        let of_point = |point| mark(point).map(|mark| (point, mark));
        self.marks = self.position.empty_points().filter_map(of_point).collect();
        self
    }

    fn symbol(&self, point: Point) -> char {
        let mark = || self.marks.iter().find(|marked| marked.0 == point).map_or('.', |marked| marked.1);
        match self.position.cell(point) {
            Cell::Black => 'X',
            Cell::White => 'O',
            Cell::Wall => '#',
            Cell::Empty => mark(),
        }
    }

    fn cell(&self, point: Point) -> String {
        let number = self.numbers.iter().flatten().find(|(numbered, _)| *numbered == point);
        match number.filter(|_| self.position.cell(point).color().is_some()) {
            Some((_, number)) => format!("{}{number}", self.symbol(point)),
            None => self.symbol(point).to_string(),
        }
    }

    /// Digits of the largest number of a row.
    fn digits(&self) -> usize {
        self.position.size().side().to_string().len()
    }

    /// Characters of a cell without what stands between cells.
    fn width(&self) -> usize {
        let greatest = self.numbers.iter().flatten().map(|&(_, number)| number).max();
        // As wide as the order of the stones needs, numbered or not.
        let least = self.numbers.as_ref().map(|_| self.position.order().len());
        1 + greatest.max(least).map_or(0, |number| number.to_string().len())
    }

    fn write_row(&self, f: &mut fmt::Formatter<'_>, row: usize) -> fmt::Result {
        let size = self.position.size();
        write!(f, "{:>digits$}", row + 1, digits = self.digits())?;
        let mut after = ' ';
        for point in (0..size.side()).filter_map(|col| size.point(col, row)) {
            let is_last = self.last == Some(point);
            let before = if is_last { '(' } else { after };
            write!(f, "{before}{:>width$}", self.cell(point), width = self.width())?;
            after = if is_last { ')' } else { ' ' };
        }
        writeln!(f, "{after}{}", row + 1)
    }
}

impl fmt::Display for Diagram<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = self.position.size().side();
        (0..side).rev().try_for_each(|row| self.write_row(f, row))?;
        write!(f, "{:digits$}", "", digits = self.digits())?;
        for letter in ('a'..='v').take(side) {
            write!(f, " {letter:>width$}", width = self.width())?;
        }
        writeln!(f)?;
        if self.has_side { writeln!(f, "{} to move", self.position.side()) } else { Ok(()) }
    }
}

/// The position of a drawing, row by row from the top.
///
/// Black is `X`, `●` or `*`, White `O` or `○`, a wall `#`; `.`, `+`, `-`, `·` and the marks `3` `4` `5` `6`
/// are empty. Coordinates, borders of `+`, `-` and `|`, brackets and blanks between the cells may be there
/// or not. Numbers behind the stones (`X1`) give the order of play. A line `Black to move` or `White to
/// move` names the side; without it, it is the side with fewer stones, Black if they are equal. A single
/// line of 25 to 484 characters is read as [`parse_line`] does.
pub fn parse_drawing(text: &str, rule: Rule) -> Result<Position, DrawingError> {
    let mut side = None;
    let mut rows = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        match side_named(line) {
            Some(named) => side = Some(named),
            None if !is_decoration(line) => rows.push(Row::new(number, line)),
            None => {}
        }
    }
    if let [row] = rows.as_slice()
        && let [word] = row.words.as_slice()
        && word.len() > crate::size::MAX_SIZE
    {
        return parse_line(word, rule);
    }
    let size = Size::new(rows.len()).ok_or(DrawingError::Rows(rows.len()))?;
    let mut drawn = Drawn::new(size);
    for (row, line) in (0..size.side()).rev().zip(&rows) {
        drawn.read_row(row, line)?;
    }
    drawn.position(rule, side)
}

/// The position of a line of one character a point: `X` black, `O` white, `.` empty, `#` wall, at the index
/// row · side + column, row 0 being rank 1. What follows the first blank is ignored. The side to move is the
/// one with fewer stones, Black if they are equal.
pub fn parse_line(line: &str, rule: Rule) -> Result<Position, DrawingError> {
    let word = line.split_whitespace().next().unwrap_or_default();
    let length = word.chars().count();
    let size = Size::new(length.isqrt()).filter(|size| size.area() == length);
    let size = size.ok_or(DrawingError::Length(length))?;
    let mut drawn = Drawn::new(size);
    for (index, symbol) in word.chars().enumerate() {
        let drawing = Drawing::of(symbol).ok_or(DrawingError::Symbol { line: 1, at: index + 1, symbol })?;
        drawn.put(index % size.side(), index / size.side(), drawing, None);
    }
    drawn.position(rule, None)
}

/// The one-line form of a position, read back by [`parse_line`].
pub fn line_of(position: &Position) -> String {
    let diagram = Diagram::new(position);
    position.size().points().map(|point| diagram.symbol(point)).collect()
}

/// Why a text is not the drawing of a position. Lines and characters count from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawingError {
    /// The drawing has this many rows.
    Rows(usize),
    /// A row has another number of cells than there are rows.
    Cells {
        /// Line of the text.
        line: usize,
        /// Cells found.
        found: usize,
        /// Cells needed.
        needed: usize,
    },
    /// A character that stands for nothing.
    Symbol {
        /// Line of the text.
        line: usize,
        /// Character in its line.
        at: usize,
        /// The character.
        symbol: char,
    },
    /// Two stones bear this number.
    Number(usize),
    /// A one-line form of this many characters.
    Length(usize),
}

impl fmt::Display for DrawingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Rows(found) => write!(f, "the drawing has {found} rows; 5 to 22 are needed"),
            Self::Cells { line, found, needed } => {
                write!(f, "line {line} has {found} cells; {needed} are needed, as many as there are rows")
            }
            Self::Symbol { line, at, symbol } => {
                write!(
                    f,
                    "line {line}, character {at}: {symbol:?} is none of X (black), O (white), . (empty), # (wall)"
                )
            }
            Self::Number(number) => write!(f, "two stones bear the number {number}"),
            Self::Length(found) => {
                write!(f, "{found} characters are no square board; 225 are needed for 15x15, one a point")
            }
        }
    }
}

impl std::error::Error for DrawingError {}

/// What a character of a drawing stands for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Drawing {
    Empty,
    Stone(Color),
    Wall,
}

impl Drawing {
    const fn of(symbol: char) -> Option<Self> {
        match symbol {
            'X' | 'x' | '●' | '*' => Some(Self::Stone(Color::Black)),
            'O' | 'o' | '○' => Some(Self::Stone(Color::White)),
            '.' | '+' | '-' | '·' | '3'..='6' => Some(Self::Empty),
            '#' => Some(Self::Wall),
            _ => None,
        }
    }
}

/// A line that holds a row of the board, cut at blanks, borders and brackets.
struct Row<'a> {
    number: usize,
    text: &'a str,
    words: Vec<&'a str>,
}

impl<'a> Row<'a> {
    fn new(number: usize, text: &'a str) -> Self {
        Self { number, text, words: text.split(is_gap).filter(|word| !word.is_empty()).collect() }
    }

    /// The words that hold `needed` cells: all of them, or those without the row's number at either end.
    fn cells(&self, needed: usize) -> Result<&[&'a str], DrawingError> {
        let all = self.words.as_slice();
        let without_first =
            all.split_first().filter(|(word, _)| is_number(word)).map_or(all, |(_, rest)| rest);
        let without_last = |words: &'_ [&'a str]| {
            let is_numbered = words.last().is_some_and(|word| is_number(word));
            words.len() - usize::from(is_numbered)
        };
        let inner = &without_first[..without_last(without_first)];
        let left = &all[..without_last(all)];
        let fitting = [all, without_first, left, inner].into_iter().find(|words| n_cells(words) == needed);
        fitting.ok_or_else(|| DrawingError::Cells { line: self.number, found: n_cells(inner), needed })
    }

    /// The error of a character that stands for nothing, if there is one outside the numbers.
    fn check_symbols(&self) -> Result<(), DrawingError> {
        let stands = |c: char| is_gap(c) || c.is_ascii_digit() || Drawing::of(c).is_some();
        let wrong = self.text.chars().enumerate().find(|&(_, c)| !stands(c));
        wrong.map_or(Ok(()), |(index, symbol)| Err(self.error(index, symbol)))
    }

    /// What the characters of one of the words stand for.
    fn read(&self, word: &str) -> Result<Vec<(Drawing, Option<usize>)>, DrawingError> {
        if let Some((stone, number)) = numbered_stone(word) {
            return Ok(vec![(stone, Some(number))]);
        }
        let before = word.as_ptr().addr() - self.text.as_ptr().addr();
        let start = self.text.get(..before).map_or(0, |text| text.chars().count());
        let read = |(index, symbol)| {
            let drawing = Drawing::of(symbol).ok_or_else(|| self.error(start + index, symbol));
            drawing.map(|drawing| (drawing, None))
        };
        word.chars().enumerate().map(read).collect()
    }

    const fn error(&self, index: usize, symbol: char) -> DrawingError {
        DrawingError::Symbol { line: self.number, at: index + 1, symbol }
    }
}

fn is_gap(c: char) -> bool {
    c.is_whitespace() || matches!(c, '|' | '(' | ')' | '[' | ']')
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

fn n_cells(words: &[&str]) -> usize {
    words.iter().map(|word| if numbered_stone(word).is_some() { 1 } else { word.chars().count() }).sum()
}

/// A stone with the number of its move: `X12`.
fn numbered_stone(word: &str) -> Option<(Drawing, usize)> {
    let mut chars = word.chars();
    let stone = chars.next().and_then(Drawing::of).filter(|drawing| matches!(drawing, Drawing::Stone(_)))?;
    let digits = Some(chars.as_str()).filter(|digits| is_number(digits))?;
    Some((stone, digits.parse().ok()?))
}

/// Whether a line holds no row: it is empty, a border such as `+---+`, or the letters of the columns.
fn is_decoration(line: &str) -> bool {
    let drawn: String = line.chars().filter(|c| !c.is_whitespace()).collect();
    let is_border =
        drawn.starts_with("+-") && drawn.ends_with("-+") && drawn.chars().all(|c| "+-".contains(c));
    let is_letters = drawn.to_ascii_lowercase().chars().eq(('a'..='v').take(drawn.chars().count()));
    is_border || is_letters
}

/// The side that a line `Black to move` names.
fn side_named(line: &str) -> Option<Color> {
    let sentence = |color: &Color| format!("{color} to move").eq_ignore_ascii_case(line.trim());
    Color::ALL.into_iter().find(sentence)
}

/// What has been read of a drawing.
struct Drawn {
    size: Size,
    stones: Vec<(Option<usize>, Stone)>,
    walls: PointSet,
}

impl Drawn {
    const fn new(size: Size) -> Self {
        Self { size, stones: Vec::new(), walls: PointSet::EMPTY }
    }

    fn read_row(&mut self, row: usize, line: &Row<'_>) -> Result<(), DrawingError> {
        line.check_symbols()?;
        let mut col = 0;
        for word in line.cells(self.size.side())? {
            for (drawing, number) in line.read(word)? {
                self.put(col, row, drawing, number);
                col += 1;
            }
        }
        Ok(())
    }

    fn put(&mut self, col: usize, row: usize, drawing: Drawing, number: Option<usize>) {
        let Some(point) = self.size.point(col, row) else { return };
        match drawing {
            Drawing::Empty => {}
            Drawing::Stone(color) => self.stones.push((number, Stone { color, point })),
            Drawing::Wall => self.walls.insert(point),
        }
    }

    /// The position: stones without a number come first, Black's before White's, for their order is unknown.
    fn position(mut self, rule: Rule, side: Option<Color>) -> Result<Position, DrawingError> {
        self.stones.sort_by_key(|&(number, stone)| (number, stone.color));
        let numbers: Vec<usize> = self.stones.iter().filter_map(|stone| stone.0).collect();
        if let Some(pair) = numbers.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(DrawingError::Number(pair[0]));
        }
        let mut position = Position::new(self.size, rule);
        let stones = self.stones.iter().map(|&(_, stone)| position.put(stone.color, stone.point));
        let mut placed: Vec<_> = stones.collect();
        placed.extend(self.walls.iter().map(|wall| position.put_wall(wall)));
        debug_assert!(placed.iter().all(Result::is_ok), "the cells of a drawing differ");
        position.set_side(side.unwrap_or_else(|| side_by_count(&position)));
        Ok(position)
    }
}

/// The side with fewer stones, Black if they are equal.
pub(crate) fn side_by_count(position: &Position) -> Color {
    let n_stones = |color| position.stones()[color].len();
    if n_stones(Color::Black) > n_stones(Color::White) { Color::White } else { Color::Black }
}
