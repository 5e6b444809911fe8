//! Boards: what they keep equals what is rebuilt, symmetries change nothing, wins in every rule.

use tianyuan_rules::key::{hash_of, side_key};
use tianyuan_rules::{Board, Color, Position, Rule, Size, Symmetry, reference};

use super::Black;
use super::random::Kind;
use crate::random::Random;

fn random_boards(seed: u64, n: usize) -> impl Iterator<Item = Position> {
    let mut random = Random::new(seed);
    (0..n).flat_map(move |_| Kind::ALL.map(|kind| kind.board(&mut random)))
}

/// Asserts that a board played on equals one built from the stones at once.
fn assert_rebuilt(board: &Board, position: &Position) {
    let rebuilt = Board::from(position);
    assert_eq!(board.keys(), rebuilt.keys());
    assert_eq!(board.hash(), rebuilt.hash());
    assert_eq!(board.hash(), hash_of(position.stones()) ^ side_key(position.side()));
    assert_eq!((board.side(), board.n_empty()), (position.side(), position.empty_points().count()));
    for point in position.size().points() {
        assert_eq!(board.cell(point), position.cell(point), "{point}");
    }
}

#[test]
fn what_a_board_keeps_equals_what_is_rebuilt() {
    let mut random = Random::new(7);
    for side in 5..=22 {
        let size = Size::new(side).expect("5 to 22");
        let mut position = Position::new(size, Rule::Renju);
        let mut board = Board::new(size, Rule::Renju);
        for _ in 0..600 {
            step(&mut board, &mut position, &mut random);
            assert_rebuilt(&board, &position);
        }
    }
}

/// Places a stone, or takes one back (one time in three, and when the board is full).
fn step(board: &mut Board, position: &mut Position, random: &mut Random) {
    let empty: Vec<_> = position.empty_points().collect();
    if empty.is_empty() || random.percent(33) {
        if let Some(stone) = position.take_back() {
            board.undo(stone.point);
        }
    } else {
        let point = random.one_of(&empty);
        board.place(point);
        position.play(point).expect("the point is empty");
    }
}

#[test]
fn the_order_of_stones_and_passes_leave_no_trace() {
    for position in random_boards(8, 40) {
        let mut board = Board::from(&position);
        assert_rebuilt(&board, &position);
        let empty: Vec<_> = position.empty_points().take(3).collect();
        for &point in &empty {
            board.place(point);
            board.pass();
        }
        for &point in empty.iter().rev() {
            board.pass();
            board.undo(point);
        }
        assert_rebuilt(&board, &position);
    }
}

#[test]
fn symmetries_change_no_judgement() {
    for position in random_boards(9, 30) {
        let (size, board) = (position.size(), Board::from(&position));
        for symmetry in Symmetry::ALL {
            let image = position.transformed(symmetry);
            let image_board = Board::from(&image);
            for point in position.empty_points() {
                let (foul, there) = (board.foul_at(point), symmetry.apply(size, point));
                assert_eq!(image_board.foul_at(there), foul, "{point} {symmetry:?}");
                assert_eq!(reference::foul_at(&image, there), foul, "{point} {symmetry:?}");
            }
        }
    }
}

#[test]
fn wins_are_the_same_in_every_rule() {
    let mut n_wins = [0; Rule::ALL.len()];
    for mut position in random_boards(10, 120) {
        for rule in Rule::ALL {
            position.set_rule(rule);
            n_wins[rule.index()] += compare_wins(&position);
        }
    }
    assert!(n_wins.iter().all(|&wins| wins > 1000), "too few wins to be a test: {n_wins:?}");
}

/// Compares the board's wins with the literal ones, on empty points and on standing stones; counts them.
fn compare_wins(position: &Position) -> usize {
    let board = Board::from(position);
    let mut n_wins = 0;
    for point in position.empty_points() {
        for color in Color::ALL {
            let wins = reference::wins_at(position, point, color);
            assert_eq!(board.wins_at(point, color), wins, "{color} {point} {}", position.rule());
            n_wins += usize::from(wins);
        }
    }
    let stands_won = |color: Color| {
        let stones = position.stones()[color].iter();
        stones
            .filter(|&point| {
                let won = reference::wins_at(position, point, color);
                assert_eq!(board.has_won_at(point), won, "{color} {point} {}", position.rule());
                won
            })
            .count()
            > 0
    };
    let standing = Color::ALL.map(stands_won);
    assert_eq!(board.winner(), Color::ALL.into_iter().find(|color| standing[color.index()]));
    n_wins
}

#[test]
fn only_renju_forbids() {
    for mut position in random_boards(11, 10) {
        for rule in Rule::ALL.into_iter().filter(|&rule| rule != Rule::Renju) {
            position.set_rule(rule);
            let board = Board::from(&position);
            for point in position.empty_points() {
                let fouls = (board.foul_at(point), reference::foul_at(&position, point));
                assert_eq!(fouls, (None, None));
                assert_eq!(
                    tianyuan_rules::foul::judge(&board, point, Black),
                    reference::judge(&position, point, Black)
                );
            }
        }
    }
}
