//! The command line, on the real program.
//!
//! A file of `tests/cli` holds commands, each behind `$ tianyuan`, and under each all that it prints:
//! `errors.txt` on stderr, with exit code 2 and nothing on stdout, the others on stdout, with exit code 0 and
//! nothing on stderr. `solve.txt` leaves out the last line, which names the time.

use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;

use tianyuan_rules::record::{Format, Record, RecordedMove};
use tianyuan_rules::{Color, Diagram, Point, Position, Rule, Size, Turn, diagram, notation};

/// A position with one double-three, which Gomocup's organizers ask programs about.
const MOVES: &str = "h8h9i7i9h10i6i11i12";

/// What a command did.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Ran {
    /// The output of a command that did what it was asked.
    pub(crate) fn answer(self) -> String {
        assert_eq!((self.code, self.stderr.as_str()), (Some(0), ""), "{}", self.stdout);
        self.stdout
    }
}

pub(crate) fn spawn(arguments: &[impl AsRef<OsStr>]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tianyuan"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the program starts")
}

pub(crate) fn run_with(arguments: &[impl AsRef<OsStr>], input: &[u8]) -> Ran {
    let mut child = spawn(arguments);
    let (mut stdin, input) = (child.stdin.take().expect("piped"), input.to_vec());
    // A program that has found a mistake reads no further.
    let writer = thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("no panic");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    Ran { code: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
}

pub(crate) fn run(arguments: &[&str]) -> Ran {
    run_with(arguments, b"")
}

/// The commands of a file and what stands under each.
pub(crate) fn commands(file: &str) -> Vec<(Vec<String>, String)> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/cli").join(file);
    let text = fs::read_to_string(path).expect("a file of commands").replace('\r', "");
    let commands = text.split("$ tianyuan ").skip(1).map(|command| {
        let (line, output) = command.split_once('\n').expect("a line");
        let words = line.split(' ').map(|word| word.trim_matches('"').to_owned()).collect();
        (words, output.to_owned())
    });
    commands.collect()
}

/// A file of this content that only this test knows.
pub(crate) fn file(name: impl AsRef<OsStr>, content: &[u8]) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("cli-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(name.as_ref());
    fs::write(&path, content).expect("a file");
    path
}

fn position() -> Position {
    notation::position_from_code(MOVES, Size::STANDARD, Rule::Renju).expect("a position")
}

#[test]
fn what_commands_print() {
    for name in ["forbidden.txt", "analyze.txt", "convert.txt", "openings.txt", "ratings.txt"] {
        for (arguments, expected) in commands(name) {
            let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
            assert_eq!(run(&arguments).answer(), expected, "{arguments:?}");
        }
    }
}

#[test]
fn what_is_said_of_mistakes() {
    for (arguments, stderr) in commands("errors.txt") {
        assert_eq!(stderr.matches('\n').count(), 1, "one line: {stderr}");
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let expected = Ran { code: Some(2), stdout: String::new(), stderr };
        assert_eq!(run(&arguments), expected, "{arguments:?}");
    }
}

#[test]
fn every_help_has_examples() {
    for arguments in [
        &["--help"][..],
        &["forbidden", "--help"],
        &["analyze", "--help"],
        &["stream", "--help"],
        &["convert", "--help"],
        &["bench", "--help"],
        &["play", "--help"],
    ] {
        let help = run(arguments).answer();
        assert!(help.contains("Example"), "{arguments:?}: {help}");
    }
}

#[test]
fn the_version_names_commit_and_cpu() {
    let version = run(&["--version"]).answer();
    let rest = version.strip_prefix(concat!("tianyuan ", env!("CARGO_PKG_VERSION"), " (commit "));
    let rest = rest.and_then(|rest| rest.strip_suffix(")\n")).expect("its form");
    let (commit, cpu) = rest.split_once(" for ").expect("its form");
    assert!(commit == "unknown" || commit.bytes().all(|byte| byte.is_ascii_hexdigit()), "{version}");
    // The tests are built for the same processors.
    let expected = match () {
        () if !cfg!(target_arch = "x86_64") => std::env::consts::ARCH,
        () if cfg!(all(target_feature = "avx2", target_feature = "bmi2", target_feature = "fma")) => {
            "x86-64-v3"
        }
        () if cfg!(all(target_feature = "sse4.2", target_feature = "popcnt")) => "x86-64-v2",
        () => "x86-64",
    };
    assert_eq!(cpu, expected);
}

/// As Yixin-Board starts its engine on Windows.
#[test]
fn utf8_is_no_wish_that_fails() {
    assert_eq!(run_with(&["--force-utf8"], b"START 15\nEND\n").answer(), "OK\n");
}

#[test]
fn a_manager_is_told_the_same_version() {
    let version = run(&["--version"]).answer();
    let version = version.trim_end().strip_prefix("tianyuan ").expect("its form");
    let about = run_with(&[""; 0], b"ABOUT\nEND\n").answer();
    assert!(about.contains(&format!("version=\"{version}\"")), "{about}");
    assert_eq!(about.matches(',').count(), 2, "some managers cut at commas: {about}");
}

/// Every form of the same position has the same answer. Only a drawing does not know the last move.
#[test]
fn a_position_is_read_in_every_form() {
    let expected = run(&["forbidden", MOVES]).answer();
    let mut record = Record::new(Size::STANDARD);
    for stone in position().order() {
        record.moves.push(RecordedMove { color: stone.color, turn: Turn::Place(stone.point), ms: None });
    }
    let mut files: Vec<PathBuf> = Vec::new();
    for format in Format::ALL {
        let bytes = record.write(format).expect("it holds moves");
        files.push(file(format!("game.{format}"), &bytes));
        if format != Format::Pos {
            assert_eq!(run_with(&["forbidden", "-"], &bytes).answer(), expected, "{format} on stdin");
        }
    }
    files.push(file("moves.txt", b"\xef\xbb\xbfH8 h9, i7 i9\r\nh10 i6 i11 i12\r\n"));
    files.push(file("moves without extension", MOVES.as_bytes()));
    for file in &files {
        assert_eq!(run_with(&["forbidden".as_ref(), file.as_os_str()], b"").answer(), expected, "{file:?}");
    }
    assert_eq!(run_with(&["forbidden", "-"], MOVES.as_bytes()).answer(), expected);
}

#[test]
fn a_drawing_is_read_in_every_form() {
    let position = position();
    let expected = run(&["forbidden", MOVES]).answer().replace(".(O).", ". O .");
    let drawing = Diagram::new(&position).with_side().to_string();
    let path = file("drawing.txt", drawing.as_bytes());
    assert_eq!(run_with(&["forbidden".as_ref(), path.as_os_str()], b"").answer(), expected);
    for text in [drawing, diagram::line_of(&position), expected.clone()] {
        // The answer itself has lines behind its drawing, which no drawing has.
        let text = text.split("Forbidden").next().expect("text").replace(", renju.", "");
        assert_eq!(run(&["forbidden", &text]).answer(), expected, "{text}");
        assert_eq!(run_with(&["forbidden", "-"], text.as_bytes()).answer(), expected, "{text}");
    }
}

#[cfg(unix)]
#[test]
fn a_name_need_not_be_text() {
    use std::os::unix::ffi::OsStrExt;
    let path = file(OsStr::from_bytes(b"\xff\xe1.psq"), b"Piskvorky 15x15, 0:0, 0\n8,8,0\n");
    let answer = run_with(&["forbidden".as_ref(), path.as_os_str()], b"").answer();
    assert!(answer.contains("(X)"), "{answer}");
    let missing = [OsStr::new("forbidden"), OsStr::from_bytes(b"\xff\xe1\n.psq")];
    let ran = run_with(&missing, b"");
    assert_eq!((ran.code, ran.stderr.matches('\n').count()), (Some(2), 1), "{}", ran.stderr);
}

#[test]
fn the_rule_is_that_of_the_file_unless_another_is_named() {
    let path = file("standard.sgf", b"(;GM[4]SZ[9]RU[standard];B[ee])");
    let path = path.to_str().expect("text");
    assert!(run(&["forbidden", path]).answer().contains("White to move, standard."));
    assert!(run(&["forbidden", path, "--rule", "renju"]).answer().contains("White to move, renju."));
}

#[test]
fn what_is_wrong_on_standard_input_or_in_a_file_is_said() {
    let too_long = vec![b'.'; (1 << 20) + 1];
    let cases: [(&[u8], &str); 4] = [
        (b" \n", "nothing is in it; moves such as h8i9g7 or a drawing are needed"),
        (b"h8h8", "character 3: h8 is played twice; each point can be used once"),
        (b"X . .\n. . .\n", "the drawing has 2 rows; 5 to 22 are needed"),
        (&too_long, "too long for a position; moves or a drawing are needed"),
    ];
    for (input, complaint) in cases {
        let ran = run_with(&["analyze", "-"], input);
        assert_eq!(ran.stderr, format!("tianyuan: standard input: {complaint}\n"));
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""));
    }
    let path = file("broken.sgf", b"(;GM[4]SZ[99])");
    let ran = run_with(&["forbidden".as_ref(), path.as_os_str()], b"");
    let complaint = "line 1, column 11: a board of size \"99\"; 5 to 22 lines and a square are needed";
    assert_eq!(ran.stderr, format!("tianyuan: {}: {complaint}\n", path.display()));
}

/// What is converted there and back is what it was, on pipes and in files.
#[test]
fn games_are_converted_there_and_back() {
    let record = Record::of_moves(Size::STANDARD, position().order().iter().map(|stone| stone.point));
    let expected = format!("{MOVES}\n");
    for format in ["sgf", "psq", "pos", "pos-top", "offset"] {
        let path = file(format!("converted.{format}"), b"what was there");
        let path = path.to_str().expect("text");
        let to = ["convert", "-", "--from", "code", "--to", format, "--output", path];
        assert_eq!(run_with(&to, MOVES.as_bytes()).answer(), "");
        let back = run(&["convert", path, "--from", format, "--to", "code"]).answer();
        assert_eq!(back, expected, "{format}");
        let bytes = fs::read(path).expect("it was written");
        if let Some(format) = Format::from_extension(format) {
            assert_eq!(bytes, record.write(format).expect("it holds moves"));
            assert_eq!(run(&["convert", path, "--to", "code"]).answer(), expected, "by its name");
        }
        let ran = run_with(&["convert", "-", "--to", "code"], &bytes);
        let shows = matches!(format, "sgf" | "psq");
        assert_eq!((ran.code, ran.stdout == expected), (Some(if shows { 0 } else { 2 }), shows), "{format}");
    }
    let path = file("in-place.txt", b"h8i9\nh8j10\n");
    let path = path.to_str().expect("text");
    run(&["convert", path, "--from", "code", "--to", "pos-top", "--output", path]).answer();
    assert_eq!(fs::read(path).expect("it was written"), b"h8i7\nh8j6\n");
}

#[test]
fn a_broken_file_is_not_converted_and_nothing_is_overwritten() {
    let output = file("kept.txt", b"kept");
    let output = output.to_str().expect("text");
    let cases: [(&[u8], &str, &str); 5] = [
        (
            b"(;GM[4];B[hh])(;GM[4];B[hh]",
            "line 1, column 28: the file ends here; a ) to close the game is needed",
            "code",
        ),
        (
            b"(;GM[4];B[hh])(;GM[4])",
            "game 2: a line of an opening cannot hold this: there must be a move",
            "code",
        ),
        (b"(;GM[4];B[hh];W[])", "game 1: a psq file cannot hold this: nobody may have passed", "psq"),
        (b"", "its format does not show; --from sgf, psq, pos, code, pos-top or offset is needed", "sgf"),
        (
            b"\xff(;GM[4])(;GM[1])",
            "line 1, column 15: \"1\" cannot be read; game 4, gomoku and renju, is needed",
            "sgf",
        ),
    ];
    for (input, complaint, to) in cases {
        let from: &[&str] = if input.starts_with(b"\xff") { &["--from", "sgf"] } else { &[] };
        let ran = run_with(&[&["convert", "-", "--to", to, "--output", output], from].concat(), input);
        assert_eq!(ran.stderr, format!("tianyuan: standard input: {complaint}\n"));
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""));
    }
    assert_eq!(fs::read(output).expect("it is there"), b"kept");
    let ran = run_with(&["convert", "-", "--from", "code", "--to", "sgf"], b"# nothing\n\n");
    assert_eq!(ran.stderr, "tianyuan: standard input: no opening is in it; a line of moves is needed\n");
    let ran =
        run_with(&["convert", "-", "--from", "code", "--to", "sgf", "--output", "no-such-folder/x"], b"h8");
    assert!(ran.stderr.starts_with("tianyuan: --output no-such-folder/x: "), "{}", ran.stderr);
    assert_eq!((ran.code, ran.stderr.matches('\n').count()), (Some(2), 1));
}

const BOARDS: &str = include_str!("fouls/forbidden_boards.txt");

/// On every board of the data the map is the one that the data has.
#[test]
fn a_batch_of_boards_is_judged_as_the_data_has_it() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fouls/forbidden_boards.txt");
    let (_, expected) = BOARDS.split_once('\n').expect("a comment comes first");
    assert!(expected.lines().count() >= 600);
    assert_eq!(run(&["forbidden", "--batch", path]).answer(), expected);
    let boards: Vec<&str> = expected.lines().map(|line| &line[..225]).collect();
    let boards = boards.join("\r\n\n  ");
    assert_eq!(run_with(&["forbidden", "--batch", "-"], boards.as_bytes()).answer(), expected);
}

#[test]
fn a_malformed_line_stops_a_batch_and_loses_nothing_before_it() {
    let good = BOARDS.lines().nth(1).expect("a board");
    let cases = [
        (good[..224].to_owned(), "224 characters; 225 are needed, one for each point of 15x15"),
        (format!("Q{}", &good[1..225]), "character 1: 'Q' is none of X (black), O (white), . (empty)"),
        ("\u{0}".repeat(225), "character 1: '\\0' is none of X (black), O (white), . (empty)"),
    ];
    for (bad, complaint) in cases {
        let ran =
            run_with(&["forbidden", "--batch", "-"], format!("# x\n{good}\n\n{bad}\n{good}\n").as_bytes());
        assert_eq!(ran.stdout, format!("{good}\n"));
        assert_eq!((ran.code, ran.stderr), (Some(2), format!("tianyuan: -: line 4: {complaint}\n")));
    }
}

#[test]
fn a_batch_takes_other_sizes_and_rules() {
    let five = "XXXX..................... and more";
    let expected = format!("{}{}\n", "XXXX..................... ", "....5....................");
    let batch =
        |rule| run_with(&["forbidden", "--batch", "-", "--size", "5", "--rule", rule], five.as_bytes());
    assert_eq!(batch("renju").answer(), expected);
    assert_eq!(batch("caro").answer(), expected);
}

/// A reader that has seen enough is no failure.
#[test]
fn a_closed_pipe_ends_a_batch_quietly() {
    let path = file("many.txt", BOARDS.repeat(20).as_bytes());
    let mut child = spawn(&["forbidden".as_ref(), "--batch".as_ref(), path.as_os_str()]);
    let mut first = String::new();
    let mut stdout = BufReader::new(child.stdout.take().expect("piped"));
    stdout.read_line(&mut first).expect("a line");
    drop(stdout);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
}

/// The trees that were checked by hand, as `--why` prints them.
#[test]
fn why_gives_the_checked_reasons() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fouls/explain");
    let mut n_trees = 0;
    for entry in fs::read_dir(folder).expect("a folder") {
        let text = fs::read_to_string(entry.expect("an entry").path()).expect("text").replace('\r', "");
        let (head, tree) = text.split_once("---\n").expect("a tree");
        let (_, head) = head.split_once("point: ").expect("a point");
        let (point, drawing) = head.split_once('\n').expect("a drawing");
        let answer = run_with(&["forbidden", "-", "--why", point], drawing.as_bytes()).answer();
        assert_eq!(answer.split_once("renju.\n").expect("the rule").1, tree, "{point}");
        n_trees += 1;
    }
    assert!(n_trees >= 10);
}

/// The rows of the table of an analysis, without their ranks.
pub(crate) fn rows(arguments: &[&str]) -> Vec<String> {
    let text = run(&[&["analyze"], arguments].concat()).answer();
    let table = text.split_once("line of play\n").expect("a table").1;
    let rows: Vec<&str> = table.lines().take_while(|line| !line.is_empty()).collect();
    let ranked = (1..)
        .zip(rows)
        .map(|(rank, row)| row.trim_start().strip_prefix(&format!("{rank}  ")).map(str::to_owned));
    ranked.collect::<Option<_>>().expect("ranks from 1")
}

#[test]
fn an_analysis_compares_as_many_moves_as_it_is_asked() {
    let rows = rows(&["h8i9g7", "--lines", "3", "--nodes", "3000"]);
    let mut moves: Vec<Point> =
        rows.iter().map(|row| row.split(' ').next().expect("a move").parse().expect("a point")).collect();
    moves.sort_unstable();
    moves.dedup();
    assert_eq!(moves.len(), 3, "{rows:?}");
    assert!(rows.iter().all(|row| row.contains(" % ")), "{rows:?}");
}

/// Wins and losses are told in moves and in plies, with one line of play and with several.
#[test]
fn an_analysis_tells_wins_and_losses() {
    let four = "h8h9i8i9j8j9k8k9";
    for lines in ["1", "2"] {
        let arguments = [four, "--lines", lines, "--nodes", "3000"];
        assert!(rows(&arguments)[0].contains("wins in 1 move (1 ply)"), "{:?}", rows(&arguments));
        // White to move cannot stop both ends.
        let arguments = ["h8h9i8a1j8a3k8", "--lines", lines, "--nodes", "3000"];
        assert!(rows(&arguments)[0].contains("loses in 1 move (2 plies)"), "{:?}", rows(&arguments));
    }
}

#[test]
fn an_analysis_names_a_foul_just_made() {
    let answer = run(&["analyze", &format!("{MOVES}g9"), "--nodes", "500"]).answer();
    assert!(
        answer.contains("\nBlack's last move, g9, is forbidden: double-three. White can claim"),
        "{answer}"
    );
    let answer = run(&["analyze", &format!("{MOVES}g10"), "--nodes", "500"]).answer();
    assert!(!answer.contains("last move"), "{answer}");
}

#[test]
fn an_analysis_limited_in_nodes_repeats() {
    let arguments = ["h8i9g7h10", "--rule", "freestyle", "--lines", "2", "--nodes", "5000", "--memory", "2"];
    assert_eq!(rows(&arguments), rows(&arguments));
}

#[test]
fn an_analysis_takes_every_limit() {
    for limit in
        [&["--time", "200ms"][..], &["--depth", "2"], &["--time", "0"], &["--time", "0.2", "--threads", "2"]]
    {
        assert_eq!(rows(&[&["h8i9g7", "--size", "20"], limit].concat()).len(), 1, "{limit:?}");
    }
}

/// The search does what it did, node for node. A change that is meant to change it changes this number.
#[test]
fn the_signature_is_the_recorded_one() {
    let text = run(&["bench"]).answer();
    let signature = text.lines().last().and_then(|line| line.strip_prefix("Signature: "));
    assert_eq!(
        signature,
        Some(include_str!("signature.txt").trim()),
        "tests/signature.txt has the old one\n{text}"
    );
    let nodes = text.lines().filter_map(|line| line.split_whitespace().nth(5)?.parse::<u64>().ok());
    assert_eq!(nodes.sum::<u64>().to_string(), signature.expect("a signature"), "{text}");
}

/// Nobody reads what is drawn as a move: the colors of the answer are those of the code.
#[test]
fn black_moves_first_in_a_code() {
    let answer = run(&["forbidden", "a1b1"]).answer();
    assert!(answer.contains("\n 1 X(O). "), "{answer}");
    assert_eq!(position().side(), Color::Black);
}
