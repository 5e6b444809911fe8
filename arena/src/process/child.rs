//! A program with pipes at both ends: lines in, lines out with the time of their arrival.

use std::io::{self, Read, Write};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::EngineSpec;
use super::system;

/// A running program. It is killed when this is dropped.
#[derive(Debug)]
pub struct Child {
    process: std::process::Child,
    input: Option<ChildStdin>,
    lines: Receiver<(String, Instant)>,
    is_stopped: bool,
}

/// What comes from a program, or does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// A line, without its end, and when it came.
    Line(String, Instant),
    /// Nothing in the time that was given.
    Nothing,
    /// Nothing ever again: it has ended, or closed its output.
    End,
}

/// Lines that may wait to be heard; then the program has to wait until it can write on.
const WAITING: usize = 4096;
/// A longer line is cut.
const LONGEST_LINE: usize = 4 * 1024;
/// How long a program may take to end after `END`.
const FAREWELL: Duration = Duration::from_secs(1);

impl Child {
    /// Starts a program. What it writes to stderr is dropped.
    pub fn start(spec: &EngineSpec) -> io::Result<Self> {
        let mut command = Command::new(&spec.command);
        command.args(&spec.arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        if let Some(folder) = &spec.folder {
            command.current_dir(folder);
        }
        system::lead(&mut command);
        let mut process = command.spawn()?;
        let (input, output) = (process.stdin.take(), process.stdout.take());
        let output = output.ok_or_else(|| io::Error::other("no pipe"))?;
        let (sender, lines) = sync_channel(WAITING);
        thread::Builder::new().name("engine".into()).spawn(move || read(output, &sender))?;
        Ok(Self { process, input, lines, is_stopped: false })
    }

    /// Writes lines in one go and says when. An error is a program that does not listen any more. What is said
    /// at once is far shorter than a pipe holds, so this does not wait for the program.
    pub fn say(&mut self, lines: &str) -> io::Result<Instant> {
        self.say_bytes(lines.as_bytes())
    }

    /// Writes bytes as they are and says when.
    pub fn say_bytes(&mut self, bytes: &[u8]) -> io::Result<Instant> {
        let input = self.input.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        let now = Instant::now();
        input.write_all(bytes)?;
        input.flush()?;
        Ok(now)
    }

    /// The next line that comes before `deadline`.
    pub fn hear(&self, deadline: Instant) -> Heard {
        let patience = deadline.saturating_duration_since(Instant::now());
        match self.lines.recv_timeout(patience) {
            Ok((line, at)) => Heard::Line(line, at),
            Err(RecvTimeoutError::Timeout) => Heard::Nothing,
            Err(RecvTimeoutError::Disconnected) => Heard::End,
        }
    }

    /// The number of the process.
    pub fn id(&self) -> u32 {
        self.process.id()
    }

    /// Holds the program where it is, or lets it run again. Does nothing where the system cannot.
    pub fn hold(&mut self, stopped: bool) {
        if stopped != self.is_stopped && system::hold(self.id(), stopped) {
            self.is_stopped = stopped;
        }
    }

    /// Closes the program's input.
    pub fn close(&mut self) {
        self.input = None;
    }

    /// Whether the program has ended by then.
    pub fn has_ended_before(&mut self, deadline: Instant) -> bool {
        loop {
            match self.process.try_wait() {
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(2)),
                Ok(None) => return false,
                Ok(Some(_)) | Err(_) => return true,
            }
        }
    }

    /// Ends the program: asks it to, and kills it if it does not.
    pub fn end(mut self) {
        self.hold(false);
        let _ = self.say("END\n");
        self.input = None;
        self.has_ended_before(Instant::now() + FAREWELL);
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        system::kill(self.process.id());
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Cuts the output into lines, each with the time at which its end came.
fn read(mut output: impl Read, lines: &SyncSender<(String, Instant)>) {
    let (mut buffer, mut line) = ([0; 4096], Vec::new());
    loop {
        let n = match output.read(&mut buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Ok(0) | Err(_) => return,
            Ok(n) => n,
        };
        let now = Instant::now();
        for &byte in buffer.iter().take(n) {
            match byte {
                b'\n' | b'\r' if line.is_empty() => {}
                b'\n' | b'\r' => {
                    let text = String::from_utf8_lossy(&line).into_owned();
                    line.clear();
                    if lines.send((text, now)).is_err() {
                        return;
                    }
                }
                _ if line.len() < LONGEST_LINE => line.push(byte),
                _ => {}
            }
        }
    }
}
