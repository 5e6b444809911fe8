//! Doing what a command asks: the game. What analysis boards ask is in `analysis`.

use thiserror::Error;
use tianyuan_player::Moment;
use tianyuan_rules::{Color, Point, Position, Size};

use super::choice::Restrictions;
use super::setup::{SetupError, set_up};
use super::thinking::Purpose;
use super::{Order, Session};
use crate::opening::BadOpening;
use crate::{Axes, BoardLine, Command, Coord, Effect, Effects, Reply};

/// Why a command that is understood cannot be done. The position stays as it was.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum Refusal {
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
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error("{0}")]
    Opening(BadOpening),
}

/// The answer to a command; none if it has none, or if the player will give it.
pub(super) type Answered = Result<Option<Reply>, Refusal>;

impl Session {
    /// Does one command while the player is idle, or one that fits while it is thinking.
    pub(super) fn obey(&mut self, order: Order, now: Moment, effects: &mut Effects) {
        let arrived = order.arrived;
        let command = match order.command {
            Ok(Command::Info { key, value }) => return self.info(&key, &value, effects),
            Ok(command) => command,
            Err(error) => {
                self.begin_answer(effects);
                return Self::say(effects, Reply::error(error));
            }
        };
        if command.takes_notes() {
            self.begin_answer(effects);
        }
        let answered = match command {
            Command::Stop => {
                self.stop_pondering(effects);
                return self.interrupt(now, effects);
            }
            Command::End => return self.end(now, effects),
            Command::Start(size) => Ok(Some(self.start(size))),
            Command::Restart => self.restart(),
            Command::Begin => self.begin(arrived, effects),
            Command::Turn(coord) => self.turn(coord, arrived, effects),
            Command::Board(stones) => self.board(&stones, arrived, effects),
            Command::Play(coord) => self.play(coord),
            Command::TakeBack(coord) => self.take_back(coord),
            Command::About => Ok(Some(Reply::About(self.about.clone()))),
            Command::Unknown(word) => Ok(Some(self.unknown(word))),
            analysis => self.analyze(analysis, arrived, effects),
        };
        let reply = answered.unwrap_or_else(|refusal| Some(Reply::error(refusal)));
        effects.extend(reply.map(Effect::Write));
        self.prepare_rule(effects);
    }

    /// Before a command is answered: nobody ponders any more, the rule is the one now in force, and what has
    /// waited is said.
    fn begin_answer(&mut self, effects: &mut Effects) {
        self.stop_pondering(effects);
        self.position.set_rule(self.options.rule());
        let notes = self.options.take_notes();
        Self::tell(effects, notes);
    }

    /// A setting.
    fn info(&mut self, key: &[u8], value: &[u8], effects: &mut Effects) {
        self.options.apply(key, value);
        if !self.options.ponders() {
            self.stop_pondering(effects);
        }
        self.prepare_rule(effects);
        self.renew_limits(effects);
    }

    /// A board with graphics takes an `UNKNOWN` for a move.
    fn unknown(&self, word: String) -> Reply {
        match self.axes {
            Axes::ColumnRow => Reply::Unknown(word),
            Axes::RowColumn => Reply::Message(format!("unknown command {word}")),
        }
    }

    fn start(&mut self, size: Size) -> Reply {
        if self.position.size() != size {
            self.restrictions = Restrictions::default();
        }
        self.position = Position::new(size, self.position.rule());
        self.own = None;
        self.expectation = None;
        self.options.time.new_game();
        self.started = true;
        Reply::Ok
    }

    fn restart(&mut self) -> Answered {
        if !self.started {
            return Err(Refusal::NotStarted);
        }
        Ok(Some(self.start(self.position.size())))
    }

    fn begin(&mut self, arrived: Moment, effects: &mut Effects) -> Answered {
        let untouched = self.position.order().is_empty() && self.position.walls().is_empty();
        if !untouched {
            return Err(Refusal::BoardNotEmpty);
        }
        self.position.set_side(Color::Black);
        self.ask(Purpose::Move, 1, arrived, effects)
    }

    fn turn(&mut self, coord: Coord, arrived: Moment, effects: &mut Effects) -> Answered {
        let side = self.position.side();
        // After a stone of ours was taken back it is our turn; what comes is the opponent's all the same.
        self.position.set_side(self.own.map_or(side, |own| !own));
        let asked = self.place(coord).and_then(|()| {
            let asked = self.ask(Purpose::Move, 1, arrived, effects);
            asked.inspect_err(|_| _ = self.position.take_back())
        });
        if asked.is_err() {
            self.position.set_side(side);
        }
        asked
    }

    /// A stone of ours, whoever's turn it is.
    fn play(&mut self, coord: Coord) -> Answered {
        let side = self.position.side();
        self.position.set_side(self.own.unwrap_or(side));
        let placed = self.place(coord).map(|()| Some(Reply::Move(coord)));
        match placed {
            Ok(_) => self.own = self.position.order().last().map(|stone| stone.color),
            Err(_) => self.position.set_side(side),
        }
        placed
    }

    fn board(&mut self, stones: &[BoardLine], arrived: Moment, effects: &mut Effects) -> Answered {
        self.set_up(stones)?;
        self.ask(Purpose::Move, 1, arrived, effects)
    }

    /// Puts a position in the place of the present one.
    pub(super) fn set_up(&mut self, stones: &[BoardLine]) -> Result<(), Refusal> {
        let position = set_up(self.position.size(), self.position.rule(), self.axes, stones)?;
        if position.empty_points().next().is_none() {
            return Err(Refusal::BoardFull);
        }
        self.position = position;
        self.own = None;
        self.expectation = None;
        Ok(())
    }

    /// A stone of the side whose turn it is.
    fn place(&mut self, coord: Coord) -> Result<(), Refusal> {
        let point = self.point(coord)?;
        self.position.play(point).map_err(|_| Refusal::Occupied(coord))
    }

    fn take_back(&mut self, coord: Coord) -> Answered {
        let point = self.point(coord)?;
        if self.position.order().last().is_some_and(|stone| stone.point == point) {
            self.position.take_back();
            self.expectation = None;
            Ok(Some(Reply::Ok))
        } else if self.position.cell(point).color().is_some() {
            Err(Refusal::NotLast(coord))
        } else {
            Err(Refusal::NoStone(coord))
        }
    }

    /// The point that a manager names.
    pub(super) fn point(&self, coord: Coord) -> Result<Point, Refusal> {
        self.axes.point(coord, self.position.size()).ok_or(Refusal::Outside(coord))
    }
}
