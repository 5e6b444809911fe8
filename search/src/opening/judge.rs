//! What positions of the opening are worth, by searches of so many nodes each.

use std::collections::HashMap;

use ahash::RandomState;
use tianyuan_player::{Job, Limits, Lines, Report, Task, Verdict};
use tianyuan_rules::opening::OfferSymmetry;
use tianyuan_rules::{Board, Color, Point, Position};

use super::book;
use crate::alphabeta::{self, Question};
use crate::watch::Watch;

/// A move and what it is worth for Black, in units of the evaluation.
pub(super) type Valued = (Point, i32);

/// More than any estimate: a win at once.
const WIN: i32 = 30_000;

/// The time is up: what would have been found is worth nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

/// Who says what positions are worth.
pub(super) struct Judge<'a> {
    question: &'a Question<'a>,
    watch: Watch<'a>,
    /// Nodes of each search.
    nodes: u64,
    spent: u64,
    /// What was found with these nodes, by position and number of lines.
    known: HashMap<(u64, usize), Vec<Valued>, RandomState>,
    /// The different fifth moves that were found with these nodes, by position, and how many were asked for.
    known_fifths: HashMap<u64, (usize, Vec<Valued>), RandomState>,
}

/// Nodes of the first round and how many times as many in each that follows; nodes beyond which a decision gains
/// nothing.
const FIRST_NODES: u64 = 500;
const GROWTH: u64 = 4;
const MOST_NODES: u64 = 500_000;
/// Percent of the time after which no new round is begun: it takes about four times as long as those before, and a move
/// may have to follow.
const LAST_START: u32 = 12;
/// Moves more than are wanted that are looked at.
const SPARE: usize = 2;
/// Nodes of all searches after which no round is begun where nothing else limits them: about 5 seconds.
const UNLIMITED: u64 = 1_500_000;

impl<'a> Judge<'a> {
    pub(super) fn new(question: &'a Question<'a>) -> Self {
        let watch = Watch::new(question.job, question.clock, question.control);
        let (known, known_fifths) = (HashMap::default(), HashMap::default());
        Self { question, watch, nodes: FIRST_NODES, spent: 0, known, known_fifths }
    }

    /// The same with searches of so many nodes.
    pub(super) fn with_nodes(self, nodes: u64) -> Self {
        Self { nodes, ..self }
    }

    /// The last of a decision's answers, found with more and more nodes. The first round is never cut short but by
    /// the end of all time, not by a limit in nodes; `before` of a round is what the one before it found.
    pub(super) fn deepen<T>(
        &mut self,
        mut round: impl FnMut(&mut Self, Option<&T>) -> Result<T, Stopped>,
    ) -> Option<T> {
        let mut found: Option<T> = None;
        self.nodes = FIRST_NODES;
        loop {
            self.known.clear();
            self.known_fifths.clear();
            match round(self, found.as_ref()) {
                Ok(better) => found = Some(better),
                Err(Stopped) => return found,
            }
            self.nodes *= GROWTH;
            if self.nodes > MOST_NODES || !self.watch.allows_share(self.spent, LAST_START, UNLIMITED) {
                return found;
            }
        }
    }

    /// What a position is worth for Black.
    pub(super) fn value(&mut self, position: &Position) -> Result<i32, Stopped> {
        let best = self.moves(position, 1)?.first().map(|&(_, value)| value);
        Ok(best.unwrap_or_default())
    }

    /// The best moves of the side to move, best first.
    pub(super) fn moves(&mut self, position: &Position, lines: usize) -> Result<Vec<Valued>, Stopped> {
        let key = (Board::from(position).hash(), lines);
        if let Some(known) = self.known.get(&key) {
            return Ok(known.clone());
        }
        if self.watch.is_over() {
            return Err(Stopped);
        }
        // Several lines are several searches.
        let nodes = self.nodes * (1 + lines as u64 / 2);
        let limits = Limits { nodes: Some(nodes), ..self.question.job.limits };
        let job = Job::new(position.clone(), limits, Task::Analyze { lines });
        let question = self.question.about(&job);
        let mut found = Lines::new();
        alphabeta::search(&question, &mut |report: Report| _ = found.take(report));
        self.spent += nodes;
        let valued =
            |report: &Report| Some((*report.pv.first()?, for_black(report.verdict, position.side())));
        let moves: Vec<Valued> = found.all().iter().filter_map(valued).collect();
        self.known.insert(key, moves.clone());
        Ok(moves)
    }

    /// The best fifth moves for Black that are different by the symmetry of the four stones, best first: `count` or,
    /// if the search does not look at as many, fewer.
    pub(super) fn fifths(&mut self, position: &Position, count: usize) -> Result<Vec<Valued>, Stopped> {
        if let Some(mut known) = book::fifths(position).filter(|known| known.len() >= count) {
            known.truncate(count);
            return Ok(known);
        }
        let stones: Vec<Point> = position.order().iter().map(|stone| stone.point).collect();
        let Ok(four) = <[Point; 4]>::try_from(stones) else { return Ok(Vec::new()) };
        let hash = Board::from(position).hash();
        let known = self.known_fifths.get(&hash).filter(|(asked_for, _)| *asked_for >= count);
        if let Some((_, fifths)) = known {
            return Ok(fifths.iter().copied().take(count).collect());
        }
        let found = self.different_fifths(position, &OfferSymmetry::of(four), count)?;
        self.known_fifths.insert(hash, (count, found.clone()));
        Ok(found)
    }

    /// The same by searches alone. Several lines of one search show which moves to look at; a search of its own shows
    /// what each is worth: of few nodes for many lines too little comes.
    pub(super) fn different_fifths(
        &mut self,
        position: &Position,
        symmetry: &OfferSymmetry,
        count: usize,
    ) -> Result<Vec<Valued>, Stopped> {
        let mut different: Vec<Point> = Vec::new();
        for (point, _) in self.moves(position, (count + SPARE) * symmetry.order())? {
            if !different.iter().any(|&other| symmetry.are_equivalent(point, other)) {
                different.push(point);
            }
        }
        different.truncate(count + SPARE);
        let mut valued = Vec::with_capacity(different.len());
        for point in different {
            let mut after = position.clone();
            if after.play(point).is_ok() {
                valued.push((point, self.value(&after)?));
            }
        }
        valued.sort_by_key(|&(point, value)| (std::cmp::Reverse(value), point));
        valued.truncate(count);
        Ok(valued)
    }
}

/// What an estimate of few stones is short of for the side to move, White where openings end. Without it Black scored 48 %
/// in 300 games with soosyrv-8 and 45 % in 291 with swap2; with 6 53 % in 300 with swap2, with 30 60 % in 199 with soosyrv-8.
const TO_MOVE: i32 = 6;

/// A verdict of the side to move as a number for Black.
fn for_black(verdict: Verdict, side: Color) -> i32 {
    let near = |plies: u32| WIN - i32::try_from(plies).unwrap_or(WIN).min(WIN / 2);
    let value = match verdict {
        Verdict::WinIn(plies) => near(plies),
        Verdict::LossIn(plies) => -near(plies),
        Verdict::Estimate { value, .. } => value + TO_MOVE,
    };
    if side == Color::Black { value } else { -value }
}
