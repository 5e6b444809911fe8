//! A proof as a game with variations.

use std::fs;
use std::path::Path;

use tianyuan_rules::record::{Format, Line, MAX_NODES, Node, Record, RecordedMove};
use tianyuan_rules::{Color, Point, Position, Stone, Turn};
use tianyuan_search::threat::{AttackId, Proof};

use super::Failure;

/// Moves of the attacker after which no more replies are shown: a proof shares its parts, a game cannot. Each move
/// takes about five of the nodes and values that a reader takes, its reply included.
const MOST_SHOWN: usize = MAX_NODES / 8;

/// Writes a proof into a file.
pub(super) fn write(file: &Path, position: &Position, proof: &Proof) -> Result<(), Failure> {
    let mut record = Record::new(position.size());
    record.rule = Some(position.rule());
    record.first = Some(position.side());
    for color in Color::ALL {
        record.setup.extend(position.stones()[color].iter().map(|point| Stone { color, point }));
    }
    let mut shown = Shown { proof, attacker: position.side(), n_nodes: 0 };
    let (first, _) = proof.first();
    record.moves = Line::from(shown.attack(first));
    let bytes = record.write(Format::Sgf).map_err(|error| Failure::Input(error.to_string()))?;
    fs::write(file, bytes).map_err(|error| Failure::Input(format!("{}: {error}", file.display())))
}

struct Shown<'a> {
    proof: &'a Proof,
    attacker: Color,
    n_nodes: usize,
}

impl Shown<'_> {
    /// An attack and what follows: the longest resistance, the other replies as variations of it.
    fn attack(&mut self, id: AttackId) -> Vec<Node> {
        let attack = self.proof.attack(id);
        self.n_nodes += 1;
        let mut node = node_of(self.attacker, attack.point);
        if let Some(otherwise) = attack.otherwise {
            let line: Vec<String> = self.proof.line_from(otherwise).iter().map(Point::to_string).collect();
            node.comment = format!("Any other reply: {}", line.join(" "));
        }
        if self.n_nodes > MOST_SHOWN {
            node.comment.push_str(if attack.replies.is_empty() { "" } else { "\nMore is left out." });
            return vec![node];
        }
        let mut nodes = vec![node];
        let mut replies = attack.replies.to_vec();
        replies.sort_by_key(|&(point, next)| (std::cmp::Reverse(self.proof.plies_from(next)), point));
        let mut lines = replies.into_iter().map(|(reply, next)| {
            let mut line = vec![node_of(!self.attacker, reply)];
            line.extend(self.attack(next));
            line
        });
        if let Some(mut longest) = lines.next() {
            let others: Vec<Line> = lines.map(Line::from).collect();
            if let Some(reply) = longest.first_mut() {
                reply.variations = others;
            }
            nodes.extend(longest);
        }
        nodes
    }
}

fn node_of(color: Color, point: Point) -> Node {
    RecordedMove { color, turn: Turn::Place(point), ms: None }.into()
}
