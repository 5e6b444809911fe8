//! The field with its threats: the cost of a move and its undoing with everything kept up to date.
//!
//! `game` plays whole games and takes them back. `tree` does what a search does: from each position of a game
//! it places and undoes the best candidates, and the best answers to them. Criterion's elements are pairs of
//! place and undo.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tianyuan_evaluation::Field;
use tianyuan_rules::{Point, Position, Rule, Size};

/// A game of Gomocup's renju league, 2021.
const GAME: &str = "h7 i8 h5 h8 j8 i7 i6 g9 j6 k6 g8 j5 f7 f10 e11 l7 i4 g6 h9 i10 g4 i9 i11 j7 h4 m7 k7 m8 n9 m4 l5 \
                    m6 m5 k8 j9 n5 o4 m10 m9 f4 e6 d5 h3 h6 f5 d7 i2";

/// Candidates tried at each of the two plies of a tree.
const WIDTH: usize = 12;

fn moves() -> Vec<Point> {
    GAME.split(' ').filter_map(|name| name.parse().ok()).collect()
}

fn field(rule: Rule) -> Field {
    Field::new(&Position::new(Size::STANDARD, rule))
}

/// The best candidates of the side to move by their scores, ties by point.
fn best(field: &Field) -> Vec<Point> {
    let side = field.side();
    let score = |&point: &Point| {
        let (own, opp) = (field.info(point, side), field.info(point, !side));
        (-(i32::from(own.attack) + i32::from(opp.defence)), point)
    };
    let mut points: Vec<_> = field.candidates().iter().collect();
    points.sort_by_key(score);
    points.truncate(WIDTH);
    points
}

/// What a search of two plies places from one position of the game.
struct Tree {
    /// The moves to try, each with the answers to try.
    tries: Vec<(Point, Vec<Point>)>,
    /// The move of the game, which leads to the next tree.
    next: Point,
}

impl Tree {
    fn n_pairs(&self) -> usize {
        1 + self.tries.iter().map(|(_, answers)| 1 + answers.len()).sum::<usize>()
    }
}

fn trees(rule: Rule) -> Vec<Tree> {
    let mut field = field(rule);
    let mut trees = Vec::new();
    for next in moves() {
        let mut tries = Vec::new();
        for first in best(&field) {
            field.place(first);
            tries.push((first, best(&field)));
            field.undo();
        }
        trees.push(Tree { tries, next });
        field.place(next);
    }
    trees
}

/// Something that depends on all that is kept up to date.
fn glance(field: &Field) -> i32 {
    field.potential(field.side()) - field.potential(!field.side())
}

fn game(criterion: &mut Criterion) {
    let moves = moves();
    let mut group = criterion.benchmark_group("field/game");
    group.throughput(Throughput::Elements(moves.len() as u64));
    for rule in [Rule::Freestyle, Rule::Renju] {
        let mut field = field(rule);
        group.bench_function(rule.to_string(), |bencher| {
            bencher.iter(|| {
                let mut sum = 0;
                for &point in &moves {
                    field.place(black_box(point));
                    sum += glance(&field);
                }
                while field.n_moves() > 0 {
                    field.undo();
                }
                sum
            });
        });
    }
    group.finish();
}

fn tree(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("field/tree");
    for rule in [Rule::Freestyle, Rule::Renju] {
        let trees = trees(rule);
        let n_pairs: usize = trees.iter().map(Tree::n_pairs).sum();
        group.throughput(Throughput::Elements(n_pairs as u64));
        let mut field = field(rule);
        group.bench_function(rule.to_string(), |bencher| bencher.iter(|| climb(&mut field, &trees)));
    }
    group.finish();
}

/// Goes through the trees along the game and back to its beginning.
fn climb(field: &mut Field, trees: &[Tree]) -> i32 {
    let mut sum = 0;
    for tree in trees {
        for (first, answers) in &tree.tries {
            field.place(black_box(*first));
            for &answer in answers {
                field.place(black_box(answer));
                sum += glance(field);
                field.undo();
            }
            field.undo();
        }
        field.place(tree.next);
    }
    while field.n_moves() > 0 {
        field.undo();
    }
    sum
}

criterion_group!(benches, game, tree);
criterion_main!(benches);
