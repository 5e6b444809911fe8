//! The engine as a player: legal, sensible and repeatable answers in every rule.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use tianyuan_player::{
    Answer, Choice, Clock, Control, Force, Insight, Job, Limits, Lines, Listener, Mark, Moment, Player,
    Report, Settings, Task, Verdict,
};
use tianyuan_rules::{Board, Cell, Color, Point, PointSet, Position, Rule, Size};
use tianyuan_search::Engine;

/// A clock that each look moves on by a microsecond: no test depends on the machine's speed.
#[derive(Debug, Default)]
struct Ticking(AtomicU64);

impl Clock for Ticking {
    fn now(&self) -> Moment {
        Moment::new(Duration::from_micros(self.0.fetch_add(1, Ordering::Relaxed)))
    }
}

pub(crate) fn engine() -> Engine {
    let mut engine = Engine::new(Arc::new(Ticking::default()));
    engine.configure(Settings { threads: 1, table_bytes: 4 << 20 });
    engine
}

/// The position after moves in algebraic notation, separated by blanks.
fn position(rule: Rule, moves: &str) -> Position {
    let moves: Vec<Point> = moves.split_whitespace().map(|text| text.parse().expect("a point")).collect();
    Position::from_moves(Size::STANDARD, rule, &moves).expect("a free point")
}

fn set_up(rule: Rule, black: &str, white: &str, side: Color) -> Position {
    let mut position = Position::new(Size::STANDARD, rule);
    for (color, points) in [(Color::Black, black), (Color::White, white)] {
        for point in points.split_whitespace() {
            position.put(color, point.parse().expect("a point")).expect("a free point");
        }
    }
    position.set_side(side);
    position
}

fn think(engine: &mut Engine, position: &Position, limits: Limits) -> (Answer, Vec<Report>) {
    let job = Job::new(position.clone(), limits, Task::Move);
    let mut reports = Vec::new();
    let answer = engine.think(&job, &Control::new(), &mut |report: Report| reports.push(report));
    (answer, reports)
}

fn best(position: &Position, nodes: u64) -> Point {
    match think(&mut engine(), position, Limits::nodes(nodes)).0 {
        Answer::Move(point) => point,
        other => panic!("{other:?} in {position:?}"),
    }
}

/// The positions with which Gomocup's organisers test whether an engine knows the rules.
#[test]
fn the_organizers_positions() {
    for rule in Rule::ALL {
        let answer = best(&position(rule, "h8 h9 i8 i9 j8 j9 k8 k9"), 20_000);
        assert!(["g8", "l8"].contains(&answer.to_string().as_str()), "{rule}: {answer}");
    }
    let renju = best(&position(Rule::Renju, "h8 h9 i7 i9 h10 i6 i11 i12"), 50_000);
    assert_ne!(renju.to_string(), "g9");
    let caro = ["f5", "f6", "f10", "f11"];
    let cases = [
        (Rule::Standard, "h8 h9 i8 h10 g8 h11 j13 h12 g14 h14 i15", &["f8", "j8"][..]),
        (Rule::Caro, "h8 f8 g8 f9 i8 f7 j8 l8", &caro),
        (Rule::CaroExact, "h8 f8 g8 f9 i8 f7 j8 l8", &caro),
    ];
    for (rule, moves, right) in cases {
        let answer = best(&position(rule, moves), 50_000);
        assert!(right.contains(&answer.to_string().as_str()), "{rule} {moves}: {answer}");
    }
}

#[test]
fn a_five_is_made_and_a_four_is_stopped() {
    for rule in Rule::ALL {
        let own = set_up(rule, "e8 f8 g8 h8 c3", "d8 e9 f9 g9 h9", Color::Black);
        assert_eq!(best(&own, 1_000).to_string(), "i8", "{rule}");
        let his = set_up(rule, "e8 f8 g8 h8", "d8 f9 g9", Color::White);
        let answer = best(&his, 1_000).to_string();
        assert!(answer == "i8" || (rule.blocks_count() && answer == "j8"), "{rule}: {answer}");
    }
}

/// White's four on row 3 can only be stopped at h3, where Black would make a double-four.
const FORBIDDEN_BLOCK: (&str, &str) = ("c3 h4 h5 h6 i4 j5 k6", "d3 e3 f3 g3");

#[test]
fn where_the_only_block_is_forbidden_the_answer_is_legal_and_comes_at_once() {
    let position = set_up(Rule::Renju, FORBIDDEN_BLOCK.0, FORBIDDEN_BLOCK.1, Color::Black);
    let (answer, reports) = think(&mut engine(), &position, Limits::nodes(100_000));
    let Answer::Move(point) = answer else { panic!("no move") };
    assert_eq!(Board::from(&position).foul_at(point), None);
    assert_eq!(reports.last().map(|report| report.verdict), Some(Verdict::LossIn(2)));
    assert!(reports.last().is_some_and(|report| report.nodes < 5_000), "{reports:?}");
}

#[test]
fn white_wins_on_a_point_that_is_forbidden_to_black() {
    let position = set_up(Rule::Renju, FORBIDDEN_BLOCK.0, "d3 e3 f3", Color::White);
    let (answer, reports) = think(&mut engine(), &position, Limits::nodes(20_000));
    assert_eq!(reports.last().map(|report| report.verdict), Some(Verdict::WinIn(3)));
    assert_eq!(answer, Answer::Move("g3".parse().unwrap()));
}

#[test]
fn the_same_question_has_the_same_answer_after_the_same_nodes() {
    for rule in Rule::ALL {
        let position = position(rule, "h8 i9 i7 g9 j7");
        let mut first = engine();
        let once = think(&mut first, &position, Limits::nodes(30_000));
        let again = think(&mut engine(), &position, Limits::nodes(30_000));
        assert_eq!(summary(&once), summary(&again), "{rule}");
        first.forget();
        assert_eq!(summary(&once), summary(&think(&mut first, &position, Limits::nodes(30_000))), "{rule}");
    }
}

fn summary((answer, reports): &(Answer, Vec<Report>)) -> (Answer, Vec<(u64, Vec<Point>, Verdict)>) {
    (answer.clone(), reports.iter().map(|r| (r.nodes, r.pv.clone(), r.verdict)).collect())
}

/// Whole games against itself on all sizes: every move is legal, the end is reached.
#[test]
fn games_against_itself_are_legal() {
    for (rule, side) in Rule::ALL.into_iter().flat_map(|rule| [5, 9, 15, 22].map(|side| (rule, side))) {
        let mut position = Position::new(Size::new(side).unwrap(), rule);
        let mut engine = engine();
        for _ in 0..60 {
            let board = Board::from(&position);
            let has_legal = board.empty_points().any(|p| board.foul_at(p).is_none());
            match think(&mut engine, &position, Limits::nodes(300)).0 {
                Answer::Opening { .. } | Answer::Stones(_) => panic!("a move was asked for"),
                Answer::NoMove => {
                    assert_eq!(board.n_empty(), 0);
                    break;
                }
                Answer::Move(point) => {
                    assert_eq!(position.cell(point), Cell::Empty);
                    let foul = if position.side() == Color::Black { board.foul_at(point) } else { None };
                    assert!(foul.is_none() || !has_legal, "{rule} {side}: {point} is a {foul:?}");
                    position.play(point).unwrap();
                }
            }
            if Board::from(&position).winner().is_some() {
                break;
            }
        }
    }
}

#[test]
fn without_a_legal_move_an_empty_point_is_named() {
    // The last empty point is an overline for Black.
    let size = Size::new(7).unwrap();
    let mut position = Position::new(size, Rule::Renju);
    let hole = size.point(3, 3).unwrap();
    for point in size.points().filter(|&point| point != hole) {
        let color = if point.row() == 3 || (point.col() + point.row() / 2) % 2 == 0 {
            Color::Black
        } else {
            Color::White
        };
        position.put(color, point).unwrap();
    }
    assert!(Board::from(&position).foul_at(hole).is_some());
    assert_eq!(think(&mut engine(), &position, Limits::nodes(100)).0, Answer::Move(hole));
    position.put(Color::White, hole).unwrap();
    assert_eq!(think(&mut engine(), &position, Limits::nodes(100)).0, Answer::NoMove);
}

#[test]
fn the_first_stone_is_placed_in_the_middle() {
    for side in 5..=22 {
        let size = Size::new(side).unwrap();
        assert_eq!(best(&Position::new(size, Rule::Freestyle), 1_000), size.center());
    }
}

#[test]
fn stopped_before_it_begins_it_still_answers() {
    let control = Control::new();
    control.stop();
    let position = position(Rule::Renju, "h8 i9 i7 g9 j7");
    let job = Job::new(position.clone(), Limits::INFINITE, Task::Move);
    let Answer::Move(point) = engine().think(&job, &control, &mut |_: Report| ()) else { panic!("no move") };
    assert_eq!(position.cell(point), Cell::Empty);
}

#[test]
fn limits_that_arrive_while_thinking_hold() {
    let control = Control::new();
    let job = Job::new(position(Rule::Freestyle, "h8 i9"), Limits::INFINITE, Task::Move);
    let mut n_reports = 0;
    // Without this limit the search would not end.
    let answer = engine().think(&job, &control, &mut |_: Report| {
        n_reports += 1;
        if n_reports == 2 {
            control.set_limits(Limits { turn: Some(Duration::ZERO), ..Limits::INFINITE });
        }
    });
    assert!(matches!(answer, Answer::Move(_)));
}

#[test]
fn several_lines_are_different_and_in_order() {
    let job = Job::new(position(Rule::Renju, "h8 i9 i7 g9 j7"), Limits::depth(5), Task::Analyze { lines: 4 });
    let mut reports = Vec::new();
    engine().think(&job, &Control::new(), &mut |report: Report| reports.push(report));
    let last: Vec<_> = reports.iter().filter(|report| report.depth == 5).collect();
    assert_eq!(last.iter().map(|report| report.line).collect::<Vec<_>>(), [0, 1, 2, 3]);
    let mut first_moves: Vec<_> = last.iter().map(|report| report.pv[0]).collect();
    first_moves.sort_unstable();
    first_moves.dedup();
    assert_eq!(first_moves.len(), 4);
    let chances: Vec<_> = last.iter().map(|report| report.verdict.win_chance()).collect();
    assert!(chances.is_sorted_by(|a, b| a >= b), "{chances:?}");
}

#[test]
fn several_threads_answer_as_one_does() {
    let mut engine = engine();
    engine.configure(Settings { threads: 3, table_bytes: 4 << 20 });
    let position = set_up(Rule::Freestyle, "e8 f8 g8", "e9 f9", Color::White);
    for _ in 0..20 {
        let (answer, reports) = think(&mut engine, &position, Limits::depth(6));
        assert!(matches!(answer, Answer::Move(point) if position.cell(point) == Cell::Empty));
        assert!(!reports.is_empty());
    }
}

/// The moves that are reported for a choice at the last depth, 3 at most, best first.
fn chosen(moves: &str, choice: Choice, lines: usize) -> Vec<String> {
    let job =
        Job { choice, ..Job::new(position(Rule::Renju, moves), Limits::depth(3), Task::Analyze { lines }) };
    let mut reports = Vec::new();
    let answer = engine().think(&job, &Control::new(), &mut |report: Report| reports.push(report));
    let depth = reports.last().map(|report| report.depth);
    let last = reports.iter().rev().take_while(|report| Some(report.depth) == depth);
    let mut moves: Vec<String> = last.map(|report| report.pv[0].to_string()).collect();
    moves.reverse();
    assert!(matches!(answer, Answer::Move(point) if point.to_string() == moves[0]), "{answer:?} {moves:?}");
    moves
}

fn at(text: &str) -> Point {
    text.parse().expect("a point")
}

fn points(text: &str) -> PointSet {
    text.split(' ').map(at).collect()
}

#[test]
fn a_choice_of_moves_is_kept_to() {
    let moves = "h8 i9 i7 g9";
    let best = chosen(moves, Choice::ANY, 1);
    let without = chosen(moves, Choice { without: points(&best[0]), ..Choice::ANY }, 1);
    assert_ne!(best, without);
    // Far from all stones nobody would look by himself.
    let mut only = chosen(moves, Choice { only: Some(points("a1 o15 h8")), ..Choice::ANY }, 9);
    only.sort();
    assert_eq!(only, ["a1", "o15"], "h8 is taken");
    let also = chosen(moves, Choice { also: points("a1"), ..Choice::ANY }, 300);
    assert!(also.len() > 20 && also.contains(&"a1".to_owned()));
    let nothing_left = Choice { only: Some(points("h8")), ..Choice::ANY };
    assert_eq!(chosen(moves, nothing_left, 1), best);
}

#[test]
fn a_win_that_is_not_chosen_is_not_played() {
    // Black makes a five at c1 or h1.
    let moves = "d1 d3 e1 e3 f1 f3 g1 m9";
    assert!(["c1", "h1"].contains(&chosen(moves, Choice::ANY, 1)[0].as_str()));
    assert_eq!(chosen(moves, Choice { only: Some(points("a9")), ..Choice::ANY }, 1), ["a9"]);
    assert_eq!(chosen(moves, Choice { without: points("c1"), ..Choice::ANY }, 1), ["h1"]);
}

/// Hears of single moves, and the last report of each line of play.
#[derive(Default)]
struct Marks(Vec<Mark>, Lines);

impl Listener for Marks {
    fn report(&mut self, report: Report) {
        self.1.take(report);
    }

    fn mark(&mut self, mark: Mark) {
        self.0.push(mark);
    }
}

#[test]
fn moves_that_lose_are_marked_once() {
    let lost = |moves: &str, marks: bool| {
        let job = Job::new(position(Rule::Freestyle, moves), Limits::depth(4), Task::Analyze { lines: 2 });
        let mut heard = Marks::default();
        engine().think(&Job { marks, ..job }, &Control::new(), &mut heard);
        let lost = |mark: &Mark| if let Mark::Loses(point) = mark { Some(*point) } else { None };
        heard.0.iter().filter_map(lost).collect::<Vec<_>>()
    };
    // Black will have a five at c1 or h1: nothing that White does helps.
    let straight_four = "d1 d3 e1 e3 f1 m3 g1";
    let all = lost(straight_four, true);
    let different: PointSet = all.iter().copied().collect();
    assert!(all.len() > 20 && all.len() == different.len(), "{all:?}");
    assert!(different.contains(at("c1")) && different.contains(at("h1")));
    assert_eq!(lost(straight_four, false), [], "nobody asked");
    // At c1 White's stone stops a five; all else loses, and is not even looked at.
    assert_eq!(lost("d1 h1 e1 e3 f1 m3 g1", true), []);
}

/// Hears of positions from inside of a search.
#[derive(Default)]
struct Insights(Vec<Insight>, u64);

impl Listener for Insights {
    fn report(&mut self, report: Report) {
        self.1 = report.nodes;
    }

    fn insight(&mut self, insight: Insight) {
        self.0.push(insight);
    }
}

/// They are as many as are wanted at most, different, deepest first, and of legal moves; the search is the same with them.
#[test]
fn insights_are_told_and_change_nothing() {
    let start = position(Rule::Renju, "h8 i9 i7 g9 j7");
    let think = |insights: usize| {
        let job = Job { insights, ..Job::new(start.clone(), Limits::nodes(20_000), Task::Move) };
        let mut heard = Insights::default();
        (engine().think(&job, &Control::new(), &mut heard), heard)
    };
    let ((answer, none), (same, some), (_, few)) = (think(0), think(16), think(3));
    assert!(none.0.is_empty() && answer == same && none.1 == some.1);
    assert!((4..=16).contains(&some.0.len()) && few.0 == some.0[..3]);
    assert!(
        some.0.is_sorted_by(|one, next| one.depth >= next.depth) && some.0.iter().all(|one| one.depth >= 4)
    );
    let mut boards = BTreeSet::new();
    for insight in &some.0 {
        let mut there = start.clone();
        assert!(!insight.moves.is_empty() && insight.value.abs() <= 20_000);
        insight.moves.iter().for_each(|&point| there.play(point).unwrap());
        let mut stones: Vec<_> =
            there.order().iter().map(|stone| (stone.color == Color::Black, stone.point.index())).collect();
        stones.sort_unstable();
        assert!(boards.insert(stones), "{insight:?} is there twice");
    }
}

#[test]
fn what_was_learnt_can_be_kept() {
    let job = Job::new(position(Rule::Renju, "h8 i9 i7 g9 j7"), Limits::depth(8), Task::Move);
    let nodes = |engine: &mut Engine| {
        let mut nodes = 0;
        engine.think(&job, &Control::new(), &mut |report: Report| nodes = report.nodes);
        nodes
    };
    let mut first = engine();
    let fresh = nodes(&mut first);
    let mut file = Vec::new();
    first.record(&mut file).expect("written");
    assert!(first.fullness().is_some_and(|share| share > 0.0));
    let mut second = engine();
    second.recall(&mut file.as_slice()).expect("read");
    let warm = nodes(&mut first);
    assert_ne!(warm, fresh);
    assert_eq!(nodes(&mut second), warm, "the second knows what the first knew");
    second.recall(&mut file.as_slice()).expect("read");
    assert!(second.recall(&mut &b"something else"[..]).is_err());
    assert_eq!(nodes(&mut second), warm, "foreign bytes change nothing");
    let end = file.len() - 1;
    assert!(second.recall(&mut &file[..end]).is_err());
    assert_eq!(nodes(&mut second), fresh, "half a file is forgotten");
}

#[test]
fn a_position_is_described() {
    let lines = engine().describe(&position(Rule::Renju, "d1 d3 e1 e3 f1 m3 g1"));
    assert_eq!(lines.len(), 3);
    assert!(lines[0].starts_with("Black: points for five 2"), "{lines:?}");
    assert!(lines[2].starts_with("White to move"), "{lines:?}");
}

#[test]
fn the_move_is_the_first_of_the_lines_that_were_told() {
    for nodes in (2_000..30_000).step_by(1_777) {
        let task = Task::Analyze { lines: 3 };
        let job = Job::new(position(Rule::Renju, "h8 i9 i7 g9 j7"), Limits::nodes(nodes), task);
        let mut first = None;
        let answer = engine().think(&job, &Control::new(), &mut |report: Report| {
            if report.line == 0 {
                first = Some(report.pv[0]);
            }
        });
        assert_eq!(Some(answer), first.map(Answer::Move), "{nodes} nodes");
    }
}

/// What the engine answers to a task, its marks, and its lines of play.
fn answer_to(task: Task, position: &Position, choice: Choice, limits: Limits) -> (Point, Vec<Mark>, Lines) {
    let mut heard = Marks::default();
    let job = Job { choice, marks: true, ..Job::new(position.clone(), limits, task) };
    let Answer::Move(point) = engine().think(&job, &Control::new(), &mut heard) else { panic!("no move") };
    (point, heard.0, heard.1)
}

/// Black's two twos cross at h8: a double-three wins there, but no fours do.
const CROSS: &str = "f8 a1 g8 a15 h6 o1 h7 o15";

#[test]
fn forced_wins_are_found_proved_and_told() {
    let cross = position(Rule::Freestyle, CROSS);
    let wins = |mark: &Mark| matches!(mark, Mark::Wins(_));
    let (point, marks, lines) =
        answer_to(Task::Win(Force::Threats), &cross, Choice::ANY, Limits::nodes(100_000));
    assert!(marks.contains(&Mark::Wins(point)), "{marks:?}");
    let best = &lines.all()[0];
    assert!(matches!(best.verdict, Verdict::WinIn(5..)) && best.pv[0] == point, "{best:?}");
    let (_, marks, _) = answer_to(Task::Win(Force::Fours), &cross, Choice::ANY, Limits::nodes(100_000));
    assert!(!marks.iter().any(wins), "fours alone do not");
    let (_, marks, _) = answer_to(Task::Win(Force::Threats), &cross, Choice::ANY, Limits::nodes(1));
    assert!(!marks.iter().any(wins), "there was no time");
    let without = [point].into_iter().collect();
    let (other, marks, _) = answer_to(
        Task::Win(Force::Threats),
        &cross,
        Choice { without, ..Choice::ANY },
        Limits::nodes(100_000),
    );
    assert!(other != point && !marks.contains(&Mark::Wins(point)), "it was not to be played");
    let empty = position(Rule::Renju, "");
    let (_, marks, _) = answer_to(Task::Win(Force::Threats), &empty, Choice::ANY, Limits::nodes(100_000));
    assert!(!marks.iter().any(wins));
}

/// White is to move against an open three: only its two ends hold, and all else is said to lose.
#[test]
fn moves_that_do_not_defend_are_named() {
    let three = position(Rule::Freestyle, "f8 a1 g8 a15 h8");
    let (point, marks, lines) = answer_to(Task::Defend, &three, Choice::ANY, Limits::nodes(100_000));
    let lost = |marks: &[Mark]| -> PointSet {
        marks.iter().filter_map(|mark| if let Mark::Loses(at) = mark { Some(*at) } else { None }).collect()
    };
    let ends: PointSet = ["e8", "i8"].map(at).into_iter().collect();
    let others = lost(&marks).iter().filter(|&point| !ends.contains(point)).count();
    assert_eq!((others, ends.contains(point)), (218, true));
    // The ends are compared by a search, which may find that one of them loses later.
    let named: PointSet = lines.all().iter().map(|report| report.pv[0]).collect();
    assert_eq!(named, ends);
    // A straight four: all is lost, and the longest resistance is played.
    let hopeless = position(Rule::Freestyle, "d1 d3 e1 e3 f1 m3 g1");
    let (point, marks, lines) = answer_to(Task::Defend, &hopeless, Choice::ANY, Limits::nodes(1_000_000));
    assert_eq!(lost(&marks).len(), 218);
    assert_eq!((lines.all()[0].verdict, lines.best()), (Verdict::LossIn(2), Some(point)));
}
