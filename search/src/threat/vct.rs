//! VCT: the search for a win by threats, by proof numbers (df-pn).
//!
//! The attacker plays fours, threes and whatever else threatens a win by fours; the defender's moves are those that
//! can matter against the threat. A position is an OR node where the attacker is to move, an AND node where the
//! defender is. Its proof number says how many positions must still be won for a proof, its disproof number how many
//! must still fail. Where all children are needed, the largest number counts, and one for each other child ("weak"
//! proof numbers: a sum would count shared positions twice).

use std::collections::HashMap;
use std::ops::Range;

use ahash::RandomState;
use smallvec::SmallVec;
use tianyuan_evaluation::{Class, Field};
use tianyuan_rules::{Color, Point};

use super::moves::{ATTACK, Child, Expansion, THREAT, attacks, relevant_replies, replies};
use super::proof::{Attack, AttackId, ProofBuilder, Replies};
use super::vcf::FourSearch;

/// Proof and disproof number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    pub(super) proof: u32,
    disproof: u32,
}

/// More than any number that is reached.
const INFINITE: u32 = 1 << 28;

impl Numbers {
    pub(super) const PROVED: Self = Self { proof: 0, disproof: INFINITE };
    const DISPROVED: Self = Self { proof: INFINITE, disproof: 0 };
    const UNLIMITED: Self = Self { proof: INFINITE, disproof: INFINITE };

    pub(super) fn is_settled(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    fn reach(self, limits: Self) -> bool {
        self.is_settled() || self.proof >= limits.proof || self.disproof >= limits.disproof
    }

    /// From the side to move: the number of which one child is enough, and that of which all count.
    fn one_and_all(self, is_or: bool) -> (u32, u32) {
        if is_or { (self.proof, self.disproof) } else { (self.disproof, self.proof) }
    }

    fn of_one_and_all(one: u32, all: u32, is_or: bool) -> Self {
        let (proof, disproof) = if is_or { (one, all) } else { (all, one) };
        Self { proof, disproof }
    }
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub(super) numbers: Numbers,
    /// Its moves, in the arena.
    first: u32,
    n_children: u16,
    /// Depths within which the attacker was found not to win; see `shallow`.
    pub(super) failed: [u8; 2],
}

impl Node {
    /// Its moves, in the arena.
    pub(super) fn range(&self) -> Range<usize> {
        let first = self.first as usize;
        first..first + usize::from(self.n_children)
    }
}

/// A search by threats with what it remembers of one question.
#[derive(Debug)]
pub(super) struct ThreatSearch {
    pub(super) nodes: HashMap<u64, Node, RandomState>,
    pub(super) arena: Vec<Child>,
    /// Defences that were found missing, by position.
    missing: HashMap<u64, SmallVec<[Point; 4]>, RandomState>,
    attacker: Color,
    n_nodes: u64,
    max_nodes: usize,
}

/// The search was stopped, or its memory is full.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stopped;

/// Says whether to go on; asked now and then with the number of nodes so far.
pub type GoesOn<'a> = dyn FnMut(u64) -> bool + 'a;

/// Nodes between two such questions. A node can cost as much as thousands of others: many replies, each a search by
/// fours.
const CHECK_INTERVAL: u64 = 8;
/// A node with its moves in bytes, about.
const NODE_BYTES: usize = 128;

impl ThreatSearch {
    /// A search that uses about so many bytes.
    pub(super) fn new(bytes: usize) -> Self {
        Self {
            nodes: HashMap::default(),
            arena: Vec::new(),
            missing: HashMap::default(),
            attacker: Color::Black,
            n_nodes: 0,
            max_nodes: bytes / NODE_BYTES,
        }
    }

    /// Forgets the defences that were found missing; positions are forgotten with each search.
    pub(super) fn forget(&mut self) {
        self.missing.clear();
    }

    /// Nodes of the last search.
    pub(super) fn nodes(&self) -> u64 {
        self.n_nodes
    }

    /// Whether the side to move wins by threats.
    pub(super) fn search(
        &mut self,
        field: &mut Field,
        fours: &mut FourSearch,
        goes_on: &mut GoesOn<'_>,
    ) -> Result<bool, Stopped> {
        self.attacker = field.side();
        self.n_nodes = 0;
        self.nodes.clear();
        self.arena.clear();
        if self.wins_soon(field, fours, goes_on)? {
            return Ok(true);
        }
        self.visit(field, fours, Numbers::UNLIMITED, goes_on).map(|numbers| numbers.proof == 0)
    }

    /// From now on this reply is looked at in the position with this hash.
    pub(super) fn add_missing(&mut self, hash: u64, reply: Point) {
        self.missing.entry(hash).or_default().push(reply);
    }

    fn missing_in(&self, field: &Field) -> &[Point] {
        self.missing.get(&field.board().hash()).map_or(&[], |points| points)
    }

    /// Searches a position until one of its numbers reaches its limit.
    fn visit(
        &mut self,
        field: &mut Field,
        fours: &mut FourSearch,
        limits: Numbers,
        goes_on: &mut GoesOn<'_>,
    ) -> Result<Numbers, Stopped> {
        let node = self.node(field, fours, goes_on)?;
        if node.numbers.is_settled() {
            return Ok(node.numbers);
        }
        loop {
            let choice = self.choose(field, node);
            let Some(best) = choice.best.filter(|_| !choice.numbers.reach(limits)) else {
                self.nodes.insert(field.board().hash(), Node { numbers: choice.numbers, ..node });
                return Ok(choice.numbers);
            };
            let limits = choice.limits(limits, field.side() == self.attacker);
            field.place(best);
            let visited = self.visit(field, fours, limits, goes_on);
            field.undo();
            visited?;
        }
    }

    /// The numbers of a node from those of its children, and which child to look at next.
    fn choose(&self, field: &Field, node: Node) -> Choice {
        let is_or = field.side() == self.attacker;
        let mut choice = Choice::default();
        let mut best_all = 0;
        for &child in self.children(node) {
            let (one, all) = self.numbers_of(field, child).one_and_all(is_or);
            if all == 0 {
                // It does not help the side to move.
                continue;
            }
            if one == 0 {
                return Choice { numbers: Numbers::of_one_and_all(0, INFINITE, is_or), best: None, ..choice };
            }
            choice.n_open += 1;
            choice.largest = choice.largest.max(all);
            if one < choice.one || (one == choice.one && all < best_all) {
                choice.second = choice.one;
                choice.one = one;
                choice.best = Some(child.point);
                best_all = all;
            } else {
                choice.second = choice.second.min(one);
            }
        }
        let (one, all) = match choice.n_open {
            0 => (INFINITE, 0),
            n => (choice.one, (choice.largest + n - 1).min(INFINITE - 1)),
        };
        Choice { numbers: Numbers::of_one_and_all(one, all, is_or), ..choice }
    }

    fn children(&self, node: Node) -> &[Child] {
        &self.arena[node.range()]
    }

    /// What is known of a position; it is visited if nothing is.
    pub(super) fn node(
        &mut self,
        field: &mut Field,
        fours: &mut FourSearch,
        goes_on: &mut GoesOn<'_>,
    ) -> Result<Node, Stopped> {
        match self.nodes.get(&field.board().hash()) {
            Some(&node) => Ok(node),
            None => self.expand(field, fours, goes_on),
        }
    }

    /// The numbers of a child, those it begins with if it has not been visited.
    fn numbers_of(&self, field: &Field, child: Child) -> Numbers {
        let known = self.nodes.get(&field.board().hash_after(child.point));
        let is_or = field.side() == self.attacker;
        known.map_or_else(|| Numbers::of_one_and_all(u32::from(child.start), 1, is_or), |node| node.numbers)
    }

    /// The first visit of a position.
    fn expand(
        &mut self,
        field: &mut Field,
        fours: &mut FourSearch,
        goes_on: &mut GoesOn<'_>,
    ) -> Result<Node, Stopped> {
        self.n_nodes += 1;
        let is_full = self.nodes.len() >= self.max_nodes;
        if is_full || (self.n_nodes % CHECK_INTERVAL == 1 && !goes_on(self.n_nodes)) {
            return Err(Stopped);
        }
        let expansion = if field.side() == self.attacker {
            attacks(field, fours)
        } else {
            let missing: SmallVec<[Point; 4]> = self.missing_in(field).into();
            replies(field, fours, &missing)
        };
        let first = u32::try_from(self.arena.len()).map_err(|_| Stopped)?;
        let (numbers, n_children) = match expansion {
            Expansion::Proved => (Numbers::PROVED, 0),
            Expansion::Disproved => (Numbers::DISPROVED, 0),
            Expansion::Children(children) => {
                self.arena.extend_from_slice(&children);
                (Numbers { proof: 1, disproof: 1 }, u16::try_from(children.len()).unwrap_or(u16::MAX))
            }
        };
        let node = Node { numbers, first, n_children, failed: [0; 2] };
        self.nodes.insert(field.board().hash(), node);
        Ok(node)
    }
}

/// What [`ThreatSearch::choose`] found.
struct Choice {
    numbers: Numbers,
    best: Option<Point>,
    /// The smallest number of which one child is enough, and the second smallest.
    one: u32,
    second: u32,
    /// The largest number of which all count.
    largest: u32,
    /// Children that are not settled.
    n_open: u32,
}

impl Default for Choice {
    fn default() -> Self {
        let numbers = Numbers::UNLIMITED;
        Self { numbers, best: None, one: INFINITE, second: INFINITE, largest: 0, n_open: 0 }
    }
}

impl Choice {
    /// The limits for the best child: it is searched until another is better by a tenth and one or the node's own limits
    /// are reached. Who changes the child sooner comes back to it too often.
    fn limits(&self, limits: Numbers, is_or: bool) -> Numbers {
        let (one, all) = limits.one_and_all(is_or);
        let one = one.min(self.second.saturating_add(1 + self.second / 10));
        let all = if all >= INFINITE { INFINITE } else { all.saturating_sub(self.n_open - 1) };
        Numbers::of_one_and_all(one, all, is_or)
    }
}

/// Writes down a win that a [`ThreatSearch`] has found.
pub(super) struct Writer<'a> {
    search: &'a ThreatSearch,
    fours: &'a mut FourSearch,
    /// Attacks that were written, by position.
    written: HashMap<u64, AttackId, RandomState>,
    proof: ProofBuilder,
}

impl<'a> Writer<'a> {
    pub(super) fn new(search: &'a ThreatSearch, fours: &'a mut FourSearch) -> Self {
        Self { search, fours, written: HashMap::default(), proof: ProofBuilder::default() }
    }

    /// The proof that the side to move wins; `None` if memory does not bring all of it to light again.
    pub(super) fn write(mut self, field: &mut Field) -> Option<ProofBuilder> {
        self.attack(field)?;
        Some(self.proof)
    }

    fn attack(&mut self, field: &mut Field) -> Option<AttackId> {
        let hash = field.board().hash();
        if let Some(&id) = self.written.get(&hash) {
            return Some(id);
        }
        let id = match self.fours.search(field, ATTACK.0, ATTACK.1).win() {
            Some(_) => self.fours.prove(field, ATTACK.0, &mut self.proof)?,
            None => self.threat(field)?,
        };
        self.written.insert(hash, id);
        Some(id)
    }

    /// The attacker's move that the search has proved to win.
    fn threat(&mut self, field: &mut Field) -> Option<AttackId> {
        let node = *self.search.nodes.get(&field.board().hash())?;
        let mut children = self.search.children(node).iter();
        let point = children.find(|&&child| self.search.numbers_of(field, child).proof == 0)?.point;
        field.place(point);
        let answers = self.answers(field);
        field.undo();
        let (replies, otherwise) = answers?;
        Some(self.proof.add(Attack { point, replies, otherwise: Some(otherwise) }))
    }

    /// What answers each reply that matters, and all others.
    fn answers(&mut self, field: &mut Field) -> Option<(Replies, AttackId)> {
        let missing = self.search.missing_in(field);
        let (points, _) = relevant_replies(field, self.fours, missing)?;
        let five = field.points_of(self.search.attacker, Class::Five).next();
        let otherwise = if let Some(five) = five {
            self.proof.five(five)
        } else {
            field.pass();
            let id = self.fours.prove(field, THREAT.0, &mut self.proof);
            field.undo();
            id?
        };
        let mut replies = Replies::new();
        for reply in points {
            field.place(reply);
            let next = self.attack(field);
            field.undo();
            replies.push((reply, next?));
        }
        Some((replies, otherwise))
    }
}
