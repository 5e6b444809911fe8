//! The board together with everything known of its points.

use tianyuan_rules::line::{Cell, ShapePair, ShapeTable};
use tianyuan_rules::{
    Board, ByColor, CELLS, Color, Direction, Foul, Judgement, Point, PointSet, Position, STRIDE, foul, line,
};

use crate::candidates::add_neighborhood;
use crate::pattern::{Class, Counts, Sums, Totals};
use crate::tables::{ColorTable, PointInfo, tables};

/// A board with its threats: for every empty point what a stone of either side would make there, with
/// totals over all of them, kept up to date by [`Field::place`] and [`Field::undo`], the only way to move.
///
/// A stone changes the windows of the ten points around it on each of four lines. Of those only the empty
/// ones whose shapes really change are touched, and all that is changed is written down, so undoing looks
/// nothing up. Invariant, checked by tests: equal to a field built anew from the stones.
#[derive(Clone, Debug)]
pub struct Field {
    board: Board,
    /// Shapes of every empty point by direction, line and position. Those of stones are stale.
    shapes: Box<[[[ShapePair; STRIDE]; STRIDE]; 4]>,
    /// The four shapes of every empty point as sums. Those of stones are stale.
    sums: Box<[Sums; CELLS]>,
    totals: ByColor<Totals>,
    /// Empty points near a stone.
    candidates: PointSet,
    empty: PointSet,
    tables: &'static ByColor<ColorTable>,
    /// A journal; the first `n_changes` are in use.
    changes: Box<[Change; MAX_CHANGES]>,
    n_changes: usize,
    plies: Vec<Ply>,
}

/// One point's shape on one line as it was before.
#[derive(Clone, Copy, Debug, Default)]
struct Change {
    slot: Slot,
    pair: ShapePair,
    index: u16,
    sums: Sums,
}

/// A place in [`Field::shapes`].
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    direction: u8,
    line: u8,
    position: u8,
}

/// What is kept whole for each move.
#[derive(Clone, Debug)]
struct Ply {
    /// `None` for a pass.
    point: Option<Point>,
    n_changes: usize,
    totals: ByColor<Totals>,
    candidates: PointSet,
}

/// Points around a stone on a line that it can change, itself included.
const AROUND: usize = 11;

/// By how many bits a line is turned so that the window of the cell five before a position comes first.
const RING_SHIFT: [u32; STRIDE] = {
    let (mut shifts, mut position, mut shift) = ([0; STRIDE], 0, 20);
    while position < STRIDE {
        shifts[position] = shift;
        shift = (shift + 62) % 64;
        position += 1;
    }
    shifts
};

/// Room for the changes of the longest game: a stone changes at most 40 shapes.
const MAX_CHANGES: usize = 1 << 15;

/// The shapes around `middle` of a line as they are now, and a bit for each empty point where that is new.
#[inline]
fn changed_shapes(
    table: &ShapeTable,
    word: u64,
    middle: usize,
    row: &[ShapePair; STRIDE],
) -> ([ShapePair; AROUND], u32) {
    let (mut pairs, mut changed) = ([ShapePair::default(); AROUND], 0);
    // The window of the first of the points in the low bits. The line is a ring: what wraps around is
    // the window of a wall, which is not empty.
    let mut window = word.rotate_left(RING_SHIFT[middle % STRIDE]);
    for (nth, pair) in pairs.iter_mut().enumerate() {
        *pair = table.pair(line::window_of(window, 5));
        let is_empty = Cell::from_bits(window >> 10) == Cell::Empty;
        changed |= u32::from((*pair != row[(middle + nth - 5) % STRIDE]) & is_empty) << nth;
        window = window.rotate_right(2);
    }
    (pairs, changed)
}

fn no_changes() -> Box<[Change; MAX_CHANGES]> {
    let changes = vec![Change::default(); MAX_CHANGES];
    changes.try_into().unwrap_or_else(|_| unreachable!("the length is MAX_CHANGES"))
}

impl Field {
    /// The field of a position.
    pub fn new(position: &Position) -> Self {
        let board = Board::from(position);
        let mut field = Self {
            tables: tables(position.rule()),
            shapes: Box::new([[[ShapePair::default(); STRIDE]; STRIDE]; 4]),
            sums: Box::new([Sums::default(); CELLS]),
            totals: ByColor::default(),
            candidates: PointSet::EMPTY,
            empty: position.empty_points().collect(),
            changes: no_changes(),
            n_changes: 0,
            plies: Vec::with_capacity(256),
            board,
        };
        field.rebuild();
        field
    }

    fn rebuild(&mut self) {
        let table = self.board.table();
        for point in self.board.size().points() {
            if self.board.cell(point).color().is_some() {
                add_neighborhood(&mut self.candidates, &self.empty, point);
            }
            let pairs = Direction::ALL.map(|d| table.pair(self.board.keys().window(point, d)));
            for direction in Direction::ALL {
                let (line, position) = direction.line_and_position(point);
                self.shapes[direction.index()][line][position] = pairs[direction.index()];
            }
            self.sums[point.index()] = Sums::of(pairs);
            if self.board.is_empty(point) {
                self.count_in(point);
            }
        }
    }

    /// Places a stone of the side to move on an empty point.
    pub fn place(&mut self, point: Point) {
        self.remember(Some(point));
        self.count_out(point);
        self.board.place(point);
        for direction in Direction::ALL {
            self.refresh_line(point, direction);
        }
        self.empty.remove(point);
        self.candidates.remove(point);
        add_neighborhood(&mut self.candidates, &self.empty, point);
    }

    /// Gives the turn to the other side.
    pub fn pass(&mut self) {
        self.remember(None);
        self.board.pass();
    }

    /// Takes back the last [`Field::place`] or [`Field::pass`]; does nothing if there is none.
    pub fn undo(&mut self) {
        let Some(ply) = self.plies.pop() else { return };
        match ply.point {
            Some(point) => {
                self.board.undo(point);
                self.empty.insert(point);
            }
            None => self.board.pass(),
        }
        while self.n_changes > ply.n_changes {
            self.n_changes -= 1;
            let change = self.changes[self.n_changes % MAX_CHANGES];
            let Slot { direction, line, position } = change.slot;
            let row = &mut self.shapes[usize::from(direction) % 4][usize::from(line) % STRIDE];
            row[usize::from(position) % STRIDE] = change.pair;
            self.sums[usize::from(change.index) % CELLS] = change.sums;
        }
        self.totals = ply.totals;
        self.candidates = ply.candidates;
    }

    fn remember(&mut self, point: Option<Point>) {
        self.plies.push(Ply {
            point,
            n_changes: self.n_changes,
            totals: self.totals,
            candidates: self.candidates,
        });
    }

    fn count_in(&mut self, point: Point) {
        for color in Color::ALL {
            self.totals[color].add(self.tables[color].totals(self.sums[point.index()].of_color(color)));
        }
    }

    fn count_out(&mut self, point: Point) {
        for color in Color::ALL {
            self.totals[color].subtract(self.tables[color].totals(self.sums[point.index()].of_color(color)));
        }
    }

    /// Looks up the shapes of the ten points around a new stone on one line. First all of them without a
    /// branch, then the changed ones: their number is small, but which they are cannot be predicted.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "lines, positions and indices are below 1024")]
    fn refresh_line(&mut self, stone: Point, direction: Direction) {
        let (word, middle) = self.board.keys().line(stone, direction);
        let (line, _) = direction.line_and_position(stone);
        let row = &mut self.shapes[direction.index()][line % STRIDE];
        let (pairs, mut changed) = changed_shapes(self.board.table(), word, middle, row);
        let first = stone.index().cast_signed() - 5 * direction.index_step();
        let mut totals = self.totals;
        while changed != 0 {
            let nth = changed.trailing_zeros() as usize % AROUND;
            changed &= changed - 1;
            let at = (middle + nth - 5) % STRIDE;
            let index = (first + nth.cast_signed() * direction.index_step()).cast_unsigned() % CELLS;
            let (pair, sums) = (row[at], self.sums[index]);
            let slot = Slot { direction: direction as u8, line: line as u8, position: at as u8 };
            self.changes[self.n_changes % MAX_CHANGES] = Change { slot, pair, index: index as u16, sums };
            self.n_changes += 1;
            let now = sums.changed(pair, pairs[nth]);
            row[at] = pairs[nth];
            self.sums[index] = now;
            for color in Color::ALL {
                let table = &self.tables[color];
                totals[color].subtract(table.totals(sums.of_color(color)));
                totals[color].add(table.totals(now.of_color(color)));
            }
        }
        self.totals = totals;
    }

    /// The board.
    #[inline]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The side to move.
    #[inline]
    pub const fn side(&self) -> Color {
        self.board.side()
    }

    /// Empty points near a stone; none on an empty board.
    #[inline]
    pub const fn candidates(&self) -> &PointSet {
        &self.candidates
    }

    /// The empty points.
    #[inline]
    pub const fn empty(&self) -> &PointSet {
        &self.empty
    }

    /// The point of the last move, if it was no pass.
    pub fn last_move(&self) -> Option<Point> {
        self.plies.last().and_then(|ply| ply.point)
    }

    /// The number of moves placed or passed since the field was made.
    pub fn n_moves(&self) -> usize {
        self.plies.len()
    }

    /// What a stone of `color` on an empty point would make.
    #[inline]
    pub fn class(&self, point: Point, color: Color) -> Class {
        self.tables[color].class(self.sums[point.index()].of_color(color))
    }

    /// Class and ordering scores of an empty point for `color`.
    #[inline]
    pub fn info(&self, point: Point, color: Color) -> PointInfo {
        self.tables[color].info(self.sums[point.index()].of_color(color))
    }

    /// The shape that a stone of `color` on an empty point would make on one line.
    #[inline]
    pub fn shape(&self, point: Point, direction: Direction, color: Color) -> tianyuan_rules::line::Shape {
        let (line, position) = direction.line_and_position(point);
        self.shapes[direction.index()][line][position].of(color)
    }

    /// How many empty points there are of each class for `color`.
    #[inline]
    pub fn counts(&self, color: Color) -> Counts {
        self.totals[color].counts()
    }

    /// The sum of the values of all empty points for `color`.
    #[inline]
    pub fn potential(&self, color: Color) -> i32 {
        self.totals[color].value()
    }

    /// Whether a black stone on an empty point is forbidden, and why. Costs one look-up unless the point's
    /// class says that it may be.
    #[inline]
    pub fn foul_at(&self, point: Point) -> Option<Foul> {
        if self.class(point, Color::Black) != Class::Forbidden {
            return None;
        }
        match foul::judge(&self.board, point, Color::Black) {
            Judgement::Foul(foul) => Some(foul),
            Judgement::Legal | Judgement::Five => None,
        }
    }

    /// Whether the side to move may place a stone on an empty point.
    #[inline]
    pub fn is_legal(&self, point: Point) -> bool {
        self.side() == Color::White || self.foul_at(point).is_none()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use tianyuan_rules::{Rule, Size, Symmetry};

    use super::*;

    /// Everything that can be asked about the empty points.
    fn facts(field: &Field) -> Vec<(Point, [Class; 2], bool)> {
        let fact = |p| (p, Color::ALL.map(|c| field.class(p, c)), field.candidates().contains(p));
        field.board.empty_points().map(fact).collect()
    }

    fn assert_as_built_anew(field: &Field, position: &Position) {
        let anew = Field::new(position);
        assert_eq!(facts(field), facts(&anew));
        assert_eq!(field.totals, anew.totals);
        assert_eq!(field.candidates, anew.candidates);
        assert_eq!(field.empty, anew.empty);
        assert_eq!(field.board.hash(), anew.board.hash());
        for color in Color::ALL {
            let of = |class: fn(Class) -> bool| {
                let classes = field.empty.iter().map(|p| field.class(p, color));
                u32::try_from(classes.filter(|&c| class(c)).count()).unwrap()
            };
            let counts = field.counts(color);
            assert_eq!(counts.fives, of(|c| c == Class::Five) & 31);
            assert_eq!(counts.straight_fours, of(|c| c == Class::StraightFour) & 63);
            assert_eq!(counts.four_threes, of(|c| c == Class::FourThree));
            assert_eq!(counts.fours, of(|c| matches!(c, Class::Four | Class::FourPlus)));
            assert_eq!(counts.forbidden, of(|c| c == Class::Forbidden));
        }
    }

    /// A position of random stones and walls, and moves to play from there.
    fn playground() -> impl Strategy<Value = (Position, Vec<usize>)> {
        let parts = (5usize..=22, 0usize..5, prop::collection::vec((0usize..484, 0u8..9), 0..60));
        (parts, prop::collection::vec(0usize..484, 1..60)).prop_map(|((side, rule, set_up), moves)| {
            let size = Size::new(side).unwrap();
            let mut position = Position::new(size, Rule::ALL[rule]);
            for (at, what) in set_up {
                let point = size.point(at % side, at / side % side).unwrap();
                let _ = match what {
                    0..4 => position.put(Color::Black, point),
                    4..8 => position.put(Color::White, point),
                    _ => position.put_wall(point),
                };
            }
            (position, moves)
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(300))]

        #[test]
        fn equal_to_one_built_anew_after_any_moves((mut position, moves) in playground()) {
            let start = position.clone();
            let mut field = Field::new(&position);
            for at in moves {
                let empty: Vec<_> = position.empty_points().collect();
                if at % 7 == 0 && field.n_moves() > 0 {
                    field.undo();
                    position.take_back();
                } else if let Some(&point) = empty.get(at % empty.len().max(1)) {
                    field.place(point);
                    position.play(point).unwrap();
                }
            }
            assert_as_built_anew(&field, &position);
            while field.n_moves() > 0 {
                field.undo();
            }
            assert_as_built_anew(&field, &start);
        }

        #[test]
        fn the_eight_symmetries_agree((position, _) in playground()) {
            let field = Field::new(&position);
            for symmetry in Symmetry::ALL {
                let image = Field::new(&position.transformed(symmetry));
                prop_assert_eq!(image.totals, field.totals);
                for point in position.empty_points() {
                    let there = symmetry.apply(position.size(), point);
                    for color in Color::ALL {
                        prop_assert_eq!(image.info(there, color), field.info(point, color));
                    }
                }
            }
        }

        #[test]
        fn a_pass_changes_the_side_alone((position, _) in playground()) {
            let mut field = Field::new(&position);
            let before = (facts(&field), field.board.hash());
            field.pass();
            prop_assert_eq!(field.side(), !position.side());
            field.undo();
            prop_assert_eq!((facts(&field), field.board.hash()), before);
        }

        #[test]
        fn fouls_are_those_of_the_rules((position, _) in playground()) {
            let field = Field::new(&position);
            for point in position.empty_points() {
                prop_assert_eq!(field.foul_at(point), foul::foul_at(&field.board, point));
            }
        }
    }
}
