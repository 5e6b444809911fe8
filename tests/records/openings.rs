//! Codes of positions, and files of openings in their three forms.

use tianyuan_rules::record::openings::{self, Form};
use tianyuan_rules::record::{Limit, MAX_OPENINGS, Problem, RecordError};
use tianyuan_rules::{Color, Point, Position, Size, notation};

use super::{RENJU, point, size};

fn read(form: Form, side: usize, text: &str) -> Vec<String> {
    let openings = openings::read(form, size(side), text.as_bytes()).unwrap();
    openings.into_iter().map(notation::code).collect()
}

fn message(form: Form, side: usize, text: &str) -> String {
    openings::read(form, size(side), text.as_bytes()).unwrap_err().to_string()
}

/// Rows grow upwards in the one form and downwards in the other two; the first stone is in the first column of
/// the top row.
#[test]
fn each_form_has_its_own_first_row() {
    assert_eq!(read(Form::Code, 15, "a15b1"), ["a15b1"]);
    assert_eq!(read(Form::CodeFromTop, 15, "a1b15"), ["a15b1"]);
    assert_eq!(read(Form::Offsets, 15, "-7,-7, -6,7"), ["a15b1"]);
    assert_eq!(read(Form::Offsets, 20, "-10,-10, -9,9"), ["a20b1"], "right of and below the middle");
    assert_eq!(read(Form::Offsets, 20, "8,-3, 6,-4, 5,-4"), ["s13q14p14"]);
}

#[test]
fn comments_blank_lines_and_ends_of_lines_are_passed_over() {
    let text = "\u{feff}# openings\n\nh8i9g7   # the first\r\n  \r\rH8, i10\n\n#h8\nh8";
    assert_eq!(read(Form::Code, 15, text), ["h8i9g7", "h8i10", "h8"]);
    assert_eq!(read(Form::Offsets, 15, "0,0, 1,1 # x\r0,0,1,0\r\n\r\n"), ["h8i7", "h8i8"]);
    assert_eq!(read(Form::Code, 15, ""), Vec::<String>::new());
}

#[test]
fn a_wrong_opening_is_answered_with_line_and_column() {
    for (form, text, expected) in [
        (Form::Code, "h8\n h8i9h8", "line 2, column 6: h8 is played twice; each point can be used once"),
        (
            Form::Code,
            "h8\r\n\r\nh8p1",
            "line 3, column 3: 'p' is no column of the 15x15 board; a letter a to o is needed",
        ),
        (
            Form::CodeFromTop,
            "天",
            "line 1, column 1: '天' is no column of the 15x15 board; a letter a to o is needed",
        ),
        (
            Form::CodeFromTop,
            "a1\rb16",
            "line 2, column 2: no row 16 on the 15x15 board; a number 1 to 15 is needed",
        ),
        (Form::Offsets, "0,0\n0,0, 8,0", "line 2, column 6: 8,0 leads out of the 15x15 board"),
        (Form::Offsets, "0,0, 1 # ,1", "line 1, column 8: the second number of a pair is needed"),
        (Form::Offsets, "h8", "line 1, column 1: \"h8\" is no number; pairs such as 1,-1 are needed"),
    ] {
        assert_eq!(message(form, 15, text), expected);
    }
    let digits = "9".repeat(100_000);
    assert!(message(Form::Code, 15, &format!("h{digits}")).len() < 150);
    assert!(message(Form::Offsets, 15, &digits).len() < 150);
}

#[test]
fn openings_are_written_as_match_runners_read_them() {
    let moves = ["h8", "i9", "a1"].map(point);
    let written = |form| openings::write(form, Size::STANDARD, &moves).unwrap();
    assert_eq!(written(Form::Code), "h8i9a1");
    assert_eq!(written(Form::CodeFromTop), "h8i7a15");
    assert_eq!(written(Form::Offsets), "0,0, 1,-1, -7,7");
    let refused =
        |moves: &[Point]| openings::write(Form::Code, Size::STANDARD, moves).unwrap_err().to_string();
    let why = |why: &str| format!("a line of an opening cannot hold this: {why}");
    assert_eq!(refused(&[]), why("there must be a move"));
    assert_eq!(refused(&["p1"].map(point)), why("every point must lie on the board"));
    assert_eq!(refused(&["a1", "h8", "a1"].map(point)), why("each point can be used once"));
}

#[test]
fn openings_are_read_to_a_number() {
    let many = "a1\n".repeat(MAX_OPENINGS);
    assert_eq!(openings::read(Form::Code, Size::STANDARD, many.as_bytes()).unwrap().len(), MAX_OPENINGS);
    let error = openings::read(Form::Code, Size::STANDARD, (many + "#\na1").as_bytes()).unwrap_err();
    assert!(matches!(error, RecordError::Broken { problem: Problem::TooMuch(Limit::Openings), .. }));
    assert_eq!(error.to_string(), "line 1000002, column 1: too many openings; 1000000 at most are read");
}

#[test]
fn offsets_are_written_as_they_are_read() {
    for (line, side) in [("0,0, 1,-1, 3,1", 15), ("-10,-10, 9,9", 20), ("-2,2", 5), ("", 15)] {
        let moves = notation::parse_offsets(line, size(side)).unwrap();
        assert_eq!(notation::offsets(moves, size(side)), line);
    }
}

#[test]
fn a_position_has_a_code_if_its_stones_are_moves_in_turn() {
    let mut position = notation::position_from_code("h8i9g7", Size::STANDARD, RENJU).unwrap();
    assert_eq!(notation::code_of(&position).as_deref(), Some("h8i9g7"));
    position.set_side(Color::Black);
    assert_eq!(notation::code_of(&position), None, "the wrong side is to move");
    let mut position = Position::new(Size::STANDARD, RENJU);
    assert_eq!(notation::code_of(&position).as_deref(), Some(""));
    position.put_wall(point("a1")).unwrap();
    assert_eq!(notation::code_of(&position), None, "there is a wall");
    let mut position = Position::new(Size::STANDARD, RENJU);
    position.put(Color::White, point("a1")).unwrap();
    assert_eq!(notation::code_of(&position), None, "White was first");
}
