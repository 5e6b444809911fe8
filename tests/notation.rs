//! Positions as text: codes, offsets, drawings, both ways and on bad input.

#![expect(clippy::unwrap_used, reason = "a test whose material is wrong has failed")]

use proptest::prelude::*;
use tianyuan_rules::diagram::{self, DrawingError};
use tianyuan_rules::{Color, Diagram, Point, Position, Rule, Size, notation};

const RENJU: Rule = Rule::Renju;

fn size(side: usize) -> Size {
    Size::new(side).unwrap()
}

fn points(code: &str) -> Vec<Point> {
    notation::parse_code(code, size(22)).unwrap()
}

#[test]
fn a_code_is_read_in_any_case_with_or_without_separators() {
    for text in ["h8i9g15", "H8I9G15", "h8, i9, g15", "h8 i9 g15\n", "h8-i9-g15", " H8;i9,,g15 ", "h08i9g015"]
    {
        assert_eq!(
            notation::code(notation::parse_code(text, Size::STANDARD).unwrap()),
            "h8i9g15",
            "{text:?}"
        );
    }
    assert_eq!(notation::parse_code("  ", Size::STANDARD), Ok(vec![]));
}

#[test]
fn a_wrong_code_is_answered_with_place_reason_and_remedy() {
    for (text, message) in [
        ("h8z3", "character 3: 'z' is no column of the 15x15 board; a letter a to o is needed"),
        ("h8 p3", "character 4: 'p' is no column of the 15x15 board; a letter a to o is needed"),
        ("8h", "character 1: '8' is no column of the 15x15 board; a letter a to o is needed"),
        ("天元", "character 1: '天' is no column of the 15x15 board; a letter a to o is needed"),
        ("h8i", "character 4: a row is needed after 'i', such as i8"),
        ("h8i j9", "character 4: a row is needed after 'i', such as i8"),
        ("h8i16", "character 4: no row 16 on the 15x15 board; a number 1 to 15 is needed"),
        ("h0", "character 2: no row 0 on the 15x15 board; a number 1 to 15 is needed"),
        (
            "h99999999999999999999",
            "character 2: no row 99999999999999999999 on the 15x15 board; \
                                   a number 1 to 15 is needed",
        ),
        ("h8i9H8", "character 5: h8 is played twice; each point can be used once"),
    ] {
        let error = notation::parse_code(text, Size::STANDARD).unwrap_err();
        assert_eq!(error.to_string(), message, "{text}");
    }
    assert_eq!(notation::parse_code("h8i", Size::STANDARD).unwrap_err().at(), 4);
}

#[test]
fn the_pos_form_counts_rows_from_the_top() {
    let moves = notation::parse_code_from_top("h3a15o1", Size::STANDARD).unwrap();
    assert_eq!(notation::code(moves.iter().copied()), "h13a1o15");
    assert_eq!(notation::code_from_top(moves, Size::STANDARD), "h3a15o1");
}

#[test]
fn offsets_count_from_the_center_downwards() {
    let code = |line, side| notation::parse_offsets(line, size(side)).map(notation::code);
    assert_eq!(code("0,0, 1,-1, 3,1", 15).as_deref(), Ok("h8i9k7"));
    assert_eq!(code("0,0 1,-1 3,1\r\n", 15).as_deref(), Ok("h8i9k7"));
    assert_eq!(code("0,0,-10,-10", 20).as_deref(), Ok("k10a20"), "column 10, row 10 from the top, from 0");
    for (line, message) in [
        ("0,0, 8,0", "character 6: 8,0 leads out of the 15x15 board"),
        ("0,0, 1", "character 7: the second number of a pair is needed"),
        ("0,0, x,1", "character 6: \"x\" is no number; pairs such as 1,-1 are needed"),
        ("1,1 1,1", "character 5: i7 is played twice; each point can be used once"),
        (
            "9223372036854775807,-9223372036854775807",
            "character 1: 9223372036854775807,-9223372036854775807 \
                                                      leads out of the 15x15 board",
        ),
    ] {
        assert_eq!(notation::parse_offsets(line, Size::STANDARD).unwrap_err().to_string(), message);
    }
}

#[test]
fn a_position_from_a_code_has_its_moves_in_order() {
    let position = notation::position_from_code("h8i9g7", Size::STANDARD, RENJU).unwrap();
    assert_eq!(position.side(), Color::White);
    assert_eq!(position, Position::from_moves(Size::STANDARD, RENJU, &points("h8i9g7")).unwrap());
}

const DRAWING: &str = "\
5 . . . . . 5
4 . O . . . 4
3 . .(X). . 3
2 . . # O . 2
1 X . . . . 1
  a b c d e
";

fn drawn() -> Position {
    let mut position = Position::new(size(5), RENJU);
    for (color, point) in
        [(Color::Black, "a1"), (Color::White, "d2"), (Color::White, "b4"), (Color::Black, "c3")]
    {
        position.put(color, point.parse().unwrap()).unwrap();
    }
    position.put_wall("c2".parse().unwrap()).unwrap();
    position
}

/// Stones, walls and side; the order of stones is not part of a plain drawing.
fn same_stones(a: &Position, b: &Position) -> bool {
    (a.size(), a.side(), a.stones(), a.walls()) == (b.size(), b.side(), b.stones(), b.walls())
}

fn read(text: &str) -> Position {
    diagram::parse_drawing(text, RENJU).unwrap_or_else(|error| panic!("{text}\n{error}"))
}

#[test]
fn a_position_is_drawn() {
    assert_eq!(Diagram::new(&drawn()).with_last_move().to_string(), DRAWING);
    let large = Diagram::new(&Position::new(Size::STANDARD, RENJU)).with_side().to_string();
    let lines: Vec<_> = large.lines().collect();
    assert_eq!(lines[5..7], ["10 . . . . . . . . . . . . . . . 10", " 9 . . . . . . . . . . . . . . . 9"]);
    assert_eq!(lines[15..], ["   a b c d e f g h i j k l m n o", "Black to move"]);
}

#[test]
fn many_ways_of_drawing_are_read() {
    for text in [
        DRAWING,
        ".....\n.O...\n..X..\n..#O.\nX....",
        "+-----+\n|.....|\n|.O...|\n|..X..|\n|..#O.|\n|X....|\n+-----+",
        "+ - - - - - +\n. . . . .\n. o . . .\n. . x . .\n. . # o .\nx . . . .\n",
        "+ + + + +\n- ○ - - -\n+ + ● + +\n+ + # ○ +\n* + + + +",
        "  ABCDE\n5 ..... 5\n4 .O... 4\n3 ..X.. 3\n2 ..#O. 2\n1 X.... 1\n  ABCDE\n",
        "\n\n5 · · · · ·\r\n4 · O · · ·\r\n3 · · X · ·\r\n2 · · # O ·\r\n1 X · · · ·\r\n",
        ". . . . . 5\n. O . . . 4\n. . X . . 3\n. . # O . 2\nX . . . . 1\na b c d e",
        "5 3 4 5 6 . 5\n4 . O . . . 4\n3 . .(X). 3 3\n2 . . # O . 2\n1 X . . . . 1",
        "3 4 5 6 .\n. O . . .\n. . X . 3\n. . # O .\nX . . . .",
        "345..\n.O...\n..X.3\n..#O.\nX....",
        "X....\
         ..#O.\
         ..X..\
         .O...\
         .....",
    ] {
        assert!(same_stones(&read(text), &drawn()), "{text}");
    }
}

#[test]
fn the_side_to_move_is_named_or_follows_from_the_count() {
    let side = |stones: &str| read(&format!("{stones}\n.....\n.....\n.....\n.....")).side();
    assert_eq!(side("....."), Color::Black);
    assert_eq!(side("X...."), Color::White);
    assert_eq!(side("XO..."), Color::Black);
    assert_eq!(side("XXX.."), Color::White);
    assert_eq!(side("O...."), Color::Black);
    let named = |side: &str| read(&format!("{side} to move\n{DRAWING}")).side();
    assert_eq!((named("White"), named("black")), (Color::White, Color::Black));
}

#[test]
fn numbers_restore_the_order() {
    let moves = points("c3b4d2a1e5a5b1c1d1e1a2");
    let position = Position::from_moves(size(5), RENJU, &moves).unwrap();
    let text = Diagram::new(&position).with_numbers().with_last_move().to_string();
    assert!(text.contains("(X11)"), "{text}");
    assert_eq!(read(&text), position);
}

#[test]
fn a_wrong_drawing_is_answered_with_place_and_reason() {
    let error = |text: &str| diagram::parse_drawing(text, RENJU).unwrap_err();
    assert_eq!(error(""), DrawingError::Rows(0));
    assert_eq!(error("...\n...\n..."), DrawingError::Rows(3));
    let rows = ".....\n.....\n....\n.....\n.....";
    assert_eq!(error(rows), DrawingError::Cells { line: 3, found: 4, needed: 5 });
    let symbol = ".....\n..Z..\n.....\n.....\n.....";
    assert_eq!(error(symbol), DrawingError::Symbol { line: 2, at: 3, symbol: 'Z' });
    assert_eq!(
        error("5 ..1..\n.....\n.....\n.....\n....."),
        DrawingError::Symbol { line: 1, at: 5, symbol: '1' }
    );
    let twice = "X1 O1 . . .\n. . . . .\n. . . . .\n. . . . .\n. . . . .";
    assert_eq!(error(twice), DrawingError::Number(1));
    assert_eq!(error(&".".repeat(224)), DrawingError::Length(224));
    let message = error(symbol).to_string();
    assert_eq!(message, "line 2, character 3: 'Z' is none of X (black), O (white), . (empty), # (wall)");
}

#[test]
fn the_one_line_form_begins_with_rank_1() {
    let line = diagram::line_of(&drawn());
    assert_eq!(line, "X......#O...X...O........");
    let read = diagram::parse_line(&format!("{line} and what follows"), RENJU).unwrap();
    assert!(same_stones(&read, &drawn()));
    let board = ".".repeat(14) + "X" + &"O".repeat(210);
    let position = diagram::parse_line(&board, RENJU).unwrap();
    assert_eq!(position.stones()[Color::Black].iter().collect::<Vec<_>>(), points("o1"));
    assert_eq!(diagram::parse_line("", RENJU), Err(DrawingError::Length(0)));
    let wrong = board.replace('X', "?");
    assert_eq!(
        diagram::parse_line(&wrong, RENJU),
        Err(DrawingError::Symbol { line: 1, at: 15, symbol: '?' })
    );
}

/// Any set-up on a board of any size.
fn any_position() -> impl Strategy<Value = Position> {
    (5usize..=22).prop_flat_map(|side| {
        let cells = prop::collection::vec(0u8..8, side * side);
        (Just(size(side)), cells, any::<bool>(), any::<u64>()).prop_map(|(size, cells, white, seed)| {
            let mut cells: Vec<_> = size.points().zip(cells).collect();
            cells.sort_by_key(|(point, _)| (point.index() as u64 + 1).wrapping_mul(seed | 1));
            let mut position = Position::new(size, RENJU);
            for (point, cell) in cells {
                match cell {
                    0 => position.put(Color::Black, point).unwrap(),
                    1 => position.put(Color::White, point).unwrap(),
                    2 => position.put_wall(point).unwrap(),
                    _ => {}
                }
            }
            position.set_side(if white { Color::White } else { Color::Black });
            position
        })
    })
}

proptest! {
    #[test]
    fn drawings_are_read_back(position in any_position(), last in any::<bool>(), marks in any::<usize>()) {
        let mark = |point: Point| "3456".chars().nth(marks / (point.index() + 1) % 8);
        let mut plain = Diagram::new(&position).with_side().with_marks(mark);
        if last {
            plain = plain.with_last_move();
        }
        prop_assert!(same_stones(&diagram::parse_drawing(&plain.to_string(), RENJU).unwrap(), &position));
        let numbered = plain.with_numbers().to_string();
        prop_assert_eq!(diagram::parse_drawing(&numbered, RENJU).unwrap(), position.clone(), "{}", numbered);
        let mut by_line = diagram::parse_line(&diagram::line_of(&position), RENJU).unwrap();
        by_line.set_side(position.side());
        prop_assert!(same_stones(&by_line, &position));
    }

    #[test]
    fn no_text_makes_the_readers_of_text_panic(text in "([a-pX0-9O.# \n,|+()-]|\\PC){0,120}", side in 5usize..=22) {
        let _ = notation::parse_code(&text, size(side));
        let _ = notation::parse_code_from_top(&text, size(side));
        let _ = notation::parse_offsets(&text, size(side));
        let _ = diagram::parse_drawing(&text, RENJU);
        let _ = diagram::parse_line(&text, RENJU);
    }

    #[test]
    fn codes_are_read_back(position in any_position()) {
        let moves: Vec<_> = position.order().iter().map(|stone| stone.point).collect();
        let size = position.size();
        prop_assert_eq!(notation::parse_code(&notation::code(moves.clone()), size), Ok(moves.clone()));
        let from_top = notation::code_from_top(moves.clone(), size);
        prop_assert_eq!(notation::parse_code_from_top(&from_top, size), Ok(moves));
    }
}
