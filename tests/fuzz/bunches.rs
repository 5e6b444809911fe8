//! The same conversations with the program itself: bunches of lines, each with a last question whose answer
//! tells that everything before it has been answered.

use std::fs;
use std::path::PathBuf;
use std::thread;
use std::time::Duration;

use tianyuan_protocol::{Command, Input, parse};

use super::count::{Counts, Outcome};
use super::lines::Writer;
use super::model::{Model, Said};
use super::referee::check_form;
use super::trace::{Seen, Trace};
use crate::program::Program;
use crate::protocol::Partner;
use crate::random::Random;

/// A conversation with a program of its own.
pub(super) struct Bunches<'a> {
    random: Random,
    writer: Writer<'a>,
    model: Model,
    program: Program,
    folder: PathBuf,
    trace: Trace,
    /// Lines and ends of lines that are about to be sent.
    bunch: Vec<u8>,
    is_over: bool,
}

/// A conversation ends after so many lines at the latest.
const MOST_LINES: u64 = 250;
/// Time that is left to think.
const A_WHILE: Duration = Duration::from_millis(20);
/// The record of the session.
const LOG: &str = "session.log";
/// Lines of a bunch at most.
const MOST_LINES_OF_BUNCH: usize = 40;
/// A longer line is cut by the program.
const LONGEST_LINE: usize = 16 * 1024;
/// Messages to a bunch: a block for each point of the largest board, and a hundred to a line.
const MOST_MESSAGES: u64 = 13 * 22 * 22 + 100 * MOST_LINES_OF_BUNCH as u64;
/// Small limits: the program is to speak, not to think.
const BEGINNING: [&str; 4] =
    ["INFO max_memory 83886080", "INFO hash_size 4096", "INFO max_node 300", "INFO timeout_turn 100"];
/// Settings that would let the program use much of the machine.
const GREEDY: [&str; 3] = ["max_memory", "hash_size", "thread_num"];

impl<'a> Bunches<'a> {
    pub(super) fn new(seed: u64, dialogues: &'a [Vec<Vec<u8>>]) -> Self {
        let name = format!("{}-fuzz-{seed}", std::process::id());
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        fs::create_dir_all(&folder).expect("a folder");
        let log = folder.join(LOG);
        let program = env!("CARGO_BIN_EXE_tianyuan").as_ref();
        let again = format!("TIANYUAN_FUZZ_SEED={seed} TIANYUAN_FUZZ_PROGRAM_LINES=1");
        Self {
            random: Random::new(seed),
            writer: Writer::new(dialogues),
            model: Model::default(),
            program: Program::start_file(program, &["--log".as_ref(), log.as_os_str()]),
            folder,
            trace: Trace::new(again),
            bunch: Vec::new(),
            is_over: false,
        }
    }

    /// Talks until the end and gives what was counted.
    pub(super) fn run(mut self) -> Counts {
        let folder = self.line_of_folder();
        for line in BEGINNING {
            self.add(line.as_bytes());
        }
        self.add(&folder);
        while !self.is_over {
            for _ in 0..=self.random.below(MOST_LINES_OF_BUNCH) {
                let line = self.writer.next(&self.model, &mut self.random);
                self.model.counts.note("lines", 1);
                self.model.counts.note("lines, mutated", u64::from(line.is_mutated));
                self.add_harmless(&line.bytes);
            }
            if self.model.counts.noted("lines") >= MOST_LINES || self.random.once_in(30) {
                self.end();
            }
            self.send();
        }
        self.model.counts.add("end", Outcome::Done);
        self.model.counts.note("conversations", 1);
        let left = self.program.end();
        assert!(left.is_empty(), "{left:?} after the end");
        let record = fs::read(self.folder.join(LOG)).expect("a record");
        assert!(fault(&record).is_none(), "{}", fault(&record).unwrap_or_default().escape_ascii());
        fs::remove_dir_all(&self.folder).expect("the folder is there");
        std::mem::take(&mut self.model.counts)
    }

    /// Adds a line to the bunch, or another one in its place if it asks for too much.
    fn add_harmless(&mut self, line: &[u8]) {
        let lines = line.split(|byte| matches!(byte, b'\n' | b'\r'));
        let settings: Vec<String> = lines.filter_map(setting).collect();
        if settings.iter().any(|key| key == "folder") {
            let line = self.line_of_folder();
            self.add(&line);
        } else if settings.iter().any(|key| GREEDY.contains(&key.as_str())) {
            let line = self.random.one_of(&BEGINNING);
            self.add(line.as_bytes());
        } else {
            self.add(line);
        }
    }

    /// Adds what may be several lines for the program, up to the end.
    fn add(&mut self, line: &[u8]) {
        for line in line.split(|byte| matches!(byte, b'\n' | b'\r')) {
            if self.is_over {
                return;
            }
            self.trace.push(Seen::Line(line.to_vec()));
            self.bunch.extend_from_slice(line);
            self.bunch.extend_from_slice(self.random.one_of(&["\n", "\r\n", "\r"]).as_bytes());
            let line = &line[..line.len().min(LONGEST_LINE)];
            self.is_over = self.model.is_end(line);
            if !self.is_over {
                self.model.line(line);
            }
        }
    }

    fn end(&mut self) {
        if self.random.percent(50) {
            self.add(b"END");
        }
        self.is_over = true;
    }

    /// Sends the bunch and hears all that is due.
    fn send(&mut self) {
        if !self.is_over {
            self.let_think();
            if self.model.is_in_block() {
                self.add(b"DONE");
            }
            self.add(b"ABOUT");
        }
        self.program.send_bytes(&std::mem::take(&mut self.bunch));
        if self.is_over {
            self.program.send(None);
        }
        let mut n_messages = 0;
        while self.is_over || self.model.owes() {
            let Some(line) = self.program.hear() else { break };
            self.trace.push(Seen::Said(line.clone()));
            check_form(&line);
            n_messages += u64::from(self.model.said(&line) == Said::ByTheWay);
        }
        let owed: Vec<_> = self.model.owed().collect();
        assert!(owed.is_empty(), "the program has ended and owes {owed:?}");
        assert!(self.is_over || !self.model.owes(), "the program has ended");
        assert!(n_messages <= MOST_MESSAGES, "{n_messages} messages");
        self.model.counts.most("most messages to a bunch", n_messages);
    }

    /// Sends what there is and leaves time to think or to ponder, now and then.
    fn let_think(&mut self) {
        self.program.send_bytes(&std::mem::take(&mut self.bunch));
        if self.random.percent(30) {
            thread::sleep(A_WHILE);
        }
    }

    fn line_of_folder(&mut self) -> Vec<u8> {
        let below = self.random.one_of(&[&b""[..], b"/with blanks", b"/it's", b"/\xc4\xe3"]);
        [b"INFO folder ", self.folder.as_os_str().as_encoded_bytes(), below].concat()
    }
}

/// A fault in the record of a session: a player that fails is answered for, and only the record tells of it.
pub(super) fn fault(record: &[u8]) -> Option<&[u8]> {
    record.split(|&byte| byte == b'\n').find(|entry| entry.get(8..11) == Some(b" ! "))
}

/// The key that a line sets, if it is one that sets something.
fn setting(line: &[u8]) -> Option<String> {
    let line = line.trim_ascii();
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
    match parse(line) {
        Ok(Input::Command(Command::Info { key, .. })) => {
            Some(String::from_utf8_lossy(&key).to_ascii_lowercase())
        }
        _ => None,
    }
}
