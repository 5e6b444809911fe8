//! The claims of the static win check and of the search by fours against brute force on crowded boards.

use tianyuan_evaluation::Field;
use tianyuan_player::Force;
use tianyuan_rules::{Board, Color, Position, Rule, Size};

use super::{FourSearch, Situation, Solution, Solver, assess};

/// So many cases, or with the environment variable `TIANYUAN_TIMES` as many times more.
fn times(cases: usize) -> usize {
    let times = std::env::var("TIANYUAN_TIMES").ok().and_then(|times| times.parse::<usize>().ok());
    cases * times.unwrap_or(1)
}

/// A small deterministic generator (xorshift64).
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % n as u64).unwrap()
    }
}

/// Whether the side to move makes a five within so many plies, whatever the opponent does. Black's fouls
/// are not played; a side without a legal move has lost.
fn wins_within(board: &mut Board, plies: u32) -> bool {
    let side = board.side();
    let empty: Vec<_> = board.empty_points().collect();
    if empty.iter().any(|&point| board.wins_at(point, side)) {
        return true;
    }
    plies > 2
        && empty.into_iter().any(|point| {
            if side == Color::Black && board.foul_at(point).is_some() {
                return false;
            }
            board.place(point);
            let wins = loses_within(board, plies - 1);
            board.undo(point);
            wins
        })
}

/// Whether every legal move of the side to move lets the opponent win within so many plies.
fn loses_within(board: &mut Board, plies: u32) -> bool {
    let side = board.side();
    let empty: Vec<_> = board.empty_points().collect();
    if empty.is_empty() || empty.iter().any(|&point| board.wins_at(point, side)) {
        return false;
    }
    empty.into_iter().all(|point| {
        if side == Color::Black && board.foul_at(point).is_some() {
            return true;
        }
        board.place(point);
        let loses = wins_within(board, plies - 1);
        board.undo(point);
        loses
    })
}

/// A crowded board with nobody's five on it and at most `n_empty` empty points: stones in short lines, so that
/// threats are frequent.
fn crowded(random: &mut Random, rule: Rule, n_empty: usize) -> Option<Position> {
    let side = 6 + random.below(2);
    let size = Size::new(side).unwrap();
    let mut position = Position::new(size, rule);
    let points: Vec<_> = size.points().collect();
    for _ in 0..7 {
        let color = Color::ALL[random.below(2)];
        let start = points[random.below(points.len())];
        let direction = tianyuan_rules::Direction::ALL[random.below(4)];
        for steps in 0..2 + random.below(3) {
            let at = start.step(direction, isize::try_from(steps).unwrap());
            if let Some(point) = at.filter(|_| random.below(5) > 0) {
                let _ = position.put(color, point);
            }
        }
    }
    while position.empty_points().count() > n_empty {
        let empty: Vec<_> = position.empty_points().collect();
        let point = empty[random.below(empty.len())];
        match random.below(4) {
            0 => position.put_wall(point).unwrap(),
            n => position.put(Color::ALL[n % 2], point).unwrap(),
        }
    }
    position.set_side(Color::ALL[random.below(2)]);
    Board::from(&position).winner().is_none().then_some(position)
}

/// What a claim must mean, by brute force.
fn check(position: &Position, situation: &Situation) {
    let mut board = Board::from(position);
    let outside = |board: &Board, points: &[tianyuan_rules::Point]| {
        let is_legal = |point| board.side() == Color::White || board.foul_at(point).is_none();
        board.empty_points().filter(|&p| !points.contains(&p) && is_legal(p)).collect::<Vec<_>>()
    };
    match situation {
        Situation::Win(plies, point) => {
            assert!(wins_within(&mut board, *plies), "{situation:?} {position:?}");
            assert!(*plies == 1 || !wins_within(&mut board, 1));
            board.place(*point);
            assert!(*plies == 1 || loses_within(&mut board, plies - 1), "{point} {position:?}");
        }
        Situation::Loss(plies) => assert!(loses_within(&mut board, *plies), "{situation:?} {position:?}"),
        Situation::Threatened { points, otherwise } => {
            let plies = otherwise - 1;
            for point in outside(&board, points) {
                board.place(point);
                assert!(wins_within(&mut board, plies), "{point} {situation:?} {position:?}");
                board.undo(point);
            }
        }
        Situation::Free => assert!(!wins_within(&mut board, 1), "{position:?}"),
    }
}

fn check_rule(rule: Rule, seed: u64) {
    let mut random = Random(seed);
    let mut n_checked = [0; 6];
    while n_checked[..5].iter().any(|&n| n < times(30)) {
        let Some(position) = crowded(&mut random, rule, 11) else { continue };
        let mut field = Field::new(&position);
        let situation = assess(&mut field);
        let kind = match situation {
            Situation::Win(..) => 0,
            Situation::Loss(_) => 1,
            Situation::Threatened { otherwise, .. } => 1 + otherwise as usize / 2,
            Situation::Free => 5,
        };
        n_checked[kind] += 1;
        if n_checked[kind] <= times(120) {
            check(&position, &situation);
        }
    }
}

#[test]
fn claims_hold_in_freestyle() {
    check_rule(Rule::Freestyle, 1);
}

#[test]
fn claims_hold_in_standard() {
    check_rule(Rule::Standard, 2);
}

#[test]
fn claims_hold_in_renju() {
    check_rule(Rule::Renju, 3);
}

#[test]
fn claims_hold_in_caro() {
    check_rule(Rule::Caro, 4);
}

#[test]
fn claims_hold_in_caro_exact() {
    check_rule(Rule::CaroExact, 5);
}

#[test]
fn wins_by_fours_are_wins() {
    for rule in Rule::ALL {
        let mut random = Random(77 + rule.index() as u64);
        let mut n_checked = 0;
        while n_checked < times(60) {
            let Some(position) = crowded(&mut random, rule, 11) else { continue };
            let mut field = Field::new(&position);
            if matches!(assess(&mut field), Situation::Win(..)) {
                continue;
            }
            let Some((point, plies)) = FourSearch::new(1 << 10).search(&mut field, 4, 10_000).win() else {
                continue;
            };
            let mut board = Board::from(&position);
            board.place(point);
            assert!(loses_within(&mut board, plies - 1), "{point} in {plies}: {position:?}");
            n_checked += 1;
        }
    }
}

/// Whether the side to move wins by at most so many fours, by the rules alone: every four is tried, every reply to it.
fn wins_by_fours(board: &mut Board, most: u32) -> bool {
    let side = board.side();
    let empty: Vec<_> = board.empty_points().collect();
    if empty.iter().any(|&point| board.wins_at(point, side)) {
        return true;
    }
    most > 0
        && empty.iter().any(|&four| {
            if side == Color::Black && board.foul_at(four).is_some() {
                return false;
            }
            board.place(four);
            let makes_four = empty.iter().any(|&point| point != four && board.wins_at(point, side));
            let wins = makes_four && every_reply_loses_to_fours(board, most - 1);
            board.undo(four);
            wins
        })
}

fn every_reply_loses_to_fours(board: &mut Board, most: u32) -> bool {
    let side = board.side();
    let empty: Vec<_> = board.empty_points().collect();
    let five = empty.iter().any(|&point| board.wins_at(point, side));
    !five
        && empty.into_iter().all(|reply| {
            if side == Color::Black && board.foul_at(reply).is_some() {
                return true;
            }
            board.place(reply);
            let loses = wins_by_fours(board, most);
            board.undo(reply);
            loses
        })
}

/// What the solver says of crowded boards: a proof holds as long as it says, and where there is no win by fours there
/// is none.
#[test]
fn solutions_are_true() {
    for rule in Rule::ALL {
        let mut random = Random(1234 + rule.index() as u64);
        let mut solver = Solver::new(1 << 20);
        let (mut n_threats, mut n_none) = (0, 0);
        while n_threats < times(6) || n_none < times(60) {
            let Some(position) = crowded(&mut random, rule, 9) else { continue };
            let mut board = Board::from(&position);
            match solver.solve(&position, Force::Fours, &mut |_| true) {
                Solution::Win(proof) => assert!(wins_within(&mut board, proof.plies()), "{position:?}"),
                Solution::None => {
                    n_none += 1;
                    assert!(n_none > times(60) || !wins_by_fours(&mut board, u32::MAX), "{position:?}");
                    if let Solution::Win(proof) = solver.solve(&position, Force::Threats, &mut |_| true) {
                        n_threats += 1;
                        assert!(wins_within(&mut board, proof.plies()), "{position:?}");
                    }
                }
                Solution::Unknown => panic!("not stopped: {position:?}"),
            }
        }
    }
}

/// The shortest win by fours has the length that brute force finds.
#[test]
fn the_shortest_win_by_fours_is_the_shortest() {
    for rule in Rule::ALL {
        let mut random = Random(555 + rule.index() as u64);
        let mut solver = Solver::new(1 << 20);
        let mut n_checked = 0;
        while n_checked < times(30) {
            let Some(position) = crowded(&mut random, rule, 11) else { continue };
            let Solution::Win(any) = solver.solve(&position, Force::Fours, &mut |_| true) else { continue };
            let Solution::Win(shortest) = solver.shortest(&position, Force::Fours, &mut |_| true) else {
                panic!("the win is gone: {position:?}")
            };
            assert!(shortest.plies() <= any.plies() && shortest.is_by_fours());
            n_checked += usize::from(any.plies() > 3);
            if let Some(less) = shortest.plies().checked_sub(2) {
                let fours = less / 2;
                assert!(!wins_by_fours(&mut Board::from(&position), fours), "{position:?}");
            }
        }
    }
}
