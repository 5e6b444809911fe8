//! `tianyuan match` and `tianyuan check`, with the program itself as the engines.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use serde_json::Value;
use tianyuan_rules::opening::OpeningRule;

/// A path of a file that does not exist yet.
fn fresh_file(name: &str) -> PathBuf {
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{}-{name}", std::process::id()));
    let _ = fs::remove_file(&file);
    file
}

fn tianyuan(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tianyuan"));
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn run(arguments: &[&str]) -> (String, Output) {
    let output = tianyuan(arguments).output().expect("it runs");
    (String::from_utf8_lossy(&output.stdout).into_owned(), output)
}

/// A file of openings, two stones each, none of them another one turned around.
fn openings(n: usize) -> PathBuf {
    let file = fresh_file(&format!("openings-{n}.txt"));
    let lines = ["h8i9", "h8h9", "h8j10", "h8j8", "h8j9", "g7h8", "f8g8", "h8k8", "h8k9", "h8k10"];
    fs::write(&file, lines[..n].join("\n")).expect("written");
    file
}

/// What identifies each game of a journal, and its moves.
fn games(journal: &Path) -> BTreeMap<(u64, bool), String> {
    let text = fs::read_to_string(journal).expect("a journal");
    let whole = text.rsplit_once('\n').map_or("", |(whole, _)| whole);
    let mut games = BTreeMap::new();
    for line in whole.lines().skip(1) {
        let game: Value = serde_json::from_str(line).expect("JSON");
        let key = (game["pair"].as_u64().expect("a number"), game["second"].as_bool().expect("a flag"));
        let moves = format!("{}|{}", game["opening"], game["moves"]);
        assert_eq!(games.insert(key, moves), None, "{key:?} was played twice");
    }
    games
}

fn arguments<'a>(openings: &'a str, journal: &'a str) -> Vec<&'a str> {
    let engines = ["match", "-e", "name=one cmd=self", "-e", "name=two cmd=self", "--nodes", "120"];
    let rest = ["--games", "16", "--openings", openings, "--journal", journal, "--concurrency", "2"];
    engines.into_iter().chain(rest).collect()
}

#[test]
fn a_match_is_played_counted_and_kept() {
    let (openings, journal) = (openings(3), fresh_file("match.jsonl"));
    let (sgf, pgn, psq) = (fresh_file("match.sgf"), fresh_file("match.pgn"), fresh_file("match-psq"));
    let paths = [&openings, &journal, &sgf, &pgn, &psq].map(|path| path.to_str().expect("text"));
    let (text, output) = run(&[
        "match",
        "-e",
        "name=in cmd=self",
        "-e",
        &format!("name=out cmd={}", env!("CARGO_BIN_EXE_tianyuan")),
        "--nodes",
        "100",
        "--games",
        "6",
        "--rule",
        "renju",
        "--openings",
        paths[0],
        "--journal",
        paths[1],
        "--sgf",
        paths[2],
        "--pgn",
        paths[3],
        "--psq",
        paths[4],
    ]);
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    let (first, rest) = text.split_once('\n').expect("lines");
    assert!(first.starts_with("Openings: ") && first.contains(", 3, in their order; "), "{text}");
    assert!(rest.starts_with("Started game 1 of 6 (in vs out)\n"), "{text}");
    assert_eq!(text.matches("Finished game ").count(), 6);
    assert!(
        text.contains("Results of in vs out (100 nodes, margin 20 ms, renju 15x15, 1 thread):"),
        "{text}"
    );
    assert!(text.contains("Games: 6, "), "{text}");
    assert!(!text.contains("lost "), "nobody lost by a fault: {text}");
    assert_eq!(games(&journal).len(), 6);
    let records = fs::read_to_string(&sgf).expect("records");
    assert_eq!((records.matches("(;").count(), records.matches("PB[in]").count()), (6, 3));
    assert!(records.matches("depth ").count() > 20, "what was said of moves is there");
    assert_eq!(fs::read_dir(&psq).expect("a folder").count(), 6);
    let game = fs::read_to_string(psq.join("000002-1.psq")).expect("a game");
    assert!(game.starts_with("Piskvorky 15x15, 0:0, 0\n8,8,0\n8,7,0\n"), "{game}");
    assert!(game.ends_with("\nin\nout\n-1\n"), "{game}");
    assert_eq!(fs::read_to_string(&pgn).expect("results").matches("[Result ").count(), 6);
    let (converted, output) = run(&["convert", paths[2], "--game", "2", "--to", "code"]);
    assert!(output.status.success() && converted.starts_with("h8i9"), "{output:?}");
}

/// A match that is killed at any instant and gone on with has the same games as one that is not.
#[test]
fn a_match_goes_on_after_it_was_killed() {
    let kills: u64 = std::env::var("TIANYUAN_KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(4);
    let (openings, whole) = (openings(8), fresh_file("whole.jsonl"));
    let openings = openings.to_str().expect("text");
    assert!(run(&arguments(openings, whole.to_str().expect("text"))).1.status.success());
    let wanted = games(&whole);
    assert_eq!(wanted.len(), 16);
    let (journal, mut n_kills, mut n_cut) = (fresh_file("killed.jsonl"), 0, 0);
    let file = journal.to_str().expect("text").to_owned();
    while n_kills < kills {
        let _ = fs::remove_file(&journal);
        let mut words = arguments(openings, &file);
        for attempt in 0..30_u64 {
            let mut child = tianyuan(&words).spawn().expect("it runs");
            // At different instants each time, early and late ones.
            sleep(Duration::from_millis(20 + (n_kills * 37 + attempt * 91) % 240));
            let has_ended = child.try_wait().expect("a process").is_some();
            let _ = child.kill();
            let _ = child.wait();
            n_kills += u64::from(!has_ended);
            if fs::read(&journal).is_ok_and(|bytes| bytes.contains(&b'\n')) {
                n_cut += u64::from(games(&journal).len() < 16);
                words = vec!["match", "--resume", &file];
            }
            if has_ended {
                break;
            }
        }
        assert!(run(&["match", "--resume", &file]).1.status.success());
        assert_eq!(games(&journal), wanted);
    }
    assert!(n_cut > 0, "none was cut off in its midst");
}

#[test]
fn a_test_ends_when_it_is_decided() {
    let openings = openings(8);
    let (text, output) = run(&[
        "match",
        "-e",
        "name=a cmd=self",
        "-e",
        "name=b cmd=no-such-program",
        "--nodes",
        "60",
        "--games",
        "160",
        "--openings",
        openings.to_str().expect("text"),
        "--sprt",
        "elo0=0 elo1=50",
        "--patience",
        "1s",
    ]);
    assert!(output.status.success() && text.contains("H1 was accepted"), "{text}");
    assert!(text.contains("b: lost ") && text.contains("could not be started"), "{text}");
    assert!(text.matches("Finished game ").count() < 100, "a clean sweep ends it");
}

/// What each player was given in the games of a journal.
fn nodes_of(journal: &Path, player: u64) -> Vec<u64> {
    let text = fs::read_to_string(journal).expect("a journal");
    let games = text.lines().skip(1).map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let said = games.flat_map(|game| {
        let is_black = game["players"][0] == player;
        let n_given = game["opening"].as_str().expect("moves").matches(char::is_alphabetic).count();
        let said = game["said"].as_array().expect("a list").clone();
        let own = said.into_iter().skip(usize::from(is_black == (n_given % 2 == 1))).step_by(2);
        own.filter_map(|said| said[1].as_u64()).collect::<Vec<_>>()
    });
    said.collect()
}

#[test]
fn an_engine_can_have_limits_of_its_own() {
    let journal = fresh_file("odds.jsonl");
    let file = journal.to_str().expect("text");
    let engines =
        ["match", "-e", "name=weak cmd=self nodes=50", "-e", "name=strong cmd=self", "--nodes", "5000"];
    let rest =
        ["--named-openings", "--openings-moves", "2", "--games", "4", "--rule", "renju", "--journal", file];
    let (text, output) = run(&engines.into_iter().chain(rest).collect::<Vec<_>>());
    assert!(output.status.success() && text.starts_with("Openings: the 26 of renju, 26, in "), "{text}");
    assert!(text.contains("1 thread, weak: nodes=50):"), "{text}");
    assert!(games(&journal).values().all(|game| game.starts_with("\"h8h9\"|")), "two stones, as was asked");
    let most = |player| nodes_of(&journal, player).into_iter().max();
    assert!(most(0) < Some(500) && most(1) > Some(4000), "{:?} {:?}", most(0), most(1));
}

/// Each by one of its three names: the stronger one wins, and a match between people of a level is no walk in step.
#[test]
fn an_engine_can_play_at_a_level() {
    let journal = fresh_file("levels.jsonl");
    let file = journal.to_str().expect("text");
    let engines =
        ["-e", "name=weak cmd=self level=Novice", "-e", "name=strong cmd=self level=棋友", "--gauntlet"];
    let rest = ["-e", "name=same cmd=self level=1", "--named-openings", "--games", "20", "--rule", "renju"];
    let (text, output) = run(&[&["match", "--journal", file], &engines[..], &rest].concat());
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    assert!(text.contains("1 thread, weak: level=Novice, strong: level=棋友, same: level=1):"), "{text}");
    assert!(!text.contains("lost "), "nobody lost by a fault: {text}");
    let score = |name: &str| {
        let line = text.lines().rfind(|line| line.starts_with(&format!("Score of weak vs {name}: ")));
        let share = line.and_then(|line| line.split_once('[')?.1.split_once(']')?.0.parse::<f64>().ok());
        share.unwrap_or_else(|| panic!("no score against {name}: {text}"))
    };
    assert!(score("strong") < 0.25 && (0.2..0.8).contains(&score("same")), "{text}");
}

#[test]
fn games_are_openings_too() {
    let games = fresh_file("games.sgf");
    fs::write(&games, "(;GM[4]SZ[15];B[hh];W[ii];B[gg];W[gh])(;GM[4]SZ[15];B[hh];W[hi])").expect("written");
    let journal = fresh_file("games.jsonl");
    let [games, file] = [&games, &journal].map(|path| path.to_str().expect("text"));
    let words = ["match", "-e", "self", "-e", "self", "--nodes", "60", "--games", "4", "--openings", games];
    let rest = ["--openings-moves", "3", "--journal", file];
    let (text, output) = run(&words.into_iter().chain(rest).collect::<Vec<_>>());
    assert!(output.status.success(), "{text}");
    let games = self::games(&journal);
    let opening = |pair| games[&(pair, false)].split('|').next().map(str::to_owned);
    assert_eq!([0, 1].map(opening), [Some("\"h8i7g9\"".into()), Some("\"h8h7\"".into())]);
}

#[test]
fn mistakes_are_told_in_one_line() {
    let journal = fresh_file("mistakes.jsonl");
    fs::write(&journal, "{}\n").expect("written");
    let journal = journal.to_str().expect("text");
    for (arguments, complaint) in [
        (&["-e", "self"][..], "two engines are needed"),
        (&["-e", "self", "-e", "cmd=b turn=1w"], "turn=1w: a time such as"),
        (&["-e", "self", "-e", "cmd=b speed=9"], "no key is called \"speed\""),
        (
            &["-e", "self", "-e", "cmd=self level=champion"],
            "no level is called \"champion\"; there are novice 新手, ",
        ),
        (&["-e", "self", "-e", "name=b cmd=c level=club"], "--engine \"b\": level= is for cmd=self alone"),
        (&["-e", "self", "-e", "name=b"], "cmd= with the name of a program"),
        (&["-e", "self", "-e", "self", "--openings", "no-such-file"], "no-such-file: "),
        (&["-e", "self", "-e", "self", "--sprt", "elo0=5 elo1=0"], "elo0= must be less than elo1="),
        (&["-e", "self", "-e", "self", "--journal", journal], "there is such a file"),
        (&["--resume", journal], "line 1: missing field"),
        (&["--resume", "no-such-file"], "no-such-file: "),
    ] {
        let (text, output) = run(&[&["match"], arguments].concat());
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((output.status.code(), text.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(said.contains(complaint) && said.lines().count() == 1, "{arguments:?}: {said}");
    }
}

#[test]
fn the_program_passes_its_own_check() {
    let engine = format!("cmd={}", env!("CARGO_BIN_EXE_tianyuan"));
    // The checks of times are for a machine that does nothing else. With half a second for a move a busy one may
    // not come to think at all.
    for (only, turn) in
        [("TURN", "500ms"), ("BOARD", "500ms"), ("INFO", "500ms"), ("a five", "5s"), ("END", "500ms")]
    {
        let (text, output) = run(&["check", &engine, "--only", only, "--turn", turn, "--patience", "20s"]);
        assert!(output.status.success(), "{text}");
        assert!(text.contains(" ok\n") && !text.contains("FAILED"), "{text}");
    }
    let (text, output) = run(&["check", "no-such-program", "--only", "START 20"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text.contains("FAILED: it could not be started"), "{text}");
}

/// In every rule that a word asks for, a program behind a pipe and a player of this process agree on what is allowed;
/// between players of this process in all rules.
#[test]
fn openings_are_played_by_their_rules() {
    let own = format!("name=out cmd={}", env!("CARGO_BIN_EXE_tianyuan"));
    let all = OpeningRule::ALL.into_iter().filter(|rule| *rule != OpeningRule::Free);
    for rule in all.map(|rule| rule.to_string()) {
        let journal = fresh_file(&format!("opening-{rule}.jsonl"));
        let name = journal.to_str().expect("text");
        let is_asked_for =
            !["taraguchi-10", "tarannikov", "sakata", "super-sakata", "placed-26"].contains(&rule.as_str());
        let other = if is_asked_for { own.as_str() } else { "name=out cmd=self" };
        let (text, output) = run(&[
            "match",
            "-e",
            "name=in cmd=self",
            "-e",
            other,
            "--opening-rule",
            &rule,
            "--rule",
            "renju",
            "--nodes",
            "400",
            "--games",
            "2",
            "--journal",
            name,
        ]);
        assert!(output.status.success(), "{rule}: {output:?}");
        assert!(!text.contains("in the opening") && !text.contains("does not play"), "{rule}: {text}");
        let played = games(&journal);
        assert_eq!(played.len(), 2, "{rule}: {text}");
        assert!(played.values().all(|moves| !moves.starts_with("\"\"|")), "{rule}: {played:?}");
    }
}

/// Who does not know an opening rule loses by that and by nothing else, and is named.
#[test]
fn an_engine_that_knows_no_openings_is_named() {
    let own = format!("name=out cmd={}", env!("CARGO_BIN_EXE_tianyuan"));
    let (text, _) = run(&[
        "match",
        "-e",
        "name=in cmd=self",
        "-e",
        &own,
        "--opening-rule",
        "taraguchi-10",
        "--rule",
        "renju",
        "--nodes",
        "100",
        "--games",
        "2",
    ]);
    assert!(text.contains("does not play the opening rule taraguchi-10"), "{text}");
    for wrong in [
        &["--opening-rule", "rif-99"][..],
        &["--opening-rule", "swap2", "--named-openings"],
        &["--opening-rule", "rif-2", "--size", "8"],
    ] {
        let (text, output) = run(&[&["match", "-e", "cmd=self", "-e", "cmd=self"], wrong].concat());
        assert_eq!((output.status.code(), text.as_str()), (Some(2), ""), "{wrong:?}");
    }
}
