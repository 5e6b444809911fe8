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
use tianyuan_player::{Control, Job, Limits, Player, Report, THINKING_STACK, Task, Verdict};
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
                workers.push(thread::Builder::new().stack_size(THINKING_STACK).spawn_scoped(scope, work)?);
            }
            drop(sender);
            let _ = hand_out(first, &judged, take);
            stop.store(true, Ordering::Relaxed);
            // All of them: a failure that nobody asks for would end the program.
            let n_failed = workers.into_iter().filter_map(|worker| worker.join().err()).count();
            if n_failed == 0 { Ok(()) } else { Err(io::Error::other("the search failed")) }
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

#[cfg(test)]
mod tests {
    use super::*;
    use tianyuan_player::{Answer, Listener};
    use tianyuan_rules::notation;

    /// Takes a position for what its points add up to, and has proved a win where that is a multiple of 5.
    struct Adder;

    impl Player for Adder {
        fn think(&mut self, job: &Job, _: &Control, listener: &mut dyn Listener) -> Answer {
            let order = job.position.order();
            let sum: usize = order.iter().map(|stone| stone.point.index()).sum();
            let value = i32::try_from(sum % 201).unwrap() - 100;
            let verdict = if sum.is_multiple_of(5) { Verdict::WinIn(9) } else { Verdict::estimate(value) };
            let nodes = job.limits.nodes.unwrap();
            // A second search sees more.
            let verdict = if nodes > 10 && sum.is_multiple_of(7) { Verdict::estimate(99) } else { verdict };
            let (elapsed, pv) = (std::time::Duration::ZERO, vec![order[0].point]);
            let (line, lines, depth, selective_depth) = (0, 1, 1, 1);
            listener.report(Report { line, lines, depth, selective_depth, nodes, elapsed, verdict, pv });
            Answer::NoMove
        }

        fn configure(&mut self, _: tianyuan_player::Settings) {}

        fn forget(&mut self) {}
    }

    fn terms(rule: Rule, stones: RangeInclusive<usize>) -> Terms {
        let recipe = Recipe { rule, size: Size::STANDARD, stones, reach: 2, seed: 3 };
        Terms { recipe, window: 60, nodes: [10, 50] }
    }

    fn found(terms: &Terms, first: u64, n_workers: usize, last: u64) -> Vec<(u64, Option<Balanced>)> {
        let mut all = Vec::new();
        let take = &mut |number, opening| {
            all.push((number, opening));
            if number == last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        terms.search(first, n_workers, &|| Box::new(Adder), take).unwrap();
        all
    }

    #[test]
    fn candidates_are_near_the_middle_playable_and_leave_a_choice() {
        for rule in Rule::ALL {
            let recipe = terms(rule, 4..=9).recipe;
            let all: Vec<Vec<Point>> = (0..2000).filter_map(|number| recipe.candidate(number)).collect();
            let n_stones: BTreeSet<usize> = all.iter().map(Vec::len).collect();
            assert!(n_stones.into_iter().eq(4..=9));
            for moves in &all {
                assert!(moves.iter().all(|point| point.distance(Size::STANDARD.center()) <= 2));
                assert!(is_playable(Size::STANDARD, rule, moves));
                let position = Position::from_moves(Size::STANDARD, rule, moves).unwrap();
                let board = Board::from(&position);
                for point in position.empty_points() {
                    let wins = |color| board.wins_at(point, color);
                    assert!(
                        !tianyuan_rules::Color::ALL.into_iter().any(wins),
                        "{}",
                        notation::code(moves.clone())
                    );
                }
            }
        }
    }

    #[test]
    fn a_candidate_depends_on_the_seed_and_its_number_alone() {
        let recipe = terms(Rule::Renju, 5..=5).recipe;
        let other = Recipe { seed: 4, ..recipe.clone() };
        let all = |recipe: &Recipe| (0..50).map(|number| recipe.candidate(number)).collect::<Vec<_>>();
        assert_eq!(recipe.candidate(49), all(&recipe)[49]);
        assert_ne!(all(&recipe), all(&other));
        assert!(all(&recipe).iter().flatten().collect::<BTreeSet<_>>().len() > 30);
    }

    #[test]
    fn fours_forbidden_moves_and_wins_are_no_openings() {
        let is_quiet = |code: &str, rule| {
            is_quiet(Size::STANDARD, rule, &notation::parse_code(code, Size::STANDARD).unwrap())
        };
        assert!(!is_quiet("h8a1i8b1j8a2k8", Rule::Freestyle), "a four");
        assert!(!is_quiet("h8a1i8b1k8a2l8", Rule::Freestyle), "a broken four");
        assert!(!is_quiet("a8g8b8o1c8o3e8", Rule::Freestyle), "one at the edge");
        assert!(is_quiet("h8g8i8l8j8a2k8", Rule::Freestyle), "no room for a five");
        assert!(is_quiet("h8a1i8b1j8a2", Rule::Freestyle), "a three");
        // h8 makes a three in the row and one in the column.
        assert!(!is_quiet("g8a1i8c1h9e1h10o1h8", Rule::Renju), "a double-three");
        assert!(is_quiet("g8a1i8c1h9e1h10o1h8", Rule::Standard));
        let won = notation::parse_code("h8a1i8b1j8c1k8a3l8", Size::STANDARD).unwrap();
        assert!(!is_playable(Size::STANDARD, Rule::Freestyle, &won));
    }

    #[test]
    fn the_same_position_is_seen_in_any_order_and_turned_around() {
        let key = |code: &str| key(Size::STANDARD, &notation::parse_code(code, Size::STANDARD).unwrap());
        assert_eq!(key("h8i9g10"), key("g10i9h8"), "another order");
        assert_eq!(key("h8i9g10"), key("h8g7i6"), "turned");
        assert_eq!(key("h8i9g10"), key("h8i9j7"), "mirrored");
        assert_ne!(key("h8i9g10"), key("i9h8g10"), "other colors");
        let mut book = Book::new(Size::STANDARD);
        let moves = Recipe::candidate(&terms(Rule::Renju, 5..=5).recipe, 0).unwrap();
        let turned: Vec<Point> = moves.iter().map(|&p| Symmetry::ALL[6].apply(Size::STANDARD, p)).collect();
        assert!(book.is_empty() && book.add(&moves) && !book.add(&turned) && book.len() == 1);
    }

    #[test]
    fn only_what_both_searches_find_balanced_is_taken() {
        let terms = terms(Rule::Freestyle, 5..=5);
        let all = found(&terms, 0, 1, 300);
        let sum = |moves: &[Point]| moves.iter().map(|point| point.index()).sum::<usize>();
        for (number, opening) in &all {
            let Some(moves) = terms.recipe.candidate(*number) else { continue };
            let sum = sum(&moves);
            let value = i32::try_from(sum % 201).unwrap() - 100;
            let is_good = value.abs() <= 60 && !sum.is_multiple_of(5) && !sum.is_multiple_of(7);
            assert_eq!(*opening, is_good.then_some(Balanced { moves, value }));
        }
        assert!((50..250).contains(&all.iter().filter(|(_, opening)| opening.is_some()).count()));
    }

    #[test]
    fn any_number_of_workers_finds_the_same_in_order_from_anywhere() {
        let terms = terms(Rule::Renju, 3..=6);
        let one = found(&terms, 0, 1, 200);
        assert!(one.iter().map(|(number, _)| *number).eq(0..=200));
        assert_eq!(found(&terms, 0, 4, 200), one);
        assert_eq!(found(&terms, 120, 3, 200), one[120..]);
    }

    #[test]
    fn a_player_that_fails_is_an_error_and_no_endless_wait() {
        struct Failing;
        impl Player for Failing {
            fn think(&mut self, job: &Job, control: &Control, listener: &mut dyn Listener) -> Answer {
                assert!(!job.position.order()[0].point.index().is_multiple_of(3), "a failure that is wanted");
                Adder.think(job, control, listener)
            }
            fn configure(&mut self, _: tianyuan_player::Settings) {}
            fn forget(&mut self) {}
        }
        let terms = terms(Rule::Freestyle, 5..=5);
        let take = &mut |_, _| ControlFlow::Continue(());
        let error = terms.search(0, 3, &|| Box::new(Failing), take).unwrap_err();
        assert_eq!(error.to_string(), "the search failed");
    }
}
