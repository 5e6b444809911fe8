//! Fast check, literal check and explanation on random boards.

use std::env;

use tianyuan_rules::{Board, Judgement, Position, explain, foul, reference};

use super::random::Kind;
use super::{Black, Tally, text};
use crate::random::Random;

/// Points judged in one run; the environment variable `TIANYUAN_FOUL_POINTS` asks for another number.
fn n_points() -> usize {
    let wanted = env::var("TIANYUAN_FOUL_POINTS").ok();
    wanted.map_or(1_000_000, |number| number.parse().expect("TIANYUAN_FOUL_POINTS is a number"))
}

#[derive(Debug, Default)]
struct Seen {
    tally: Tally,
    /// Points whose question nests three levels or more.
    deep: usize,
    deepest: usize,
    explained: usize,
}

#[test]
fn all_agree_on_random_boards() {
    let (n_points, mut random) = (n_points(), Random::new(2026));
    let mut seen = [(); 3].map(|()| Seen::default());
    while seen.iter().map(|seen| seen.tally.points).sum::<usize>() < n_points {
        for (kind, seen) in Kind::ALL.into_iter().zip(&mut seen) {
            compare(&kind.board(&mut random), seen);
        }
    }
    let total = |count: fn(&Seen) -> usize| seen.iter().map(count).sum::<usize>();
    println!("{:?}", Kind::ALL.iter().zip(&seen).collect::<Vec<_>>());
    // The comparison is worth what its boards are worth.
    assert!(50 * total(|seen| seen.tally.fouls()) >= n_points, "too few forbidden points");
    assert!(1000 * total(|seen| seen.deep) >= n_points, "too few nested points");
}

fn compare(position: &Position, seen: &mut Seen) {
    let board = Board::from(position);
    for point in position.empty_points() {
        let ruling = reference::examine(position, point);
        let fast = foul::judge(&board, point, Black);
        assert_eq!(fast, ruling.judgement, "at {point}:\n{}", text::drawing(position));
        seen.tally.count(fast);
        seen.deep += usize::from(ruling.depth >= 3);
        seen.deepest = seen.deepest.max(ruling.depth);
        // Explanations cost more: all where there is something to explain, and some others.
        if ruling.depth > 0 || fast != Judgement::Legal || seen.tally.points.is_multiple_of(64) {
            let explained = explain::explain(position, point).judgement;
            assert_eq!(explained, fast, "explanation at {point}:\n{}", text::drawing(position));
            seen.explained += 1;
        }
    }
}
