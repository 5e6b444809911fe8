//! The engine's side of a conversation with a manager.

mod act;
mod setup;
mod thinking;

#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::time::Duration;

use tianyuan_player::{Moment, Report, Settings};
use tianyuan_rules::{Position, Rule, Size};

use crate::{About, Block, Command, Effect, Effects, Event, Input, Options, ParseError, Reply, parse};
use thinking::{Guard, Thinking};

/// A conversation. [`handle`](Self::handle) is all there is to it: events in, effects out.
///
/// Commands are done in the order in which they came. One that comes while the player is thinking ends the
/// thinking, and waits until the move that is owed has been said; but `INFO` and `STOP` ask for no answer
/// and are done at once, unless a command that came before them waits.
#[derive(Debug)]
pub struct Session {
    about: About,
    hardware_threads: usize,
    startup: Duration,
    options: Options,
    position: Position,
    started: bool,
    ended: bool,
    block: Option<Block>,
    queue: VecDeque<Order>,
    thinking: Option<Thinking>,
    player: PlayerState,
}

/// A line or block that has been read, or why it could not be.
#[derive(Debug)]
struct Order {
    command: Result<Command, ParseError>,
    arrived: Moment,
}

/// What the player was told last.
#[derive(Debug, Default)]
struct PlayerState {
    settings: Option<Settings>,
    game: Option<(Size, Rule)>,
    /// The rule that it was told to prepare for.
    rule: Option<Rule>,
}

/// Start-up is taken off the first move's time up to here.
const LONGEST_STARTUP: Duration = Duration::from_millis(200);

impl Session {
    /// A conversation that has not begun, on a machine with this many threads.
    pub fn new(about: About, hardware_threads: usize) -> Self {
        Self {
            about,
            hardware_threads,
            startup: Duration::ZERO,
            options: Options::default(),
            position: Position::new(Size::STANDARD, Rule::Freestyle),
            started: false,
            ended: false,
            block: None,
            queue: VecDeque::new(),
            thinking: None,
            player: PlayerState::default(),
        }
    }

    /// Takes the time that the process needed until it could read off the time for the first move: there
    /// are managers whose clock runs already then.
    #[must_use]
    pub fn with_startup(mut self, startup: Duration) -> Self {
        self.startup = startup.min(LONGEST_STARTUP);
        self
    }

    /// Takes an event and says what is to be done. `now` is when it happened: for a line, its arrival.
    pub fn handle(&mut self, event: Event, now: Moment) -> Effects {
        let mut effects = Effects::new();
        if self.ended {
            return effects;
        }
        match event {
            Event::Line(line) => self.line(line.trim_ascii(), now, &mut effects),
            Event::Eof => self.end(now, &mut effects),
            Event::Report(report) => self.report(report),
            Event::Finished(answer) => self.finish(answer, now, &mut effects),
            Event::Tick => {}
        }
        self.watch(now, &mut effects);
        effects
    }

    /// When an [`Event::Tick`] is wanted at the latest if nothing else happens before. `None` while idle.
    pub fn wake_at(&self) -> Option<Moment> {
        self.thinking.as_ref().and_then(Thinking::wake_at)
    }

    /// Whether the player has been asked and has not answered.
    pub const fn is_thinking(&self) -> bool {
        self.thinking.is_some()
    }

    /// The position as the session knows it; while thinking, the one thought about.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// What the manager has set.
    pub const fn options(&self) -> &Options {
        &self.options
    }

    /// Takes a line without blanks at its ends.
    fn line(&mut self, line: &[u8], now: Moment, effects: &mut Effects) {
        if line.is_empty() {
            return;
        }
        let command = match self.block.take() {
            Some(block) => self.continue_block(block, line),
            None => self.first_line(line, now, effects),
        };
        match command {
            Some(Ok(Command::End)) => self.end(now, effects),
            Some(command) => {
                self.queue.push_back(Order { command, arrived: now });
                self.work_off(now, effects);
            }
            None => {}
        }
    }

    /// Takes a line of the block that is open. `END` is obeyed even there.
    fn continue_block(&mut self, mut block: Block, line: &[u8]) -> Option<Result<Command, ParseError>> {
        if line.eq_ignore_ascii_case(b"end") {
            return Some(Ok(Command::End));
        }
        if block.feed(line) {
            return Some(block.finish());
        }
        self.block = Some(block);
        None
    }

    /// Takes a line that begins a command. A block that begins interrupts the player like a whole command.
    fn first_line(
        &mut self,
        line: &[u8],
        now: Moment,
        effects: &mut Effects,
    ) -> Option<Result<Command, ParseError>> {
        self.options.clues.notice(line);
        match parse(line) {
            Ok(Input::Opens(block)) => {
                self.block = Some(block);
                self.interrupt(now, effects);
                None
            }
            Ok(Input::Command(command)) => Some(Ok(command)),
            Err(error) => Some(Err(error)),
        }
    }

    /// Does what has been asked, up to a command that has to wait for the player.
    fn work_off(&mut self, now: Moment, effects: &mut Effects) {
        while let Some(order) = self.queue.pop_front() {
            if self.is_thinking() && !order.fits_while_thinking() {
                self.queue.push_front(order);
                return self.interrupt(now, effects);
            }
            self.obey(order, now, effects);
        }
    }

    fn report(&mut self, report: Report) {
        if let Some(thinking) = &mut self.thinking {
            thinking.hear(report);
        }
    }

    /// Tells the player to answer, once.
    fn interrupt(&mut self, now: Moment, effects: &mut Effects) {
        if self.thinking.as_mut().is_some_and(|thinking| thinking.stop(now)) {
            effects.push(Effect::Interrupt);
        }
    }

    /// Nothing is said any more, not even the move that is owed.
    fn end(&mut self, now: Moment, effects: &mut Effects) {
        self.interrupt(now, effects);
        self.ended = true;
        self.thinking = None;
        effects.push(Effect::Exit);
    }

    /// Says a word on the progress and looks after the limits.
    fn watch(&mut self, now: Moment, effects: &mut Effects) {
        let Some(thinking) = &mut self.thinking else { return };
        effects.extend(thinking.word(now).map(Effect::Write));
        match thinking.guard(now) {
            Guard::Wait => {}
            Guard::Stop => self.interrupt(now, effects),
            Guard::GiveUp => self.answer_for_player(now, effects),
        }
    }

    fn say(effects: &mut Effects, reply: Reply) {
        effects.push(Effect::Write(reply));
    }
}

impl Order {
    fn fits_while_thinking(&self) -> bool {
        self.command.as_ref().is_ok_and(Command::fits_while_thinking)
    }
}
