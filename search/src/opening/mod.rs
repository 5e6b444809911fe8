//! Decisions of the opening.
//!
//! What an act is worth is what the opponent will be allowed to make of it: a right to swap means that he takes the
//! better side, and of several offered fifth moves he keeps the one that is worst for Black. So decisions are a
//! minimax over the phases, by the players and not by the colors, with searches of positions at its ends.
//!
//! ```text
//! open ── a turn: acts until the other player has to act
//!   ├─ place   which stones, by `worth` of what follows
//!   ├─ worth   minimax over the phases that follow
//!   └─ judge   values of positions, fifth moves that differ
//! book ── what the 26 openings came to beforehand
//! balance ── stones after which a position is worth so much
//! ```

mod balance;
mod book;
mod judge;
mod place;
mod worth;

use tianyuan_evaluation::Tables;
use tianyuan_player::{Clock, Control, Job, Limits, Listener, OpeningTask, Task};
use tianyuan_rules::opening::{Act, Branch, Opening, OpeningGame, Phase, Seat};
use tianyuan_rules::{Point, Position, Rule, Size};

use crate::alphabeta::{self, Question};
use crate::parameters::Parameters;
use crate::table::Table;
use judge::{Judge, Stopped};

/// Bytes of the table for the work on the book.
const STUDY_BYTES: usize = 64 << 20;

/// The acts of the player whose turn it is, until the other one has to act or the opening is over; in the latter case
/// his move, if it is his and wanted.
pub(crate) fn open(
    question: &Question<'_>,
    task: &OpeningTask,
    listener: &mut dyn Listener,
) -> (Vec<Act>, Option<Point>) {
    let mut judge = Judge::new(question);
    let (mut game, mut acts) = (task.game.clone(), Vec::new());
    let actor = game.actor();
    while game.phase() != Phase::Over && game.actor() == actor {
        for act in decide(&mut judge, &game, task.seed) {
            // What was found is allowed; should it not be, the opening goes on all the same.
            let act = Some(act).filter(|act| game.check(act).is_ok()).or_else(|| game.plain_act());
            let Some(act) = act.filter(|act| game.act(act.clone()).is_ok()) else { return (acts, None) };
            acts.push(act);
        }
        listener.decided(&acts);
    }
    if game.actor() != actor || !task.move_follows {
        return (acts, None);
    }
    let job = Job { position: game.position(), task: Task::Move, ..question.job.clone() };
    (acts, alphabeta::search(&question.about(&job), listener))
}

/// One stone or two after which the side to move has about a value.
pub(crate) fn balance(question: &Question<'_>, n_moves: usize, value: i32) -> Vec<Point> {
    balance::moves(&mut Judge::new(question), &question.job.position, n_moves, value)
}

/// What an opening is worth for Black in renju if so many fifth moves are offered, 1 or more: White has chosen the fourth
/// move, and keeps the worst offer. `None` if the book has not as many fifth moves.
pub fn value_of(opening: Opening, offers: usize) -> Option<i32> {
    let three = Position::from_moves(Size::STANDARD, Rule::Renju, &opening.placement(Size::STANDARD)).ok()?;
    let worst = |fourth: book::Fourth| Some(fourth.fifths.get(offers.checked_sub(1)?)?.1);
    book::fourths(&three).into_iter().filter_map(worst).min()
}

/// The lines of the book for an opening, found by searches of `nodes` nodes each. It is a long work: minutes.
pub fn study(opening: Opening, nodes: u64, clock: &dyn Clock) -> Vec<String> {
    let (table, control) = (Table::new(STUDY_BYTES), Control::new());
    let job = Job::new(Position::new(Size::STANDARD, Rule::Renju), Limits::INFINITE, Task::Move);
    let (tables, parameters) = (&Tables::of_rule(Rule::Renju), &Parameters::of_rule(Rule::Renju));
    let (control, table) = (&control, &table);
    let question = Question { job: &job, control, clock, table, tables, parameters, threads: 1 };
    // Nothing stops it.
    book::study(&mut Judge::new(&question).with_nodes(nodes), opening).unwrap_or_default()
}

/// One decision: an act, or several that belong together.
fn decide(judge: &mut Judge<'_>, game: &OpeningGame, seed: u64) -> Vec<Act> {
    let actor = game.actor();
    let found = match game.phase() {
        Phase::Place { .. } => place::stones(judge, game, seed),
        Phase::Offer { count } => {
            judge.deepen(|judge, _| judge.fifths(&game.position(), count)).map(|fifths| {
                let best: Vec<Point> = fifths.into_iter().map(|(point, _)| point).collect();
                vec![Act::Offer(game.offers_with(&best))]
            })
        }
        Phase::Swap | Phase::Declare { .. } | Phase::Select | Phase::Choose { .. } => {
            judge.deepen(|judge, _| best(judge, game, actor, &acts_of(game))).map(|act| vec![act])
        }
        Phase::Over => None,
    };
    found.unwrap_or_else(|| game.plain_act().into_iter().collect())
}

/// The decisions that a phase leaves, the one that is taken among equals first. Stones and offers are not among them;
/// nor are two more stones that leave the choice to the opponent: who takes the better side of what stands has at
/// least an even game, who leaves the choice has at most that.
fn acts_of(game: &OpeningGame) -> Vec<Act> {
    match game.phase() {
        Phase::Swap => vec![Act::Stay, Act::Swap],
        Phase::Declare { most } => (1..=most).map(Act::Declare).collect(),
        Phase::Select => game.offers().iter().map(|&point| Act::Select(point)).collect(),
        Phase::Choose { branches } => {
            let ways = branches.iter().filter(|branch| **branch != Branch::Extend);
            ways.map(|&branch| Act::Choose(branch)).collect()
        }
        Phase::Place { .. } | Phase::Offer { .. } | Phase::Over => Vec::new(),
    }
}

/// The act that is worth most for a player.
fn best(judge: &mut Judge<'_>, game: &OpeningGame, actor: Seat, acts: &[Act]) -> Result<Act, Stopped> {
    let mut best: Option<(i32, &Act)> = None;
    for act in acts {
        let worth = worth::after(judge, game, act, actor)?;
        if best.is_none_or(|(most, _)| worth > most) {
            best = Some((worth, act));
        }
    }
    best.map(|(_, act)| act.clone()).ok_or(Stopped)
}
