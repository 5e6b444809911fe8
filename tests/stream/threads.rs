//! The threads of a stream, with players that misbehave.

use std::io::{self, PipeReader, PipeWriter, Read, Write};
use std::io::{BufRead, BufReader};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use serde_json::{Value, json};
use tianyuan_player::{Answer, Clock, Control, Job, Listener, Moment, Player, Settings};

use super::object;
use super::serve::{Crew, LONGEST_LINE, serve};
use crate::stub::Stub;

/// A clock that each look moves on by a millisecond.
#[derive(Debug, Default)]
struct Ticking(AtomicU64);

impl Clock for Ticking {
    fn now(&self) -> Moment {
        Moment::new(Duration::from_millis(self.0.fetch_add(1, Ordering::Relaxed)))
    }
}

/// A stream in threads of this process.
struct Talk {
    input: PipeWriter,
    output: BufReader<PipeReader>,
    server: JoinHandle<io::Result<()>>,
}

impl Talk {
    fn with(players: Vec<Box<dyn Player + Send>>) -> Self {
        let (questions, input) = io::pipe().expect("a pipe");
        let (output, answers) = io::pipe().expect("a pipe");
        let crew = Crew { clock: Arc::new(Ticking::default()), players, settings: Settings::default() };
        let server = thread::spawn(move || serve(crew, questions, answers));
        Self { input, output: BufReader::new(output), server }
    }

    fn send(&mut self, line: &Value) {
        writeln!(self.input, "{line}").expect("somebody reads");
    }

    fn hear(&mut self) -> Value {
        let mut line = String::new();
        self.output.read_line(&mut line).expect("a line");
        object(&line)
    }

    /// Ends the input; nothing more is said.
    fn end(self) {
        let Self { input, mut output, server } = self;
        drop(input);
        let mut left = String::new();
        output.read_to_string(&mut left).expect("text");
        assert_eq!(left, "");
        server.join().expect("no panic").expect("no error");
    }
}

/// Fails at every question but the first one after it has forgotten.
#[derive(Default)]
struct Fragile {
    is_damaged: bool,
}

impl Player for Fragile {
    fn think(&mut self, job: &Job, control: &Control, listener: &mut dyn Listener) -> Answer {
        assert!(!self.is_damaged, "it was not asked to forget");
        self.is_damaged = true;
        assert!(job.position.order().len() > 1, "on purpose");
        self.is_damaged = false;
        Stub.think(job, control, listener)
    }

    fn configure(&mut self, _: Settings) {}

    fn forget(&mut self) {
        self.is_damaged = false;
    }
}

#[test]
fn a_player_that_fails_is_answered_for_and_asked_again() {
    let mut talk = Talk::with(vec![Box::new(Fragile::default())]);
    talk.send(&json!({"id": 1, "position": "h8", "depth": 1}));
    assert_eq!(talk.hear(), json!({"id": 1, "error": "the search failed"}));
    talk.send(&json!({"id": 1, "position": "h8i8", "depth": 1}));
    assert_eq!(talk.hear()["final"], true);
    talk.end();
}

#[test]
fn a_cancel_reaches_a_player_that_thinks() {
    let mut talk = Talk::with(vec![Box::new(Stub), Box::new(Stub)]);
    for id in [1, 2, 3] {
        talk.send(&json!({"id": id, "position": "a1", "endless": true, "progress": id < 3}));
    }
    // Both have begun once they have reported.
    let mut begun = [talk.hear(), talk.hear()].map(|line| line["id"].as_u64().expect("an id"));
    begun.sort_unstable();
    assert_eq!(begun, [1, 2]);
    // The third waits: it has its answer at once, and an empty one.
    for (id, n_lines) in [(3, 0), (2, 1), (1, 1)] {
        talk.send(&json!({"cancel": id}));
        let answer = talk.hear();
        assert_eq!((&answer["id"], &answer["cancelled"]), (&json!(id), &json!(true)));
        assert_eq!(answer["lines"].as_array().map(Vec::len), Some(n_lines), "{answer}");
    }
    talk.end();
}

#[test]
fn a_line_that_is_too_long_is_refused_and_the_next_one_read() {
    let mut talk = Talk::with(vec![Box::new(Stub)]);
    let line = json!({"id": 1, "position": "h8", "depth": 1}).to_string();
    let longest = format!("{line}{}\n", " ".repeat(LONGEST_LINE - line.len()));
    talk.input.write_all(longest.as_bytes()).expect("somebody reads");
    assert_eq!(talk.hear()["final"], true);
    talk.input.write_all(format!(" {longest}{longest}").as_bytes()).expect("somebody reads");
    assert_eq!(talk.hear(), json!({"error": "line 2: longer than 65536 bytes"}));
    assert_eq!(talk.hear()["final"], true);
    talk.end();
}

#[test]
fn a_last_line_without_an_end_is_a_line() {
    let mut talk = Talk::with(vec![Box::new(Stub)]);
    write!(talk.input, "{}", json!({"id": 1, "position": "h8", "depth": 1})).expect("somebody reads");
    let Talk { input, mut output, server } = talk;
    drop(input);
    let mut line = String::new();
    output.read_line(&mut line).expect("a line");
    assert_eq!(object(&line)["final"], true);
    server.join().expect("no panic").expect("no error");
}

#[test]
fn a_closed_output_ends_the_stream() {
    let mut talk = Talk::with(vec![Box::new(Stub)]);
    let Talk { ref mut input, output, server } = talk;
    drop(output);
    writeln!(input, "{{}}").expect("somebody reads");
    let error = server.join().expect("no panic").expect_err("nobody reads");
    assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
}

/// A quit ends it though the input stays open.
#[test]
fn a_quit_ends_the_stream() {
    let mut talk = Talk::with(vec![Box::new(Stub)]);
    for id in [1, 2] {
        talk.send(&json!({"id": id, "position": "a1", "endless": true}));
    }
    talk.send(&json!({"quit": true}));
    let mut ids = [talk.hear(), talk.hear()].map(|answer| answer["id"].as_u64().expect("an id"));
    ids.sort_unstable();
    assert_eq!(ids, [1, 2]);
    talk.server.join().expect("no panic").expect("no error");
}
