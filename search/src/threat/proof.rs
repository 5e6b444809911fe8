//! Proofs of wins: an answer for every reply.

use smallvec::SmallVec;
use tianyuan_rules::Point;

/// A proof that the side to move wins, whatever the other side does.
///
/// A tree whose equal parts may be shared. Nothing is left to believe: [`check`](super::check) replays it against
/// every legal reply by the rules alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// Attacks before those that lead to them; the last is the first move of the win.
    attacks: Vec<Attack>,
    /// Plies to the win from each.
    plies: Vec<u32>,
}

/// One move of the attacker with the answers to all that can follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attack {
    /// Where the stone is placed.
    pub point: Point,
    /// Replies that have an answer of their own.
    pub replies: Replies,
    /// What answers any other reply, a pass among them: a win by fours alone. `None` where the stone itself makes a
    /// five.
    pub otherwise: Option<AttackId>,
}

/// Replies, each with the attack that answers it.
pub type Replies = SmallVec<[(Point, AttackId); 2]>;

/// Names an attack of a [`Proof`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AttackId(u32);

/// Puts a [`Proof`] together from its ends.
#[derive(Clone, Debug, Default)]
pub struct ProofBuilder {
    attacks: Vec<Attack>,
    plies: Vec<u32>,
}

impl Proof {
    /// The first move with what follows.
    ///
    /// # Panics
    ///
    /// Never: a proof has an attack.
    pub fn first(&self) -> (AttackId, &Attack) {
        let last = self.attacks.len() - 1;
        (AttackId(u32::try_from(last).unwrap_or(u32::MAX)), &self.attacks[last])
    }

    /// The attack with this name, which is one of this proof's.
    pub fn attack(&self, id: AttackId) -> &Attack {
        &self.attacks[id.0 as usize]
    }

    #[cfg(test)]
    pub(super) fn attack_mut(&mut self, id: AttackId) -> &mut Attack {
        &mut self.attacks[id.0 as usize]
    }

    /// Number of attacks.
    pub fn n_attacks(&self) -> usize {
        self.attacks.len()
    }

    /// The longest resistance: the moves of both sides, the last of them the five. Of replies that last equally
    /// long the first that is listed is taken; where nothing lasts longer than the line for all the others, the
    /// attacker's line without a first reply stands: see [`Proof::plies`].
    pub fn line(&self) -> Vec<Point> {
        self.line_from(self.first().0)
    }

    /// The same from an attack on.
    pub fn line_from(&self, mut id: AttackId) -> Vec<Point> {
        let mut line = Vec::new();
        loop {
            let attack = self.attack(id);
            line.push(attack.point);
            let rest = self.plies_from(id) - 1;
            let longest = attack.replies.iter().find(|(_, next)| self.plies_from(*next) + 1 == rest);
            let Some(&(reply, next)) = longest else { return line };
            line.push(reply);
            id = next;
        }
    }

    /// Whether every move of the attacker makes a four or a five.
    pub fn is_by_fours(&self) -> bool {
        let makes_five = |id: AttackId| self.attack(id).otherwise.is_none();
        self.attacks.iter().all(|attack| attack.otherwise.is_none_or(makes_five))
    }

    /// Plies to the win if the defender resists as long as the proof lets him, the five counted.
    pub fn plies(&self) -> u32 {
        self.plies_from(self.first().0)
    }

    /// The same from an attack on.
    pub fn plies_from(&self, id: AttackId) -> u32 {
        self.plies[id.0 as usize]
    }
}

/// Plies from an attack to the win, those of later attacks known.
fn plies_of(attack: &Attack, plies: &[u32]) -> u32 {
    let listed = attack.replies.iter().map(|&(_, next)| plies[next.0 as usize] + 2);
    let otherwise = attack.otherwise.map_or(1, |next| plies[next.0 as usize] + 2);
    listed.fold(otherwise, u32::max)
}

impl ProofBuilder {
    /// Adds an attack, whose answers have been added before.
    ///
    /// # Panics
    ///
    /// If a reply's answer has not.
    pub fn add(&mut self, attack: Attack) -> AttackId {
        let mut answers = attack.replies.iter().map(|&(_, next)| next).chain(attack.otherwise);
        assert!(
            answers.all(|next| (next.0 as usize) < self.attacks.len()),
            "answers come before the attacks that lead to them"
        );
        self.plies.push(plies_of(&attack, &self.plies));
        self.attacks.push(attack);
        AttackId(u32::try_from(self.attacks.len() - 1).unwrap_or(u32::MAX))
    }

    /// Adds a move that makes a five.
    pub fn five(&mut self, point: Point) -> AttackId {
        self.add(Attack { point, replies: SmallVec::new(), otherwise: None })
    }

    /// The proof that begins with the attack added last.
    ///
    /// # Panics
    ///
    /// If none has been added.
    pub fn finish(self) -> Proof {
        assert!(!self.attacks.is_empty(), "a proof has an attack");
        Proof { attacks: self.attacks, plies: self.plies }
    }
}
