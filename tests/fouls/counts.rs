//! The number of legal moves and of fouls by kind over listed positions.

use tianyuan_rules::{Board, Size, foul, reference};

use super::{Black, Tally, text};

/// One line of `counts.txt`.
struct Entry<'a> {
    name: &'a str,
    size: Size,
    cells: &'a str,
    expected: Tally,
    deepest: usize,
}

fn entry(line: &str) -> Entry<'_> {
    let fields: Vec<&str> = line.split_whitespace().collect();
    let [name, side, cells, numbers @ ..] = &fields[..] else { panic!("{line}") };
    let numbers: Vec<usize> = numbers.iter().map(|number| number.parse().expect("a number")).collect();
    let [legal, fives, double_threes, double_fours, overlines, deepest] = numbers[..] else {
        panic!("{line}")
    };
    let points = legal + double_threes + double_fours + overlines;
    let size = side.parse().ok().and_then(Size::new).expect("a size");
    Entry {
        name,
        size,
        cells,
        expected: Tally { points, fives, double_threes, double_fours, overlines },
        deepest,
    }
}

fn entries() -> impl Iterator<Item = Entry<'static>> {
    include_str!("counts.txt").lines().filter(|line| !line.starts_with('#')).map(entry)
}

#[test]
fn listed_positions_have_the_listed_numbers() {
    assert!(entries().count() >= 30);
    for Entry { name, size, cells, expected, deepest } in entries() {
        let position = text::position(size, cells);
        let board = Board::from(&position);
        let (mut fast, mut literal) = (Tally::default(), Tally::default());
        for point in position.empty_points() {
            fast.count(foul::judge(&board, point, Black));
            literal.count(reference::judge(&position, point, Black));
        }
        assert_eq!(fast, expected, "{name}");
        assert_eq!(literal, expected, "{name}");
        let depths = position.empty_points().map(|point| reference::depth(&position, point));
        assert_eq!(depths.max(), Some(deepest), "{name}");
    }
}
