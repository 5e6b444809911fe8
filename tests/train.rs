//! `tianyuan train`: files of games from self-play.

#![expect(clippy::unwrap_used, reason = "a test whose material is wrong has failed")]

use std::fs;
use std::path::{Path, PathBuf};

use tianyuan_evaluation::weights::Weights;
use tianyuan_rules::{Color, Rule};
use tianyuan_training::data::Games;
use tianyuan_training::play::PlayedGame;

use crate::cli::{Ran, run};

/// A file of its own, not there yet.
fn file(name: &str) -> PathBuf {
    let file =
        PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("train-{}-{name}", std::process::id()));
    let _ = fs::remove_file(&file);
    file
}

/// Plays so many games from a number on.
fn play(output: &Path, from: u64, games: u64, concurrency: u64) -> String {
    let numbers = [from, games, concurrency].map(|number| number.to_string());
    let openings = Path::new(env!("CARGO_MANIFEST_DIR")).join("openings/renju-15.txt");
    let words = [
        "train",
        "play",
        "--rule",
        "renju",
        "--openings",
        openings.to_str().unwrap(),
        "--nodes",
        "200",
        "--output",
        output.to_str().unwrap(),
        "--from",
        &numbers[0],
        "--games",
        &numbers[1],
        "--concurrency",
        &numbers[2],
    ];
    run(&words).answer()
}

/// The games of a file in the order of their numbers.
fn games(file: &Path) -> Vec<PlayedGame> {
    let bytes = fs::read(file).unwrap();
    let mut games: Vec<PlayedGame> = Games::new(&bytes[..]).unwrap().collect();
    games.sort_by_key(|game| game.number);
    games
}

/// Games are those of their numbers, however many are played at a time and wherever a run was cut off.
#[test]
fn games_go_on_where_they_were_cut_off() {
    let (whole, cut) = (file("whole.games"), file("cut.games"));
    assert!(play(&whole, 0, 6, 2).starts_with("6 games played, "));
    play(&cut, 0, 4, 1);
    let bytes = fs::read(&cut).unwrap();
    fs::write(&cut, &bytes[..bytes.len() - 3]).unwrap();
    assert!(play(&cut, 0, 6, 1).starts_with("3 games played, "));
    assert_eq!(games(&whole).len(), 6);
    assert_eq!(games(&cut), games(&whole));
    assert!(play(&whole, 0, 6, 1).starts_with("0 games played, "), "all are there");
    let said = run(&["train", "stat", whole.to_str().unwrap()]).answer();
    assert!(said.contains(": 6 games, renju 15x15, 200 nodes a move, seed 1\n"), "{said}");
    assert!(said.contains("games      6 (Black won ") && said.contains("numbers    0 games"), "{said}");
}

/// Positions from inside of searches are kept if that is asked for; the games are the same, and tables learn of more.
#[test]
fn insights_are_kept_and_learnt_from() {
    let (plain, with) = (file("plain.games"), file("with.games"));
    let openings = Path::new(env!("CARGO_MANIFEST_DIR")).join("openings/renju-15.txt");
    let [openings, plain_name, with_name] = [&openings, &plain, &with].map(|file| file.to_str().unwrap());
    // Fewer nodes do not search deep enough.
    let words = ["train", "play", "--openings", openings, "--nodes", "3000", "--games", "4", "--output"];
    run(&[&words[..], &[plain_name]].concat()).answer();
    run(&[&words[..], &[with_name, "--insights", "4"]].concat()).answer();
    let (mut with_insights, without) = (games(&with), games(&plain));
    let n_insights: usize =
        with_insights.iter().flat_map(|game| &game.plies).map(|ply| ply.insights.len()).sum();
    let said = run(&["train", "stat", with_name]).answer();
    assert!(n_insights > 0 && said.contains(&format!("\ninsights   {n_insights} positions")), "{said}");
    with_insights.iter_mut().flat_map(|game| &mut game.plies).for_each(|ply| ply.insights.clear());
    assert_eq!(with_insights, without);
    let ran = run(&["train", "merge", plain_name, with_name, "--output", "x.games"]);
    assert_eq!((ran.code, ran.stderr.lines().count()), (Some(2), 1), "they are of other conditions");
}

#[test]
fn parts_are_merged() {
    let parts = [file("one.games"), file("two.games")];
    let (merged, whole) = (file("merged.games"), file("all.games"));
    play(&parts[0], 0, 3, 1);
    play(&parts[1], 2, 3, 1);
    let names = [&parts[0], &parts[1], &merged].map(|file| file.to_str().unwrap());
    let words = ["train", "merge", names[1], names[0], "--output", names[2]];
    assert_eq!(run(&words).answer(), format!("5 games in {}\n", merged.display()));
    play(&whole, 0, 5, 2);
    assert_eq!(games(&merged), games(&whole));
    let again = run(&words);
    assert_eq!((again.code, again.stderr.lines().count()), (Some(2), 1), "no file is written over");
}

/// Tables made by hand are written by a command for every rule, so that all files can be made anew.
#[test]
fn tables_made_by_hand_are_written() {
    for rule in Rule::ALL {
        let path = file(&format!("{rule}.tables"));
        let (name, tables) = (rule.to_string(), path.to_str().unwrap());
        let words = ["train", "hand", "--rule", &name, "--output", tables];
        assert!(run(&words).answer().starts_with(&format!("the tables made by hand for {rule} in ")));
        assert_eq!(Weights::read(&fs::read(&path).unwrap(), rule), Ok(Weights::made_by_hand(rule)));
        assert_eq!(run(&words).code, Some(2), "no file is written over");
    }
}

/// Tables are tuned by games, and an engine of a match plays with them.
#[test]
fn tables_are_tuned_and_played_with() {
    let (games, tables) = (file("tune.games"), file("tune.tables"));
    play(&games, 0, 12, 2);
    let [games, tables] = [&games, &tables].map(|file| file.to_str().unwrap());
    let tune = ["train", "tables", games, "--output", tables, "--epochs", "3", "--batch", "32"];
    let said = run(&tune).answer();
    let losses: Vec<f64> =
        said.lines().skip(2).map(|line| line.split_whitespace().nth(1).unwrap().parse().unwrap()).collect();
    assert!(losses.len() == 4 && losses[3] < losses[0], "{said}");
    assert_eq!(run(&tune).code, Some(2), "no file is written over");
    // Without an epoch that changes them, the tables are those that it begins with.
    let same = file("same.tables");
    let (start, rate) = ("hand", "0");
    let words =
        ["train", "tables", games, "--output", same.to_str().unwrap(), "--start", start, "--rate", rate];
    run(&[&words[..], &["--epochs", "1"]].concat()).answer();
    assert_eq!(Weights::read(&fs::read(&same).unwrap(), Rule::Renju), Ok(Weights::made_by_hand(Rule::Renju)));
    let new = format!("name=new cmd=self tables={tables}");
    let words = ["match", "-e", &new, "-e", "cmd=self", "--rule", "renju", "--nodes", "100", "--games", "2"];
    assert!(run(&words).answer().contains(&format!("new: tables={tables}")));
    for (words, expected) in [
        (["match", "-e", &new, "-e", "cmd=self", "--rule", "freestyle"], "these tables are of another rule"),
        (
            ["match", "-e", "cmd=other tables=x", "-e", "cmd=self", "--rule", "renju"],
            "tables= is for cmd=self alone",
        ),
        (["match", "-e", "cmd=self tables=no.tables", "-e", "cmd=self", "--rule", "renju"], "no.tables: "),
    ] {
        let ran = run(&words);
        assert_eq!((ran.code, ran.stderr.lines().count()), (Some(2), 1), "{}", ran.stderr);
        assert!(ran.stderr.contains(expected), "{}", ran.stderr);
    }
}

/// Tunes numbers of search and evaluation in so many steps of two pairs.
fn tune(journal: &Path, numbers: &Path, tables: &Path, steps: &str) -> Ran {
    let openings = Path::new(env!("CARGO_MANIFEST_DIR")).join("openings/renju-15.txt");
    let files = [journal, numbers, tables, &openings].map(|file| file.to_str().unwrap());
    let words = ["train", "params", "--what", "both", "--journal", files[0], "--output", files[1]];
    let games = ["--tables-output", files[2], "--openings", files[3], "--nodes", "60", "--pairs", "2"];
    run(&[&words[..], &games, &["--rate", "0.3", "--steps", steps]].concat())
}

/// A tuning that was broken off anywhere comes to the same numbers, and an engine of a match plays with them.
#[test]
fn numbers_are_tuned_by_playing() {
    let [whole, cut] =
        ["whole", "cut"].map(|name| ["spsa", "params", "tables"].map(|end| file(&format!("{name}.{end}"))));
    let said = tune(&whole[0], &whole[1], &whole[2], "4").answer();
    assert!(said.contains("4 of 4 steps are played") && said.contains(" -> "), "{said}");
    let journal = fs::read(&whole[0]).unwrap();
    assert_eq!(
        journal.split(|&byte| byte == b'\n').count(),
        6,
        "the plan, four steps, and nothing behind them"
    );
    let last = journal[..journal.len() - 1].iter().rposition(|&byte| byte == b'\n').unwrap();
    fs::write(&cut[0], &journal[..last - 5]).unwrap();
    tune(&cut[0], &cut[1], &cut[2], "4").answer();
    for (whole, cut) in whole.iter().zip(&cut) {
        assert_eq!(fs::read(cut).unwrap(), fs::read(whole).unwrap(), "{}", cut.display());
    }
    let new = format!("name=new cmd=self params={} tables={}", whole[1].display(), whole[2].display());
    let words = ["match", "-e", &new, "-e", "cmd=self", "--rule", "renju", "--nodes", "100", "--games", "2"];
    assert!(run(&words).answer().contains(&format!("params={}", whole[1].display())));
    let nowhere = tune(&cut[0], Path::new("no such folder/x.params"), &cut[2], "4");
    assert_eq!((nowhere.code, nowhere.stderr.lines().count()), (Some(2), 1), "{}", nowhere.stderr);
    let other = tune(&whole[0], &whole[1], &whole[2], "5");
    assert_eq!((other.code, other.stderr.lines().count()), (Some(2), 1), "{}", other.stderr);
    assert!(other.stderr.contains("it is the journal of another plan"), "{}", other.stderr);
    fs::write(&cut[1], "razor_depth many\n").unwrap();
    let broken = format!("cmd=self params={}", cut[1].display());
    for (engine, expected) in [
        (&*broken, "line 1 is no name and number"),
        ("cmd=other params=x", "params= is for cmd=self alone"),
        ("cmd=self params=no.params", "no.params: "),
    ] {
        let ran = run(&["match", "-e", engine, "-e", "cmd=self", "--rule", "renju"]);
        assert_eq!((ran.code, ran.stderr.lines().count()), (Some(2), 1), "{}", ran.stderr);
        assert!(ran.stderr.contains(expected), "{}", ran.stderr);
    }
}

/// Chances are fitted to games; the same games give the same numbers, errors and picture.
#[test]
fn chances_are_calibrated() {
    let (games, pictures) = (file("chances.games"), [file("one.svg"), file("two.svg")]);
    play(&games, 0, 20, 2);
    let games = games.to_str().unwrap();
    let calibrate =
        |picture: &Path| run(&["train", "calibrate", games, "--curve", picture.to_str().unwrap()]);
    let said = calibrate(&pictures[0]).answer();
    assert!(said.starts_with("20 games, "), "{said}");
    assert!(said.contains(" positions, renju 15x15\n"), "{said}");
    let line = said.lines().find_map(|line| line.strip_prefix("            Rule::Renju => Self::new("));
    let numbers = line.and_then(|line| line.strip_suffix("),")).unwrap().split(", ");
    assert_eq!(numbers.filter_map(|number| number.parse::<f64>().ok()).count(), 3, "{said}");
    let row = |name: &str| -> Vec<f64> {
        let row = said.lines().find_map(|line| line.strip_prefix(name)).unwrap();
        row.split_whitespace().map(|number| number.parse().unwrap()).collect()
    };
    let stages = ["up to 10 ", "11 to 20 ", "21 to 40 ", "more "];
    let positions: f64 = stages.iter().map(|stage| row(stage)[0]).sum();
    assert!((positions - row("all ")[0]).abs() < 0.5 && positions > 100.0, "{said}");
    assert_eq!(said.lines().filter(|line| line.contains(" ± ")).count(), 15, "{said}");
    assert_eq!(calibrate(&pictures[1]).answer(), said);
    let [one, two] = pictures.each_ref().map(|picture| fs::read_to_string(picture).unwrap());
    assert!(one == two && one.starts_with("<svg ") && one.contains("Win chance, renju 15x15"));
    let again = calibrate(&pictures[0]);
    assert_eq!((again.code, again.stderr.lines().count()), (Some(2), 1), "no file is written over");
}

#[test]
fn games_that_say_nothing_of_chances_are_one_error() {
    let (renju, caro, empty) = (file("kind.games"), file("caro.games"), file("empty.games"));
    play(&renju, 0, 1, 1);
    let bytes = fs::read(&renju).unwrap();
    let header = 1 + bytes.iter().position(|&byte| byte == b'\n').unwrap();
    fs::write(&empty, &bytes[..header]).unwrap();
    let other = String::from_utf8(bytes[..header].to_vec()).unwrap().replace("\"renju\"", "\"caro\"");
    fs::write(&caro, other).unwrap();
    let [renju, caro, empty] = [&renju, &caro, &empty].map(|file| file.to_str().unwrap());
    for (words, expected) in [
        (&[renju, caro][..], "it is of another rule or board than the first file"),
        (&[empty], "no position that was searched"),
        (&["no such file"], "no such file: "),
        (&[renju, "--curve", "no such folder/a.svg"], "--curve no such folder/a.svg: "),
    ] {
        let ran = run(&[&["train", "calibrate"], words].concat());
        assert_eq!((ran.code, ran.stderr.lines().count()), (Some(2), 1), "{words:?}: {}", ran.stderr);
        assert!(ran.stderr.contains(expected), "{}", ran.stderr);
    }
}

/// Scores are tuned too, alone or behind the values, the same each time; pictures show the losses.
#[test]
fn scores_are_tuned_and_losses_drawn() {
    let games = file("scores.games");
    play(&games, 0, 12, 2);
    let games = games.to_str().unwrap();
    let tune = |what: &str, output: &Path, curve: &Path| {
        let [output, curve] = [output, curve].map(|file| file.to_str().unwrap());
        let words = ["train", "tables", games, "--what", what, "--output", output, "--curve", curve];
        run(&[&words[..], &["--epochs", "4", "--batch", "64", "--focus", "0.3"]].concat())
    };
    let (scores, again, both) = (file("scores.tables"), file("again.tables"), file("both.tables"));
    let curves = ["scores.svg", "again.svg", "both.svg", "both-values.svg", "both-scores.svg"].map(file);
    let said = tune("scores", &scores, &curves[0]).answer();
    let column = |line: &str, at: usize| -> f64 { line.split_whitespace().nth(at).unwrap().parse().unwrap() };
    let lines: Vec<&str> = said.lines().skip(2).collect();
    assert!(lines.len() == 5 && column(lines[4], 1) < column(lines[0], 1), "{said}");
    assert!(column(lines[4], 4) < column(lines[0], 4), "the chosen moves come forward: {said}");
    assert_eq!(tune("scores", &again, &curves[1]).answer(), said);
    assert_eq!(fs::read(&again).unwrap(), fs::read(&scores).unwrap());
    tune("both", &both, &curves[2]).answer();
    let read = |file: &Path| Weights::read(&fs::read(file).unwrap(), Rule::Renju).unwrap();
    let (own, scores, both) = (Weights::of_rule(Rule::Renju), read(&scores), read(&both));
    for color in Color::ALL {
        let [own, scores, both] = [&own, &scores, &both].map(|weights| &weights.colors[color]);
        assert!(scores.values == own.values && scores.attack != own.attack);
        assert!(both.values != own.values && both.attack == scores.attack && both.defence == scores.defence);
    }
    assert!(!curves[2].exists(), "both have pictures of their own");
    for curve in [0, 1, 3, 4].map(|at| &curves[at]) {
        let picture = fs::read_to_string(curve).unwrap();
        assert!(picture.starts_with("<svg ") && picture.contains(">held out<"), "{picture}");
    }
    let ran = tune("both", &file("new.tables"), &curves[2]);
    assert_eq!((ran.code, ran.stderr.contains("both-values.svg: it is there already")), (Some(2), true));
}

#[test]
fn what_cannot_be_is_one_error() {
    let (other, text) = (file("other.games"), file("text.games"));
    play(&other, 0, 1, 1);
    fs::write(&text, "no games\n").unwrap();
    let [other, text] = [&other, &text].map(|file| file.to_str().unwrap());
    let before = fs::read(text).unwrap();
    for words in [
        &[
            "train",
            "play",
            "--openings",
            "openings/renju-15.txt",
            "--nodes",
            "100",
            "--games",
            "1",
            "--output",
            other,
        ][..],
        &["train", "play", "--openings", "openings/renju-15.txt", "--games", "1", "--output", text],
        &["train", "play", "--openings", "no such file", "--output", "x.games"],
        &["train", "stat", text],
        &["train", "stat", "no such file"],
        &["train", "merge", other, text, "--output", "x.games"],
    ] {
        let ran = run(words);
        assert_eq!((ran.code, ran.stderr.lines().count()), (Some(2), 1), "{words:?}: {}", ran.stderr);
    }
    assert_eq!(fs::read(text).unwrap(), before, "what is no file of games stays as it is");
}
