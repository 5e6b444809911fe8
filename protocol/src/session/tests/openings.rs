//! Dialogues of the opening phases, word for word: what is asked of the player, and how his answer is written.

use tianyuan_player::Task;
use tianyuan_rules::opening::{Act, Branch, OpeningRule, Phase};

use super::*;

fn points(text: &str) -> Vec<Point> {
    text.split_whitespace().map(at).collect()
}

fn placed(text: &str) -> Vec<Act> {
    points(text).into_iter().map(Act::Place).collect()
}

/// What the manager says, what has to be done then, what the player does, and what is said.
struct Exchange {
    says: &'static [&'static str],
    phase: fn(Phase) -> bool,
    acts: Vec<Act>,
    then: Option<&'static str>,
    said: &'static [&'static str],
}

/// Whole dialogues of a manager with `START 15` before, each question alone.
fn converse(talk: &mut Talk, rule: OpeningRule, exchanges: Vec<Exchange>) {
    for Exchange { says, phase, acts, then, said } in exchanges {
        assert_eq!(talk.send_all(says), [""; 0], "{says:?}");
        let Task::Opening(task) = &talk.job().task else { panic!("{says:?}: {:?}", talk.job().task) };
        assert!(phase(task.game.phase()), "{says:?}: {:?}", task.game.phase());
        assert_eq!(task.game.rule(), rule, "{says:?}");
        let answer = Answer::Opening { acts, then: then.map(at) };
        assert_eq!(talk.event(Event::Finished(answer)), said, "{says:?}");
    }
}

const fn places(phase: Phase) -> bool {
    matches!(phase, Phase::Place { .. })
}

fn swaps(phase: Phase) -> bool {
    phase == Phase::Swap
}

const fn chooses(phase: Phase) -> bool {
    matches!(phase, Phase::Choose { .. })
}

const fn offers(phase: Phase) -> bool {
    matches!(phase, Phase::Offer { .. })
}

fn selects(phase: Phase) -> bool {
    phase == Phase::Select
}

fn exchange(
    says: &'static [&'static str],
    phase: fn(Phase) -> bool,
    acts: Vec<Act>,
    then: Option<&'static str>,
    said: &'static [&'static str],
) -> Exchange {
    Exchange { says, phase, acts, then, said }
}

#[test]
fn swap2_as_the_organizers_define_it() {
    let mut talk = Talk::after(&["START 15", "INFO rule 1"]);
    let three: &[&str] = &["SWAP2BOARD", "7,7", "8,7", "9,9", "DONE"];
    let five: &[&str] = &["SWAP2BOARD", "7,7", "8,7", "9,9", "1,1", "2,2", "DONE"];
    let decide = |act: Act| vec![Act::Choose(Branch::Decide), act];
    let extend = [vec![Act::Choose(Branch::Extend)], placed("a15 b15")].concat();
    let exchanges = vec![
        exchange(&["SWAP2BOARD", "DONE"], places, placed("h8 h9 i9"), None, &["7,7 7,6 8,6"]),
        exchange(three, chooses, decide(Act::Swap), None, &["SWAP"]),
        exchange(three, chooses, decide(Act::Stay), Some("a15"), &["0,0"]),
        exchange(three, chooses, extend, None, &["0,0 1,0"]),
        // Who placed the first stones has Black still, and says so; or he becomes White and moves.
        exchange(five, swaps, vec![Act::Stay], None, &["SWAP"]),
        exchange(five, swaps, vec![Act::Swap], Some("o1"), &["14,14"]),
    ];
    converse(&mut talk, OpeningRule::Swap2, exchanges);
    assert!(talk.session.position().order().is_empty(), "the manager restates the stones");
}

#[test]
fn yixin_board_s_swap2() {
    let mut talk = Talk::after(&["yxshowinfo", "START 15 15"]);
    let exchanges = vec![exchange(
        &["yxswap2step1"],
        places,
        placed("h8 h9 a14"),
        None,
        &["MESSAGE SWAP2 MOVE1 7 7", "MESSAGE SWAP2 MOVE2 6 7", "MESSAGE SWAP2 MOVE3 1 0"],
    )];
    converse(&mut talk, OpeningRule::Swap2, exchanges);
    talk.send_all(&["yxboard", "7,7,1", "8,7,2", "9,9,1", "done"]);
    let decide = |act: Act| vec![Act::Choose(Branch::Decide), act];
    let extend = [vec![Act::Choose(Branch::Extend)], placed("a15 b15")].concat();
    let exchanges = vec![
        exchange(&["yxswap2step2"], chooses, decide(Act::Swap), None, &["MESSAGE SWAP2 SWAP1 YES"]),
        exchange(&["yxswap2step2"], chooses, decide(Act::Stay), Some("a1"), &["MESSAGE SWAP2 SWAP1 NO"]),
        exchange(
            &["yxswap2step2"],
            chooses,
            extend,
            None,
            &["MESSAGE SWAP2 MOVE4 0 0", "MESSAGE SWAP2 MOVE5 0 1"],
        ),
    ];
    converse(&mut talk, OpeningRule::Swap2, exchanges);
    talk.send_all(&["yxboard 7,7,1 8,7,2 9,9,1 1,1,2 2,2,1 done"]);
    let exchanges = vec![
        exchange(&["yxswap2step3"], swaps, vec![Act::Stay], None, &["MESSAGE SWAP2 SWAP2 YES"]),
        exchange(&["yxswap2step3"], swaps, vec![Act::Swap], Some("a1"), &["MESSAGE SWAP2 SWAP2 NO"]),
    ];
    converse(&mut talk, OpeningRule::Swap2, exchanges);
}

#[test]
fn yixin_board_s_soosorv() {
    let mut talk = Talk::after(&["yxshowinfo", "START 15 15", "INFO rule 2"]);
    let exchanges = vec![
        exchange(
            &["yxsoosorvstep1"],
            places,
            placed("h8 h9 i9"),
            None,
            &["MESSAGE SOOSORV MOVE1 7 7", "MESSAGE SOOSORV MOVE2 6 7", "MESSAGE SOOSORV MOVE3 6 8"],
        ),
        exchange(
            &["yxsoosorvstep2", "7,7", "6,7", "6,8", "done"],
            swaps,
            vec![Act::Swap],
            None,
            &["MESSAGE SOOSORV SWAP1 YES"],
        ),
        exchange(
            &["yxsoosorvstep3", "7,7", "6,7", "6,8", "done"],
            places,
            [placed("h7"), vec![Act::Declare(4)]].concat(),
            None,
            &["MESSAGE SOOSORV MOVE4 8 7 4"],
        ),
        exchange(
            &["yxsoosorvstep4 4", "7,7", "6,7", "6,8", "8,7", "done"],
            swaps,
            vec![Act::Stay, Act::Offer(points("a1 b2 c3 d5"))],
            None,
            &["MESSAGE SOOSORV SWAP2 NO"],
        ),
        exchange(
            &["yxsoosorvstep5 2", "7,7", "6,7", "6,8", "8,7", "done"],
            offers,
            vec![Act::Offer(points("a1 b3"))],
            None,
            &[
                "MESSAGE SOOSORV MOVE5 REFRESH",
                "MESSAGE SOOSORV MOVE5 14 0",
                "MESSAGE SOOSORV MOVE5 12 1",
                "MESSAGE SOOSORV MOVE5 DONE",
            ],
        ),
        exchange(
            &["yxsoosorvstep6", "7,7", "6,7", "6,8", "8,7", "14,0", "12,1", "done"],
            selects,
            vec![Act::Select(at("b3"))],
            Some("c4"),
            &["MESSAGE SOOSORV MOVE5C 12 1"],
        ),
    ];
    converse(&mut talk, OpeningRule::Soosyrv(8), exchanges);
}

const THREE: [&str; 3] = ["7,7", "7,6", "8,6"];

#[test]
fn the_federation_s_rule_step_by_step() {
    let mut talk = Talk::after(&["START 15", "INFO rule 4"]);
    let stay = [vec![Act::Stay], placed("h7")].concat();
    let exchanges = vec![
        exchange(&["RIFSTEP1"], places, placed("h8 h9 i9"), None, &["7,7 7,6 8,6"]),
        exchange(&["RIFSTEP2", "7,7", "7,6", "8,6", "DONE"], swaps, vec![Act::Swap], None, &["SWAP"]),
        exchange(&["RIFSTEP2", "7,7", "7,6", "8,6", "DONE"], swaps, stay, None, &["7,8"]),
        exchange(&["RIFSTEP3", "7,7", "7,6", "8,6", "DONE"], places, placed("h7"), None, &["7,8"]),
        exchange(
            &["RIFSTEP4", "7,7", "7,6", "8,6", "7,8", "DONE"],
            offers,
            vec![Act::Offer(points("a1 b3"))],
            None,
            &["0,14 1,12"],
        ),
        exchange(
            &["RIFSTEP5", "7,7", "7,6", "8,6", "7,8", "DONE", "0,14 1,12"],
            selects,
            vec![Act::Select(at("b3"))],
            Some("c4"),
            &["1,12 2,11"],
        ),
    ];
    converse(&mut talk, OpeningRule::Rif(2), exchanges);
}

/// A question, the rule and the phase that are meant, what the player does, and what is said.
type Step = (String, OpeningRule, fn(Phase) -> bool, Answer, &'static str);

/// The steps of the rules with a number.
fn steps_with_a_number() -> Vec<Step> {
    let three = THREE.join(" ");
    let (yamaguchi, soosyrv, taraguchi) =
        (OpeningRule::Yamaguchi, OpeningRule::Soosyrv, OpeningRule::Taraguchi);
    let declared = |points: &str, n| opening([placed(points), vec![Act::Declare(n)]].concat(), None);
    let stayed = |acts: Vec<Act>| opening([vec![Act::Stay], acts].concat(), None);
    let offered = |text: &str| vec![Act::Offer(points(text))];
    let swapped = || opening(vec![Act::Swap], None);
    vec![
        ("YAMAGUCHISTEP1".into(), yamaguchi(12), places, declared("h8 h9 i9", 3), "7,7 7,6 8,6 3"),
        (format!("YAMAGUCHISTEP2 3 {three} DONE"), yamaguchi(3), swaps, swapped(), "SWAP"),
        (
            format!("YAMAGUCHISTEP4 3 {three} 7,8 DONE"),
            yamaguchi(3),
            offers,
            opening(offered("a1 b3 c5"), None),
            "0,14 1,12 2,10",
        ),
        (
            format!("SOOSYRVSTEP2 8 {three} DONE"),
            soosyrv(8),
            swaps,
            stayed([placed("h7"), vec![Act::Declare(5)]].concat()),
            "7,8 5",
        ),
        (format!("SOOSYRVSTEP3 8 {three} DONE"), soosyrv(8), places, declared("h7", 1), "7,8 1"),
        (
            format!("SOOSYRVSTEP4 2 {three} 7,8 DONE"),
            soosyrv(2),
            swaps,
            stayed(offered("a1 b3")),
            "0,14 1,12",
        ),
        ("TARAGUCHISTEP1 10 DONE".into(), taraguchi(10), places, opening(placed("h8"), None), "7,7"),
        ("TARAGUCHISTEP2 10 7,7 DONE".into(), taraguchi(10), swaps, stayed(placed("h9")), "7,6"),
        (format!("TARAGUCHISTEP2 10 {three} 7,8 DONE"), taraguchi(10), swaps, swapped(), "SWAP"),
        (
            format!("TARAGUCHISTEP3 2 {three} 7,8 DONE"),
            taraguchi(2),
            offers,
            opening(offered("a1 b3"), None),
            "0,14 1,12",
        ),
    ]
}

/// The steps of the rules without.
fn steps_without_a_number() -> Vec<Step> {
    let three = THREE.join(" ");
    let (swap, swap1) = (OpeningRule::Swap, OpeningRule::Swap1);
    let (pro, long_pro) = (OpeningRule::Pro, OpeningRule::LongPro);
    let one = || opening(placed("a1"), None);
    let swapped = || opening(vec![Act::Swap], None);
    let stayed = || opening(vec![Act::Stay], Some("a1"));
    vec![
        ("SWAPBOARD DONE".into(), swap, places, opening(placed("a1 b2 c4"), None), "0,14 1,13 2,11"),
        (format!("SWAPBOARD {three} DONE"), swap, swaps, stayed(), "0,14"),
        ("SWAP1STBOARD DONE".into(), swap1, places, one(), "0,14"),
        ("SWAP1STBOARD 0,0 DONE".into(), swap1, swaps, swapped(), "SWAP"),
        ("PROBOARD 7,7 DONE".into(), pro, places, one(), "0,14"),
        ("LONGPROBOARD 7,7 0,0 DONE".into(), long_pro, places, one(), "0,14"),
    ]
}

#[test]
fn the_other_rules_of_the_proposal() {
    for (says, rule, phase, answer, said) in [steps_with_a_number(), steps_without_a_number()].concat() {
        let mut talk = Talk::after(&["START 15", "INFO rule 4"]);
        assert_eq!(talk.send(&says), [""; 0], "{says}");
        let Task::Opening(task) = &talk.job().task else { panic!("{says}") };
        assert!(phase(task.game.phase()) && task.game.rule() == rule, "{says}: {:?}", task.game.phase());
        assert_eq!(talk.event(Event::Finished(answer)), [said], "{says}");
    }
    let mut talk = Talk::after(&["START 15", "INFO rule 4"]);
    talk.send_all(&["YAMAGUCHISTEP5 2", "7,7", "7,6", "8,6", "7,8", "PLAY", "0,14 1,12"]);
    let answer = opening(vec![Act::Select(at("a1"))], Some("c4"));
    assert_eq!(talk.event(Event::Finished(answer)), ["0,14 2,11"], "PLAY is an end, too");
}

fn opening(acts: Vec<Act>, then: Option<&str>) -> Answer {
    Answer::Opening { acts, then: then.map(at) }
}

/// Gomocalc asks for the best move after one stone and takes a swap for an answer, if its rule has one.
#[test]
fn gomocalc_s_swap() {
    let mut talk = Talk::after(&["INFO RULE 5", "INFO SWAPABLE 1", "START 15"]);
    let asked = |talk: &mut Talk| talk.send_all(&["YXBOARD 7,7,2 DONE", "YXNBEST 1"]);
    assert!(asked(&mut talk).is_empty());
    assert!(matches!(&talk.job().task, Task::Opening(task) if task.game.rule() == OpeningRule::Swap1));
    assert_eq!(talk.event(Event::Finished(opening(vec![Act::Swap], None))), ["SWAP"]);
    asked(&mut talk);
    assert_eq!(talk.event(Event::Finished(opening(vec![Act::Stay], Some("a15")))), ["0,0"]);
    for setting in ["INFO SWAPABLE 0", "INFO RULE 0"] {
        let mut talk = Talk::after(&["INFO RULE 5", "INFO SWAPABLE 1", setting, "START 15"]);
        asked(&mut talk);
        assert_eq!(talk.job().task, Task::Analyze { lines: 1 }, "{setting}");
    }
}

/// A player that fails, answers something else or something that is not allowed is answered for, and a whole turn of
/// his with it.
#[test]
fn the_opening_goes_on_whatever_the_player_does() {
    for answer in [
        Answer::NoMove,
        Answer::Move(at("a1")),
        opening(vec![], None),
        opening(vec![Act::Pass], None),
        opening(vec![Act::Offer(points("h9 h9"))], Some("h8")),
        opening(vec![Act::Offer(points("a1 b3"))], Some("h8")),
    ] {
        let mut talk = Talk::after(&["START 15"]);
        talk.send_all(&["RIFSTEP4", "7,7", "7,6", "8,6", "7,8", "DONE"]);
        let said = talk.event(Event::Finished(answer.clone()));
        assert_eq!((said.len(), said[0].split(' ').count()), (1, 2), "{answer:?}: {said:?}");
        talk.send_all(&["SWAP2BOARD", "7,7", "8,7", "9,9", "DONE"]);
        let said = talk.event(Event::Finished(answer.clone()));
        assert!(said.len() == 1 && said[0].contains(','), "{answer:?}: {said:?}");
    }
    // One that does not answer at all is given up in time.
    let mut talk = Talk::after(&["START 15", "INFO timeout_turn 1000"]);
    talk.send("RIFSTEP1");
    talk.wait(999);
    assert_eq!(talk.event(Event::Tick), ["7,7 6,8 7,8"]);
}

/// Who is given up while he looks for his move is not made to take the other side.
#[test]
fn what_was_decided_in_time_is_said_in_time() {
    const FIVE: &[&str] = &["SWAP2BOARD", "7,7", "8,7", "9,9", "1,1", "2,2", "DONE"];
    for (acts, words, said) in [
        (vec![Act::Swap], Some("c3"), "2,12"),
        (vec![Act::Stay], None, "SWAP"),
        (vec![], None, "SWAP"),
        (vec![Act::Offer(points("a1"))], Some("c3"), "SWAP"),
    ] {
        let mut talk = Talk::after(&["START 15", "INFO timeout_turn 1000"]);
        talk.send_all(FIVE);
        talk.event(Event::Decided(acts.clone()));
        if let Some(point) = words {
            talk.event(report(4, point));
        }
        talk.wait(999);
        let answer = talk.event(Event::Tick).into_iter().filter(|line| !line.starts_with("MESSAGE"));
        assert_eq!(answer.collect::<Vec<_>>(), [said], "{acts:?}");
    }
}

/// Yixin-Board shows forbidden points behind a step without waiting for its answer.
#[test]
fn what_follows_a_step_of_yixin_board_waits() {
    let mut talk =
        Talk::after(&["START 15 15", "yxshowinfo", "INFO rule 4", "INFO timeout_turn 60000", "yxboard"]);
    talk.send_all(&["7,7,1", "6,8,2", "6,7,1", "done"]);
    talk.forget_words();
    talk.send_all(&["yxsoosorvstep2", "7,7", "6,8", "6,7", "done"]);
    let behind = ["start 15 15", "yxboard", "7,7,2", "6,8,1", "6,7,2", "done", "yxshowforbid"];
    assert_eq!(talk.send_all(&behind), [""; 0]);
    assert!(talk.other.iter().all(|effect| *effect != "interrupt"), "{:?}", talk.other);
    let said = talk.event(Event::Finished(opening(vec![Act::Stay], None)));
    assert_eq!(said, ["MESSAGE SOOSORV SWAP1 NO", "OK", "FORBID ."], "in this order");
    talk.send_all(&["yxsoosorvstep2", "7,7", "6,8", "6,7", "done", "yxstop"]);
    assert_eq!(talk.other.last(), Some(&"interrupt"), "who is told to stop does");
    talk.event(Event::Finished(Answer::NoMove));
    for urgent in [&["yxstop"][..], &["board"], &["yxnbest 2"]] {
        talk.send_all(&["yxsoosorvstep2", "7,7", "6,8", "6,7", "done"]);
        talk.forget_words();
        talk.send_all(&["start 15 15", "yxboard", "7,7,1", "done", "yxshowforbid"]);
        assert_eq!(talk.other, [""; 0]);
        talk.send_all(urgent);
        assert_eq!(talk.other, ["interrupt"], "{urgent:?} behind what can wait");
        if urgent == ["board"] {
            talk.send_all(&["7,7,2", "done"]);
        }
        talk.event(Event::Finished(Answer::NoMove));
        talk.event(Event::Finished(Answer::NoMove));
    }
    talk.send_all(&["yxsoosorvstep2", "7,7", "6,8", "6,7", "done", "yxstop"]);
    talk.event(Event::Finished(Answer::NoMove));
    talk.forget_words();
    talk.send_all(&["yxsoosorvstep2", "7,7", "6,8", "6,7", "done", "yxboard"]);
    talk.wait(5001);
    assert_eq!((talk.event(Event::Tick), &talk.other[..]), (vec![], &["interrupt"][..]), "not for ever");
}

/// A new game on Yixin-Board before the first step is answered: the stones of both would lie on the board.
#[test]
fn a_step_of_yixin_board_replaces_another() {
    let mut talk = Talk::after(&["START 15 15", "yxshowinfo", "INFO rule 4"]);
    let three = || opening(placed("h8 h9 h10"), None);
    for step in ["yxsoosorvstep1", "yxswap2step1", "yxswap2step1"] {
        assert_eq!(talk.send(step), [""; 0]);
    }
    assert_eq!(talk.other.iter().filter(|effect| **effect == "interrupt").count(), 2);
    assert_eq!(talk.event(Event::Finished(three())).len(), 3, "the last one alone");
    assert_eq!(talk.send("yxswap2step1"), [""; 0]);
    assert_eq!(talk.event(Event::Finished(three())).len(), 3);
}

#[test]
fn what_is_no_opening_is_refused_in_one_line() {
    for (says, said) in [
        ("SWAP2BOARD 7,7 DONE", "ERROR not so many stones are due here"),
        ("SWAP2BOARD 7,7 8,8 9,9 1,1 DONE", "ERROR not so many stones are due here"),
        ("SWAP2BOARD 7,7 7,7 9,9 DONE", "ERROR a stone stands on h8"),
        ("SWAP2BOARD 7,7 15,7 9,9 DONE", "ERROR 15,7 is outside the board"),
        ("SWAP2BOARD 7,7 x DONE", "ERROR line 1 of the moves must be x,y"),
        ("RIFSTEP2 7,7 7,6 1,1 DONE", "ERROR b14 is not within the 5x5 lines around tengen"),
        ("YAMAGUCHISTEP2 17 7,7 7,6 8,6 DONE", "ERROR a number of fifth moves is needed, 1 to 16"),
        ("YAMAGUCHISTEP2 0 7,7 7,6 8,6 DONE", "ERROR a number of fifth moves is needed, 1 to 16"),
        ("yxbalanceone x", "ERROR a value is needed, such as 0"),
        ("RIFSTEP6", "UNKNOWN command RIFSTEP6"),
        ("yxswap2step2", "ERROR not so many stones are due here"),
    ] {
        let mut talk = Talk::after(&["START 15"]);
        assert_eq!(talk.send(says), [said], "{says}");
        assert!(talk.jobs.is_empty());
    }
    let mut talk = Talk::after(&["START 15"]);
    talk.send_all(&["RIFSTEP5", "7,7", "7,6", "8,6", "7,8", "DONE"]);
    assert_eq!(talk.send("offers"), ["ERROR a line with the offered moves is needed, such as 7,7 8,8"]);
    talk.send_all(&["RIFSTEP5", "7,7", "7,6", "8,6", "7,8", "DONE"]);
    assert_eq!(talk.send("0,0 0,0"), ["ERROR a15 is offered twice"]);
    let mut small = Talk::after(&["START 8"]);
    assert_eq!(small.send("RIFSTEP1"), ["ERROR the board is too small for this opening"]);
}

#[test]
fn balanced_moves_are_proposed_and_not_placed() {
    let mut talk = Talk::after(&["START 15"]);
    for (says, n, answer, said) in [
        ("yxbalanceone 30", 1, "a15", "0,0"),
        ("yxbalancetwo", 2, "a15 b15", "0,0 1,0"),
        ("yxbalancetwo -5", 2, "a15 a15", "0,0 7,7"),
    ] {
        assert!(talk.send(says).is_empty());
        assert!(matches!(talk.job().task, Task::Balance { stones, .. } if stones == n));
        assert_eq!(talk.event(Event::Finished(Answer::Stones(points(answer)))), [said]);
    }
    assert!(talk.session.position().order().is_empty());
    assert!(talk.send_all(&["BALANCE 2", "7,7,1", "8,8,2", "DONE"]).is_empty());
    assert_eq!(talk.job().position.order().len(), 2);
    assert_eq!(talk.event(Event::Finished(Answer::NoMove)), ["6,8 7,8"], "any two");
    for (says, said) in [
        ("BALANCE 3 7,7,1 DONE", "ERROR a number of moves, 1 or 2, is needed"),
        ("BALANCE 1 7,7,1 7,7,2 DONE", "ERROR 7,7 is on the board twice"),
    ] {
        assert_eq!(talk.send(says), [said]);
    }
}

#[test]
fn forbidden_points_of_a_position_that_is_not_played() {
    let mut talk = Talk::after(&["START 15", "INFO rule 4"]);
    let stones = "7,7,1 7,6,2 8,8,1 8,6,2 7,5,1 8,9,2 8,4,1 8,3,2";
    assert_eq!(talk.send(&format!("SHOWFORBID {stones} DONE")), ["FORBID 6,6"]);
    assert_eq!(talk.send("SHOWFORBID DONE"), ["FORBID"]);
    assert_eq!(talk.send("SHOWFORBID 7,7,1 7,7,2 DONE"), ["ERROR 7,7 is on the board twice"]);
    assert_eq!(talk.send("PROTOCOLVERSION"), ["1,0"]);
    assert!(talk.session.position().order().is_empty());
}
