//! The nodes of a record.

use std::ops::{Deref, DerefMut};

use super::Property;
use crate::{Color, Turn};

/// A line of play, node by node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    nodes: Vec<Node>,
}

/// A step of a game: mostly a move and what is said of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Node {
    /// The move, unless the node only says something.
    pub played: Option<RecordedMove>,
    /// What is said here, empty if nothing is. Lines end with LF.
    pub comment: String,
    /// What else SGF says here, as it stands: labels, marks, judgements.
    pub properties: Vec<Property>,
    /// Other lines that begin in the place of this node. Each has a node at least, the first of which has no
    /// variations of its own: those stand here, too.
    pub variations: Vec<Line>,
}

/// A turn in a [`Record`](super::Record).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecordedMove {
    /// Whose turn it was.
    pub color: Color,
    /// What was done.
    pub turn: Turn,
    /// Milliseconds that it took, where known.
    pub ms: Option<u64>,
}

impl Line {
    /// Adds a move, or a node.
    pub fn push(&mut self, node: impl Into<Node>) {
        self.nodes.push(node.into());
    }

    /// The moves in order, without what is said of them.
    pub fn played(&self) -> impl DoubleEndedIterator<Item = RecordedMove> + Clone + '_ {
        self.nodes.iter().filter_map(|node| node.played)
    }

    /// All nodes: those of the line, then those of its variations. Deep ones need no more stack.
    pub fn all_nodes(&self) -> impl Iterator<Item = &Node> {
        let mut lines = vec![self];
        let mut rest = [].iter();
        std::iter::from_fn(move || {
            loop {
                if let Some(node) = rest.next() {
                    let node: &Node = node;
                    lines.extend(&node.variations);
                    return Some(node);
                }
                rest = lines.pop()?.nodes.iter();
            }
        })
    }
}

impl Deref for Line {
    type Target = [Node];

    fn deref(&self) -> &[Node] {
        &self.nodes
    }
}

impl DerefMut for Line {
    fn deref_mut(&mut self) -> &mut [Node] {
        &mut self.nodes
    }
}

impl From<Vec<Node>> for Line {
    fn from(nodes: Vec<Node>) -> Self {
        Self { nodes }
    }
}

impl From<RecordedMove> for Node {
    fn from(played: RecordedMove) -> Self {
        Self { played: Some(played), ..Self::default() }
    }
}
