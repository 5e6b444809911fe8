//! The player of these conversations: it may obey, or be late, silent or wrong.

use std::time::Duration;

use tianyuan_player::{Answer, Job, Mark, Report, Verdict};
use tianyuan_protocol::{Effect, Event};
use tianyuan_rules::opening::Act;
use tianyuan_rules::{Point, Position, Size};

use crate::random::Random;

/// A player, event by event.
#[derive(Debug, Default)]
pub(super) struct Actor {
    question: Option<Question>,
    is_pondering: bool,
    /// An answer that nobody waits for any more.
    is_late: bool,
    /// Chores that are to be done.
    chores: usize,
}

#[derive(Debug)]
struct Question {
    position: Position,
    lines: usize,
    mood: Mood,
    is_stopped: bool,
    /// The line of play that is reported next, and the depth.
    next: (usize, u32),
}

/// What a player makes of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mood {
    /// It answers when it likes.
    Free,
    /// It answers when it is told to.
    Patient,
    /// It never answers.
    Deaf,
    /// It names what cannot be played.
    Wrong,
    /// It fails.
    Fails,
}

const MOODS: [Mood; 10] = [
    Mood::Free,
    Mood::Free,
    Mood::Free,
    Mood::Patient,
    Mood::Patient,
    Mood::Patient,
    Mood::Patient,
    Mood::Deaf,
    Mood::Wrong,
    Mood::Fails,
];

/// Reports of a player that finds all it reports at once.
const QUICK_REPORTS: usize = 100;

impl Actor {
    /// Takes an effect of the session.
    pub(super) fn take(&mut self, effect: &Effect, random: &mut Random) {
        match effect {
            Effect::Think(job) => {
                self.is_late |= self.question.is_some() || self.is_pondering;
                self.is_pondering = false;
                self.question = Some(Question::new(job, random));
            }
            Effect::Ponder(_) => self.is_pondering = true,
            Effect::Chore(_) => self.chores += 1,
            Effect::Interrupt => self.question.iter_mut().for_each(|question| question.is_stopped = true),
            _ => {}
        }
    }

    /// The session has answered for it.
    pub(super) fn drop_question(&mut self) {
        self.is_late |= self.question.take().is_some();
    }

    /// What the player says next.
    pub(super) fn act(&mut self, random: &mut Random) -> Vec<Event> {
        let Some(question) = &mut self.question else {
            return self.act_unasked(random).into_iter().collect();
        };
        if question.answers(random) {
            let answer = question.answer(random);
            self.question = None;
            return vec![Event::Finished(answer)];
        }
        match random.below(100) {
            0..8 => vec![Event::Report(wild_report(random))],
            8..60 => vec![Event::Report(question.report(random))],
            // All that is left of a depth, however many lines are compared.
            60..62 => {
                (question.next.0..question.lines).map(|_| Event::Report(question.report(random))).collect()
            }
            // Depths that are reached in no time.
            62..64 => (0..QUICK_REPORTS).map(|_| Event::Report(question.report(random))).collect(),
            64..88 => vec![Event::Mark(mark(random, question.position.size()))],
            88..90 => vec![Event::Decided(decided(random))],
            _ => vec![Event::Told(vec!["told while it thinks".to_owned()])],
        }
    }

    /// What comes of chores, and what comes too late.
    fn act_unasked(&mut self, random: &mut Random) -> Option<Event> {
        if self.is_pondering && random.percent(40) {
            self.is_pondering = false;
            return Some(Event::Finished(Answer::Move(point(random, Size::STANDARD))));
        }
        if self.is_late && random.percent(40) {
            self.is_late = false;
            return Some(Event::Finished(Answer::NoMove));
        }
        match random.below(16) {
            0 => Some(Event::Report(wild_report(random))),
            1 => Some(Event::Mark(mark(random, Size::STANDARD))),
            8 => Some(Event::Decided(vec![Act::Swap])),
            2 => Some(Event::Told(told(random))),
            3..8 if self.chores > 0 => {
                self.chores -= 1;
                Some(Event::Told(told(random)))
            }
            _ => None,
        }
    }
}

impl Question {
    fn new(job: &Job, random: &mut Random) -> Self {
        let (position, lines) = (job.position.clone(), job.task.lines());
        Self { position, lines, mood: random.one_of(&MOODS), is_stopped: false, next: (0, 1) }
    }

    fn answers(&self, random: &mut Random) -> bool {
        match self.mood {
            Mood::Free | Mood::Wrong | Mood::Fails => random.percent(if self.is_stopped { 60 } else { 20 }),
            Mood::Patient => self.is_stopped && random.percent(60),
            Mood::Deaf => false,
        }
    }

    fn answer(&self, random: &mut Random) -> Answer {
        match self.mood {
            Mood::Fails => Answer::NoMove,
            Mood::Wrong => Answer::Move(point(random, Size::new(22).expect("the largest"))),
            _ => self.empty_point(random).map_or(Answer::NoMove, Answer::Move),
        }
    }

    fn empty_point(&self, random: &mut Random) -> Option<Point> {
        let n = self.position.empty_points().count();
        self.position.empty_points().nth(random.below(n.max(1)))
    }

    /// The next line of play, as a sound player reports it.
    fn report(&mut self, random: &mut Random) -> Report {
        let (line, depth) = self.next;
        self.next = if line + 1 < self.lines { (line + 1, depth) } else { (0, depth + 1) };
        let pv = (0..=random.below(4)).filter_map(|_| self.empty_point(random)).collect();
        Report { line, lines: self.lines, depth, pv, ..plain_report(random) }
    }
}

fn plain_report(random: &mut Random) -> Report {
    let verdict = match random.below(4) {
        0 => Verdict::WinIn(1 + u32::from(random.byte())),
        1 => Verdict::LossIn(1 + u32::from(random.byte())),
        _ => Verdict::estimate(i32::from(random.byte()) * 8 - 1000),
    };
    let (line, lines, depth, selective_depth, nodes) = (0, 1, 1, 9, 1 << random.below(40));
    let elapsed = Duration::from_millis(1 << random.below(24));
    Report { line, lines, depth, selective_depth, nodes, elapsed, verdict, pv: Vec::new() }
}

/// A report at the edges, of a player that keeps to nothing.
fn wild_report(random: &mut Random) -> Report {
    let size = Size::new(22).expect("the largest");
    let edges = [0, 1, 2, 7, 500, usize::MAX - 1, usize::MAX];
    let depths = [0, 1, 200, u32::MAX];
    let verdicts = [
        Verdict::WinIn(0),
        Verdict::WinIn(u32::MAX),
        Verdict::LossIn(0),
        Verdict::LossIn(u32::MAX),
        Verdict::Estimate { value: i32::MIN, win_chance: f64::NAN },
        Verdict::Estimate { value: i32::MAX, win_chance: f64::INFINITY },
    ];
    Report {
        line: random.one_of(&edges),
        lines: random.one_of(&edges),
        depth: random.one_of(&depths),
        selective_depth: random.one_of(&depths),
        nodes: random.one_of(&[0, 1, u64::MAX]),
        elapsed: random.one_of(&[Duration::ZERO, Duration::from_micros(1), Duration::MAX]),
        verdict: random.one_of(&verdicts),
        pv: (0..random.one_of(&[0, 1, 2, 600])).map(|_| point(random, size)).collect(),
    }
}

fn mark(random: &mut Random, size: Size) -> Mark {
    let point = point(random, size);
    match random.below(4) {
        0 => Mark::Begins(point),
        1 => Mark::Ends(point),
        2 => Mark::Wins(point),
        _ => Mark::Loses(point),
    }
}

/// Acts of an opening, in an order that may make no sense.
fn decided(random: &mut Random) -> Vec<Act> {
    let acts = [Act::Swap, Act::Stay, Act::Pass, Act::Declare(3), Act::Place(point(random, Size::STANDARD))];
    (0..random.below(3)).map(|_| acts[random.below(acts.len())].clone()).collect()
}

fn point(random: &mut Random, size: Size) -> Point {
    size.point(random.below(size.side()), random.below(size.side())).expect("on the board")
}

/// Words that come of a chore.
fn told(random: &mut Random) -> Vec<String> {
    let line = random.one_of(&["", "table written to x", "two\nlines", "a\tb", "\u{5929}\0", "OK"]);
    vec![line.repeat(1 + random.below(300)); random.below(4)]
}
