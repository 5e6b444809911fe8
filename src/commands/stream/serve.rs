//! The threads of a stream: one reads, each worker thinks, and this one decides and writes.
//!
//! ```text
//!   stdin -> reader --lines--> main loop: Desk::handle -> stdout
//!                               |     ^
//!                        orders v     | reports, answers
//!                              workers: the players
//! ```

use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::thread;

use tianyuan_player::{Clock, Player, Report, Settings, THINKING_STACK};

use super::desk::{Desk, Effect, Event, Order};
use super::input::each_byte;

/// A longer line is refused: more than any position needs.
pub(crate) const LONGEST_LINE: usize = 64 * 1024;
/// Events that may wait before their senders have to.
const WAITING: usize = 256;
/// Who answers.
pub(crate) struct Crew {
    /// Where the time comes from.
    pub(crate) clock: Arc<dyn Clock>,
    /// One player for each worker.
    pub(crate) players: Vec<Box<dyn Player + Send>>,
    /// What each may use where a request does not say it.
    pub(crate) settings: Settings,
}

/// Answers until all is answered that was asked, or the output is closed. The reader may still be at work
/// then: it ends with the process.
pub(crate) fn serve(crew: Crew, input: impl Read + Send + 'static, mut output: impl Write) -> io::Result<()> {
    let (sender, events) = sync_channel(WAITING);
    let mut desk = Desk::new(crew.players.len());
    let mut workers = Vec::new();
    for player in crew.players {
        let (orders, received) = channel();
        let (clock, events) = (Arc::clone(&crew.clock), sender.clone());
        let worker = Worker { player, clock, settings: crew.settings, events };
        let thread = thread::Builder::new().name("worker".into()).stack_size(THINKING_STACK);
        thread.spawn(move || worker.work(&received))?;
        workers.push(orders);
    }
    thread::Builder::new().name("reader".into()).spawn(move || read(input, &sender))?;
    for event in events {
        for effect in desk.handle(event) {
            match effect {
                Effect::Write(line) => write(&line, &mut output)?,
                Effect::Think(worker, order) => hand_over(&workers, worker, *order)?,
                Effect::Exit => return Ok(()),
            }
        }
    }
    Ok(())
}

/// One line, one write.
fn write(line: &str, output: &mut impl Write) -> io::Result<()> {
    output.write_all(format!("{line}\n").as_bytes())?;
    output.flush()
}

fn hand_over(workers: &[Sender<Order>], worker: usize, order: Order) -> io::Result<()> {
    let sent = workers.get(worker).map(|orders| orders.send(order).is_ok());
    if sent == Some(true) { Ok(()) } else { Err(io::Error::other("a worker is missing")) }
}

/// Cuts the input into lines and sends them on, then its end.
fn read(input: impl Read, events: &SyncSender<Event>) {
    let mut line = Incoming::default();
    if each_byte(input, |byte| line.take(byte, events)).is_break() {
        return;
    }
    // A last line without an end is a line.
    let _ = line.take(b'\n', events);
    let _ = events.send(Event::Eof);
}

/// The line that is being read.
#[derive(Default)]
struct Incoming {
    bytes: Vec<u8>,
    is_too_long: bool,
}

impl Incoming {
    /// Takes one byte of input. Breaks when nobody listens any more.
    fn take(&mut self, byte: u8, events: &SyncSender<Event>) -> ControlFlow<()> {
        if byte != b'\n' {
            self.is_too_long |= self.bytes.len() == LONGEST_LINE;
            if !self.is_too_long {
                self.bytes.push(byte);
            }
            return ControlFlow::Continue(());
        }
        let line = std::mem::take(self);
        let event = if line.is_too_long { Event::LongLine(LONGEST_LINE) } else { Event::Line(line.bytes) };
        if events.send(event).is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

/// A thread that thinks.
struct Worker {
    player: Box<dyn Player + Send>,
    clock: Arc<dyn Clock>,
    settings: Settings,
    events: SyncSender<Event>,
}

impl Worker {
    fn work(mut self, orders: &Receiver<Order>) {
        for order in orders {
            self.think(order);
        }
    }

    /// A player that fails has no answer, and starts afresh: what it knew may be damaged.
    fn think(&mut self, order: Order) {
        let (number, started) = (order.number, self.clock.now());
        let answer = catch_unwind(AssertUnwindSafe(|| self.ask(order)));
        if answer.is_err() {
            let _ = catch_unwind(AssertUnwindSafe(|| self.player.forget()));
        }
        let elapsed = self.clock.now().since(started);
        let _ = self.events.send(Event::Answer(number, answer.ok(), elapsed));
    }

    fn ask(&mut self, order: Order) -> tianyuan_player::Answer {
        let Order { number, mut job, control, threads, is_fresh } = order;
        self.player
            .configure(Settings { threads: threads.unwrap_or(self.settings.threads), ..self.settings });
        if is_fresh {
            self.player.forget();
        }
        job.limits.started = self.clock.now();
        let events = &self.events;
        let mut listener = |report: Report| drop(events.send(Event::Report(number, report)));
        self.player.think(&job, &control, &mut listener)
    }
}
