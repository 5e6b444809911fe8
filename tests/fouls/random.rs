//! Random boards, the same on every machine: dense ones, game-like ones, and composed ones on which
//! forbidden points nest deeply.

use tianyuan_rules::{Color, Direction, Point, Position, Rule, Size};

use crate::random::Random;

impl Random {
    fn size(&mut self) -> Size {
        Size::new(6 + self.below(17)).expect("6 to 22")
    }

    fn point(&mut self, size: Size) -> Point {
        size.point(self.below(size.side()), self.below(size.side())).expect("it is on the board")
    }

    /// A number of steps from 1 to 4 to either side.
    fn steps(&mut self) -> isize {
        self.one_of(&[-4, -3, -2, -1, 1, 2, 3, 4])
    }
}

/// How a board is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Each cell by itself, with the densities drawn for the board; walls on some.
    Dense,
    /// Stones in turn, near each other and on lines with their own.
    GameLike,
    /// Pairs of stones set so that several threes cross in a point, and again in the points that
    /// would make those threes straight fours, and so on.
    Composed,
}

impl Kind {
    pub(super) const ALL: [Self; 3] = [Self::Dense, Self::GameLike, Self::Composed];

    /// The next board of this kind.
    pub(super) fn board(self, random: &mut Random) -> Position {
        match self {
            Self::Dense => dense(random),
            Self::GameLike => game_like(random),
            Self::Composed => composed(random),
        }
    }
}

fn dense(random: &mut Random) -> Position {
    let mut position = Position::new(random.size(), Rule::Renju);
    let (black, white) = (5 + random.below(40), random.below(30));
    let walls = random.below(8) / 5;
    for point in position.size().points() {
        let dice = random.below(100);
        let put = match dice {
            _ if dice < black => position.put(Color::Black, point),
            _ if dice < black + white => position.put(Color::White, point),
            _ if dice < black + white + walls => position.put_wall(point),
            _ => Ok(()),
        };
        put.expect("each point is visited once");
    }
    position
}

fn game_like(random: &mut Random) -> Position {
    let size = random.size();
    let mut position = Position::new(size, Rule::Renju);
    let n_moves = 6 + random.below(size.area() / 2);
    put_if_free(&mut position, Color::Black, Some(size.center()));
    position.set_side(Color::White);
    for _ in 1..n_moves {
        let own = position.stones()[position.side()].iter().collect::<Vec<_>>();
        let all = position.order();
        // Three moves in four continue a line of one's own; the others are near any stone.
        let near = if own.is_empty() || random.percent(25) {
            random.one_of(all).point.shifted(random.steps() / 2, random.steps() / 2)
        } else {
            random.one_of(&own).step(random.one_of(&Direction::ALL), random.steps())
        };
        if let Some(point) = near {
            // A point off the board or taken is a move left out: nobody counts the stones.
            let _ = position.play(point);
        }
    }
    position
}

fn composed(random: &mut Random) -> Position {
    let mut position = Position::new(random.size(), Rule::Renju);
    for _ in 0..=random.below(2) {
        let pivot = random.point(position.size());
        let levels = 2 + random.below(3);
        compose(&mut position, random, pivot, levels);
    }
    for _ in 0..random.below(position.size().area() / 12) {
        let point = random.point(position.size());
        put_if_free(&mut position, Color::White, Some(point));
    }
    position
}

/// Plants two or three threes through `pivot`, and the same again through points that extend them.
fn compose(position: &mut Position, random: &mut Random, pivot: Point, levels: usize) {
    /// Two stones that make a three with one at 0, and the points that make it a straight four.
    const THREES: [([isize; 2], [isize; 2]); 6] = [
        ([1, 2], [-1, 3]),
        ([-1, 1], [-2, 2]),
        ([1, 3], [2, 2]),
        ([2, 3], [1, 1]),
        ([-1, 2], [1, 1]),
        ([-2, -1], [-3, 1]),
    ];
    for _ in 0..2 + random.below(2) {
        let direction = random.one_of(&Direction::ALL);
        let side = random.one_of(&[-1, 1]);
        let (stones, extensions) = random.one_of(&THREES);
        for steps in stones {
            put_if_free(position, Color::Black, pivot.step(direction, side * steps));
        }
        let next = pivot.step(direction, side * random.one_of(&extensions));
        if let Some(next) = next.filter(|_| levels > 1 && random.percent(70)) {
            compose(position, random, next, levels - 1);
        }
    }
}

fn put_if_free(position: &mut Position, color: Color, point: Option<Point>) {
    if let Some(point) = point {
        let _ = position.put(color, point);
    }
}
