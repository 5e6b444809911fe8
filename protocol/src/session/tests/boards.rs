//! Dialogues with boards that analyze, word for word.

use tianyuan_player::{Force, Mark, Task};
use tianyuan_rules::PointSet;

use super::*;

/// A talk with Yixin-Board after its first words.
fn board() -> Talk {
    Talk::after(&["info show_detail 0", "yxshowinfo", "START 15 15", "INFO timeout_turn 10000"])
}

fn line(line: usize, lines: usize, verdict: Verdict, pv: &str) -> Event {
    let pv = pv.split(' ').map(at).collect();
    let (depth, selective_depth, nodes, elapsed) = (9, 15, 3000, Duration::from_millis(200));
    Event::Report(Report { line, lines, depth, selective_depth, nodes, elapsed, verdict, pv })
}

fn names(points: &PointSet) -> Vec<String> {
    points.iter().map(|point| point.to_string()).collect()
}

#[test]
fn rows_come_first_after_its_first_words_and_not_before() {
    let mut talk = Talk::new();
    talk.send_all(&["START 15 15", "yxboard", "0,2,1", "done", "TURN 1,3"]);
    assert_eq!(talk.job().position.order()[0].point, at("a13"), "columns first");
    talk.answer("b13");
    let info = talk.send("yxshowinfo");
    assert_eq!(info[0], "MESSAGE INFO MAX_THREAD_NUM 4");
    assert!(info[1].starts_with("MESSAGE INFO MAX_HASH_SIZE "), "{info:?}");
    assert_eq!(talk.send("START 15"), ["OK"]);
    talk.send("TURN 0,2");
    assert_eq!(talk.job().position.order()[0].point, at("c15"));
    talk.send_all(&["START 15", "TURN 2,0"]);
    talk.answer_any();
    talk.send("TURN 2,1");
    assert_eq!(talk.answer("b15"), ["0,1"]);
}

#[test]
fn a_position_is_set_up_without_a_word_and_its_forbidden_points_are_listed() {
    let mut talk = board();
    talk.send("INFO rule 2");
    // Black's stones cross at g9, row 6 from the top and column 6; White's are far away.
    let stones = ["7,7,1", "0,0,2", "8,8,1", "0,14,2", "5,7,1", "14,0,2", "4,8,1", "14,14,2"];
    assert!(talk.send("yxboard").is_empty());
    assert!(talk.send_all(&stones).is_empty());
    assert!(talk.send("done").is_empty());
    assert_eq!(talk.send("yxshowforbid"), ["FORBID 0606."]);
    talk.send_all(&["yxboard", "7,7,2", "done"]);
    assert_eq!(talk.send("yxshowforbid"), ["FORBID ."], "White is to move");
    talk.send("yxforbid add 3 4 1");
    assert_eq!(talk.send("yxshowforbid"), ["FORBID 0304."], "by word of the manager");
    talk.send("yxforbid del 3 4 1");
    assert_eq!(talk.send("yxshowforbid"), ["FORBID ."]);
    assert_eq!(talk.send("yxforbid add 15 4 1"), ["ERROR 15,4 is outside the board"]);
}

#[test]
fn the_rule_in_force_counts_for_forbidden_points() {
    let mut talk = board();
    talk.send("yxboard 7,7,1 0,0,2 8,8,1 0,14,2 5,7,1 14,0,2 4,8,1 14,14,2 done");
    assert_eq!(talk.send("yxshowforbid"), ["FORBID ."]);
    talk.send("INFO rule 2");
    assert_eq!(talk.send("yxshowforbid"), ["FORBID 0606."]);
}

/// In renju the board sets up the position in which the human is to move, asks for forbidden points, and
/// then says the human's move by `turn`.
#[test]
fn the_side_to_move_of_a_set_up_may_be_the_humans() {
    let mut talk = board();
    talk.send_all(&["INFO rule 2", "start 15", "yxboard 7,7,1 6,6,2 done", "yxshowforbid"]);
    talk.send("turn 8,8");
    let position = &talk.job().position;
    assert_eq!(position.order().last().map(|stone| stone.color), Some(Color::Black));
    assert_eq!(position.side(), Color::White);
}

#[test]
fn several_moves_are_compared() {
    let mut talk = board();
    talk.send_all(&["yxboard 7,7,1 6,6,2 done", "yxnbest 2"]);
    assert_eq!(talk.job().task, Task::Analyze { lines: 2 });
    talk.event(line(0, 2, Verdict::estimate(30), "g7 f6"));
    assert!(talk.said.len() < 4, "the second line is to come");
    talk.event(line(1, 2, Verdict::LossIn(8), "h9 i9"));
    let said = talk.answer("g7");
    assert_eq!(
        said,
        [
            "MESSAGE (1) 30 | 9-15 | G7 F6",
            "MESSAGE (2) -M8 | 9-15 | H9 I9",
            "MESSAGE Speed 15K | Depth 9-15 | Eval 30 | Node 3000 | Time 200ms",
            "8,6"
        ]
    );
    assert_eq!(talk.send("yxnbest x"), ["ERROR a number of moves is needed, such as 3"]);
    talk.send("yxnbest 99999");
    assert_eq!(talk.job().task, Task::Analyze { lines: 225 });
}

#[test]
fn defences_are_named() {
    let mut talk = board();
    talk.send_all(&["yxboard 7,7,1 6,6,2 done", "yxsearchdefend"]);
    for event in [line(0, 2, Verdict::estimate(-9), "h7 a1"), line(1, 2, Verdict::LossIn(3), "b2 c3")] {
        talk.event(event);
    }
    // What the player has said of single moves counts too.
    talk.event(Event::Mark(Mark::Loses(at("c1"))));
    let said = talk.answer("h7");
    assert_eq!(said[3..5], ["MESSAGE Not refuted: H7", "MESSAGE Refuted: C1 B2"]);
    assert_eq!(said[5], "8,7");
}

/// A board that looks for wins by threats or fours alone says so by a setting, and asks as for any move.
#[test]
fn wins_are_asked_for_and_told_of() {
    for (setting, force, means) in [
        ("info vcthread 1", Force::Threats, "threats"),
        ("info vcthread 2", Force::Fours, "fours"),
        ("info checkmate 1", Force::Threats, "threats"),
        ("info checkmate 2", Force::Fours, "fours"),
    ] {
        for question in ["yxnbest 1", "yxnbest 3", "board 7,7,1 6,6,2 done"] {
            let mut talk = board();
            talk.send_all(&["yxboard 7,7,1 6,6,2 done", setting, question]);
            assert_eq!(talk.job().task, Task::Win(force), "{setting} {question}");
            talk.event(line(0, 1, Verdict::WinIn(9), "h7 a1"));
            talk.event(Event::Mark(Mark::Wins(at("h7"))));
            let said = talk.answer("h7");
            let word = format!("MESSAGE Win by {means} in 5 moves, proved");
            assert_eq!(said[said.len() - 2..], [word, "8,7".to_owned()], "{said:?}");
            // The search thinks that it wins, but that is not what was asked.
            talk.send("yxnbest 1");
            talk.event(line(0, 1, Verdict::WinIn(9), "a1"));
            let said = talk.answer("a1");
            assert!(said.contains(&format!("MESSAGE No win by {means} was found")), "{said:?}");
        }
    }
    let mut talk = board();
    talk.send_all(&["info vcthread 1", "info vcthread 0", "yxnbest 2"]);
    assert_eq!(talk.job().task, Task::Analyze { lines: 2 });
    talk.answer("h7");
    talk.send_all(&["info vcthread 1", "yxsearchdefend"]);
    assert_eq!(talk.job().task, Task::Defend);
}

#[test]
fn moves_are_left_out() {
    let mut talk = board();
    talk.send_all(&["yxblock", "3,4", "done", "yxblock 5,6 7,8 done", "yxblockundo 5,6 done"]);
    talk.send_all(&["yxboard 7,7,1 6,6,2 done", "yxnbest 1"]);
    assert_eq!(names(&talk.job().choice.without), ["i8", "e12"]);
    talk.answer("a1");
    talk.send_all(&["start 15 15", "yxblockpath 7,7 6,6 0,1 done", "yxboard 7,7,1 6,6,2 done", "yxnbest 1"]);
    assert_eq!(names(&talk.job().choice.without).len(), 3, "they outlive a start on the same board");
    talk.answer("a1");
    talk.send_all(&["yxblockreset", "yxblockpathreset", "yxnbest 1"]);
    assert!(talk.job().choice.without.is_empty());
    talk.answer("a2");
    talk.send_all(&["yxblock 1,1 done", "START 15", "START 20", "BEGIN"]);
    assert!(talk.job().choice.without.is_empty(), "another board");
}

#[test]
fn a_move_is_owed_for_each_search_that_is_cut_off() {
    let mut talk = board();
    talk.send_all(&["yxboard 7,7,1 done", "yxnbest 2"]);
    assert!(talk.send_all(&["start 15 15", "yxboard", "1,1,1", "done", "yxstop"]).is_empty());
    assert_eq!(talk.other, ["interrupt"]);
    assert_eq!(talk.answer("h9"), ["6,7", "OK"]);
    assert!(talk.send("yxstop").is_empty());
    assert_eq!(talk.session.position().order().len(), 1);
}

#[test]
fn unknown_words_are_no_moves() {
    let mut talk = board();
    assert_eq!(talk.send("yxfrobnicate"), ["MESSAGE unknown command yxfrobnicate"]);
}

#[test]
fn marks_and_blocks_are_said_if_wanted() {
    let mut talk = board();
    talk.send_all(&["info show_detail 3", "yxboard 7,7,1 done"]);
    assert_eq!(talk.send("yxnbest 1"), ["MESSAGE REALTIME REFRESH"]);
    assert!(talk.job().marks);
    talk.event(Event::Mark(Mark::Begins(at("a15"))));
    talk.event(Event::Mark(Mark::Loses(at("b15"))));
    talk.wait(100);
    let said = talk.event(line(0, 1, Verdict::WinIn(7), "h9 i9"));
    assert_eq!(said[..2], ["MESSAGE REALTIME POS 0,0", "MESSAGE REALTIME LOSE 0,1"]);
    assert_eq!(
        said[2..5],
        ["MESSAGE REALTIME BEST 6,7", "MESSAGE REALTIME VAL 9993", "MESSAGE REALTIME PV H9 I9"]
    );
    assert_eq!(said[5], "MESSAGE Depth 9-15 | Eval +M7 | Time 200ms | H9 I9");
    assert_eq!((said[6].as_str(), said[17].as_str()), ("INFO PV 0", "INFO PV DONE"));
    assert!(said.contains(&"INFO BESTLINE 6,7 6,8".to_owned()));
    talk.send("info show_detail 0");
    talk.answer("h9");
    talk.send("yxnbest 1");
    assert!(!talk.job().marks);
}

#[test]
fn the_player_ponders_where_it_is_allowed() {
    let mut talk = board();
    talk.send_all(&["INFO pondering 1", "turn 7,7"]);
    talk.event(line(0, 1, Verdict::estimate(1), "h9 i9"));
    talk.answer("h9");
    let pondered = &talk.pondered[0].position;
    assert_eq!(pondered.order().len(), 3, "the reply that is expected is on the board");
    assert!(talk.session.is_pondering() && !talk.session.is_thinking());
    assert!(talk.session.wake_at().is_none());
    assert!(talk.send("INFO time_left 5000").is_empty());
    assert!(talk.session.is_pondering());
    talk.other.clear();
    talk.send("turn 8,8");
    assert_eq!(talk.other, ["interrupt"]);
    assert!(talk.session.is_thinking() && !talk.session.is_pondering());
    assert_eq!(talk.job().position.order().len(), 3, "the move that was made");
    talk.answer("a1");
    assert_eq!(talk.pondered[1].position.order().len(), 4, "no reply is expected");
    assert!(talk.event(Event::Finished(Answer::NoMove)).is_empty(), "nobody has waited for that");
    assert!(!talk.session.is_pondering());
}

#[test]
fn nobody_ponders_in_tournaments_or_when_the_game_is_over() {
    for setting in ["INFO game_type 2", "INFO game_type 3", "INFO pondering 0"] {
        let mut talk = board();
        talk.send_all(&["INFO pondering 1", setting, "turn 7,7"]);
        talk.answer("h9");
        assert!(talk.pondered.is_empty(), "{setting}");
    }
    let mut talk = board();
    talk.send_all(&["INFO pondering 1", "board 0,0,1 1,0,2 0,1,1 1,1,2 0,2,1 1,2,2 0,3,1 1,3,2 done"]);
    talk.answer("e15");
    assert!(talk.pondered.is_empty(), "five");
    talk.send_all(&["start 15", "turn 7,7"]);
    talk.answer("h9");
    talk.other.clear();
    talk.send("INFO pondering 0");
    assert_eq!((talk.other.as_slice(), talk.session.is_pondering()), (&["interrupt"][..], false));
}

#[test]
fn stop_ends_pondering_and_says_nothing() {
    let mut talk = board();
    talk.send_all(&["INFO pondering 1", "turn 7,7"]);
    talk.answer("h9");
    assert!(talk.send("yxstop").is_empty());
    assert!(!talk.session.is_pondering());
}

#[test]
fn the_table_is_asked_about_and_kept() {
    let mut talk = board();
    talk.send_all(&[
        "INFO folder my folder",
        "yxshowhashusage",
        "yxhashdump",
        "START 15",
        "yxhashload",
        "x y",
    ]);
    let folder = Some(b"my folder".to_vec());
    let expected = [
        Chore::Fullness,
        Chore::Record { file: b"START 15".to_vec(), folder: folder.clone() },
        Chore::Recall { file: b"x y".to_vec(), folder },
    ];
    assert_eq!(talk.chores, expected);
    assert!(talk.settings.is_some(), "a table has its size before it is read");
    assert_eq!(talk.event(Event::Told(vec!["full".into()])), ["MESSAGE full"]);
    talk.other.clear();
    assert!(talk.send("yxhashclear").is_empty());
    assert_eq!(talk.other, ["forget"]);
    talk.other.clear();
    assert!(talk.send_all(&["INFO rule 1", "yxhashload", "z", "BEGIN"]).is_empty());
    assert_eq!(talk.other, ["forget"], "for the new rule, before the table is read");
    assert_eq!(
        (talk.other.len(), talk.job().position.rule()),
        (1, Rule::Standard),
        "and nothing is forgotten"
    );
}

#[test]
fn draws_are_taken_by_the_worse_side_only() {
    let mut talk = board();
    let mut answer_after = |verdict: Verdict| {
        talk.send_all(&["start 15", "turn 7,7"]);
        talk.event(line(0, 1, verdict, "h9"));
        talk.answer("h9");
        talk.send("yxdraw")
    };
    assert_eq!(answer_after(Verdict::estimate(-400)), ["MESSAGE DRAW ACCEPT"]);
    assert_eq!(answer_after(Verdict::estimate(-20)), ["MESSAGE DRAW REJECT"], "it is early");
    assert_eq!(answer_after(Verdict::WinIn(5)), ["MESSAGE DRAW REJECT"]);
    assert_eq!(answer_after(Verdict::LossIn(5)), ["MESSAGE DRAW ACCEPT"]);
    talk.send("start 15");
    assert_eq!(talk.send("yxdraw"), ["MESSAGE DRAW REJECT"], "another game");
    assert_eq!(talk.send("yxresign"), ["MESSAGE RESIGN ACCEPT"]);
}

#[test]
fn the_level_without_limits_has_none() {
    let mut talk = board();
    talk.send_all(&["INFO timeout_turn 2000000", "INFO timeout_match 100000000", "INFO time_left 100000000"]);
    talk.send_all(&["INFO max_node -1", "INFO max_depth 225", "yxnbest 1"]);
    let started = talk.job().limits.started;
    assert_eq!(talk.job().limits, Limits { started, ..Limits::INFINITE });
    talk.answer("h8");
    talk.send_all(&["INFO timeout_turn 5000", "yxnbest 1"]);
    assert_eq!(talk.job().limits.turn, Some(Duration::from_secs(5)));
}

/// gomocalc writes whole blocks on a line and keys in capitals.
#[test]
fn gomocalc_is_understood() {
    let mut talk = Talk::new();
    talk.send_all(&["INFO RULE 2", "INFO SHOW_DETAIL 2", "INFO SWAPABLE 1", "INFO TIMEOUT_TURN 1000"]);
    assert_eq!(talk.send("START 15"), ["OK"]);
    assert!(talk.send("YXBOARD 7,6,1 8,8,2 DONE").is_empty());
    talk.send("YXNBEST 3");
    assert_eq!(talk.job().position.order()[0].point, at("h9"), "columns first");
    assert_eq!(talk.job().position.rule(), Rule::Renju);
    assert_eq!(talk.job().limits.turn, Some(Duration::from_secs(1)));
    talk.event(line(0, 1, Verdict::estimate(1), "h9 i9"));
    assert!(talk.answer("i9").contains(&"INFO BESTLINE 7,6 8,6".to_owned()));
}

#[test]
fn the_clock_of_a_block_runs_from_its_first_line() {
    let mut talk = Talk::after(&["START 15"]);
    talk.send("BOARD");
    talk.wait(30);
    talk.send("7,7,2");
    talk.send("DONE");
    assert_eq!(talk.job().limits.started, Moment::default());
    talk.answer("h9");
    talk.send("BOARD");
    talk.wait(1_000_000);
    talk.send("DONE");
    assert_eq!(talk.job().limits.started, talk.now, "somebody has typed it");
}

#[test]
fn a_mark_of_byte_order_is_no_part_of_a_word() {
    let mut talk = Talk::new();
    assert_eq!(talk.send("\u{feff}START 15"), ["OK"]);
}

#[test]
fn a_stone_of_ours_alone_may_be_taken_back() {
    let mut talk = Talk::after(&["START 15", "TURN 7,7"]);
    let own = talk.session.position().order()[1];
    let coord = Axes::ColumnRow.coord(own.point, Size::STANDARD);
    assert_eq!(talk.send(&format!("TAKEBACK {coord}")), ["OK"]);
    talk.send("TURN 0,0");
    let colors: Vec<_> = talk.job().position.order().iter().map(|stone| stone.color).collect();
    assert_eq!(colors, [Color::Black, Color::Black], "both are the opponent's");
    assert_eq!(talk.job().position.side(), Color::White);
}

#[test]
fn ucilike_messages_are_chosen_by_the_manager_or_the_command_line() {
    for chosen_by_manager in [true, false] {
        let mut talk = Talk::new();
        if chosen_by_manager {
            talk.send("INFO show_detail 4");
        } else {
            talk.session = talk.session.with_messages(Messages::UciLike);
        }
        talk.send_all(&["START 15", "BEGIN"]);
        talk.event(line(0, 1, Verdict::estimate(3), "h8 i9"));
        let said = talk.answer("h8");
        assert_eq!(said, ["MESSAGE depth 9-15 multipv 1 ev 3 n 3000 n/ms 15 tm 200 pv H8 I7", "7,7"]);
    }
}

#[test]
fn a_silent_session_tells_of_no_progress() {
    let mut talk = Talk::new();
    talk.session = talk.session.with_messages(Messages::Silent);
    talk.send_all(&["START 15", "yxnbest 1"]);
    talk.event(line(0, 1, Verdict::estimate(3), "h8 i9"));
    talk.wait(500);
    assert_eq!(talk.answer("h8"), ["7,7"]);
}

#[test]
fn chores_are_few_and_lines_wait_for_the_player() {
    let mut talk = board();
    let said: Vec<String> = (0..20).flat_map(|_| talk.send("yxshowhashusage")).collect();
    assert_eq!((talk.chores.len(), said.len()), (16, 4));
    assert!(said[0].starts_with("MESSAGE busy "), "{said:?}");
    talk.event(Event::Told(Vec::new()));
    assert!(talk.send("yxshowhashusage").is_empty());
    talk.send("BEGIN");
    assert_eq!(talk.jobs.len(), 1, "no move waits for chores");
    for _ in 0..999 {
        talk.send("ABOUT");
    }
    assert!(!talk.session.is_overrun());
    talk.send("ABOUT");
    assert!(talk.session.is_overrun());
    talk.answer("h8");
    assert!(!talk.session.is_overrun());
}

#[test]
fn nobody_ponders_when_something_waits() {
    let mut talk = board();
    talk.send_all(&["INFO pondering 1", "turn 7,7", "start 15", "yxboard 7,7,1 6,6,2 3,3,1 4,5,2 done"]);
    talk.answer("h9");
    assert!(talk.pondered.is_empty() && !talk.session.is_pondering());
    talk.send("INFO pondering 0");
    talk.send_all(&["INFO auto_pondering 1", "INFO pondering 0", "start 15", "turn 7,7"]);
    talk.answer("h9");
    assert!(talk.pondered.is_empty(), "the last word counts");
}

#[test]
fn moves_left_out_are_left_out_by_whoever_answers() {
    let mut talk = board();
    talk.send_all(&["yxblock 6,8 done", "turn 7,7"]);
    assert_ne!(talk.answer("i9"), ["6,8"], "the player has not kept to it");
    talk.send_all(&["start 15", "turn 7,7"]);
    assert_ne!(talk.event(Event::Finished(Answer::NoMove)), ["6,8"]);
}

#[test]
fn long_lists_of_defences_are_said_in_several_lines() {
    let mut talk = board();
    talk.send("yxsearchdefend");
    let points: Vec<Point> = Size::STANDARD.points().take(200).collect();
    for (i, point) in points.iter().enumerate() {
        talk.event(line(i, 200, Verdict::estimate(0), &point.to_string()));
    }
    let said = talk.answer("a1");
    let named = said.iter().filter_map(|line| line.strip_prefix("MESSAGE Not refuted: "));
    let n_named: usize = named.map(|names| names.split(' ').count()).sum();
    assert_eq!(n_named, 200);
    assert!(said.iter().all(|line| line.len() < 480));
}

#[test]
fn marks_are_wiped_when_the_move_is_said() {
    let mut talk = board();
    talk.send_all(&["info show_detail 1", "yxnbest 1"]);
    talk.wait(200);
    talk.event(line(0, 1, Verdict::estimate(0), "h8"));
    talk.event(Event::Mark(Mark::Begins(at("a15"))));
    talk.wait(200);
    assert_eq!(talk.event(Event::Tick), ["MESSAGE REALTIME POS 0,0"]);
    talk.event(Event::Mark(Mark::Loses(at("b15"))));
    let said = talk.answer("h8");
    assert_eq!(said[..2], ["MESSAGE REALTIME DONE 0,0", "MESSAGE REALTIME LOSE 0,1"]);
}

#[test]
fn our_own_stone_is_ours_whoevers_turn_it_is() {
    let mut talk = Talk::after(&["START 15", "TURN 7,7"]);
    assert_eq!(talk.send("PLAY 0,0"), ["0,0"]);
    assert_eq!(talk.session.position().order()[2].color, Color::White);
    talk.send("TURN 1,1");
    assert_eq!(talk.job().position.order()[3].color, Color::Black);
}

#[test]
fn a_draw_is_judged_by_the_position_it_is_offered_in() {
    let mut talk = board();
    talk.send("turn 7,7");
    talk.event(line(0, 1, Verdict::LossIn(4), "h9"));
    talk.answer("h9");
    talk.send("yxboard 7,7,1 0,0,2 done");
    assert_eq!(talk.send("yxdraw"), ["MESSAGE DRAW REJECT"]);
}
