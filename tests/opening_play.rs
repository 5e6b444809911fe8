//! The engine in the openings: every decision of every rule is allowed, sensible, and the same each time.

#![expect(clippy::unwrap_used, reason = "a test whose material is wrong has failed")]

use std::collections::BTreeSet;
use std::time::Duration;

use tianyuan_player::{Answer, Control, Job, Limits, Player, Report};
use tianyuan_rules::opening::{Act, Opening, OpeningGame, OpeningRule, Phase, Seat};
use tianyuan_rules::{Color, Point, Rule, Size};

use crate::engine::engine;
use crate::opening_phases::{check_offers, check_stones};

fn open(game: &OpeningGame, nodes: u64, seed: u64) -> Vec<Act> {
    ask(game, Limits::nodes(nodes), seed).0
}

/// The acts of a turn, and the move that follows.
fn ask(game: &OpeningGame, limits: Limits, seed: u64) -> (Vec<Act>, Option<Point>) {
    let job = Job::opening(game.clone(), limits, seed);
    match engine().think(&job, &Control::new(), &mut |_: Report| {}) {
        Answer::Opening { acts, then } => (acts, then),
        other => panic!("{other:?}"),
    }
}

fn game(rule: OpeningRule, law: Rule, acts: &[Act]) -> OpeningGame {
    let mut game = OpeningGame::new(rule, Size::STANDARD, law).unwrap();
    for act in acts {
        game.act(act.clone()).unwrap();
    }
    game
}

fn placed(text: &str) -> Vec<Act> {
    text.split_whitespace().map(|point| Act::Place(point.parse().unwrap())).collect()
}

/// A whole opening against itself.
fn play(rule: OpeningRule, law: Rule, nodes: u64, seed: u64) -> Vec<Act> {
    let mut game = game(rule, law, &[]);
    let mut all = Vec::new();
    while game.phase() != Phase::Over {
        let actor = game.actor();
        let acts = open(&game, nodes, seed);
        assert!(!acts.is_empty(), "{rule}: {all:?}");
        for act in &acts {
            if let Act::Offer(offers) = act {
                check_offers(game.stones(), offers);
            }
        }
        for act in acts {
            assert_eq!(game.actor(), actor, "{rule}: his own acts alone");
            game.act(act.clone()).unwrap_or_else(|illegal| panic!("{rule} {all:?} {act:?}: {illegal}"));
            all.push(act);
            check_stones(&game);
        }
        assert!(game.phase() == Phase::Over || game.actor() != actor, "{rule}: a whole turn");
    }
    all
}

#[test]
fn openings_against_itself_are_legal_and_repeat() {
    for rule in OpeningRule::ALL {
        for law in [Rule::Renju, Rule::Freestyle] {
            let first = play(rule, law, 3_000, 5);
            assert_eq!(play(rule, law, 3_000, 5), first, "{rule}");
        }
    }
}

/// Openings of each rule; the environment variable `TIANYUAN_OPENINGS` asks for another number.
#[test]
fn many_openings_against_itself_are_legal() {
    let wanted = std::env::var("TIANYUAN_OPENINGS").ok().and_then(|n| n.parse().ok());
    for rule in OpeningRule::ALL {
        let mut different = BTreeSet::new();
        for seed in 0..wanted.unwrap_or(2_u64) {
            different.insert(format!("{:?}", play(rule, Rule::Renju, 100, seed)));
        }
        if wanted.is_some() {
            eprintln!("{rule}: {} different openings", different.len());
        }
    }
}

/// Where the opening ends in a player's turn he moves at once: the question was whose turn it is.
#[test]
fn a_move_follows_where_it_is_due() {
    let stays = game(OpeningRule::Swap, Rule::Renju, &placed("h8 h9 f6"));
    let (acts, then) = ask(&stays, Limits::nodes(50_000), 1);
    match acts[..] {
        [Act::Stay] => assert!(then.is_some_and(|point| !stays.stones().contains(&point))),
        [Act::Swap] => assert_eq!(then, None),
        _ => panic!("{acts:?}"),
    }
    let job = Job::opening(stays, Limits::nodes(50_000), 1).without_move();
    let answer = engine().think(&job, &Control::new(), &mut |_: Report| {});
    assert_eq!(answer, Answer::Opening { acts, then: None }, "and none where it is not wanted");
    let suisei = game(OpeningRule::Swap, Rule::Renju, &placed("h8 i9 f6"));
    assert!(matches!(ask(&suisei, Limits::nodes(400_000), 1), (acts, Some(_)) if acts == [Act::Stay]));
}

#[test]
fn other_seeds_are_other_openings() {
    for rule in [OpeningRule::Rif(2), OpeningRule::Swap2] {
        let openings: Vec<Vec<Act>> = (0..4).map(|seed| play(rule, Rule::Renju, 3_000, seed)).collect();
        assert!(openings.iter().any(|opening| *opening != openings[0]), "{rule}");
    }
}

#[test]
fn without_time_an_act_is_found_all_the_same() {
    let limits = Limits { turn: Some(Duration::ZERO), ..Limits::INFINITE };
    for rule in OpeningRule::ALL {
        let mut game = game(rule, Rule::Renju, &[]);
        while game.phase() != Phase::Over {
            ask(&game, limits, 1).0.into_iter().for_each(|act| game.act(act).unwrap());
        }
    }
}

/// What a whole turn of a player is after these acts.
fn turn(rule: OpeningRule, acts: &[Act]) -> Vec<Act> {
    open(&game(rule, Rule::Renju, acts), 400_000, 1)
}

/// 花月 is won for Black by all that is known, 彗星 for White. Who may swap takes the better side, and in between
/// offers even things out.
#[test]
fn the_better_side_is_taken() {
    let opening = |code: &str| -> Vec<Act> {
        let opening: Opening = code.parse().unwrap();
        opening.placement(Size::STANDARD).map(Act::Place).to_vec()
    };
    assert_eq!(turn(OpeningRule::Swap, &opening("D4")), [Act::Swap]);
    assert_eq!(turn(OpeningRule::Swap, &opening("I13")), [Act::Stay]);
    let kagetsu = turn(OpeningRule::Rif(1), &opening("D4"));
    assert_eq!(kagetsu[0], Act::Swap);
    let suisei = turn(OpeningRule::Rif(2), &opening("I13"));
    assert!(matches!(suisei[..], [Act::Stay, Act::Place(_)]), "and then move 4: {suisei:?}");
    assert_eq!(turn(OpeningRule::Swap2, &opening("D4"))[1], Act::Swap);
}

#[test]
fn the_worst_of_black_s_offers_is_kept() {
    let far: Point = "a1".parse().unwrap();
    let near: Point = "g7".parse().unwrap();
    for offers in [vec![far, near], vec![near, far]] {
        let start = [placed("h8 h9 i9"), vec![Act::Stay], placed("i7"), vec![Act::Offer(offers)]].concat();
        assert_eq!(turn(OpeningRule::Rif(2), &start), [Act::Select(far)]);
    }
}

/// With many offers to make Black's side of a sharp opening is worth less: who is asked takes that into account.
#[test]
fn offers_that_follow_are_counted() {
    let acts = [placed("h8 h9 i9"), vec![Act::Stay], placed("i7")].concat();
    let offered = turn(OpeningRule::Rif(5), &acts);
    let [Act::Offer(points)] = &offered[..] else { panic!("{offered:?}") };
    assert_eq!(points.len(), 5);
    let mut after = game(OpeningRule::Rif(5), Rule::Renju, &acts);
    after.act(offered[0].clone()).unwrap();
    assert_eq!((after.phase(), after.actor()), (Phase::Select, after.seat(Color::White)));
    // A number that makes an even game is declared, not the smallest.
    let kagetsu = placed("h8 h9 i9");
    let declared = turn(OpeningRule::Yamaguchi(12), &kagetsu);
    assert!(matches!(declared[..], [Act::Declare(2..)]), "{declared:?}");
    assert_eq!(game(OpeningRule::Yamaguchi(12), Rule::Renju, &kagetsu).actor(), Seat::First);
}
