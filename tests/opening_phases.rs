//! The phases of every opening rule: all paths, with undo, against the rules written down once more by hand; and what
//! is refused.

#![expect(clippy::unwrap_used, reason = "a test whose material is wrong has failed")]

use std::collections::BTreeSet;

use tianyuan_rules::opening::{
    Act, Branch, Correction, Illegal, Opening, OpeningGame, OpeningRule, Phase, Seat, Zone, corrections,
};
use tianyuan_rules::{Color, Foul, Point, Rule, Size};

use crate::random::Random;

fn at(text: &str) -> Point {
    text.parse().unwrap()
}

fn points(text: &str) -> Vec<Point> {
    text.split_whitespace().map(at).collect()
}

fn game(rule: OpeningRule) -> OpeningGame {
    OpeningGame::new(rule, Size::STANDARD, Rule::Renju).unwrap()
}

fn after(rule: OpeningRule, acts: &[Act]) -> OpeningGame {
    let mut game = game(rule);
    for act in acts {
        game.act(act.clone()).unwrap_or_else(|illegal| panic!("{rule} {act:?}: {illegal}"));
    }
    game
}

fn placed(text: &str) -> Vec<Act> {
    points(text).into_iter().map(Act::Place).collect()
}

/// A trace: for each act who does it and what. `p` places, `s` swaps, `n` does not, `d` declares, `o` offers, `c`
/// chooses an offer, `D`, `E`, `O` choose a way to go on.
fn word(actor: Seat, act: &Act) -> String {
    let letter = match act {
        Act::Place(_) => 'p',
        Act::Swap => 's',
        Act::Stay => 'n',
        Act::Declare(_) => 'd',
        Act::Offer(_) => 'o',
        Act::Select(_) => 'c',
        Act::Choose(Branch::Decide) => 'D',
        Act::Choose(Branch::Extend) => 'E',
        Act::Choose(Branch::Offer) => 'O',
        Act::Pass => unreachable!("no phase has it"),
    };
    format!("{}{letter}", if actor == Seat::First { 1 } else { 2 })
}

/// Acts that stand for all that can be done now: every decision, and one stone.
fn choices(game: &OpeningGame) -> Vec<Act> {
    match game.phase() {
        Phase::Place { .. } => vec![Act::Place(game.points()[0])],
        Phase::Swap => vec![Act::Swap, Act::Stay],
        Phase::Declare { most } => vec![Act::Declare(1), Act::Declare(most)],
        Phase::Offer { count } => vec![Act::Offer(different(game, count, &mut |n| n / 2))],
        Phase::Select => game.offers().iter().map(|&point| Act::Select(point)).collect(),
        Phase::Choose { branches } => branches.iter().map(|&branch| Act::Choose(branch)).collect(),
        Phase::Over => Vec::new(),
    }
}

/// So many offers that are not the same, found by trying.
fn different(game: &OpeningGame, count: usize, pick: &mut dyn FnMut(usize) -> usize) -> Vec<Point> {
    let (mut left, mut offers) = (game.points(), Vec::new());
    while offers.len() < count {
        offers.push(left.swap_remove(pick(left.len())));
        if matches!(game.check(&Act::Offer(offers.clone())), Err(Illegal::Equivalent(..))) {
            offers.pop();
        }
    }
    offers
}

/// What is seen of an opening from outside.
type Seen = (Phase, Seat, Vec<Point>, Seat, Vec<Point>, Option<usize>);

fn seen(game: &OpeningGame) -> Seen {
    let (stones, offers) = (game.stones().to_vec(), game.offers().to_vec());
    (game.phase(), game.actor(), stones, game.seat(Color::Black), offers, game.declared())
}

/// All traces of a rule, and at the end of each who moves next. Every act is undone.
fn traces(game: &mut OpeningGame, trace: &str, most: usize, found: &mut BTreeSet<String>) {
    let before = seen(game);
    if game.phase() == Phase::Over || trace.len() > most {
        let next = if game.actor() == Seat::First { 1 } else { 2 };
        found.insert(format!("{trace}{next}"));
        return;
    }
    for act in choices(game) {
        let word = word(game.actor(), &act);
        game.act(act).unwrap();
        traces(game, &format!("{trace}{word}"), most, found);
        assert!(game.undo());
        assert_eq!(seen(game), before);
    }
}

fn all_traces(rule: OpeningRule) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut game = game(rule);
    traces(&mut game, "", 24, &mut found);
    assert!(!game.undo(), "nothing is left");
    found
}

fn set<S: Into<String>>(traces: impl IntoIterator<Item = S>) -> BTreeSet<String> {
    traces.into_iter().map(Into::into).collect()
}

#[test]
fn every_path_of_the_short_rules() {
    for (rule, expected) in [
        (OpeningRule::Free, &["1"][..]),
        (OpeningRule::Pro, &["1p2p1p2"]),
        (OpeningRule::LongPro, &["1p2p1p2"]),
        (OpeningRule::Placed26, &["1p1p1p2"]),
        (OpeningRule::Swap, &["1p1p1p2s1", "1p1p1p2n2"]),
        (OpeningRule::Swap1, &["1p2s1", "1p2n2"]),
        // Who took Black at move 3 offers; who is White then chooses and goes on with move 6.
        (OpeningRule::Rif(2), &["1p1p1p2s1p2o1c1", "1p1p1p2n2p1o2c2"]),
        (OpeningRule::Yamaguchi(12), &["1p1p1p1d2s1p2o1c1", "1p1p1p1d2n2p1o2c2"]),
        (
            OpeningRule::Soosyrv(8),
            &["1p1p1p2s1p1d2s1o2c2", "1p1p1p2s1p1d2n2o1c1", "1p1p1p2n2p2d1s2o1c1", "1p1p1p2n2p2d1n1o2c2"],
        ),
        (OpeningRule::Sakata, &["1p1p1p2p2p1s1", "1p1p1p2p2p1n2"]),
        (OpeningRule::Swap2, &["1p1p1p2D2s1", "1p1p1p2D2n2", "1p1p1p2E2p2p1s1", "1p1p1p2E2p2p1n2"]),
    ] {
        assert_eq!(all_traces(rule), set(expected.iter().copied()), "{rule}");
    }
}

/// A player as he is named in traces, and the other one.
const fn other(player: u8) -> u8 {
    3 - player
}

/// The traces of the first `n` moves with a swap after each: the trace, and who is Black.
fn swaps_after_each(n: usize) -> Vec<(String, u8)> {
    let mut found = vec![(String::new(), 1)];
    for number in 1..=n {
        found = found
            .into_iter()
            .flat_map(|(trace, black)| {
                let mover = if number % 2 == 1 { black } else { other(black) };
                let asked = other(mover);
                [
                    (format!("{trace}{mover}p{asked}s"), other(black)),
                    (format!("{trace}{mover}p{asked}n"), black),
                ]
            })
            .collect();
    }
    found
}

#[test]
fn every_path_of_tarannikov() {
    let expected = swaps_after_each(5).into_iter().map(|(trace, black)| format!("{trace}{}", other(black)));
    assert_eq!(all_traces(OpeningRule::Tarannikov), set(expected));
}

#[test]
fn every_path_of_taraguchi() {
    let mut expected = BTreeSet::new();
    for (trace, black) in swaps_after_each(3) {
        let (white, start) = (other(black), format!("{trace}{}p", other(black)));
        expected.insert(format!("{start}{black}O{black}o{white}c{white}"));
        // Who is due to play move 5 may give Black away, and then the other may after it.
        for (first, mover) in [('s', white), ('n', black)] {
            let asked = other(mover);
            let placed = format!("{start}{black}D{black}{first}{mover}p{asked}");
            expected.insert(format!("{placed}s{mover}"));
            expected.insert(format!("{placed}n{asked}"));
        }
    }
    assert_eq!(expected.len(), 40);
    assert_eq!(all_traces(OpeningRule::Taraguchi(10)), expected);
}

#[test]
fn super_sakata_goes_round() {
    let all = all_traces(OpeningRule::SuperSakata);
    for trace in ["1p1p1p2p2p1D1s1", "1p1p1p2p2p1D1n2", "1p1p1p2p2p1E1p1p2D2s1", "1p1p1p2p2p1E1p1p2D2n2"] {
        assert!(all.contains(trace), "{trace}");
    }
    assert!(all.iter().any(|trace| trace.contains("1E1p1p2E2p2p")), "again and again");
}

/// The zones of each rule, written down once more: the least distance of each stone from tengen in rows or columns,
/// and the greatest.
fn zones(rule: OpeningRule) -> Vec<(usize, usize)> {
    let any = (0, 7);
    let opening = [(0, 0), (1, 1), (0, 2)];
    match rule {
        OpeningRule::Rif(_) | OpeningRule::Yamaguchi(_) | OpeningRule::Soosyrv(_) | OpeningRule::Placed26 => {
            opening.to_vec()
        }
        OpeningRule::Taraguchi(_) => [(0, 0), (0, 1), (0, 2), (0, 3)].to_vec(),
        OpeningRule::Tarannikov => [(0, 0), (0, 1), (0, 2), (0, 3), (0, 4)].to_vec(),
        OpeningRule::Sakata | OpeningRule::SuperSakata => [&opening[..], &[(0, 3), (0, 4)]].concat(),
        OpeningRule::Pro => vec![(0, 0), any, (3, 7)],
        OpeningRule::LongPro => vec![(0, 0), any, (4, 7)],
        _ => Vec::new(),
    }
}

/// Fails if a stone stands where it may not.
pub(crate) fn check_stones(game: &OpeningGame) {
    let rule = game.rule();
    for (&stone, (least, most)) in game.stones().iter().zip(zones(rule)) {
        let distance = Size::STANDARD.center().distance(stone);
        assert!((least..=most).contains(&distance), "{rule} {:?}", game.stones());
    }
    let all: BTreeSet<Point> = game.stones().iter().copied().collect();
    assert_eq!(all.len(), game.stones().len(), "{rule}: one stone a point");
    if let (OpeningRule::Rif(_) | OpeningRule::Sakata, [first, second, third, ..]) = (rule, game.stones()) {
        assert!(Opening::identify([*first, *second, *third], Size::STANDARD).is_some());
    }
}

/// Fails if two offers are one: a turn or a reflection of the plane that leaves the stones of each color where they are
/// takes one to the other. By trying all eight about the middle of the stones, in quarters of a line.
pub(crate) fn check_offers(stones: &[Point], offers: &[Point]) {
    assert_eq!(stones.len(), 4, "the middle is that of four");
    let quarters = |point: &Point| [4 * point.col().cast_signed(), 4 * point.row().cast_signed()];
    let [middle_col, middle_row] =
        [0, 1].map(|axis| stones.iter().map(|stone| quarters(stone)[axis]).sum::<isize>() / 4);
    let images = |point: &Point| -> Vec<[isize; 2]> {
        let [col, row] = quarters(point);
        let (x, y) = (col - middle_col, row - middle_row);
        [[x, y], [-x, y], [x, -y], [-x, -y], [y, x], [-y, x], [y, -x], [-y, -x]].to_vec()
    };
    let place = |point: &Point| images(point)[0];
    let keeps = |image: usize| {
        (0..2).all(|color| {
            let own = || stones.iter().skip(color).step_by(2);
            let places: BTreeSet<[isize; 2]> = own().map(place).collect();
            places == own().map(|stone| images(stone)[image]).collect()
        })
    };
    let symmetries: Vec<usize> = (0..8).filter(|&image| keeps(image)).collect();
    for (i, one) in offers.iter().enumerate() {
        assert!(!stones.contains(one), "{one:?} is taken");
        for other in &offers[i + 1..] {
            let is_same = symmetries.iter().any(|&image| images(one)[image] == place(other));
            assert!(!is_same, "{one:?} and {other:?} are one move after {stones:?}");
        }
    }
}

#[test]
fn stones_and_offers_stand_where_they_may() {
    for rule in OpeningRule::ALL {
        let mut random = Random::new(7);
        for _ in 0..200 {
            let game = walk(rule, &mut random);
            check_stones(&game);
            if game.stones().len() > 4 {
                check_offers(&game.stones()[..4], game.offers());
            }
        }
    }
}

/// A random opening to its end, or to many stones.
fn walk(rule: OpeningRule, random: &mut Random) -> OpeningGame {
    let mut game = game(rule);
    while game.phase() != Phase::Over && game.stones().len() < 40 {
        let act = match game.phase() {
            Phase::Place { .. } => Act::Place(random.one_of(&game.points())),
            Phase::Offer { count } => Act::Offer(different(&game, count, &mut |n| random.below(n))),
            Phase::Declare { most } => Act::Declare(1 + random.below(most)),
            _ => {
                let mut choices = choices(&game);
                choices.swap_remove(random.below(choices.len()))
            }
        };
        game.act(act).unwrap();
    }
    game
}

#[test]
fn there_are_184_placements_of_26_openings() {
    let mut openings = BTreeSet::new();
    let mut n_placed = 0;
    for second in after(OpeningRule::Rif(2), &placed("h8")).points() {
        for third in after(OpeningRule::Rif(2), &placed(&format!("h8 {second}"))).points() {
            n_placed += 1;
            openings.extend(Opening::identify([at("h8"), second, third], Size::STANDARD));
        }
    }
    assert_eq!((n_placed, openings.len()), (184, 26));
}

/// What is refused, why, and by which article; and nothing changes by it.
#[test]
fn illegal_acts_are_refused_with_reason_and_article() {
    let rif = OpeningRule::Rif(2);
    let three = [placed("h8 h9 i9"), vec![Act::Stay]].concat();
    let four = [three.clone(), placed("h7")].concat();
    let offered = [four.clone(), vec![Act::Offer(points("a1 b2"))]].concat();
    let cases = [
        (rif, vec![], Act::Place(at("h7")), "h7 is not on tengen", "3.2"),
        (rif, placed("h8"), Act::Place(at("h10")), "h10 is not touching tengen", "3.2"),
        (rif, placed("h8"), Act::Place(at("h8")), "a stone stands on h8", "4.1"),
        (rif, placed("h8 h9"), Act::Place(at("k8")), "k8 is not within the 5x5 lines around tengen", "3.2"),
        (rif, placed("h8 h9"), Act::Place(at("p16")), "p16 is not on the board", "4.1"),
        (rif, placed("h8"), Act::Pass, "no pass is allowed before move 6", "8.1"),
        (rif, placed("h8"), Act::Swap, "now a white stone has to be placed touching tengen", "4.1"),
        (rif, placed("h8 h9 i9"), Act::Place(at("a1")), "now it has to be decided whether to swap", "4.1"),
        (rif, three.clone(), Act::Swap, "whether to swap has been decided", "swap after three moves"),
        (rif, three, Act::Offer(points("a1 b2")), "now a white stone has to be placed anywhere", "4.1"),
        (rif, four.clone(), Act::Pass, "no pass is allowed before move 6", "8.1"),
        (rif, four.clone(), Act::Offer(points("a1")), "2 offers are needed, not 1", "two offered"),
        (rif, four.clone(), Act::Offer(points("a1 b2 c4")), "2 offers are needed, not 3", "two offered"),
        (rif, four.clone(), Act::Offer(points("a1 h9")), "a stone stands on h9", "4.1"),
        (rif, four, Act::Offer(points("a1 a1")), "a1 is offered twice", "symmetric"),
        (rif, offered.clone(), Act::Select(at("c3")), "c3 was not offered", "two offered"),
        (rif, offered, Act::Place(at("c3")), "now one of the offers has to be chosen", "4.1"),
        (
            OpeningRule::Yamaguchi(5),
            placed("h8 h9 i9"),
            Act::Declare(6),
            "a number 1 to 5 is needed, not 6",
            "two offered",
        ),
        (OpeningRule::Yamaguchi(5), placed("h8 h9 i9"), Act::Swap, "now a number of offers, 1 to 5", "4.1"),
        (OpeningRule::LongPro, placed("h8 a1"), Act::Place(at("k8")), "k8 is not outside the 7x7", "3.2"),
        (OpeningRule::Free, vec![], Act::Swap, "now the opening is over", "4.1"),
    ];
    for (rule, acts, act, reason, article) in cases {
        let mut game = after(rule, &acts);
        let before = seen(&game);
        let illegal = game.act(act.clone()).unwrap_err();
        assert!(illegal.to_string().starts_with(reason), "{act:?}: {illegal}");
        assert!(illegal.article().contains(article), "{illegal}: {}", illegal.article());
        assert_eq!(seen(&game), before);
    }
    // White h6 makes the stones symmetric: four points are one move.
    let symmetric = [placed("h8 h9 h7"), vec![Act::Stay], placed("h6")].concat();
    let mut game = after(rif, &symmetric);
    assert_eq!(
        game.act(Act::Offer(points("g8 i7"))),
        Err(Illegal::Equivalent(at("g8"), at("i7"))),
        "{:?}",
        game.phase()
    );
    assert_eq!(game.act(Act::Offer(points("g8 f8"))), Ok(()));
}

/// Rules that place more and more stones come to where some are forbidden or would end the game.
#[test]
fn fouls_and_fives_are_refused() {
    let extended = |start: &str, pairs: &[&str], white: &str| {
        let mut acts = placed(start);
        for pair in pairs {
            acts.push(Act::Choose(Branch::Extend));
            acts.extend(placed(pair));
        }
        acts.push(Act::Choose(Branch::Extend));
        acts.extend(placed(white));
        after(OpeningRule::SuperSakata, &acts)
    };
    let mut four = extended("h8 h9 i8 k11 j8", &["a1 k8"], "c1");
    assert_eq!(four.act(Act::Place(at("l8"))), Err(Illegal::Wins(at("l8"))));
    let mut cross = extended("h8 h9 i8 e6 j9", &["a1 j10"], "c1");
    assert_eq!(cross.act(Act::Place(at("j8"))), Err(Illegal::Foul(at("j8"), Foul::DoubleThree)));
    assert_eq!(cross.act(Act::Place(at("o15"))), Ok(()));
}

#[test]
fn names_are_read_back() {
    for rule in OpeningRule::ALL {
        assert_eq!(rule.to_string().parse(), Ok(rule));
    }
    assert_eq!("chinese".parse(), Ok(OpeningRule::Rif(2)));
    assert_eq!("RIF".parse(), Ok(OpeningRule::Rif(2)));
    assert_eq!("soosyrv-4".parse(), Ok(OpeningRule::Soosyrv(4)));
    assert_eq!("taraguchi-5".parse(), Ok(OpeningRule::Taraguchi(5)));
    for wrong in ["", "rif-0", "rif-17", "rif-x", "swap-2", "soosorv", "-", "rif-"] {
        assert!(wrong.parse::<OpeningRule>().is_err(), "{wrong}");
    }
    for rule in OpeningRule::ALL {
        let size = |side| Size::new(side).unwrap();
        let has_no_zones = ["free", "swap", "swap2", "swap1"].contains(&rule.to_string().as_str());
        assert_eq!(OpeningGame::new(rule, size(8), Rule::Renju).is_some(), has_no_zones);
        assert!(OpeningGame::new(rule, size(9), Rule::Renju).is_some());
    }
    assert!(Zone::Outside(5).contains(Size::STANDARD, at("k8")));
}

/// So many offers as any rule can ask for exist after any four moves on the smallest board.
#[test]
fn there_are_always_enough_offers() {
    let size = Size::new(OpeningRule::SMALLEST).unwrap();
    let mut random = Random::new(3);
    let rule = OpeningRule::Rif(OpeningRule::MOST_OFFERS);
    for second in ["e6", "f6"] {
        for _ in 0..40 {
            let mut game = OpeningGame::new(rule, size, Rule::Renju).unwrap();
            for act in placed(&format!("e5 {second}")) {
                game.act(act).unwrap();
            }
            game.act(Act::Place(random.one_of(&game.points()))).unwrap();
            game.act(Act::Stay).unwrap();
            game.act(Act::Place(random.one_of(&game.points()))).unwrap();
            let offers = different(&game, OpeningRule::MOST_OFFERS, &mut |n| random.below(n));
            assert_eq!(game.act(Act::Offer(offers)), Ok(()));
        }
    }
}

/// Noticed before move 4, not after it (Chinese rules of 2009).
#[test]
fn a_referee_corrects_the_first_moves_in_time() {
    let wrong = |moves: &str| corrections(&points(moves), Size::STANDARD);
    let moved = |from: &str| Correction::MoveToTengen { from: at(from), to: at("h8") };
    assert_eq!(wrong(""), []);
    assert_eq!(wrong("h8 h9 i9"), []);
    assert_eq!(wrong("g8"), [moved("g8")]);
    assert_eq!(wrong("g8 h9"), [moved("g8")]);
    assert_eq!(wrong("g8 h9 i9"), [moved("g8")]);
    assert_eq!(wrong("g8 h10 i9"), [moved("g8"), Correction::PlaceAnew]);
    assert_eq!(wrong("h8 h10"), [Correction::PlaceAnew]);
    assert_eq!(wrong("h8 h9 k8"), [Correction::PlaceAnew]);
    // The first stone cannot be moved to where another stands.
    assert_eq!(wrong("g8 h8"), [moved("g8"), Correction::PlaceAnew]);
    assert_eq!(wrong("h8 h10 i9 a1"), [], "too late");
    assert_eq!(wrong("g8 h9 i9 a1"), [], "too late");
}

#[test]
fn acts_are_read_back_in_their_phase() {
    for (act, phase) in [
        (Act::Swap, Phase::Swap),
        (Act::Stay, Phase::Swap),
        (Act::Pass, Phase::Over),
        (Act::Place(at("h8")), Phase::Place { color: Color::Black, zone: Zone::Tengen }),
        (Act::Declare(4), Phase::Declare { most: 8 }),
        (Act::Offer(vec![at("g7"), at("i9")]), Phase::Offer { count: 2 }),
        (Act::Select(at("g7")), Phase::Select),
        (Act::Choose(Branch::Decide), Phase::Choose { branches: &[] }),
        (Act::Choose(Branch::Extend), Phase::Choose { branches: &[] }),
        (Act::Choose(Branch::Offer), Phase::Choose { branches: &[] }),
    ] {
        assert_eq!(phase.read(&act.to_string()), Some(act));
    }
    for text in ["", " ", "h8 h9", "number x", "h8 ", "天元"] {
        assert_eq!(Phase::Select.read(text), None, "{text}");
    }
}

/// What nobody points out stands, but a stone needs an empty point of the board.
#[test]
fn stones_outside_their_zone_can_be_let_stand() {
    let mut game = OpeningGame::new(OpeningRule::Rif(2), Size::STANDARD, Rule::Renju).expect("it fits");
    assert!(game.act(Act::Place(at("a1"))).is_err());
    game.let_stand(at("a1")).expect("empty");
    assert_eq!(game.let_stand(at("a1")), Err(Illegal::Taken(at("a1"))));
    assert_eq!(game.let_stand(at("p16")), Err(Illegal::OffBoard(at("p16"))));
    game.let_stand(at("b1")).expect("empty");
    game.let_stand(at("o15")).expect("empty");
    assert_eq!(game.phase(), Phase::Swap);
    assert!(matches!(game.let_stand(at("c1")), Err(Illegal::OutOfTurn(Phase::Swap))));
    assert!(game.undo() && game.undo(), "it is taken back as any other");
    assert_eq!(game.stones(), [at("a1")]);
}
