//! Games of fake engines, each of which has one fault.

use std::path::PathBuf;
use std::time::Duration;

use tianyuan_rules::opening::OpeningRule;
use tianyuan_rules::{Color, Offence, Outcome, Point, Rule, Size, Victory};

use super::{Engine, EngineSpec, Habits};
use crate::game_record::{FaultKind, GameRecord, GameResult};
use crate::referee::{Adjudication, Played, Terms, play};
use crate::time_control::TimeControl;

/// The program in `examples/fake_engine.rs`, which is built with the tests.
fn program() -> PathBuf {
    let test = std::env::current_exe().expect("a test is a program");
    let folder = test.ancestors().nth(2).expect("target/PROFILE/deps/TEST").join("examples");
    let program = folder.join("fake_engine").with_extension(std::env::consts::EXE_EXTENSION);
    assert!(program.exists(), "{} is built by cargo test", program.display());
    program
}

fn fake(kind: &str) -> Engine {
    let spec = EngineSpec {
        name: kind.to_owned(),
        command: program(),
        arguments: vec![kind.to_owned()],
        ..EngineSpec::default()
    };
    Engine::new(spec, Habits { patience: Duration::from_secs(5), ..Habits::default() })
}

/// A game of 200 ms a move, drawn after 12 stones.
fn terms() -> Terms {
    let control = TimeControl { turn: Some(Duration::from_millis(200)), ..TimeControl::default() };
    Terms {
        rule: Rule::Freestyle,
        opening: OpeningRule::Free,
        size: Size::STANDARD,
        controls: [control; 2],
        // Other tests run beside this one: a good engine may be late by that.
        margin: Duration::from_millis(150),
        max_moves: Some(12),
        adjudication: Adjudication::default(),
        max_memory: None,
    }
}

fn opening() -> Vec<Point> {
    ["h8", "i9", "g7"].map(|text| text.parse().expect("a point")).to_vec()
}

fn game(black: &str, white: &str) -> Played {
    play(&terms(), &opening(), 1, [&mut fake(black), &mut fake(white)])
}

fn loser(played: &Played) -> (Option<Color>, Option<FaultKind>, String) {
    let record = GameRecord::new(0, false, [0, 1], played);
    let loser = match record.result {
        GameResult::Black => Some(Color::White),
        GameResult::White => Some(Color::Black),
        GameResult::Draw | GameResult::Void => None,
    };
    (loser, record.fault, record.reason)
}

#[test]
fn two_good_engines_play_to_the_end() {
    let played = game("good", "talkative");
    assert_eq!(loser(&played), (None, None, "the limit of moves".into()));
    assert_eq!(played.moves.len(), 9);
    let of_white: Vec<_> = played.moves.iter().step_by(2).map(|mv| mv.info.depth).collect();
    assert_eq!(of_white, [Some(3); 5], "what was said belongs to the move");
}

#[test]
fn each_fault_is_judged_rightly() {
    for (kind, fault, reason) in [
        ("crash", FaultKind::Failure, "White crashed (exit status: 3; I am not well)"),
        ("flood", FaultKind::Failure, "White floods"),
        ("illegal", FaultKind::Illegal, "White played h8, which is not empty"),
        ("outside", FaultKind::Illegal, "White played 99,3, which is outside the board"),
        ("late", FaultKind::Time, "White was "),
        ("garbage", FaultKind::Failure, "White answered BOARD with \"ERROR what?\""),
        ("rude", FaultKind::Failure, "White answered START 15 with \"ERROR I do not like this board\""),
        ("deaf", FaultKind::Failure, "White no answer to START 15 for 5s"),
        ("hang", FaultKind::Failure, "White no answer to BOARD for 5.2s"),
        ("lost in thought", FaultKind::Failure, "White no answer to BOARD for 5.2s"),
        ("twice", FaultKind::Failure, "White said \"3,0\" unasked"),
    ] {
        let (loser, found, words) = loser(&game("good", kind));
        assert_eq!((loser, found), (Some(Color::White), Some(fault)), "{kind}: {words}");
        assert!(words.starts_with(reason), "{kind}: {words}");
    }
}

#[test]
fn the_lateness_is_measured() {
    let played = game("good", "late");
    let late = played.moves.last().expect("a move").late;
    assert!((Duration::from_millis(190)..Duration::from_secs(5)).contains(&late), "{late:?}");
}

#[test]
fn settings_are_no_part_of_the_first_move() {
    let played = game("good", "slow to settle");
    assert_eq!(loser(&played), (None, None, "the limit of moves".into()));
}

#[test]
fn who_does_not_say_its_name_plays_all_the_same() {
    let mut shy = fake("shy");
    for _ in 0..2 {
        let played = play(&terms(), &opening(), 1, [&mut fake("good"), &mut shy]);
        assert_eq!(loser(&played), (None, None, "the limit of moves".into()));
    }
}

#[test]
fn a_program_that_is_none_loses() {
    let spec = EngineSpec { command: "no-such-program".into(), ..EngineSpec::default() };
    let mut none = Engine::new(spec, Habits::default());
    let played = play(&terms(), &opening(), 1, [&mut none, &mut fake("good")]);
    let how = Victory::Offence(Offence::Failure);
    assert_eq!(played.outcome, Some(Outcome::Win { color: Color::White, how }));
    assert!(played.reason.starts_with("Black could not be started"), "{}", played.reason);
}

#[test]
fn a_question_that_was_swallowed_does_not_count() {
    let played = game("good", "swallow");
    assert_eq!((played.outcome, played.reason.as_str()), (None, "White swallowed BOARD"));
}

#[test]
fn an_engine_that_failed_is_started_anew() {
    let mut engine = fake("crash");
    for _ in 0..2 {
        let played = play(&terms(), &opening(), 1, [&mut fake("good"), &mut engine]);
        assert!(played.reason.contains(" crashed ("), "{}", played.reason);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_waiting_engine_can_be_held_and_memory_counted() {
    use crate::competitor::{Competitor, Setup};
    let habits = Habits { holds: true, ..Habits::default() };
    let spec = EngineSpec { command: program(), ..EngineSpec::default() };
    let mut engine = Engine::new(spec, habits);
    let played = play(&terms(), &opening(), 1, [&mut fake("good"), &mut engine]);
    assert_eq!(played.reason, "the limit of moves");
    assert!(engine.memory().is_some_and(|bytes| (10_000..100_000_000).contains(&bytes)));
    let mut greedy = Terms { max_memory: Some(1000), ..terms() };
    greedy.max_moves = None;
    let played = play(&greedy, &opening(), 1, [&mut fake("good"), &mut engine]);
    assert!(played.reason.starts_with("White used 0 MB of 0 MB"), "{}", played.reason);
    let control = TimeControl::default();
    assert!(engine.begin(&Setup { rule: Rule::Renju, size: Size::STANDARD, control }).is_ok());
}
