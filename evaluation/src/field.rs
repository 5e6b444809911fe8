//! The board together with everything known of its points.

use std::sync::Arc;

use tianyuan_rules::line::{self, Shape, ShapePair, ShapeTable};
use tianyuan_rules::{
    Board, ByColor, CELLS, Color, Direction, Foul, Judgement, Point, PointSet, Position, STRIDE, foul,
};

use crate::candidates::add_neighborhood;
use crate::pattern::{Class, Counts, Sums, Totals, WEIGHT};
use crate::rows::{AROUND, Rows, Starts, WINDOW, Windows, bytes_of, changed};
use crate::strong::Reaching;
use crate::tables::{PointInfo, Tables};

/// A board with its threats: for every empty point what a stone of either side would make there, with
/// totals over all of them, kept up to date by [`Field::place`] and [`Field::undo`], the only way to move.
///
/// A stone changes the windows of the ten points around it on each of four lines. Those shapes are looked up
/// without asking whether they change; one mask says which of them have, and the loop over it has no branch:
/// a point's shapes are one sum, and value and counts one packed word ([`Totals`]). All that is changed is
/// written down, so undoing looks nothing up. Invariant, checked by tests: equal to a field built anew from the
/// stones.
#[derive(Clone, Debug)]
pub struct Field {
    board: Board,
    /// Where no stone can be placed any more: not 0 there.
    blocked: Rows,
    /// Shapes of every empty point by direction, as bytes of [`ShapePair`]. Those of stones are stale.
    shapes: Rows,
    /// The four shapes of every empty point as sums. Those of stones are stale.
    sums: Box<[Sums; CELLS]>,
    totals: ByColor<Totals>,
    /// Empty points near a stone.
    candidates: PointSet,
    empty: PointSet,
    tables: Arc<Tables>,
    /// A journal; the first `n_changes` are in use.
    changes: Box<[Change; MAX_CHANGES]>,
    n_changes: usize,
    /// What was remembered; the first `n_plies` are in use.
    plies: Vec<Ply>,
    n_plies: usize,
}

/// A point's sums as they were before.
#[derive(Clone, Copy, Debug, Default)]
struct Change {
    index: u16,
    sums: Sums,
}

/// What is kept whole for each move.
#[derive(Clone, Debug, Default)]
struct Ply {
    /// `None` for a pass.
    point: Option<Point>,
    n_changes: usize,
    totals: ByColor<Totals>,
    candidates: PointSet,
    shapes: Windows,
}

/// Room for the changes of the longest game: a stone changes at most 40 points.
const MAX_CHANGES: usize = 1 << 15;

/// The line turned so that the cell ten before a position comes first: the low bits are all that its windows see.
/// A line is a ring; what wraps around belongs to windows of walls, which are blocked.
#[inline]
const fn turned(line: u64, position: usize) -> u64 {
    const SHIFT: [u32; STRIDE] = {
        let (mut shifts, mut position, mut shift) = ([0; STRIDE], 0, u64::BITS - 20);
        while position < STRIDE {
            shifts[position] = shift % u64::BITS;
            shift += 2;
            position += 1;
        }
        shifts
    };
    line.rotate_right(SHIFT[position % STRIDE])
}

/// The shapes of the points around the stone on `point`, on each of its lines, as far as the rule lets them see it;
/// other bytes are left as they were. They are put together in registers: bytes written one by one could not be
/// read as a word without waiting for them.
#[inline]
fn shapes_around<const REACH: usize>(
    table: &ShapeTable,
    board: &Board,
    point: Point,
    mut shapes: Windows,
) -> Windows {
    let (first, end) = (AROUND / 2 - REACH, AROUND / 2 + REACH + 1);
    let seen = (1 << (8 * end)) - (1 << (8 * first));
    for direction in Direction::ALL {
        let (word, position) = board.keys().line(point, direction);
        let line = turned(word, position);
        let shape = |nth: usize| u64::from(table.pair(line::window_of(line >> (2 * nth), 5)).0);
        let (mut low, mut high) = (0, 0);
        for nth in first..8 {
            low |= shape(nth) << (8 * nth);
        }
        for nth in 8..end {
            high |= shape(nth) << (8 * (nth - 8));
        }
        let window = &mut shapes[direction.index()];
        *window = *window & !seen | u128::from(low) | u128::from(high) << 64;
    }
    shapes
}

/// From the index of a stone's point to that of each byte of its windows.
const STEPS: [isize; 4 * WINDOW] = {
    let mut steps = [0; 4 * WINDOW];
    let mut at = 0;
    while at < steps.len() {
        let offset = (at % WINDOW).cast_signed() - (AROUND / 2).cast_signed();
        steps[at] = Direction::ALL[at / WINDOW].index_step() * offset;
        at += 1;
    }
    steps
};

fn no_changes() -> Box<[Change; MAX_CHANGES]> {
    let changes = vec![Change::default(); MAX_CHANGES];
    changes.try_into().unwrap_or_else(|_| unreachable!("the length is MAX_CHANGES"))
}

impl Field {
    /// The field of a position with the tables that the program has for its rule.
    pub fn new(position: &Position) -> Self {
        Self::with_tables(position, Tables::of_rule(position.rule()))
    }

    /// The field of a position with other tables, which must be of its rule.
    pub fn with_tables(position: &Position, tables: Arc<Tables>) -> Self {
        debug_assert_eq!(tables.rule(), position.rule(), "tables of another rule have other classes");
        let board = Board::from(position);
        let mut field = Self {
            tables,
            blocked: Rows::filled(1),
            shapes: Rows::filled(0),
            sums: Box::new([Sums::default(); CELLS]),
            totals: ByColor::default(),
            candidates: PointSet::EMPTY,
            empty: position.empty_points().collect(),
            changes: no_changes(),
            n_changes: 0,
            plies: Vec::new(),
            n_plies: 0,
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
                self.shapes.set(point, direction, pairs[direction.index()].0);
            }
            self.sums[point.index()] = Sums::of(pairs);
            if self.board.is_empty(point) {
                self.blocked.set_all(point, 0);
                self.count_in(point);
            }
        }
    }

    /// Places a stone of the side to move on an empty point.
    pub fn place(&mut self, point: Point) {
        let starts = Starts::of(point);
        let old = self.shapes.windows(starts);
        self.remember(Some(point), old);
        self.count_out(point);
        self.board.place(point);
        self.blocked.set_all(point, 1);
        self.empty.remove(point);
        self.candidates.remove(point);
        add_neighborhood(&mut self.candidates, &self.empty, point);
        let table = self.board.table();
        let new = if self.board.rule().reach() == 4 {
            shapes_around::<4>(table, &self.board, point, old)
        } else {
            shapes_around::<5>(table, &self.board, point, old)
        };
        self.shapes.set_windows(starts, &new);
        let mask = changed(&old, &new, &self.blocked.windows(starts));
        self.refresh(point, mask, &old, &new);
    }

    /// Gives the turn to the other side.
    pub fn pass(&mut self) {
        self.remember(None, Windows::default());
        self.board.pass();
    }

    /// Takes back the last [`Field::place`] or [`Field::pass`]; does nothing if there is none.
    pub fn undo(&mut self) {
        let Some(ply) = self.n_plies.checked_sub(1).and_then(|last| self.plies.get(last)) else { return };
        self.n_plies -= 1;
        let Some(point) = ply.point else {
            self.board.pass();
            return;
        };
        self.board.undo(point);
        self.blocked.set_all(point, 0);
        self.empty.insert(point);
        self.shapes.set_windows(Starts::of(point), &ply.shapes);
        for change in &self.changes[ply.n_changes % MAX_CHANGES..self.n_changes % MAX_CHANGES] {
            self.sums[usize::from(change.index) % CELLS] = change.sums;
        }
        self.n_changes = ply.n_changes;
        self.totals = ply.totals;
        self.candidates = ply.candidates;
    }

    /// Writes down what will be needed to take a move back. In place: the record is too long to be moved there.
    #[inline]
    fn remember(&mut self, point: Option<Point>, shapes: Windows) {
        if self.n_plies == self.plies.len() {
            self.plies.push(Ply::default());
        }
        let ply = &mut self.plies[self.n_plies];
        self.n_plies += 1;
        ply.point = point;
        ply.n_changes = self.n_changes;
        ply.totals = self.totals;
        ply.candidates = self.candidates;
        ply.shapes = shapes;
    }

    fn count_in(&mut self, point: Point) {
        for color in Color::ALL {
            self.totals[color].add(self.tables.color(color).totals(self.sums[point.index()].of_color(color)));
        }
    }

    fn count_out(&mut self, point: Point) {
        for color in Color::ALL {
            self.totals[color]
                .subtract(self.tables.color(color).totals(self.sums[point.index()].of_color(color)));
        }
    }

    /// Brings sums and totals up to date where the mask says that a shape around a new stone has changed. Each
    /// point lies on one line through the stone, so it changes once.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "an index is below 1024")]
    fn refresh(&mut self, stone: Point, mut mask: u64, old: &Windows, new: &Windows) {
        let (old, new) = (bytes_of(old), bytes_of(new));
        let (old, new) = (old.as_flattened(), new.as_flattened());
        let [black, white] = Color::ALL.map(|color| self.tables.color(color).all_totals());
        let [mut of_black, mut of_white] = Color::ALL.map(|color| self.totals[color]);
        let mut n_changes = self.n_changes;
        while mask != 0 {
            let at = mask.trailing_zeros() as usize % (4 * WINDOW);
            mask &= mask - 1;
            let index = stone.index().wrapping_add_signed(STEPS[at]) % CELLS;
            let before = self.sums[index];
            let now = before.changed(ShapePair(old[at]), ShapePair(new[at]));
            self.sums[index] = now;
            self.changes[n_changes % MAX_CHANGES] = Change { index: index as u16, sums: before };
            n_changes += 1;
            of_black.add(black[usize::from(now.of_color(Color::Black))]);
            of_black.subtract(black[usize::from(before.of_color(Color::Black))]);
            of_white.add(white[usize::from(now.of_color(Color::White))]);
            of_white.subtract(white[usize::from(before.of_color(Color::White))]);
        }
        self.n_changes = n_changes;
        self.totals = ByColor::new(of_black, of_white);
    }

    /// The tables of the evaluation.
    #[inline]
    pub fn tables(&self) -> &Tables {
        &self.tables
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
        self.plies[..self.n_plies].last().and_then(|ply| ply.point)
    }

    /// The moves since the field was made, `None` for passes.
    pub fn moves(&self) -> impl Iterator<Item = Option<Point>> {
        self.plies[..self.n_plies].iter().map(|ply| ply.point)
    }

    /// The number of moves placed or passed since the field was made.
    pub fn n_moves(&self) -> usize {
        self.n_plies
    }

    /// What a stone of `color` on an empty point would make.
    #[inline]
    pub fn class(&self, point: Point, color: Color) -> Class {
        self.tables.color(color).class(self.sums[point.index()].of_color(color))
    }

    /// Class and ordering scores of an empty point for `color`.
    #[inline]
    pub fn info(&self, point: Point, color: Color) -> PointInfo {
        self.tables.color(color).info(self.sums[point.index()].of_color(color))
    }

    /// The four shapes that a stone of `color` on an empty point would make, as the sum of their weights.
    #[inline]
    pub fn sum(&self, point: Point, color: Color) -> u16 {
        self.sums[point.index()].of_color(color)
    }

    /// The shape that a stone of `color` on an empty point would make on one line.
    #[inline]
    pub fn shape(&self, point: Point, direction: Direction, color: Color) -> Shape {
        ShapePair(self.shapes.of(point, direction)).of(color)
    }

    /// The candidates of a class for `color`, in ascending order of their indices.
    #[inline]
    pub fn points_of(&self, color: Color, class: Class) -> impl Iterator<Item = Point> + '_ {
        let table = self.tables.color(color);
        let reaching = self.reaching(color, table.least_sum(class));
        reaching.filter(move |point| table.class(self.sums[point.index()].of_color(color)) == class)
    }

    /// The candidates where a stone of `color` could make a four or more on one of its lines, in ascending order of
    /// their indices: perhaps too many, never too few.
    #[inline]
    pub fn points_of_fours(&self, color: Color) -> impl Iterator<Item = Point> + '_ {
        self.reaching(color, WEIGHT[Shape::Four.index()])
    }

    #[inline]
    fn reaching(&self, color: Color, least: u16) -> Reaching<'_> {
        Reaching::new(&*self.sums, &self.candidates, color, least, self.board.size().side() > 16)
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
        let shapes = Direction::ALL.map(|direction| self.shape(point, direction, Color::Black));
        match foul::judge_shapes(&self.board, point, Color::Black, shapes) {
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
mod tests;
