//! Comments, variations and other properties of SGF, read and written.

use tianyuan_rules::record::{Format, Line, MAX_NESTING, Node, Property, Record, RecordedMove};
use tianyuan_rules::{Color, Size, Turn};

use super::{again, line_of, moves_of, point, read_sgf};

const TREE: &str = "\
(;GM[4]SZ[15]EV[Open\\]]C[A game.
Two lines.](;B[hh]C[tengen](;W[hg]LB[aa:a\\:b][bb:\\]](;B[ig])
(;B[ih]C[other fifth];W[gf](;B[gg])(;B[ff]TR[hh])))(;W[gg];B[gh]BM[1]))(;B[aa];C[only words];W[])
(;B[bb]))";

#[test]
fn a_tree_is_kept_whole() {
    let record = read_sgf(TREE).unwrap();
    assert_eq!(record.comment, "A game.\nTwo lines.");
    assert_eq!(moves_of(&record), "Bh8 Wh9 Bi9");
    let [first, second, third] = &*record.moves else { panic!("{record:?}") };
    let lines = |node: &Node| node.variations.iter().map(|line| line_of(line)).collect::<Vec<_>>();
    assert_eq!(lines(first), ["Ba15 . W--", "Bb14"]);
    assert_eq!(lines(second), ["Wg9 Bg8"]);
    assert_eq!(lines(third), ["Bi8 Wg10 Bg9"]);
    assert_eq!(lines(&third.variations[0][2]), ["Bf10"]);
    assert_eq!((first.comment.as_str(), third.variations[0][0].comment.as_str()), ("tengen", "other fifth"));
    assert_eq!(first.variations[0][1].comment, "only words");
    assert_eq!(second.properties[0].values().collect::<Vec<_>>(), ["aa:a:b", "bb:]"]);
    assert_eq!(record.moves.all_nodes().count(), 13);
    assert_eq!(again(&record, Format::Sgf), record);
}

/// Nothing of a text is lost but layout: of a file as it is written, not even that.
#[test]
fn a_written_file_is_read_and_written_unchanged() {
    let written = "(;FF[4]GM[4]CA[UTF-8]SZ[15]C[A game.\nTwo lines.]EV[Open\\]]\n(;B[hh]C[tengen]\n\
        (;W[hg]LB[aa:a\\:b][bb:\\]]\n(;B[ig])\n(;B[ih]C[other fifth];W[gf]\n(;B[gg])\n(;B[ff]TR[hh])))\n\
        (;W[gg];B[gh]BM[1]))\n(;B[aa];C[only words];W[])\n(;B[bb]))\n";
    assert_eq!(String::from_utf8(read_sgf(TREE).unwrap().write(Format::Sgf).unwrap()).unwrap(), written);
    assert_eq!(String::from_utf8(read_sgf(written).unwrap().write(Format::Sgf).unwrap()).unwrap(), written);
}

#[test]
fn the_other_formats_take_the_main_line() {
    let record = read_sgf(TREE).unwrap();
    assert_eq!(moves_of(&again(&record, Format::Psq)), "Bh8 Wh9 Bi9");
    assert_eq!(moves_of(&again(&record, Format::Pos)), "Bh8 Wh9 Bi9");
}

fn node(color: Color, at: &str) -> Node {
    Node::from(RecordedMove { color, turn: Turn::Place(point(at)), ms: None })
}

#[test]
fn comments_and_properties_can_be_anything() {
    let texts =
        ["]", "\\", "\\]", "[", "a\nb", "\n", "20ms", " 20ms\nx", "\\20ms", "(;B[aa])", "天元\t!", ":"];
    for text in texts {
        for ms in [None, Some(20)] {
            let mut record = Record::new(Size::STANDARD);
            record.comment = text.to_owned();
            record.result = text.to_owned();
            record.properties.extend(Property::new("XX1", [text, "", text]));
            let mut node = node(Color::Black, "h8");
            node.comment = text.to_owned();
            node.played.as_mut().unwrap().ms = ms;
            node.properties = record.properties.clone();
            record.moves = vec![node, Node { comment: text.to_owned(), ..Node::default() }].into();
            assert_eq!(again(&record, Format::Sgf), record, "{text:?}");
            assert_eq!(record.properties[0].values().collect::<Vec<_>>(), [text, "", text]);
        }
    }
}

#[test]
fn a_property_has_a_name_and_a_value() {
    for (name, values) in
        [("", vec!["x"]), ("1A", vec!["x"]), ("aB", vec!["x"]), ("A[", vec!["x"]), ("XX", vec![])]
    {
        assert_eq!(Property::new(name, values), None, "{name}");
    }
}

#[test]
fn variations_of_a_variation_stand_beside_it() {
    let mut record = Record::of_moves(Size::STANDARD, [point("h8")]);
    let mut other = node(Color::Black, "a1");
    other.variations.push(vec![node(Color::Black, "b1")].into());
    record.moves[0].variations = vec![vec![other].into(), vec![node(Color::Black, "c1")].into()];
    let lines: Vec<_> =
        again(&record, Format::Sgf).moves[0].variations.iter().map(|line| line_of(line)).collect();
    assert_eq!(lines, ["Ba1", "Bb1", "Bc1"]);
}

#[test]
fn a_tree_that_cannot_be_written_is_refused() {
    let mut record = Record::of_moves(Size::STANDARD, [point("h8")]);
    record.moves[0].variations.push(Line::default());
    let message = |record: &Record| record.write(Format::Sgf).unwrap_err().to_string();
    assert_eq!(message(&record), "an sgf file cannot hold this: a variation needs a node");
    let mut line = vec![node(Color::Black, "h8")];
    for _ in 0..MAX_NESTING {
        let mut around = vec![node(Color::Black, "h8"), node(Color::Black, "h8")];
        around[1].variations.push(line.into());
        line = around;
    }
    record.moves = line.into();
    assert_eq!(message(&record), "an sgf file cannot hold this: variations stand too deep in one another");
    let mut off_board = Record::of_moves(Size::new(5).unwrap(), [point("a1")]);
    off_board.moves[0].variations.push(vec![node(Color::Black, "f1")].into());
    assert_eq!(message(&off_board), "an sgf file cannot hold this: every point must lie on the board");
}
