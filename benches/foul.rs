//! The forbidden-move check and the moves of a board: the inner loop of a renju search.
//!
//! `foul_at` is asked about every empty point of positions of `tests/fouls/counts.txt`; criterion's elements
//! are points. `worst` is the single dearest question known.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tianyuan_rules::{Board, Color, Point, Position, Rule, Size};

/// A game of Gomocup's renju league, 2021.
const GAME: &str = "h7 i8 h5 h8 j8 i7 i6 g9 j6 k6 g8 j5 f7 f10 e11 l7 i4 g6 h9 i10 g4 i9 i11 j7 h4 m7 k7 m8 n9 m4 l5 \
                    m6 m5 k8 j9 n5 o4 m10 m9 f4 e6 d5 h3 h6 f5 d7 i2";

/// The listed positions of which the name begins so.
fn positions(prefix: &str) -> Vec<Position> {
    let lines = include_str!("../tests/fouls/counts.txt").lines();
    lines.filter(|line| line.starts_with(prefix)).filter_map(position).collect()
}

fn position(line: &str) -> Option<Position> {
    let mut fields = line.split(' ').skip(1);
    let size = Size::new(fields.next()?.parse().ok()?)?;
    let mut position = Position::new(size, Rule::Renju);
    for (point, cell) in size.points().zip(fields.next()?.chars()) {
        match cell {
            'X' => position.put(Color::Black, point).ok()?,
            'O' => position.put(Color::White, point).ok()?,
            '#' => position.put_wall(point).ok()?,
            _ => {}
        }
    }
    Some(position)
}

fn foul_at(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("foul_at");
    for prefix in ["empty-15", "game-", "nested-", "adversarial-"] {
        let boards: Vec<_> = positions(prefix).iter().map(Board::from).collect();
        let all = |board: &Board| board.empty_points().collect::<Vec<_>>();
        let questions: Vec<_> = boards.iter().map(|board| (board, all(board))).collect();
        let n_points: usize = questions.iter().map(|(_, points)| points.len()).sum();
        group.throughput(Throughput::Elements(n_points as u64));
        group.bench_function(prefix.trim_end_matches('-'), |bencher| {
            bencher.iter(|| {
                let of = |(board, points): &(&Board, Vec<Point>)| {
                    points.iter().filter(|&&point| board.foul_at(black_box(point)).is_some()).count()
                };
                questions.iter().map(of).sum::<usize>()
            });
        });
    }
    group.throughput(Throughput::Elements(1));
    for (i, board) in positions("adversarial-").iter().map(Board::from).enumerate() {
        let point = board.size().center();
        group.bench_function(format!("worst-{}", i + 1), |b| b.iter(|| board.foul_at(black_box(point))));
    }
    group.finish();
}

fn place_and_undo(criterion: &mut Criterion) {
    let moves: Vec<Point> = GAME.split(' ').filter_map(|name| name.parse().ok()).collect();
    let mut board = Board::new(Size::STANDARD, Rule::Renju);
    let mut group = criterion.benchmark_group("board");
    group.throughput(Throughput::Elements(moves.len() as u64));
    group.bench_function("place+undo", |bencher| {
        bencher.iter(|| {
            for &point in &moves {
                board.place(black_box(point));
            }
            let hash = board.hash();
            for &point in moves.iter().rev() {
                board.undo(black_box(point));
            }
            hash
        });
    });
    group.finish();
}

criterion_group!(benches, foul_at, place_and_undo);
criterion_main!(benches);
