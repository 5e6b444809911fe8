//! Games: turns, ends at once, ends by claim, offers, and the way back.

#![expect(clippy::unwrap_used, reason = "a test whose material is wrong has failed")]
#![expect(clippy::unnecessary_wraps, reason = "helpers answer what a game answers")]

use proptest::prelude::*;
use serde::Deserialize;
use tianyuan_rules::{
    Board, Claim, Color, Conduct, DrawReason, Foul, Game, GameError, Judgement, Offence, Outcome, PlaceError,
    Point, Position, ReplayReason, Rule, Size, Turn, Verdicts, Victory, notation,
};

const BLACK_BY_FIVE: Outcome = Outcome::Win { color: Color::Black, how: Victory::Five };
/// Passes from move 6 on, verdicts at once.
const WITH_PASSES: Conduct = Conduct { first_pass: Some(6), two_passes_draw: true, ..Conduct::AT_ONCE };

fn point(text: &str) -> Point {
    text.parse().unwrap()
}

fn white_by(how: Victory) -> Option<Outcome> {
    Some(Outcome::Win { color: Color::White, how })
}

fn drawn(why: DrawReason) -> Option<Outcome> {
    Some(Outcome::Draw { why })
}

/// Turns in words: points and `--` for a pass.
fn take_turns(game: &mut Game, turns: &str) {
    for turn in turns.split_whitespace() {
        let turn = if turn == "--" { Turn::Pass } else { Turn::Place(point(turn)) };
        game.take_turn(turn).unwrap_or_else(|error| panic!("{turn:?}: {error}"));
    }
}

fn game(rule: Rule, conduct: Conduct, turns: &str) -> Game {
    let mut game = Game::new(Size::STANDARD, rule, conduct);
    take_turns(&mut game, turns);
    game
}

/// Black's stones on a set-up board, Black to move.
fn set_up(rule: Rule, conduct: Conduct, black: &str) -> Game {
    let mut position = Position::new(Size::STANDARD, rule);
    for stone in black.split_whitespace() {
        position.put(Color::Black, point(stone)).unwrap();
    }
    Game::from_position(position, conduct)
}

#[test]
fn a_five_ends_the_game_at_once() {
    let mut game = game(Rule::Freestyle, Conduct::AT_ONCE, "h8 a1 i8 a3 j8 a5 k8 a7 l8");
    assert_eq!(game.outcome(), Some(BLACK_BY_FIVE));
    assert_eq!(game.play(point("b2")), Err(GameError::Over(BLACK_BY_FIVE)));
    assert_eq!(game.pass(), Err(GameError::Over(BLACK_BY_FIVE)));
    assert_eq!(game.resign(Color::White), Err(GameError::Over(BLACK_BY_FIVE)));
    assert!(game.claims(Color::Black).is_empty());
}

#[test]
fn six_in_a_row_is_what_the_rule_makes_of_it() {
    let six = "a1 h8 a3 i8 a5 j8 a7 l8 a9 m8 a11 k8";
    let of = |rule, turns| game(rule, Conduct::AT_ONCE, turns).outcome();
    assert_eq!(of(Rule::Freestyle, six), white_by(Victory::Overline));
    assert_eq!(of(Rule::Renju, six), white_by(Victory::Overline));
    assert_eq!(of(Rule::Caro, six), white_by(Victory::Overline));
    assert_eq!(of(Rule::Standard, six), None);
    let by_black = "h8 a1 i8 a3 j8 a5 l8 a7 k8";
    assert_eq!(of(Rule::Renju, by_black), Some(BLACK_BY_FIVE), "one stone less");
    let by_black = "h8 a1 i8 a3 j8 a5 l8 a7 m8 a9 k8";
    assert_eq!(of(Rule::Renju, by_black), white_by(Victory::Foul(Foul::Overline)));
}

#[test]
fn a_foul_loses_at_once_in_renju_only() {
    for (turns, foul) in [
        ("h8 a1 i8 a3 j9 a5 j10 a7 j8", Foul::DoubleThree),
        ("h8 a1 i8 a3 k8 a5 j9 a7 j10 a9 j12 a11 j8", Foul::DoubleFour),
    ] {
        assert_eq!(
            game(Rule::Renju, Conduct::AT_ONCE, turns).outcome(),
            white_by(Victory::Foul(foul)),
            "{turns}"
        );
        assert_eq!(game(Rule::Freestyle, Conduct::AT_ONCE, turns).outcome(), None);
    }
}

#[test]
fn a_five_made_together_with_a_forbidden_shape_wins() {
    // Black makes a five in the row and at once a row of six in the column.
    for conduct in [Conduct::AT_ONCE, Conduct::WITH_CLAIMS] {
        let mut game = set_up(Rule::Renju, conduct, "d8 e8 f8 g8 h5 h6 h7 h9 h10");
        assert_eq!(game.play(point("h8")), Ok(Judgement::Five));
        assert!(game.claims(Color::White).is_empty());
        if conduct.verdicts == Verdicts::WhenClaimed {
            assert_eq!(game.outcome(), None);
            assert_eq!(game.claim(Color::Black, Claim::Five { ply: 1 }), Ok(BLACK_BY_FIVE));
        }
        assert_eq!(game.outcome(), Some(BLACK_BY_FIVE));
    }
}

#[test]
fn a_refused_turn_changes_nothing() {
    let mut game = game(Rule::Renju, WITH_PASSES, "h8 i9");
    let before = (game.board().hash(), game.position());
    let outside = PlaceError::Outside(point("p1"), Size::STANDARD);
    assert_eq!(game.play(point("p1")), Err(GameError::Place(outside)));
    assert_eq!(game.play(point("h8")), Err(GameError::Place(PlaceError::Occupied(point("h8")))));
    assert_eq!(game.pass(), Err(GameError::Pass { number: 3, first: Some(6) }));
    assert_eq!((game.board().hash(), game.position()), before);
    assert_eq!(game.move_number(), 3);
}

#[test]
fn a_wall_cannot_be_played_on() {
    let mut position = Position::new(Size::STANDARD, Rule::Freestyle);
    position.put_wall(point("h8")).unwrap();
    let mut game = Game::from_position(position, Conduct::AT_ONCE);
    assert_eq!(game.play(point("h8")), Err(GameError::Place(PlaceError::Occupied(point("h8")))));
}

#[test]
fn passes_are_allowed_from_the_sixth_move_on() {
    let mut five = game(Rule::Renju, WITH_PASSES, "h8 i9 a1 b5");
    assert_eq!(five.pass(), Err(GameError::Pass { number: 5, first: Some(6) }));
    five.play(point("o1")).unwrap();
    assert_eq!(five.pass(), Ok(()));
    assert_eq!(five.side(), Color::Black);
    let mut engines = game(Rule::Renju, Conduct::AT_ONCE, "h8 i9 a1 b5 o1 o3");
    assert_eq!(engines.pass(), Err(GameError::Pass { number: 7, first: None }));
}

#[test]
fn stones_set_up_count_as_moves_for_passes() {
    let mut five = set_up(Rule::Renju, WITH_PASSES, "a1 c1 e1 g1 i1");
    assert_eq!(five.pass(), Ok(()));
}

#[test]
fn two_passes_in_turn_draw_where_that_is_the_rule() {
    let turns = "h8 i9 a1 b5 o1 -- d1 -- --";
    assert_eq!(game(Rule::Renju, WITH_PASSES, turns).outcome(), drawn(DrawReason::TwoPasses));
    let conduct = Conduct { two_passes_draw: false, ..WITH_PASSES };
    assert_eq!(game(Rule::Renju, conduct, turns).outcome(), None);
    assert_eq!(game(Rule::Renju, WITH_PASSES, "h8 i9 a1 b5 o1 -- d1 --").outcome(), None);
}

/// A full 5x5 board without a line of five.
const FULL: &str = "a1 c1 b1 d1 e1 a2 c2 b2 d2 e2 a3 c3 b3 d3 e3 a4 c4 b4 d4 e4 a5 c5 b5 d5 e5";

#[test]
fn a_full_board_is_a_draw() {
    let mut game = Game::new(Size::new(5).unwrap(), Rule::Freestyle, Conduct::AT_ONCE);
    take_turns(&mut game, FULL);
    assert_eq!(game.outcome(), drawn(DrawReason::BoardFull));
    game.undo();
    assert_eq!(game.outcome(), None);
}

#[test]
fn a_five_on_the_last_point_wins() {
    let mut position = Position::new(Size::new(5).unwrap(), Rule::Freestyle);
    let size = position.size();
    for p in size.points().filter(|p| *p != point("e1")) {
        let color = if p.row() == 0 || (p.col() + p.row()) % 3 == 0 { Color::Black } else { Color::White };
        position.put(color, p).unwrap();
    }
    let mut game = Game::from_position(position, Conduct::AT_ONCE);
    assert_eq!(game.play(point("e1")), Ok(Judgement::Five));
    assert_eq!(game.outcome(), Some(BLACK_BY_FIVE));
}

#[test]
fn gomocup_draws_renju_after_200_moves() {
    let size = Size::STANDARD;
    assert_eq!(Conduct::gomocup(size, Rule::Renju).ply_limit, Some(200));
    assert_eq!(Conduct::gomocup(size, Rule::Standard).ply_limit, None);
    let conduct = Conduct { ply_limit: Some(4), ..Conduct::AT_ONCE };
    assert_eq!(game(Rule::Renju, conduct, "a1 c1 e1").outcome(), None);
    assert_eq!(game(Rule::Renju, conduct, "a1 c1 e1 g1").outcome(), drawn(DrawReason::PlyLimit));
    let conduct = Conduct { ply_limit: Some(9), ..Conduct::AT_ONCE };
    let won = game(Rule::Renju, conduct, "h8 a1 i8 a3 j8 a5 k8 a7 l8");
    assert_eq!(won.outcome(), Some(BLACK_BY_FIVE), "a win on the last move counts");
}

#[test]
fn what_stands_at_the_start_decides_before_the_first_move() {
    let won = set_up(Rule::Renju, Conduct::AT_ONCE, "h8 i8 j8 k8 l8");
    assert_eq!(won.outcome(), Some(BLACK_BY_FIVE));
    let claims = set_up(Rule::Renju, Conduct::WITH_CLAIMS, "h8 i8 j8 k8 l8");
    assert_eq!(claims.outcome(), None);
    let fouls = set_up(Rule::Renju, Conduct::AT_ONCE, "h8 i8 j8 k8 l8 m8");
    assert_eq!(fouls.outcome(), None, "an overline among the stones set up is nobody's to claim");
    assert!(fouls.claims(Color::White).is_empty());
}

#[test]
fn undo_reopens_a_game_that_was_won() {
    let mut game = game(Rule::Renju, Conduct::AT_ONCE, "h8 a1 i8 a3 j8 a5 k8 a7 l8");
    assert_eq!(game.undo(), Some(Turn::Place(point("l8"))));
    assert_eq!((game.outcome(), game.side()), (None, Color::Black));
    game.play(point("g8")).unwrap();
    assert_eq!(game.outcome(), Some(BLACK_BY_FIVE));
    while game.undo().is_some() {}
    assert_eq!(game.position(), Position::new(Size::STANDARD, Rule::Renju));
    assert_eq!(game.undo(), None);
}

#[test]
fn resignation_and_rulings_end_a_game() {
    let mut resigned = game(Rule::Renju, Conduct::AT_ONCE, "h8");
    resigned.resign(Color::Black).unwrap();
    assert_eq!(resigned.outcome(), white_by(Victory::Resignation));
    for outcome in [
        Outcome::Win { color: Color::Black, how: Victory::Time },
        Outcome::Win { color: Color::White, how: Victory::Offence(Offence::IllegalMove) },
        Outcome::BothLose { why: Offence::Absence },
        Outcome::Replay { why: ReplayReason::WrongColors },
    ] {
        let mut game = game(Rule::Renju, Conduct::WITH_CLAIMS, "h8");
        game.end(outcome).unwrap();
        assert_eq!(game.outcome(), Some(outcome));
        assert_eq!(game.end(outcome), Err(GameError::Over(outcome)));
    }
}

#[test]
fn an_outcome_is_said_in_words() {
    let by_foul = Outcome::Win { color: Color::White, how: Victory::Foul(Foul::DoubleThree) };
    assert_eq!(by_foul.to_string(), "White wins: double-three by Black");
    assert_eq!(BLACK_BY_FIVE.to_string(), "Black wins: five in a row");
    assert_eq!(Outcome::Draw { why: DrawReason::TwoPasses }.to_string(), "draw: both sides passed");
    assert_eq!(Outcome::BothLose { why: Offence::Absence }.to_string(), "both sides lose: absence");
    assert_eq!(
        (by_foul.winner(), drawn(DrawReason::Agreement).unwrap().winner()),
        (Some(Color::White), None)
    );
}

const DOUBLE_THREE: &str = "h8 a1 i8 a3 j9 a5 j10 a7 j8";
const OVERLINE: &str = "h8 a1 i8 a3 j8 a5 l8 a7 m8 a9 n8 a11 k8";

#[test]
fn a_foul_can_be_claimed_until_whites_next_stone() {
    let mut game = game(Rule::Renju, Conduct::WITH_CLAIMS, DOUBLE_THREE);
    let claim = Claim::Foul { foul: Foul::DoubleThree, ply: 9 };
    assert_eq!(game.outcome(), None);
    assert_eq!(game.claims(Color::White), [claim]);
    assert!(game.claims(Color::Black).is_empty(), "nobody claims his own foul");
    assert_eq!(game.claim(Color::Black, claim), Err(GameError::NoSuchClaim(Color::Black)));
    let mut silent = game.clone();
    assert_eq!(game.claim(Color::White, claim).map(Some), Ok(white_by(Victory::Foul(Foul::DoubleThree))));
    silent.play(point("o1")).unwrap();
    assert!(silent.claims(Color::White).is_empty());
    assert_eq!(silent.claim(Color::White, claim), Err(GameError::NoSuchClaim(Color::White)));
    assert_eq!(silent.outcome(), None);
    silent.undo();
    assert_eq!(silent.claims(Color::White), [claim], "the right comes back with the position");
}

#[test]
fn a_pass_does_not_end_the_right_to_claim() {
    let mut game = game(Rule::Renju, Conduct::WITH_CLAIMS, DOUBLE_THREE);
    take_turns(&mut game, "-- o15");
    assert_eq!(game.claims(Color::White), [Claim::Foul { foul: Foul::DoubleThree, ply: 9 }]);
    take_turns(&mut game, "o1");
    assert!(game.claims(Color::White).is_empty());
}

#[test]
fn an_overline_can_be_claimed_to_the_end() {
    let mut game = game(Rule::Renju, Conduct::WITH_CLAIMS, OVERLINE);
    take_turns(&mut game, "a13 o1 o3 o5");
    let claim = Claim::Foul { foul: Foul::Overline, ply: 13 };
    assert_eq!(game.claims(Color::White), [claim]);
    game.claim(Color::White, claim).unwrap();
    assert_eq!(game.outcome(), white_by(Victory::Foul(Foul::Overline)));
}

#[test]
fn a_five_counts_when_it_is_claimed() {
    let mut game = game(Rule::Renju, Conduct::WITH_CLAIMS, "h8 a1 i8 a3 j8 a5 k8 a7 l8 c1");
    let five = Claim::Five { ply: 9 };
    assert_eq!(game.claims(Color::Black), [five]);
    assert!(game.claims(Color::White).is_empty());
    // Black makes a six of it: the five is gone, and White may claim the overline.
    let mut spoilt = game.clone();
    take_turns(&mut spoilt, "m8");
    assert!(spoilt.claims(Color::Black).is_empty());
    assert_eq!(spoilt.claims(Color::White), [Claim::Foul { foul: Foul::Overline, ply: 11 }]);
    assert_eq!(game.claim(Color::Black, five), Ok(BLACK_BY_FIVE));
    assert_eq!(game.claim(Color::Black, five), Err(GameError::Over(BLACK_BY_FIVE)));
}

#[test]
fn whites_six_can_be_claimed_as_a_five() {
    let mut game = game(Rule::Renju, Conduct::WITH_CLAIMS, "a1 h8 a3 i8 a5 j8 a7 l8 a9 m8 a11 k8");
    let outcome = game.claim(Color::White, Claim::Five { ply: 12 });
    assert_eq!(outcome.map(Some), Ok(white_by(Victory::Overline)));
}

#[test]
fn draws_are_claimed_too() {
    let mut game = game(Rule::Renju, Conduct::WITH_CLAIMS, "h8 i9 a1 b5 o1 -- --");
    let claim = Claim::Draw { why: DrawReason::TwoPasses };
    assert_eq!(game.outcome(), None);
    assert_eq!([game.claims(Color::Black), game.claims(Color::White)], [[claim], [claim]]);
    game.claim(Color::Black, claim).unwrap();
    assert_eq!(game.outcome(), drawn(DrawReason::TwoPasses));
}

#[test]
fn a_draw_is_offered_with_ones_own_move_and_accepted() {
    let mut game = Game::new(Size::STANDARD, Rule::Renju, Conduct::WITH_CLAIMS);
    assert_eq!(game.offer_draw(Color::White), Err(GameError::OfferWithoutMove(Color::White)), "no move yet");
    take_turns(&mut game, "h8");
    assert_eq!(game.offer_draw(Color::White), Err(GameError::OfferWithoutMove(Color::White)));
    assert_eq!(game.accept_draw(Color::White), Err(GameError::NoOffer(Color::White)));
    game.offer_draw(Color::Black).unwrap();
    assert_eq!(game.draw_offer(), Some(Color::Black));
    assert_eq!(game.offer_draw(Color::Black), Err(GameError::OfferRepeated(Color::Black)));
    assert_eq!(game.accept_draw(Color::Black), Err(GameError::NoOffer(Color::Black)));
    game.accept_draw(Color::White).unwrap();
    assert_eq!(game.outcome(), drawn(DrawReason::Agreement));
    assert_eq!(game.draw_offer(), None);
}

#[test]
fn an_offer_is_declined_by_word_or_by_a_move() {
    let mut game = game(Rule::Renju, Conduct::WITH_CLAIMS, "h8");
    game.offer_draw(Color::Black).unwrap();
    let mut by_word = game.clone();
    by_word.decline_draw(Color::White).unwrap();
    assert_eq!(by_word.draw_offer(), None);
    assert_eq!(by_word.offer_draw(Color::Black), Err(GameError::OfferRepeated(Color::Black)));
    take_turns(&mut game, "i9");
    assert_eq!(game.accept_draw(Color::White), Err(GameError::NoOffer(Color::White)));
    assert_eq!(game.outcome(), None);
}

#[test]
fn a_side_may_offer_two_draws_more_than_its_opponent() {
    let mut game = Game::new(Size::STANDARD, Rule::Renju, Conduct::WITH_CLAIMS);
    take_turns(&mut game, "a1");
    game.offer_draw(Color::Black).unwrap();
    take_turns(&mut game, "c1 e1");
    game.offer_draw(Color::Black).unwrap();
    take_turns(&mut game, "g1 i1");
    let refused = GameError::TooManyOffers { by: Color::Black, own: 2, opponent: 0, lead: 2 };
    assert_eq!(game.offer_draw(Color::Black), Err(refused));
    take_turns(&mut game, "k1");
    game.offer_draw(Color::White).unwrap();
    take_turns(&mut game, "m1");
    game.offer_draw(Color::Black).unwrap();
}

/// Everything that a game says, for comparison.
fn state(game: &Game) -> (u64, Position, Option<Outcome>, Vec<Claim>, Vec<Claim>) {
    let claims = |color| game.claims(color);
    let board = game.board();
    assert_eq!(board.hash(), Board::from(&game.position()).hash());
    (board.hash(), game.position(), game.outcome(), claims(Color::Black), claims(Color::White))
}

proptest! {
    #[test]
    fn the_way_back_passes_the_same_states(
        rule in prop::sample::select(Rule::ALL.as_slice()),
        side in 5usize..=9,
        with_claims in any::<bool>(),
        choices in prop::collection::vec(any::<prop::sample::Index>(), 0..90),
    ) {
        let conduct = if with_claims { Conduct::WITH_CLAIMS } else { WITH_PASSES };
        let mut game = Game::new(Size::new(side).unwrap(), rule, conduct);
        let mut states = vec![state(&game)];
        for choice in choices {
            let mut options: Vec<_> = game.board().empty_points().map(Turn::Place).collect();
            options.push(Turn::Pass);
            if game.take_turn(options[choice.index(options.len())]).is_ok() {
                states.push(state(&game));
            }
        }
        prop_assert_eq!(game.turns().len() + 1, states.len());
        for expected in states.iter().rev() {
            prop_assert_eq!(&state(&game), expected);
            game.undo();
        }
    }
}

#[derive(Deserialize)]
struct Played {
    id: String,
    size: usize,
    result: String,
    reason: String,
    moves: String,
}

/// Games of renju programs end where and as the verdict says, and nowhere earlier.
#[test]
fn tournament_games_end_as_their_records_say() {
    let Some(folder) = std::env::var_os("TIANYUAN_DATA") else {
        return eprintln!("skipped: TIANYUAN_DATA is not set");
    };
    let file = std::path::Path::new(&folder).join("games_gomocup_renju_2019_21.jsonl");
    let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let (mut n_won, mut n_open) = (0, 0);
    for played in text.lines().map(|line| serde_json::from_str::<Played>(line).unwrap()) {
        let size = Size::new(played.size).unwrap();
        let moves = notation::parse_code(&played.moves, size);
        if played.reason == "illegal_move_occupied" {
            assert!(moves.is_err(), "{}", played.id);
            continue;
        }
        let moves = moves.unwrap_or_else(|error| panic!("{}: {error}", played.id));
        let mut game = Game::new(size, Rule::Renju, Conduct::AT_ONCE);
        for &point in &moves {
            game.play(point).unwrap_or_else(|error| panic!("{}: {error}", played.id));
        }
        let winner = game.outcome().and_then(Outcome::winner).map(|color| color.to_string());
        if played.reason == "five" {
            assert!(winner.is_some_and(|name| name.starts_with(&played.result)), "{}", played.id);
            n_won += 1;
        } else if winner.is_none() {
            n_open += 1;
        }
    }
    println!("{n_won} games with a five, {n_open} without a winner on the board");
    assert!(n_won > 100, "only {n_won} games with a five");
}

/// A stone that was displaced and stands: the rest of the game is as it was.
#[test]
fn a_displaced_stone_can_stand_where_it_is() {
    let at = |code: &str| -> Point { code.parse().expect("a point") };
    let mut game = Game::new(Size::STANDARD, Rule::Renju, Conduct::WITH_CLAIMS);
    for code in ["h8", "h9", "i9", "g7", "i7", "i10"] {
        game.play(at(code)).expect("empty");
    }
    game.offer_draw(Color::White).expect("just moved");
    for (from, to) in [("h8", "h9"), ("h8", "h8"), ("a1", "b1"), ("h8", "p16")] {
        assert!(game.let_stand(at(from), at(to)).is_err(), "{from} {to}");
    }
    game.let_stand(at("g7"), at("g6")).expect("a stone and an empty point");
    let expected: Vec<Turn> =
        ["h8", "h9", "i9", "g6", "i7", "i10"].map(|code| Turn::Place(at(code))).to_vec();
    assert_eq!(game.turns().collect::<Vec<_>>(), expected);
    assert_eq!(game.board().hash(), Board::from(&game.position()).hash());
    assert_eq!(game.draw_offer(), Some(Color::White), "what hung on the moves still does");
    game.play(at("g7")).expect("it is empty now");
    assert_eq!(game.undo(), Some(Turn::Place(at("g7"))));
}
