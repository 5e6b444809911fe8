//! Tables of the evaluation in files, as every command takes them that thinks.

use std::ffi::OsStr;
use std::fs;
use std::path::PathBuf;

use tianyuan_evaluation::weights::{Terms, Weights};
use tianyuan_rules::{Color, Rule};
use tianyuan_search::parameters::Parameters;

use crate::cli::{file, run, run_with};
use crate::program::Program;
use crate::protocol::Partner;

/// Tables that know nothing: no point is worth anything, and no move comes before another.
fn ignorant() -> PathBuf {
    let mut weights = Weights::of_rule(Rule::Renju);
    for color in Color::ALL {
        let tables = &mut weights.colors[color];
        for numbers in [&mut tables.values, &mut tables.attack, &mut tables.defence] {
            numbers.fill(0);
        }
    }
    weights.terms = Terms::of_numbers([0; Terms::COUNT]);
    file("ignorant.tables", &weights.bytes(Rule::Renju))
}

/// The program's own tables in a file, of this rule.
fn own(rule: Rule) -> PathBuf {
    file(format!("own-{rule}.tables"), &Weights::of_rule(rule).bytes(rule))
}

/// What a command says to this input with tables, but for times and what is measured by them.
fn said(words: &[&str], tables: Option<&PathBuf>, input: &str) -> String {
    let name = tables.map(|file| file.to_str().expect("its name is text").to_owned());
    let option: Vec<&str> = name.as_deref().map_or(Vec::new(), |name| vec!["--tables", name]);
    let answer = run_with(&[words, &option[..]].concat(), input.as_bytes()).answer();
    let is_kept = |line: &&str| {
        !["nodes in ", "Time", "Nodes/second", "MESSAGE"].iter().any(|start| line.contains(start))
    };
    let lines: Vec<&str> = answer.lines().filter(is_kept).collect();
    // An object ends with the time that it took.
    lines.iter().map(|line| line.split("\"ms\"").next().unwrap_or(line)).collect::<Vec<_>>().join("\n")
}

/// Other tables have other answers; the program's own, and those of another rule, have the program's.
#[track_caller]
fn check(words: &[&str], input: &str) {
    let answer = said(words, None, input);
    assert_eq!(said(words, Some(&own(Rule::Renju)), input), answer, "{words:?}");
    assert_eq!(said(words, Some(&own(Rule::Caro)), input), answer, "{words:?}");
    assert_ne!(said(words, Some(&ignorant()), input), answer, "{words:?}");
}

#[test]
fn an_analysis_is_made_with_tables() {
    check(&["analyze", "h8h9j9", "--nodes", "2000", "--json"], "");
}

#[test]
fn a_stream_thinks_with_tables() {
    let request = "{\"id\":1,\"position\":\"h8h9j9\",\"nodes\":2000}\n";
    check(&["stream"], request);
}

#[test]
fn a_session_thinks_with_tables() {
    let answer = |tables: Option<PathBuf>| -> String {
        let option = tables.map(|file| [OsStr::new("--tables").to_owned(), file.into()]);
        let arguments: Vec<&OsStr> = option.iter().flatten().map(AsRef::as_ref).collect();
        let mut program = Program::start_file(env!("CARGO_BIN_EXE_tianyuan").as_ref(), &arguments);
        program.send_bytes(b"START 15\nINFO rule 4\nINFO max_node 2000\nBOARD\n7,7,2\n7,6,1\n9,6,2\nDONE\n");
        let mut answers = std::iter::from_fn(|| program.hear());
        let found = answers.find(|line| line.starts_with(|first: char| first.is_ascii_digit()));
        program.end();
        found.expect("a move")
    };
    let usual = answer(None);
    assert_eq!(answer(Some(own(Rule::Renju))), usual);
    assert_eq!(answer(Some(own(Rule::Caro))), usual);
    assert_ne!(answer(Some(ignorant())), usual);
}

#[test]
fn a_game_is_played_with_tables() {
    let kept = ["own", "caro", "other", "none"].map(|name| file(format!("tables-{name}.sgf"), b""));
    let play = |kept: &PathBuf, tables: Option<PathBuf>| {
        let _ = fs::remove_file(kept);
        let name = kept.to_str().expect("its name is text");
        let words = ["play", "--lang", "en", "--plain", "--nodes", "2000", "--file", name];
        said(&words, tables.as_ref(), "h8\ni10\nquit\n").replace(name, "FILE")
    };
    let answer = play(&kept[3], None);
    assert_eq!(play(&kept[0], Some(own(Rule::Renju))), answer);
    assert_eq!(play(&kept[1], Some(own(Rule::Caro))), answer);
    assert_ne!(play(&kept[2], Some(ignorant())), answer);
}

/// The bench has positions of every rule: those of other rules are as they were.
#[test]
fn a_bench_is_run_with_tables() {
    let nodes = |answer: &str, is_renju: bool| -> Vec<String> {
        let lines = answer.lines().filter(|line| line.contains("x15") && line.contains("renju") == is_renju);
        lines.filter_map(|line| line.split_whitespace().nth(5).map(str::to_owned)).collect()
    };
    let (before, after) = (said(&["bench"], None, ""), said(&["bench"], Some(&ignorant()), ""));
    assert_eq!(nodes(&before, false), nodes(&after, false));
    assert!(nodes(&before, true).len() == 4 && nodes(&before, true) != nodes(&after, true));
}

/// Numbers of the search in a file: the declared ones change nothing where they hold, others do.
#[test]
fn a_bench_is_run_with_numbers_of_the_search() {
    let nodes = |option: &[&str]| {
        let answer = run(&[&["bench"], option].concat()).answer();
        answer.lines().last().map(str::to_owned).expect("a signature")
    };
    let own = file("own.params", Parameters::of_rule(Rule::Caro).to_string().as_bytes());
    let other = file("other.params", b"# fewer moves\ncount_cut_base 2\ncount_cut_slope 20\n");
    let [own, other] = [&own, &other].map(|file| file.to_str().expect("its name is text"));
    assert_ne!(nodes(&["--params", other]), nodes(&["--params", own]));
    for (name, text, expected) in [
        ("name.params", "razor 1\n", "no number of the search is called \"razor\""),
        ("range.params", "razor_depth 99\n", "razor_depth must be 1 to 6"),
        ("bytes.params", "razor_depth \u{1}\n", "line 1 is no name and number"),
    ] {
        let file = file(name, text.as_bytes());
        let name = file.to_str().expect("its name is text");
        for words in [&["bench"][..], &["analyze", "h8"], &["stream"], &["play"], &[]] {
            let ran = run(&[words, &["--params", name]].concat());
            assert_eq!((ran.code, ran.stderr.lines().count()), (Some(2), 1));
            assert_eq!(ran.stderr, format!("tianyuan: --params {name}: {expected}\n"));
        }
    }
}

#[test]
fn what_is_wrong_with_a_file_is_said() {
    let bytes = fs::read(own(Rule::Renju)).expect("it is there");
    let changed = |at: usize, name: &str| {
        let mut bytes = bytes.clone();
        bytes[at] ^= 4;
        file(name, &bytes)
    };
    for (file, expected) in [
        (changed(100, "damaged.tables"), "these tables are damaged"),
        (changed(4, "version.tables"), "tables of version 5 are not known, 1 is"),
        (file("cut.tables", &bytes[..1000]), "these are no tables of the evaluation"),
        (PathBuf::from("no-such.tables"), "there is no such file"),
    ] {
        let name = file.to_str().expect("its name is text");
        for words in [&["bench"][..], &["analyze", "h8"], &["stream"], &["play"], &[]] {
            let ran = run(&[words, &["--tables", name]].concat());
            assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.lines().count()), (Some(2), "", 1));
            assert!(
                ran.stderr.starts_with(&format!("tianyuan: --tables {name}: {expected}")),
                "{}",
                ran.stderr
            );
        }
    }
}
