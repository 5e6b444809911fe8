//! What was good elsewhere in the tree.

use tianyuan_rules::{CELLS, Color, Point};

use crate::parameters::HISTORY_LIMIT;

/// Scores of moves that refuted others, killers by ply, and answers to moves.
#[derive(Debug)]
pub(super) struct History {
    main: Box<[[i32; CELLS]; 2]>,
    counters: Box<[[Option<Point>; CELLS]; 2]>,
    killers: Vec<[Option<Point>; 2]>,
}

impl History {
    pub(super) fn new(max_ply: usize) -> Self {
        Self {
            main: Box::new([[0; CELLS]; 2]),
            counters: Box::new([[None; CELLS]; 2]),
            killers: vec![[None; 2]; max_ply],
        }
    }

    /// The score of a move, between minus and plus [`HISTORY_LIMIT`].
    pub(super) fn score(&self, side: Color, point: Point) -> i32 {
        self.main[side.index()][point.index()]
    }

    pub(super) fn killers(&self, ply: usize) -> [Option<Point>; 2] {
        self.killers.get(ply).copied().unwrap_or_default()
    }

    /// The move of `side` that refuted the opponent's `last` one.
    pub(super) fn counter(&self, side: Color, last: Option<Point>) -> Option<Point> {
        last.and_then(|last| self.counters[side.index()][last.index()])
    }

    /// A move refuted the opponent's last one; those tried before it did not.
    pub(super) fn reward(
        &mut self,
        side: Color,
        best: Point,
        tried: &[Point],
        last: Option<Point>,
        depth: i32,
        ply: usize,
    ) {
        let bonus = (depth * depth * 16 + depth * 64).min(HISTORY_LIMIT / 2);
        self.update(side, best, bonus);
        for &point in tried.iter().filter(|&&point| point != best) {
            self.update(side, point, -bonus);
        }
        if let Some(last) = last {
            self.counters[side.index()][last.index()] = Some(best);
        }
        if let Some(killers) = self.killers.get_mut(ply).filter(|killers| killers[0] != Some(best)) {
            *killers = [Some(best), killers[0]];
        }
    }

    /// Moves a score towards the bonus's end, the slower the nearer it is: it never leaves the limits.
    fn update(&mut self, side: Color, point: Point, bonus: i32) {
        let score = &mut self.main[side.index()][point.index()];
        *score += bonus - *score * bonus.abs() / HISTORY_LIMIT;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_stay_within_limits_and_killers_differ() {
        let mut history = History::new(4);
        let [a, b] = ["h8", "i9"].map(|text| text.parse::<Point>().unwrap());
        for _ in 0..1000 {
            history.reward(Color::Black, a, &[b], Some(b), 20, 1);
        }
        assert!(history.score(Color::Black, a) > HISTORY_LIMIT / 2);
        assert!(history.score(Color::Black, a) <= HISTORY_LIMIT);
        assert!(history.score(Color::Black, b) >= -HISTORY_LIMIT);
        assert_eq!(history.score(Color::White, a), 0);
        history.reward(Color::Black, b, &[], None, 1, 1);
        assert_eq!(history.killers(1), [Some(b), Some(a)]);
        assert_eq!(history.counter(Color::Black, Some(b)), Some(a));
        assert_eq!(history.killers(99), [None, None]);
    }
}
