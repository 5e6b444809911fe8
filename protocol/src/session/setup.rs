//! From the lines of a `BOARD` block to a position.

use thiserror::Error;
use tianyuan_rules::{Color, PlaceError, Position, Rule, Size};

use crate::{Axes, BoardLine, Coord, Owner};

/// Why the stones of a block make no position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub(crate) enum SetupError {
    #[error("{0} is outside the board")]
    Outside(Coord),
    #[error("{0} is on the board twice")]
    Twice(Coord),
}

/// The position of a block, the engine to move. Any set-up is taken: won ones, fouls, odd numbers.
pub(crate) fn set_up(
    size: Size,
    rule: Rule,
    axes: Axes,
    stones: &[BoardLine],
) -> Result<Position, SetupError> {
    let own = own_color(stones);
    let mut position = Position::new(size, rule);
    for &BoardLine { coord, owner } in stones {
        let point = axes.point(coord, size).ok_or(SetupError::Outside(coord))?;
        let put = match owner {
            Owner::Own => position.put(own, point),
            Owner::Opponent => position.put(!own, point),
            Owner::Nobody => position.put_wall(point),
        };
        put.map_err(|error| refusal(error, coord))?;
    }
    position.set_side(own);
    Ok(position)
}

fn refusal(error: PlaceError, coord: Coord) -> SetupError {
    match error {
        PlaceError::Outside(..) => SetupError::Outside(coord),
        PlaceError::Occupied(_) => SetupError::Twice(coord),
    }
}

/// Which color the engine has. Managers send stones in the order of play, Black first, so alternating lines
/// and all other set-ups name the first stone Black; but lines in no order, which the protocol allows
/// outside renju, are known by their numbers: as many of both means that Black, the engine, is to move,
/// one less of its own that White is.
///
/// The stones of a line that has won hold their places in the order of play, whoever's they were.
fn own_color(stones: &[BoardLine]) -> Color {
    let fits = |first: Owner| {
        let mut places = stones.iter().enumerate();
        places.all(|(i, stone)| stone.owner == Owner::Nobody || (stone.owner == first) == (i % 2 == 0))
    };
    match (fits(Owner::Own), fits(Owner::Opponent)) {
        (true, _) => return Color::Black,
        (_, true) => return Color::White,
        _ => {}
    }
    let owners: Vec<Owner> = stones.iter().map(|s| s.owner).filter(|&o| o != Owner::Nobody).collect();
    let n_own = owners.iter().filter(|&&owner| owner == Owner::Own).count();
    let n_opponent = owners.len() - n_own;
    let alternate = owners.iter().zip(owners.iter().skip(1)).all(|(one, next)| one != next);
    let in_no_order = !alternate && (n_own == n_opponent || n_own + 1 == n_opponent);
    let is_black = if in_no_order { n_own == n_opponent } else { owners.first() != Some(&Owner::Opponent) };
    if is_black { Color::Black } else { Color::White }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The position of stones on one row, their owners as digits.
    fn row(owners: &str) -> Result<Position, SetupError> {
        let owner = |digit| match digit {
            '1' => Owner::Own,
            '2' => Owner::Opponent,
            _ => Owner::Nobody,
        };
        let stones: Vec<BoardLine> = (0..)
            .zip(owners.chars())
            .map(|(x, c)| BoardLine { coord: Coord { first: x, second: 0 }, owner: owner(c) })
            .collect();
        set_up(Size::STANDARD, Rule::Renju, Axes::ColumnRow, &stones)
    }

    fn own(owners: &str) -> Color {
        row(owners).expect("fits on a row").side()
    }

    #[test]
    fn alternating_lines_begin_with_black() {
        for (owners, color) in [
            ("", Color::Black),
            ("2", Color::White),
            ("12", Color::Black),
            ("212", Color::White),
            ("1", Color::Black),
            ("121", Color::Black),
            ("21", Color::White),
            ("3132", Color::Black),
            ("3121", Color::White),
            ("2333321", Color::White),
            ("3333312", Color::White),
        ] {
            assert_eq!(own(owners), color, "{owners}");
        }
    }

    #[test]
    fn lines_in_no_order_are_counted() {
        for (owners, color) in
            [("2211", Color::Black), ("1122", Color::Black), ("22211", Color::White), ("1222", Color::Black)]
        {
            assert_eq!(own(owners), color, "{owners}");
        }
        assert_eq!(own("11222"), Color::White);
        assert_eq!(own("2111"), Color::White, "a set-up: the first stone is Black's");
        assert_eq!(own("11"), Color::Black);
    }

    #[test]
    fn every_stone_is_there_and_walls_are_nobodys() {
        let position = row("12312").expect("a position");
        assert_eq!((position.order().len(), position.walls().len()), (4, 1));
        assert_eq!(position.side(), Color::Black);
    }

    #[test]
    fn bad_stones_are_named_as_the_manager_wrote_them() {
        let stone = |first, second| BoardLine { coord: Coord { first, second }, owner: Owner::Own };
        let error = |stones: &[BoardLine]| {
            set_up(Size::STANDARD, Rule::Renju, Axes::ColumnRow, stones).unwrap_err().to_string()
        };
        assert_eq!(error(&[stone(15, 0)]), "15,0 is outside the board");
        assert_eq!(error(&[stone(3, 4), stone(3, 4)]), "3,4 is on the board twice");
    }
}
