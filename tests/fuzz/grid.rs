//! A board as a manager sees it: which points are taken, and in which order.

use tianyuan_protocol::{BoardLine, Coord, Owner};
use tianyuan_rules::MAX_SIZE;

/// Rows from the top and columns from the left.
#[derive(Clone, Debug)]
pub(super) struct Grid {
    side: usize,
    rows_first: bool,
    taken: [[bool; MAX_SIZE]; MAX_SIZE],
    n_walls: usize,
    order: Vec<(usize, usize)>,
}

impl Default for Grid {
    fn default() -> Self {
        let taken = [[false; MAX_SIZE]; MAX_SIZE];
        Self { side: 15, rows_first: false, taken, n_walls: 0, order: Vec::new() }
    }
}

impl Grid {
    /// Lines on a side.
    pub(super) const fn side(&self) -> usize {
        self.side
    }

    /// From now on the first of two numbers is the row.
    pub(super) const fn rows_first(&mut self) {
        self.rows_first = true;
    }

    pub(super) const fn counts_rows_first(&self) -> bool {
        self.rows_first
    }

    /// Takes everything off and has another size.
    pub(super) fn clear(&mut self, side: usize) {
        *self = Self { side, rows_first: self.rows_first, ..Self::default() };
    }

    /// Puts a stone if the point is there and empty.
    pub(super) fn place(&mut self, coord: Coord) -> bool {
        let Some(point) = self.empty(coord) else { return false };
        self.order.push(point);
        self.taken[point.0][point.1] = true;
        true
    }

    /// Puts a wall if the point is there and empty.
    pub(super) fn wall(&mut self, coord: Coord) -> bool {
        let Some((row, col)) = self.empty(coord) else { return false };
        self.n_walls += 1;
        self.taken[row][col] = true;
        true
    }

    /// The grid with these stones and no others, if they fit.
    pub(super) fn fitted(&self, stones: &[BoardLine]) -> Option<Self> {
        let mut grid = self.clone();
        grid.clear(grid.side());
        let fits = stones.iter().all(|stone| match stone.owner {
            Owner::Own | Owner::Opponent => grid.place(stone.coord),
            Owner::Nobody => grid.wall(stone.coord),
        });
        fits.then_some(grid)
    }

    /// Takes the last stone off if it stands there.
    pub(super) fn take_back(&mut self, coord: Coord) -> bool {
        let point = self.point(coord);
        let Some(last) = self.order.pop_if(|last| Some(*last) == point) else { return false };
        self.taken[last.0][last.1] = false;
        true
    }

    /// Whether the point is there.
    pub(super) fn has(&self, coord: Coord) -> bool {
        self.point(coord).is_some()
    }

    pub(super) const fn is_empty(&self) -> bool {
        self.order.is_empty() && self.n_walls == 0
    }

    pub(super) const fn n_empty(&self) -> usize {
        self.side * self.side - self.order.len() - self.n_walls
    }

    pub(super) const fn is_full(&self) -> bool {
        self.n_empty() == 0
    }

    /// The stones in their order, as a manager writes them.
    pub(super) fn stones(&self) -> Vec<Coord> {
        self.order.iter().map(|&(row, col)| self.coord(row, col)).collect()
    }

    /// The last stone as a manager writes it.
    pub(super) fn last(&self) -> Option<Coord> {
        self.order.last().map(|&(row, col)| self.coord(row, col))
    }

    /// A point by its row and column, as a manager writes it.
    pub(super) fn coord(&self, row: usize, col: usize) -> Coord {
        let (row, col) = (narrow(row), narrow(col));
        if self.rows_first { Coord { first: row, second: col } } else { Coord { first: col, second: row } }
    }

    pub(super) const fn is_taken(&self, row: usize, col: usize) -> bool {
        self.taken[row][col]
    }

    fn empty(&self, coord: Coord) -> Option<(usize, usize)> {
        self.point(coord).filter(|&(row, col)| !self.taken[row][col])
    }

    fn point(&self, coord: Coord) -> Option<(usize, usize)> {
        let Coord { first, second } = coord;
        let (row, col) = if self.rows_first { (first, second) } else { (second, first) };
        let on_board = |n: i64| usize::try_from(n).ok().filter(|&n| n < self.side);
        Some((on_board(row)?, on_board(col)?))
    }
}

fn narrow(below_22: usize) -> i64 {
    i64::try_from(below_22).expect("less than 22")
}
