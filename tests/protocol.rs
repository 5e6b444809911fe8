//! Transcripts of conversations, played in process with a hand-driven clock and against the real program.
//!
//! A transcript is a text file, one step a line:
//!
//! ```text
//! # a remark
//! ! engine       the answers need the real engine: the stub player is left out
//! > START 15     a line to the engine; \xNN is a byte
//! > ^D           the end of the input
//! < OK           the next line of the engine that is neither MESSAGE nor INFO, word for word
//! < MESSAGE x *  the next MESSAGE (or INFO) that begins so, others being dropped
//! < ERROR *      ... that begins so
//! < MOVE         ... two coordinates
//! < MOVE 3,4|5,6 ... one of these moves
//! < MOVE not 3,4 ... any other move
//! < EXIT         the process ends, with code 0
//! @ +120         120 ms pass (in process only)
//! @ <= 50        at most 50 ms have passed since the last line to the engine (in process only)
//! ```

use std::collections::VecDeque;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tianyuan_player::{Answer, Job, Moment};
use tianyuan_protocol::{About, Effect, Event, Session};

use crate::program::Program;
use crate::stub;

/// The other side of a transcript.
pub(crate) trait Partner {
    /// Takes a line, or the end of the input.
    fn send(&mut self, line: Option<&[u8]>);
    /// The next line, `None` after the end.
    fn hear(&mut self) -> Option<String>;
    /// Takes a remark on time; whoever has a real clock ignores it.
    fn time(&mut self, _remark: &str) {}
    /// Checks that nothing has been said that nobody waited for, as far as that can be told at once.
    fn is_silent(&mut self) -> bool {
        true
    }
}

/// Plays a transcript.
fn play(path: &Path, partner: &mut impl Partner) {
    let text = fs::read_to_string(path).expect("a transcript");
    for (number, line) in (1..).zip(text.lines()) {
        let place = format!("{}:{number}: {line}", path.display());
        match line.split_at_checked(2).unwrap_or((line, "")) {
            ("> ", "^D") => partner.send(None),
            ("> ", line) => {
                assert!(partner.is_silent(), "{place}: something was said before");
                partner.send(Some(&unescape(line)));
            }
            ("< ", pattern) => expect(partner, pattern, &place),
            ("@ ", remark) => partner.time(remark),
            ("" | "# " | "! ", _) => {}
            _ => panic!("{place}: not a step"),
        }
    }
    assert!(partner.is_silent(), "{}: something was said at the end", path.display());
}

fn expect(partner: &mut impl Partner, pattern: &str, place: &str) {
    let heard = loop {
        match partner.hear() {
            Some(line) if is_message(&line) && !(is_message(pattern) && matches(&line, pattern)) => {}
            other => break other,
        }
    };
    match heard {
        Some(line) => assert!(matches(&line, pattern), "{place}: {line:?} was said"),
        None => assert_eq!(pattern, "EXIT", "{place}: the process has ended"),
    }
}

/// Whether a line is said by the way and answers nothing.
fn is_message(line: &str) -> bool {
    line.starts_with("MESSAGE ") || line.starts_with("INFO ")
}

fn matches(line: &str, pattern: &str) -> bool {
    if let Some(wanted) = pattern.strip_prefix("MOVE") {
        return is_move(line)
            && match wanted.trim().strip_prefix("not ") {
                Some(unwanted) => line != unwanted,
                None => wanted.is_empty() || wanted.trim().split('|').any(|one| one == line),
            };
    }
    pattern.strip_suffix('*').map_or(line == pattern, |start| line.starts_with(start))
}

fn is_move(line: &str) -> bool {
    let on_board = |number: &str| number.len() <= 2 && number.parse().is_ok_and(|n: usize| n < 22);
    line.split_once(',').is_some_and(|(x, y)| on_board(x) && on_board(y))
}

fn unescape(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("\\x") {
        let (hex, after) = after.split_at(2);
        bytes.extend_from_slice(before.as_bytes());
        bytes.push(u8::from_str_radix(hex, 16).expect("two hexadecimal digits"));
        rest = after;
    }
    bytes.extend_from_slice(rest.as_bytes());
    bytes
}

/// A session with a hand-driven clock and a player that needs half of its time, or a millisecond when it
/// is told to stop.
struct Rehearsal {
    session: Session,
    now: Moment,
    last_line: Moment,
    lines: VecDeque<String>,
    open: Option<Open>,
    ended: bool,
}

struct Open {
    job: Job,
    done: Option<Moment>,
}

impl Rehearsal {
    fn new() -> Self {
        let session = Session::new(About { name: "Stub".into(), ..About::default() }, 2);
        let (now, lines) = (Moment::default(), VecDeque::new());
        Self { session, now, last_line: now, lines, open: None, ended: false }
    }

    fn handle(&mut self, event: Event) {
        for effect in self.session.handle(event, self.now) {
            match effect {
                Effect::Write(reply) => self.lines.push_back(reply.to_string()),
                Effect::Think(job) => self.ask(*job),
                Effect::Interrupt if self.open.is_some() => self.stop(),
                Effect::NewLimits(limits) => {
                    if let Some(open) = &mut self.open {
                        open.job.limits = limits;
                        open.done = half_time(&open.job);
                    }
                }
                Effect::Configure(_) | Effect::Forget => assert!(self.open.is_none()),
                Effect::Exit => self.ended = true,
                Effect::Prepare(_) | Effect::Ponder(_) | Effect::Chore(_) | Effect::Interrupt => {}
            }
        }
    }

    fn ask(&mut self, job: Job) {
        assert!(self.open.is_none(), "two questions at once");
        let done = half_time(&job);
        self.open = Some(Open { job, done });
    }

    fn stop(&mut self) {
        let soon = self.now + Duration::from_millis(1);
        self.open.as_mut().expect("a player that thinks").done = Some(soon);
    }

    /// Lets time pass up to the next thing that happens while the player thinks.
    fn go_on(&mut self) {
        let open = self.open.as_ref().expect("nothing will ever be said");
        let done = open.done.expect("a limit, or a STOP before the answer is waited for");
        let position = &open.job.position;
        if self.session.wake_at().is_some_and(|due| due < done) {
            self.now = self.now.max(self.session.wake_at().unwrap_or_default());
            let report = stub::report(position).map_or(Event::Tick, Event::Report);
            return self.handle(report);
        }
        let answer = stub::nearest_to_center(position).map_or(Answer::NoMove, Answer::Move);
        self.now = self.now.max(done);
        self.open = None;
        self.handle(Event::Finished(answer));
    }
}

fn half_time(job: &Job) -> Option<Moment> {
    let time = [job.limits.turn, job.limits.game].into_iter().flatten().min();
    time.map(|time| job.limits.started + time / 2)
}

impl Partner for Rehearsal {
    fn send(&mut self, line: Option<&[u8]>) {
        self.last_line = self.now;
        self.handle(line.map_or(Event::Eof, |line| Event::Line(line.to_vec())));
    }

    fn hear(&mut self) -> Option<String> {
        while self.lines.is_empty() && !self.ended {
            self.go_on();
        }
        self.lines.pop_front()
    }

    fn time(&mut self, remark: &str) {
        if let Some(ms) = remark.strip_prefix('+') {
            self.now = self.now + Duration::from_millis(ms.parse().expect("milliseconds"));
        } else {
            let most: u64 =
                remark.strip_prefix("<= ").and_then(|ms| ms.parse().ok()).expect("a remark on time");
            let passed = self.now.since(self.last_line);
            assert!(passed <= Duration::from_millis(most), "{passed:?} have passed");
        }
    }

    fn is_silent(&mut self) -> bool {
        self.lines.iter().all(|line| is_message(line))
    }
}

fn transcripts() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let entries = fs::read_dir(folder).expect("the folder of transcripts");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    assert!(paths.len() >= 10, "{paths:?}");
    paths
}

#[test]
fn transcripts_in_process() {
    for path in transcripts() {
        let needs_engine = fs::read_to_string(&path).expect("a transcript").contains("\n! engine");
        if !needs_engine {
            play(&path, &mut Rehearsal::new());
        }
    }
}

#[test]
fn transcripts_against_the_program() {
    for path in transcripts() {
        let mut program = Program::start();
        play(&path, &mut program);
        program.end();
    }
}

#[test]
fn patterns_tell_lines_apart() {
    assert!(matches("3,4", "MOVE") && matches("3,4", "MOVE 1,1|3,4") && matches("3,4", "MOVE not 4,4"));
    assert!(!matches("3,4", "MOVE not 3,4") && !matches("3,4", "MOVE 3,5") && !matches("3, 4", "MOVE"));
    assert!(matches("ERROR x", "ERROR *") && !matches("OK ", "OK") && !matches("99,1", "MOVE"));
    assert_eq!(unescape("a\\xff\\x00b"), b"a\xff\0b");
}
