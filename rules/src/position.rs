//! A position as it is set up.

use std::fmt;

use crate::line::Cell;
use crate::{ByColor, Color, Point, PointSet, Rule, Size, Symmetry};

/// A stone and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stone {
    /// Whose it is.
    pub color: Color,
    /// Where it stands.
    pub point: Point,
}

/// Any set-up of stones and walls: who is to move, and the order of the stones as far as it is known.
///
/// Nothing is required of it but that stones stand on different points of the board: won positions, black
/// stones on forbidden points and any numbers of stones are accepted. A [`Game`](crate::Game) is the layer
/// that knows how a position came about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    size: Size,
    rule: Rule,
    side: Color,
    stones: ByColor<PointSet>,
    walls: PointSet,
    order: Vec<Stone>,
}

/// Why a stone or wall cannot be put on a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaceError {
    /// The point is not on this board.
    Outside(Point, Size),
    /// Something stands there.
    Occupied(Point),
}

impl fmt::Display for PlaceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Outside(point, size) => write!(f, "{point} is outside the {size} board"),
            Self::Occupied(point) => write!(f, "{point} is occupied"),
        }
    }
}

impl std::error::Error for PlaceError {}

impl Position {
    /// The empty board, Black to move.
    pub fn new(size: Size, rule: Rule) -> Self {
        let stones = ByColor::default();
        Self { size, rule, side: Color::Black, stones, walls: PointSet::EMPTY, order: Vec::new() }
    }

    /// The position after moves played in turn from the empty board, Black first.
    pub fn from_moves(size: Size, rule: Rule, moves: &[Point]) -> Result<Self, PlaceError> {
        let mut position = Self::new(size, rule);
        for &point in moves {
            position.play(point)?;
        }
        Ok(position)
    }

    /// Puts a stone of the side to move on the board and gives the turn to the other side. Only the point
    /// is checked: a forbidden move is a fact that a referee judges.
    pub fn play(&mut self, point: Point) -> Result<(), PlaceError> {
        self.put(self.side, point)?;
        self.side = !self.side;
        Ok(())
    }

    /// Puts a stone on the board; the side to move stays.
    pub fn put(&mut self, color: Color, point: Point) -> Result<(), PlaceError> {
        self.check_free(point)?;
        self.stones[color].insert(point);
        self.order.push(Stone { color, point });
        Ok(())
    }

    /// Makes a point unusable for both sides: it breaks lines and belongs to nobody.
    pub fn put_wall(&mut self, point: Point) -> Result<(), PlaceError> {
        self.check_free(point)?;
        self.walls.insert(point);
        Ok(())
    }

    /// Takes back the last stone and gives the turn to its side.
    pub fn take_back(&mut self) -> Option<Stone> {
        let stone = self.order.pop()?;
        self.stones[stone.color].remove(stone.point);
        self.side = stone.color;
        Some(stone)
    }

    /// Gives the turn to a side.
    pub fn set_side(&mut self, side: Color) {
        self.side = side;
    }

    /// Judges the same stones by another rule.
    pub fn set_rule(&mut self, rule: Rule) {
        self.rule = rule;
    }

    fn check_free(&self, point: Point) -> Result<(), PlaceError> {
        if !self.size.contains(point) {
            Err(PlaceError::Outside(point, self.size))
        } else if self.cell(point) != Cell::Empty {
            Err(PlaceError::Occupied(point))
        } else {
            Ok(())
        }
    }

    /// The size of the board.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The rule of the game.
    pub const fn rule(&self) -> Rule {
        self.rule
    }

    /// The side to move.
    pub const fn side(&self) -> Color {
        self.side
    }

    /// The stones of each side.
    pub const fn stones(&self) -> &ByColor<PointSet> {
        &self.stones
    }

    /// The points that nobody can use.
    pub const fn walls(&self) -> &PointSet {
        &self.walls
    }

    /// The stones in the order in which they were put, which is the order of play as far as it is known.
    pub fn order(&self) -> &[Stone] {
        &self.order
    }

    /// What stands on a point; a wall outside the board.
    pub fn cell(&self, point: Point) -> Cell {
        if !self.size.contains(point) || self.walls.contains(point) {
            Cell::Wall
        } else if self.stones[Color::Black].contains(point) {
            Cell::Black
        } else if self.stones[Color::White].contains(point) {
            Cell::White
        } else {
            Cell::Empty
        }
    }

    /// The empty points, in order.
    pub fn empty_points(&self) -> impl Iterator<Item = Point> + '_ {
        self.size.points().filter(|&point| self.cell(point) == Cell::Empty)
    }

    /// The position rotated or mirrored.
    #[must_use]
    pub fn transformed(&self, symmetry: Symmetry) -> Self {
        let image = |point| symmetry.apply(self.size, point);
        let set = |points: &PointSet| points.iter().map(image).collect();
        let order = self.order.iter().map(|s| Stone { color: s.color, point: image(s.point) });
        Self {
            stones: ByColor::new(set(&self.stones[Color::Black]), set(&self.stones[Color::White])),
            walls: set(&self.walls),
            order: order.collect(),
            ..*self
        }
    }
}
