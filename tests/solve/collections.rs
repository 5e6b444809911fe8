//! Puzzles and defences as others have published them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tianyuan_rules::{Board, Foul, Point, Position, Rule, Size};

use crate::cli::{file, run};

/// The folder with the collections.
fn folder() -> Option<PathBuf> {
    let folder = std::env::var_os("TIANYUAN_DATA").map(PathBuf::from);
    if folder.is_none() {
        eprintln!("skipped: TIANYUAN_DATA is not set");
    }
    folder
}

fn solved(file: &Path, arguments: &[&str]) -> Vec<(Value, Value)> {
    let name = file.to_str().expect("a plain path");
    let answers = run(&[&["solve", "--batch", name, "--threads", "2"], arguments].concat()).answer();
    let text = std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{name}: {error}"));
    let json = |line: &str| serde_json::from_str::<Value>(line).expect("JSON");
    let pairs: Vec<_> = text.lines().map(json).zip(answers.lines().map(json)).collect();
    assert_eq!(pairs.len(), text.lines().count());
    pairs
}

#[test]
fn every_published_win_by_fours_is_proved() {
    let Some(folder) = folder() else { return };
    for (_, answer) in solved(&folder.join("puzzles_vcf.jsonl"), &["--kind", "vcf", "--time", "20s"]) {
        assert_eq!((&answer["result"], &answer["checked"]), (&"win".into(), &true.into()), "{answer}");
    }
}

#[test]
fn no_win_by_fours_is_found_where_there_is_none() {
    let Some(folder) = folder() else { return };
    for (puzzle, answer) in solved(&folder.join("puzzles_vct.jsonl"), &["--kind", "vcf", "--time", "20s"]) {
        let expected = if puzzle["has_vcf"] == Value::Bool(true) { "win" } else { "none" };
        assert_eq!(answer["result"], expected, "{answer}");
    }
}

/// What the search by threats claims has been checked against every reply; how many it finds is a measure of its
/// strength. The floor is what was found when it was written: with a limit in nodes it is the same on every machine.
#[test]
fn most_published_wins_by_threats_are_proved() {
    let Some(folder) = folder() else { return };
    let pairs =
        solved(&folder.join("puzzles_vct.jsonl"), &["--kind", "vct", "--nodes", "1000", "--time", "1m"]);
    let n_wins = pairs.iter().filter(|(_, answer)| answer["result"] == "win").count();
    eprintln!("{n_wins} of {} by 1000 nodes", pairs.len());
    assert!(n_wins >= 1_383, "{n_wins}");
}

#[test]
fn defences_are_those_that_were_published() {
    let Some(folder) = folder() else { return };
    for (set, answer) in solved(&folder.join("defence_sets.jsonl"), &["--kind", "defend", "--time", "1m"]) {
        let points = |value: &Value| -> BTreeSet<String> {
            value
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(|point| point.as_str().map(str::to_owned))
                .collect()
        };
        assert_eq!(points(&set["defences"]), points(&answer["defences"]), "{}", set["id"]);
        assert!(points(&answer["open"]).is_empty());
    }
}

/// Games that ended with a four of White which Black could only have stopped by a forbidden move: the foul is the one
/// that was published, White wins in three plies a move before, and Black has no defence.
#[test]
fn captures_by_a_foul_are_wins() {
    let Some(folder) = folder() else { return };
    let text = std::fs::read_to_string(folder.join("foul_capture.jsonl")).expect("a file");
    let (mut before, mut after) = (Vec::new(), Vec::new());
    for record in text.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON")) {
        let word = |key: &str| record[key].as_str().expect("a text");
        let moves: Vec<Point> =
            word("moves").split(' ').map(|point| point.parse().expect("a point")).collect();
        let position = Position::from_moves(Size::STANDARD, Rule::Renju, &moves).expect("a game");
        let block: Point = word("only_block").parse().expect("a point");
        let foul = match Board::from(&position).foul_at(block) {
            Some(Foul::DoubleThree) => "33",
            Some(Foul::DoubleFour) => "44",
            Some(Foul::Overline) => "overline",
            None => "none",
        };
        assert_eq!(foul, word("forbidden"), "{}", record["id"]);
        let (rest, _) = word("moves").rsplit_once(' ').expect("several moves");
        let of = |moves: &str, side| json!({"id": record["id"], "rule": "renju", "size": 15, "side": side, "moves": moves});
        before.push(of(rest, "white").to_string());
        after.push(of(word("moves"), "black").to_string());
    }
    let before = file("captures-before.jsonl", before.join("\n").as_bytes());
    for (_, answer) in solved(&before, &["--kind", "vcf", "--shortest", "--time", "20s"]) {
        let length = answer["length"].as_u64().unwrap_or(u64::MAX);
        assert!(answer["result"] == "win" && length <= 3, "{answer}");
    }
    let after = file("captures-after.jsonl", after.join("\n").as_bytes());
    for (_, answer) in solved(&after, &["--kind", "defend", "--time", "20s"]) {
        assert_eq!((&answer["defences"], &answer["open"]), (&json!([]), &json!([])), "{answer}");
    }
}
