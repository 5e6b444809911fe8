//! From tokens to a tree. Nothing here recurses: a text may open more brackets than a stack can hold.

use super::super::error::{Fault, Limit};
use super::super::{MAX_NESTING, Node, Record};
use super::node::{read_node, read_root, set_up};
use super::scan::{RawProperty, Scanner, Token};
use crate::Size;

/// Reads the game whose `(` is at this byte. The byte behind its last `)` comes with it.
pub(super) fn game(text: &str, start: usize) -> Result<(Record, usize), Fault> {
    let mut scanner = Scanner::new(text, start);
    let mut reader = Reader::new();
    loop {
        let (at, token) = scanner.next()?;
        match token {
            Token::Property(property) => reader.property(property)?,
            Token::Node => reader.node(at)?,
            Token::Open => reader.open(at)?,
            Token::Close => {
                if reader.close(at)? {
                    return Ok((reader.finish()?, scanner.at()));
                }
            }
        }
    }
}

/// What has been read of a game.
#[derive(Debug)]
struct Reader<'a> {
    /// What the first node says of the game.
    record: Record,
    /// Whether that node was read.
    has_root: bool,
    /// The properties of the node being read.
    node: Option<Vec<RawProperty<'a>>>,
    /// The brackets that are open.
    trees: Vec<Tree>,
    /// The lines being read, each a variation of the one before it. The first is the main line.
    lines: Vec<Vec<Node>>,
    /// What sets up the board behind the first node, each with the index of its node in the main line.
    setup: Vec<(usize, RawProperty<'a>)>,
    /// The nodes of the main line that do nothing else.
    setup_only: Vec<usize>,
}

/// An open bracket.
#[derive(Debug)]
struct Tree {
    /// Whether what it holds is a line of its own, and not what goes on with the line around it.
    is_line: bool,
    /// Where the first bracket in it goes on with its line: the other ones are variations of the node there.
    branch: Option<usize>,
}

const NODE_FIRST: &str = "a node, which begins with ;,";

impl<'a> Reader<'a> {
    fn new() -> Self {
        Self {
            record: Record::new(Size::STANDARD),
            has_root: false,
            node: None,
            trees: Vec::new(),
            lines: Vec::new(),
            setup: Vec::new(),
            setup_only: Vec::new(),
        }
    }

    fn property(&mut self, property: RawProperty<'a>) -> Result<(), Fault> {
        let Some(node) = &mut self.node else {
            return Err(Fault::wrong(property.at, &property.name, NODE_FIRST));
        };
        node.push(property);
        Ok(())
    }

    fn node(&mut self, at: usize) -> Result<(), Fault> {
        self.end_node()?;
        if self.trees.last().is_some_and(|tree| tree.branch.is_some()) {
            return Err(Fault::wrong(at, ";", "( or ) behind a variation"));
        }
        self.node = Some(Vec::new());
        Ok(())
    }

    fn open(&mut self, at: usize) -> Result<(), Fault> {
        self.check_node(at, "(")?;
        self.end_node()?;
        if self.trees.len() == MAX_NESTING {
            return Err(Fault::too_much(at, Limit::Nesting));
        }
        let length = self.lines.last().map_or(0, Vec::len);
        let is_line = self.trees.last().is_none_or(|around| around.branch.is_some());
        if let Some(around) = self.trees.last_mut() {
            around.branch.get_or_insert(length);
        }
        if is_line {
            self.lines.push(Vec::new());
        }
        self.trees.push(Tree { is_line, branch: None });
        Ok(())
    }

    /// Whether the game is at its end.
    fn close(&mut self, at: usize) -> Result<bool, Fault> {
        self.check_node(at, ")")?;
        self.end_node()?;
        let is_line = self.trees.pop().is_some_and(|tree| tree.is_line);
        let Some(around) = self.trees.last() else { return Ok(true) };
        if is_line
            && let (Some(mut line), Some(branch)) = (self.lines.pop(), around.branch)
            && let Some(node) = self.lines.last_mut().and_then(|line| line.get_mut(branch))
        {
            // Files with many short variations are not rare.
            line.shrink_to_fit();
            node.variations.push(line.into());
        }
        Ok(false)
    }

    /// A bracket holds a node at least, and first.
    fn check_node(&self, at: usize, found: &str) -> Result<(), Fault> {
        let is_empty = self.node.is_none() && self.trees.last().is_some_and(|tree| tree.branch.is_none());
        if is_empty { Err(Fault::wrong(at, found, NODE_FIRST)) } else { Ok(()) }
    }

    /// Understands the node being read and puts it into its line.
    fn end_node(&mut self) -> Result<(), Fault> {
        let Some(properties) = self.node.take() else { return Ok(()) };
        let is_main = self.lines.len() == 1;
        let Some(line) = self.lines.last_mut() else { return Ok(()) };
        if !self.has_root {
            let (record, nodes) = read_root(properties)?;
            (self.record, self.has_root, *line) = (record, true, nodes);
            return Ok(());
        }
        let mut content = read_node(properties, self.record.size)?;
        if is_main && !content.setup.is_empty() {
            self.setup.extend(content.setup.drain(..).map(|property| (line.len(), property)));
            self.setup_only.extend(content.is_empty().then_some(line.len()));
        }
        line.extend(content.into_nodes()?);
        Ok(())
    }

    /// The record, when all brackets are closed.
    fn finish(mut self) -> Result<Record, Fault> {
        let mut line = self.lines.pop().unwrap_or_default();
        let n_before = n_before_play(&line);
        for (index, property) in &self.setup {
            if *index < n_before {
                set_up(&mut self.record, property)?;
            } else if let Some(node) = line.get_mut(*index) {
                node.properties.extend(property.outside_setup()?);
            }
        }
        let mut index = 0..;
        let mut blank = self.setup_only.into_iter().take_while(|&index| index < n_before).peekable();
        line.retain(|_| index.next().is_none_or(|index| blank.next_if_eq(&index).is_none()));
        self.record.moves = line.into();
        Ok(self.record)
    }
}

/// The nodes of a line that stand before all moves and all variations.
fn n_before_play(line: &[Node]) -> usize {
    line.iter().take_while(|node| node.played.is_none() && node.variations.is_empty()).count()
}
