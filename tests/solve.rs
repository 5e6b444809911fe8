//! `tianyuan solve`, on the real program: what it prints of small positions, batches, proofs as files; and the large
//! collections, in the folder that the environment variable `TIANYUAN_DATA` names.

mod collections;

use std::fs;

use serde_json::{Value, json};
use tianyuan_rules::record::{Format, Record};

use crate::cli::{Ran, commands, file, run};

/// A four on row 8, then a straight four on column i: White has stopped one end of the row.
const FOURS: &str = "f8e8g8a1h8a15i9o1i10o15";
/// Black has two open twos that cross at h8: a double-three wins in freestyle.
const THREES: &str = "f8a1g8a15h6o1h7o15";

fn json_of(arguments: &[&str]) -> Value {
    let answer = run(&[&["solve"], arguments, &["--json"]].concat()).answer();
    assert_eq!(answer.lines().count(), 1, "{answer}");
    serde_json::from_str(&answer).expect("JSON")
}

fn batch(name: &str, text: &str, arguments: &[&str]) -> Ran {
    let file = file(name, text.as_bytes());
    run(&[&["solve", "--batch", file.to_str().expect("a plain path")], arguments].concat())
}

fn text_of(lines: &[Value]) -> String {
    lines.iter().map(Value::to_string).collect::<Vec<_>>().join("\n")
}

/// Word for word, but for the last line: what it cost. A file of commands as in `cli`.
#[test]
fn wins_are_told_in_words() {
    for (arguments, expected) in commands("solve.txt") {
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let told = run(&arguments).answer();
        let (answer, cost) = told.trim_end().rsplit_once('\n').expect("several lines");
        assert_eq!(format!("{answer}\n"), expected, "{arguments:?}");
        assert!(cost.contains(" nodes in "), "{cost}");
    }
}

#[test]
fn a_win_by_fours_is_told_with_its_line() {
    let told = run(&["solve", FOURS, "--rule", "freestyle", "--kind", "vcf", "--shortest"]).answer();
    assert!(told.contains("Black to move, freestyle."), "{told}");
    assert!(
        told.contains(
            "Black wins in 5 plies, checked against every legal reply.\nNo win by fours is shorter."
        ),
        "{told}"
    );
    let object = json_of(&[FOURS, "--rule", "freestyle", "--kind", "vcf", "--shortest"]);
    assert_eq!(
        (&object["result"], &object["length"], &object["shortest"]),
        (&json!("win"), &json!(5), &json!(true))
    );
    assert!(object["line"].as_str().is_some_and(|line| line.starts_with("i8 ")), "{object}");
    assert_eq!(object["checked"], json!(true));
}

#[test]
fn threats_are_found_where_fours_are_not_enough() {
    assert_eq!(json_of(&[THREES, "--rule", "freestyle", "--kind", "vcf"])["result"], json!("none"));
    let object = json_of(&[THREES, "--rule", "freestyle", "--kind", "vct"]);
    assert_eq!((&object["result"], &object["checked"]), (&json!("win"), &json!(true)), "{object}");
    assert_eq!(json_of(&["h8", "--kind", "any"])["result"], json!("none"));
    let shortest = json_of(&[THREES, "--rule", "freestyle", "--shortest"]);
    assert_eq!((&shortest["result"], &shortest["shortest"]), (&json!("win"), &json!(false)), "{shortest}");
    let white = json_of(&[THREES, "--rule", "freestyle", "--for", "white"]);
    assert_eq!(white["result"], json!("none"), "White has nothing");
}

#[test]
fn a_question_that_may_cost_nothing_is_not_settled() {
    let object = json_of(&[THREES, "--rule", "freestyle", "--time", "0ms"]);
    assert_eq!(object["result"], json!("unknown"));
    assert!(object.get("checked").is_none() && object.get("line").is_none());
    let told = run(&["solve", THREES, "--rule", "freestyle", "--nodes", "1"]).answer();
    assert!(told.contains("Not settled: no win of Black by threats was found so far."), "{told}");
}

#[test]
fn all_moves_that_stop_a_four_are_found() {
    // Black threatens a straight four on row 8, which White has stopped on neither side.
    let object = json_of(&["f8a1g8a15h8", "--rule", "freestyle", "--kind", "defend"]);
    let defences: Vec<&str> =
        object["defences"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    assert!(["e8", "i8"].iter().all(|point| defences.contains(point)), "{defences:?}");
    assert!(defences.iter().all(|point| point.ends_with('8')), "{defences:?}");
    let told = run(&["solve", "h8a1", "--kind", "defend", "--rule", "freestyle"]).answer();
    assert!(told.contains("White has no win by fours, whatever Black plays."), "{told}");
}

#[test]
fn a_proof_is_written_as_a_game_with_variations() {
    let file = file("proof.sgf", b"");
    let name = file.to_str().expect("a plain path");
    run(&["solve", THREES, "--rule", "freestyle", "--tree", name]).answer();
    let record = Record::read_as(Format::Sgf, &fs::read(&file).expect("a file")).expect("a game");
    assert_eq!(record.setup.len(), 8);
    assert!(record.moves.iter().any(|node| !node.variations.is_empty()), "replies are variations");
    assert!(record.moves.all_nodes().any(|node| node.comment.starts_with("Any other reply: ")));
    let there = run(&["solve", THREES, "--rule", "freestyle", "--tree", "no-such-folder/proof.sgf"]);
    assert_eq!((there.code, there.stderr.lines().count()), (Some(2), 1), "{there:?}");
}

#[test]
fn a_batch_is_answered_in_order_and_loses_nothing_by_bad_lines() {
    let good = |id: usize| json!({"id": id, "rule": "freestyle", "size": 15, "side": "black", "black": ["f8", "g8", "h8"], "white": ["e8"]});
    let by_moves = json!({"id": "m", "rule": "freestyle", "size": 15, "side": "black", "moves": "f8 e8 g8 a1 h8 a15 i9 o1 i10 o15"});
    let lines: Vec<Value> = (0..40).map(good).chain([by_moves]).collect();
    for threads in ["1", "3"] {
        let answer = batch(
            &format!("good-{threads}.jsonl"),
            &text_of(&lines),
            &["--kind", "any", "--threads", threads],
        )
        .answer();
        let answers: Vec<Value> =
            answer.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        assert_eq!(answers.len(), 41);
        assert!(answers.iter().take(40).enumerate().all(|(n, answer)| answer["id"] == json!(n)), "{answer}");
        assert_eq!(answers[40]["result"], json!("win"));
    }
    let bad = [
        json!({"id": "a", "rule": "freestile", "size": 15, "side": "black"}),
        json!({"id": "b", "rule": "renju", "size": 4, "side": "black"}),
        json!({"id": "c", "rule": "renju", "size": 15, "side": "green"}),
        json!({"id": "d", "rule": "renju", "size": 15, "side": "black", "black": ["h8", "h8"]}),
        json!({"id": "e", "rule": "renju", "size": 15, "side": "black", "moves": "h8 i99"}),
        json!({"id": "f"}),
        json!(17),
        json!({"id": "g", "rule": "freestyle", "size": 15, "side": "black", "black": ["a1", "a2", "a3", "a4", "a5"]}),
        good(99),
    ];
    // An empty line is none, but counts as one.
    let ran = batch("bad.jsonl", &format!("\n{}", text_of(&bad)), &[]);
    assert_eq!((ran.code, ran.stderr.lines().count()), (Some(2), 1), "{}", ran.stderr);
    let answers: Vec<Value> =
        ran.stdout.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(answers.len(), bad.len());
    for (n, answer) in answers.iter().take(8).enumerate() {
        assert!(answer["error"].is_string() && answer["line"] == json!(n + 2), "{answer}");
    }
    assert_eq!((&answers[8]["id"], &answers[0]["id"]), (&json!(99), &json!("a")));
}

#[test]
fn mistakes_are_told_in_one_line() {
    for arguments in [
        &["solve"][..],
        &["solve", "h8", "--kind", "wins"],
        &["solve", "h8", "--for", "green"],
        &["solve", "--batch", "no-such-file"],
        &["solve", "h8", "--batch", "no-such-file"],
        &["solve", "h8", "--time", "soon"],
        &["solve", "a1h8a2h9a3h10a4h11a5", "--rule", "freestyle"],
    ] {
        let ran = run(arguments);
        assert_eq!(
            (ran.code, ran.stdout.as_str(), ran.stderr.lines().count()),
            (Some(2), "", 1),
            "{arguments:?}: {ran:?}"
        );
    }
}
