//! The stream: transcripts against the real program, its parts in process with a player that obeys.
//!
//! A transcript is a text file, one step a line:
//!
//! ```text
//! # a remark
//! > {"id":1,...}  a line to the program
//! > ^D            the end of the input
//! < {"id":1,...}  the next line of the program, but for "nodes", "ms" and "nps"
//! ~ {"id":1,...}  the same, but for all that the search decides: depths, values, moves and their number
//! < EXIT          the process ends, with code 0
//! ```

mod properties;
mod requests;
mod threads;

use std::collections::HashMap;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use tianyuan_rules::Point;

use crate::driver::input;
use crate::program::Program;
use crate::protocol::Partner;
use analysis::{json, question};

#[path = "../src/commands/analysis/mod.rs"]
#[expect(dead_code, reason = "the tests run a part of it; the program uses all")]
mod analysis;

#[path = "../src/commands/stream/desk.rs"]
mod desk;

#[path = "../src/commands/stream/fields.rs"]
mod fields;

#[path = "../src/commands/stream/request.rs"]
mod request;

#[path = "../src/commands/stream/serve.rs"]
mod serve;

#[path = "../src/commands/values.rs"]
#[expect(dead_code, reason = "the tests run a part of it; the program uses all")]
mod values;

fn start(arguments: &[&str]) -> Program {
    let arguments: Vec<&OsStr> = [&["stream"], arguments].concat().into_iter().map(OsStr::new).collect();
    Program::start_file(env!("CARGO_BIN_EXE_tianyuan").as_ref(), &arguments)
}

fn object(line: &str) -> Value {
    let object: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
    assert!(object.is_object(), "{line}");
    object
}

/// The answers to these lines, which are all of the input.
fn answers(arguments: &[&str], lines: &[Value]) -> Vec<Value> {
    let mut program = start(arguments);
    for line in lines {
        program.send(Some(line.to_string().as_bytes()));
    }
    program.send(None);
    program.end().iter().map(|line| object(line)).collect()
}

/// The one answer to one line.
fn answer(line: &Value) -> Value {
    let mut answers = answers(&[], std::slice::from_ref(line));
    assert_eq!(answers.len(), 1, "{answers:?}");
    answers.remove(0)
}

/// A line without what differs from run to run, and, if `is_loose`, without what the search decides.
fn comparable(value: &Value, is_loose: bool) -> Value {
    let names: &[&str] = &["nodes", "ms", "nps", "depth", "seldepth", "value", "win_chance", "best", "pv"];
    let free = if is_loose { names } else { &names[..3] };
    match value {
        Value::Object(fields) => {
            let compared = |(name, value): (&String, &Value)| {
                let is_free = free.contains(&name.as_str()) && !value.is_null();
                (name.clone(), if is_free { json!("any") } else { comparable(value, is_loose) })
            };
            Value::Object(fields.iter().map(compared).collect())
        }
        Value::Array(values) => values.iter().map(|value| comparable(value, is_loose)).collect(),
        other => other.clone(),
    }
}

/// The names of the fields of an object in the order in which they stand: a [`Value`] sorts them.
fn names(line: &str) -> Vec<&str> {
    line.split('"').skip(1).step_by(2).filter(|name| line.contains(&format!("\"{name}\":"))).collect()
}

fn play(path: &Path, program: &mut Program) {
    let text = fs::read_to_string(path).expect("a transcript");
    for (number, line) in (1..).zip(text.lines()) {
        let place = format!("{}:{number}", path.display());
        match line.split_at_checked(2).unwrap_or((line, "")) {
            ("> ", "^D") => program.send(None),
            ("> ", line) => program.send(Some(line.as_bytes())),
            ("< ", "EXIT") => assert_eq!(program.hear(), None, "{place}"),
            (sign @ ("< " | "~ "), expected) => {
                let heard = program.hear().unwrap_or_else(|| panic!("{place}: the process has ended"));
                let is_loose = sign == "~ ";
                let compared = |line: &str| comparable(&object(line), is_loose);
                assert_eq!(compared(&heard), compared(expected), "{place}: {heard}");
                assert!(is_loose || names(&heard) == names(expected), "{place}: {heard}");
            }
            ("" | "# ", _) => {}
            _ => panic!("{place}: not a step"),
        }
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/stream")
}

#[test]
fn transcripts() {
    for name in ["conversation.txt", "errors.txt"] {
        let mut program = start(&[]);
        play(&folder().join(name), &mut program);
        program.end();
    }
}

#[test]
fn comparing_can_fail() {
    let compared = |line: &str, is_loose| comparable(&object(line), is_loose);
    let line = r#"{"id":1,"nodes":3,"lines":[{"depth":2,"best":"h8","verdict":{"win_in":1}}],"best":null}"#;
    let same = line.replace(":3", ":4");
    assert_eq!(compared(line, false), compared(&same, false));
    for (from, to) in [("\"id\":1", "\"id\":2"), ("win_in\":1", "win_in\":3"), ("null", "\"h8\"")] {
        let other = line.replace(from, to);
        assert_ne!(compared(line, true), compared(&other, true), "{other}");
    }
    let deeper = line.replace("depth\":2", "depth\":3").replace("h8", "i9");
    assert_ne!(compared(line, false), compared(&deeper, false));
    assert_eq!(compared(line, true), compared(&deeper, true));
    assert_eq!(names(line), ["id", "nodes", "lines", "depth", "best", "verdict", "win_in", "best"]);
}

/// What the document shows is what is tested.
#[test]
fn the_document_shows_the_transcript() {
    let read = |path: PathBuf| fs::read_to_string(path).expect("a text").replace('\r', "");
    let document = read(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/stream.md"));
    let transcript = read(folder().join("conversation.txt"));
    assert!(
        document.contains(&format!("```text\n{transcript}```\n")),
        "docs/stream.md has another transcript"
    );
    let described = |name: &&str| {
        let is_row = |line: &str| {
            line.starts_with('|')
                && line.split('|').nth(1).is_some_and(|it| it.contains(&format!("`{name}`")))
        };
        document.lines().any(is_row)
    };
    let missing: Vec<&&str> = request::FIELDS.iter().filter(|name| !described(name)).collect();
    assert!(missing.is_empty(), "docs/stream.md does not describe {missing:?}");
}

#[test]
fn a_limit_in_nodes_gives_the_same_answers_again() {
    let question = |id: usize, position: &str| json!({"id": id, "position": position, "nodes": 4000, "lines": 2, "progress": true});
    let questions = [question(1, "h8i9g7"), question(2, "h8h9i10"), question(3, "h8i9g7")];
    let runs = [answers(&[], &questions), answers(&[], &questions)];
    let timeless =
        |answers: &[Value]| answers.iter().map(|value| comparable(value, false)).collect::<Vec<_>>();
    assert_eq!(timeless(&runs[0]), timeless(&runs[1]));
    // The third question is the first one again, and so would its answer be had the table been forgotten.
    let mut fresh = questions;
    fresh[2]["fresh"] = json!(true);
    let answers = answers(&[], &fresh);
    let of = |id: usize| {
        let own = answers.iter().filter(move |answer| answer["id"] == id).cloned();
        own.map(|mut answer| {
            answer["id"] = json!(0);
            comparable(&answer, false)
        })
    };
    assert!(of(1).count() > 5);
    assert!(of(1).eq(of(3)));
}

/// Each request may look at one move only, and every line of play under its id begins with that move,
/// whatever is cancelled when.
#[test]
fn no_line_of_play_stands_under_another_id() {
    for workers in ["1", "3"] {
        let mut program = start(&["--workers", workers, "--memory", "1"]);
        let point = |id: usize| Point::new(id % 15, 1 + id / 15).expect("on the board");
        let mut n_final = 0;
        let mut check = |line: &str| {
            let heard = object(line);
            if heard["id"].is_null() {
                // It was over before it was cancelled.
                assert!(line.contains(" is open"), "{line}");
                return n_final;
            }
            let id = usize::try_from(heard["id"].as_u64().expect("an id")).expect("a small number");
            let lines = heard["lines"].as_array().cloned().unwrap_or_else(|| vec![heard.clone()]);
            assert!(lines.iter().all(|line| line["pv"][0] == point(id).to_string()), "{line}");
            n_final += usize::from(heard["final"] == true);
            n_final
        };
        for id in 0..60_usize {
            let only = [point(id).to_string()];
            let limit =
                if id % 3 == 0 { json!({"endless": true}) } else { json!({"nodes": 300 * (1 + id % 7)}) };
            let mut ask = json!({"id": id, "position": "a1b1c1", "only": only, "progress": true});
            ask.as_object_mut().expect("an object").extend(limit.as_object().expect("an object").clone());
            program.send(Some(ask.to_string().as_bytes()));
            if id % 3 == 2 {
                check(&program.hear().expect("a line"));
                program.send(Some(json!({"cancel": id - 2}).to_string().as_bytes()));
            }
        }
        while check(&program.hear().expect("a line")) < 60 {}
        program.send(None);
        assert!(program.end().is_empty());
    }
}

#[test]
fn workers_answer_side_by_side() {
    let mut program = start(&["--workers", "2", "--memory", "1"]);
    program.send(Some(br#"{"id":1,"position":"h8i9","endless":true}"#));
    program.send(Some(br#"{"id":2,"position":"h8i9","nodes":2000}"#));
    program.send(Some(br#"{"id":3,"position":"h8i9","nodes":2000}"#));
    let mut hear = |id: u32| assert_eq!(object(&program.hear().expect("an answer"))["id"], id);
    hear(2);
    hear(3);
    program.send(Some(br#"{"quit":true}"#));
    let last = object(&program.hear().expect("an answer"));
    assert_eq!((&last["id"], &last["cancelled"]), (&json!(1), &json!(true)));
    assert!(program.end().is_empty());
}

#[test]
fn the_end_of_the_input_waits_for_what_has_a_limit() {
    let questions = [
        json!({"id": "a", "position": "h8i9", "nodes": 20000}),
        json!({"id": "b", "position": "h8i9", "endless": true}),
        json!({"id": "c", "position": "h8h9", "nodes": 1000}),
    ];
    let answers = answers(&[], &questions);
    let told: HashMap<&str, bool> = answers
        .iter()
        .map(|answer| (answer["id"].as_str().expect("a text"), answer["cancelled"].as_bool().expect("told")))
        .collect();
    assert_eq!(told, HashMap::from([("a", false), ("b", true), ("c", false)]));
    assert_eq!(answers.len(), 3);
}

#[test]
fn answers_hold_what_was_asked() {
    let found = answer(&json!({"id": 1, "position": "h8i9g7", "lines": 3, "depth": 3, "threads": 2}));
    let lines = found["lines"].as_array().expect("lines");
    assert_eq!(lines.len(), 3);
    assert_eq!(found["best"], lines[0]["pv"][0]);
    for (number, line) in (1..).zip(lines) {
        assert_eq!((&line["line"], &line["lines"], &line["depth"]), (&json!(number), &json!(3), &json!(3)));
        assert!((0.0..=1.0).contains(&line["win_chance"].as_f64().expect("a number")));
    }
    let all = answer(&json!({"id": 1, "size": 5, "position": "c3", "lines": "all", "depth": 1}));
    assert!(all["lines"].as_array().expect("lines").len() > 10, "{all}");
    let without = answer(&json!({"id": 1, "position": "h8h9i8i9j8j9k8k9", "without": ["g8"], "depth": 1}));
    assert_eq!(without["best"], "l8");
    let side = answer(&json!({"id": 1, "position": "h8h9i8i9j8j9k8k9", "side": "white", "depth": 1}));
    assert_eq!((&side["best"], &side["forbidden"]), (&json!("g9"), &json!([])));
}
