//! The text form, and referees who hear anything. What is said of games is in `tests/referee`.

use proptest::prelude::*;
use tianyuan_rules::opening::OpeningRule;
use tianyuan_rules::record::{Format, Record};
use tianyuan_rules::{Color, DrawReason, Outcome, Rule, Victory};

use super::*;

fn read(record: &str) -> Protocol {
    text::read(record.as_bytes()).expect(record)
}

fn summary(record: &str) -> Summary {
    Summary::of(&read(record)).expect("the board is large enough")
}

/// Every kind of deed, in the words of the text form.
const DEEDS: [&str; 55] = [
    "h8",
    "h8 draw?",
    "pass",
    "swap",
    "stay",
    "decide",
    "extend",
    "offers",
    "number 3",
    "offer g7 i9",
    "keep g7",
    "accept",
    "decline",
    "black offers draw",
    "white claims five",
    "white claims foul",
    "white claims foul h8",
    "black claims draw",
    "white claims time",
    "black resigns",
    "agreed black",
    "agreed draw",
    "judge flag white",
    "judge flag both",
    "black late 12m",
    "both late 90s",
    "white absent",
    "both absent",
    "opening noted",
    "wrong colors",
    "black drops h8",
    "displaced h8 h9 consent restored",
    "displaced h8 h9 consent stands",
    "displaced h8 h9 ruling restored",
    "displaced h8 h9 ruling stands",
    "displaced h8 h9 ruling draw",
    "displaced h8 h9 ruling replay",
    "displaced h8 h9 purpose white",
    "scattered outside restored",
    "scattered outside draw",
    "scattered outside replay",
    "scattered outside lost",
    "scattered accident black restored",
    "scattered accident white lost",
    "scattered purpose black",
    "black straightens told",
    "white straightens untold",
    "white doubts clock",
    "black doubts clock 90s",
    "black stops clock",
    "white other hand",
    "split clock",
    "judge reminds all",
    "judge reminds black",
    "scattered purpose white",
];

#[test]
fn every_deed_is_read_back_in_both_languages() {
    for line in DEEDS {
        let protocol = read(line);
        let [Recorded { line: 1, by: None, deed, took: None }] = &protocol.deeds[..] else {
            panic!("{line}: {protocol:?}")
        };
        assert_eq!(deed.to_string(), line);
        let chinese = deed.in_chinese();
        assert_eq!(read(&chinese).deeds, protocol.deeds, "{chinese}");
        let latin = |c: char| c.is_ascii_alphabetic();
        let points = line.split(' ').filter(|word| word.ends_with(|c: char| c.is_ascii_digit())).count();
        assert!(chinese.chars().filter(|&c| latin(c)).count() <= points + 1, "{chinese}: it is Chinese");
    }
}

#[test]
fn moves_stand_in_any_number_on_a_line() {
    let deeds = |record: &str| {
        read(record).deeds.into_iter().map(|it| (it.deed.to_string(), it.took)).collect::<Vec<_>>()
    };
    let times = deeds("1. h8 (0:35) 2.h9 ③ i9 (1:02:03), ④g7 draw? pass # and no more");
    let s = std::time::Duration::from_secs;
    let expected =
        [("h8", Some(s(35))), ("h9", None), ("i9", Some(s(3723))), ("g7 draw?", None), ("pass", None)];
    assert_eq!(times, expected.map(|(deed, took)| (deed.to_owned(), took)));
    assert_eq!(deeds("offer g7 i9 (2:00)"), [("offer g7 i9".to_owned(), Some(s(120)))]);
}

/// As it comes from keyboards in China: wide blanks, commas and letters, brackets without a blank before them.
#[test]
fn wide_characters_are_read() {
    let deeds =
        |record: &str| read(record).deeds.into_iter().map(|it| (it.by, it.deed, it.took)).collect::<Vec<_>>();
    assert_eq!(deeds("1、ｈ８（0：35）、2、h9　提和"), deeds("h8 (0:35) h9 draw?"));
    assert_eq!(deeds("白方　指出　禁手"), deeds("white claims foul"));
    assert_eq!(read("黑方：李雷\r白方：Bo\x1b[31m").players, ["李雷", "Bo [31m"], "lone CR, and no escapes");
}

#[test]
fn headers_are_read_as_they_are_typed() {
    let read = read("ｔｉｍｅ：３０分钟，读秒=６０秒\n棋盘：１５\n规则：有禁手\nevent: Cup #3\n");
    assert_eq!(read.terms.time.map(|time| time.to_string()).as_deref(), Some("30m,byoyomi=1m"));
    assert_eq!((read.terms.size.side(), read.terms.rule, read.event.as_str()), (15, Rule::Renju, "Cup #3"));
    assert!(text::read(b"time: 30").is_err(), "minutes or seconds?");
}

#[test]
fn no_record_is_longer_than_a_book() {
    let moves = |n: usize| "pass ".repeat(n);
    assert_eq!(read(&moves(MOST_DEEDS)).deeds.len(), MOST_DEEDS);
    assert_eq!(text::read(moves(MOST_DEEDS + 1).as_bytes()), Err(text::TextError::TooLong));
}

#[test]
fn headers_are_read_in_both_languages() {
    let english = "event: Cup\ndate: 2012\nround: 2\nblack: A: B\nwhite: C\nrule: freestyle\nopening rule: swap2\n\
                   time: 30m\nsize: 19\ndraw offers ahead: 1\nlate limit: 10m\nrecorded by: white\nresult: W+R\n";
    let chinese = "赛事：Cup\n日期：2012\n轮次：2\n黑方：A: B\n白方：C\n规则：freestyle\n开局：swap2\n\
                   用时：30m\n棋盘：19\n提和差：1\n迟到时限：10m\n记录：白方\n结果：W+R\n";
    assert_eq!(read(english), read(chinese));
    let read = read(english);
    assert_eq!((read.terms.rule, read.terms.opening_rule), (Rule::Freestyle, OpeningRule::Swap2));
    assert_eq!((read.terms.size.side(), read.terms.offer_lead), (19, 1));
    assert_eq!((read.players[0].as_str(), read.recorded_by), ("A: B", Some(Color::White)));
    assert_eq!(read.recorded_end(), Some(Deed::Resign(Color::Black)));
}

#[test]
fn mistakes_are_named_with_their_line() {
    for (record, expected) in [
        ("h8\nhello", "line 2: \"hello\" is not understood"),
        ("draw?", "line 1: \"draw?\" is not understood"),
        ("(0:10) h8", "line 1: \"(0:10) h8\" is not understood"),
        ("size: 4", "line 1: size: a number 5 to 22 is needed"),
        ("time: soon", "line 1: time: a clock such as"),
        ("h8 h9\nblack claims", "line 2:"),
        ("displaced h8 h9 ruling lost", "line 1:"),
    ] {
        let error = text::read(record.as_bytes()).expect_err(record).to_string();
        assert!(error.starts_with(expected) && error.lines().count() == 1, "{error}");
    }
    assert_eq!(text::read(&vec![b'\n'; text::MAX_BYTES + 1]), Err(text::TextError::TooLong));
}

/// A record without a word about its end ends as its last move and its result suggest.
#[test]
fn records_of_moves_alone_have_an_end() {
    let of = |sgf: &str| {
        let record = Record::read_as(Format::Sgf, sgf.as_bytes()).expect(sgf);
        let protocol = record::protocol(&record, OpeningRule::Free).expect(sgf);
        let summary = Summary::of(&protocol).expect("large enough");
        (summary.outcome, summary.names_other_result)
    };
    let four = ";B[hh];W[aa];B[ih];W[ac];B[jh];W[ae];B[kh];W[ag]";
    let win = |color, how| (Some(Outcome::Win { color, how }), false);
    assert_eq!(of(&format!("(;GM[4]SZ[15]{four};B[lh])")), win(Color::Black, Victory::Five));
    assert_eq!(of(&format!("(;GM[4]SZ[15]RE[B+5]{four};B[lh])")), win(Color::Black, Victory::Five));
    assert_eq!(of(&format!("(;GM[4]SZ[15]RE[W+R]{four};B[lh])")), win(Color::White, Victory::Resignation));
    assert_eq!(of(&format!("(;GM[4]SZ[15]RE[W+T]{four})")), win(Color::White, Victory::Time));
    assert_eq!(of(&format!("(;GM[4]SZ[15]RE[W+]{four})")), win(Color::White, Victory::Agreement));
    let agreed = Some(Outcome::Draw { why: DrawReason::Agreement });
    assert_eq!(of(&format!("(;GM[4]SZ[15]RE[0]{four})")), (agreed, false));
    for nothing in ["", "RE[?]", "RE[White resigned]", "RE[Void]", "RE[黑负]"] {
        assert_eq!(of(&format!("(;GM[4]SZ[15]{nothing}{four})")), (None, false), "{nothing}");
    }
    let foul = "(;GM[4]SZ[15]RU[renju];B[hh];W[hg];B[ii];W[ig];B[hf];W[ij];B[ie];W[id];B[gg])";
    assert_eq!(of(foul).0.and_then(Outcome::winner), Some(Color::White));
}

#[test]
fn another_result_of_the_record_is_noticed() {
    let other = summary("result: white\nopening rule: free\nh8\nwhite resigns");
    assert!(other.names_other_result && other.outcome.and_then(Outcome::winner) == Some(Color::Black));
    assert!(!summary("result: W+R\nopening rule: free\nh8\nblack resigns").names_other_result);
    let error = text::read("结果：中盘胜".as_bytes()).expect_err("it says nothing").to_string();
    assert!(error.starts_with("line 1: result: black, white, draw"), "{error}");
}

/// A game that `tianyuan play` has kept has the acts of its opening.
#[test]
fn acts_of_openings_are_found_in_kept_games() {
    let sgf = "(;GM[4]SZ[15]RU[renju]C[Opening rule: rif-2\nPerson: second\nActs: h8; h9; i9; swap; g7; i7 g9; g9]\
               ;B[hh];W[hg];B[ig];W[gi];B[gg];W[aa])";
    let record = Record::read_as(Format::Sgf, sgf.as_bytes()).expect("a record");
    let protocol = record::protocol(&record, OpeningRule::Free).expect("a game");
    let deeds: Vec<String> = protocol.deeds.iter().map(|recorded| recorded.deed.to_string()).collect();
    assert_eq!(deeds, ["h8", "h9", "i9", "swap", "g7", "offer i7 g9", "keep g9", "a15"]);
    assert!(Summary::of(&protocol).expect("large enough").rulings.iter().all(|ruling| ruling.legal));
}

/// Articles 8, 27 and 39: the player wins, whatever color he has by then.
#[test]
fn points_go_to_players() {
    let points = |record: &str| summary(record).points;
    assert_eq!(points("h8 h9 i9\nstay\ng7\nblack resigns"), Some([0, 2]));
    assert_eq!(points("h8 h9 i9\nswap\ng7\nblack resigns"), Some([2, 0]));
    assert_eq!(points("h8 h9 i9\nstay\ng7\nwrong colors\nblack resigns"), Some([2, 0]));
    assert_eq!(points("h8 h9 i9\nswap\ng7\nwrong colors\nblack resigns"), Some([0, 2]));
    assert_eq!(points("h8\nagreed draw"), Some([1, 1]));
    assert_eq!(points("both absent"), Some([0, 0]));
    assert_eq!(points("h8\nscattered outside replay"), None);
}

/// Article 27, and the placing of equals.
#[test]
fn a_table_is_made_of_many_games() {
    let mut standings = Standings::default();
    for (black, white, end) in [
        ("A", "B", "agreed black"),
        ("C", "D", "agreed draw"),
        ("A", "C", "agreed white"),
        ("D", "B", "agreed black"),
        ("B", "", "agreed black"),
        ("A", "D", "scattered outside replay"),
        ("A", "A", "agreed draw"),
        ("A", "D", "h8"),
    ] {
        let protocol = read(&format!("black: {black}\nwhite: {white}\n{end}"));
        standings.add(&protocol, &Summary::of(&protocol).expect("large enough"));
    }
    let table = standings.table();
    let rows: Vec<_> =
        table.iter().map(|row| (row.place, row.name.as_str(), row.points, row.games, row.colors)).collect();
    let expected = [
        (1, "C", 3, [2, 1, 1, 0], [1, 1]),
        (2, "D", 3, [2, 1, 1, 0], [1, 1]),
        (3, "A", 2, [2, 1, 0, 1], [2, 0]),
        (4, "B", 0, [2, 0, 0, 2], [0, 2]),
    ];
    assert_eq!(rows, expected);
    assert_eq!(
        table.iter().map(|row| (row.buchholz, row.sonneborn_halves)).collect::<Vec<_>>(),
        [(5, 7), (3, 3), (3, 0), (5, 0)]
    );
    assert_eq!(standings.uncounted, 4);
}

#[test]
fn records_of_the_same_game_are_known_by_their_round() {
    let names = "black: A\nwhite: B\n";
    let [one, same, other] =
        ["round: 1", "h8\nround: 1", "round: 2"].map(|more| read(&format!("{names}{more}")));
    assert!(one.meeting().is_some() && one.meeting() == same.meeting() && one.meeting() != other.meeting());
    assert_eq!(
        read(&format!("{names}event: Cup\ndate: 1")).meeting(),
        None,
        "it may be another one of the match"
    );
    assert_eq!(read("round: 1").meeting(), None, "nobody knows whose games these are");
}

/// A stone that cannot be tells nothing of what the record leaves out.
#[test]
fn an_illegal_stone_takes_no_decision_away() {
    let legal = |record: &str| summary(record).rulings.iter().map(|ruling| ruling.legal).collect::<Vec<_>>();
    assert_eq!(legal("h8 h9 i9\nh9\nswap"), [true, true, true, false, true]);
    assert_eq!(legal("h8 h9 i9\nt19\nswap"), [true, true, true, false, true]);
    assert_eq!(legal("h8 h9 i9\nstay\ng7\nh8\noffer g9 i7")[5..], [false, true]);
}

/// In Chinese a claim is not that of an overline: the word that is written is the general one.
#[test]
fn claims_are_told_in_chinese() {
    for (line, expected) in [
        ("white claims foul", "白方 指出 禁手"),
        ("white claims overline", "白方 指出 禁手"),
        ("白方 指出 三三", "白方 指出 禁手"),
        ("black claims five", "黑方 声明 五连"),
        ("white claims time", "白方 指出 超时"),
        ("agreed black", "认可 黑胜"),
    ] {
        assert_eq!(read(line).deeds[0].deed.in_chinese(), expected, "{line}");
    }
}

/// Whose turn it is in a file of another program is for the referee to say.
#[test]
fn an_sgf_move_out_of_turn_does_not_count() {
    let record = Record::read_as(Format::Sgf, b"(;GM[4]SZ[15]C[Acts: fair play];B[hh];B[ii];W[ij])")
        .expect("a record");
    let protocol = record::protocol(&record, OpeningRule::Free).expect("it is heard");
    let summary = Summary::of(&protocol).expect("large enough");
    assert_eq!(summary.rulings.iter().map(|ruling| ruling.legal).collect::<Vec<_>>(), [true, false, true]);
}

/// What the record says of whose a deed is, is looked at.
#[test]
fn nobody_acts_for_the_other_side() {
    let legal = |record: &str| summary(record).rulings.last().map(|ruling| ruling.legal);
    let begun = "opening rule: free\nh8 h9 i9 g7 i7";
    for (deed, expected) in [
        ("white pass", true),
        ("black pass", false),
        ("white g9", true),
        ("black g9", false),
        ("白方 停一手", true),
    ] {
        assert_eq!(legal(&format!("{begun}\n{deed}")), Some(expected), "{deed}");
    }
    let offered = format!("{begun}\nh10 draw?");
    assert_eq!(legal(&format!("{offered}\nblack accept")), Some(true));
    assert_eq!(legal(&format!("{offered}\nwhite accept")), Some(false));
    let placed = "h8 h9 i9";
    for (deeds, expected) in [
        ("white swap", true),
        ("black swap", false),
        ("stay\nwhite g7", true),
        ("stay\ng7\nblack offer g9 i7", true),
        ("stay\ng7\nwhite offer g9 i7", false),
        ("stay\ng7\noffer g9 i7\nwhite keep i7", true),
        ("stay\ng7\noffer g9 i7\nblack keep i7", false),
    ] {
        assert_eq!(legal(&format!("{placed}\n{deeds}")), Some(expected), "{deeds}");
    }
}

/// Until move 4 an opening can be put right, in the group without forbidden moves too, and wrong colors begin anew.
#[test]
fn the_number_of_stones_decides_what_can_be_put_right() {
    let group = summary("opening rule: placed-26\nh8 h9 l9\nopening noted\nh8 h9 i9");
    assert!(group.rulings.iter().skip(3).all(|ruling| ruling.legal), "{:?}", group.rulings);
    assert_eq!(group.turns.len(), 3);
    let anew = summary("opening rule: free\nh8 h9 i9\nwrong colors\nh8");
    assert_eq!(anew.turns.len(), 1);
    let twice = summary("opening rule: free\nh8 h9 i9 g7\nwrong colors\nwrong colors");
    assert_eq!(twice.rulings.last().map(|ruling| ruling.legal), Some(false));
}

/// A record tells of the clock of who is thinking only if it says for how long.
#[test]
fn a_flag_that_falls_in_thought_can_be_claimed() {
    let ends = |deed: &str| {
        let begun = "time: 10m\nopening rule: free\nh8 (1:00) h9 (1:00)";
        summary(&format!("{begun}\n{deed}")).outcome.and_then(Outcome::winner)
    };
    assert_eq!(ends("white claims time"), Some(Color::White));
    assert_eq!(ends("white claims time (8:00)"), None);
    assert_eq!(ends("white claims time (9:00)"), Some(Color::White));
    assert_eq!(ends("judge flag white"), None, "its clock stands");
    assert_eq!(ends("black offers draw (8:00)\ni9 (8:30)\nwhite claims time"), None, "in all 9:30 of 10:00");
    assert_eq!(ends("judge flag black"), Some(Color::White));
}

/// A decision is no move: it adds no time.
#[test]
fn a_swap_adds_no_time() {
    let shown = |deed: &str| {
        let deeds = "h8 (0:10) h9 (0:10) i9 (0:10)";
        summary(&format!("time: 10m+30s\n{deeds}\n{deed}\nwhite doubts clock\nblack late 1m")).rulings
    };
    let late = shown("swap (0:10)").pop().expect("a ruling");
    let black = late.remarks.into_iter().find_map(|(_, remark)| match remark {
        Remark::Clock(Color::Black, shown) => Some(shown),
        _ => None,
    });
    let left = std::time::Duration::from_secs(600 - 10 - 60);
    assert_eq!(black, Some(tianyuan_player::Shown::Main(left)));
}

/// Violations are the players', whatever color they have.
#[test]
fn violations_stay_with_the_player() {
    let summary = summary("black stops clock\nh8 h9 i9\nswap\nblack other hand");
    assert_eq!(summary.violations, [1, 1]);
}

/// What was forbidden when it was made stays so, wherever a stone goes later.
#[test]
fn a_displaced_stone_changes_no_judgement() {
    let begun = "opening rule: free\nh8 h9 i7 i9 h10 i6 i11 i12 g9 a1";
    let moved = format!("{begun}\ndisplaced h8 o1 consent stands\nwhite claims foul g9");
    let last = summary(&moved).rulings.pop().expect("a ruling");
    assert!(matches!(last.remarks[..], [(_, Remark::Refused(Refusal::Lapsed(_, 9)))]), "{last:?}");
}

#[test]
fn articles_have_numbers_and_places() {
    for article in Article::all() {
        assert!(article.to_string().len() > 6 && article.chinese().chars().count() > 2, "{article:?}");
    }
    assert_eq!(
        (Article::LAPSED.to_string().as_str(), Article::LAPSED.chinese().as_str()),
        ("regulations 7(1)III", "规程7(1)III")
    );
    assert_eq!(Article::FIVE.chinese(), "规则引言");
}

proptest! {
    /// No text makes the reader panic.
    #[test]
    fn any_bytes_are_read_or_refused(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = text::read(&bytes);
    }

    /// Whatever happens at a board, the referee says something to each deed, nothing happens after the end, and what does
    /// not count leaves no stone.
    #[test]
    fn a_referee_hears_anything(
        rule in proptest::sample::select(OpeningRule::ALL.to_vec()),
        lines in proptest::collection::vec((proptest::sample::select(DEEDS.to_vec()), "[a-e][1-5]", 0..400_u64), 0..60),
        time in proptest::option::of(proptest::sample::select(vec!["10m", "1m,byoyomi=60s", "0,moves=3/5m", "shared=10m"])),
    ) {
        let mut record = format!("opening rule: {rule}\nsize: 9\n");
        record += &time.map(|time| format!("time: {time}\n")).unwrap_or_default();
        for (line, point, seconds) in &lines {
            // Mostly stones, or nothing would come of it.
            let stone = format!("{point} (0:{})", seconds % 60);
            let line = if seconds % 3 == 0 { *line } else { stone.as_str() };
            record = [record.as_str(), line, "\n"].concat();
        }
        let protocol = read(&record);
        let mut referee = Referee::new(protocol.terms.clone()).expect("the board is large enough");
        for recorded in &protocol.deeds {
            let (before, n_moves, turns) = (referee.outcome(), referee.n_moves(), referee.turns());
            let ruling = referee.hear(recorded);
            prop_assert!(!ruling.remarks.is_empty(), "{:?}", ruling);
            let is_undone = |(_, remark): &(_, Remark)| {
                matches!(remark, Remark::CannotBe(_) | Remark::CannotBeInGame(_) | Remark::OutOfTurn(_))
            };
            if ruling.remarks.iter().any(is_undone) {
                prop_assert_eq!(referee.turns(), turns, "{:?}", ruling);
            }
            if before.is_some() {
                prop_assert_eq!((referee.outcome(), referee.n_moves()), (before, n_moves));
            }
        }
        let summary = Summary::of(&protocol).expect("the board is large enough");
        prop_assert!(summary.outcome.is_none() || summary.open.is_empty());
    }
}
