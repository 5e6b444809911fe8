//! Doing what a command asks.

use std::time::Duration;

use thiserror::Error;
use tianyuan_player::{Answer, Job, Limits, Moment, Task};
use tianyuan_rules::{Board, Cell, Color, Point, Position, Size};

use super::setup::set_up;
use super::thinking::Thinking;
use super::{Order, Session};
use crate::{BoardLine, Command, Coord, Effect, Effects, Reply};

/// Why a command that is understood cannot be done. The position stays as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
enum Refusal {
    #[error("no game has been started")]
    NotStarted,
    #[error("board is not empty")]
    BoardNotEmpty,
    #[error("board is full")]
    BoardFull,
    #[error("{0} is outside the board")]
    Outside(Coord),
    #[error("{0} is occupied")]
    Occupied(Coord),
    #[error("there is no stone on {0}")]
    NoStone(Coord),
    #[error("{0} is not the last stone")]
    NotLast(Coord),
}

impl Session {
    /// Does one command while the player is idle, or one that fits while it is thinking.
    pub(super) fn obey(&mut self, order: Order, now: Moment, effects: &mut Effects) {
        let arrived = order.arrived;
        if order.command.as_ref().map_or(true, Command::is_answered) {
            let notes = self.options.take_notes();
            effects.extend(notes.into_iter().map(|note| Effect::Write(Reply::Message(note))));
        }
        let reply = match order.command {
            Ok(Command::Start(size)) => Ok(Some(self.start(size))),
            Ok(Command::Restart) => self.restart(),
            Ok(Command::Begin) => self.begin(arrived, effects),
            Ok(Command::Turn(coord)) => self.turn(coord, arrived, effects),
            Ok(Command::Board(stones)) => self.board(&stones, arrived, effects),
            Ok(Command::Play(coord)) => self.place(coord).map(|()| Some(Reply::Move(coord))),
            Ok(Command::TakeBack(coord)) => self.take_back(coord),
            Ok(Command::Info { key, value }) => {
                self.options.apply(&key, &value);
                self.prepare_rule(effects);
                return self.renew_limits(effects);
            }
            Ok(Command::Stop) => return self.interrupt(now, effects),
            Ok(Command::End) => return self.end(now, effects),
            Ok(Command::About) => Ok(Some(Reply::About(self.about.clone()))),
            Ok(Command::Unknown(word)) => Ok(Some(Reply::Unknown(word))),
            Err(error) => Ok(Some(Reply::error(error))),
        };
        effects.extend(reply.unwrap_or_else(|refusal| Some(Reply::error(refusal))).map(Effect::Write));
        self.prepare_rule(effects);
    }

    /// Lets the player build what the rule needs while nobody's clock runs.
    fn prepare_rule(&mut self, effects: &mut Effects) {
        let rule = Some(self.options.rule());
        if self.started && !self.is_thinking() && self.player.rule != rule {
            self.player.rule = rule;
            effects.push(Effect::Prepare(self.options.rule()));
        }
    }

    fn start(&mut self, size: Size) -> Reply {
        self.position = Position::new(size, self.options.rule());
        self.options.time.new_game();
        self.started = true;
        Reply::Ok
    }

    fn restart(&mut self) -> Result<Option<Reply>, Refusal> {
        if !self.started {
            return Err(Refusal::NotStarted);
        }
        Ok(Some(self.start(self.position.size())))
    }

    fn begin(&mut self, arrived: Moment, effects: &mut Effects) -> Result<Option<Reply>, Refusal> {
        let untouched = self.position.order().is_empty() && self.position.walls().is_empty();
        if !untouched {
            return Err(Refusal::BoardNotEmpty);
        }
        self.position.set_side(Color::Black);
        self.think(arrived, effects)
    }

    fn turn(
        &mut self,
        coord: Coord,
        arrived: Moment,
        effects: &mut Effects,
    ) -> Result<Option<Reply>, Refusal> {
        self.place(coord)?;
        let thinking = self.think(arrived, effects);
        if thinking.is_err() {
            self.position.take_back();
        }
        thinking
    }

    fn board(
        &mut self,
        stones: &[BoardLine],
        arrived: Moment,
        effects: &mut Effects,
    ) -> Result<Option<Reply>, Refusal> {
        match set_up(self.position.size(), self.options.rule(), stones) {
            Ok(position) if position.empty_points().next().is_none() => return Err(Refusal::BoardFull),
            Ok(position) => self.position = position,
            Err(error) => return Ok(Some(Reply::error(error))),
        }
        self.think(arrived, effects)
    }

    /// A stone of the side whose turn it is.
    fn place(&mut self, coord: Coord) -> Result<(), Refusal> {
        let point = coord.point(self.position.size()).ok_or(Refusal::Outside(coord))?;
        self.position.play(point).map_err(|_| Refusal::Occupied(coord))
    }

    fn take_back(&mut self, coord: Coord) -> Result<Option<Reply>, Refusal> {
        let point = coord.point(self.position.size()).ok_or(Refusal::Outside(coord))?;
        if self.position.order().last().is_some_and(|stone| stone.point == point) {
            self.position.take_back();
            Ok(Some(Reply::Ok))
        } else if self.position.cell(point).color().is_some() {
            Err(Refusal::NotLast(coord))
        } else {
            Err(Refusal::NoStone(coord))
        }
    }

    /// Asks the player, whose answer will be the reply.
    fn think(&mut self, arrived: Moment, effects: &mut Effects) -> Result<Option<Reply>, Refusal> {
        if self.position.empty_points().next().is_none() {
            return Err(Refusal::BoardFull);
        }
        self.position.set_rule(self.options.rule());
        self.prepare_player(effects);
        let limits = self.limits(arrived);
        let job = Job::new(self.position.clone(), limits, Task::Move);
        self.thinking = Some(Thinking::new(limits));
        effects.push(Effect::Think(Box::new(job)));
        Ok(None)
    }

    /// Tells the player what has changed since it was asked last: a manager sends its settings after the
    /// `START`, often twice, and memory is best taken once.
    fn prepare_player(&mut self, effects: &mut Effects) {
        let settings = self.options.settings(self.hardware_threads);
        if self.player.settings.replace(settings) != Some(settings) {
            effects.push(Effect::Configure(settings));
        }
        let game = (self.position.size(), self.position.rule());
        if self.player.game.replace(game).is_some_and(|former| former != game) {
            effects.push(Effect::Forget);
        }
    }

    fn limits(&self, started: Moment) -> Limits {
        self.options.limits(self.position.size(), started, self.startup)
    }

    /// Hands limits that have changed to the player. Where nothing is left, which is how a manager says
    /// "move now", the guard stops the player at once.
    fn renew_limits(&mut self, effects: &mut Effects) {
        let Some(old) = self.thinking.as_ref().map(|thinking| *thinking.limits()) else { return };
        let new = self.limits(old.started);
        if let Some(thinking) = self.thinking.as_mut().filter(|_| new != old) {
            thinking.set_limits(new);
            effects.push(Effect::NewLimits(new));
        }
    }

    /// Says the move that is owed, whatever the player has answered, and goes on with what has waited.
    pub(super) fn finish(&mut self, answer: Answer, now: Moment, effects: &mut Effects) {
        let Some(mut thinking) = self.thinking.take() else { return };
        effects.extend(thinking.last_word(now).map(Effect::Write));
        self.options.time.spend(now.since(thinking.limits().started));
        self.startup = Duration::ZERO;
        Self::say(effects, self.make_move(answer, &thinking));
        self.work_off(now, effects);
    }

    /// Answers in the place of a player that is too late.
    pub(super) fn answer_for_player(&mut self, now: Moment, effects: &mut Effects) {
        self.interrupt(now, effects);
        self.finish(Answer::NoMove, now, effects);
    }

    /// The player's move; if it has none that can be played, the best one that it has reported; if there is
    /// none either, any.
    fn make_move(&mut self, answer: Answer, thinking: &Thinking) -> Reply {
        let answered = match answer {
            Answer::Move(point) => Some(point),
            Answer::NoMove => None,
        };
        let reported = thinking.last().and_then(|report| report.pv.first().copied());
        let known = [answered, reported].into_iter().flatten();
        let playable = |&point: &Point| self.position.cell(point) == Cell::Empty;
        let chosen = known.into_iter().find(playable).or_else(|| any_move(&self.position));
        match chosen {
            Some(point) if self.position.play(point).is_ok() => {
                Reply::Move(Coord::of(point, self.position.size()))
            }
            _ => Reply::error(Refusal::BoardFull),
        }
    }
}

/// A move where no player has one: a five, or where the opponent would make one, or the empty point nearest
/// to the middle; none that is forbidden unless all are.
fn any_move(position: &Position) -> Option<Point> {
    let board = Board::from(position);
    let center = position.size().center();
    let side = position.side();
    position.empty_points().min_by_key(|&point| {
        let forbidden = side == Color::Black && board.foul_at(point).is_some();
        let (five, stops_five) = (board.wins_at(point, side), board.wins_at(point, !side));
        (forbidden, !five, !stops_five, point.distance(center))
    })
}
