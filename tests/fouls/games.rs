//! Real games of renju tournaments, in the folder that the environment variable `TIANYUAN_DATA` names.

use std::fs;
use std::path::PathBuf;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use tianyuan_rules::{Board, Color, Foul, Judgement, Position, Rule, Size, reference};

use super::{agreed_judgement, text};

#[derive(Deserialize)]
struct Game {
    id: String,
    size: usize,
    reason: String,
    moves: String,
}

/// A position in which White has a four whose only block is forbidden to Black.
#[derive(Deserialize)]
struct Capture {
    id: String,
    size: usize,
    moves: String,
    only_block: String,
    forbidden: String,
}

/// The lines of a data file; `None` and a word about it if the folder is not given.
#[expect(clippy::print_stdout, reason = "a skipped test says so")]
fn lines<T: DeserializeOwned>(name: &str) -> Option<Vec<T>> {
    let Some(folder) = std::env::var_os("TIANYUAN_DATA") else {
        println!("skipped: TIANYUAN_DATA is not set");
        return None;
    };
    let path = PathBuf::from(folder).join(name);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    Some(text.lines().map(|line| serde_json::from_str(line).expect("a line is JSON")).collect())
}

fn empty(size: usize) -> Position {
    Position::new(Size::new(size).expect("a size"), Rule::Renju)
}

#[test]
fn no_black_move_of_a_game_is_forbidden() {
    let Some(games) = lines::<Game>("games_gomocup_renju_2019_21.jsonl") else { return };
    let mut n_judged = 0;
    for game in &games {
        n_judged += judge_game(game);
    }
    println!("{n_judged} black moves in {} games: none forbidden", games.len());
    assert!(n_judged > 50_000, "only {n_judged} moves");
}

/// Judges each black move before it is played; counts them. Games lost by a forbidden block end before it.
fn judge_game(game: &Game) -> usize {
    let mut position = empty(game.size);
    let mut board = Board::from(&position);
    let mut n_judged = 0;
    for point in text::points(&game.moves) {
        if !board.is_empty(point) {
            assert_eq!(game.reason, "illegal_move_occupied", "{} {point}", game.id);
            break;
        }
        if position.side() == Color::Black {
            let fouls = (board.foul_at(point), reference::foul_at(&position, point));
            assert_eq!(fouls, (None, None), "{} {point}\n{}", game.id, text::drawing(&position));
            n_judged += 1;
        }
        board.place(point);
        position.play(point).expect("the point is empty");
    }
    n_judged
}

#[test]
fn forbidden_blocks_of_games_are_found() {
    let Some(captures) = lines::<Capture>("foul_capture.jsonl") else { return };
    for capture in &captures {
        let mut position = empty(capture.size);
        for point in text::points(&capture.moves) {
            position.play(point).expect("the point is empty");
        }
        let (board, block) = (Board::from(&position), text::point(&capture.only_block));
        let expected = match capture.forbidden.as_str() {
            "33" => Foul::DoubleThree,
            "44" => Foul::DoubleFour,
            "overline" => Foul::Overline,
            other => panic!("{other}"),
        };
        assert_eq!(agreed_judgement(&position, &board, block), Judgement::Foul(expected), "{}", capture.id);
        assert_eq!(five_points(&board), [block], "{}", capture.id);
    }
    println!("{} forbidden blocks found", captures.len());
    assert!(captures.len() > 200, "only {}", captures.len());
}

/// Where White makes a five.
fn five_points(board: &Board) -> Vec<tianyuan_rules::Point> {
    board.empty_points().filter(|&point| board.wins_at(point, Color::White)).collect()
}
