//! Openings from which both sides have a game, found by search.
//!
//! Candidates are numbered: each is a few stones at random near the middle, determined by the seed and its
//! number alone. So a run that is cut off goes on where it stood, and any number of workers finds the same.
//!
//! ```text
//!  Recipe ── candidate(n) ── Terms::judge ── Balanced ── Book, none twice under symmetry
//!                                └── a Player, asked twice
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::ops::{ControlFlow, RangeInclusive};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng, rngs::ChaCha8Rng};
use tianyuan_player::{Control, Job, Limits, Player, Report, Task, Verdict};
use tianyuan_rules::{Board, Cell, Conduct, Direction, Game, Judgement};
use tianyuan_rules::{Point, Position, Rule, Size, Symmetry};

/// How candidates are made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recipe {
    /// The rule of the game.
    pub rule: Rule,
    /// The board.
    pub size: Size,
    /// How many stones, each number as likely as another.
    pub stones: RangeInclusive<usize>,
    /// They stand so many columns and rows from the middle at most.
    pub reach: usize,
    /// Determines all candidates.
    pub seed: u64,
}

/// What makes a candidate an opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// How candidates are made.
    pub recipe: Recipe,
    /// The largest value for either side, in units of [`Verdict::Estimate`].
    pub window: i32,
    /// Nodes of the first search and of the second, which has to confirm it.
    pub nodes: [u64; 2],
}

/// An opening that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Balanced {
    /// The moves, Black first.
    pub moves: Vec<Point>,
    /// What the second search makes of it, for the side to move.
    pub value: i32,
}

impl Recipe {
    /// The points on which stones may stand.
    pub fn points(&self) -> Vec<Point> {
        let is_near = |point: &Point| point.distance(self.size.center()) <= self.reach;
        self.size.points().filter(is_near).collect()
    }

    /// The candidate with this number. `None` if its stones are no opening: a move is forbidden or wins, or
    /// a side has four stones of a line of five to itself, so that no choice is left to the other.
    pub fn candidate(&self, number: u64) -> Option<Vec<Point>> {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(number);
        let n_stones = random.random_range(self.stones.clone());
        let mut points = self.points();
        let (moves, _) = points.partial_shuffle(&mut random, n_stones);
        is_quiet(self.size, self.rule, moves).then(|| moves.to_vec())
    }
}

/// Whether these moves can be played and leave no four.
fn is_quiet(size: Size, rule: Rule, moves: &[Point]) -> bool {
    play(size, rule, moves).is_some_and(|game| !has_four(game.board()))
}

/// Whether an opening can be played: no move is forbidden or on a point that is taken, and nobody has won.
pub fn is_playable(size: Size, rule: Rule, moves: &[Point]) -> bool {
    play(size, rule, moves).is_some()
}

fn play(size: Size, rule: Rule, moves: &[Point]) -> Option<Game> {
    let mut game = Game::new(size, rule, Conduct::AT_ONCE);
    let is_legal = moves.iter().all(|&point| matches!(game.play(point), Ok(Judgement::Legal)));
    (is_legal && game.outcome().is_none()).then_some(game)
}

fn has_four(board: &Board) -> bool {
    let starts = || board.size().points();
    Direction::ALL.into_iter().any(|direction| starts().any(|start| is_four(board, start, direction)))
}

/// Whether four of the five points from `start` on are one side's and none is the other's.
fn is_four(board: &Board, start: Point, direction: Direction) -> bool {
    let points = (0..5).map_while(|steps| start.step(direction, steps));
    let cells: Vec<Cell> = points.map(|point| board.cell(point)).collect();
    let count = |wanted: Cell| cells.iter().filter(|&&cell| cell == wanted).count();
    let counts = [Cell::Black, Cell::White, Cell::Empty].map(count);
    counts == [4, 0, 1] || counts == [0, 4, 1]
}

/// What positions that are the same but for a rotation or reflection have in common; the order of the moves
/// does not count.
pub fn key(size: Size, moves: &[Point]) -> Vec<(Point, bool)> {
    let image = |symmetry: Symmetry| {
        let stones = moves.iter().zip([true, false].into_iter().cycle());
        let mut stones: Vec<_> = stones.map(|(&p, is_black)| (symmetry.apply(size, p), is_black)).collect();
        stones.sort_unstable();
        stones
    };
    Symmetry::ALL.into_iter().map(image).min().unwrap_or_default()
}

impl Terms {
    /// The candidate with this number, if it is an opening and balanced for this player.
    pub fn judge(&self, number: u64, player: &mut dyn Player) -> Option<Balanced> {
        let moves = self.recipe.candidate(number)?;
        let position = Position::from_moves(self.recipe.size, self.recipe.rule, &moves).ok()?;
        // What was learnt from others would make the answer depend on who works.
        player.forget();
        let mut value = None;
        for nodes in self.nodes {
            value = Some(value_of(&position, nodes, player).filter(|value| value.abs() <= self.window)?);
        }
        Some(Balanced { moves, value: value? })
    }

    /// Judges the candidates from `first` on by `n_workers` players at the same time, and hands out what was
    /// found in the order of the numbers until `take` breaks. An error is that of the system, which gives no
    /// more threads, or of a player that failed.
    pub fn search(
        &self,
        first: u64,
        n_workers: usize,
        players: &(dyn Fn() -> Box<dyn Player + Send> + Sync),
        take: &mut dyn FnMut(u64, Option<Balanced>) -> ControlFlow<()>,
    ) -> io::Result<()> {
        let (next, stop) = (AtomicU64::new(first), AtomicBool::new(false));
        let (sender, judged) = channel();
        thread::scope(|scope| {
            let mut workers = Vec::new();
            for _ in 0..n_workers.max(1) {
                let (sender, next, stop) = (sender.clone(), &next, StopAtEnd(&stop));
                let work = move || self.work(next, players().as_mut(), &sender, &stop);
                workers.push(thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work)?);
            }
            drop(sender);
            let _ = hand_out(first, &judged, take);
            stop.store(true, Ordering::Relaxed);
            let failed = |_| io::Error::other("the search failed");
            workers.into_iter().try_for_each(|worker| worker.join().map_err(failed))
        })
    }

    fn work(
        &self,
        next: &AtomicU64,
        player: &mut dyn Player,
        sender: &Sender<(u64, Option<Balanced>)>,
        stop: &StopAtEnd<'_>,
    ) {
        player.prepare(self.recipe.rule);
        while !stop.0.load(Ordering::Relaxed) {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if sender.send((number, self.judge(number, player))).is_err() {
                return;
            }
        }
    }
}

/// Once a worker ends, even by a failure, none goes on.
struct StopAtEnd<'a>(&'a AtomicBool);

impl Drop for StopAtEnd<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Stack of a thread that searches: its recursion is as deep as the board is large.
const STACK: usize = 16 << 20;

/// Hands out in order; breaks when enough was taken.
fn hand_out(
    mut next: u64,
    judged: &Receiver<(u64, Option<Balanced>)>,
    take: &mut dyn FnMut(u64, Option<Balanced>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut waiting = BTreeMap::new();
    for (number, found) in judged {
        waiting.insert(number, found);
        while let Some(found) = waiting.remove(&next) {
            take(next, found)?;
            next += 1;
        }
    }
    ControlFlow::Continue(())
}

/// The value for the side to move; `None` if a win is proved for either side, or nothing was said.
fn value_of(position: &Position, nodes: u64, player: &mut dyn Player) -> Option<i32> {
    let job = Job::new(position.clone(), Limits::nodes(nodes), Task::Analyze { lines: 1 });
    let mut verdict = None;
    player.think(&job, &Control::new(), &mut |report: Report| verdict = Some(report.verdict));
    match verdict? {
        Verdict::Estimate { value, .. } => Some(value),
        Verdict::WinIn(_) | Verdict::LossIn(_) => None,
    }
}

/// Openings, none twice under symmetry.
#[derive(Clone, Debug)]
pub struct Book {
    size: Size,
    keys: BTreeSet<Vec<(Point, bool)>>,
}

impl Book {
    /// An empty one for this board.
    pub const fn new(size: Size) -> Self {
        Self { size, keys: BTreeSet::new() }
    }

    /// Adds an opening; false if it was there.
    pub fn add(&mut self, moves: &[Point]) -> bool {
        self.keys.insert(key(self.size, moves))
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }
}
