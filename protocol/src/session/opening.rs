//! Asking the player what to do in an opening, and saying it.

use std::time::Duration;

use tianyuan_player::{Answer, Choice, Job, Moment, Task};
use tianyuan_rules::opening::{Act, OpeningGame, Phase};
use tianyuan_rules::{Cell, Point, Position};

use super::Session;
use super::act::{Answered, Refusal};
use super::ask::any_move;
use super::thinking::Thinking;
use crate::opening::{OpeningQuestion, OpeningWord};
use crate::{Axes, Effect, Effects, Reply};

/// More than any estimate.
const MOST_VALUE: i64 = 20_000;

/// An open question about a position that is not the present one.
#[derive(Debug)]
pub(super) enum Elsewhere {
    /// What to do in an opening.
    Opening(Box<InOpening>),
    /// So many stones after which this position is even, or worth something.
    Balance(Box<Position>, usize),
}

/// A question about an opening.
#[derive(Debug)]
pub(super) struct InOpening {
    question: OpeningQuestion,
    game: OpeningGame,
}

impl Session {
    /// Asks the player what to do in an opening. The position stays what it is: whoever asks restates the stones.
    pub(super) fn ask_opening(
        &mut self,
        mut question: OpeningQuestion,
        arrived: Moment,
        effects: &mut Effects,
    ) -> Answered {
        let (axes, size) = (self.axes, self.position.size());
        if let OpeningWord::YxSwap2(2 | 3) = question.word {
            // The stones are those that were set up.
            let stones = self.position.order().iter().map(|stone| axes.coord(stone.point, size));
            question.moves = stones.collect();
        }
        let game = question.game(axes, size, self.position.rule()).map_err(Refusal::Opening)?;
        self.prepare_player(effects);
        let job = Job::opening(game.clone(), self.limits(arrived), seed(arrived));
        let job = if question.word.is_yixins() { job.without_move() } else { job };
        self.think_elsewhere(job, Elsewhere::Opening(Box::new(InOpening { question, game })), effects);
        Ok(None)
    }

    /// Asks the player whether he takes the one stone that stands, or else for his move.
    pub(super) fn ask_swap_after_first(&mut self, arrived: Moment, effects: &mut Effects) -> Answered {
        let (axes, size) = (self.axes, self.position.size());
        let moves = self.position.order().iter().map(|stone| axes.coord(stone.point, size)).collect();
        let word = OpeningWord::Swap1stBoard;
        self.ask_opening(OpeningQuestion { word, number: None, moves, offers: Vec::new() }, arrived, effects)
    }

    /// Asks the player for stones after which the side to move has about a value.
    pub(super) fn ask_balance(
        &mut self,
        position: Position,
        stones: usize,
        value: i64,
        arrived: Moment,
        effects: &mut Effects,
    ) -> Answered {
        if position.empty_points().count() < stones {
            return Err(Refusal::BoardFull);
        }
        self.prepare_player(effects);
        let value = i32::try_from(value.clamp(-MOST_VALUE, MOST_VALUE)).unwrap_or_default();
        let task = Task::Balance { stones, value };
        let job = Job::new(position, self.limits(arrived), task);
        let asked = Elsewhere::Balance(Box::new(job.position.clone()), stones);
        self.think_elsewhere(job, asked, effects);
        Ok(None)
    }

    fn think_elsewhere(&mut self, job: Job, asked: Elsewhere, effects: &mut Effects) {
        self.thinking = Some(Thinking::elsewhere(&job, asked, self.style()));
        effects.push(Effect::Think(Box::new(job)));
    }
}

impl Elsewhere {
    /// Whether it is a step of Yixin-Board. The board goes on without waiting for its answer: it shows forbidden points,
    /// which need not disturb, and begins another opening, to which the answer would not belong.
    pub(super) fn is_yixins(&self) -> bool {
        matches!(self, Self::Opening(asked) if asked.question.word.is_yixins())
    }

    /// What is said, whatever the player has answered.
    pub(super) fn answer(self, answer: Answer, axes: Axes) -> Vec<Reply> {
        match (self, answer) {
            (Self::Opening(asked), Answer::Opening { acts, then }) => asked.answer(acts, then, axes),
            (Self::Opening(asked), _) => asked.answer(Vec::new(), None, axes),
            (Self::Balance(position, n), Answer::Stones(points)) => vec![balance(*position, n, points, axes)],
            (Self::Balance(position, n), _) => vec![balance(*position, n, Vec::new(), axes)],
        }
    }
}

/// So many stones, those that are wanted as far as they can be placed. They are proposed, not placed.
fn balance(mut position: Position, n_stones: usize, wanted: Vec<Point>, axes: Axes) -> Reply {
    let (mut wanted, mut coords) = (wanted.into_iter(), Vec::new());
    while coords.len() < n_stones {
        let is_empty = |&point: &Point| position.cell(point) == Cell::Empty;
        let point = wanted.next().filter(is_empty).or_else(|| any_move(&position, &Choice::ANY));
        let Some(point) = point.filter(|&point| position.play(point).is_ok()) else { break };
        coords.push(axes.coord(point, position.size()));
    }
    Reply::Moves(coords, None)
}

impl InOpening {
    fn answer(&self, acts: Vec<Act>, then: Option<Point>, axes: Axes) -> Vec<Reply> {
        let (acts, then) = self.whole_turn(acts, then);
        self.question.answer(&self.game, &acts, then, axes)
    }

    /// A whole turn: what the player does as far as it is allowed, and the plainest acts from there on; and the move
    /// that follows, if it is due.
    fn whole_turn(&self, acts: Vec<Act>, then: Option<Point>) -> (Vec<Act>, Option<Point>) {
        let (mut game, actor) = (self.game.clone(), self.game.actor());
        let (mut acts, mut done) = (acts.into_iter(), Vec::new());
        while game.phase() != Phase::Over && game.actor() == actor {
            let act = acts.next().filter(|act| game.check(act).is_ok()).or_else(|| game.plain_act());
            let Some(act) = act.filter(|act| game.act(act.clone()).is_ok()) else { break };
            done.push(act);
        }
        if game.phase() != Phase::Over || game.actor() != actor {
            return (done, None);
        }
        let position = game.position();
        let is_empty = |&point: &Point| position.cell(point) == Cell::Empty;
        (done, then.filter(is_empty).or_else(|| any_move(&position, &Choice::ANY)))
    }
}

/// A number that is another one each time.
fn seed(arrived: Moment) -> u64 {
    let since: Duration = arrived.since(Moment::default());
    u64::try_from(since.as_nanos()).unwrap_or_default()
}
