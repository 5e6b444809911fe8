//! Which stones to place.

use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use tianyuan_rules::opening::{Act, Opening, OpeningGame, OpeningRule, Seat};
use tianyuan_rules::{Board, Point, Size, Symmetry};

use super::judge::{Judge, Stopped};
use super::{book, worth};

/// A whole opening that is this much worse than the best is as good, and so is a single stone: variety matters more.
/// Most of the 26 openings lie further off with two offers.
const OPENING_AS_GOOD: i32 = 60;
const STONE_AS_GOOD: i32 = 30;
/// Placements of three stones that are looked at where they may stand anywhere.
const SAMPLES: usize = 32;
/// How far from the first stone the others stand then, rows and columns counted.
const REACH: i16 = 4;
/// So many ways to place are kept from round to round, at least.
const FEWEST: usize = 8;

/// Stones that one player places now: a whole opening where it is his, or one stone.
pub(super) fn stones(judge: &mut Judge<'_>, game: &OpeningGame, seed: u64) -> Option<Vec<Act>> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let known = book::fourths(&game.position());
    let all = match (game.rule(), game.stones().len()) {
        (rule, 3) if !known.is_empty() && worth::offers_follow(rule) => {
            known.iter().map(|fourth| vec![Act::Place(fourth.point)]).collect()
        }
        (rule, 0) if places_opening(rule) => openings(game.size(), &mut random),
        (OpeningRule::Swap | OpeningRule::Swap2, 0) => samples(game.size(), &mut random),
        _ => single(game),
    };
    if let [only] = &all[..] {
        return Some(only.clone());
    }
    let actor = game.actor();
    let ranked = judge.deepen(|judge, before: Option<&Vec<Ranked>>| {
        let ways: Vec<&Vec<Act>> = match before {
            Some(before) => {
                let kept = FEWEST.max(before.len() / 2);
                before.iter().take(kept).map(|ranked| &ranked.acts).collect()
            }
            None => all.iter().collect(),
        };
        rank(judge, game, actor, &ways)
    })?;
    let best = ranked.first()?;
    let off = if best.acts.len() > 1 { OPENING_AS_GOOD } else { STONE_AS_GOOD };
    let as_good: Vec<&Ranked> = ranked.iter().take_while(|way| way.worth >= best.worth - off).collect();
    as_good.choose(&mut random).map(|way| way.acts.clone())
}

/// A way to place with what it is worth for who does.
#[derive(Clone, Debug)]
struct Ranked {
    worth: i32,
    acts: Vec<Act>,
}

/// The ways to place, the best first.
fn rank(
    judge: &mut Judge<'_>,
    game: &OpeningGame,
    actor: Seat,
    ways: &[&Vec<Act>],
) -> Result<Vec<Ranked>, Stopped> {
    let mut ranked = Vec::with_capacity(ways.len());
    for acts in ways {
        let mut after = game.clone();
        if acts.iter().all(|act| after.act(act.clone()).is_ok()) {
            ranked.push(Ranked { worth: worth::worth(judge, &after, actor)?, acts: (*acts).clone() });
        }
    }
    ranked.sort_by_key(|way| std::cmp::Reverse(way.worth));
    Ok(ranked)
}

/// Whether the first player places one of the 26 openings.
const fn places_opening(rule: OpeningRule) -> bool {
    matches!(
        rule,
        OpeningRule::Rif(_)
            | OpeningRule::Yamaguchi(_)
            | OpeningRule::Soosyrv(_)
            | OpeningRule::Sakata
            | OpeningRule::SuperSakata
            | OpeningRule::Placed26
    )
}

/// The 26 openings, all turned alike.
fn openings(size: Size, random: &mut ChaCha8Rng) -> Vec<Vec<Act>> {
    let symmetry = Symmetry::ALL[random.random_range(0..Symmetry::ALL.len())];
    let place = |point| Act::Place(symmetry.apply(size, point));
    Opening::all().map(|opening| opening.placement(size).map(place).to_vec()).collect()
}

/// Three stones near each other, anywhere on the board.
fn samples(size: Size, random: &mut ChaCha8Rng) -> Vec<Vec<Act>> {
    let points: Vec<Point> = size.points().collect();
    let mut ways = Vec::new();
    while ways.len() < SAMPLES {
        let Some(&first) = points.choose(random) else { return ways };
        let mut near = || {
            let [dx, dy] = [(); 2].map(|()| isize::from(random.random_range(-REACH..=REACH)));
            first.shifted(dx, dy).filter(|&point| size.contains(point) && point != first)
        };
        if let (Some(second), Some(third)) = (near(), near())
            && second != third
        {
            ways.push([first, second, third].map(Act::Place).to_vec());
        }
    }
    ways
}

/// Each single stone that can be placed; of those that are the same by the symmetry of the board and its stones one.
/// Where it may stand anywhere those far from all others are left out.
fn single(game: &OpeningGame) -> Vec<Vec<Act>> {
    let (position, stones) = (game.position(), game.stones());
    let mut seen = Vec::new();
    let near = |point: &Point| stones.is_empty() || stones.iter().any(|stone| stone.distance(*point) <= 4);
    let points = game.points();
    let is_any_near = points.iter().any(near);
    let different = points.into_iter().filter(|point| near(point) || !is_any_near).filter(|&point| {
        let mut after = position.clone();
        if after.play(point).is_err() {
            return false;
        }
        let images = Symmetry::ALL.map(|symmetry| Board::from(&after.transformed(symmetry)).hash());
        let key = images.into_iter().min();
        let is_new = !seen.contains(&key);
        seen.push(key);
        is_new
    });
    different.map(|point| vec![Act::Place(point)]).collect()
}
