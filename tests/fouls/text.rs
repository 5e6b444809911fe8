//! Positions as text in the data files of these tests.

use tianyuan_rules::{Cell, Color, Point, Position, Rule, Size};

/// The position of `side * side` characters, row by row from the bottom: `X` black, `O` white, `#` wall,
/// `.` empty. White is to move if Black has more stones.
pub(super) fn position(size: Size, cells: &str) -> Position {
    assert_eq!(cells.len(), size.area(), "{cells}");
    let mut position = Position::new(size, Rule::Renju);
    for (point, cell) in size.points().zip(cells.chars()) {
        let put = match cell {
            '.' => Ok(()),
            '#' => position.put_wall(point),
            'X' => position.put(Color::Black, point),
            'O' => position.put(Color::White, point),
            other => panic!("{other} is no cell"),
        };
        put.expect("the points are different");
    }
    position
}

/// The position of two lists of points on a board of 15 lines.
pub(super) fn position_of(black: &[Point], white: &[Point]) -> Position {
    let mut position = Position::new(Size::STANDARD, Rule::Renju);
    for (color, points) in [(Color::Black, black), (Color::White, white)] {
        for &point in points {
            position.put(color, point).expect("the points are different");
        }
    }
    position
}

/// Points separated by blanks.
pub(super) fn points(text: &str) -> Vec<Point> {
    text.split_whitespace().map(point).collect()
}

/// A point in algebraic notation.
pub(super) fn point(text: &str) -> Point {
    text.parse().expect("a point")
}

/// The character of a cell.
pub(super) fn character(cell: Cell) -> char {
    match cell {
        Cell::Empty => '.',
        Cell::Black => 'X',
        Cell::White => 'O',
        Cell::Wall => '#',
    }
}

/// The position as a drawing, the last row on top.
pub(super) fn drawing(position: &Position) -> String {
    let side = position.size().side();
    let row = |row: usize| {
        let points = (0..side).filter_map(|col| position.size().point(col, row));
        let cells: String = points.flat_map(|point| [' ', character(position.cell(point))]).collect();
        format!("{:2}{cells}\n", row + 1)
    };
    let columns: String = ('a'..='v').take(side).flat_map(|column| [' ', column]).collect();
    (0..side).rev().map(row).collect::<String>() + "  " + &columns + "\n"
}

/// The position that [`drawing`] draws. Lines that do not begin with the number of a row are ignored.
pub(super) fn position_drawn(drawing: &str) -> Position {
    let is_row = |line: &&str| line.trim_start().starts_with(|c: char| c.is_ascii_digit());
    let rows: Vec<&str> = drawing.lines().filter(is_row).collect();
    let cells_of = |row: &&str| row.split_whitespace().skip(1).collect::<String>();
    let cells: String = rows.iter().rev().map(cells_of).collect();
    position(Size::new(rows.len()).expect("the size of a board"), &cells)
}
