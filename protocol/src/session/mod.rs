//! The engine's side of a conversation with a manager.

mod act;
mod analysis;
mod ask;
mod choice;
mod opening;
mod progress;
mod setup;
mod thinking;

#[cfg(test)]
mod properties;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::time::Duration;

use tianyuan_player::{Moment, Settings, Verdict};
use tianyuan_rules::{Color, Position, Rule, Size};

use crate::{
    About, Axes, Block, Command, Effect, Effects, Event, Input, Messages, Options, ParseError, Reply, parse,
};
use choice::Restrictions;
use thinking::{Guard, Thinking};

/// A conversation. [`handle`](Self::handle) is all there is to it: events in, effects out.
///
/// Commands are done in the order in which they came. One that comes while the player is thinking ends the
/// thinking, and waits until the move that is owed has been said; but `INFO`, `STOP` and words to a database are done
/// at once, unless a command that came before them waits. A step of Yixin-Board is not ended by what only shows a
/// position, and another step takes its place: then it is not answered.
#[derive(Debug)]
pub struct Session {
    about: About,
    hardware_threads: usize,
    messages: Messages,
    startup: Duration,
    options: Options,
    axes: Axes,
    position: Position,
    /// The color of the engine, once it has been asked for a move in this game.
    own: Option<Color>,
    restrictions: Restrictions,
    /// What the engine expected when it moved last.
    expectation: Option<Verdict>,
    started: bool,
    ended: bool,
    block: Option<OpenBlock>,
    queue: VecDeque<Order>,
    thinking: Option<Thinking>,
    /// Whether the player thinks while the opponent does, and nobody waits for it.
    pondering: bool,
    /// Chores that have not been told of.
    chores: usize,
    player: PlayerState,
}

/// A line or block that has been read, or why it could not be.
#[derive(Debug)]
struct Order {
    command: Result<Command, ParseError>,
    arrived: Moment,
}

/// A block that is being read, and when its first line came.
#[derive(Debug)]
struct OpenBlock {
    block: Block,
    since: Moment,
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
/// A manager's clock runs from the first line of a block. A block that takes longer than this comes from a
/// person who types, and is counted from its last line.
const LONGEST_BLOCK: Duration = Duration::from_secs(1);
/// Commands that may wait for the player before a manager has to wait itself. None writes so many.
const MOST_WAITING: usize = 1000;
/// Chores that the player may have at a time. No move waits for them: the guard sees to its time.
const MOST_CHORES: usize = 16;
/// A mark that some editors put before a text.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

impl Session {
    /// A conversation that has not begun, on a machine with this many threads.
    pub fn new(about: About, hardware_threads: usize) -> Self {
        Self {
            about,
            hardware_threads,
            messages: Messages::default(),
            startup: Duration::ZERO,
            options: Options::default(),
            axes: Axes::default(),
            position: Position::new(Size::STANDARD, Rule::Freestyle),
            own: None,
            restrictions: Restrictions::default(),
            expectation: None,
            started: false,
            ended: false,
            block: None,
            queue: VecDeque::new(),
            thinking: None,
            pondering: false,
            chores: 0,
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

    /// Tells of searches in these words, unless the manager wants others.
    #[must_use]
    pub fn with_messages(mut self, messages: Messages) -> Self {
        self.messages = messages;
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
            Event::Report(report) => {
                if let Some(thinking) = &mut self.thinking {
                    thinking.progress.hear(report);
                }
            }
            Event::Mark(mark) => {
                if let Some(thinking) = &mut self.thinking {
                    thinking.mark(mark);
                }
            }
            Event::Decided(acts) => {
                if let Some(thinking) = &mut self.thinking {
                    thinking.decide(acts);
                }
            }
            Event::Finished(answer) => self.finish(answer, now, &mut effects),
            Event::Told(lines) => {
                self.chores = self.chores.saturating_sub(1);
                Self::tell(&mut effects, lines);
            }
            Event::Tick => {}
        }
        self.watch(now, &mut effects);
        effects
    }

    /// When an [`Event::Tick`] is wanted at the latest if nothing else happens before. `None` while idle.
    pub fn wake_at(&self) -> Option<Moment> {
        self.thinking.as_ref().and_then(Thinking::wake_at)
    }

    /// Whether the player has been asked for a move and has not answered.
    pub const fn is_thinking(&self) -> bool {
        self.thinking.is_some()
    }

    /// Whether the player thinks while the opponent does.
    pub const fn is_pondering(&self) -> bool {
        self.pondering
    }

    /// Whether so many commands wait for the player that no more lines should be brought for now.
    pub fn is_overrun(&self) -> bool {
        self.queue.len() >= MOST_WAITING
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
        let line = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line).trim_ascii();
        if line.is_empty() {
            return;
        }
        let order = match self.block.take() {
            Some(open) => self.continue_block(open, line, now),
            None => self.first_line(line, now, effects),
        };
        let Some(order) = order else { return };
        if order.command == Ok(Command::End) {
            return self.end(now, effects);
        }
        self.queue.push_back(order);
        self.work_off(now, effects);
    }

    /// Takes a line of the block that is open. `END` is obeyed even there.
    fn continue_block(&mut self, mut open: OpenBlock, line: &[u8], now: Moment) -> Option<Order> {
        if line.eq_ignore_ascii_case(b"end") {
            return Some(Order { command: Ok(Command::End), arrived: now });
        }
        if open.block.feed(line) {
            let arrived = if now.since(open.since) <= LONGEST_BLOCK { open.since } else { now };
            return Some(Order { command: open.block.finish(), arrived });
        }
        self.block = Some(open);
        None
    }

    /// Takes a line that begins a command. A block that begins interrupts the player like a whole command, but for
    /// those to a database, which Yixin-Board sends right behind every question.
    fn first_line(&mut self, line: &[u8], now: Moment, effects: &mut Effects) -> Option<Order> {
        self.options.clues.notice(line);
        let command = match parse(line) {
            Ok(Input::Opens(block)) => {
                if !block.is_for_a_database() {
                    self.stop_pondering(effects);
                    self.hurry(block.can_wait(), now, effects);
                }
                self.block = Some(OpenBlock { block, since: now });
                return None;
            }
            Ok(Input::Command(command)) => Ok(command),
            Err(error) => Err(error),
        };
        Some(Order { command, arrived: now })
    }

    /// Does what has been asked, up to a command that has to wait for the player.
    fn work_off(&mut self, now: Moment, effects: &mut Effects) {
        while let Some(order) = self.queue.pop_front() {
            if self.is_on_yixins_step() && order.is_yixins_step() {
                // The answer would be taken for one to the new question.
                self.drop_question(now, effects);
            }
            if self.is_thinking() && !order.fits_while_thinking() {
                self.queue.push_front(order);
                return self.hurry(self.queue.iter().all(Order::can_wait), now, effects);
            }
            self.obey(order, now, effects);
        }
    }

    fn is_on_yixins_step(&self) -> bool {
        self.thinking.as_ref().is_some_and(Thinking::is_on_yixins_step)
    }

    /// Interrupts the player for the sake of commands: at once, or, if it is on a step of Yixin-Board and they can wait,
    /// after a while.
    fn hurry(&mut self, can_wait: bool, now: Moment, effects: &mut Effects) {
        match &mut self.thinking {
            Some(thinking) if can_wait && thinking.is_on_yixins_step() => thinking.await_from(now),
            _ => self.interrupt(now, effects),
        }
    }

    /// Leaves the open question without an answer.
    fn drop_question(&mut self, now: Moment, effects: &mut Effects) {
        self.interrupt(now, effects);
        if let Some(thinking) = self.thinking.take() {
            self.options.time.spend(now.since(thinking.limits().started));
            self.startup = Duration::ZERO;
        }
    }

    /// Tells the player to answer, once.
    fn interrupt(&mut self, now: Moment, effects: &mut Effects) {
        if self.thinking.as_mut().is_some_and(|thinking| thinking.stop(now)) {
            effects.push(Effect::Interrupt);
        }
    }

    /// Ends the thinking that nobody waits for.
    fn stop_pondering(&mut self, effects: &mut Effects) {
        if std::mem::take(&mut self.pondering) {
            effects.push(Effect::Interrupt);
        }
    }

    /// Nothing is said any more, not even the move that is owed.
    fn end(&mut self, now: Moment, effects: &mut Effects) {
        self.stop_pondering(effects);
        self.interrupt(now, effects);
        self.ended = true;
        self.thinking = None;
        effects.push(Effect::Exit);
    }

    /// Says a word on the progress and looks after the limits.
    fn watch(&mut self, now: Moment, effects: &mut Effects) {
        let Some(thinking) = &mut self.thinking else { return };
        effects.extend(thinking.progress.words(now).into_iter().map(Effect::Write));
        match thinking.guard(now) {
            Guard::Wait => {}
            Guard::Stop => self.interrupt(now, effects),
            Guard::GiveUp => self.answer_for_player(now, effects),
        }
    }

    fn say(effects: &mut Effects, reply: Reply) {
        effects.push(Effect::Write(reply));
    }

    /// Says lines that are no answers.
    fn tell(effects: &mut Effects, lines: impl IntoIterator<Item = String>) {
        lines.into_iter().for_each(|line| Self::say(effects, Reply::Message(line)));
    }
}

impl Order {
    fn fits_while_thinking(&self) -> bool {
        self.command.as_ref().is_ok_and(Command::fits_while_thinking)
    }

    /// Whether nobody's clock runs while it waits for a step of Yixin-Board: it asks the player nothing.
    fn can_wait(&self) -> bool {
        matches!(
            self.command,
            Ok(Command::Start(_)
                | Command::SetUp(_)
                | Command::ShowForbidden
                | Command::Info { .. }
                | Command::Database(_))
        )
    }

    fn is_yixins_step(&self) -> bool {
        matches!(&self.command, Ok(Command::Opening(question)) if question.word.is_yixins())
    }
}
