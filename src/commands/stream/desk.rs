//! Who is asked what, and who is answered: the state of a stream, without threads, clock or I/O.
//!
//! A request has a number of its own from the moment it is accepted. Workers know only that number, and what
//! they say is taken for the request that has it: after its answer has gone out nothing has it any more. So
//! no line of play ever goes out under an id that it does not belong to.

use std::collections::{HashSet, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use serde::Serialize;
use tianyuan_player::{Answer, Control, Job, Lines, Report};

use super::json::{self, Ending};
use super::question::Over;
use super::request::{Command, Id, Refusal, Request, parse};

/// More requests than any program asks at once.
pub(crate) const MOST_OPEN: usize = 100_000;

/// Something that happened.
#[derive(Debug)]
pub(crate) enum Event {
    /// A line came in, without its end.
    Line(Vec<u8>),
    /// A line came in that was longer than this many bytes.
    LongLine(usize),
    /// The input has ended.
    Eof,
    /// A worker reports on the request with this number.
    Report(u64, Report),
    /// A worker has the answer to the request with this number, after this time; none if it has failed.
    Answer(u64, Option<Answer>, Duration),
}

/// Something to be done.
#[derive(Debug)]
pub(crate) enum Effect {
    /// To write this line.
    Write(String),
    /// To let this worker think.
    Think(usize, Box<Order>),
    /// To end: nothing more will come.
    Exit,
}

/// What a worker is to think about.
#[derive(Debug)]
pub(crate) struct Order {
    /// The number of the request.
    pub(crate) number: u64,
    /// The question. Its clock begins when the worker does.
    pub(crate) job: Job,
    /// By which it is stopped.
    pub(crate) control: Arc<Control>,
    /// Threads to use, if it is said.
    pub(crate) threads: Option<usize>,
    /// Whether to forget former positions first.
    pub(crate) is_fresh: bool,
}

/// The state of a stream.
#[derive(Debug)]
pub(crate) struct Desk {
    waiting: VecDeque<Request>,
    /// The ids of the requests that have no answer yet.
    open: HashSet<Id>,
    /// What each worker thinks about.
    workers: Vec<Option<Open>>,
    /// Number of the request that was begun last.
    last_number: u64,
    /// Lines that have come in.
    n_lines: u64,
    /// Whether no further request can come.
    has_ended: bool,
}

/// A request that a worker thinks about.
#[derive(Debug)]
struct Open {
    number: u64,
    request: Request,
    control: Arc<Control>,
    lines: Lines,
}

/// What stands first in each object that belongs to a request.
#[derive(Serialize)]
struct Head<'a> {
    id: &'a Id,
}

/// An object that says what is wrong.
#[derive(Serialize)]
struct Complaint<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a Id>,
    error: &'a str,
}

impl Desk {
    /// A stream in which nothing has been asked yet.
    pub(crate) fn new(n_workers: usize) -> Self {
        let workers = (0..n_workers.max(1)).map(|_| None).collect();
        let (waiting, open) = (VecDeque::new(), HashSet::new());
        Self { waiting, open, workers, last_number: 0, n_lines: 0, has_ended: false }
    }

    /// What is to be done about an event.
    pub(crate) fn handle(&mut self, event: Event) -> Vec<Effect> {
        let mut effects = Vec::new();
        match event {
            Event::Line(_) | Event::LongLine(_) if self.has_ended => {}
            Event::Line(line) => self.line(&line, &mut effects),
            Event::LongLine(most) => {
                self.n_lines += 1;
                let complaint = format!("longer than {most} bytes");
                effects.push(self.refuse(&Refusal { id: None, complaint }));
            }
            Event::Eof => self.end_of_input(&mut effects),
            Event::Report(number, report) => self.report(number, report, &mut effects),
            Event::Answer(number, answer, elapsed) => self.answer(number, answer, elapsed, &mut effects),
        }
        self.employ(&mut effects);
        if self.has_ended && self.open.is_empty() {
            effects.push(Effect::Exit);
        }
        effects
    }

    fn line(&mut self, line: &[u8], effects: &mut Vec<Effect>) {
        self.n_lines += 1;
        if line.trim_ascii().is_empty() {
            return;
        }
        let done = parse(line).and_then(|command| match command {
            Command::Ask(request) => self.ask(*request, effects),
            Command::Cancel(id) => self.cancel(&id, effects),
            Command::CancelAll => {
                self.cancel_where(|_| true, effects);
                Ok(())
            }
            Command::Quit => {
                self.has_ended = true;
                self.cancel_where(|_| true, effects);
                Ok(())
            }
        });
        effects.extend(done.err().map(|refusal| self.refuse(&refusal)));
    }

    /// A refusal without an id names the line instead.
    fn refuse(&self, refusal: &Refusal) -> Effect {
        let nameless = || format!("line {}: {}", self.n_lines, refusal.complaint);
        let error = refusal.id.as_ref().map_or_else(nameless, |_| refusal.complaint.clone());
        complain(refusal.id.as_ref(), &error)
    }

    /// A refusal for the sake of another request has no id: it would be taken for the other's answer.
    fn ask(&mut self, request: Request, effects: &mut Vec<Effect>) -> Result<(), Refusal> {
        if self.open.contains(&request.id) {
            let complaint = format!("the id {} is in use", json::text(&request.id));
            return Err(Refusal { id: None, complaint });
        }
        if self.open.len() >= MOST_OPEN {
            let complaint = format!("{MOST_OPEN} requests are open; ask again after an answer");
            return Err(Refusal { id: Some(request.id), complaint });
        }
        let over = Over::of(&request.job.position);
        if over.is_some() {
            effects.push(unsearched(&request, &Ending { over, ..Ending::default() }));
            return Ok(());
        }
        self.open.insert(request.id.clone());
        self.waiting.push_back(request);
        Ok(())
    }

    fn cancel(&mut self, id: &Id, effects: &mut Vec<Effect>) -> Result<(), Refusal> {
        if !self.open.contains(id) {
            let complaint = format!("no request {} is open", json::text(id));
            return Err(Refusal { id: None, complaint });
        }
        self.cancel_where(|request| request.id == *id, effects);
        Ok(())
    }

    /// Those that wait are answered at once, those that are thought about as soon as their workers answer.
    fn cancel_where(&mut self, is_meant: impl Fn(&Request) -> bool, effects: &mut Vec<Effect>) {
        let meant = self.workers.iter().flatten().filter(|open| is_meant(&open.request));
        meant.for_each(|open| open.control.stop());
        let (meant, waiting): (VecDeque<Request>, _) = self.waiting.drain(..).partition(is_meant);
        self.waiting = waiting;
        let cancelled = Ending { is_cancelled: true, ..Ending::default() };
        for request in meant {
            self.open.remove(&request.id);
            effects.push(unsearched(&request, &cancelled));
        }
    }

    /// Nobody can cancel any more what would go on for ever.
    fn end_of_input(&mut self, effects: &mut Vec<Effect>) {
        self.has_ended = true;
        self.cancel_where(|request| request.is_endless, effects);
    }

    fn report(&mut self, number: u64, report: Report, effects: &mut Vec<Effect>) {
        let Some(open) = self.workers.iter_mut().flatten().find(|open| open.number == number) else { return };
        let is_wanted = open.request.wants_progress && !open.control.is_stopped();
        if open.lines.take(report) && is_wanted {
            let head = Head { id: &open.request.id };
            effects.extend(json::lines(&head, &open.lines).into_iter().map(Effect::Write));
        }
    }

    fn answer(&mut self, number: u64, answer: Option<Answer>, elapsed: Duration, effects: &mut Vec<Effect>) {
        let is_its = |worker: &Option<Open>| worker.as_ref().is_some_and(|open| open.number == number);
        let Some(open) = self.workers.iter_mut().find(|worker| is_its(worker)).and_then(Option::take) else {
            return;
        };
        self.open.remove(&open.request.id);
        let Some(answer) = answer else {
            return effects.push(complain(Some(&open.request.id), "the search failed"));
        };
        let unreported = if let Answer::Move(point) = answer { Some(point) } else { None };
        let ending = Ending {
            best: open.lines.best().or(unreported),
            over: None,
            proved: None,
            elapsed,
            is_cancelled: open.control.is_stopped(),
        };
        effects.push(final_answer(&open.request, &open.lines, &ending));
    }

    /// Gives waiting requests to workers who have nothing to do.
    fn employ(&mut self, effects: &mut Vec<Effect>) {
        for (worker, place) in self.workers.iter_mut().enumerate().filter(|(_, place)| place.is_none()) {
            let Some(request) = self.waiting.pop_front() else { return };
            self.last_number += 1;
            let (number, control) = (self.last_number, Arc::new(Control::new()));
            let order = Order {
                number,
                job: request.job.clone(),
                control: Arc::clone(&control),
                threads: request.threads,
                is_fresh: request.is_fresh,
            };
            *place = Some(Open { number, request, control, lines: Lines::default() });
            effects.push(Effect::Think(worker, Box::new(order)));
        }
    }
}

/// The answer to a request that nobody has thought about.
fn unsearched(request: &Request, ending: &Ending) -> Effect {
    final_answer(request, &Lines::default(), ending)
}

fn final_answer(request: &Request, lines: &Lines, ending: &Ending) -> Effect {
    let head = Head { id: &request.id };
    Effect::Write(json::answer(&head, &request.job.position, lines, ending))
}

fn complain(id: Option<&Id>, error: &str) -> Effect {
    Effect::Write(json::text(&Complaint { id, error }))
}
