//! A program with pipes at both ends: lines in, lines out with the time of their arrival.

use std::io::{self, Read, Write};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
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
    /// The end of what it has written to stderr.
    complaints: Arc<Mutex<Vec<u8>>>,
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
/// How long a program that has closed its output may take to be gone, and its last words to be read.
const AGONY: Duration = Duration::from_millis(200);
/// Bytes of stderr that are kept.
const COMPLAINTS: usize = 2 * 1024;
/// Characters of its last line that are told.
const LAST_WORDS: usize = 120;

impl Child {
    /// Starts a program. Of what it writes to stderr the end is kept, for [`Child::death`].
    pub fn start(spec: &EngineSpec) -> io::Result<Self> {
        let mut command = Command::new(&spec.command);
        command.args(&spec.arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(folder) = &spec.folder {
            command.current_dir(folder);
        }
        system::lead(&mut command);
        let mut process = command.spawn()?;
        let (input, output, errors) = (process.stdin.take(), process.stdout.take(), process.stderr.take());
        let (output, errors) = output.zip(errors).ok_or_else(|| io::Error::other("no pipe"))?;
        let (sender, lines) = sync_channel(WAITING);
        let complaints = Arc::default();
        let kept = Arc::clone(&complaints);
        thread::Builder::new().name("engine".into()).spawn(move || read(output, &sender))?;
        thread::Builder::new().name("engine stderr".into()).spawn(move || keep_end(errors, &kept))?;
        Ok(Self { process, input, lines, complaints, is_stopped: false })
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

    /// How a program that says nothing any more has ended, and the last line it wrote to stderr, in brackets;
    /// nothing if neither is known.
    pub fn death(&mut self) -> String {
        let deadline = Instant::now() + AGONY;
        let status =
            self.has_ended_before(deadline).then(|| self.process.try_wait().ok().flatten()).flatten();
        // Its last words may still be on their way.
        while status.is_some() && Arc::strong_count(&self.complaints) > 1 && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(1));
        }
        let words = last_line(&self.complaints.lock().unwrap_or_else(PoisonError::into_inner));
        let parts: Vec<String> = status.map(|status| status.to_string()).into_iter().chain(words).collect();
        if parts.is_empty() { String::new() } else { format!(" ({})", parts.join("; ")) }
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

/// Reads to the end and keeps the last bytes.
fn keep_end(mut errors: impl Read, kept: &Mutex<Vec<u8>>) {
    let mut buffer = [0; 1024];
    loop {
        let n = match errors.read(&mut buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Ok(0) | Err(_) => return,
            Ok(n) => n,
        };
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend(buffer.iter().take(n));
        let excess = kept.len().saturating_sub(COMPLAINTS);
        kept.drain(..excess);
    }
}

/// The last line with a word in it, shortened and without control characters.
fn last_line(bytes: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(bytes);
    let line = text.lines().rfind(|line| !line.trim().is_empty())?.trim();
    Some(line.chars().take(LAST_WORDS).map(|c| if c.is_control() { '?' } else { c }).collect())
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
