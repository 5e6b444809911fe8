//! Which move a person plays.

use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use tianyuan_evaluation::{Class, Field, Value};
use tianyuan_player::{Choice, Job};
use tianyuan_rules::{Board, Point};

use super::eyes::Eyes;
use super::look::{Look, Moves, Seen, Stopped};
use super::mind::Person;
use crate::threat::answers_to_five;
use crate::watch::Watch;

/// A move, what the person thinks of it, and what it cost.
#[derive(Clone, Debug)]
pub(super) struct Chosen {
    pub(super) value: Value,
    /// The move, and the answer that is expected, if any is.
    pub(super) pv: Vec<Point>,
    pub(super) depth: u32,
    pub(super) nodes: u64,
}

/// The last stones, one of each side: what happens on their lines is hardly overlooked.
const LAST: usize = 2;

/// How far from a stone people play, rows and columns counted.
const NEAR: usize = 2;

/// What a person plays, `None` if no point is empty. The same for the same seed and job, unless the time is up.
pub(super) fn choose(person: Person, job: &Job, watch: Watch<'_>, seed: u64) -> Option<Chosen> {
    let position = &job.position;
    let mut random = ChaCha8Rng::seed_from_u64(seed ^ Board::from(position).hash());
    let last: Vec<Point> = position.order().iter().rev().take(LAST).map(|stone| stone.point).collect();
    let eyes = Eyes::drawn(person.blind, &last, &mut random);
    let mut look = Look::new(Field::new(position), eyes, person, watch);
    if let Some(settled) = at_sight(&mut look, job) {
        return Some(settled);
    }
    let moves = first_moves(&look, job);
    let most = person.noise;
    let mut draw = || i32::midpoint(random.random_range(-most..=most), random.random_range(-most..=most));
    let ways = moves.iter().map(|&point| Way { point, error: draw() }).collect();
    deepen(&mut look, ways)
}

/// A move that is looked at, and what is added to its value by mistake.
#[derive(Clone, Copy, Debug)]
struct Way {
    point: Point,
    error: i32,
}

impl Way {
    /// What the person thinks that a move of this value is worth. A win or a loss that is seen is no matter of taste.
    fn believed(self, value: Value) -> Value {
        if value.is_decisive() { value } else { Value::estimate(value.raw() + self.error) }
    }

    /// The value above which the move is believed to be better than `best`.
    fn needed(self, best: Value) -> Value {
        if best.is_decisive() { best } else { Value::estimate(best.raw() - self.error) }
    }
}

/// A five, or a win by fours that is seen.
fn at_sight(look: &mut Look<'_>, job: &Job) -> Option<Chosen> {
    let side = look.field.side();
    let five = look.field.points_of(side, Class::Five).find(|&point| job.choice.allows(point));
    let win = five.map(|point| (point, 1)).or_else(|| look.first_win());
    let (point, plies) = win.filter(|&(point, _)| job.choice.allows(point))?;
    let value = Value::win_at(plies as usize);
    Some(Chosen { value, pv: vec![point], depth: plies, nodes: look.nodes })
}

/// The moves that are looked at. What stops a five comes before everything; then those that stand out. If none of these
/// may be played any that may, at last any empty point.
fn first_moves(look: &Look<'_>, job: &Job) -> Moves {
    let (field, choice) = (&look.field, &job.choice);
    let is_allowed = |point: &Point| is_allowed(field, choice, *point);
    let stops = stops_of_fives(field, choice);
    if !stops.is_empty() {
        return stops;
    }
    let center = field.board().size().center();
    if field.candidates().is_empty() && field.empty().contains(center) && is_allowed(&center) {
        return Moves::from_slice(&[center]);
    }
    let stones: Vec<Point> = job.position.order().iter().map(|stone| stone.point).collect();
    let is_near = |point: &Point| {
        choice.only.is_some()
            || choice.also.contains(*point)
            || stones.iter().any(|stone| stone.distance(*point) <= NEAR)
    };
    let ways = [
        field.empty().iter().filter(is_near).filter(is_allowed).collect::<Moves>(),
        field.empty().iter().filter(is_allowed).collect(),
        field.empty().iter().filter(|&point| field.is_legal(point)).collect(),
        field.empty().iter().collect(),
    ];
    let moves = ways.into_iter().find(|moves| !moves.is_empty()).unwrap_or_default();
    look.in_order(moves.into_iter(), look.person.width)
}

/// The moves that stop a five of the opponent's. Where nothing stops all of them those that stop one: to leave a four
/// alone looks like having missed it, lost or not.
pub(super) fn stops_of_fives(field: &Field, choice: &Choice) -> Moves {
    let opponent = !field.side();
    let allowed = |points: &[Point]| {
        points.iter().copied().filter(|&point| is_allowed(field, choice, point)).collect::<Moves>()
    };
    let stops = allowed(&answers_to_five(field, opponent));
    if stops.is_empty() { allowed(&field.points_of(opponent, Class::Five).collect::<Moves>()) } else { stops }
}

fn is_allowed(field: &Field, choice: &Choice, point: Point) -> bool {
    choice.allows(point) && field.is_legal(point)
}

/// Looks further and further ahead. An iteration that is stopped says nothing.
fn deepen(look: &mut Look<'_>, mut ways: Vec<Way>) -> Option<Chosen> {
    let last_depth = look.person.depth.min(look.watch.budget.depth()).max(1);
    let mut chosen: Option<Chosen> = None;
    for depth in 1..=last_depth {
        look.may_stop = depth > 1;
        match best(look, &ways, depth) {
            Ok(Some((value, pv))) => {
                // The best so far is looked at first: the others have to be better.
                ways.sort_by_key(|way| pv.first() != Some(&way.point));
                chosen = Some(Chosen { value, pv, depth, nodes: look.nodes });
            }
            Ok(None) => return None,
            Err(Stopped) => break,
        }
    }
    chosen
}

/// The move that is believed to be best, with its value as it was found.
fn best(look: &mut Look<'_>, ways: &[Way], depth: u32) -> Result<Option<(Value, Vec<Point>)>, Stopped> {
    let mut best: Option<(Value, Value, Vec<Point>)> = None;
    for &way in ways {
        let alpha = best.as_ref().map_or(-Value::INFINITE, |&(believed, ..)| way.needed(believed));
        look.field.place(way.point);
        let reply = look.see(depth - 1, 1, -Value::INFINITE, -alpha);
        look.field.undo();
        let Seen { value, best: answer } = reply?;
        let believed = way.believed(-value);
        if best.as_ref().is_none_or(|&(most, ..)| believed > most) {
            best = Some((believed, -value, [Some(way.point), answer].into_iter().flatten().collect()));
        }
    }
    Ok(best.map(|(_, value, pv)| (value, pv)))
}
