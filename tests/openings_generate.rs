//! Openings made and players rated on the command line.

use std::fs;
use std::path::{Path, PathBuf};

use tianyuan_rules::Size;
use tianyuan_rules::record::openings::{self, Form};

use crate::cli::{Ran, run};

const WORDS: [&str; 12] = [
    "openings", "generate", "--rule", "renju", "--nodes", "300", "--seed", "5", "--stones", "4-6", "--reach",
    "2",
];

/// A name for a file that only this test knows.
fn path(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("made-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    folder.join(name)
}

fn generate(more: &[&str]) -> Ran {
    run(&[&WORDS, more].concat())
}

fn to_file(file: &Path, more: &[&str]) -> Ran {
    generate(&[&["--output", file.to_str().expect("text")], more].concat())
}

/// Six openings, on standard output.
fn six() -> String {
    generate(&["--count", "6"]).answer()
}

fn complaint(ran: Ran) -> String {
    assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.matches('\n').count()), (Some(2), "", 1));
    ran.stderr
}

#[test]
fn openings_are_made_for_any_number_of_threads() {
    let text = six();
    let moves = openings::read(Form::Code, Size::STANDARD, text.as_bytes()).expect("openings");
    assert!(moves.len() == 6 && moves.iter().all(|moves| (4..=6).contains(&moves.len())), "{text}");
    let value = |line: &str| line.rsplit(' ').next().and_then(|value| value.parse().ok()).expect("a value");
    assert!(text.lines().skip(1).all(|line| (-60..=60).contains(&value(line))), "{text}");
    assert_eq!(generate(&["--count", "6", "--threads", "3"]).answer(), text);
    assert_ne!(generate(&["--count", "6", "--seed", "6"]).code, Some(0), "a seed is said once");
}

/// Wherever a run is cut off, another with the same words makes of it what one alone would have made.
#[test]
fn a_run_that_was_cut_off_goes_on() {
    let (text, file) = (six(), path("cut.txt"));
    let second = text.match_indices('\n').nth(2).expect("lines").0;
    for cut in
        [0, 7, text.find('\n').expect("a line") + 1, second + 1, second + 5, text.len() - 1, text.len()]
    {
        fs::write(&file, &text[..cut]).expect("a file");
        let said = to_file(&file, &["--count", "6"]).answer();
        assert!(said.ends_with(" candidates, 6 in all\n"), "{said}");
        assert_eq!(fs::read_to_string(&file).expect("a file"), text, "cut at {cut}");
    }
    to_file(&file, &["--count", "8"]).answer();
    let longer = fs::read_to_string(&file).expect("a file");
    assert!(longer.starts_with(&text) && longer.lines().count() == 9, "{longer}");
}

#[test]
fn a_file_of_another_run_is_left_alone() {
    let file = path("other.txt");
    let title = six().lines().next().expect("a line").to_owned();
    for (content, wanted) in [
        ("h8i9\n".to_owned(), "it was not begun with the same words"),
        (title.replace("renju", "standard") + "\n", "it was not begun with the same words"),
        (format!("{title}\nh8i9\n"), "its last line has no number of a candidate"),
        (format!("{title}\nh8i9h8 # 1 2\n"), "line 2, column 5: h8 is played twice"),
    ] {
        fs::write(&file, &content).expect("a file");
        let said = complaint(to_file(&file, &["--count", "6"]));
        assert!(said.contains(wanted), "{said}");
        assert_eq!(fs::read_to_string(&file).expect("a file"), content);
    }
}

#[test]
fn what_cannot_be_made_is_said() {
    let cases: [(&[&str], &str); 4] = [
        (&["--stones", "26"], "26 stones do not fit on 25 points; a larger --reach is needed"),
        (&["--stones", "7-4"], "a number 1 to 100 or a range such as 4-7 is needed"),
        (&["--window", "0"], "a number 1 to 10000 is needed"),
        (&["--stones", "1", "--window", "10000", "--count", "9"], "6 openings were found, and none among"),
    ];
    for (words, wanted) in cases {
        let begin = ["openings", "generate", "--reach", "2", "--nodes", "1"];
        let ran = run(&[&begin, words].concat());
        assert_eq!((ran.code, ran.stderr.matches('\n').count()), (Some(2), 1), "{}", ran.stderr);
        assert!(ran.stderr.contains(wanted), "{words:?}: {}", ran.stderr);
    }
}

#[test]
fn faults_of_a_file_are_found() {
    let file = path("faults.txt");
    fs::write(&file, "h8i9g10\nh8g7i6\n# five\nh8a1i8b1j8c1k8d2l8\ng8a1i8c1h9e1h10o1h8\n").expect("a file");
    let file = file.to_str().expect("text");
    let ran = run(&["openings", "check", file, "--rule", "renju"]);
    let expected = "opening 2: the same position as opening 1\n\
                    opening 3: a move is forbidden, or the game is over\n\
                    opening 4: a move is forbidden, or the game is over\n\
                    4 openings, 3 faults\n";
    assert_eq!((ran.code, ran.stdout.as_str(), ran.stderr.as_str()), (Some(1), expected, ""));
    let standard = run(&["openings", "check", file, "--rule", "standard"]).stdout;
    assert!(standard.ends_with("4 openings, 2 faults\n"), "a double-three is no fault: {standard}");
    let said = complaint(run(&["openings", "check", "no-such.txt"]));
    assert!(said.contains("no-such.txt: there is no such file"), "{said}");
}

const FIRST: &str = "tests/cli/first.jsonl";

#[test]
fn a_broken_journal_is_named() {
    let text = fs::read_to_string(FIRST).expect("a journal");
    let file = path("broken.jsonl");
    for (content, wanted) in [
        (text.replace("\"new\"", "\"old\""), "line 1: two players have the same name"),
        (text.replace("\"players\":[0,1]", "\"players\":[0,2]"), "game 1: its players or its pair"),
        (text.replace("\"size\":15", "\"size\":99"), "line 1: no board has 99 lines"),
        (text.replace("\"pair\":1,", ""), "line 4: missing field `pair`"),
        (String::new(), "this is no journal: its first line is missing"),
    ] {
        fs::write(&file, content).expect("a file");
        let said = complaint(run(&["ratings", FIRST, file.to_str().expect("text")]));
        assert!(said.contains("broken.jsonl: ") && said.contains(wanted), "{said}");
    }
    let said = complaint(run(&["ratings", "no-such.jsonl"]));
    assert_eq!(said, "tianyuan: no-such.jsonl: there is no such file; a journal of a match is needed\n");
    let said = complaint(run(&["ratings", FIRST, "--anchor", "none=3"]));
    assert_eq!(said, "tianyuan: --anchor none: no player has this name\n");
}

/// A journal and a copy of it are one, even if the match went on in one of them.
#[test]
fn games_that_are_there_twice_are_refused() {
    let text = fs::read_to_string(FIRST).expect("a journal");
    let shorter = text.lines().take(2).fold(String::new(), |text, line| text + line + "\n");
    let file = path("copy.jsonl");
    fs::write(&file, shorter).expect("a file");
    let said = complaint(run(&["ratings", FIRST, file.to_str().expect("text")]));
    assert!(said.contains("copy.jsonl: it begins with the same game as a file before it"), "{said}");
}

/// The same moves in another match are no news, whatever the players are numbered there.
#[test]
fn pairs_that_repeat_those_of_another_match_do_not_count() {
    let text = fs::read_to_string("tests/cli/second.jsonl").expect("a journal");
    let (header, first) = text.split_once('\n').expect("lines");
    let turned = header.replace("[\"new\",\"old\"]", "[\"third\",\"old\",\"new\"]");
    let games =
        first.replace("[0,1]", "[2,1]").replace("[1,0]", "[1,2]").replace("\"ms\":[]", "\"ms\":[5.0]");
    let file = path("again.jsonl");
    fs::write(&file, format!("{turned}\n{games}")).expect("a file");
    let answer = run(&["ratings", "tests/cli/second.jsonl", file.to_str().expect("text")]).answer();
    assert!(answer.contains("pairs left out: 1 played before"), "{answer}");
    assert!(
        answer.lines().any(|line| line.contains("third") && line.contains("       0  50.0 %")),
        "{answer}"
    );
    assert!(answer.lines().any(|line| line.contains("new") && line.contains("       2  50.0 %")), "{answer}");
}
