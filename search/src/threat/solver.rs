//! The door of this room: questions about forced wins, and their answers.

use tianyuan_evaluation::{Class, Field};
use tianyuan_rules::{Point, Position};

use super::check::check;
use super::proof::{Proof, ProofBuilder};
use super::vcf::{FourSearch, Fours};
use super::vct::{GoesOn, Stopped, ThreatSearch, Writer};

/// What kind of win is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// By fours alone.
    Vcf,
    /// By fours, threes and whatever else threatens to win by fours.
    Vct,
}

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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Defence {
    /// The opponent has no win of the kind after it.
    Holds,
    /// He has one.
    Fails,
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
/// More fours than any board has room for.
const ALL_FOURS: u32 = 512;
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
    pub fn solve(&mut self, position: &Position, kind: Kind, goes_on: &mut GoesOn<'_>) -> Solution {
        self.begin();
        let mut field = Field::new(position);
        match self.vcf(&mut field, ALL_FOURS, goes_on) {
            Fours::Win(..) => self.won_by_fours(position, &mut field, ALL_FOURS),
            Fours::None => self.without_vcf(position, &mut field, kind, goes_on),
            Fours::Unknown => Solution::Unknown,
        }
    }

    /// The same, and where there is a win by fours the shortest of them, whatever the defender replies. Of a win by
    /// threats no more is known than that it is one; [`Proof::is_by_fours`] tells which it is.
    pub fn shortest(&mut self, position: &Position, kind: Kind, goes_on: &mut GoesOn<'_>) -> Solution {
        self.begin();
        let mut field = Field::new(position);
        match self.vcf(&mut field, ALL_FOURS, goes_on) {
            Fours::Win(..) => {}
            Fours::None => return self.without_vcf(position, &mut field, kind, goes_on),
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

    /// For each legal move of the side to move, in the order of points: whether it stops the opponent's win.
    pub fn defences(
        &mut self,
        position: &Position,
        kind: Kind,
        goes_on: &mut GoesOn<'_>,
    ) -> Vec<(Point, Defence)> {
        let field = Field::new(position);
        let legal: Vec<Point> = field.empty().iter().filter(|&point| field.is_legal(point)).collect();
        let (mut judged, mut nodes) = (Vec::new(), 0);
        for point in legal {
            let defence = if field.class(point, field.side()) == Class::Five {
                Defence::Holds
            } else {
                self.after(position, point, kind, &mut |n| goes_on(nodes + n))
            };
            nodes += std::mem::take(&mut self.nodes);
            judged.push((point, defence));
        }
        self.nodes = nodes;
        judged
    }

    /// How a move that does not end the game stands.
    fn after(&mut self, position: &Position, point: Point, kind: Kind, goes_on: &mut GoesOn<'_>) -> Defence {
        let mut after = position.clone();
        if after.play(point).is_err() {
            return Defence::Open;
        }
        match self.solve(&after, kind, goes_on) {
            Solution::Win(_) => Defence::Fails,
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
            // memory is short the same might have to be found again for ever.
            slice += slice / 8;
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
        kind: Kind,
        goes_on: &mut GoesOn<'_>,
    ) -> Solution {
        match kind {
            Kind::Vcf => Solution::None,
            Kind::Vct => self.vct(position, field, goes_on).unwrap_or(Solution::Unknown),
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
