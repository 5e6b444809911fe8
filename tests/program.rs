//! The real program as the other side of a conversation.

use std::ffi::OsStr;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::protocol::Partner;

/// Longer than anything here can take on the slowest machine: only a program that hangs gets there.
const HANGS: Duration = Duration::from_mins(1);

/// A running program. Its stderr has to stay empty and its exit code 0.
pub(crate) struct Program {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    complaints: JoinHandle<String>,
}

impl Program {
    /// The program as it was built.
    pub(crate) fn start() -> Self {
        Self::start_file(env!("CARGO_BIN_EXE_tianyuan").as_ref(), &[])
    }

    /// The program under another name or with arguments.
    pub(crate) fn start_file(file: &OsStr, arguments: &[&OsStr]) -> Self {
        let mut command = Command::new(file);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let (output, mut errors) = (child.stdout.take().expect("piped"), child.stderr.take().expect("piped"));
        let (sender, lines) = channel();
        thread::spawn(move || {
            let lines = BufReader::new(output).lines();
            lines.map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        let complaints = thread::spawn(move || {
            let mut text = String::new();
            errors.read_to_string(&mut text).expect("text on stderr");
            text
        });
        Self { input: child.stdin.take(), child, lines, complaints }
    }

    /// Sends bytes as they are.
    pub(crate) fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(bytes).and_then(|()| input.flush()).expect("the program reads");
    }

    /// Says `END` if the input is still open, waits for the end, and gives the lines that were left.
    pub(crate) fn end(mut self) -> Vec<String> {
        if let Some(mut input) = self.input.take() {
            // A program that has ended already reads no more.
            let _ = input.write_all(b"END\n");
        }
        let left = std::iter::from_fn(|| self.hear()).collect();
        assert!(self.child.wait().expect("it was started").success());
        assert_eq!(self.complaints.join().expect("read to the end"), "", "stderr is silent");
        left
    }
}

impl Partner for Program {
    fn send(&mut self, line: Option<&[u8]>) {
        match line {
            Some(line) => self.send_bytes(&[line, b"\r\n"].concat()),
            None => self.input = None,
        }
    }

    fn hear(&mut self) -> Option<String> {
        match self.lines.recv_timeout(HANGS) {
            Ok(line) => Some(line),
            Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => None,
            Err(std::sync::mpsc::RecvTimeoutError::Timeout) => {
                let _ = self.child.kill();
                panic!("the program hangs");
            }
        }
    }
}
