//! One conversation in process, event by event, on a clock driven by hand.

use std::time::Duration;

use tianyuan_player::{Answer, Moment};
use tianyuan_protocol::{About, Event, Messages, Session};
use tianyuan_rules::Cell;

use super::actor::Actor;
use super::count::Counts;
use super::lines::Writer;
use super::model::Model;
use super::referee::Referee;
use super::trace::{Seen, Trace};
use crate::random::Random;

/// A conversation.
pub(super) struct Conversation<'a> {
    random: Random,
    writer: Writer<'a>,
    session: Session,
    model: Model,
    referee: Referee,
    actor: Actor,
    now: Moment,
    /// Events are stamped where they come from, and may overtake each other.
    is_skewed: bool,
    trace: Trace,
}

/// A conversation ends after so many lines at the latest.
const MOST_LINES: u64 = 4_000;
/// Lines that come at once.
const FLOOD: u64 = 2_000;
/// From so many commands that wait on no more lines should be brought.
const MOST_WAITING: usize = 1_000;
/// Threads of the machine that is pretended.
const THREADS: usize = 4;

impl<'a> Conversation<'a> {
    pub(super) fn new(seed: u64, dialogues: &'a [Vec<Vec<u8>>]) -> Self {
        let mut random = Random::new(seed);
        let session = Session::new(About { name: "T".into(), ..About::default() }, THREADS);
        let session = session.with_startup(Duration::from_millis(u64::from(random.byte())));
        let forms = [Messages::Plain, Messages::UciLike, Messages::Silent];
        let session = session.with_messages(random.one_of(&forms));
        let is_skewed = random.once_in(8);
        Self {
            writer: Writer::new(dialogues),
            session,
            model: Model::of_effects(),
            referee: Referee::new(!is_skewed),
            actor: Actor::default(),
            now: Moment::default(),
            is_skewed,
            random,
            trace: Trace::new(format!("TIANYUAN_FUZZ_SEED={seed} TIANYUAN_FUZZ_LINES=1")),
        }
    }

    /// Talks until the end and gives what was counted.
    pub(super) fn run(mut self) -> Counts {
        let mut n_lines = 0;
        while n_lines < MOST_LINES && !self.model.has_ended() {
            match self.random.below(100) {
                0..62 => n_lines += self.say_lines(),
                62..92 => self.let_player_act(),
                92..98 => self.pass(),
                98 => self.jump(),
                _ if self.random.once_in(400) => self.handle(Event::Eof),
                _ => self.handle(Event::Tick),
            }
        }
        self.settle();
        self.model.counts.note("lines", n_lines);
        self.model.counts.note("moves", self.referee.n_moves);
        self.model.counts.note("conversations", 1);
        std::mem::take(&mut self.model.counts)
    }

    /// Says a line, seldom very many while nothing else happens, and gives their number.
    fn say_lines(&mut self) -> u64 {
        let (mut n_lines, most) = (0, if self.random.once_in(5_000) { FLOOD } else { 1 });
        while n_lines < most && !self.model.has_ended() {
            let line = self.writer.next(&self.model, &mut self.random);
            self.model.counts.note("lines, mutated", u64::from(line.is_mutated));
            self.handle(Event::Line(line.bytes));
            n_lines += 1;
        }
        n_lines
    }

    fn let_player_act(&mut self) {
        let n_moves = self.referee.n_moves;
        for event in self.actor.act(&mut self.random) {
            // What belongs to a question that is closed is dropped by the driver.
            if self.referee.n_moves == n_moves {
                self.handle(event);
            }
        }
    }

    /// Time passes, and every tick comes when it is wanted.
    fn pass(&mut self) {
        let ms = self.random.one_of(&[0, 1, 5, 20, 60, 200, 1_500, 20_000]);
        let until = self.now + Duration::from_millis(ms);
        while let Some(due) = self.session.wake_at().filter(|&due| due <= until) {
            self.now = self.now.max(due);
            self.tick();
        }
        self.now = until;
    }

    /// Time passes while nobody runs: the process was held, or the machine asleep.
    fn jump(&mut self) {
        let seconds = self.random.one_of(&[1, 60, 3_600, 100_000, 1 << 40]);
        self.now = self.now + Duration::from_secs(seconds);
        self.referee.excuse(self.now);
    }

    /// Ticks at this moment until none is wanted, each of which has to lead on.
    fn tick(&mut self) {
        let mut n_left = 8 + 4 * self.model.n_waiting();
        while self.session.wake_at().is_some_and(|due| due <= self.now) {
            assert!(n_left > 0, "ticks lead to nothing");
            n_left -= 1;
            self.handle(Event::Tick);
        }
    }

    /// Says `STOP` as often as it takes, lets the guard act in the place of a player that is silent, and has
    /// all chores done.
    fn settle(&mut self) {
        self.tick();
        while self.model.owes() && !self.model.has_ended() {
            let n_before = self.referee.n_moves;
            if !self.model.is_thinking() {
                self.handle(Event::Told(Vec::new()));
                continue;
            }
            self.handle(Event::Line(b"STOP".to_vec()));
            if self.model.is_in_block() {
                self.handle(Event::Line(b"DONE".to_vec()));
            }
            for _ in 0..20 {
                let Some(due) = self.session.wake_at() else { break };
                self.now = self.now.max(due);
                self.tick();
            }
            assert!(self.referee.n_moves > n_before, "the player is waited for without end");
        }
        assert_eq!(self.session.wake_at(), None, "nothing is to be done, and yet the clock ticks");
    }

    fn handle(&mut self, event: Event) {
        let now = self.stamp(&event);
        self.trace.push(Seen::Event(now, event.clone()));
        let answered = self.referee.is_asked() && matches!(event, Event::Finished(_));
        let (played, n_before) = (self.played(&event), self.referee.n_moves);
        self.prepare(&event);
        let mut moves = Vec::new();
        for effect in self.session.handle(event, now) {
            let n_before = self.referee.n_moves;
            let said = self.referee.check(&effect, &mut self.model, now);
            if self.referee.n_moves > n_before {
                self.actor.drop_question();
                moves.extend(said.clone());
            }
            if let Some(line) = said {
                self.trace.push(Seen::Said(line));
            }
            self.actor.take(&effect, &mut self.random);
        }
        assert!(!answered || self.referee.n_moves > n_before, "the player has answered");
        assert!(played.is_none() || moves.first() == played.as_ref(), "{moves:?} instead of {played:?}");
        self.check(now);
    }

    /// When the event happened. Ticks come from the main loop itself.
    fn stamp(&mut self, event: &Event) -> Moment {
        let is_late = self.is_skewed && !matches!(event, Event::Tick);
        let ms = if is_late { u64::from(self.random.byte()) } else { 0 };
        Moment::new(self.now.since_origin().saturating_sub(Duration::from_millis(ms)))
    }

    /// What is known of an event before it is handled.
    fn prepare(&mut self, event: &Event) {
        let (mut told, mut marks) = (0, 0);
        match event {
            Event::Line(line) => self.model.line(line),
            Event::Eof => self.model.end(),
            Event::Told(lines) => {
                told = lines.len();
                self.model.told();
            }
            Event::Mark(_) => marks = 1,
            Event::Finished(_) => self.referee.ponders_no_more(),
            Event::Report(_) | Event::Decided(_) | Event::Tick => {}
        }
        self.referee.expect(told, marks, 1 + self.model.n_waiting());
    }

    /// The move that an event makes if the player is asked and it can be played, as it has to be said.
    fn played(&self, event: &Event) -> Option<String> {
        let &Event::Finished(Answer::Move(point)) = event else { return None };
        let position = self.session.position();
        // A move is no answer to what is asked of an opening.
        let is_playable =
            self.model.owes_a_move() && self.referee.allows(point) && position.cell(point) == Cell::Empty;
        let from_top = (position.size().side() - 1).saturating_sub(point.row());
        is_playable.then(|| self.model.grid.coord(from_top, point.col()).to_string())
    }

    /// What holds after each event.
    fn check(&mut self, now: Moment) {
        self.referee.check_end(&self.model, now);
        assert_eq!(self.session.is_thinking(), self.model.is_thinking());
        assert_eq!(self.session.is_pondering(), self.referee.is_pondering());
        assert!(self.session.wake_at().is_none() || self.model.is_thinking());
        let is_overrun = self.model.n_waiting() >= MOST_WAITING;
        assert!(self.session.is_overrun() == is_overrun || self.model.has_ended());
        self.model.counts.most("most messages at once", self.referee.n_words() as u64);
        self.model.counts.most("most commands waiting", self.model.n_waiting() as u64);
    }
}
