//! The 26 openings and the symmetry of offers against the tables in `tests/openings`.

#![expect(clippy::unwrap_used, reason = "a test whose material is wrong has failed")]

use std::collections::BTreeMap;

use serde::Deserialize;
use tianyuan_rules::opening::{Family, OfferSymmetry, Opening};
use tianyuan_rules::{Diagram, Point, Position, Rule, Size, Symmetry, diagram};

#[derive(Deserialize)]
struct Openings {
    openings: Vec<Row>,
}

#[derive(Deserialize)]
struct Row {
    code: String,
    rif_alt: String,
    zh: String,
    ja: String,
    romaji: String,
    en: String,
    white2: String,
    black3: String,
    symmetric_placements: usize,
}

#[derive(Deserialize)]
struct Offers {
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    id: String,
    moves: [String; 4],
    group_order: usize,
    orbits: BTreeMap<String, Vec<String>>,
}

fn table() -> Vec<Row> {
    let file: Openings = serde_json::from_str(include_str!("openings/openings26.json")).unwrap();
    file.openings
}

fn point(text: &str) -> Point {
    text.parse().unwrap()
}

/// The names in a text such as `Stream (Valley) Moon` or `Golden Star (Venus)`.
fn english_names(text: &str) -> Vec<String> {
    let Some((before, rest)) = text.split_once(" (") else { return vec![text.to_owned()] };
    let (other, after) = rest.split_once(')').unwrap();
    vec![format!("{before}{after}"), format!("{other}{after}")]
}

#[test]
fn every_row_of_the_table_is_known_by_all_its_names() {
    let rows = table();
    assert_eq!(rows.len(), 26);
    for (row, opening) in rows.iter().zip(Opening::all()) {
        assert_eq!(opening.code(), row.code);
        assert_eq!(
            [opening.chinese(), opening.japanese(), opening.romaji()],
            [&row.zh, &row.ja, &row.romaji]
        );
        let placement = opening.placement(Size::STANDARD).map(|p| p.to_string());
        assert_eq!(placement, ["h8", &row.white2, &row.black3], "{}", row.code);
        let names = [&row.code, &row.rif_alt, &row.zh, &row.ja, &row.romaji].map(String::clone);
        for name in names.into_iter().chain(english_names(&row.en)) {
            assert_eq!(name.parse(), Ok(opening), "{name}");
            assert_eq!(name.to_uppercase().parse(), Ok(opening), "{name}");
        }
        assert!(english_names(&row.en).contains(&opening.english().to_owned()));
    }
}

#[test]
fn variant_names_are_accepted_and_others_refused() {
    let code = |name: &str| name.parse::<Opening>().map(Opening::code).ok();
    let known =
        [("慧星", "I13"), ("殘月", "D5"), ("峽月", "I2"), ("恆星", "I3"), ("遊星", "D13"), ("雲月", "I6")];
    for (name, expected) in known.into_iter().chain([("d04", "D4"), ("07I", "I7"), ("cold star", "D1")]) {
        assert_eq!(code(name).as_deref(), Some(expected), "{name}");
    }
    for name in ["", "D", "D0", "D14", "I99", "DD1", "D1D", "D+1", "D001", "4", "月", "Moon", "岩月"] {
        assert_eq!(code(name), None, "{name}");
    }
}

/// All placements of the first three moves: 8 of White 2 times 23 of Black 3.
fn placements(size: Size) -> impl Iterator<Item = [Point; 3]> {
    let center = size.center();
    let around =
        move |distance| size.points().filter(move |p| *p != center && p.distance(center) <= distance);
    around(1).flat_map(move |white| {
        around(2).filter(move |b| *b != white).map(move |black| [center, white, black])
    })
}

#[test]
fn all_184_placements_fall_into_the_26_classes() {
    let rows = table();
    for size in [5, 6, 15, 19, 22].map(|side| Size::new(side).unwrap()) {
        let mut counts = BTreeMap::<Opening, usize>::new();
        for placement in placements(size) {
            *counts.entry(Opening::identify(placement, size).unwrap()).or_default() += 1;
        }
        assert_eq!(counts.values().sum::<usize>(), 184);
        assert_eq!(counts.len(), 26);
        assert_eq!(counts.keys().filter(|o| o.family() == Family::Direct).count(), 13);
        for (row, count) in rows.iter().zip(counts.values()) {
            assert_eq!(row.symmetric_placements, *count, "{}", row.code);
        }
    }
}

#[test]
fn the_names_of_stars_and_moons_follow_the_shape() {
    // 星 where Black's stones are two apart in line, 月 where they touch or stand a knight's move apart.
    for placement in placements(Size::STANDARD) {
        let opening = Opening::identify(placement, Size::STANDARD).unwrap();
        let [black1, _, black3] = placement;
        let (dx, dy) = (black1.col().abs_diff(black3.col()), black1.row().abs_diff(black3.row()));
        let is_gap = dx % 2 == 0 && dy % 2 == 0;
        assert_eq!(opening.chinese().ends_with('星'), is_gap, "{opening:?}");
        assert_eq!(opening.japanese().ends_with('月'), !is_gap, "{opening:?}");
    }
}

#[test]
fn symmetric_placements_are_one_opening() {
    for opening in Opening::all() {
        for symmetry in Symmetry::ALL {
            let size = Size::STANDARD;
            let image = opening.placement(size).map(|p| symmetry.apply(size, p));
            assert_eq!(Opening::identify(image, size), Some(opening));
        }
    }
}

#[test]
fn what_is_no_opening_has_no_name() {
    let size = Size::STANDARD;
    for moves in
        [["h9", "h8", "i9"], ["h8", "h10", "i9"], ["h8", "h9", "k8"], ["h8", "h9", "h9"], ["h8", "h8", "i9"]]
    {
        assert_eq!(Opening::identify(moves.map(point), size), None, "{moves:?}");
    }
    let position = |moves: &[&str]| {
        let moves: Vec<_> = moves.iter().map(|text| point(text)).collect();
        Position::from_moves(size, Rule::Renju, &moves).unwrap()
    };
    assert_eq!(Opening::of(&position(&["h8", "h9"])), None);
    assert_eq!(Opening::of(&position(&["i9", "h9", "h8"])), None, "Black 1 is not on tengen");
    assert_eq!(Opening::of(&position(&["h8", "h9", "i9", "a1"])).unwrap().romaji(), "Kagetsu");
}

#[test]
fn a_drawing_of_three_stones_has_a_name_and_one_of_more_has_none() {
    for opening in Opening::all() {
        let size = Size::STANDARD;
        let mut position = Position::from_moves(size, Rule::Renju, &opening.placement(size)).unwrap();
        let drawn = diagram::parse_drawing(&Diagram::new(&position).to_string(), Rule::Renju).unwrap();
        assert_eq!(Opening::of(&drawn), Some(opening));
        position.play(point("a1")).unwrap();
        let drawn = diagram::parse_drawing(&Diagram::new(&position).to_string(), Rule::Renju).unwrap();
        assert_eq!(Opening::of(&drawn), None, "the order of the stones is not known");
    }
}

#[test]
fn offers_are_equivalent_as_the_table_says() {
    let file: Offers = serde_json::from_str(include_str!("openings/fifth_offer_symmetry.json")).unwrap();
    assert_eq!(file.cases.len(), 8);
    for case in file.cases {
        let symmetry = OfferSymmetry::of(case.moves.each_ref().map(|text| point(text)));
        assert_eq!(symmetry.order(), case.group_order, "{}", case.id);
        for (start, orbit) in &case.orbits {
            let mut found: Vec<_> = symmetry.orbit(point(start)).iter().map(Point::to_string).collect();
            found.sort();
            assert_eq!(&found, orbit, "{} from {start}", case.id);
            for other in Size::STANDARD.points() {
                let is_member = orbit.contains(&other.to_string());
                assert_eq!(
                    symmetry.are_equivalent(point(start), other),
                    is_member,
                    "{} {start} {other}",
                    case.id
                );
            }
        }
    }
}

#[test]
fn the_movements_form_a_group_of_one_two_or_four() {
    for [black1, white2, black3] in placements(Size::STANDARD) {
        for white4 in Size::STANDARD.points().filter(|p| ![black1, white2, black3].contains(p)) {
            let symmetry = OfferSymmetry::of([black1, white2, black3, white4]);
            assert!([1, 2, 4].contains(&symmetry.order()));
            assert!(symmetry.orbit(black1).iter().all(|p| [black1, black3].contains(p)));
            assert!(symmetry.orbit(white4).iter().all(|p| [white2, white4].contains(p)));
        }
    }
}

#[test]
fn the_first_pair_of_equal_offers_is_named() {
    let symmetry = OfferSymmetry::of(["h8", "h9", "h7", "h6"].map(point));
    let offers = |texts: &[&str]| texts.iter().map(|text| point(text)).collect::<Vec<_>>();
    assert_eq!(symmetry.first_equivalent_pair(&offers(&["g8", "i9", "h5"])), None);
    let pair = symmetry.first_equivalent_pair(&offers(&["i9", "g8", "h5", "i7", "h10"]));
    assert_eq!(pair, Some((point("g8"), point("i7"))));
    assert_eq!(symmetry.first_equivalent_pair(&offers(&["a1", "a1"])), Some((point("a1"), point("a1"))));
}

#[test]
fn an_orbit_leaves_out_what_lies_beyond_the_board() {
    let symmetry = OfferSymmetry::of(["h8", "h9", "h7", "h6"].map(point));
    assert_eq!(
        symmetry.orbit(point("o15")).as_slice(),
        ["a15", "o15"].map(point),
        "the other two would be in row 0"
    );
}
