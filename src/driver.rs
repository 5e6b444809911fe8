//! Protocol I/O and threads: what moves bytes and time between a manager, a session and a player.
//!
//! ```text
//!   stdin -> reader thread --lines--> main loop: Session::handle -> stdout
//!                                      |     ^
//!                                 jobs v     | reports, answers
//!                                    search thread: the player
//! ```
//!
//! The main loop waits for the next event, and for a manager that does not read what it is told; it sleeps
//! without a timer while no one thinks. It
//! is the session that decides; here is only what it may not touch. Nothing is ever written to stderr.
#![deny(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use tianyuan_player::{
    Answer, Clock, Control, Job, Listener, Mark, Moment, Player, Report, Settings, THINKING_STACK,
};
use tianyuan_protocol::{About, Chore, Effect, Event, Messages, Reply, Session};
use tianyuan_rules::Rule;
use tianyuan_rules::opening::Act;

use super::input::each_byte;
use super::log::{Log, Sign};
use super::table_file;

/// The clock of the process. Its origin is its making.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SteadyClock(Instant);

impl SteadyClock {
    /// A clock that begins to run now.
    pub(crate) fn start() -> Self {
        Self(Instant::now())
    }
}

impl Clock for SteadyClock {
    fn now(&self) -> Moment {
        Moment::new(self.0.elapsed())
    }
}

/// Who sits at the engine's side of the table.
pub(crate) struct Seat {
    /// What is said to `ABOUT`.
    pub(crate) about: About,
    /// Most threads that a manager may ask for.
    pub(crate) hardware_threads: usize,
    /// Where the time comes from; its origin is the start of the process.
    pub(crate) clock: Arc<dyn Clock>,
    /// Who thinks.
    pub(crate) player: Box<dyn Player + Send>,
    /// Where the session is recorded.
    pub(crate) log: Log,
    /// In which words searches are told of.
    pub(crate) messages: Messages,
}

/// A longer line is cut; no manager writes one.
const LONGEST_LINE: usize = 16 * 1024;
/// Events that may wait before their senders have to.
const WAITING: usize = 256;
/// Plays until the input ends, `END` comes, or the output is closed. Threads may still be at work then:
/// they end by themselves as soon as they notice, or with the process.
pub(crate) fn run(seat: Seat, input: impl Read + Send + 'static, output: impl Write) -> io::Result<()> {
    let Seat { about, hardware_threads, clock, player, log, messages } = seat;
    let (sender, events) = sync_channel(WAITING);
    let (jobs, orders) = channel();
    let post = Post { sender, clock: Arc::clone(&clock) };
    let searcher = Searcher { player, post: post.clone(), log: log.clone() };
    thread::Builder::new()
        .name("search".into())
        .stack_size(THINKING_STACK)
        .spawn(move || searcher.work(&orders))?;
    let session = Session::new(about, hardware_threads).with_messages(messages);
    let session = session.with_startup(clock.now().since_origin());
    let gate = Arc::new(Gate::default());
    let way = Way { post, gate: Arc::clone(&gate) };
    thread::Builder::new().name("reader".into()).spawn(move || read(input, &way))?;
    let mut driver = Driver { session, clock, output, log, jobs, number: 0, control: Arc::default() };
    driver.converse(&events, &gate);
    gate.set(true);
    driver.control.stop();
    Ok(())
}

/// Sends the text of panics to the log and nowhere else: on stderr a manager may take it for a move.
pub(crate) fn silence_panics(clock: Arc<dyn Clock>, log: Log) {
    std::panic::set_hook(Box::new(move |panic| {
        log.write(clock.now(), Sign::Fault, panic.to_string().as_bytes());
    }));
}

/// Something that happened in another thread.
enum Happened {
    Line(Vec<u8>),
    Eof,
    /// What the player says of the question with this number.
    Said(u64, Event),
    /// What came of a chore.
    Told(Vec<String>),
}

/// The way to the main loop.
#[derive(Clone)]
struct Post {
    sender: SyncSender<(Happened, Moment)>,
    clock: Arc<dyn Clock>,
}

impl Post {
    /// Breaks when nobody listens any more.
    fn send(&self, what: Happened) -> ControlFlow<()> {
        let sent = self.sender.send((what, self.clock.now()));
        if sent.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

/// Whether lines may come: while too many wait for the player, the manager has to wait too.
#[derive(Debug, Default)]
struct Gate {
    is_shut: Mutex<bool>,
    opened: Condvar,
}

impl Gate {
    /// Opens or shuts it.
    fn set(&self, open: bool) {
        let mut is_shut = self.is_shut.lock().unwrap_or_else(PoisonError::into_inner);
        if *is_shut == open {
            *is_shut = !open;
            self.opened.notify_all();
        }
    }

    /// Waits until it is open.
    fn pass(&self) {
        let is_shut = self.is_shut.lock().unwrap_or_else(PoisonError::into_inner);
        drop(self.opened.wait_while(is_shut, |is_shut| *is_shut));
    }
}

/// The way of lines to the main loop.
struct Way {
    post: Post,
    gate: Arc<Gate>,
}

impl Way {
    fn send(&self, what: Happened) -> ControlFlow<()> {
        self.gate.pass();
        self.post.send(what)
    }
}

/// Cuts the input into lines and sends them on, then its end.
fn read(input: impl Read, way: &Way) {
    let mut line = Vec::new();
    if each_byte(input, |byte| take(byte, &mut line, way)).is_break() {
        return;
    }
    // A last line without an end is a line.
    let _ = take(b'\n', &mut line, way);
    let _ = way.send(Happened::Eof);
}

/// Takes one byte of input. A line ends with LF, CR or both; empty ones mean nothing.
fn take(byte: u8, line: &mut Vec<u8>, way: &Way) -> ControlFlow<()> {
    match byte {
        b'\n' | b'\r' if line.is_empty() => {}
        b'\n' | b'\r' => return way.send(Happened::Line(std::mem::take(line))),
        _ if line.len() < LONGEST_LINE => line.push(byte),
        _ => {}
    }
    ControlFlow::Continue(())
}

/// What the search thread is asked to do.
enum Order {
    Think { number: u64, job: Box<Job>, control: Arc<Control> },
    Configure(Settings),
    Prepare(Rule),
    Forget,
    Chore(Chore),
}

/// The search thread.
struct Searcher {
    player: Box<dyn Player + Send>,
    post: Post,
    log: Log,
}

impl Searcher {
    fn work(mut self, orders: &Receiver<Order>) {
        for order in orders {
            match order {
                Order::Think { number, job, control } => self.think(number, &job, &control),
                Order::Configure(settings) => self.tell(|player| player.configure(settings)),
                Order::Prepare(rule) => self.tell(|player| player.prepare(rule)),
                Order::Forget => self.tell(|player| player.forget()),
                Order::Chore(chore) => self.do_chore(&chore),
            }
        }
    }

    /// A player that fails has no answer, which is how the session comes to answer in its place.
    fn think(&mut self, number: u64, job: &Job, control: &Control) {
        let answer = self.guarded(|player, post| player.think(job, control, &mut Ear { post, number }));
        let _ = self.post.send(Happened::Said(number, Event::Finished(answer.unwrap_or(Answer::NoMove))));
    }

    fn do_chore(&mut self, chore: &Chore) {
        let told = self.guarded(|player, _| chore_of(player, chore));
        let _ = self.post.send(Happened::Told(told.unwrap_or_default()));
    }

    fn tell(&mut self, act: impl FnOnce(&mut dyn Player)) {
        self.guarded(|player, _| act(player));
    }

    /// Lets the player do something and survives its faults. What it knew may be damaged then.
    fn guarded<T>(&mut self, act: impl FnOnce(&mut dyn Player, &Post) -> T) -> Option<T> {
        let (player, post) = (&mut self.player, &self.post);
        let result = catch_unwind(AssertUnwindSafe(|| act(player.as_mut(), post)));
        if result.is_err() {
            self.log.write(self.post.clock.now(), Sign::Fault, b"the player failed and starts afresh");
            let _ = catch_unwind(AssertUnwindSafe(|| self.player.forget()));
        }
        result.ok()
    }
}

/// Hears what the player says of the question with this number.
struct Ear<'a> {
    post: &'a Post,
    number: u64,
}

impl Listener for Ear<'_> {
    fn report(&mut self, report: Report) {
        let _ = self.post.send(Happened::Said(self.number, Event::Report(report)));
    }

    fn mark(&mut self, mark: Mark) {
        let _ = self.post.send(Happened::Said(self.number, Event::Mark(mark)));
    }

    fn decided(&mut self, acts: &[Act]) {
        let _ = self.post.send(Happened::Said(self.number, Event::Decided(acts.to_vec())));
    }
}

/// Does a chore and says in words what came of it.
fn chore_of(player: &mut dyn Player, chore: &Chore) -> Vec<String> {
    match chore {
        Chore::Fullness => {
            let share = player.fullness().unwrap_or_default();
            vec![format!("Transposition table full: {:.1}%", 100.0 * share)]
        }
        Chore::Record { file, folder } => vec![table_file::record(player, file, folder.as_deref())],
        Chore::Recall { file, folder } => vec![table_file::recall(player, file, folder.as_deref())],
        Chore::Describe(position) => player.describe(position),
    }
}

/// The main loop.
struct Driver<W> {
    session: Session,
    clock: Arc<dyn Clock>,
    output: W,
    log: Log,
    jobs: Sender<Order>,
    /// Number of the last question. What belongs to an older one comes too late.
    number: u64,
    control: Arc<Control>,
}

impl<W: Write> Driver<W> {
    fn converse(&mut self, events: &Receiver<(Happened, Moment)>, gate: &Gate) {
        while let Some((event, now)) = self.next(events) {
            for effect in self.session.handle(event, now) {
                if self.perform(effect).is_break() {
                    return;
                }
            }
            gate.set(!self.session.is_overrun());
        }
    }

    /// The next event. While the player thinks a tick comes when the session wants one.
    fn next(&self, events: &Receiver<(Happened, Moment)>) -> Option<(Event, Moment)> {
        loop {
            let (happened, at) = match self.session.wake_at() {
                None => events.recv().ok()?,
                Some(due) => match events.recv_timeout(due.since(self.clock.now())) {
                    Ok(event) => event,
                    Err(RecvTimeoutError::Timeout) => return Some((Event::Tick, self.clock.now())),
                    Err(RecvTimeoutError::Disconnected) => return None,
                },
            };
            if let Some(event) = self.event(happened, at) {
                return Some((event, at));
            }
        }
    }

    /// The event, unless it belongs to a question that is closed.
    fn event(&self, happened: Happened, at: Moment) -> Option<Event> {
        match happened {
            Happened::Line(line) => {
                self.log.write(at, Sign::In, &line);
                Some(Event::Line(line))
            }
            Happened::Eof => {
                self.log.write(at, Sign::End, b"end of input");
                Some(Event::Eof)
            }
            Happened::Said(number, event) => (number == self.number).then_some(event),
            Happened::Told(lines) => Some(Event::Told(lines)),
        }
    }

    fn perform(&mut self, effect: Effect) -> ControlFlow<()> {
        match effect {
            Effect::Write(reply) => return self.write(&reply),
            Effect::Think(job) | Effect::Ponder(job) => return self.ask(job),
            Effect::Interrupt => self.control.stop(),
            Effect::NewLimits(limits) => self.control.set_limits(limits),
            Effect::Configure(settings) => return self.order(Order::Configure(settings)),
            Effect::Prepare(rule) => return self.order(Order::Prepare(rule)),
            Effect::Forget => return self.order(Order::Forget),
            Effect::Chore(chore) => return self.order(Order::Chore(chore)),
            Effect::Exit => return ControlFlow::Break(()),
        }
        ControlFlow::Continue(())
    }

    fn ask(&mut self, job: Box<Job>) -> ControlFlow<()> {
        self.number += 1;
        self.control = Arc::new(Control::new());
        self.order(Order::Think { number: self.number, job, control: Arc::clone(&self.control) })
    }

    /// The search thread never ends before this one, so this never breaks.
    fn order(&self, order: Order) -> ControlFlow<()> {
        if self.jobs.send(order).is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    /// One line, one write. A manager that does not listen any more ends the session.
    fn write(&mut self, reply: &Reply) -> ControlFlow<()> {
        let line = format!("{reply}\n");
        let written = self.output.write_all(line.as_bytes()).and_then(|()| self.output.flush());
        self.log.write(self.clock.now(), Sign::Out, line.trim_end().as_bytes());
        if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}
