//! The desk, with any events in any order.

use std::collections::HashMap;
use std::time::Duration;

use proptest::prelude::*;
use serde_json::{Value, json};
use tianyuan_player::{Answer, Limits, Report, Verdict};
use tianyuan_rules::{Point, Size};

use super::desk::{Desk, Effect, Event, Order};
use super::object;

/// What happens to a desk.
#[derive(Clone, Debug)]
enum Step {
    /// A request under one of a few ids; its position is one that no other request has.
    Ask {
        id: u8,
        progress: bool,
        endless: bool,
    },
    /// The request under an id is cancelled.
    Cancel(u8),
    CancelAll,
    Garbage(Vec<u8>),
    LongLine,
    /// The worker with the order of this number, counted back from the last, reports; perhaps too late.
    Report {
        back: u64,
        line: usize,
        lines: usize,
    },
    /// It answers, or fails; perhaps a second time.
    Answer {
        back: u64,
        fails: bool,
    },
    Eof,
    Quit,
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        8 => (0..5_u8, any::<bool>(), any::<bool>())
            .prop_map(|(id, progress, endless)| Step::Ask { id, progress, endless }),
        3 => (0..6_u8).prop_map(Step::Cancel),
        1 => Just(Step::CancelAll),
        1 => prop::collection::vec(any::<u8>(), 0..20).prop_map(Step::Garbage),
        1 => Just(Step::LongLine),
        12 => (0..4_u64, 0..3_usize, 1..3_usize)
            .prop_map(|(back, line, lines)| Step::Report { back, line, lines }),
        6 => (0..4_u64, prop::bool::weighted(0.1)).prop_map(|(back, fails)| Step::Answer { back, fails }),
    ]
}

/// A desk and all that is known of it from outside.
struct Office {
    desk: Desk,
    orders: Vec<Order>,
    /// The ids that have a request without an answer, and the one stone of its position.
    open: HashMap<u64, Point>,
    n_asked: usize,
    n_lines: u64,
    has_exited: bool,
}

impl Office {
    fn new(n_workers: usize) -> Self {
        let desk = Desk::new(n_workers);
        Self { desk, orders: Vec::new(), open: HashMap::new(), n_asked: 0, n_lines: 0, has_exited: false }
    }

    fn take(&mut self, step: Step) {
        let n_open = self.open.len();
        match step {
            Step::Ask { id, progress, endless } => self.ask(u64::from(id), progress, endless),
            Step::Cancel(id) => {
                let was_open = self.open.contains_key(&u64::from(id));
                let lines = self.line(&json!({"cancel": id}).to_string());
                assert_eq!(lines.iter().any(|line| line["id"].is_null()), !was_open, "{lines:?}");
            }
            Step::CancelAll => drop(self.line(r#"{"cancel":"all"}"#)),
            Step::Garbage(bytes) => drop(self.handle(Event::Line(bytes))),
            Step::LongLine => drop(self.handle(Event::LongLine(9))),
            Step::Report { back, line, lines } => self.report(back, line, lines),
            Step::Answer { back, fails } => self.answer(back, fails),
            Step::Eof => {
                self.handle(Event::Eof);
                let endless = self.orders.iter().filter(|order| order.job.limits == Limits::INFINITE);
                assert!(
                    endless.into_iter().all(|order| order.control.is_stopped() || self.is_answered(order))
                );
            }
            Step::Quit => {
                self.line(r#"{"quit":true}"#);
                assert!(
                    self.orders.iter().all(|order| order.control.is_stopped() || self.is_answered(order))
                );
            }
        }
        assert!(self.open.len() <= n_open + 1);
    }

    /// Every request has another stone on another board.
    fn ask(&mut self, id: u64, progress: bool, endless: bool) {
        let point = Size::STANDARD.points().nth(self.n_asked % 225).expect("few requests");
        self.n_asked += 1;
        let was_open = self.open.contains_key(&id);
        let mut line = json!({"id": id, "position": point.to_string(), "progress": progress});
        line["endless"] = json!(endless);
        if !was_open {
            self.open.insert(id, point);
        }
        let told = self.line(&line.to_string());
        assert_eq!(told.iter().any(|line| line["id"].is_null()), was_open, "{told:?}");
    }

    /// The order with this number counted back. Its position names the request by its stone.
    fn order(&self, back: u64) -> Option<&Order> {
        let index = u64::try_from(self.orders.len()).ok()?.checked_sub(1 + back)?;
        self.orders.get(usize::try_from(index).ok()?)
    }

    fn is_answered(&self, order: &Order) -> bool {
        !self.open.values().any(|&point| point == stone(order))
    }

    fn report(&mut self, back: u64, line: usize, lines: usize) {
        let Some((number, pv)) = self.order(back).map(|order| (order.number, vec![stone(order)])) else {
            return;
        };
        let verdict = Verdict::estimate(0);
        let (depth, elapsed) = (1, Duration::ZERO);
        let report = Report { line, lines, depth, selective_depth: 1, nodes: 1, elapsed, verdict, pv };
        self.handle(Event::Report(number, report));
    }

    fn answer(&mut self, back: u64, fails: bool) {
        let Some((number, point)) = self.order(back).map(|order| (order.number, stone(order))) else {
            return;
        };
        let answer = (!fails).then_some(Answer::Move(point));
        self.handle(Event::Answer(number, answer, Duration::ZERO));
    }

    fn line(&mut self, line: &str) -> Vec<Value> {
        self.handle(Event::Line(line.as_bytes().to_vec()))
    }

    /// Hands an event to the desk and checks what it says.
    fn handle(&mut self, event: Event) -> Vec<Value> {
        assert!(!self.has_exited);
        self.n_lines += u64::from(matches!(event, Event::Line(_) | Event::LongLine(_)));
        let mut written = Vec::new();
        for effect in self.desk.handle(event) {
            assert!(!self.has_exited, "nothing comes after the end");
            match effect {
                Effect::Write(line) => {
                    assert!(!line.contains('\n'), "{line}");
                    written.push(object(&line));
                }
                Effect::Think(_, order) => self.orders.push(*order),
                Effect::Exit => self.has_exited = true,
            }
        }
        for line in &written {
            self.check(line);
        }
        written
    }

    /// What is said under an id belongs to the request that is open under it, and to none after the answer.
    fn check(&mut self, line: &Value) {
        let Some(id) = line["id"].as_u64() else {
            let start = format!("line {}: ", self.n_lines);
            assert!(line["error"].as_str().expect("an error").starts_with(&start), "{line}");
            return;
        };
        let point = self.open.get(&id).unwrap_or_else(|| panic!("nothing is open: {line}")).to_string();
        let lines = line["lines"].as_array().cloned().unwrap_or_else(|| vec![line.clone()]);
        let firsts = lines.iter().filter_map(|line| line["pv"][0].as_str());
        assert!(firsts.chain(line["best"].as_str()).all(|first| first == point), "{line} but {point}");
        if line["final"] == true || line["error"].is_string() {
            self.open.remove(&id);
        }
    }
}

/// The only stone of an order's position.
fn stone(order: &Order) -> Point {
    order.job.position.order()[0].point
}

proptest! {
    #[test]
    fn every_request_has_one_answer_and_its_own(
        n_workers in 1..4_usize,
        steps in prop::collection::vec(step(), 0..120),
        quits in any::<bool>(),
    ) {
        let mut office = Office::new(n_workers);
        for step in steps {
            office.take(step);
        }
        office.take(if quits { Step::Quit } else { Step::Eof });
        let mut number = 0;
        while !office.has_exited {
            number += 1;
            prop_assert!(number < 1000, "{:?} have no answer", office.open);
            let answer = Some(Answer::NoMove);
            office.handle(Event::Answer(number, answer, Duration::ZERO));
        }
        prop_assert!(office.open.is_empty(), "{:?}", office.open);
    }
}

#[test]
fn a_cancelled_request_says_no_more_but_its_answer() {
    let mut office = Office::new(1);
    office.take(Step::Ask { id: 1, progress: true, endless: true });
    office.take(Step::Ask { id: 2, progress: true, endless: true });
    let first = office.orders[0].number;
    let report = |line| Report {
        line,
        lines: 2,
        depth: 1,
        selective_depth: 1,
        nodes: 1,
        elapsed: Duration::ZERO,
        verdict: Verdict::WinIn(3),
        pv: vec![stone_of(1)],
    };
    assert!(office.handle(Event::Report(first, report(0))).is_empty(), "half a depth is told");
    assert_eq!(office.handle(Event::Report(first, report(1))).len(), 2);
    office.take(Step::Cancel(1));
    assert!(office.orders[0].control.is_stopped());
    office.handle(Event::Report(first, report(0)));
    assert!(office.handle(Event::Report(first, report(1))).is_empty(), "a cancelled request goes on");
    let answers = office.handle(Event::Answer(first, Some(Answer::Move(stone_of(1))), Duration::ZERO));
    assert_eq!(answers.len(), 1);
    assert_eq!(
        (&answers[0]["cancelled"], &answers[0]["lines"][1]["verdict"]),
        (&json!(true), &json!({"win_in": 3}))
    );
    assert_eq!(office.orders.len(), 2, "the next one is begun");
    assert!(office.handle(Event::Report(first, report(0))).is_empty(), "an old report is told");
    assert!(!office.orders[1].control.is_stopped());
}

/// The stone of the request that was asked as number `n`.
fn stone_of(n: usize) -> Point {
    Size::STANDARD.points().nth(n - 1).expect("on the board")
}
