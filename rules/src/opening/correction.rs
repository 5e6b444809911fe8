//! What a referee corrects in the first moves of a game from one of the 26 openings.

use super::{Opening, Zone};
use crate::{Point, Size};

/// What is put right when the first moves were no opening.
///
/// Chinese renju rules of 2009: a first stone that is not on tengen is moved there; an opening that is none of the 26 is
/// placed anew by Black. Both only if somebody says so before move 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Correction {
    /// The first stone is moved to tengen.
    MoveToTengen {
        /// Where it stands.
        from: Point,
        /// Tengen.
        to: Point,
    },
    /// Black places the opening anew.
    PlaceAnew,
}

/// What is wrong with the first moves, in the order in which it has to be put right; nothing where they stand as they
/// are, be it because move 4 has been made.
pub fn corrections(moves: &[Point], size: Size) -> Vec<Correction> {
    let Some(&first) = moves.first().filter(|_| moves.len() < 4) else { return Vec::new() };
    let to = size.center();
    let mut wrong = Vec::new();
    if first != to {
        wrong.push(Correction::MoveToTengen { from: first, to });
    }
    let stands = match moves {
        [_, second] => *second != to && Zone::Touching.contains(size, *second),
        &[_, second, third] => Opening::identify([to, second, third], size).is_some_and(|_| second != third),
        _ => true,
    };
    if !stands {
        wrong.push(Correction::PlaceAnew);
    }
    wrong
}
