//! THE table: for each window both colors' shapes, one table a rule.
//!
//! A shape is defined by what one more stone makes of it ([`Shape`]), so the builder is a recursion over
//! windows with one stone more, kept in the table that it fills. It runs from the point of view of one
//! color over windows of three kinds of cells (3^10), own, empty and blocked; caro, where the edge does not
//! block but a stone does, needs the fourth kind. Built at first use of a rule, by plain tested code: as
//! `const fn` it would cost minutes of compile time.

use std::sync::OnceLock;

use super::keys::{Cell, WINDOW_KEYS, window_cell};
use super::{LineKeys, Shape};
use crate::{Color, Direction, Point, Rule};

/// Both colors' shapes of a window, each as if a stone of that color were placed in its middle.
///
/// Black's shape in the low four bits, White's in the high ones.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(transparent)]
pub struct ShapePair(pub u8);

impl ShapePair {
    /// The pair of two shapes.
    pub const fn new(black: Shape, white: Shape) -> Self {
        Self(black as u8 | (white as u8) << 4)
    }

    /// One color's shape.
    #[inline]
    pub const fn of(self, color: Color) -> Shape {
        match color {
            Color::Black => Shape::from_index((self.0 & 0xf) as usize),
            Color::White => Shape::from_index((self.0 >> 4) as usize),
        }
    }
}

/// The shapes of all windows under one rule: 1 MiB, shared by all boards.
pub struct ShapeTable {
    rule: Rule,
    pairs: Box<[ShapePair; WINDOW_KEYS]>,
}

impl std::fmt::Debug for ShapeTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ShapeTable").field("rule", &self.rule).finish_non_exhaustive()
    }
}

impl ShapeTable {
    /// The table of a rule, built when first asked for.
    pub fn of(rule: Rule) -> &'static Self {
        static TABLES: [OnceLock<ShapeTable>; Rule::ALL.len()] = [const { OnceLock::new() }; Rule::ALL.len()];
        TABLES[rule.index()].get_or_init(|| Self::build(rule))
    }

    /// The rule that the table belongs to.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The shapes of a window given as [`LineKeys::window`] gives it.
    #[inline]
    pub fn pair(&self, window: usize) -> ShapePair {
        self.pairs[window % WINDOW_KEYS]
    }

    /// The shape that a stone of `color` on `point` makes in one direction.
    #[inline]
    pub fn shape(&self, keys: &LineKeys, point: Point, direction: Direction, color: Color) -> Shape {
        self.pair(keys.window(point, direction)).of(color)
    }

    /// The shapes that a stone of `color` on `point` makes in all directions.
    #[inline]
    pub fn shapes(&self, keys: &LineKeys, point: Point, color: Color) -> [Shape; 4] {
        Direction::ALL.map(|direction| self.shape(keys, point, direction, color))
    }

    fn build(rule: Rule) -> Self {
        let black = Classifier::fill(rule, Color::Black);
        // Only renju treats the colors differently.
        let white = if rule == Rule::Renju { &Classifier::fill(rule, Color::White) } else { &black };
        let mut pairs = vec![ShapePair::default(); WINDOW_KEYS];
        for (window, pair) in pairs.iter_mut().enumerate() {
            *pair = ShapePair::new(black[window], white[colors_exchanged(window)]);
        }
        let pairs = pairs.try_into().unwrap_or_else(|_| unreachable!("the length is WINDOW_KEYS"));
        Self { rule, pairs }
    }
}

/// The window with Black's and White's stones exchanged: the two bits of each cell change places.
const fn colors_exchanged(window: usize) -> usize {
    (window & 0x5_5555) << 1 | (window >> 1 & 0x5_5555)
}

/// The window with each wall replaced by a white stone.
const fn walls_as_stones(window: usize) -> usize {
    let walls = !(window | window >> 1) & 0x5_5555;
    window | walls << 1
}

/// Classifies windows for the color that plays in the middle, which is called Black here.
struct Classifier {
    rule: Rule,
    /// Whose rules hold for that color.
    color: Color,
    /// Shapes found so far.
    known: Vec<Option<Shape>>,
}

impl Classifier {
    /// The shapes of all windows for `color`, from its own point of view (its stones as Black's).
    fn fill(rule: Rule, color: Color) -> Vec<Shape> {
        let mut classifier = Self { rule, color, known: vec![None; WINDOW_KEYS] };
        // Windows with one stone more are needed first, in no simple order of numbers: recursion finds it.
        (0..WINDOW_KEYS).map(|window| classifier.shape(window)).collect()
    }

    fn shape(&mut self, window: usize) -> Shape {
        // Only caro tells an opponent's stone from the edge.
        let window = if self.rule.blocks_count() { window } else { walls_as_stones(window) };
        if let Some(shape) = self.known[window] {
            return shape;
        }
        let shape = self.classify(Window(window));
        self.known[window] = Some(shape);
        shape
    }

    fn classify(&mut self, window: Window) -> Shape {
        if self.wins(window) {
            Shape::Five
        } else if window.run() > 5 && self.rule.forbids(self.color) {
            Shape::Overline
        } else if window.room() < 5 {
            Shape::Nothing
        } else {
            self.four(window).unwrap_or_else(|| self.below_four(window))
        }
    }

    fn wins(&self, window: Window) -> bool {
        self.rule.wins(self.color, window.run(), window.blocked())
    }

    /// The five-points of a window: empty cells that make a line through the middle win.
    fn five_points(&self, window: Window) -> impl Iterator<Item = isize> + '_ {
        window.empty_cells().filter(move |&at| self.wins(window.with(at, Cell::Black)))
    }

    fn four(&self, window: Window) -> Option<Shape> {
        let n_fives = self.five_points(window).count();
        if n_fives == 0 {
            return None;
        }
        if self.rule.forbids(self.color) {
            // Two five-points of one run of four belong to one four; else they belong to two.
            return Some(match (n_fives, window.run()) {
                (1, _) => Shape::Four,
                (_, 4) => Shape::StraightFour,
                _ => Shape::DoubleFour,
            });
        }
        let held =
            window.empty_cells().any(|at| self.five_points(window.with(at, Cell::White)).next().is_none());
        Some(if held { Shape::Four } else { Shape::StraightFour })
    }

    /// The shape of a window that has no five-point: one step below the best that one more stone makes.
    fn below_four(&mut self, window: Window) -> Shape {
        let mut best = Shape::Nothing;
        for at in window.empty_cells() {
            best = best.max(match self.shape(window.with(at, Cell::Black).0) {
                Shape::StraightFour => Shape::OpenThree,
                // Two fours on one line lose for the one who is forbidden to make them.
                Shape::Four | Shape::DoubleFour => Shape::Three,
                Shape::OpenThree => Shape::OpenTwo,
                Shape::Three => Shape::Two,
                Shape::OpenTwo => Shape::OpenOne,
                Shape::Two => Shape::One,
                Shape::Nothing | Shape::One | Shape::OpenOne | Shape::Overline | Shape::Five => {
                    Shape::Nothing
                }
            });
        }
        best
    }
}

/// A window seen from the color in the middle, whose stones are called Black.
#[derive(Clone, Copy)]
struct Window(usize);

impl Window {
    fn cell(self, at: isize) -> Cell {
        if at == 0 { Cell::Black } else { window_cell(self.0, at) }
    }

    /// The window with an empty cell filled.
    fn with(self, at: isize, cell: Cell) -> Self {
        let place = if at < 0 { at + 5 } else { at + 4 };
        Self(self.0 ^ (Cell::Empty as usize ^ cell as usize) << (2 * place))
    }

    fn empty_cells(self) -> impl Iterator<Item = isize> {
        (-5..=5).filter(move |&at| self.cell(at) == Cell::Empty)
    }

    /// Cells next to each other from the middle in one direction for which `accept` holds.
    fn reach(self, step: isize, accept: impl Fn(Cell) -> bool) -> isize {
        (1..=5).take_while(|i| accept(self.cell(i * step))).count().cast_signed()
    }

    /// Length of the run of stones through the middle.
    fn run(self) -> usize {
        let own = |cell| cell == Cell::Black;
        (1 + self.reach(-1, own) + self.reach(1, own)).cast_unsigned()
    }

    /// Whether an opponent's stone stands at both ends of that run.
    fn blocked(self) -> bool {
        let own = |cell| cell == Cell::Black;
        let ends = [-1, 1].map(|step| step * (1 + self.reach(step, own)));
        ends.into_iter().all(|at| at.abs() <= 5 && self.cell(at) == Cell::White)
    }

    /// Cells around the middle that are own or empty, the middle included: a five needs five.
    fn room(self) -> isize {
        let usable = |cell| matches!(cell, Cell::Black | Cell::Empty);
        1 + self.reach(-1, usable).min(4) + self.reach(1, usable).min(4)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The window of a drawing of eleven cells, the middle one (`X`) being the stone placed.
    fn window(drawing: &str) -> usize {
        let cells: Vec<char> = drawing.chars().collect();
        assert_eq!((cells.len(), cells[5]), (11, 'X'), "{drawing}");
        let mut key = 0;
        for (i, c) in cells.into_iter().enumerate().filter(|&(i, _)| i != 5) {
            let cell = match c {
                'X' => Cell::Black,
                'O' => Cell::White,
                '.' => Cell::Empty,
                '|' => Cell::Wall,
                other => panic!("{other}"),
            };
            key |= (cell as usize) << (2 * (if i < 5 { i } else { i - 1 }));
        }
        key
    }

    fn shapes(rule: Rule, drawing: &str) -> (Shape, Shape) {
        let window = window(drawing);
        let as_white = ShapeTable::of(rule).pair(colors_exchanged(window)).of(Color::White);
        (ShapeTable::of(rule).pair(window).of(Color::Black), as_white)
    }

    #[test]
    fn drawings_under_each_rule() {
        use Rule::{Caro, CaroExact, Freestyle, Renju, Standard};
        use Shape::{
            DoubleFour, Five, Four, Nothing, One, OpenOne, OpenThree, OpenTwo, Overline, StraightFour, Three,
            Two,
        };
        // (rule, line after Black's stone in the middle, Black's shape, the same for White)
        let cases = [
            (Freestyle, ".....X.....", OpenOne, OpenOne),
            (Freestyle, "||||.X.||||", Nothing, Nothing),
            (Freestyle, "||||OX....|", One, One),
            (Freestyle, ".....XX....", OpenTwo, OpenTwo),
            (Freestyle, "....OXX...|", Two, Two),
            (Freestyle, "...X.XX....", OpenThree, OpenThree),
            (Freestyle, "....OXXX..|", Three, Three),
            (Freestyle, "|..X.XX..O.", OpenThree, OpenThree),
            (Freestyle, "...X.XXX...", Four, Four),
            (Freestyle, "....OXXXX.|", Four, Four),
            (Freestyle, ".....XXXX.|", StraightFour, StraightFour),
            (Freestyle, "..X.XXX.X..", StraightFour, StraightFour),
            (Freestyle, "..XXXX.XX..", StraightFour, StraightFour),
            (Freestyle, "OXXXXXO....", Five, Five),
            (Freestyle, ".XXXXXX....", Five, Five),
            (Standard, ".XXXXXX....", Nothing, Nothing),
            (Standard, "OXXXXXO....", Five, Five),
            (Standard, "..XXXX.X...", Four, Four),
            (Standard, ".X.XXX..O..", Four, Four),
            (Standard, "OX.XXX.XO..", StraightFour, StraightFour),
            (Standard, ".XX.XX.XX..", StraightFour, StraightFour),
            (Renju, ".XXXXXX....", Overline, Five),
            (Renju, "..XXXX.X...", Four, StraightFour),
            (Renju, ".X.XXX.X...", DoubleFour, StraightFour),
            (Renju, ".XX.XX.XX..", DoubleFour, StraightFour),
            (Renju, "..X..XX....", Three, Three),
            (Renju, "...X.XX.X..", Three, OpenThree),
            (Renju, "...XXX.....", OpenThree, OpenThree),
            (Renju, "..OXXX..O..", Three, Three),
            (Renju, "..O.XXX.O..", Three, Three),
            (Renju, ".X.XXX.....", Four, Four),
            (Caro, "OXXXXXO....", Nothing, Nothing),
            (Caro, "|XXXXXO....", Five, Five),
            (Caro, "OXXXXXX|...", Five, Five),
            (Caro, "OXXXXXXO...", Five, Five),
            (Caro, "OXXXXX.....", Five, Five),
            (Caro, "..OXXXX....", Four, Four),
            (Caro, "...XXXX....", StraightFour, StraightFour),
            (CaroExact, ".XXXXXX....", Nothing, Nothing),
            (CaroExact, "OXXXXXO....", Nothing, Nothing),
            (CaroExact, "OXXXXX|....", Five, Five),
        ];
        for (rule, drawing, black, white) in cases {
            assert_eq!(shapes(rule, drawing), (black, white), "{rule} {drawing}");
        }
    }

    #[test]
    fn no_shape_depends_on_cells_beyond_the_reach_of_its_rule() {
        for rule in Rule::ALL.into_iter().filter(|rule| rule.reach() < 5) {
            let table = ShapeTable::of(rule);
            let inner = 0b11_1111_1111_1111_1100;
            assert!(
                (0..WINDOW_KEYS).all(|window| table.pair(window) == table.pair(window & inner)),
                "{rule}"
            );
        }
        let standard = ShapeTable::of(Rule::Standard);
        assert!((0..WINDOW_KEYS).any(|window| standard.pair(window) != standard.pair(window & !3)));
    }

    #[test]
    fn shapes_are_the_same_from_both_ends() {
        for rule in Rule::ALL {
            let table = ShapeTable::of(rule);
            for window in (0..WINDOW_KEYS).step_by(7) {
                let mirrored = (0..WINDOW_CELLS)
                    .fold(0, |key, i| key | (window >> (2 * i) & 3) << (2 * (WINDOW_CELLS - 1 - i)));
                assert_eq!(table.pair(window), table.pair(mirrored));
            }
        }
    }

    use super::super::WINDOW_CELLS;
}
