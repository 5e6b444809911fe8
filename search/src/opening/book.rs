//! What the 26 openings of renju are worth, found beforehand.
//!
//! For each opening the fourth moves that are best for White, and for each of them the fifth moves that are best for
//! Black with what they are worth for him, each by a search of its own. From these numbers follows what an opening is
//! worth with any number of offers: White chooses the fourth move so that the last of the offers is worth least.
//!
//! `tianyuan openings book` writes the file anew. A line of it: opening, fourth move, fifth moves with their values.
//!
//! ```text
//! D4 g8 i8 131 j10 97 ...
//! ```

use std::sync::OnceLock;

use tianyuan_rules::opening::{OfferSymmetry, Opening};
use tianyuan_rules::{Point, Position, Rule, Size, Symmetry};

use super::judge::{Judge, Stopped, Valued};

/// Fourth moves of each opening that are looked at, and fifth moves of each that are kept.
const FOURTHS: usize = 16;
const FIFTHS: usize = 12;

/// A fourth move with the fifth moves that are best after it, best first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fourth {
    pub(super) point: Point,
    pub(super) fifths: Vec<Valued>,
}

/// A line of the book.
#[derive(Clone, Debug)]
struct Entry {
    opening: Opening,
    fourth: Fourth,
}

fn entries() -> &'static [Entry] {
    static ENTRIES: OnceLock<Vec<Entry>> = OnceLock::new();
    ENTRIES.get_or_init(|| include_str!("book.txt").lines().filter_map(entry).collect())
}

/// Reads a line; `None` if it is a comment or none.
fn entry(line: &str) -> Option<Entry> {
    let mut words = line.split_whitespace();
    let opening = words.next()?.parse().ok()?;
    let point = words.next()?.parse().ok()?;
    let words: Vec<&str> = words.collect();
    let (pairs, _) = words.as_chunks::<2>();
    let fifths = pairs.iter().map(|[point, value]| Some((point.parse().ok()?, value.parse().ok()?)));
    Some(Entry { opening, fourth: Fourth { point, fifths: fifths.collect::<Option<_>>()? } })
}

/// The fourth moves known after three stones in renju, in the order of the book: best for White first by a shallower
/// search. None if the stones are no opening on the standard board.
pub(super) fn fourths(position: &Position) -> Vec<Fourth> {
    let Some((opening, symmetry)) = known(position, 3).into_iter().next() else { return Vec::new() };
    let of_opening = entries().iter().filter(|entry| entry.opening == opening);
    of_opening.map(|entry| entry.fourth.turned(symmetry)).collect()
}

/// The fifth moves known after four stones, best first.
pub(super) fn fifths(position: &Position) -> Option<Vec<Valued>> {
    let fourth = position.order().get(3)?.point;
    let of_opening = known(position, 4).into_iter().flat_map(|(opening, symmetry)| {
        let entries = entries().iter().filter(move |entry| entry.opening == opening);
        entries.map(move |entry| entry.fourth.turned(symmetry))
    });
    of_opening.into_iter().find(|known| known.point == fourth).map(|known| known.fifths)
}

/// The opening of the first three of so many stones, with every symmetry that takes its placement there.
fn known(position: &Position, n_stones: usize) -> Vec<(Opening, Symmetry)> {
    let (size, order) = (position.size(), position.order());
    if size != Size::STANDARD || position.rule() != Rule::Renju || order.len() != n_stones {
        return Vec::new();
    }
    let Some(opening) = Opening::of(position) else { return Vec::new() };
    let stones: Vec<Point> = order.iter().take(3).map(|stone| stone.point).collect();
    let takes =
        |symmetry: &Symmetry| opening.placement(size).map(|point| symmetry.apply(size, point)) == stones[..];
    Symmetry::ALL.into_iter().filter(takes).map(|symmetry| (opening, symmetry)).collect()
}

impl Fourth {
    fn turned(&self, symmetry: Symmetry) -> Self {
        let apply = |point| symmetry.apply(Size::STANDARD, point);
        let fifths = self.fifths.iter().map(|&(point, value)| (apply(point), value));
        Self { point: apply(self.point), fifths: fifths.collect() }
    }
}

/// The lines of the book for an opening, by searches of `nodes` nodes.
pub(super) fn study(judge: &mut Judge<'_>, opening: Opening) -> Result<Vec<String>, Stopped> {
    let size = Size::STANDARD;
    let after = |points: &[Point]| Position::from_moves(size, Rule::Renju, points).map_err(|_| Stopped);
    let three = opening.placement(size);
    let mut lines = Vec::new();
    let mut seen: Vec<Point> = Vec::new();
    for (fourth, _) in judge.moves(&after(&three)?, FOURTHS)? {
        // Of fourth moves that are the same by the symmetry of the opening one is enough.
        let images =
            Symmetry::ALL.into_iter().filter(|symmetry| three.map(|p| symmetry.apply(size, p)) == three);
        if images.map(|symmetry| symmetry.apply(size, fourth)).any(|image| seen.contains(&image)) {
            continue;
        }
        seen.push(fourth);
        let four = [three[0], three[1], three[2], fourth];
        let symmetry = OfferSymmetry::of(four);
        let fifths = judge.different_fifths(&after(&four)?, &symmetry, FIFTHS)?;
        let fifths: Vec<String> = fifths.iter().map(|(point, value)| format!("{point} {value}")).collect();
        lines.push(format!("{opening} {fourth} {}", fifths.join(" ")));
    }
    Ok(lines)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(moves: &str) -> Position {
        let moves: Vec<Point> = moves.split(' ').map(|text| text.parse().unwrap()).collect();
        Position::from_moves(Size::STANDARD, Rule::Renju, &moves).unwrap()
    }

    #[test]
    fn every_line_of_the_book_is_read() {
        let lines = include_str!("book.txt").lines().filter(|line| !line.starts_with('#'));
        assert_eq!(lines.count(), entries().len());
        for opening in Opening::all() {
            let n = entries().iter().filter(|entry| entry.opening == opening).count();
            assert!(n >= 4, "{opening:?}: {n}");
        }
        for Entry { opening, fourth } in entries() {
            let three = opening.placement(Size::STANDARD);
            assert!(!three.contains(&fourth.point), "{opening} {}", fourth.point);
            let symmetry = OfferSymmetry::of([three[0], three[1], three[2], fourth.point]);
            let points: Vec<Point> = fourth.fifths.iter().map(|&(point, _)| point).collect();
            assert_eq!(symmetry.first_equivalent_pair(&points), None, "{opening} {}", fourth.point);
            assert!(fourth.fifths.is_sorted_by(|a, b| a.1 >= b.1), "{opening} {}", fourth.point);
        }
    }

    /// An opening is found however it is turned, and its moves are turned with it.
    #[test]
    fn the_book_knows_every_placement() {
        for opening in Opening::all() {
            let three = opening.placement(Size::STANDARD);
            let plain = fourths(&Position::from_moves(Size::STANDARD, Rule::Renju, &three).unwrap());
            for symmetry in Symmetry::ALL {
                let turned = three.map(|point| symmetry.apply(Size::STANDARD, point));
                let found = fourths(&Position::from_moves(Size::STANDARD, Rule::Renju, &turned).unwrap());
                assert_eq!(found.len(), plain.len(), "{opening:?}");
                let moves = [&turned[..], &[found[0].point]].concat();
                let four = Position::from_moves(Size::STANDARD, Rule::Renju, &moves).unwrap();
                assert_eq!(fifths(&four).map(|fifths| fifths.len()), Some(found[0].fifths.len()));
            }
        }
        assert_eq!(fourths(&position("h8 h9 k8")), [], "no opening");
        assert_eq!(fifths(&position("h8 h9 i9 a1")), None, "no good move");
    }
}
