//! Games of people over the board, as `tianyuan referee` tells of them.
//!
//! `tests/referee` holds records and beside each what is said of it, in English and in Chinese.

#![expect(clippy::unwrap_used, reason = "a test whose material is wrong has failed")]

use std::fs;
use std::path::{Path, PathBuf};

use crate::cli::run;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/referee")
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display())).replace('\r', "")
}

/// The records by their names.
fn records() -> Vec<String> {
    let files = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path());
    let games = files.filter(|path| path.extension().is_some_and(|extension| extension == "game"));
    let mut names: Vec<String> =
        games.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned()).collect();
    names.sort();
    names
}

#[test]
fn what_is_said_of_games_in_both_languages() {
    for name in records() {
        let record = folder().join(format!("{name}.game"));
        for language in ["en", "zh"] {
            let said = run(&["referee", record.to_str().unwrap(), "--lang", language]).answer();
            // The name of the file stands where no event is named.
            let said = said.replace(record.to_str().unwrap(), &format!("{name}.game"));
            let expected = text(&folder().join(format!("{name}.{language}.txt")));
            assert_eq!(said, expected, "{name} in {language}");
        }
    }
}

/// A file of its own, not there yet.
fn file(name: &str) -> PathBuf {
    let file =
        PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("referee-{}-{name}", std::process::id()));
    let _ = fs::remove_file(&file);
    file
}

fn referee(words: &[&str]) -> String {
    run(&[&["referee"], words].concat()).answer()
}

/// Article 41: the clean record, Black's odd numbers in circles.
#[test]
fn a_score_sheet_is_written() {
    let record = folder().join("whole_zh.game");
    let record = record.to_str().unwrap();
    let sheet = referee(&[record, "--sheet", "text", "--lang", "zh"]);
    assert!(sheet.contains("    ① h8      2 h9\n    ③ i9      4 i10\n    ⑤ j7      6 h10\n"), "{sheet}");
    assert!(
        sheet.contains("有禁手\n开局：花月 (D4)\n打点：g9 j7\n第7手提和\n结果：和棋：双方同意。"),
        "{sheet}"
    );
    assert!(sheet.contains("\n 7  .  .  .  .  .  .  .  .  . X5 "), "{sheet}");
    let page = file("sheet.html");
    let words = [record, "--sheet", "html", "--lang", "en", "--output", page.to_str().unwrap()];
    assert_eq!(referee(&words), "");
    let html = text(&page);
    assert!(html.contains("<span class=\"c\">5</span> j7</td><td>6 h10</td>"), "{html}");
    assert_eq!(html.matches("<circle ").count(), 8, "{html}");
    assert_eq!(html.matches("<section>").count(), html.matches("</section>").count());
    let again = run(&[&["referee"], &words[..]].concat());
    assert_eq!((again.code, again.stderr.lines().count()), (Some(2), 1), "no file is written over");
}

/// Articles 27 and 39.
#[test]
fn a_table_of_the_games_in_a_folder() {
    let folder = file("games");
    fs::create_dir_all(&folder).unwrap();
    let games = [
        ("1.game", "black: 李雷\nwhite: Bo\nh8 h9 i9\nswap\ng7\nblack resigns\n"),
        ("2.txt", "black: Bo\nwhite: 李雷\nagreed draw\n"),
        ("3.sgf", "(;GM[4]SZ[15]PB[李雷]PW[Ann]RE[W+R];B[hh])(;GM[4]SZ[15]PB[Ann]PW[Bo];B[hh])"),
        ("4.game", "round: 9\nblack: Ann\nwhite: Bo\nh8\nblack resigns\n"),
        ("5.game", "round: 9\nblack: Ann\nwhite: Bo\nh8\nwhite resigns\n"),
        ("notes.md", "not a game"),
        ("notes.txt", "not a game"),
    ];
    for (name, game) in games {
        fs::write(folder.join(name), game).unwrap();
    }
    let table = referee(&["--table", folder.to_str().unwrap(), "--lang", "en"]);
    let rows: Vec<Vec<&str>> =
        table.lines().skip(1).take(3).map(|row| row.split_whitespace().take(9).collect()).collect();
    let expected = ["1 李雷 3 3 1 1 1 2 1", "2 Bo 3 3 1 1 1 1 2", "3 Ann 2 2 1 0 1 1 1"];
    assert_eq!(rows, expected.map(|row| row.split(' ').collect::<Vec<_>>()), "{table}");
    assert!(table.contains("Games that do not count: 1\nLeft out: "), "{table}");
    assert!(table.contains("notes.txt: line 1: \"not a game\" is not understood\n"), "{table}");
    assert!(
        table.ends_with("the two records of this game have the same moves but other ends [rules 6]\n"),
        "{table}"
    );
    fs::remove_dir_all(&folder).unwrap();
}

/// Articles 36 and 37.
#[test]
fn colors_are_guessed_tossed_for_and_alternate() {
    let odd = referee(&["--colors", "Ann", "Bo", "--stones", "3,4", "--games", "2", "--lang", "en"]);
    assert!(odd.starts_with("Ann holds 3 black, Bo 4 white: 7 is odd, Ann begins"), "{odd}");
    assert!(odd.contains("Game 1: Ann has Black, Bo White\nGame 2: Bo has Black, Ann White\n"), "{odd}");
    let even = referee(&["--colors", "Ann", "Bo", "--stones", "3,3", "--lang", "zh"]);
    assert!(even.contains("共6枚，双数，互换") && even.contains("第1局：Bo执黑，Ann执白"), "{even}");
    for (choice, black) in
        [("Bo=black", "Bo"), ("Bo=white", "Ann"), ("Bo=other-black", "Ann"), ("Ann=other-white", "Ann")]
    {
        let said = referee(&["--colors", "Ann", "Bo", "--toss", choice, "--lang", "en"]);
        assert!(said.contains(&format!("Game 1: {black} has Black")), "{choice}: {said}");
    }
    let by_lot = referee(&["--colors", "Ann", "Bo", "--lang", "en"]);
    assert!(by_lot.contains(" black, Bo ") && by_lot.contains("Game 1: "), "{by_lot}");
}

/// Article 40: both players keep a record.
#[test]
fn two_records_of_a_game_are_compared() {
    let (one, other) = (file("one.game"), file("other.game"));
    let game = "round: 1\nblack: Ann\nwhite: Bo\nh8 h9 i9\nstay\n";
    fs::write(&one, game).unwrap();
    fs::write(&other, format!("{game}g7\n")).unwrap();
    let [one, other] = [&one, &other].map(|file| file.to_str().unwrap());
    let said = referee(&[one, other, "--lang", "en"]);
    let expected =
        format!("{one} and {other}: the two records of this game differ from move 4 on: –, g7 [rules 6]\n");
    assert!(said.ends_with(&expected), "{said}");
    assert!(referee(&[one, one, "--lang", "zh"]).ends_with("两份记录一致【规则6】\n"));
}

/// A record of another program, and a game that `tianyuan play` has kept, in the middle of its opening.
#[test]
fn games_of_other_files_are_heard() {
    let sgf = file("kept.sgf");
    let kept = "(;GM[4]SZ[15]RU[renju]C[Opening rule: rif-2\nPerson: first\nActs: h8; h9; i9; swap];B[hh];W[hg];B[ig])";
    fs::write(&sgf, kept).unwrap();
    let said = referee(&[sgf.to_str().unwrap(), "--lang", "en"]);
    assert!(
        said.contains("opening rule rif-2") && said.contains("\nswap – legal [rules 4.1, 5.1]\n"),
        "{said}"
    );
    let psq = file("game.psq");
    fs::write(&psq, "Piskvorky 15x15, 0:0, 0\n8,8,10\n8,7,10\n9,7,10\n").unwrap();
    let said = referee(&[psq.to_str().unwrap(), "--opening-rule", "chinese", "--lang", "en"]);
    assert!(said.contains("3 Black i9 – legal [rules 3.2]; opening Kagetsu (D4)"), "{said}");
}

#[test]
fn a_record_comes_from_the_input_and_passes_count() {
    let record = "opening rule: free\nh8 h9 i9 a1 b2\npass\nc5 pass d9\n";
    let sheet = crate::cli::run_with(&["referee", "-", "--sheet", "text", "--lang", "en"], record.as_bytes())
        .answer();
    assert!(sheet.contains("⑦ c5      8 pass\n    ⑨ d9\n"), "{sheet}");
    assert!(sheet.contains("X7") && sheet.contains("X9") && !sheet.contains("O6"), "{sheet}");
}

#[test]
fn what_cannot_be_is_one_error() {
    let bad = file("bad.game");
    fs::write(&bad, "h8\nnonsense here\n").unwrap();
    let bad = bad.to_str().unwrap();
    for words in [
        &["referee"][..],
        &["referee", bad],
        &["referee", "no such file.game"],
        &["referee", bad, "--sheet", "pdf"],
        &["referee", "--table", "no such folder"],
        &["referee", "--colors", "Ann", "Ann"],
        &["referee", "--colors", "Ann", "Bo", "--stones", "3"],
        &["referee", "--colors", "Ann", "Bo", "--toss", "Eve=black"],
        &["referee", "--stones", "3,4"],
        &["referee", bad, "--games", "2"],
        &["referee", bad, "--stones", "3,4"],
    ] {
        let ran = run(words);
        assert_eq!((ran.code, ran.stderr.lines().count()), (Some(2), 1), "{words:?}: {}", ran.stderr);
    }
}

/// The table of articles names every one that the referee knows, but for those that no program can judge, and each
/// test that it names is there.
#[test]
fn every_article_of_the_table_has_its_tests() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let document = text(&root.join("docs/referee.md"));
    let table = document.split_once("## The articles").unwrap().1;
    let rows = table.lines().filter_map(|line| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        Some((cells.get(1)?.parse::<u8>().ok()?, *cells.get(5)?))
    });
    let rows: Vec<(u8, &str)> = rows.collect();
    let left_out = [28, 42, 43, 44, 45];
    let numbers: Vec<u8> = rows.iter().map(|row| row.0).collect();
    assert_eq!(numbers, (1..=56).filter(|number| !left_out.contains(number)).collect::<Vec<_>>());
    assert_eq!(
        tianyuan_arena::people::Article::all()
            .map(tianyuan_arena::people::Article::number)
            .collect::<Vec<_>>(),
        numbers
    );
    for (number, tests) in rows {
        let names: Vec<&str> = tests.split('`').filter(|name| name.contains('/')).collect();
        assert!(!names.is_empty(), "{number}");
        for name in names {
            let (file, function) =
                name.split_once(": ").map_or((name, None), |(file, name)| (file, Some(name)));
            let source = text(&root.join(file));
            assert!(function.is_none_or(|name| source.contains(&format!("fn {name}("))), "{number}: {name}");
        }
    }
}

/// The document shows every word of the text form.
#[test]
fn the_document_is_read_as_it_is_written() {
    let document = text(&Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/referee.md"));
    let table = document.split_once("| deed |").unwrap().1.split_once("\n\n").unwrap().0;
    let mut n_read = 0;
    for row in table.lines().skip(2) {
        let cells: Vec<&str> = row.split('|').collect();
        for cell in &cells[1..3] {
            // What stands in brackets is another last word.
            let cell: String =
                cell.split(['(', '（']).map(|part| part.split([')', '）']).next_back().unwrap()).collect();
            for words in cell.split('`').skip(1).step_by(2) {
                let read = tianyuan_arena::people::text::read(words.as_bytes());
                assert!(read.is_ok_and(|read| read.deeds.len() == 1), "{words}");
                n_read += 1;
            }
        }
    }
    assert!(n_read > 60, "{n_read}");
}

/// The examples of the texts are what the program says.
#[test]
fn examples_are_what_is_said() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let said = text(&folder().join("foul_claimed.en.txt"));
    assert!(text(&root.join("docs/referee.md")).contains(&said));
    let readme = text(&root.join("README.md"));
    let lines = text(&folder().join("foul_after_pass.en.txt"));
    let example = lines.lines().filter(|line| {
        ["line 5: ", "line 6: ", "line 7: ", "line 8: "].iter().any(|it| line.starts_with(it))
    });
    assert_eq!(example.filter(|line| readme.contains(*line)).count(), 4, "{lines}");
}
