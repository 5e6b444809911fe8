//! Which moves the manager leaves to the player.

use std::collections::BTreeMap;

use tianyuan_player::Choice;
use tianyuan_rules::{Board, ByColor, Color, Point, PointSet, Position, Rule, Size, Symmetry};

use crate::{Axes, Coord, Edit, Options};

/// Moves that are not to be played, as `YXBLOCK`, `YXBLOCKPATH` and `YXFORBID` name them. They restrict the
/// move that is asked for, not those that may follow it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Restrictions {
    excluded: PointSet,
    /// For a position, by the hash of its stones, the moves that are not to be played there.
    paths: BTreeMap<u64, PointSet>,
    forbidden: ByColor<PointSet>,
}

/// More positions than any user names one by one.
const MOST_PATHS: usize = 10_000;

impl Restrictions {
    /// Adds points to those that are not to be played anywhere, or takes them out. Points outside the board
    /// cannot be played anyway.
    pub(crate) fn exclude(&mut self, edit: Edit, coords: &[Coord], axes: Axes, size: Size) {
        match edit {
            Edit::Add => points(coords, axes, size).for_each(|point| self.excluded.insert(point)),
            Edit::Remove => points(coords, axes, size).for_each(|point| self.excluded.remove(point)),
            Edit::Clear => self.excluded = PointSet::EMPTY,
        }
    }

    /// The same for the last move of a path in the position before it. Nothing is said of paths that cannot
    /// be played: a board sends one for each of 22 x 22 points, whatever its size.
    pub(crate) fn exclude_path(&mut self, edit: Edit, path: &[Coord], axes: Axes, size: Size) {
        if edit == Edit::Clear {
            return self.paths.clear();
        }
        let Some((last, before)) = path.split_last() else { return };
        let moves: Option<Vec<Point>> = before.iter().map(|&coord| axes.point(coord, size)).collect();
        let position = moves.and_then(|moves| Position::from_moves(size, Rule::Freestyle, &moves).ok());
        let Some((point, position)) = axes.point(*last, size).zip(position) else { return };
        let key = key(&position);
        if edit == Edit::Remove {
            self.paths.entry(key).and_modify(|points| points.remove(point));
        } else if self.paths.len() < MOST_PATHS || self.paths.contains_key(&key) {
            self.paths.entry(key).or_default().insert(point);
        }
    }

    /// Forbids a point to a side or allows it again.
    pub(crate) fn forbid(&mut self, edit: Edit, point: Point, color: Color) {
        match edit {
            Edit::Add => self.forbidden[color].insert(point),
            Edit::Remove => self.forbidden[color].remove(point),
            Edit::Clear => self.forbidden = ByColor::default(),
        }
    }

    /// The points that are forbidden to a side by word of the manager.
    pub(crate) fn forbidden(&self, color: Color) -> &PointSet {
        &self.forbidden[color]
    }

    /// The moves that may be played in a position. `compares`: several are compared.
    pub(crate) fn choice(&self, position: &Position, options: &Options, compares: bool) -> Choice {
        let mut without = self.excluded;
        let here = self.paths.get(&key(position)).copied().unwrap_or_default();
        for points in [here, *self.forbidden(position.side())] {
            points.iter().for_each(|point| without.insert(point));
        }
        if compares && options.kept("nbestsym") == Some(1) {
            let twins = twins(position, &without);
            twins.iter().for_each(|point| without.insert(point));
        }
        let also = match options.kept("caution_factor") {
            Some(4) => around(position, 4),
            Some(5) => position.empty_points().collect(),
            _ => PointSet::EMPTY,
        };
        Choice { only: None, without, also }
    }
}

fn points(coords: &[Coord], axes: Axes, size: Size) -> impl Iterator<Item = Point> {
    coords.iter().filter_map(move |&coord| axes.point(coord, size))
}

/// What positions with the same stones have in common.
fn key(position: &Position) -> u64 {
    let mut position = position.clone();
    position.set_side(Color::Black);
    Board::from(&position).hash()
}

/// The empty points that are images, by a symmetry of the stones, of another one that is kept: of those that
/// may be played the first.
fn twins(position: &Position, without: &PointSet) -> PointSet {
    let size = position.size();
    let is_same = |symmetry: &Symmetry| {
        let image = position.transformed(*symmetry);
        image.stones() == position.stones() && image.walls() == position.walls()
    };
    let symmetries: Vec<Symmetry> = Symmetry::ALL.into_iter().filter(is_same).collect();
    let is_twin = |&point: &Point| {
        let mut images = symmetries.iter().map(|symmetry| symmetry.apply(size, point));
        images.any(|image| image < point && !without.contains(image))
    };
    position.empty_points().filter(is_twin).collect()
}

/// The empty points no farther from a stone than this, rows and columns counted.
fn around(position: &Position, distance: usize) -> PointSet {
    let stones: Vec<Point> = position.order().iter().map(|stone| stone.point).collect();
    let is_near = |&point: &Point| stones.iter().any(|stone| stone.distance(point) <= distance);
    position.empty_points().filter(is_near).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(moves: &str) -> Position {
        let moves: Vec<Point> = moves.split(' ').map(|text| text.parse().unwrap()).collect();
        Position::from_moves(Size::STANDARD, Rule::Freestyle, &moves).unwrap()
    }

    fn coords(moves: &str) -> Vec<Coord> {
        let coord = |text: &str| Axes::ColumnRow.coord(text.parse().unwrap(), Size::STANDARD);
        moves.split(' ').map(coord).collect()
    }

    fn without(restrictions: &Restrictions, moves: &str) -> String {
        let choice = restrictions.choice(&position(moves), &Options::default(), false);
        choice.without.iter().map(|point| point.to_string()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_path_forbids_its_last_move_where_it_would_be_played() {
        let mut restrictions = Restrictions::default();
        let (axes, size) = (Axes::ColumnRow, Size::STANDARD);
        restrictions.exclude_path(Edit::Add, &coords("h8 h9 i8 j9"), axes, size);
        restrictions.exclude_path(Edit::Add, &coords("i8 h9 h8 k9"), axes, size);
        assert_eq!(without(&restrictions, "h8 h9 i8"), "j9 k9", "whatever the order of moves");
        assert_eq!(without(&restrictions, "h8 h9"), "");
        restrictions.exclude_path(Edit::Remove, &coords("h8 h9 i8 j9"), axes, size);
        assert_eq!(without(&restrictions, "h8 h9 i8"), "k9");
        let beyond = [&coords("h8 h9 i8")[..], &[Coord { first: 21, second: 3 }]].concat();
        restrictions.exclude_path(Edit::Add, &beyond, axes, size);
        restrictions.exclude_path(Edit::Add, &coords("h8 h8 i8"), axes, size);
        restrictions.exclude_path(Edit::Add, &[], axes, size);
        assert_eq!(restrictions.paths.len(), 1);
        restrictions.exclude_path(Edit::Clear, &[], axes, size);
        assert_eq!(without(&restrictions, "h8 h9 i8"), "");
    }

    #[test]
    fn excluded_and_forbidden_points_add_up() {
        let mut restrictions = Restrictions::default();
        restrictions.exclude(Edit::Add, &coords("a1 b1"), Axes::ColumnRow, Size::STANDARD);
        restrictions.exclude(Edit::Remove, &coords("b1"), Axes::ColumnRow, Size::STANDARD);
        restrictions.forbid(Edit::Add, "c1".parse().unwrap(), Color::White);
        assert_eq!(without(&restrictions, "h8"), "a1 c1", "White is to move");
        assert_eq!(without(&restrictions, "h8 h9"), "a1");
    }

    #[test]
    fn of_moves_alike_by_symmetry_one_is_left() {
        let mut options = Options::default();
        options.apply(b"nbestsym", b"1");
        let left = |moves: &str| {
            let position = position(moves);
            let choice = Restrictions::default().choice(&position, &options, true);
            position.empty_points().filter(|&point| choice.allows(point)).count()
        };
        // The middle alone: an eighth of the board with its edges, 36 - 1.
        assert_eq!(left("h8"), 35);
        assert_eq!(left("h8 h9"), 223 - 7 * 15);
        assert_eq!(left("h8 i10"), 223);
        assert!(Restrictions::default().choice(&position("h8"), &options, false).without.is_empty());
        let mut blocked = Restrictions::default();
        let position = position("h8");
        let kept = |restrictions: &Restrictions| {
            let choice = restrictions.choice(&position, &options, true);
            ["g7", "i7", "g9", "i9"].iter().filter(|text| choice.allows(text.parse().unwrap())).count()
        };
        blocked.exclude(Edit::Add, &coords("g7"), Axes::ColumnRow, Size::STANDARD);
        assert_eq!((kept(&Restrictions::default()), kept(&blocked)), (1, 1), "another one stands for them");
    }

    #[test]
    fn caution_looks_farther() {
        let also = |factor: &[u8]| {
            let mut options = Options::default();
            options.apply(b"caution_factor", factor);
            Restrictions::default().choice(&position("h8"), &options, false).also.len()
        };
        assert_eq!([also(b"0"), also(b"3"), also(b"4"), also(b"5")], [0, 0, 80, 224]);
    }
}
