//! The proof that the rules are right about forbidden moves.
//!
//! Two readings of the law, the fast and the literal, and the explanation must agree everywhere; the data
//! in `tests/fouls` ties all three to what referees and other programs say. `README.md` there says more.

mod agreement;
mod boards;
mod cases;
mod counts;
mod explanations;
mod games;
mod random;
mod text;

use tianyuan_rules::{Board, Foul, Judgement, Point, Position, explain, foul, reference};

use tianyuan_rules::Color::Black;

/// The judgement on a black stone, asserted to be the same from all three sources.
fn agreed_judgement(position: &Position, board: &Board, point: Point) -> Judgement {
    let literal = reference::judge(position, point, Black);
    let fast = foul::judge(board, point, Black);
    assert_eq!(fast, literal, "fast and reference at {point}:\n{}", text::drawing(position));
    let explained = explain::explain(position, point).judgement;
    assert_eq!(explained, literal, "explanation and reference at {point}:\n{}", text::drawing(position));
    assert_eq!(board.foul_at(point), reference::foul_at(position, point));
    literal
}

/// How many points were judged how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tally {
    points: usize,
    fives: usize,
    double_threes: usize,
    double_fours: usize,
    overlines: usize,
}

impl Tally {
    fn count(&mut self, judgement: Judgement) {
        self.points += 1;
        match judgement {
            Judgement::Legal => {}
            Judgement::Five => self.fives += 1,
            Judgement::Foul(Foul::DoubleThree) => self.double_threes += 1,
            Judgement::Foul(Foul::DoubleFour) => self.double_fours += 1,
            Judgement::Foul(Foul::Overline) => self.overlines += 1,
        }
    }

    fn fouls(&self) -> usize {
        self.double_threes + self.double_fours + self.overlines
    }
}
