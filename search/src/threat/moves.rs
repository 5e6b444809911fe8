//! The moves of a search by threats, and the positions where there is nothing to search.

use smallvec::SmallVec;
use tianyuan_evaluation::{Class, Field};
use tianyuan_rules::{Color, Point, PointSet};

use super::defence;
use super::relevance::relevant;
use super::situation::makes_four;
use super::vcf::FourSearch;

/// A move with the proof number that its position begins with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub(super) point: Point,
    pub(super) start: u8,
}

/// The children of a position.
pub(super) type Children = Vec<Child>;

/// What is to be done with a position.
pub(super) enum Expansion {
    /// The attacker wins.
    Proved,
    /// The attacker does not win by threats.
    Disproved,
    /// These moves decide.
    Children(Children),
}

/// Fours of the attacker looked ahead at each of his turns, and nodes.
pub(super) const ATTACK: (u32, u64) = (5, 400);
/// The same where it is only tried whether a reply is worth a look.
const AFTER_REPLY: (u32, u64) = (5, 30);
/// Fours of the attacker that make a threat, and nodes.
pub(super) const THREAT: (u32, u64) = (6, 400);
/// Fours of the defender looked ahead, and nodes.
const DEFENCE: (u32, u64) = (13, 400);

/// Proof numbers that moves begin with: those that make a four, a three, two or more lines to build on, one.
pub(super) const FOUR: u8 = 1;
pub(super) const THREE: u8 = 2;
pub(super) const BUILDS: u8 = 4;
const BUILDS_ONE: u8 = 8;

/// The moves of the attacker, who is to move.
pub(super) fn attacks(field: &mut Field, fours: &mut FourSearch) -> Expansion {
    if fours.search(field, ATTACK.0, ATTACK.1).win().is_some() {
        return Expansion::Proved;
    }
    let side = field.side();
    let threatened = field.counts(!side);
    let mut children = Children::new();
    if threatened.fives > 0 {
        let blocks = defence::against_five(field, !side).into_iter().filter(|&point| field.is_legal(point));
        children.extend(blocks.map(|point| Child { point, start: FOUR }));
    } else {
        // Against a straight four only fours help, and what spoils it.
        let spoilers: Option<PointSet> = (threatened.straight_fours > 0).then(|| {
            let threats = defence::points_of(field, !side, Class::StraightFour);
            defence::against(field, !side, &threats).into_iter().collect()
        });
        let helps = |point, start| start == FOUR || spoilers.is_none_or(|spoilers| spoilers.contains(point));
        for point in field.candidates() {
            if let Some(start) = start_of(field, point, side)
                && helps(point, start)
                && field.is_legal(point)
            {
                children.push(Child { point, start });
            }
        }
    }
    // The strongest first: among equal numbers the first is searched.
    children
        .sort_by_key(|child| (child.start, -i32::from(field.info(child.point, side).attack), child.point));
    if children.is_empty() { Expansion::Disproved } else { Expansion::Children(children) }
}

/// The proof number that a move of the attacker begins with; `None` for moves that build nothing. Whether one that
/// builds threatens anything is seen once its position is visited.
fn start_of(field: &Field, point: Point, side: Color) -> Option<u8> {
    match field.class(point, side) {
        Class::Five | Class::StraightFour | Class::FourThree | Class::FourPlus | Class::Four => Some(FOUR),
        Class::DoubleThree | Class::OpenThreePlus | Class::OpenThree => Some(THREE),
        Class::Forbidden => Some(if makes_four(field, point, side) { FOUR } else { THREE }),
        Class::ThreePlus | Class::DoubleTwo => Some(BUILDS),
        Class::Three | Class::OpenTwo => Some(BUILDS_ONE),
        Class::Quiet => None,
    }
}

/// The replies of the defender, who is to move, to the attacker's last move. `missing`: defences that were found
/// missing here before.
pub(super) fn replies(field: &mut Field, fours: &mut FourSearch, missing: &[Point]) -> Expansion {
    let side = field.side();
    if field.counts(side).fives > 0 {
        return Expansion::Disproved;
    }
    let Some((points, is_four)) = relevant_replies(field, fours, missing) else {
        return Expansion::Disproved;
    };
    if !is_four && fours.search(field, DEFENCE.0, DEFENCE.1).win().is_some() {
        return Expansion::Disproved;
    }
    let mut children = Children::new();
    for point in points {
        if is_four || !loses_to_fours(field, fours, point) {
            children.push(Child { point, start: 1 });
        }
    }
    // What builds most for the defender first.
    children.sort_by_key(|child| (-i32::from(field.info(child.point, side).attack), child.point));
    if children.is_empty() { Expansion::Proved } else { Expansion::Children(children) }
}

/// The legal replies that can matter, and whether they answer a four; `None` if nothing is threatened.
pub(super) fn relevant_replies(
    field: &mut Field,
    fours: &mut FourSearch,
    missing: &[Point],
) -> Option<(SmallVec<[Point; 32]>, bool)> {
    let attacker = !field.side();
    let five = field.points_of(attacker, Class::Five).next();
    let mut points: PointSet = match five {
        Some(five) => defence::of_five(field, attacker, five).into_iter().collect(),
        None => relevant(field, fours, THREAT.0, THREAT.1)?,
    };
    for &point in missing {
        points.insert(point);
    }
    let legal = points.iter().filter(|&point| field.empty().contains(point) && field.is_legal(point));
    Some((legal.collect(), five.is_some()))
}

/// Whether a reply lets the attacker win by a few fours: it is no defence.
fn loses_to_fours(field: &mut Field, fours: &mut FourSearch, reply: Point) -> bool {
    field.place(reply);
    let loses = fours.search(field, AFTER_REPLY.0, AFTER_REPLY.1).win().is_some();
    field.undo();
    loses
}
