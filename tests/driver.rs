//! The driver: with players that misbehave in process, and the real program from outside.

use std::fs;
use std::io::{self, PipeWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use tianyuan_player::{Answer, Control, Job, Listener, Player, Settings};
use tianyuan_protocol::{About, Messages};

use crate::program::Program;
use crate::protocol::Partner;
use crate::stub::{Stub, report};
use under_test::{Seat, SteadyClock, run};

#[path = "../src/driver.rs"]
#[expect(dead_code, reason = "the tests run a part of it; the program uses all")]
mod under_test;

#[path = "../src/input.rs"]
pub(crate) mod input;

#[path = "../src/log.rs"]
mod log;

#[path = "../src/table_file.rs"]
mod table_file;

/// Only a driver that hangs takes so long.
const HANGS: Duration = Duration::from_mins(1);

/// A driver in threads of this process.
struct Talk {
    input: Option<PipeWriter>,
    /// What was handed to each call of `write`.
    writes: Receiver<Vec<u8>>,
    driver: JoinHandle<io::Result<()>>,
}

impl Talk {
    fn with(player: impl Player + Send + 'static, log: log::Log) -> Self {
        let ((output, input), (sender, writes)) = (io::pipe().expect("a pipe"), channel());
        let seat = Seat {
            about: About { name: "Stub".into(), ..About::default() },
            hardware_threads: 1,
            clock: Arc::new(SteadyClock::start()),
            player: Box::new(player),
            log,
            messages: Messages::default(),
        };
        let driver = thread::spawn(move || run(seat, output, Writes(sender)));
        Self { input: Some(input), writes, driver }
    }

    fn send(&mut self, lines: &str) {
        let input = self.input.as_mut().expect("open");
        input.write_all(lines.as_bytes()).expect("the driver reads");
    }

    /// The next write, which must be one whole line, if it is no message.
    fn hear(&self) -> String {
        loop {
            let write = self.writes.recv_timeout(HANGS).expect("an answer");
            let line = String::from_utf8(write).expect("ASCII");
            assert_eq!(line.find('\n'), Some(line.len() - 1), "{line:?} is not one whole line");
            if !line.starts_with("MESSAGE ") {
                return line.trim_end().to_owned();
            }
        }
    }

    fn end(mut self) {
        drop(self.input.take());
        let left: Vec<_> = self.writes.iter().filter(|line| !line.starts_with(b"MESSAGE ")).collect();
        assert!(left.is_empty(), "{left:?}");
        self.driver.join().expect("no panic").expect("no error");
    }
}

struct Writes(Sender<Vec<u8>>);

impl Write for Writes {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.send(bytes.to_vec()).map_err(|_| io::ErrorKind::BrokenPipe)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// What a player does instead of thinking, after it has reported once.
struct Misbehaving<F>(F);

impl<F: FnMut(&Control) -> Answer> Player for Misbehaving<F> {
    fn think(&mut self, job: &Job, control: &Control, listener: &mut dyn Listener) -> Answer {
        if let Some(report) = report(&job.position) {
            listener.report(report);
        }
        (self.0)(control)
    }

    fn configure(&mut self, _: Settings) {}

    fn forget(&mut self) {}
}

fn quiet() -> log::Log {
    log::Log::default()
}

/// A path of a file that does not exist yet.
fn fresh_file(name: &str) -> PathBuf {
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{}-{name}", std::process::id()));
    let _ = fs::remove_file(&file);
    file
}

#[test]
fn a_stop_reaches_a_player_that_thinks() {
    let mut talk = Talk::with(Stub, quiet());
    talk.send("START 15\nINFO timeout_turn 600000\nBEGIN\n");
    assert_eq!(talk.hear(), "OK");
    talk.send("YXSTOP\n");
    assert_eq!(talk.hear(), "7,7");
    talk.end();
}

#[test]
fn a_player_that_fails_is_answered_for_and_asked_again() {
    let file = fresh_file("fails.log");
    let log = log::Log::append(&file, "a test").expect("a file");
    let mut talk = Talk::with(Misbehaving(|_: &Control| panic!("on purpose")), log);
    talk.send("START 15\nBEGIN\n");
    assert_eq!((talk.hear().as_str(), talk.hear().as_str()), ("OK", "7,7"));
    talk.send("TURN 0,0\n");
    assert_eq!(talk.hear().split(',').count(), 2);
    talk.end();
    let record = fs::read_to_string(&file).expect("a record");
    assert_eq!(record.matches(" ! ").count(), 2, "{record}");
}

#[test]
fn a_player_that_does_not_listen_is_answered_for_in_time() {
    let let_go = Arc::new(AtomicBool::new(false));
    let held = Arc::clone(&let_go);
    let deaf = Misbehaving(move |_: &Control| {
        while !held.load(Ordering::Relaxed) {
            thread::sleep(Duration::from_millis(1));
        }
        Answer::NoMove
    });
    let mut talk = Talk::with(deaf, quiet());
    talk.send("START 15\nINFO timeout_turn 200\nBEGIN\n");
    assert_eq!((talk.hear().as_str(), talk.hear().as_str()), ("OK", "7,7"));
    // The player is still at the first question when the next one comes, and late for both.
    talk.send("TURN 0,0\n");
    assert_eq!(talk.hear().split(',').count(), 2);
    let_go.store(true, Ordering::Relaxed);
    talk.send("ABOUT\n");
    assert_eq!(talk.hear(), "name=\"Stub\"");
    talk.end();
}

#[test]
fn lines_end_in_every_way_and_may_be_endless() {
    let mut talk = Talk::with(Stub, quiet());
    talk.send("START 15\rABOUT\r\n\r\n\n  \nSTART 99\n");
    assert_eq!(talk.hear(), "OK");
    assert_eq!(talk.hear(), "name=\"Stub\"");
    assert!(talk.hear().starts_with("ERROR "));
    talk.send(&format!("X{}\nABOUT", "7".repeat(1 << 20)));
    assert!(talk.hear().starts_with("UNKNOWN command X777"));
    drop(talk.input.take());
    assert_eq!(talk.hear(), "name=\"Stub\"", "a last line needs no end");
    talk.end();
}

#[test]
fn a_manager_that_has_gone_ends_the_session() {
    let mut talk = Talk::with(Stub, quiet());
    talk.send("START 15\n");
    assert_eq!(talk.hear(), "OK");
    let Talk { input, writes, driver } = talk;
    drop(writes);
    input.expect("open").write_all(b"ABOUT\n").expect("the driver reads");
    driver.join().expect("no panic").expect("no error");
}

#[test]
fn a_record_reads_back_byte_for_byte() {
    let file = fresh_file("record.log");
    for _ in 0..2 {
        let log = log::Log::append(&file, "a test").expect("a file");
        let mut program = Talk::with(Stub, log);
        program
            .input
            .as_mut()
            .expect("open")
            .write_all(b"INFO folder \xff \xe1\r\nSTART 7\n")
            .expect("reads");
        assert_eq!(program.hear(), "OK");
        program.end();
    }
    let sessions = log::sessions(&fs::read(&file).expect("a record"));
    assert_eq!(sessions.len(), 2);
    let lines: Vec<_> = sessions[1].iter().map(|entry| (entry.sign, entry.line.as_slice())).collect();
    let expected: &[(log::Sign, &[u8])] = &[
        (log::Sign::In, b"INFO folder \xff \xe1"),
        (log::Sign::In, b"START 7"),
        (log::Sign::Out, b"OK"),
        (log::Sign::End, b"end of input"),
    ];
    assert_eq!(lines, expected);
    assert!(log::sessions(b"\xff\n12\n12 ?\n-1 > x\n 3 > \n").concat().iter().all(|e| e.line.is_empty()));
}

/// The next line that is no message.
fn answer(program: &mut Program) -> String {
    let mut lines = std::iter::from_fn(|| program.hear());
    lines.find(|line| !line.starts_with("MESSAGE ")).expect("an answer")
}

/// Under another name the program speaks the protocol as well, and nothing else.
#[test]
fn the_name_of_the_program_does_not_matter() {
    for name in ["pbrain-tianyuan", "engine"] {
        let file = fresh_file(name).with_extension(std::env::consts::EXE_EXTENSION);
        fs::copy(env!("CARGO_BIN_EXE_tianyuan"), &file).expect("a copy");
        let mut program = Program::start_file(file.as_os_str(), &[]);
        program.send_bytes(b"START 15\nINFO timeout_turn 0\nTURN 7,7\n");
        assert_eq!(answer(&mut program), "OK");
        assert!(answer(&mut program).split_once(',').is_some());
        assert!(program.end().is_empty());
        fs::remove_file(&file).expect("it is there");
    }
}

#[test]
fn garbage_has_one_answer_a_line() {
    let (mut program, mut seed) = (Program::start(), 0x7469_616e_7975_616e_u64);
    let mut random = move |below: u64| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) % below
    };
    for _ in 0..300 {
        // The first letter begins no word of any dialect.
        let mut line = b"Q".to_vec();
        line.extend((0..random(60)).map(|_| u8::try_from(random(256)).expect("a byte")));
        line.retain(|byte| !matches!(byte, b'\n' | b'\r'));
        program.send(Some(&line));
        let answer = program.hear().expect("an answer");
        assert!(answer.starts_with("UNKNOWN command Q") && answer.is_ascii(), "{line:?}: {answer}");
    }
    assert!(program.end().is_empty());
}

#[test]
fn a_session_is_recorded_and_replayed() {
    let file = fresh_file("replayed.log");
    let mut program =
        Program::start_file(env!("CARGO_BIN_EXE_tianyuan").as_ref(), &["--log".as_ref(), file.as_os_str()]);
    program.send(Some(b"INFO max_node 500"));
    for line in ["START 15", "FOO", "BOARD 7,7,2 DONE", "TURN 99,1", "RESTART"] {
        program.send(Some(line.as_bytes()));
        // A command that comes while the engine thinks cuts it short, in the record but not in the replay.
        answer(&mut program);
    }
    assert!(program.end().is_empty());
    let mut replay =
        Program::start_file(env!("CARGO_BIN_EXE_tianyuan").as_ref(), &["replay".as_ref(), file.as_os_str()]);
    let lines: Vec<String> = std::iter::from_fn(|| replay.hear()).collect();
    assert_eq!(lines.last().map(String::as_str), Some("5 answers, 0 differ"), "{lines:#?}");
    assert!(lines.contains(&"> BOARD 7,7,2 DONE".to_owned()));
    replay.end();
}

#[test]
fn bad_command_lines_have_exit_code_2() {
    for arguments in [&["replay", "/no/such/file"][..], &["--log", "/no/such/folder/x"], &["frobnicate"]] {
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_tianyuan"));
        let output = command.args(arguments).stdin(std::process::Stdio::null()).output().expect("it runs");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty(), "{arguments:?}");
    }
}

/// A pipe is a stream of bytes, and a read may end anywhere in a line.
#[test]
fn a_pipe_is_cut_anywhere() {
    let mut talk = Talk::with(Stub, quiet());
    for byte in b"START 15\r\nINFO max_depth 1\r\nBEGIN\r\n".chunks(1) {
        talk.input.as_mut().expect("open").write_all(byte).expect("the driver reads");
    }
    assert_eq!((talk.hear().as_str(), talk.hear().as_str()), ("OK", "7,7"));
    talk.end();
}

/// The next message that begins so.
fn message(program: &mut Program, start: &str) -> String {
    let mut lines = std::iter::from_fn(|| program.hear());
    lines.find(|line| line.starts_with(start)).expect("a message")
}

#[test]
fn a_table_is_kept_in_the_folder_and_nowhere_else() {
    let folder = fresh_file("folder with blanks");
    fs::create_dir_all(&folder).expect("a folder");
    let outside = folder.with_extension("outside");
    let mut program = Program::start();
    let say = |program: &mut Program, lines: &[&str]| {
        for line in lines {
            program.send(Some(line.as_bytes()));
        }
    };
    let folder_line = format!("INFO folder {}", folder.display());
    say(&mut program, &[&folder_line, "START 15", "INFO max_node 3000", "TURN 7,7"]);
    answer(&mut program);
    answer(&mut program);
    say(&mut program, &["yxhashdump", "my table.bin"]);
    assert_eq!(message(&mut program, "MESSAGE table"), "MESSAGE table written to my table.bin");
    assert!(fs::metadata(folder.join("tianyuan").join("my table.bin")).expect("a file").len() > 1000);
    say(&mut program, &["yxhashclear", "yxshowhashusage"]);
    assert_eq!(message(&mut program, "MESSAGE Trans"), "MESSAGE Transposition table full: 0.0%");
    say(&mut program, &["yxhashload", "my table.bin"]);
    assert_eq!(message(&mut program, "MESSAGE table"), "MESSAGE table read from my table.bin");
    for file in ["../up.bin", outside.to_str().expect("text"), "sub/../../up.bin", "."] {
        say(&mut program, &["yxhashdump", file]);
        let said = message(&mut program, "MESSAGE table");
        assert!(said.contains("not written"), "{said}");
    }
    fs::write(folder.join("tianyuan").join("foreign"), b"START 15").expect("a file");
    for file in ["foreign", "missing", "../../etc/passwd"] {
        say(&mut program, &["yxhashload", file]);
        let said = message(&mut program, "MESSAGE table");
        assert!(said.contains("not read"), "{said}");
    }
    #[cfg(unix)]
    links_lead_nowhere(&mut program, &folder, &outside);
    assert!(program.end().is_empty());
    assert!(!outside.exists());
    let kept: Vec<_> = fs::read_dir(folder.join("tianyuan")).expect("a folder").collect();
    assert_eq!(kept.len(), 2, "no drafts are left: {kept:?}");
    fs::remove_dir_all(&folder).expect("it is there");
}

/// Neither a draft nor the folder itself may be a link that leads out; and what is no folder is made none.
#[cfg(unix)]
fn links_lead_nowhere(program: &mut Program, folder: &Path, outside: &Path) {
    use std::os::unix::fs::symlink;
    fs::write(outside, b"precious").expect("a file");
    symlink(outside, folder.join("tianyuan").join("x.part")).expect("a link");
    program.send(Some(b"yxhashdump"));
    program.send(Some(b"x"));
    assert_eq!(message(program, "MESSAGE table"), "MESSAGE table written to x");
    assert_eq!(fs::read(outside).expect("a file"), b"precious");
    fs::remove_file(folder.join("tianyuan").join("x")).expect("it is there");
    fs::remove_file(outside).expect("it is there");
    let (other, target) = (folder.join("other"), folder.with_extension("target"));
    fs::create_dir(&other).and_then(|()| fs::create_dir(&target)).expect("folders");
    symlink(&target, other.join("tianyuan")).expect("a link");
    for (name, word) in [(other, "yxhashdump"), (folder.join("nowhere"), "yxhashload")] {
        program.send(Some(format!("INFO folder {}", name.display()).as_bytes()));
        program.send(Some(word.as_bytes()));
        program.send(Some(b"x"));
        assert!(message(program, "MESSAGE table").contains(" not "));
    }
    assert!(!folder.join("nowhere").exists() && fs::read_dir(&target).expect("a folder").next().is_none());
    fs::remove_dir(&target).expect("it is empty");
}

#[test]
fn whoever_ponders_answers_at_once() {
    let mut talk = Talk::with(Stub, quiet());
    talk.send("START 15\nINFO timeout_turn 600000\nINFO max_depth 1\nINFO pondering 1\nTURN 7,7\n");
    assert_eq!((talk.hear().as_str(), talk.hear().split(',').count()), ("OK", 2));
    // The stub ponders until it is told to stop, for pondering has no depth.
    talk.send("TURN 0,0\nABOUT\n");
    assert_eq!(talk.hear().split(',').count(), 2);
    assert_eq!(talk.hear(), "name=\"Stub\"");
    talk.end();
}
