//! A field is the same however it came about.

use proptest::prelude::*;
use tianyuan_rules::{Rule, Size, Symmetry};

use super::*;

/// Everything that can be asked about the empty points.
fn facts(field: &Field) -> Vec<(Point, [Class; 2], bool)> {
    let fact = |p| (p, Color::ALL.map(|c| field.class(p, c)), field.candidates().contains(p));
    field.board.empty_points().map(fact).collect()
}

fn assert_as_built_anew(field: &Field, position: &Position) {
    let anew = Field::new(position);
    assert_eq!(facts(field), facts(&anew));
    assert_eq!(field.totals, anew.totals);
    assert_eq!(field.candidates, anew.candidates);
    assert_eq!(field.empty, anew.empty);
    assert_eq!(field.board.hash(), anew.board.hash());
    for color in Color::ALL {
        let of = |class: fn(Class) -> bool| {
            let classes = field.empty.iter().map(|p| field.class(p, color));
            u32::try_from(classes.filter(|&c| class(c)).count()).unwrap()
        };
        let counts = field.counts(color);
        assert_eq!(counts.fives, of(|c| c == Class::Five) & 31);
        assert_eq!(counts.straight_fours, of(|c| c == Class::StraightFour) & 63);
        assert_eq!(counts.four_threes, of(|c| c == Class::FourThree));
        assert_eq!(counts.fours, of(|c| matches!(c, Class::Four | Class::FourPlus)));
        assert_eq!(counts.forbidden, of(|c| c == Class::Forbidden));
        for class in (0..14).map(Class::from_index) {
            let literal = field.candidates.iter().filter(|&point| field.class(point, color) == class);
            assert!(field.points_of(color, class).eq(literal), "{class:?}");
        }
        let has_four =
            |point| Direction::ALL.into_iter().any(|d| field.shape(point, d, color) >= Shape::Four);
        let fours: PointSet = field.points_of_fours(color).collect();
        assert!(field.candidates.iter().all(|point| !has_four(point) || fours.contains(point)));
    }
}

/// A position of random stones and walls, and moves to play from there.
fn playground() -> impl Strategy<Value = (Position, Vec<usize>)> {
    let parts = (5usize..=22, 0usize..5, prop::collection::vec((0usize..484, 0u8..9), 0..60));
    (parts, prop::collection::vec(0usize..484, 1..60)).prop_map(|((side, rule, set_up), moves)| {
        let size = Size::new(side).unwrap();
        let mut position = Position::new(size, Rule::ALL[rule]);
        for (at, what) in set_up {
            let point = size.point(at % side, at / side % side).unwrap();
            let _ = match what {
                0..4 => position.put(Color::Black, point),
                4..8 => position.put(Color::White, point),
                _ => position.put_wall(point),
            };
        }
        (position, moves)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn equal_to_one_built_anew_after_any_moves((mut position, moves) in playground()) {
        let start = position.clone();
        let mut field = Field::new(&position);
        for at in moves {
            let empty: Vec<_> = position.empty_points().collect();
            if at % 7 == 0 && field.n_moves() > 0 {
                field.undo();
                position.take_back();
            } else if let Some(&point) = empty.get(at % empty.len().max(1)) {
                field.place(point);
                position.play(point).unwrap();
            }
        }
        assert_as_built_anew(&field, &position);
        while field.n_moves() > 0 {
            field.undo();
        }
        assert_as_built_anew(&field, &start);
    }

    #[test]
    fn the_eight_symmetries_agree((position, _) in playground()) {
        let field = Field::new(&position);
        for symmetry in Symmetry::ALL {
            let image = Field::new(&position.transformed(symmetry));
            prop_assert_eq!(image.totals, field.totals);
            for point in position.empty_points() {
                let there = symmetry.apply(position.size(), point);
                for color in Color::ALL {
                    prop_assert_eq!(image.info(there, color), field.info(point, color));
                }
            }
        }
    }

    #[test]
    fn a_pass_changes_the_side_alone((position, _) in playground()) {
        let mut field = Field::new(&position);
        let before = (facts(&field), field.board.hash());
        field.pass();
        prop_assert_eq!(field.side(), !position.side());
        field.undo();
        prop_assert_eq!((facts(&field), field.board.hash()), before);
    }

    #[test]
    fn fouls_are_those_of_the_rules((position, _) in playground()) {
        let field = Field::new(&position);
        for point in position.empty_points() {
            prop_assert_eq!(field.foul_at(point), foul::foul_at(&field.board, point));
        }
    }
}
