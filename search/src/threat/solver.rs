//! The door of this room: questions about forced wins, and their answers.

use tianyuan_evaluation::{Class, Field, Tables};
use tianyuan_player::Force;
use tianyuan_rules::{Point, Position};

use super::check::check;
use super::proof::{Proof, ProofBuilder};
use super::vcf::{FourSearch, Fours};
use super::vct::{GoesOn, Stopped, ThreatSearch, Writer};

/// What is known of a position in the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solution {
    /// The side to move wins, and how. Checked by [`check`].
    Win(Proof),
    /// It has no win of the kind that was asked for: for fours a proof that there is none; for threats none was left
    /// among those that the search knows.
    None,
    /// The search was stopped before it knew.
    Unknown,
}

/// How a move stands against the opponent's win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Defence {
    /// The opponent has no win of the kind after it.
    Holds,
    /// He has one.
    Fails {
        /// Plies from his next move to the win.
        plies: u32,
        /// The longest resistance against it, his next move first.
        line: Vec<Point>,
    },
    /// The search was stopped before it knew.
    Open,
}

/// Solves positions. What it remembers is forgotten with each question.
#[derive(Debug)]
pub struct Solver {
    fours: FourSearch,
    threats: ThreatSearch,
    nodes: u64,
}

/// Nodes of a search by fours before the first look at the clock: about a millisecond.
const SLICE: u64 = 2_048;
/// The most nodes between two such looks: about 20 milliseconds.
const LONGEST_SLICE: u64 = 40_000;
/// More fours than any board has room for.
const ALL_FOURS: u32 = 512;
/// Nodes for each move in the first round of [`Solver::defences`], and how many times as many in each that follows.
const FIRST_ROUND: u64 = 4_096;
const ROUND_GROWTH: u64 = 8;
/// How often a defence that was not thought of is added to a search by threats.
const MOST_HOLES: u32 = 32;

impl Solver {
    /// A solver that uses at most about so many bytes.
    pub fn new(bytes: usize) -> Self {
        let for_fours = bytes / 8;
        Self {
            fours: FourSearch::new((for_fours / FourSearch::ENTRY_BYTES).max(1)),
            threats: ThreatSearch::new(bytes - for_fours),
            nodes: 0,
        }
    }

    /// Nodes of the last question.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Looks for a win of the side to move. `goes_on` is asked now and then, with the nodes so far, whether to go on.
    pub fn solve(&mut self, position: &Position, force: Force, goes_on: &mut GoesOn<'_>) -> Solution {
        self.begin();
        let mut field = field_of(position);
        match self.vcf(&mut field, ALL_FOURS, goes_on) {
            Fours::Win(..) => self.won_by_fours(position, &mut field, ALL_FOURS),
            Fours::None => self.without_vcf(position, &mut field, force, goes_on),
            Fours::Unknown => Solution::Unknown,
        }
    }

    /// The same, and where there is a win by fours the shortest of them, whatever the defender replies. Of a win by
    /// threats no more is known than that it is one; [`Proof::is_by_fours`] tells which it is.
    pub fn shortest(&mut self, position: &Position, force: Force, goes_on: &mut GoesOn<'_>) -> Solution {
        self.begin();
        let mut field = field_of(position);
        match self.vcf(&mut field, ALL_FOURS, goes_on) {
            Fours::Win(..) => {}
            Fours::None => return self.without_vcf(position, &mut field, force, goes_on),
            Fours::Unknown => return Solution::Unknown,
        }
        self.fours.forget();
        for depth in 0..ALL_FOURS {
            match self.vcf(&mut field, depth, goes_on) {
                Fours::Win(..) => return self.won_by_fours(position, &mut field, depth),
                Fours::None => {}
                Fours::Unknown => break,
            }
        }
        Solution::Unknown
    }

    /// For each legal move of the side to move, in the order of points: whether it stops the opponent's win. All are
    /// looked at for a short time before any is looked at longer.
    pub fn defences(
        &mut self,
        position: &Position,
        force: Force,
        goes_on: &mut GoesOn<'_>,
    ) -> Vec<(Point, Defence)> {
        let field = field_of(position);
        let legal = field.empty().iter().filter(|&point| field.is_legal(point));
        let is_five = |point| field.class(point, field.side()) == Class::Five;
        let begin = |point| (point, if is_five(point) { Defence::Holds } else { Defence::Open });
        let mut judged: Vec<(Point, Defence)> = legal.map(begin).collect();
        let mut open: Vec<usize> = (0..judged.len()).filter(|&i| judged[i].1 == Defence::Open).collect();
        let (mut nodes, mut most) = (0, FIRST_ROUND);
        while !open.is_empty() && goes_on(nodes) {
            open.retain(|&i| {
                let (point, defence) = &mut judged[i];
                *defence = self.after(position, *point, force, &mut |n| n < most && goes_on(nodes + n));
                let was_short = *defence == Defence::Open && self.nodes >= most;
                nodes += self.nodes;
                // Where memory was full more nodes would not help.
                was_short
            });
            most = most.saturating_mul(ROUND_GROWTH);
        }
        self.nodes = nodes;
        judged
    }

    /// How a move that does not end the game stands.
    fn after(
        &mut self,
        position: &Position,
        point: Point,
        force: Force,
        goes_on: &mut GoesOn<'_>,
    ) -> Defence {
        let mut after = position.clone();
        self.nodes = 0;
        if after.play(point).is_err() {
            return Defence::Open;
        }
        match self.solve(&after, force, goes_on) {
            Solution::Win(proof) => Defence::Fails { plies: proof.plies(), line: proof.line() },
            Solution::None => Defence::Holds,
            Solution::Unknown => Defence::Open,
        }
    }

    fn begin(&mut self) {
        self.fours.forget();
        self.threats.forget();
        self.nodes = 0;
    }

    fn vcf(&mut self, field: &mut Field, depth: u32, goes_on: &mut GoesOn<'_>) -> Fours {
        let mut slice = SLICE;
        loop {
            let found = self.fours.search(field, depth, slice);
            self.nodes += self.fours.nodes();
            // What failed is remembered: the next slice begins about where this one ended. It is longer, for where
            // memory is short the same has to be found again.
            slice = (slice + slice / 8).min(LONGEST_SLICE);
            if found != Fours::Unknown || !goes_on(self.nodes) {
                return found;
            }
        }
    }

    /// A win by fours that was found, written down and checked.
    fn won_by_fours(&mut self, position: &Position, field: &mut Field, depth: u32) -> Solution {
        let mut proof = ProofBuilder::default();
        let written = self.fours.prove(field, depth, &mut proof).map(|_| proof.finish());
        let checked = written.filter(|proof| check(position, proof).is_ok());
        checked.map_or(Solution::Unknown, Solution::Win)
    }

    /// The answer where there is no win by fours.
    fn without_vcf(
        &mut self,
        position: &Position,
        field: &mut Field,
        force: Force,
        goes_on: &mut GoesOn<'_>,
    ) -> Solution {
        match force {
            Force::Fours => Solution::None,
            Force::Threats => self.vct(position, field, goes_on).unwrap_or(Solution::Unknown),
        }
    }

    /// Searches, writes down and checks; where the check finds a defence that was not thought of, once more with it.
    fn vct(
        &mut self,
        position: &Position,
        field: &mut Field,
        goes_on: &mut GoesOn<'_>,
    ) -> Result<Solution, Stopped> {
        for _ in 0..MOST_HOLES {
            let before = self.nodes;
            let found = self.threats.search(field, &mut self.fours, &mut |nodes| goes_on(before + nodes));
            self.nodes += self.threats.nodes();
            if !found? {
                return Ok(Solution::None);
            }
            let written = Writer::new(&self.threats, &mut self.fours).write(field);
            let proof = written.ok_or(Stopped)?.finish();
            let Err(refuted) = check(position, &proof) else { return Ok(Solution::Win(proof)) };
            let hole = refuted.hole.ok_or(Stopped)?;
            self.threats.add_missing(hole.hash, hole.reply);
        }
        Err(Stopped)
    }
}
/// The field of a position with the tables whose order of moves was made for threats: what was tuned by playing puts other
/// moves first, and 1,000 nodes prove 1,379 of 1,886 published wins with it in place of 1,383.
fn field_of(position: &Position) -> Field {
    Field::with_tables(position, Tables::by_hand(position.rule()))
}
