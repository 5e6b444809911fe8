//! SGF as it is found, and what is said of it where it is broken.

use tianyuan_rules::record::{Format, Limit, Problem, Record, RecordError};
use tianyuan_rules::{ByColor, Color, Conduct, Rule, Size};

use super::{RENJU, again, moves_of, read_sgf, times_of};

#[test]
fn an_sgf_file_of_a_match_runner_is_read() {
    let record = read_sgf(
        "(;FF[4]GM[4]GN[1]EV[A x B]DT[2026.01.02 10:00:00]RO[1.1]RU[4]SZ[15]PB[A]PW[B]RE[W+1]TE[five]\n\
         ;B[hh]C[opening move];W[ig]C[opening move]\n;B[aa]C[1500ms];W[oo]C[20ms])\n\n",
    );
    let record = record.unwrap();
    assert_eq!(moves_of(&record), "Bh8 Wi9 Ba15 Wo1");
    assert_eq!(times_of(&record), [None, None, Some(1500), Some(20)]);
    let comments: Vec<_> = record.moves.iter().map(|node| node.comment.as_str()).collect();
    assert_eq!(comments, ["opening move", "opening move", "", ""]);
    assert_eq!((record.size, record.rule, record.result.as_str()), (Size::STANDARD, Some(RENJU), "W+1"));
    assert_eq!(record.players, ByColor::new("A".to_owned(), "B".to_owned()));
    let properties: Vec<_> = record.properties.iter().map(ToString::to_string).collect();
    assert_eq!(properties, ["RU[4]", "GN[1]", "EV[A x B]", "DT[2026.01.02 10:00:00]", "RO[1.1]", "TE[five]"]);
    assert_eq!(again(&record, Format::Sgf), record);
    let position = record.position(Rule::Freestyle).unwrap();
    assert_eq!((position.rule(), position.side()), (RENJU, Color::Black));
    assert_eq!(record.game(RENJU, Conduct::AT_ONCE).unwrap().position(), position);
}

#[test]
fn algebraic_points_set_up_stones_and_the_side_are_read() {
    let error = read_sgf("(;GM[4]SZ[15]AB[h8][i9]AW[aa:bb]PL[W];W[J10];B[hh:])").unwrap_err();
    assert!(error.to_string().contains("a point of the board such as hh or h8 is needed"), "{error}");
    let record = read_sgf("(;GM[4]SZ[15]AW [aa:bb]AB[h8][i9]PL[W])").unwrap();
    let stones: Vec<_> = record.setup.iter().map(|s| format!("{}{}", s.color, s.point)).collect();
    assert_eq!(stones, ["Blackh8", "Blacki9", "Whitea14", "Whiteb14", "Whitea15", "Whiteb15"]);
    assert_eq!(record.position(RENJU).unwrap().side(), Color::White);
    let record = read_sgf("(;GM[4]AB[h8];B[J10];B[];W[tt])").unwrap();
    assert_eq!(moves_of(&record), "Bj10 B-- W--");
    assert_eq!(record.position(RENJU).unwrap().side(), Color::Black);
    assert_eq!(moves_of(&read_sgf("(;GM[4]SZ[20];B[tt])").unwrap()), "Bt1", "a point there");
}

#[test]
fn stones_can_be_set_up_until_play_begins() {
    let record = read_sgf("(;GM[4]AB[aa][bb];AE[bb]AW[cc]PL[W];C[hard];W[dd])").unwrap();
    assert_eq!(moves_of(&record), ". Wd12");
    assert_eq!(record, read_sgf("(;GM[4]AB[aa]AW[cc]PL[W];C[hard];W[dd])").unwrap());
    // A bracket that holds the only way on changes nothing.
    assert_eq!(record, read_sgf("(;GM[4](;AB[aa](;AW[cc]PL[W];C[hard];W[dd])))").unwrap());
    assert_eq!(again(&record, Format::Sgf), record);
    for (text, place) in [
        ("(;GM[4];B[hh];AB[ii])", "line 1, column 15: \"AB\""),
        ("(;GM[4]\r\n;B[hh]\r\n;W[ii]AE[hh])", "line 3, column 7: \"AE\""),
        ("(;GM[4];AB[hh]W[ii])", "line 1, column 9: \"AB\""),
        ("(;GM[4](;AB[hh];W[ii])(;W[aa]))", "line 1, column 10: \"AB\""),
        ("(;GM[4](;B[ii])(;AW[hh]))", "line 1, column 18: \"AW\""),
    ] {
        let needed = "a place before the first move and outside of variations is needed";
        assert_eq!(read_sgf(text).unwrap_err().to_string(), format!("{place} cannot be read; {needed}"));
    }
    let twice = read_sgf("(;GM[4]AB[hh]AW[hh])").unwrap_err().to_string();
    assert_eq!(twice, "line 1, column 17: \"hh\" cannot be read; a point without a stone is needed");
    // Who is to move is said by the moves anyway.
    let kept = read_sgf("(;GM[4];B[hh]PL[W];W[ii])").unwrap();
    assert_eq!((kept.first, kept.moves[0].properties[0].to_string().as_str()), (None, "PL[W]"));
}

#[test]
fn several_games_are_read_one_by_one() {
    let text = "mail (no) (;GM[4];B[hh](;W[hg])(;W[gg]))\n\n( ;GM[4]SZ[20];B[aa]) and (;GM[4];B[bb]) (;B)";
    let mut games = Record::games(Format::Sgf, text.as_bytes());
    let mut next = || games.next().unwrap().map(|record| moves_of(&record));
    assert_eq!(next().as_deref(), Ok("Bh8 Wh9"));
    assert_eq!(next().as_deref(), Ok("Ba20"));
    assert_eq!(next().as_deref(), Ok("Bb14"));
    let needed = "a property with its value in [ ] is needed";
    assert_eq!(next().unwrap_err().to_string(), format!("line 3, column 44: \"B\" cannot be read; {needed}"));
    assert!(games.next().is_none());
    assert_eq!(moves_of(&read_sgf(text).unwrap()), "Bh8 Wh9", "the first");
}

#[test]
fn line_breaks_of_all_kinds_are_the_same() {
    let text = "(;GM[4]C[one\ntwo]\n;B[hh]\nC[20ms\nthree\\\nfour]\n;W[ii])";
    let record = read_sgf(text).unwrap();
    assert_eq!((record.comment.as_str(), record.moves[0].comment.as_str()), ("one\ntwo", "threefour"));
    for other in ["\r", "\r\n"] {
        assert_eq!(read_sgf(&text.replace('\n', other)).as_ref(), Ok(&record));
        let wrong = read_sgf(&format!("{}x)", text.replace('\n', other).trim_end_matches(')'))).unwrap_err();
        assert!(wrong.to_string().starts_with("line 7, column 7: \"x\" cannot be read"), "{wrong}");
    }
}

#[test]
fn escapes_and_foreign_bytes_are_read() {
    let mut bytes = b"\xef\xbb\xbf(;GM[4]PB[a\\]b\\\\c\\:]PW[".to_vec();
    bytes.extend([0xff, 0xfe, b']', b';', b'B', b'[', b'h', b'h', b']', b')']);
    let record = Record::read("SGF", &bytes).unwrap();
    assert_eq!(record.players[Color::Black], "a]b\\c:");
    assert_eq!(record.players[Color::White], "\u{fffd}\u{fffd}");
    assert_eq!(moves_of(&record), "Bh8");
}

#[test]
fn names_spelled_out_count_by_their_capitals() {
    let record =
        read_sgf("(;GaMe[4]SiZe[9]PlayerBlack[x]AddBlack[aa];White[bb]Comment[good]LaBels[cc:1];Black[tt])")
            .unwrap();
    assert_eq!((record.size.side(), record.players[Color::Black].as_str()), (9, "x"));
    assert_eq!((record.setup.len(), moves_of(&record).as_str()), (1, "Wb8 B--"));
    assert_eq!(record.moves[0].comment, "good");
    assert_eq!(record.moves[0].properties[0].name(), "LB");
    let error = read_sgf("(;GM[4];B[hh]foo[ii])").unwrap_err().to_string();
    assert_eq!(
        error,
        "line 1, column 14: \"foo\" cannot be read; a name with capitals, such as B or SZ, is needed"
    );
}

#[test]
fn two_moves_in_a_node_are_two_nodes() {
    let record = read_sgf("(;GM[4]B[hh]C[first];W[ii]B[jj]C[5ms]LB[aa:x])").unwrap();
    assert_eq!(moves_of(&record), "Bh8 Wi7 Bj6");
    assert_eq!(times_of(&record), [None, None, Some(5)]);
    assert_eq!((record.comment.as_str(), record.moves[0].comment.as_str()), ("", "first"));
    assert_eq!((record.moves[1].properties.len(), record.moves[2].properties.len()), (0, 1));
}

#[test]
fn a_rule_is_found_in_what_is_said_of_it_and_kept() {
    let rule = |text: &str| read_sgf(&format!("(;GM[4]RU[{text}];B[hh])")).unwrap();
    for (text, expected) in [
        ("renju", Some(Rule::Renju)),
        ("8", Some(Rule::Caro)),
        ("Caro, exact five", Some(Rule::Caro)),
        ("caro-exact, no swap", Some(Rule::CaroExact)),
        ("Renju Taraguchi-10", Some(Rule::Renju)),
        ("swap2", None),
    ] {
        let mut record = rule(text);
        assert_eq!(record.rule, expected, "{text}");
        assert_eq!(again(&record, Format::Sgf), record);
        let written = String::from_utf8(record.write(Format::Sgf).unwrap()).unwrap();
        assert!(written.contains(&format!("RU[{text}]")), "{written}");
        // What is said of another rule than the record's is not written.
        record.rule = Some(Rule::Standard);
        assert_eq!(again(&record, Format::Sgf).rule, Some(Rule::Standard), "{text}");
    }
}

#[test]
fn only_a_time_is_a_time() {
    let comments =
        ["1500ms", " 1500ms ", "1500ms\nlong", "+5ms", "05ms", "ms", "\\5ms", "18446744073709551616ms"];
    let expected = [Some(1500), Some(1500), Some(1500), None, None, None, None, None];
    for (comment, ms) in comments.into_iter().zip(expected) {
        let record = read_sgf(&format!("(;GM[4];B[hh]C[{comment}])")).unwrap();
        assert_eq!(times_of(&record), [ms], "{comment}");
        assert_eq!(again(&record, Format::Sgf), record, "{comment}");
    }
}

#[test]
fn a_wrong_sgf_file_is_answered_with_place_reason_and_remedy() {
    let node = "a node, which begins with ;, is needed";
    for (text, place, reason) in [
        ("", 1, "this is no sgf file; a game that begins with (; is needed".to_owned()),
        ("(;GM[1]SZ[19])", 6, "\"1\" cannot be read; game 4, gomoku and renju, is needed".to_owned()),
        (
            "(;GM[4]SZ[15:19])",
            11,
            "a board of size \"15:19\"; 5 to 22 lines and a square are needed".to_owned(),
        ),
        ("(;GM[4]SZ[99])", 11, "a board of size \"99\"; 5 to 22 lines and a square are needed".to_owned()),
        ("(;B[hh]", 8, "the file ends here; a ) to close the game is needed".to_owned()),
        ("(;B[hh", 7, "the file ends here; a ] to close the value is needed".to_owned()),
        ("(;B[pp])", 5, "\"pp\" cannot be read; a point of the board such as hh or h8 is needed".to_owned()),
        ("(;PL[green])", 6, "\"green\" cannot be read; B or W is needed".to_owned()),
        (
            "(;B[hh][ii])",
            9,
            "\"ii\" cannot be read; one value of this property and no second is needed".to_owned(),
        ),
        (
            "(;PB[a]PB[b])",
            3,
            "\"PB\" cannot be read; one such property of the game and no second is needed".to_owned(),
        ),
        (
            "(;B[hh]天[ii])",
            8,
            "\"天\" cannot be read; a property such as B[hh], or one of ; ( ) is needed".to_owned(),
        ),
        ("(;B[hh]PB)", 8, "\"PB\" cannot be read; a property with its value in [ ] is needed".to_owned()),
        (
            "(;B[hh](;W[ii]);B[jj])",
            16,
            "\";\" cannot be read; ( or ) behind a variation is needed".to_owned(),
        ),
        ("(;B[hh](;W[ii])B[jj])", 16, format!("\"B\" cannot be read; {node}")),
        ("(;B[hh]())", 9, format!("\")\" cannot be read; {node}")),
        ("(;B[hh]((;W[ii])))", 9, format!("\"(\" cannot be read; {node}")),
        ("(;B[hh](W[ii]))", 9, format!("\"W\" cannot be read; {node}")),
    ] {
        assert_eq!(read_sgf(text).unwrap_err().to_string(), format!("line 1, column {place}: {reason}"));
    }
    let long = read_sgf(&format!("(;GM[4];B[{}])", "天".repeat(1000))).unwrap_err().to_string();
    assert!(long.starts_with("line 1, column 11: \"天天") && long.chars().count() < 150, "{long}");
}

/// The limit that a text hits.
fn limit(text: &str) -> Option<Limit> {
    match read_sgf(text) {
        Err(RecordError::Broken { problem: Problem::TooMuch(limit), .. }) => Some(limit),
        Err(other) => panic!("{other}"),
        Ok(_) => None,
    }
}

#[test]
fn variations_are_read_to_a_depth() {
    let nested = |n: usize| "(;GM[4]".to_owned() + &"(;B[hh])(;W[hh]".repeat(n - 1) + &")".repeat(n);
    let deepest = read_sgf(&nested(512)).unwrap();
    // Such a tree can be copied, compared and dropped on a small stack, and is written and read again.
    assert_eq!(deepest.clone(), again(&deepest, Format::Sgf));
    assert_eq!(limit(&nested(513)), Some(Limit::Nesting));
    assert_eq!(limit(&"(;".repeat(100_000)), Some(Limit::Nesting));
    assert_eq!(limit(&format!("(;GM[4]{}", "(;B[hh]".repeat(100_000))), Some(Limit::Nesting));
    let error = read_sgf(&"(;".repeat(513)).unwrap_err().to_string();
    assert_eq!(error, "line 1, column 1025: variations stand too deep; 512 in one another at most are read");
    let opened = read_sgf(&"(".repeat(100_000)).unwrap_err().to_string();
    assert_eq!(opened, "line 1, column 1: this is no sgf file; a game that begins with (; is needed");
}

#[test]
fn nodes_are_read_to_a_number() {
    let many = |n: usize| format!("(;GM[4]{})", ";".repeat(n));
    assert_eq!(limit(&many(999_998)), None);
    assert_eq!(limit(&many(999_999)), Some(Limit::Nodes));
    assert_eq!(limit(&format!("(;GM[4]LB{})", "[]".repeat(1_000_000))), Some(Limit::Nodes));
    let games = "(;GM[4];;)".repeat(200_000);
    let all: Result<Vec<_>, _> = Record::games(Format::Sgf, games.as_bytes()).collect();
    assert_eq!(all.map(|all| all.len()), Ok(200_000), "of each game");
}
