//! The analysis: its table and terminal in process, and the real program.

use std::io::{BufRead, BufReader, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;

use proptest::prelude::*;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};
use tianyuan_player::{Clock, Control, Job, Limits, Moment, Player, Report, Settings, Task, Verdict};
use tianyuan_rules::{Board, Color, Point, Position, Rule, Size};
use tianyuan_search::Engine;

use crate::cli::{rows, run, spawn};
use canvas::Canvas;
use table::{Room, effort, live, table};

#[path = "../src/commands/analyze/canvas.rs"]
mod canvas;

#[path = "../src/commands/analyze/table.rs"]
mod table;

/// A line of play along the first points of the board.
fn report(line: usize, verdict: Verdict, n_moves: usize) -> Report {
    let pv = Size::STANDARD.points().skip(line).take(n_moves).collect();
    let elapsed = Duration::from_millis(1500);
    Report { line, lines: 3, depth: 9, selective_depth: 14, nodes: 1000, elapsed, verdict, pv }
}

fn reports() -> Vec<Report> {
    vec![
        report(0, Verdict::WinIn(17), 14),
        report(1, Verdict::estimate(-30), 3),
        report(2, Verdict::LossIn(2), 12),
    ]
}

#[test]
fn a_table_without_an_end_shows_twelve_moves() {
    let rows = table(&reports(), Room::Moves(12));
    let expected = [
        "  #  move  verdict                       chance  depth   line of play",
        "  1  a1    wins in 9 moves (17 plies)   100.0 %  9/14    a1 b1 c1 d1 e1 f1 g1 h1 i1 j1 k1 l1 ...",
        "  2  b1    even                          46.3 %  9/14    b1 c1 d1",
        "  3  c1    loses in 1 move (2 plies)      0.0 %  9/14    c1 d1 e1 f1 g1 h1 i1 j1 k1 l1 m1 n1",
    ];
    assert_eq!(rows, expected);
    assert_eq!(effort(1000, Duration::from_millis(1500)), "1000 nodes in 1.50 s");
}

#[test]
fn a_table_is_cut_to_the_width() {
    let rows = table(&reports(), Room::Columns(72));
    let expected = [
        "  #  move  verdict                       chance  depth   line of play",
        "  1  a1    wins in 9 moves (17 plies)   100.0 %  9/14    a1 b1 c1 d1 ...",
        "  2  b1    even                          46.3 %  9/14    b1 c1 d1",
        "  3  c1    loses in 1 move (2 plies)      0.0 %  9/14    c1 d1 e1 f1 ...",
    ];
    assert_eq!(rows, expected);
    assert!(table(&reports(), Room::Columns(71))[1].ends_with(" a1 b1 c1 ..."));
    assert_eq!(table(&reports(), Room::Columns(20))[1], "  1  a1    wins in 9");
}

#[test]
fn a_live_table_is_cut_to_the_height() {
    let status = || "now".to_owned();
    let rows = live(&reports(), status(), Room::Columns(72), 20);
    assert_eq!(rows[1..5], table(&reports(), Room::Columns(72)));
    assert_eq!((rows.len(), rows[0].as_str(), rows[5].as_str(), rows[6].as_str()), (7, "", "", "now"));
    let rows = live(&reports(), status(), Room::Columns(72), 6);
    assert_eq!(rows[2], table(&reports(), Room::Columns(72))[1]);
    assert_eq!(rows[3..], ["     and 2 more", "", "now"]);
}

#[test]
fn an_estimate_is_told_in_words() {
    let words = |value| {
        let row = table(&[report(0, Verdict::estimate(value), 1)], Room::Moves(12)).remove(1);
        row[11..39].trim().to_owned()
    };
    let found = [900, 200, 100, 40, -40, -100, -200, -900].map(words);
    let expected =
        ["much better", "better", "slightly better", "even", "even", "slightly worse", "worse", "much worse"];
    assert_eq!(found, expected);
}

proptest! {
    #[test]
    fn no_table_leaves_its_terminal(
        n_lines in 0..40_usize,
        n_moves in 1..30_usize,
        plies in 0..500_u32,
        width in 0..160_usize,
        height in 6..60_usize,
    ) {
        let reports: Vec<Report> =
            (0..n_lines).map(|line| report(line, Verdict::LossIn(plies), n_moves)).collect();
        let rows = live(&reports, "x".repeat(100), Room::Columns(width), height);
        prop_assert!(rows.len() <= height, "{} rows", rows.len());
        prop_assert!(rows.iter().all(|row| row.chars().count() <= width), "{rows:#?}");
    }
}

/// A terminal that knows as much as the canvas needs: cursor up, clear to the end, line breaks.
#[derive(Default)]
struct Screen {
    rows: Vec<String>,
    row: usize,
}

impl Screen {
    fn take(&mut self, bytes: &[u8]) {
        let text = std::str::from_utf8(bytes).expect("text");
        let mut rest = text;
        while let Some(c) = rest.chars().next() {
            rest = &rest[c.len_utf8()..];
            match c {
                '\n' => self.row += 1,
                '\r' => {}
                '\x1b' => rest = self.escape(rest),
                c => {
                    self.rows.resize(self.rows.len().max(self.row + 1), String::new());
                    self.rows[self.row].push(c);
                }
            }
        }
    }

    /// Takes an escape sequence and gives what is left behind it.
    fn escape<'a>(&mut self, text: &'a str) -> &'a str {
        let body = text.strip_prefix('[').expect("a sequence");
        let end = body.find(|c: char| c.is_ascii_alphabetic()).expect("its end");
        match (&body[..end], &body[end..=end]) {
            ("", "J") => self.rows.truncate(self.row),
            (n, "A") => self.row -= n.parse::<usize>().expect("a number"),
            other => panic!("unknown to the screen: {other:?}"),
        }
        &body[end + 1..]
    }
}

#[test]
fn a_canvas_shows_what_was_drawn_last_and_nothing_else() {
    let (breaks, mut bytes) = (Arc::new(AtomicUsize::new(0)), Vec::new());
    let row = |text: &str| text.to_owned();
    let mut screen = Screen::default();
    let mut canvas = Canvas::new(&mut bytes, Arc::clone(&breaks));
    canvas.print(b"head\n").expect("room");
    canvas.draw(&[row("a"), row("b"), row("c")]).expect("room");
    canvas.draw(&[row("d")]).expect("room");
    canvas.draw(&[row("e"), row(""), row("f"), row("g")]).expect("room");
    drop(canvas);
    screen.take(&bytes);
    assert_eq!(screen.rows, ["head", "e", "", "f", "g"]);
    assert_eq!(screen.row, 5, "what comes next begins on a line of its own");
}

/// Whoever presses Enter moves the cursor down, and whoever presses Ctrl-C leaves `^C` behind.
#[test]
fn a_canvas_survives_what_is_typed() {
    let (breaks, output) = (Arc::new(AtomicUsize::new(0)), SharedScreen::default());
    let mut canvas = Canvas::new(output.clone(), Arc::clone(&breaks));
    canvas.draw(&["a".into(), "b".into()]).expect("room");
    output.take(b"x\n");
    breaks.fetch_add(1, Ordering::Release);
    canvas.draw(&["c".into(), "d".into()]).expect("room");
    output.take(b"^C");
    canvas.draw(&["e".into()]).expect("room");
    assert_eq!(output.rows(), ["e"]);
}

#[derive(Clone, Default)]
struct SharedScreen(Arc<std::sync::Mutex<Screen>>);

impl SharedScreen {
    fn take(&self, bytes: &[u8]) {
        self.0.lock().expect("no panic").take(bytes);
    }

    fn rows(&self) -> Vec<String> {
        self.0.lock().expect("no panic").rows.clone()
    }
}

impl Write for SharedScreen {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.take(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The moves of a table.
fn moves(arguments: &[&str]) -> Vec<String> {
    let rows = rows(arguments);
    rows.iter().map(|row| row.split(' ').next().unwrap_or_default().to_owned()).collect()
}

#[test]
fn moves_can_be_chosen() {
    let five = "h8h9i8i9j8j9k8k9";
    assert_eq!(moves(&[five, "--depth", "2"]), ["g8"]);
    assert_eq!(moves(&[five, "--depth", "2", "--without", "g8"]), ["l8"]);
    assert_eq!(moves(&[five, "--depth", "2", "--only", "a1"]), ["a1"]);
    let mut chosen = moves(&[five, "--depth", "2", "--only", "a1 B2, l8", "--lines", "all"]);
    assert_eq!(chosen.remove(0), "l8");
    chosen.sort_unstable();
    assert_eq!(chosen, ["a1", "b2"]);
    assert!(moves(&["h8i9g7", "--depth", "1", "--lines", "all"]).len() > 10);
}

#[test]
fn either_side_can_be_asked() {
    let text = run(&["analyze", "h8h9i8i9j8j9k8k9", "--side", "white", "--depth", "2"]).answer();
    assert!(text.contains("\nWhite to move, renju.\n") && text.contains("wins in 1 move"), "{text}");
    // Whether the last stone was forbidden matters to White alone.
    let foul = ["analyze", "h8h9i7i9h10i6i11i12g9", "--depth", "1", "--side"];
    for (side, told) in [("white", true), ("black", false)] {
        let text = run(&[&foul[..], &[side]].concat()).answer();
        assert_eq!(text.contains("White can claim the win"), told, "{side}: {text}");
    }
}

#[test]
fn forbidden_points_are_listed_and_drawn() {
    let position = "h8h9i7i9h10i6i11i12";
    let text = run(&["analyze", position, "--depth", "1"]).answer();
    assert!(text.contains("\nForbidden for Black: g9 (double-three).\n"), "{text}");
    assert!(text.contains("\n 9 . . . . . . 3 O O . "), "{text}");
    for other in [&["--side", "white"][..], &["--rule", "standard"]] {
        let text = run(&[&["analyze", position, "--depth", "1"], other].concat()).answer();
        assert!(!text.contains("orbidden") && text.contains("\n 9 . . . . . . . O O . "), "{text}");
    }
}

fn objects(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).expect("an object")).collect()
}

#[test]
fn json_tells_every_line_of_every_depth_and_the_end() {
    let arguments = ["analyze", "h8h9i7i9h10i6i11i12", "--json", "--lines", "2", "--depth", "3"];
    let mut told = objects(&run(&arguments).answer());
    let last = told.pop().expect("an end");
    assert!(told.iter().chain([&last]).all(|object| object["position"] == "h8h9i7i9h10i6i11i12"));
    let order: Vec<Value> = told.iter().map(|line| json!([line["depth"], line["line"]])).collect();
    let expected = [[0, 1], [1, 1], [1, 2], [2, 1], [2, 2], [3, 1], [3, 2]].map(|pair| json!(pair));
    assert_eq!(order, expected);
    for pair in told[1..].chunks(2) {
        assert_eq!((&pair[0]["best"], &pair[1]["best"]), (&pair[0]["pv"][0], &pair[0]["pv"][0]));
        assert_ne!(pair[0]["pv"][0], pair[1]["pv"][0]);
    }
    assert_eq!(
        (&last["final"], &last["cancelled"], &last["side"]),
        (&json!(true), &json!(false), &json!("black"))
    );
    assert_eq!(last["forbidden"], json!([{"point": "g9", "foul": "double-three"}]));
    assert_eq!((&last["best"], last["lines"].as_array().map(Vec::len)), (&told[5]["best"], Some(2)));
}

#[test]
fn json_names_a_set_up_by_its_drawing() {
    let drawing = "#.O...X...........O......";
    let told = objects(&run(&["analyze", drawing, "--side", "black", "--depth", "1", "--json"]).answer());
    assert!(told.iter().all(|object| object["position"] == drawing && object["side"] == "black"), "{told:?}");
}

/// What a child prints from now on.
/// A win that the best line claims is proved, if it is one by threats that may be played; nothing else is.
#[test]
fn a_win_is_proved_and_told() {
    let cross = ["analyze", "f8a1g8a15h6o1h7o15", "--rule", "freestyle", "--depth", "5"];
    let text = run(&cross).answer();
    let proof = "\n\nProved against every legal reply, a win in 3 moves:\n  h8 makes two threes at once;";
    assert!(text.contains(proof), "{text}");
    let ends = |arguments: &[&str]| {
        let told = run(&[&cross, arguments, &["--json"]].concat()).answer();
        objects(&told).pop().expect("an answer")
    };
    let proved = &ends(&[])["proved"];
    assert_eq!((&proved["plies"], proved["line"][0].as_str()), (&5.into(), Some("h8")), "{proved}");
    assert_eq!(proved["words"].as_array().map(Vec::len), Some(2));
    assert!(ends(&["--without", "h8"]).get("proved").is_none(), "another move");
    assert!(ends(&["--side", "white"]).get("proved").is_none(), "no win");
}

fn rest_of(output: impl Read) -> String {
    let mut text = String::new();
    BufReader::new(output).read_to_string(&mut text).expect("text");
    text
}

/// An endless analysis shows its lines as they come, and ends at a line on its input or at its end.
#[test]
fn an_endless_analysis_ends_at_enter() {
    for input in [&b"\n"[..], b"", b"stop\r\n"] {
        let mut child = spawn(&["analyze", "h8i9g7", "--lines", "2", "--endless"]);
        let mut stdout = BufReader::new(child.stdout.take().expect("piped"));
        let mut line = String::new();
        while !line.starts_with("  1  ") {
            line.clear();
            assert!(stdout.read_line(&mut line).expect("text") > 0, "no line of play was shown");
        }
        let mut stdin = child.stdin.take().expect("piped");
        stdin.write_all(input).expect("it reads");
        drop(stdin);
        let text = rest_of(stdout);
        assert!(child.wait().expect("it ends").success());
        let (_, table) = text.split_once("line of play\n").expect("a table");
        assert!(table.ends_with(" s\n") && table.contains("\n  2  "), "{text}");
    }
}

#[test]
fn standard_input_ends_nothing_else() {
    let text = run(&["analyze", "h8i9g7", "--depth", "6", "--json"]).answer();
    let last = objects(&text).pop().expect("an end");
    assert_eq!((&last["cancelled"], &last["lines"][0]["depth"]), (&json!(false), &json!(6)));
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_any_analysis_with_its_answer() {
    for (arguments, end) in [(["--time", "60m"], " s\n"), (["--endless", "--json"], "\"cancelled\":true}\n")]
    {
        // Nothing is typed: the input stays open.
        let mut child = spawn(&[&["analyze", "h8i9g7"][..], &arguments].concat());
        let stdin = child.stdin.take();
        let mut stdout = BufReader::new(child.stdout.take().expect("piped"));
        let mut line = String::new();
        while !line.starts_with("  1  ") && !line.contains("\"depth\":") {
            line.clear();
            assert!(stdout.read_line(&mut line).expect("text") > 0, "no line of play was shown");
        }
        let id = child.id().to_string();
        let killed = std::process::Command::new("kill").args(["-INT", &id]).status().expect("it runs");
        assert!(killed.success());
        let text = rest_of(stdout);
        assert!(child.wait().expect("it ends").success());
        assert!(text.ends_with(end), "{text}");
        drop(stdin);
    }
}

/// A clock that stands still: only nodes limit.
#[derive(Debug)]
struct Still;

impl Clock for Still {
    fn now(&self) -> Moment {
        Moment::default()
    }
}

/// Boards with any stones and walls, nearly full ones among them, on which nobody has won.
fn set_up(rng: &mut StdRng) -> Position {
    let size = Size::new([5, 6, 7, 9, 15][rng.random_range(0..5)]).expect("a size");
    let mut position = Position::new(size, Rule::ALL[rng.random_range(0..5)]);
    let mut points: Vec<Point> = size.points().collect();
    points.shuffle(rng);
    let n_stones = rng.random_range(0..points.len());
    for point in points.into_iter().take(n_stones) {
        let color = Color::ALL[usize::from(rng.random_range(0..5) > 2)];
        if rng.random_range(0..30) == 0 {
            position.put_wall(point).expect("a free point");
        } else if !Board::from(&position).wins_at(point, color) {
            position.put(color, point).expect("a free point");
        }
    }
    position.set_side(Color::ALL[rng.random_range(0..2)]);
    position
}

#[test]
fn no_end_is_further_than_the_empty_points() {
    let mut engine = Engine::new(Arc::new(Still));
    engine.configure(Settings { threads: 1, table_bytes: 1 << 20 });
    let (mut rng, n_ends) = (StdRng::seed_from_u64(7), AtomicU64::new(0));
    for _ in 0..300 {
        let position = set_up(&mut rng);
        let n_empty = position.empty_points().count();
        let lines = [1, 3, 484][rng.random_range(0..3)];
        let job = Job::new(position.clone(), Limits::nodes(1500), Task::Analyze { lines });
        engine.think(&job, &Control::new(), &mut |report: Report| {
            let (Verdict::WinIn(plies) | Verdict::LossIn(plies)) = report.verdict else { return };
            n_ends.fetch_add(1, Ordering::Relaxed);
            assert!(plies as usize <= n_empty, "{n_empty} empty points, {report:?}, {position:?}");
        });
    }
    assert!(n_ends.into_inner() > 500);
}
