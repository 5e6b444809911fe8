//! A game in the terminal: what a person types, and what comes back.

#![expect(clippy::unwrap_used, reason = "a test whose material is wrong has failed")]

use std::fs;
use std::path::{Path, PathBuf};

use crate::cli::run_with;
use crate::random::Random;

/// A file of its own for a game, not there yet.
fn file(name: &str) -> PathBuf {
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("play-{}-{name}", std::process::id()));
    let _ = fs::remove_file(&file);
    file
}

/// A new game with these words of the command line and these lines.
fn play(words: &[&str], file: &Path, lines: &str) -> String {
    let file = file.to_str().unwrap();
    let first = ["play", "--nodes", "500", "--file", file];
    run_with(&[&first, words].concat(), lines.as_bytes()).answer()
}

fn resume(file: &Path, language: &str, lines: &str) -> String {
    let words = ["play", "--nodes", "500", "--lang", language, "--resume", file.to_str().unwrap()];
    run_with(&words, lines.as_bytes()).answer()
}

/// The stones of the last board that was shown.
fn last_board(said: &str) -> String {
    // Before the first row stands the question that was answered.
    let rows: Vec<&str> = said.lines().filter(|line| line.contains("  .  ")).collect();
    let stones = |row: &&str| row.chars().filter(|c| matches!(c, 'X' | 'O' | '.')).collect::<String>();
    rows[rows.len() - 15..].iter().map(stones).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_game_in_both_languages_is_kept_and_gone_on_with() {
    let game = file("both.sgf");
    let said = play(&["--lang", "en"], &game, "h8\nundo\nh8\ni9\nfoo\nh8\npass\ndraw\nquit\n");
    assert!(said.contains("That is not understood here"), "{said}");
    assert!(said.contains("h8 is occupied") && said.contains("passing is allowed from move 6 on"), "{said}");
    assert!(said.contains("A draw is offered with a move"), "{said}");
    let again = resume(&game, "zh", "棋盘\n认输\n");
    assert!(again.contains("您执黑。") && again.contains("白方胜：黑方认输。"), "{again}");
    assert_eq!(last_board(&said), last_board(&again));
}

#[test]
fn a_game_is_saved_but_writes_over_nothing() {
    let (game, copy) = (file("saved.sgf"), file("saved.psq"));
    let save = format!("save {}\n", copy.display());
    let said = play(&["--lang", "en"], &game, &format!("h8\n{save}{save}save\nquit\n"));
    assert!(said.contains(&format!("The moves are kept in {};", copy.display())), "{said}");
    assert_eq!(said.matches("That cannot be: ").count(), 1, "{said}");
    assert!(fs::read_to_string(&copy).unwrap().starts_with("Piskvorky 15x15"));
    let written = fs::read(&copy).unwrap();
    let again = file("saved-again.sgf");
    let words =
        ["play", "--lang", "en", "--resume", copy.to_str().unwrap(), "--file", again.to_str().unwrap()];
    assert!(run_with(&words, b"quit\n").answer().contains("You are Black."));
    assert_eq!(fs::read(&copy).unwrap(), written, "what others have written stays as it is");
    assert!(fs::read_to_string(&again).unwrap().contains(";B[hh];W["));
}

/// A game can be left for another one, and both are there afterwards.
#[test]
fn another_game_is_loaded() {
    let (game, other) = (file("left.sgf"), file("other.sgf"));
    play(&["--lang", "en", "--clock", "10m,byoyomi=30s"], &other, "g7\nquit\n");
    let load = format!("h8\nload no such file\nload {}\nclock\nquit\n", other.display());
    let said = play(&["--lang", "en"], &game, &load);
    assert!(said.contains("That cannot be: no such file"), "{said}");
    assert!(said.contains("Black 9:") || said.contains("Black 10:00"), "its clock goes on: {said}");
    assert!(last_board(&said).contains('X') && said.contains(" X1  .  .  .  .  .  .  .  . 7\n"), "{said}");
    assert!(said.contains(&format!("The game is kept in {}.", game.display())), "{said}");
    assert!(resume(&game, "en", "quit\n").contains("X1"), "the one that was left is there");
}

#[test]
fn boards_are_told_in_words() {
    let said = play(&["--lang", "zh", "--plain"], &file("plain.sgf"), "h8\n棋盘\n");
    assert!(said.contains("黑方：1 h8。\n白方：2 ") && !said.contains(" . "), "{said}");
}

#[test]
fn the_opening_phases_are_talked_through() {
    let game = file("opening.sgf");
    // White is the person's: he decides whether to swap. Whatever he does, some of these fit.
    let said =
        play(&["--opening-rule", "chinese", "--color", "white", "--lang", "en"], &game, "h1\nstay\na1\n");
    assert_eq!(said.matches("I place ").count(), 3, "{said}");
    assert!(said.contains("Swap colors? (swap, stay)"), "{said}");
    assert!(said.contains("I offer "), "Black offers after move 4: {said}");
    assert!(said.contains("Which offer stays?"), "{said}");
    let offer = said.lines().find_map(|line| line.split_once("I offer ")).unwrap().1;
    let (kept, gone) = offer.trim_end_matches('.').split_once(' ').unwrap();
    let again = resume(&game, "en", &format!("b2\n{kept}\nb3\n{gone}\n"));
    assert!(again.contains("b2 was not offered"), "{again}");
    assert!(again.contains("Move 6, White") && again.contains("Move 8, White"), "{again}");
}

#[test]
fn a_finished_game_says_who_won() {
    let (game, again) = (file("won.sgf"), file("won-again.sgf"));
    let moves = "(;GM[4]SZ[15]RU[0];B[hh];W[aa];B[ih];W[ac];B[jh];W[ae];B[kh];W[ag])";
    fs::write(&game, moves).unwrap();
    let [from, to] = [&game, &again].map(|file| file.to_str().unwrap());
    let words = ["play", "--nodes", "500", "--lang", "en", "--resume", from, "--file", to];
    let said = run_with(&words, b"l8\n").answer();
    assert!(said.contains("Black wins: five in a row."), "{said}");
    assert!(said.ends_with(&format!("The game is kept in {to}.\n")), "{said}");
    assert_eq!(fs::read_to_string(&game).unwrap(), moves, "a stranger's file stays as it is");
    assert!(fs::read_to_string(&again).unwrap().contains("RE[B+]"));
}

/// What a file says is read, or it is an error: nothing of it is dropped, and it stays as it is.
#[test]
fn damaged_games_are_refused() {
    let game = file("damaged.sgf");
    let head = "(;FF[4]GM[4]SZ[15]RU[renju]C[Opening rule: free\nPerson: first\nActs: ";
    let own = |more: &str, moves: &str| format!("{head}{more}]{moves})");
    for (text, expected) in [
        (own("h8", ""), "h8 is no act of an opening"),
        (own("\nLevel: god", ";B[hh]"), "its comment: Level: god: not understood"),
        (own("\nClock: 10m\nTime of first: 1", ";B[hh]"), "the times of its clock are not understood"),
        (own("\nDraws offered: 1 -1", ";B[hh]"), "its comment: Draws offered: 1 -1: not understood"),
        (own("", ";B[hh]").replace("RU[renju]", "RU[renju]RE[hello]"), "its result: hello: not understood"),
        (
            own("\nClock: 1m\nTime of first: 1 1\nTime of second: 1 1\nPressed: x", ""),
            "Pressed: : not understood",
        ),
        (own("", "").replace("first", "third"), "its comment: Person: third: not understood"),
        (own("", "").replace("free", "nonsense"), "its comment: Opening rule: nonsense: not understood"),
        (
            own("h8; h9", ";B[hh];W[aa]").replace("free", "rif-2"),
            "its first moves are not those of its opening",
        ),
        ("(;GM[4]SZ[15];B[hh];B[ii])".to_owned(), "move 2: it is not Black's turn"),
        ("(;GM[4]SZ[15]AB[hh];W[ii])".to_owned(), "begins with an empty board"),
    ] {
        fs::write(&game, &text).unwrap();
        let ran = run_with(&["play", "--resume", game.to_str().unwrap()], b"");
        assert_eq!((ran.code, ran.stderr.lines().count()), (Some(2), 1), "{text}: {}", ran.stderr);
        assert!(ran.stderr.contains(expected), "{text}: {}", ran.stderr);
        assert_eq!(fs::read_to_string(&game).unwrap(), text);
    }
}

/// What an undone move has added is gone, also when the game was left in between.
#[test]
fn an_undone_move_adds_nothing_later() {
    let game = file("later.sgf");
    play(&["--lang", "en", "--clock", "5m+60s"], &game, "h8\nquit\n");
    for _ in 0..3 {
        resume(&game, "en", "undo\nh8\nquit\n");
    }
    let said = resume(&game, "en", "clock\n");
    assert!(said.contains("Black 6:00, White 6:00.") || said.contains("Black 5:59"), "{said}");
}

/// A pass is a move: stones are numbered as they are counted.
#[test]
fn stones_have_the_numbers_of_their_moves() {
    let (game, again) = (file("pass.sgf"), file("pass-again.sgf"));
    fs::write(&game, "(;GM[4]SZ[15];B[hh];W[aa];B[ih];W[ac];B[jh];W[];B[kk];W[ag])").unwrap();
    let [game, again] = [&game, &again].map(|file| file.to_str().unwrap());
    let words = ["play", "--lang", "en", "--resume", game, "--file", again];
    let said = run_with(&words, b"").answer();
    assert!(said.contains("X7") && said.contains("(O8)") && !said.contains("O6"), "{said}");
}

/// No input, however wrong, ends the game or loses it.
#[test]
fn nonsense_neither_ends_a_game_nor_loses_it() {
    let mut random = Random::new(3);
    let pieces = [
        "h8", "g7", "i9", "a1", "undo", "hint", "swap", "stay", "pass", "draw", "h9 draw", "number 3",
        "悔棋", "save", "g7 i7", "board", "\u{0}", "ÿ", "help", "99", "z9", " ", "",
    ];
    for rule in ["free", "rif-2", "soosyrv-8", "swap2", "pro"] {
        let game = file(&format!("nonsense-{rule}.sgf"));
        let lines: Vec<&str> = (0..60).map(|_| random.one_of(&pieces)).collect();
        let said = play(&["--opening-rule", rule, "--lang", "zh"], &game, &lines.join("\n"));
        assert!(said.contains("棋谱已存于"), "{rule}: {said}");
        let again = resume(&game, "zh", "棋盘\n");
        assert!(again.contains("棋谱已存于"), "{rule}: {again}");
    }
}

#[test]
fn what_cannot_be_is_one_error() {
    let game = file("there.sgf");
    fs::write(&game, "nothing").unwrap();
    for words in [
        &["play", "--file", game.to_str().unwrap()][..],
        &["play", "--resume", game.to_str().unwrap()],
        &["play", "--resume", "no such file.sgf"],
        &["play", "--file", "game.txt"],
        &["play", "--clock", "soon"],
        &["play", "--lang", "xx"],
        &["play", "--color", "red"],
        &["play", "--size", "5", "--opening-rule", "long-pro"],
    ] {
        let ran = run_with(words, b"");
        assert_eq!((ran.code, ran.stderr.lines().count()), (Some(2), 1), "{words:?}: {}", ran.stderr);
    }
    assert_eq!(fs::read_to_string(&game).unwrap(), "nothing", "no game is written over");
}

/// What has ended a game is kept with it, and offers of a draw are counted on.
#[test]
fn a_game_that_is_over_stays_over() {
    let game = file("over.sgf");
    assert!(play(&["--lang", "en"], &game, "h8\nresign\n").contains("White wins: Black resigned."));
    let kept = fs::read_to_string(&game).unwrap();
    assert!(kept.contains("RE[W+R]"), "{kept}");
    assert!(resume(&game, "en", "h9\n").contains("White wins: Black resigned."));
    assert_eq!(fs::read_to_string(&game).unwrap(), kept);
    let offers = file("offers.sgf");
    let said = play(&["--lang", "en"], &offers, "h8 draw\nundo\na1 draw\nundo\na2 draw\nquit\n");
    assert_eq!(said.matches("No draw yet.").count(), 2, "{said}");
    assert!(resume(&offers, "en", "a3 draw\nquit\n").contains("a side may be 2 ahead at most"));
}

#[test]
fn a_game_of_another_program_is_gone_on_with_as_either_side() {
    let (psq, again) = (file("white.psq"), file("white.sgf"));
    fs::write(&psq, "Piskvorky 15x15, 0:0, 0\n8,8,10\n").unwrap();
    let [psq, again] = [&psq, &again].map(|file| file.to_str().unwrap());
    let words = ["play", "--lang", "en", "--resume", psq, "--color", "white", "--file", again];
    assert!(run_with(&words, b"quit\n").answer().contains("You are White."));
}

/// A level plays, and is there when the game goes on.
#[test]
fn levels_are_kept_with_the_game() {
    let game = file("level.sgf");
    let said = play(&["--lang", "en", "--level", "入门"], &game, "h8\nquit\n");
    assert!(said.starts_with("I play as beginner.") && said.contains("O2"), "{said}");
    assert!(resume(&game, "zh", "退出\n").starts_with("我的水平：入门。"));
    let ran = run_with(&["play", "--level", "god"], b"");
    assert_eq!((ran.code, ran.stderr.lines().count()), (Some(2), 1), "{}", ran.stderr);
}
