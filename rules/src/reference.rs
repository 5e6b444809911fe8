//! The law of forbidden moves, slow and literal: what the fast check is compared with.
//!
//! A transcription of the RIF International Rules, articles 3 and 9, over plain cells that are looked at one
//! by one. It shares no code with [`foul`](crate::foul) and [`line`](crate::line) but the names of cells and
//! answers. Three points that the text leaves open are decided as the referees of computer tournaments do:
//!
//! - a row whose straight-four point makes a five as well is no three (article 3, taken at its word);
//! - the two escapes of article 9.3 are one: a three counts if its straight-four point is allowed, whatever
//!   would forbid it, and that is asked to any depth;
//! - if several shapes come at once, five is named before overline, double-four and double-three.

use std::ops::RangeInclusive;

use crate::{CELLS, Cell, Color, Direction, Foul, Judgement, MAX_SIZE, Point, Position, Rule};

/// What a stone of `color` on `point` would make. What stands on the point is not looked at.
pub fn judge(position: &Position, point: Point, color: Color) -> Judgement {
    if position.rule() == Rule::Renju && color == Color::Black {
        examine(position, point).judgement
    } else if wins_at(position, point, color) {
        Judgement::Five
    } else {
        Judgement::Legal
    }
}

/// Whether a black stone on `point` would be forbidden. `None` under every rule but renju.
pub fn foul_at(position: &Position, point: Point) -> Option<Foul> {
    match judge(position, point, Color::Black) {
        Judgement::Foul(foul) => Some(foul),
        Judgement::Legal | Judgement::Five => None,
    }
}

/// How deep the question of a black stone on `point` nests under renju rules; see [`Ruling::depth`].
pub fn depth(position: &Position, point: Point) -> usize {
    examine(position, point).depth
}

/// The ruling on a black stone on `point` under renju rules.
pub fn examine(position: &Position, point: Point) -> Ruling {
    Cells::of(position).rule_on(point)
}

/// Whether a stone of `color` on `point` would make a line that wins under the rule of the position.
pub fn wins_at(position: &Position, point: Point, color: Color) -> bool {
    let win =
        |cells: &mut Cells| Direction::ALL.into_iter().any(|direction| cells.wins(point, direction, color));
    Cells::of(position).with(point, color, win)
}

/// The answer to the question of a black stone, and what it took to find it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// What the stone makes.
    pub judgement: Judgement,
    /// 0 if no straight-four point had to be judged: for a five, an overline, a double-four, and where no
    /// line looks like a three. Else one more than the deepest of all straight-four points of all lines,
    /// those that turn out to make a five included and none left out because the answer is known already.
    pub depth: usize,
}

impl Ruling {
    const fn at_once(judgement: Judgement) -> Self {
        Self { judgement, depth: 0 }
    }
}

/// A four (article 3): four stones to which one more can be added that makes a five.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Four {
    pub(crate) stones: Vec<Point>,
    /// Where the fifth stone goes. Two points make it a straight four.
    pub(crate) five_points: Vec<Point>,
}

/// A board as plain cells; all that is not board is wall.
pub(crate) struct Cells {
    cells: [Cell; CELLS],
    rule: Rule,
}

impl Cells {
    pub(crate) fn of(position: &Position) -> Self {
        let mut cells = [Cell::Wall; CELLS];
        for point in position.size().points() {
            cells[point.index()] = position.cell(point);
        }
        Self { cells, rule: position.rule() }
    }

    /// The cell `offset` steps from `point`.
    pub(crate) fn at(&self, point: Point, direction: Direction, offset: isize) -> Cell {
        point.step(direction, offset).map_or(Cell::Wall, |there| self.cells[there.index()])
    }

    /// The answer to a question about the board with one stone more.
    pub(crate) fn with<T>(&mut self, point: Point, color: Color, ask: impl FnOnce(&mut Self) -> T) -> T {
        let before = std::mem::replace(&mut self.cells[point.index()], Cell::stone(color));
        let answer = ask(self);
        self.cells[point.index()] = before;
        answer
    }

    /// The unbroken row of stones of `color` through the one on `point`, as offsets from it.
    fn run(&self, point: Point, direction: Direction, color: Color) -> RangeInclusive<isize> {
        let own = |offset: isize| self.at(point, direction, offset) == Cell::stone(color);
        let steps = 1..MAX_SIZE.cast_signed();
        let behind = steps.clone().take_while(|&steps| own(-steps)).count().cast_signed();
        let ahead = steps.take_while(|&steps| own(steps)).count().cast_signed();
        -behind..=ahead
    }

    /// The stones of Black's unbroken row through the one on `point`.
    pub(crate) fn row(&self, point: Point, direction: Direction) -> Vec<Point> {
        self.run(point, direction, Color::Black).filter_map(|offset| point.step(direction, offset)).collect()
    }

    /// Whether the row of `color` through the stone on `point` wins.
    pub(crate) fn wins(&self, point: Point, direction: Direction, color: Color) -> bool {
        let run = self.run(point, direction, color);
        let length = run.clone().count();
        let held = || {
            let ends = [run.start() - 1, run.end() + 1];
            ends.into_iter().all(|end| self.at(point, direction, end) == Cell::stone(!color))
        };
        match (self.rule, color) {
            (Rule::Freestyle, _) | (Rule::Renju, Color::White) => length >= 5,
            (Rule::Standard, _) | (Rule::Renju, Color::Black) => length == 5,
            (Rule::Caro, _) => length >= 6 || (length == 5 && !held()),
            (Rule::CaroExact, _) => length == 5 && !held(),
        }
    }

    /// The ruling on a black stone on `point`.
    pub(crate) fn rule_on(&mut self, point: Point) -> Ruling {
        self.with(point, Color::Black, |cells| cells.rule_on_standing(point))
    }

    fn rule_on_standing(&mut self, point: Point) -> Ruling {
        if let Some(settled) = self.settled(point) {
            return Ruling::at_once(settled);
        }
        let threes = Direction::ALL.map(|direction| self.three(point, direction));
        let n_real = threes.iter().filter(|three| three.0).count();
        let judgement = if n_real >= 2 { Judgement::Foul(Foul::DoubleThree) } else { Judgement::Legal };
        Ruling { judgement, depth: threes.into_iter().map(|three| three.1).max().unwrap_or(0) }
    }

    /// The judgement on the black stone on `point` where it does not depend on threes.
    pub(crate) fn settled(&mut self, point: Point) -> Option<Judgement> {
        let lengths = Direction::ALL.map(|direction| self.run(point, direction, Color::Black).count());
        if lengths.contains(&5) {
            Some(Judgement::Five)
        } else if lengths.iter().any(|&length| length > 5) {
            Some(Judgement::Foul(Foul::Overline))
        } else if Direction::ALL.map(|direction| self.fours(point, direction).len()).iter().sum::<usize>()
            >= 2
        {
            Some(Judgement::Foul(Foul::DoubleFour))
        } else {
            None
        }
    }

    /// The fours in one direction that the black stone on `point` belongs to, each set of stones once.
    pub(crate) fn fours(&mut self, point: Point, direction: Direction) -> Vec<Four> {
        let mut fours: Vec<Four> = Vec::new();
        for (offset, five_point) in self.empty_cells(point, direction, 4) {
            let five = self.with(five_point, Color::Black, |cells| cells.run(point, direction, Color::Black));
            if five.clone().count() != 5 || !five.contains(&offset) {
                continue;
            }
            let stones = five.filter(|&at| at != offset).filter_map(|at| point.step(direction, at)).collect();
            match fours.iter_mut().find(|four| four.stones == stones) {
                Some(four) => four.five_points.push(five_point),
                None => fours.push(Four { stones, five_points: vec![five_point] }),
            }
        }
        fours
    }

    /// Whether the black stone on `point` makes a three in a direction, and the depth of that question.
    fn three(&mut self, point: Point, direction: Direction) -> (bool, usize) {
        let (mut is_real, mut depth) = (false, 0);
        for extension in self.straight_four_points(point, direction) {
            let ruling = self.rule_on(extension);
            is_real |= ruling.judgement == Judgement::Legal;
            depth = depth.max(1 + ruling.depth);
        }
        (is_real, depth)
    }

    /// The empty points where one more stone makes a straight four together with the one on `point`.
    pub(crate) fn straight_four_points(&mut self, point: Point, direction: Direction) -> Vec<Point> {
        let mut found = Vec::new();
        for (offset, extension) in self.empty_cells(point, direction, 3) {
            let straight = |cells: &mut Self| {
                let run = cells.run(point, direction, Color::Black);
                run.clone().count() == 4 && run.contains(&offset) && cells.is_straight(point, direction, &run)
            };
            if self.with(extension, Color::Black, straight) {
                found.push(extension);
            }
        }
        found
    }

    /// Whether a stone at either end of a run of four makes a five, exactly.
    fn is_straight(&mut self, point: Point, direction: Direction, run: &RangeInclusive<isize>) -> bool {
        [run.start() - 1, run.end() + 1].into_iter().all(|end| {
            let end = point.step(direction, end).filter(|end| self.cells[end.index()] == Cell::Empty);
            let length = |cells: &mut Self| cells.run(point, direction, Color::Black).count();
            end.is_some_and(|end| self.with(end, Color::Black, length) == 5)
        })
    }

    /// The empty cells at most `reach` cells from `point`, with their offsets.
    fn empty_cells(
        &self,
        point: Point,
        direction: Direction,
        reach: isize,
    ) -> impl Iterator<Item = (isize, Point)> + use<> {
        let empty: [bool; 9] =
            std::array::from_fn(|i| self.at(point, direction, i.cast_signed() - 4) == Cell::Empty);
        let offsets = (-reach..=reach).filter(move |offset| empty[(offset + 4).cast_unsigned()]);
        offsets.filter_map(move |offset| Some((offset, point.step(direction, offset)?)))
    }
}
