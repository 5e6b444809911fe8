//! What is written is read back, and no bytes make a reader panic.

use proptest::prelude::*;
use tianyuan_rules::record::openings::{self, Form};
use tianyuan_rules::record::{Format, Line, Node, Property, Record, RecordedMove};
use tianyuan_rules::{ByColor, Color, Conduct, Point, Position, Rule, Size, Stone, Turn, notation};

use super::{PSQ, RENJU, again, moves_of};

fn any_color() -> impl Strategy<Value = Color> {
    prop::sample::select(Color::ALL.as_slice())
}

fn any_text() -> impl Strategy<Value = String> {
    "(\\PC|[\\]\\[\\\\:;()\n\t]|20ms){0,6}"
}

fn any_property() -> impl Strategy<Value = Property> {
    let name = prop::sample::select(["LB", "TR", "EV", "DT", "N", "XX1"].as_slice());
    (name, prop::collection::vec(any_text(), 1..4))
        .prop_map(|(name, values)| Property::new(name, values.iter().map(String::as_str)).unwrap())
}

/// Any node without variations. Most have a move.
fn any_node(size: Size) -> impl Strategy<Value = Node> {
    let points: Vec<_> = size.points().map(Turn::Place).chain([Turn::Pass]).collect();
    let played = (any_color(), prop::sample::select(points), prop::option::of(any::<u64>()))
        .prop_map(|(color, turn, ms)| RecordedMove { color, turn, ms });
    let comment = prop_oneof![3 => Just(String::new()), 1 => any_text()];
    let properties = prop_oneof![3 => Just(Vec::new()), 1 => prop::collection::vec(any_property(), 0..3)];
    (prop::option::weighted(0.9, played), comment, properties).prop_map(|(played, comment, properties)| {
        Node { played, comment, properties, variations: Vec::new() }
    })
}

/// Any line with variations so deep in one another.
fn any_line(size: Size, depth: usize) -> BoxedStrategy<Vec<Node>> {
    let plain = prop::collection::vec(any_node(size), 1..8);
    if depth == 0 {
        return plain.boxed();
    }
    let variations = prop::collection::vec((any::<prop::sample::Index>(), any_line(size, depth - 1)), 0..3);
    (plain, variations)
        .prop_map(|(mut line, variations)| {
            for (index, mut variation) in variations {
                let own = std::mem::take(&mut variation[0].variations);
                let node = index.get_mut(&mut line);
                node.variations.push(variation.into());
                node.variations.extend(own);
            }
            line
        })
        .boxed()
}

/// Any record that an SGF file can hold; set-up stones are listed by color, as there.
fn any_record() -> impl Strategy<Value = Record> {
    let texts = (any_text(), any_text(), any_text(), any_text());
    let rule = prop::option::of(prop::sample::select(Rule::ALL.as_slice()));
    let properties = prop::collection::vec(any_property(), 0..3);
    (5usize..=22, rule, texts, prop::option::of(any_color()), properties).prop_flat_map(
        |(side, rule, (black, white, result, comment), first, properties)| {
            let size = Size::new(side).unwrap();
            let setup = prop::sample::subsequence(size.points().collect::<Vec<_>>(), 0..20);
            (setup, 0usize..20, any_line(size, 3), any::<bool>()).prop_map(
                move |(setup, n_black, line, is_played)| {
                    let color = |index| if index < n_black { Color::Black } else { Color::White };
                    let stones = (0..).zip(setup).map(|(index, point)| Stone { color: color(index), point });
                    Record {
                        rule,
                        first,
                        setup: stones.collect(),
                        moves: if is_played { line.into() } else { Line::default() },
                        result: result.clone(),
                        comment: comment.clone(),
                        players: ByColor::new(black.clone(), white.clone()),
                        properties: properties.clone(),
                        ..Record::new(size)
                    }
                },
            )
        },
    )
}

fn any_moves(size: Size) -> impl Strategy<Value = Vec<Point>> {
    prop::sample::subsequence(size.points().collect::<Vec<_>>(), 1..=size.area()).prop_shuffle()
}

proptest! {
    #[test]
    fn sgf_files_are_read_back(record in any_record()) {
        prop_assert_eq!(again(&record, Format::Sgf), record);
    }

    #[test]
    fn several_games_are_read_back(records in prop::collection::vec(any_record(), 1..4)) {
        let bytes: Vec<u8> = records.iter().flat_map(|record| record.write(Format::Sgf).unwrap()).collect();
        prop_assert_eq!(Record::games(Format::Sgf, &bytes).collect::<Result<Vec<_>, _>>(), Ok(records));
    }

    #[test]
    fn bare_moves_are_read_back_from_every_format(
        moves in any_moves(Size::STANDARD),
        ms in 1u64..9999,
        names in prop::option::of(("[a-zA-Z][\\w .]{0,8}[a-z]", "[a-zA-Z][\\w .]{0,8}[a-z]")),
    ) {
        let mut record = Record::of_moves(Size::STANDARD, moves);
        record.moves.iter_mut().for_each(|node| node.played.as_mut().unwrap().ms = Some(ms));
        if let Some((black, white)) = names {
            record.players = ByColor::new(black, white);
        }
        for format in Format::ALL {
            let read = again(&record, format);
            prop_assert_eq!(moves_of(&read), moves_of(&record));
            if format != Format::Pos {
                prop_assert_eq!(&read, &record);
            }
        }
    }

    #[test]
    fn openings_and_codes_are_read_back(openings in (5usize..=22).prop_flat_map(|side| {
        let size = Size::new(side).unwrap();
        (Just(size), prop::collection::vec(any_moves(size), 0..5))
    })) {
        let (size, openings) = openings;
        for form in Form::ALL {
            let lines = openings.iter().map(|moves| openings::write(form, size, moves).unwrap() + "\n");
            let text: String = lines.collect();
            let read = openings::read(form, size, text.as_bytes());
            prop_assert_eq!(read.as_ref(), Ok(&openings));
        }
        for moves in openings {
            let played = Position::from_moves(size, RENJU, &moves).unwrap();
            let code = notation::code_of(&played).unwrap();
            prop_assert_eq!(notation::position_from_code(&code, size, RENJU), Ok(played));
        }
    }

    #[test]
    fn no_bytes_make_a_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        for format in Format::ALL {
            let _ = Record::read_as(format, &bytes);
        }
        for form in Form::ALL {
            let _ = openings::read(form, Size::STANDARD, &bytes);
        }
    }

    #[test]
    fn no_damage_to_a_file_makes_a_reader_panic(
        record in any_record(),
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..8),
    ) {
        let sgf = record.write(Format::Sgf).unwrap();
        for (format, mut bytes) in [(Format::Sgf, sgf), (Format::Psq, PSQ.as_bytes().to_vec())] {
            for (at, byte) in &damage {
                let at = at.index(bytes.len());
                bytes[at] = *byte;
            }
            if let Ok(read) = Record::read_as(format, &bytes) {
                // What is read can be judged and written, or is refused with a reason.
                let _ = (read.position(RENJU), read.game(RENJU, Conduct::AT_ONCE));
                prop_assert!(read.write(Format::Sgf).is_ok());
            }
        }
    }
}
