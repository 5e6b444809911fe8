//! The public cases and boards.

use serde::Deserialize;
use tianyuan_rules::{Board, Judgement, Size, reference};

use super::{agreed_judgement, text};

#[derive(Deserialize)]
struct Cases {
    cases: Vec<Case>,
}

/// One case of `forbidden_cases.json`, as far as it is used here.
#[derive(Deserialize)]
struct Case {
    id: String,
    black: Vec<String>,
    white: Vec<String>,
    point: String,
    verdict: String,
    recursion_depth: usize,
}

fn cases() -> Vec<Case> {
    let cases: Cases = serde_json::from_str(include_str!("forbidden_cases.json")).expect("the file is JSON");
    cases.cases
}

fn name(judgement: Judgement) -> String {
    match judgement {
        Judgement::Legal => "legal".to_owned(),
        Judgement::Five => "five".to_owned(),
        Judgement::Foul(foul) => foul.to_string(),
    }
}

#[test]
fn every_case_is_judged_as_published() {
    let cases = cases();
    assert_eq!(cases.len(), 226);
    for case in cases {
        let points = |names: &[String]| text::points(&names.join(" "));
        let position = text::position_of(&points(&case.black), &points(&case.white));
        let point = text::point(&case.point);
        let judgement = agreed_judgement(&position, &Board::from(&position), point);
        assert_eq!(name(judgement), case.verdict, "{}", case.id);
        assert_eq!(reference::depth(&position, point), case.recursion_depth, "{}", case.id);
    }
}

#[test]
fn every_board_is_judged_as_published() {
    let boards = include_str!("forbidden_boards.txt").lines().filter(|line| !line.starts_with('#'));
    let mut n_fouls = 0;
    for line in boards {
        let (cells, verdicts) = line.split_once(' ').expect("board and verdicts");
        let position = text::position(Size::STANDARD, cells);
        let board = Board::from(&position);
        let judged: String = Size::STANDARD
            .points()
            .map(|point| {
                if board.is_empty(point) { agreed_judgement(&position, &board, point).letter() } else { '.' }
            })
            .collect();
        assert_eq!(judged, verdicts, "\n{}", text::drawing(&position));
        n_fouls += judged.matches(['3', '4', '6']).count();
    }
    assert_eq!(n_fouls, 1581);
}
