//! Why a move is forbidden or allowed: the reasons as a tree, as data and in words.
//!
//! Built on the cells of [`reference`](mod@reference). Only lines that decide are named: the fives of a
//! five, the overlines of an overline, the fours of a double-four; where threes decide, every four, every
//! three, and what looks like one but is none, with the reason.

use std::fmt;

use crate::line::Cell;
use crate::reference::Cells;
use crate::{Color, Direction, Foul, Judgement, Point, Position, Rule, reference};

/// The judgement on a black stone and the lines that lead to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// Where the stone is placed.
    pub point: Point,
    /// What it makes.
    pub judgement: Judgement,
    /// The lines that matter, in the order of [`Direction::ALL`].
    pub lines: Vec<Line>,
}

/// A line that matters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Where it runs.
    pub direction: Direction,
    /// Its black stones, from left to right or upwards, the one that is judged included.
    pub stones: Vec<Point>,
    /// What they are.
    pub finding: Finding,
}

/// What the stones of a line are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// A line that wins.
    Five,
    /// Six or more.
    Overline,
    /// A four that only one point makes a five.
    Four {
        /// That point.
        five_point: Point,
    },
    /// A four that either of two points makes a five.
    StraightFour {
        /// The two points.
        five_points: [Point; 2],
    },
    /// Three stones that one more makes a straight four. They are a three if that is allowed anywhere.
    Three {
        /// What a further black stone on each straight-four point would make, one or two points. An allowed
        /// one makes the three real; a five does not: the row is no three then.
        extensions: Vec<Explanation>,
    },
    /// Three or more stones with room for a five of which no stone makes a straight four: no three.
    Closed,
}

impl Line {
    /// Whether the line is a three that counts: one of its straight-four points is allowed.
    pub fn is_real_three(&self) -> bool {
        self.extensions().iter().any(|extension| extension.judgement == Judgement::Legal)
    }

    /// The judgements on the straight-four points of three stones; none of other lines.
    fn extensions(&self) -> &[Explanation] {
        match &self.finding {
            Finding::Three { extensions } => extensions,
            _ => &[],
        }
    }
}

/// Explains what a black stone on `point` would make under the rule of the position. What stands on the
/// point is not looked at.
pub fn explain(position: &Position, point: Point) -> Explanation {
    if position.rule() == Rule::Renju {
        return explain_on(&mut Cells::of(position), point);
    }
    let judgement = reference::judge(position, point, Color::Black);
    let winning = |cells: &mut Cells| {
        let wins = |&direction: &Direction| cells.wins(point, direction, Color::Black);
        let rows = Direction::ALL.into_iter().filter(wins);
        rows.map(|direction| row(cells, point, direction, Finding::Five)).collect()
    };
    Explanation { point, judgement, lines: Cells::of(position).with(point, Color::Black, winning) }
}

fn explain_on(cells: &mut Cells, point: Point) -> Explanation {
    cells.with(point, Color::Black, |cells| {
        let (judgement, lines) = match cells.settled(point) {
            Some(judgement) => (judgement, deciding_lines(cells, point, judgement)),
            None => weigh_threes(cells, point),
        };
        Explanation { point, judgement, lines }
    })
}

/// The lines that make a five, an overline or a double-four.
fn deciding_lines(cells: &mut Cells, point: Point, judgement: Judgement) -> Vec<Line> {
    let rows = |cells: &Cells, finding: &Finding, decides: fn(usize) -> bool| {
        let rows = Direction::ALL.map(|direction| row(cells, point, direction, finding.clone()));
        rows.into_iter().filter(|line| decides(line.stones.len())).collect()
    };
    match judgement {
        Judgement::Five => rows(cells, &Finding::Five, |length| length == 5),
        Judgement::Foul(Foul::Overline) => rows(cells, &Finding::Overline, |length| length > 5),
        _ => Direction::ALL.into_iter().flat_map(|direction| fours(cells, point, direction)).collect(),
    }
}

/// The judgement where threes decide, and the fours, the threes and what looks like them.
fn weigh_threes(cells: &mut Cells, point: Point) -> (Judgement, Vec<Line>) {
    let mut lines = Vec::new();
    for direction in Direction::ALL {
        let fours = fours(cells, point, direction);
        if fours.is_empty() {
            lines.extend(three(cells, point, direction).or_else(|| closed(cells, point, direction)));
        } else {
            lines.extend(fours);
        }
    }
    let n_threes = lines.iter().filter(|line| line.is_real_three()).count();
    let judgement = if n_threes >= 2 { Judgement::Foul(Foul::DoubleThree) } else { Judgement::Legal };
    (judgement, lines)
}

fn row(cells: &Cells, point: Point, direction: Direction, finding: Finding) -> Line {
    Line { direction, stones: cells.row(point, direction), finding }
}

fn fours(cells: &mut Cells, point: Point, direction: Direction) -> Vec<Line> {
    let fours = cells.fours(point, direction).into_iter().filter_map(|four| {
        let finding = match four.five_points[..] {
            [five_point] => Finding::Four { five_point },
            [a, b] => Finding::StraightFour { five_points: [a, b] },
            _ => return None,
        };
        Some(Line { direction, stones: four.stones, finding })
    });
    fours.collect()
}

/// The stones that a straight-four point makes a straight four, if there is such a point.
fn three(cells: &mut Cells, point: Point, direction: Direction) -> Option<Line> {
    let points = cells.straight_four_points(point, direction);
    let four = cells.with(*points.first()?, Color::Black, |cells| cells.row(point, direction));
    let stones = four.into_iter().filter(|stone| !points.contains(stone)).collect();
    let extensions = points.into_iter().map(|point| explain_on(cells, point)).collect();
    Some(Line { direction, stones, finding: Finding::Three { extensions } })
}

/// Three stones or more on five cells without a white stone or a wall: what a reader may take for a three.
/// The five with the most stones are named, the first of them if several have as many.
fn closed(cells: &Cells, point: Point, direction: Direction) -> Option<Line> {
    let mut most = Vec::new();
    for start in -4..=0 {
        let five = (start..start + 5).map(|offset| (offset, cells.at(point, direction, offset)));
        if five.clone().all(|(_, cell)| matches!(cell, Cell::Black | Cell::Empty)) {
            let black = five.filter(|&(_, cell)| cell == Cell::Black);
            let stones: Vec<_> = black.filter_map(|(offset, _)| point.step(direction, offset)).collect();
            most = if stones.len() > most.len() { stones } else { most };
        }
    }
    (most.len() >= 3).then_some(Line { direction, stones: most, finding: Finding::Closed })
}

impl fmt::Display for Explanation {
    /// The tree in words, one line each, two blanks of indent for each level.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_tree(f, self, 0)
    }
}

fn write_tree(f: &mut fmt::Formatter<'_>, explanation: &Explanation, level: usize) -> fmt::Result {
    let Explanation { point, judgement, lines } = explanation;
    match judgement {
        Judgement::Legal => write!(f, "{point} is allowed"),
        Judgement::Five => write!(f, "{point} makes a five"),
        Judgement::Foul(foul) => write!(f, "{point} is forbidden: {foul}"),
    }?;
    lines.iter().try_for_each(|line| write_line(f, line, level + 1))
}

fn write_line(f: &mut fmt::Formatter<'_>, line: &Line, level: usize) -> fmt::Result {
    begin(f, level)?;
    write!(f, "{} {}: ", line.direction.name(), joined(&line.stones, " "))?;
    match &line.finding {
        Finding::Five => f.write_str("a five"),
        Finding::Overline => f.write_str("an overline"),
        Finding::Four { five_point } => write!(f, "a four, five at {five_point}"),
        Finding::StraightFour { five_points: [a, b] } => write!(f, "a straight four, five at {a} or {b}"),
        Finding::Closed if line.stones.len() > 3 => f.write_str("not a four: one more stone makes no five"),
        Finding::Closed => f.write_str("not a three: one more stone makes no straight four"),
        Finding::Three { extensions } => write_three(f, extensions, level),
    }
}

fn write_three(f: &mut fmt::Formatter<'_>, extensions: &[Explanation], level: usize) -> fmt::Result {
    let allowed: Vec<_> = extensions.iter().filter(|it| it.judgement == Judgement::Legal).collect();
    match allowed[..] {
        [] => {
            f.write_str("not a three:")?;
            extensions.iter().try_for_each(|extension| write_extension(f, extension, level + 1))
        }
        // One that is plainly allowed is proof enough.
        _ if allowed.iter().any(|extension| !looks_forbidden(extension)) => {
            let points: Vec<_> = allowed.iter().map(|extension| extension.point).collect();
            write!(f, "a real three, straight four at {}", joined(&points, " or "))
        }
        [extension, ..] => {
            f.write_str("a real three:")?;
            write_extension(f, extension, level + 1)
        }
    }
}

/// Whether an allowed point makes two lines that look like threes, so that it takes a proof to allow it.
fn looks_forbidden(explanation: &Explanation) -> bool {
    explanation.lines.iter().filter(|line| !line.extensions().is_empty()).count() >= 2
}

fn write_extension(f: &mut fmt::Formatter<'_>, extension: &Explanation, level: usize) -> fmt::Result {
    begin(f, level)?;
    f.write_str("its straight-four point ")?;
    write_tree(f, extension, level)
}

fn begin(f: &mut fmt::Formatter<'_>, level: usize) -> fmt::Result {
    write!(f, "\n{:width$}", "", width = 2 * level)
}

fn joined(points: &[Point], separator: &str) -> String {
    points.iter().map(Point::to_string).collect::<Vec<_>>().join(separator)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Size;

    fn position(rule: Rule, black: &str, white: &str) -> Position {
        let mut position = Position::new(Size::STANDARD, rule);
        for (color, stones) in [(Color::Black, black), (Color::White, white)] {
            for stone in stones.split_whitespace() {
                position.put(color, stone.parse().unwrap()).unwrap();
            }
        }
        position
    }

    fn words(rule: Rule, black: &str, white: &str, point: &str) -> String {
        explain(&position(rule, black, white), point.parse().unwrap()).to_string()
    }

    #[test]
    fn each_shape_in_words() {
        let cases = [
            ("", "", "h8 is allowed"),
            ("f8 g8 i8 j8 h7 h9", "", "h8 makes a five\n  row f8 g8 h8 i8 j8: a five"),
            ("e8 f8 g8 i8 j8", "", "h8 is forbidden: overline\n  row e8 f8 g8 h8 i8 j8: an overline"),
            (
                "d8 f8 g8 j8",
                "",
                "h8 is forbidden: double-four\n  row d8 f8 g8 h8: a four, five at e8\n  \
                 row f8 g8 h8 j8: a four, five at i8",
            ),
            (
                "f8 g8 i8 h7 h9",
                "",
                "h8 is allowed\n  row f8 g8 h8 i8: a straight four, five at e8 or j8\n  \
                 column h7 h8 h9: a real three, straight four at h6 or h10",
            ),
            (
                "g8 i8 h7 h9",
                "h5 h11",
                "h8 is allowed\n  row g8 h8 i8: a real three, straight four at f8 or j8\n  \
                 column h7 h8 h9: not a three: one more stone makes no straight four",
            ),
            ("d8 e8 f8 g8 i8", "c8", "h8 is forbidden: overline\n  row d8 e8 f8 g8 h8 i8: an overline"),
            ("f8 g8 j8 k8", "", "h8 is allowed\n  row f8 g8 h8 j8: not a four: one more stone makes no five"),
        ];
        for (black, white, expected) in cases {
            assert_eq!(words(Rule::Renju, black, white, "h8"), expected);
        }
    }

    #[test]
    fn a_three_that_could_only_become_a_five_as_well_is_named() {
        let expected = "h5 is allowed\n  column h3 h5 h6: not a three:\n    \
                        its straight-four point h4 makes a five\n      row d4 e4 f4 g4 h4: a five\n  \
                        diagonal / f3 g4 h5: a real three, straight four at e2 or i6";
        assert_eq!(words(Rule::Renju, "d4 e4 f4 g4 f3 h3 h6", "", "h5"), expected);
    }

    #[test]
    fn nothing_is_forbidden_under_other_rules() {
        assert_eq!(words(Rule::Standard, "g8 i8 h7 h9", "", "h8"), "h8 is allowed");
        let six = words(Rule::Freestyle, "e8 f8 g8 i8 j8", "", "h8");
        assert_eq!(six, "h8 makes a five\n  row e8 f8 g8 h8 i8 j8: a five");
    }
}
