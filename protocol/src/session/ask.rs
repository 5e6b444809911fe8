//! Asking the player, and answering for it.

use std::time::Duration;

use tianyuan_player::{Answer, Choice, Job, Limits, Moment, Task};
use tianyuan_rules::{Board, Cell, Color, Point, Position};

use super::Session;
use super::act::{Answered, Refusal};
use super::thinking::{Purpose, Thinking};
use crate::message::{Messages, Style};
use crate::{Effect, Effects, Reply};

/// Nobody thinks longer than this about a move that the opponent has not made.
const LONGEST_PONDERING: Duration = Duration::from_mins(10);

impl Session {
    /// Asks the player, whose answer will be the reply. `lines`: how many moves are compared.
    pub(super) fn ask(
        &mut self,
        purpose: Purpose,
        lines: usize,
        arrived: Moment,
        effects: &mut Effects,
    ) -> Answered {
        if self.position.empty_points().next().is_none() {
            return Err(Refusal::BoardFull);
        }
        self.prepare_player(effects);
        let purpose = match (purpose, self.options.force()) {
            (Purpose::Move | Purpose::Compare, Some(force)) => Purpose::Win(force),
            _ => purpose,
        };
        let task = match purpose {
            Purpose::Move | Purpose::Elsewhere => Task::Move,
            Purpose::Compare => Task::Analyze { lines },
            Purpose::Defend => Task::Defend,
            Purpose::Win(force) => Task::Win(force),
        };
        let limits = self.limits(arrived);
        let style = self.style();
        let job = Job {
            choice: self.restrictions.choice(&self.position, &self.options, purpose == Purpose::Compare),
            marks: style.detail.realtime,
            ..Job::new(self.position.clone(), limits, task)
        };
        self.own = Some(self.position.side());
        let thinking = self.thinking.insert(Thinking::new(&job, purpose, style));
        effects.extend(thinking.progress.first_words().map(Effect::Write));
        effects.push(Effect::Think(Box::new(job)));
        Ok(None)
    }

    pub(super) fn style(&self) -> Style {
        let detail = self.options.detail();
        Style {
            messages: if detail.ucilike { Messages::UciLike } else { self.messages },
            detail,
            axes: self.axes,
            size: self.position.size(),
            n_empty: self.position.empty_points().count(),
        }
    }

    /// Lets the player build what the rule needs while nobody's clock runs.
    pub(super) fn prepare_rule(&mut self, effects: &mut Effects) {
        let rule = Some(self.options.rule());
        if self.started && !self.is_thinking() && !self.pondering && self.player.rule != rule {
            self.player.rule = rule;
            effects.push(Effect::Prepare(self.options.rule()));
        }
    }

    /// Tells the player what has changed since it was asked last: a manager sends its settings after the
    /// `START`, often twice, and memory is best taken once.
    pub(super) fn prepare_player(&mut self, effects: &mut Effects) {
        let settings = self.options.settings(self.hardware_threads);
        if self.player.settings.replace(settings) != Some(settings) {
            effects.push(Effect::Configure(settings));
        }
        let game = (self.position.size(), self.position.rule());
        if self.player.game.replace(game).is_some_and(|former| former != game) {
            effects.push(Effect::Forget);
        }
    }

    pub(super) fn limits(&self, started: Moment) -> Limits {
        self.options.limits(self.position.size(), started, self.startup)
    }

    /// Hands limits that have changed to the player. Where nothing is left, which is how a manager says
    /// "move now", the guard stops the player at once.
    pub(super) fn renew_limits(&mut self, effects: &mut Effects) {
        let Some(old) = self.thinking.as_ref().map(|thinking| *thinking.limits()) else { return };
        let new = self.limits(old.started);
        if let Some(thinking) = self.thinking.as_mut().filter(|_| new != old) {
            thinking.set_limits(new);
            effects.push(Effect::NewLimits(new));
        }
    }

    /// Says the move that is owed, whatever the player has answered, and goes on with what has waited.
    pub(super) fn finish(&mut self, answer: Answer, now: Moment, effects: &mut Effects) {
        let Some(mut thinking) = self.thinking.take() else {
            self.pondering = false;
            return;
        };
        effects.extend(thinking.progress.last_words(now).into_iter().map(Effect::Write));
        self.options.time.spend(now.since(thinking.limits().started));
        self.startup = Duration::ZERO;
        if thinking.purpose() == Purpose::Defend {
            Self::tell(effects, super::analysis::defences(thinking.progress.lines(), thinking.lost()));
        }
        Self::tell(effects, thinking.on_win());
        if let Some(asked) = thinking.take_elsewhere() {
            let answer = thinking.or_decision(answer);
            effects.extend(asked.answer(answer, self.axes).into_iter().map(Effect::Write));
        } else {
            self.expectation = thinking.progress.best().map(|best| best.verdict);
            let reply = self.make_move(&answer, &thinking);
            Self::say(effects, reply);
        }
        // Whatever waits changes the game.
        let is_game_left_alone = self.block.as_ref().is_none_or(|open| open.block.is_for_a_database());
        let is_all = self.queue.is_empty() && is_game_left_alone;
        self.work_off(now, effects);
        if is_all && thinking.purpose() == Purpose::Move {
            self.ponder(&thinking, now, effects);
        }
    }

    /// Answers in the place of a player that is too late.
    pub(super) fn answer_for_player(&mut self, now: Moment, effects: &mut Effects) {
        self.interrupt(now, effects);
        self.finish(Answer::NoMove, now, effects);
    }

    /// The player's move; if it has none that can be played, the best one that it has reported; if there is
    /// none either, any. Those that the manager has left out come last.
    fn make_move(&mut self, answer: &Answer, thinking: &Thinking) -> Reply {
        let answered = match answer {
            Answer::Move(point) => Some(*point),
            Answer::Opening { .. } | Answer::Stones(_) | Answer::NoMove => None,
        };
        let reported = thinking.progress.best().and_then(|report| report.pv.first().copied());
        let known = [answered, reported].into_iter().flatten();
        let choice = thinking.choice();
        let playable = |&point: &Point| self.position.cell(point) == Cell::Empty && choice.allows(point);
        let chosen = known.into_iter().find(playable).or_else(|| any_move(&self.position, choice));
        match chosen {
            Some(point) if self.position.play(point).is_ok() => {
                Reply::Move(self.axes.coord(point, self.position.size()))
            }
            _ => Reply::error(Refusal::BoardFull),
        }
    }

    /// Lets the player think on where the manager allows it and nothing else is to be done: about the reply
    /// to the move that it expects, or about the opponent's move if it expects none. What it learns helps
    /// when the opponent has moved.
    fn ponder(&mut self, thinking: &Thinking, now: Moment, effects: &mut Effects) {
        if !self.options.ponders() {
            return;
        }
        let mut position = self.position.clone();
        let played = position.order().last().map(|stone| stone.point);
        let line = thinking.progress.best().map_or(&[][..], |best| &best.pv);
        if let (Some(first), Some(&reply)) = (line.first(), line.get(1))
            && Some(*first) == played
        {
            // A reply that cannot be played is none.
            let _ = position.play(reply);
        }
        let is_over = Board::from(&position).winner().is_some() || position.empty_points().next().is_none();
        if !is_over {
            self.pondering = true;
            let limits = Limits { started: now, turn: Some(LONGEST_PONDERING), ..Limits::INFINITE };
            effects.push(Effect::Ponder(Box::new(Job::new(position, limits, Task::Move))));
        }
    }
}

/// A move where no player has one: a five, or where the opponent would make one, or the empty point nearest
/// to the middle; none that is forbidden or left out unless all are.
pub(super) fn any_move(position: &Position, choice: &Choice) -> Option<Point> {
    let board = Board::from(position);
    let center = position.size().center();
    let side = position.side();
    position.empty_points().min_by_key(|&point| {
        let forbidden = side == Color::Black && board.foul_at(point).is_some();
        let (five, stops_five) = (board.wins_at(point, side), board.wins_at(point, !side));
        (forbidden, !choice.allows(point), !five, !stops_five, point.distance(center))
    })
}
