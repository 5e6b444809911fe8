//! Which offered fifth moves are one and the same.

use smallvec::SmallVec;

use crate::{Point, Symmetry};

/// A movement of the plane that takes points to points: a symmetry of the square, then a translation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Isometry {
    linear: Symmetry,
    translation: (isize, isize),
}

impl Isometry {
    /// The movement with this linear part that takes `from` to `to`.
    fn taking(linear: Symmetry, from: Point, to: Point) -> Self {
        let (x, y) = linear.apply_to_offset(plane(from));
        let (to_x, to_y) = plane(to);
        Self { linear, translation: (to_x - x, to_y - y) }
    }

    fn apply(self, point: Point) -> (isize, isize) {
        let (x, y) = self.linear.apply_to_offset(plane(point));
        (x + self.translation.0, y + self.translation.1)
    }

    fn keeps(self, pair: [Point; 2]) -> bool {
        let image = pair.map(|point| self.apply(point));
        let [first, second] = pair.map(plane);
        image == [first, second] || image == [second, first]
    }
}

const fn plane(point: Point) -> (isize, isize) {
    (point.col().cast_signed(), point.row().cast_signed())
}

/// The symmetry of a four-move opening: all movements of the plane that take Black's two stones onto
/// themselves and White's two stones onto themselves.
///
/// Two offered fifth moves are the same move when one of these takes the first to the second. As in the
/// practice of the Renju International Federation the edges of the board do not count, so the axis need
/// not pass through tengen:
///
/// ```text
///  9  . . O . .      Black h8 h7, White h9 h6: the four points marked a are one move,
///  8  . a X a .      for the shape is symmetric to the line between the rows 7 and 8
///  7  . a X a .      as well as to the column h
///  6  . . O . .
/// ```
#[derive(Clone, Debug)]
pub struct OfferSymmetry {
    movements: SmallVec<[Isometry; 4]>,
}

impl OfferSymmetry {
    /// The symmetry of the first four moves, in the order of play.
    pub fn of([black1, white2, black3, white4]: [Point; 4]) -> Self {
        let keeps =
            |movement: &Isometry| movement.keeps([black1, black3]) && movement.keeps([white2, white4]);
        let candidates = [black1, black3]
            .into_iter()
            .flat_map(|to| Symmetry::ALL.into_iter().map(move |linear| Isometry::taking(linear, black1, to)));
        Self { movements: candidates.filter(keeps).collect() }
    }

    /// Number of movements, the identity included: 1, 2 or 4.
    pub fn order(&self) -> usize {
        self.movements.len()
    }

    /// Whether two offered fifth moves are the same move.
    pub fn are_equivalent(&self, first: Point, second: Point) -> bool {
        self.movements.iter().any(|movement| movement.apply(first) == plane(second))
    }

    /// The points that are the same move as `point`, itself included, in order. Those beyond the largest
    /// board are left out; on a smaller one the caller must still ask
    /// [`Size::contains`](crate::Size::contains).
    pub fn orbit(&self, point: Point) -> SmallVec<[Point; 4]> {
        let on_board =
            |(x, y): (isize, isize)| Point::new(usize::try_from(x).ok()?, usize::try_from(y).ok()?);
        let images = self.movements.iter().filter_map(|movement| on_board(movement.apply(point)));
        let mut orbit: SmallVec<[Point; 4]> = images.collect();
        orbit.sort_unstable();
        orbit.dedup();
        orbit
    }

    /// The first two offers that are the same move, in the order of the offers; `None` if all differ.
    pub fn first_equivalent_pair(&self, offers: &[Point]) -> Option<(Point, Point)> {
        offers.iter().enumerate().find_map(|(i, &later)| {
            let earlier = offers.iter().take(i).find(|&&earlier| self.are_equivalent(earlier, later))?;
            Some((*earlier, later))
        })
    }
}
