//! A player of a level.

use std::io::{self, Read, Write};

use tianyuan_evaluation::Field;
use tianyuan_player::{Answer, Control, Job, Limits, Listener, OpeningTask, Player, Report, Settings, Task};
use tianyuan_rules::opening::Phase;
use tianyuan_rules::{Point, PointSet, Position, Rule};

use super::Level;
use super::choose::{Chosen, choose, stops_of_fives};
use super::mind::{Mind, Person};
use crate::Engine;
use crate::alphabeta::verdict;
use crate::watch::Watch;

/// Stones that count as few.
const FIRST_STONES: usize = 6;
/// So near is near to a stone.
const NEAR: usize = 2;

/// A player of a level. It plays as strong as that; analysis, forced wins and balanced stones are the engine's own, at
/// full strength.
///
/// Below [`Level::Expert`] a move takes some ten milliseconds at most, and is the same for the same seed and job
/// whatever was asked before. From there on the same holds as for an [`Engine`], whose limits in nodes are those of the
/// job or the level, whichever are fewer. Limits that are changed while it thinks count in the place of both.
#[derive(Debug)]
pub struct LeveledPlayer {
    engine: Engine,
    level: Level,
    seed: u64,
}

impl LeveledPlayer {
    /// A player of a level. Another seed errs at other moves.
    pub const fn new(engine: Engine, level: Level, seed: u64) -> Self {
        Self { engine, level, seed }
    }

    /// How strong it plays.
    pub const fn level(&self) -> Level {
        self.level
    }

    /// The same job with no more nodes than the level has for the engine.
    fn limited(&self, job: &Job) -> Job {
        let nodes = [job.limits.nodes, Mind::of(self.level).nodes()].into_iter().flatten().min();
        Job { limits: Limits { nodes, ..job.limits }, ..job.clone() }
    }

    fn engine_moves(&mut self, job: &Job, control: &Control, listener: &mut dyn Listener) -> Answer {
        let mut job = self.limited(job);
        // Where all is lost the engine takes any move; a person sees a four that was left alone.
        let field = Field::new(&job.position);
        let stops = stops_of_fives(&field, &job.choice);
        if field.counts(field.side()).fives == 0 && !stops.is_empty() {
            job.choice.only = Some(stops.into_iter().collect());
        } else if matches!(Mind::of(self.level), Mind::Nodes(_)) && job.choice.only.is_none() {
            job.choice.only = first_points(&job.position);
        }
        self.engine.think(&job, control, listener)
    }

    fn person_moves(
        &self,
        person: Person,
        job: &Job,
        control: &Control,
        listener: &mut dyn Listener,
    ) -> Answer {
        let clock = self.engine.clock();
        let chosen = choose(person, job, Watch::new(job, clock, control), self.seed);
        let Some(Chosen { value, pv, depth, nodes }) = chosen else { return Answer::NoMove };
        let answer = pv.first().map_or(Answer::NoMove, |&point| Answer::Move(point));
        let elapsed = clock.now().since(job.limits.started);
        let (line, lines, selective_depth, verdict) = (0, 1, depth, verdict(value, &job.position));
        listener.report(Report { line, lines, depth, selective_depth, nodes, elapsed, verdict, pv });
        answer
    }

    /// The acts are the engine's, the move behind them the level's own.
    fn open(
        &mut self,
        task: &OpeningTask,
        job: &Job,
        control: &Control,
        listener: &mut dyn Listener,
    ) -> Answer {
        let answer = self.engine.think(&self.limited(job).without_move(), control, listener);
        let Answer::Opening { acts, .. } = answer else { return answer };
        let mut game = task.game.clone();
        let is_done = acts.iter().all(|act| game.act(act.clone()).is_ok()) && game.phase() == Phase::Over;
        if !is_done || !task.move_follows || game.actor() != task.game.actor() {
            return Answer::Opening { acts, then: None };
        }
        let next = Job { position: game.position(), task: Task::Move, ..job.clone() };
        let then = match self.think(&next, control, listener) {
            Answer::Move(point) => Some(point),
            _ => None,
        };
        Answer::Opening { acts, then }
    }
}

/// The points near to stones while there are few of these: some thousand nodes do not tell what a stone far from all others is
/// worth, and nobody would place it there. `None` from then on, and on an empty board.
fn first_points(position: &Position) -> Option<PointSet> {
    let stones = position.order();
    let is_near = |point: Point| stones.iter().any(|stone| stone.point.distance(point) <= NEAR);
    let near = || position.empty_points().filter(|&point| is_near(point)).collect();
    (1..=FIRST_STONES).contains(&stones.len()).then(near)
}

impl Player for LeveledPlayer {
    fn think(&mut self, job: &Job, control: &Control, listener: &mut dyn Listener) -> Answer {
        match (&job.task, Mind::of(self.level)) {
            (Task::Move, Mind::Person(person)) => self.person_moves(person, job, control, listener),
            (Task::Move, Mind::Nodes(_) | Mind::Whole) => self.engine_moves(job, control, listener),
            (Task::Opening(task), _) => self.open(task, job, control, listener),
            (Task::Analyze { .. } | Task::Win(_) | Task::Defend | Task::Balance { .. }, _) => {
                self.engine.think(job, control, listener)
            }
        }
    }

    fn configure(&mut self, settings: Settings) {
        self.engine.configure(settings);
    }

    fn prepare(&mut self, rule: Rule) {
        self.engine.prepare(rule);
    }

    fn forget(&mut self) {
        self.engine.forget();
    }

    fn fullness(&self) -> Option<f64> {
        self.engine.fullness()
    }

    fn record(&self, output: &mut dyn Write) -> io::Result<()> {
        self.engine.record(output)
    }

    fn recall(&mut self, input: &mut dyn Read) -> io::Result<()> {
        self.engine.recall(input)
    }

    fn describe(&self, position: &Position) -> Vec<String> {
        self.engine.describe(position)
    }
}
