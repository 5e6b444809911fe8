//! Players of ten levels: none misses a four, all keep to the rules, and each errs as it is to err.

#![expect(clippy::unwrap_used, reason = "a test whose material is wrong has failed")]

mod people;

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use tianyuan_player::{Answer, Choice, Control, Force, Job, Limits, Player, Report, Task, Verdict};
use tianyuan_rules::opening::{OpeningGame, OpeningRule, Phase};
use tianyuan_rules::{Board, Cell, Color, Point, Position, Rule, Size, notation};
use tianyuan_search::level::{Level, LeveledPlayer};

use crate::engine::engine;
use crate::random::Random;

/// Nodes that the levels which are the engine are given here.
const NODES: u64 = 300;

pub(crate) fn player(level: Level, seed: u64) -> LeveledPlayer {
    LeveledPlayer::new(engine(), level, seed)
}

pub(crate) fn think(player: &mut LeveledPlayer, job: &Job) -> (Answer, Vec<Report>) {
    let mut reports = Vec::new();
    let answer = player.think(job, &Control::new(), &mut |report: Report| reports.push(report));
    (answer, reports)
}

pub(crate) fn move_of(player: &mut LeveledPlayer, position: &Position, limits: Limits) -> Point {
    match think(player, &Job::new(position.clone(), limits, Task::Move)).0 {
        Answer::Move(point) => point,
        other => panic!("{other:?} in {position:?}"),
    }
}

/// A position after moves without separators, `h8i9`.
fn position(rule: Rule, moves: &str) -> Position {
    notation::position_from_code(moves, Size::STANDARD, rule).unwrap()
}

/// Stones near each other put down at random until somebody could make a five, or a few more.
fn position_with_fives(random: &mut Random) -> Option<Position> {
    let rule = random.one_of(&Rule::ALL);
    let size = Size::new(random.one_of(&[7, 10, 15, 19])).unwrap();
    let mut position = Position::new(size, rule);
    for _ in 0..60 {
        let board = Board::from(&position);
        let has_five = Color::ALL.into_iter().any(|color| !fives(&board, color).is_empty());
        if has_five && random.percent(70) {
            return Some(position);
        }
        // A five that is there is not made, so that there are several of both sides at times.
        let stones = position.order();
        let is_near = |point: &Point| stones.iter().any(|stone| stone.point.distance(*point) == 1);
        let fit = |point: &Point| {
            !board.wins_at(*point, board.side())
                && (stones.is_empty() || is_near(point))
                && is_legal(&board, *point)
        };
        let points: Vec<Point> = board.empty_points().filter(fit).collect();
        if points.is_empty() {
            return None;
        }
        position.play(random.one_of(&points)).unwrap();
    }
    None
}

fn is_legal(board: &Board, point: Point) -> bool {
    board.side() == Color::White || board.foul_at(point).is_none()
}

/// Where a stone of a color would make a five.
fn fives(board: &Board, color: Color) -> Vec<Point> {
    board.empty_points().filter(|&point| board.wins_at(point, color)).collect()
}

/// By the rules alone: what may be played in a position so that no four is missed, and why.
fn right_moves(position: &Position) -> (&'static str, Vec<Point>) {
    let mut board = Board::from(position);
    let side = board.side();
    let (own, his) = (fives(&board, side), fives(&board, !side));
    let legal: Vec<Point> = board.empty_points().filter(|&point| is_legal(&board, point)).collect();
    if !own.is_empty() {
        return ("five", own);
    }
    let stops = |&point: &Point| {
        board.place(point);
        let is_stopped = fives(&board, !side).is_empty();
        board.undo(point);
        is_stopped
    };
    let stopping: Vec<Point> = legal.iter().copied().filter(stops).collect();
    if !stopping.is_empty() {
        return ("four", stopping);
    }
    let some: Vec<Point> = his.into_iter().filter(|point| legal.contains(point)).collect();
    if some.is_empty() { ("forbidden", legal) } else { ("several", some) }
}

/// Whatever stands there, every level is asked about it.
#[test]
fn no_level_misses_a_four() {
    let mut random = Random::new(20);
    let mut players: Vec<LeveledPlayer> =
        (1..).zip(Level::ALL).map(|(seed, level)| player(level, seed)).collect();
    let mut kinds = BTreeMap::new();
    for _ in 0..1_500 {
        let Some(position) = position_with_fives(&mut random) else { continue };
        let (kind, right) = right_moves(&position);
        *kinds.entry(kind).or_insert(0) += 1;
        for player in &mut players {
            let point = move_of(player, &position, Limits::nodes(NODES));
            assert!(
                right.contains(&point) || right.is_empty(),
                "{} plays {point}, not one of {right:?}: {kind} in {position:?}",
                player.level()
            );
        }
    }
    let enough = |kind, n| kinds.get(kind).is_some_and(|&found| found >= n);
    assert!(enough("five", 300) && enough("four", 300) && enough("several", 20), "{kinds:?}");
    assert!(enough("forbidden", 1), "{kinds:?}");
}

/// Whole games against itself on boards of several sizes, at every level and in every rule.
#[test]
fn games_of_every_level_are_legal() {
    for (level, rule) in Level::ALL.into_iter().flat_map(|level| Rule::ALL.map(|rule| (level, rule))) {
        for side in [5, 9, 15, 22] {
            let mut position = Position::new(Size::new(side).unwrap(), rule);
            let mut player = player(level, 3);
            for _ in 0..40 {
                let board = Board::from(&position);
                if board.winner().is_some() || board.n_empty() == 0 {
                    break;
                }
                let point = move_of(&mut player, &position, Limits::nodes(NODES));
                assert_eq!(position.cell(point), Cell::Empty);
                let has_legal = board.empty_points().any(|point| is_legal(&board, point));
                assert!(is_legal(&board, point) || !has_legal, "{level} {rule} {side}: {point} is forbidden");
                position.play(point).unwrap();
            }
        }
    }
}

#[test]
fn first_moves_are_near_the_middle_and_near_each_other() {
    for level in Level::ALL {
        for seed in 0..20 {
            let mut position = Position::new(Size::STANDARD, Rule::Renju);
            let mut player = player(level, seed);
            for _ in 0..6 {
                let point = move_of(&mut player, &position, Limits::nodes(NODES));
                let near = |stone: &tianyuan_rules::Stone| stone.point.distance(point) <= 2;
                let is_plausible = if position.order().is_empty() {
                    point == Size::STANDARD.center()
                } else {
                    position.order().iter().any(near)
                };
                assert!(
                    is_plausible || level == Level::Tianyuan,
                    "{level}: {point} after {:?}",
                    position.order()
                );
                position.play(point).unwrap();
            }
        }
    }
}

#[test]
fn a_full_board_has_no_move_and_a_last_point_is_named_even_if_forbidden() {
    let size = Size::new(7).unwrap();
    let mut position = Position::new(size, Rule::Renju);
    let hole = size.point(3, 3).unwrap();
    for point in size.points().filter(|&point| point != hole) {
        let is_black = point.row() == 3 || (point.col() + point.row() / 2).is_multiple_of(2);
        position.put(if is_black { Color::Black } else { Color::White }, point).unwrap();
    }
    assert!(Board::from(&position).foul_at(hole).is_some());
    for level in Level::ALL {
        assert_eq!(move_of(&mut player(level, 1), &position, Limits::nodes(NODES)), hole, "{level}");
    }
    position.put(Color::White, hole).unwrap();
    let job = Job::new(position, Limits::nodes(NODES), Task::Move);
    assert!(Level::ALL.into_iter().all(|level| think(&mut player(level, 1), &job).0 == Answer::NoMove));
}

#[test]
fn a_choice_of_moves_is_kept_to() {
    let position = position(Rule::Renju, "h8i9i7g9j7");
    let set = |text: &str| text.split(' ').map(|point| point.parse::<Point>().unwrap()).collect();
    let choices = [
        Choice { only: Some(set("a1 o15")), ..Choice::ANY },
        Choice { without: set("g7 h7 k7 f7 l7 h9 g8"), ..Choice::ANY },
        Choice { only: Some(set("k7")), without: set("k7"), ..Choice::ANY },
    ];
    for (n, choice) in choices.into_iter().enumerate() {
        for level in Level::ALL {
            let job = Job {
                choice: choice.clone(),
                ..Job::new(position.clone(), Limits::nodes(NODES), Task::Move)
            };
            let Answer::Move(point) = think(&mut player(level, 2), &job).0 else { panic!("no move") };
            assert_eq!(position.cell(point), Cell::Empty);
            assert!(choice.allows(point) || n == 2, "{level} plays {point} of {choice:?}");
        }
    }
    // A five that is left out is not made, nor is the only stop of one that may not be played.
    let five = self::position(Rule::Freestyle, "h8h9i8i9j8j9k8k9");
    let choice = Choice { without: set("g8 l8"), ..Choice::ANY };
    for level in Level::ALL {
        let job = Job { choice: choice.clone(), ..Job::new(five.clone(), Limits::nodes(NODES), Task::Move) };
        assert!(matches!(think(&mut player(level, 2), &job).0, Answer::Move(point) if choice.allows(point)));
    }
}

#[test]
fn limits_of_a_job_hold_at_every_level() {
    let position = position(Rule::Renju, "h8i9i7g9j7h6");
    let stopped = Control::new();
    stopped.stop();
    for level in Level::ALL {
        let at_once = Limits { turn: Some(Duration::ZERO), ..Limits::INFINITE };
        assert_eq!(position.cell(move_of(&mut player(level, 1), &position, at_once)), Cell::Empty);
        let job = Job::new(position.clone(), Limits::INFINITE, Task::Move);
        let answer = player(level, 1).think(&job, &stopped, &mut |_: Report| ());
        assert!(matches!(answer, Answer::Move(_)), "{level}: {answer:?}");
        let job = Job::new(position.clone(), Limits::nodes(600), Task::Move);
        let (_, reports) = think(&mut player(level, 1), &job);
        assert!(reports.iter().all(|report| report.nodes <= 2_000), "{level}: {reports:?}");
        let job = Job::new(position.clone(), Limits::depth(2), Task::Move);
        let (_, reports) = think(&mut player(level, 1), &job);
        assert!(reports.iter().all(|report| report.depth <= 2), "{level}: {reports:?}");
    }
}

/// A level that is the engine has so many nodes of its own.
#[test]
fn masters_have_fewer_nodes_the_lower_they_stand() {
    let job = Job::new(position(Rule::Renju, "h8i9i7g9j7h6"), Limits::nodes(100_000), Task::Move);
    let nodes = [Level::Expert, Level::Master, Level::Grandmaster, Level::Tianyuan].map(|level| {
        let (_, reports) = think(&mut player(level, 1), &job);
        reports.last().unwrap().nodes
    });
    assert!(nodes.is_sorted_by(|below, above| below < above), "{nodes:?}");
}

#[test]
fn what_is_said_of_a_move_is_one_report_that_begins_with_it() {
    let job = Job::new(position(Rule::Renju, "h8i9i7g9j7h6"), Limits::INFINITE, Task::Move);
    for level in Level::ALL.into_iter().filter(|&level| level < Level::Expert) {
        let (answer, reports) = think(&mut player(level, 1), &job);
        let [report] = &reports[..] else { panic!("{level}: {reports:?}") };
        assert_eq!((answer, report.line, report.lines), (Answer::Move(report.pv[0]), 0, 1), "{level}");
        let mut line = job.position.clone();
        assert!(report.pv.iter().all(|&point| line.play(point).is_ok()), "{level}: {report:?}");
    }
}

#[test]
fn the_same_seed_and_jobs_have_the_same_answers() {
    let moves = "h8i9i7g9j7h6k8j9g7k6h7";
    let positions: Vec<Position> = (2..11)
        .map(|n| {
            let moves = notation::parse_code(moves, Size::STANDARD).unwrap();
            Position::from_moves(Size::STANDARD, Rule::Renju, &moves[..n]).unwrap()
        })
        .collect();
    let answers = |level, seed| {
        let mut player = player(level, seed);
        let answer = |position: &Position| {
            let (answer, reports) =
                think(&mut player, &Job::new(position.clone(), Limits::nodes(2_000), Task::Move));
            let last = reports.last().unwrap();
            (answer, last.verdict, last.pv.clone(), last.nodes)
        };
        positions.iter().map(answer).collect::<Vec<_>>()
    };
    for level in Level::ALL {
        assert_eq!(answers(level, 7), answers(level, 7), "{level}");
    }
    for level in [Level::Novice, Level::Casual, Level::Keen] {
        assert_ne!(answers(level, 7), answers(level, 8), "{level}");
    }
}

/// How many of 200 seeds leave Black's open three on row 8 alone.
fn times_overlooked(level: Level, moves: &str) -> usize {
    let position = position(Rule::Renju, moves);
    let stops = ["f8", "g8", "k8", "l8"].map(|point| point.parse::<Point>().unwrap());
    let seeds = if level < Level::Expert { 200 } else { 4 };
    let leaves =
        |seed: &u64| !stops.contains(&move_of(&mut player(level, *seed), &position, Limits::nodes(40_000)));
    (0..seeds).filter(leaves).count()
}

/// White has no four with which to gain time.
#[test]
fn weak_levels_overlook_an_open_three_and_strong_ones_do_not() {
    let fresh = "h8h9i8d4j8";
    let times = Level::ALL.map(|level| times_overlooked(level, fresh));
    assert!((10..120).contains(&times[0]), "{times:?}");
    assert!(times[..5].is_sorted_by(|below, above| below >= above), "{times:?}");
    assert!(times[..3].is_sorted_by(|below, above| below > above), "{times:?}");
    assert_eq!(times[Level::Expert as usize..], [0; 4], "{times:?}");
    // What has stood for a while is overlooked more often than what was just placed.
    let old = times_overlooked(Level::Novice, "h8h9i8d4j8d11c12");
    assert!(old > times[0], "{old} {times:?}");
}

/// Eight fours and a five, found in a game and proved by `tianyuan solve`.
const LONG_WIN: &str = "j8i7i9g10f8g9h8i8g7f6h6e9j10k11k7h10j7j9j6h4";

#[test]
fn a_long_win_by_fours_is_missed_below_and_found_above() {
    let job = Job::new(position(Rule::Renju, LONG_WIN), Limits::INFINITE, Task::Move);
    let sees = |level: Level, seed: u64| {
        let (answer, reports) = think(&mut player(level, seed), &job);
        let is_win = matches!(reports.last().unwrap().verdict, Verdict::WinIn(_));
        is_win && answer == Answer::Move("i5".parse().unwrap())
    };
    assert!((0..50).all(|seed| !sees(Level::Novice, seed) && !sees(Level::Casual, seed)));
    for level in [Level::Master, Level::Grandmaster] {
        assert!(sees(level, 1), "{level}");
    }
}

#[test]
fn what_is_no_move_is_answered_by_the_engine_itself() {
    let (position, limits) = (position(Rule::Renju, "h8i9i7g9j7h6"), Limits::nodes(20_000));
    for task in [
        Task::Analyze { lines: 3 },
        Task::Win(Force::Threats),
        Task::Defend,
        Task::Balance { stones: 1, value: 0 },
    ] {
        let job = Job::new(position.clone(), limits, task.clone());
        let expected = engine().think(&job, &Control::new(), &mut |_: Report| ());
        for level in Level::ALL {
            assert_eq!(think(&mut player(level, 1), &job).0, expected, "{level} {task:?}");
        }
    }
}

/// An opening against itself. The move behind it, if one is due, is that of the level.
fn open(level: Level, rule: OpeningRule, seed: u64) -> (Vec<String>, Option<Point>) {
    let mut game = OpeningGame::new(rule, Size::STANDARD, Rule::Renju).unwrap();
    let mut said = Vec::new();
    loop {
        let actor = game.actor();
        let job = Job::opening(game.clone(), Limits::nodes(300), seed);
        let Answer::Opening { acts, then } = think(&mut player(level, 5), &job).0 else {
            panic!("{level} {rule}")
        };
        for act in acts {
            said.push(format!("{act:?}"));
            game.act(act).unwrap();
        }
        if game.phase() != Phase::Over {
            assert_eq!(then, None, "{level} {rule}");
            continue;
        }
        assert_eq!(then.is_some(), game.actor() == actor, "{level} {rule}: {said:?}");
        if let Some(point) = then.filter(|_| level < Level::Expert) {
            assert_eq!(
                point,
                move_of(&mut player(level, 5), &game.position(), Limits::nodes(300)),
                "{level}"
            );
        }
        return (said, then);
    }
}

#[test]
fn openings_are_played_at_every_level() {
    let mut n_followed = 0;
    for level in [Level::Novice, Level::Keen, Level::Expert, Level::Master, Level::Tianyuan] {
        for rule in OpeningRule::ALL {
            let played = open(level, rule, 9);
            n_followed += usize::from(played.1.is_some());
            assert_eq!(played, open(level, rule, 9), "{level} {rule}");
        }
    }
    assert!(n_followed > 5, "a move was due");
    let openings: BTreeSet<_> = (0..5).map(|seed| open(Level::Novice, OpeningRule::Swap2, seed)).collect();
    assert!(openings.len() > 1, "another seed, another opening");
}
