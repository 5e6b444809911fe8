//! Games of the lower levels against each other and against those who know still less.

use tianyuan_player::Limits;
use tianyuan_rules::{Board, Color, Point, Position, Rule, Size};
use tianyuan_search::level::Level;

use super::{fives, is_legal, move_of, player};
use crate::random::Random;

/// Whoever makes moves in a game.
trait Mover {
    fn point(&mut self, position: &Position) -> Point;
}

/// Someone who puts stones beside stones, and knows so much of the game.
struct Child {
    random: Random,
    knows: Knows,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Knows {
    /// That stones are placed in turn.
    Turns,
    /// That five win: makes a five, stops a four.
    Fives,
    /// Also what a four comes of: makes a straight four, stops one.
    Threes,
}

impl Child {
    fn new(seed: u64, knows: Knows) -> Self {
        Self { random: Random::new(seed), knows }
    }

    /// Where a stone of a color makes a four with two points for a five.
    fn straight_fours(board: &Board, color: Color) -> Vec<Point> {
        let makes = |point: &Point| {
            let mut board = board.clone();
            if board.side() != color {
                board.pass();
            }
            board.place(*point);
            fives(&board, color).len() > 1
        };
        board.empty_points().filter(makes).collect()
    }
}

impl Mover for Child {
    fn point(&mut self, position: &Position) -> Point {
        let board = Board::from(position);
        let side = board.side();
        let legal = |point: &Point| is_legal(&board, *point);
        let mut wishes: Vec<Vec<Point>> = Vec::new();
        if self.knows >= Knows::Fives {
            wishes.extend([fives(&board, side), fives(&board, !side)]);
        }
        if self.knows >= Knows::Threes {
            wishes.extend([side, !side].map(|color| Self::straight_fours(&board, color)));
        }
        let stones = position.order();
        let beside = |point: &Point| stones.iter().any(|stone| stone.point.distance(*point) == 1);
        wishes.push(board.empty_points().filter(beside).collect());
        wishes.push(board.empty_points().collect());
        let wish = wishes.into_iter().map(|wish| wish.into_iter().filter(legal).collect::<Vec<_>>());
        let wish = wish.into_iter().find(|wish| !wish.is_empty()).expect("a legal move is left");
        self.random.one_of(&wish)
    }
}

impl Mover for (Level, u64) {
    fn point(&mut self, position: &Position) -> Point {
        move_of(&mut player(self.0, self.1), position, Limits::INFINITE)
    }
}

/// How many of so many games the first wins, with Black and White in turn; a draw is half a win, both counted double.
fn score(first: &mut dyn Mover, second: &mut dyn Mover, rule: Rule, games: usize) -> usize {
    (0..games).map(|n| points(first, second, rule, n)).sum()
}

/// 2 for a win of the first, 1 for a draw. The first two stones are those of the number of the game.
fn points(first: &mut dyn Mover, second: &mut dyn Mover, rule: Rule, n: usize) -> usize {
    let mut position = Position::new(Size::STANDARD, rule);
    let beside =
        Size::STANDARD.point(5 + n / 2 % 5, 5 + n / 10 % 5).filter(|&p| p != Size::STANDARD.center());
    position.play(Size::STANDARD.center()).expect("free");
    position.play(beside.unwrap_or("i9".parse().expect("a point"))).expect("free");
    let own = if n.is_multiple_of(2) { Color::Black } else { Color::White };
    for _ in 0..120 {
        let mover: &mut dyn Mover = if position.side() == own { &mut *first } else { &mut *second };
        let point = mover.point(&position);
        position.play(point).expect("free");
        if let Some(winner) = Board::from(&position).winner() {
            return 2 * usize::from(winner == own);
        }
    }
    1
}

#[test]
fn a_novice_beats_chance_and_is_a_match_for_a_child_that_knows_threes() {
    for rule in [Rule::Freestyle, Rule::Renju] {
        let [chance, fives, threes] = [Knows::Turns, Knows::Fives, Knows::Threes]
            .map(|knows| score(&mut (Level::Novice, 1), &mut Child::new(5, knows), rule, 100));
        assert!(chance >= 194 && fives >= 180, "{rule}: {chance} and {fives} of 200");
        assert!((40..=160).contains(&threes), "{rule}: {threes} of 200");
    }
}

#[test]
fn each_of_the_lower_levels_beats_the_one_below() {
    for pair in Level::ALL[..5].windows(2) {
        let score = score(&mut (pair[1], 1), &mut (pair[0], 2), Rule::Renju, 50);
        assert!(score > 55, "{} against {}: {score} of 100", pair[1], pair[0]);
    }
}
