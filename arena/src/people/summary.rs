//! How a game came out.

use tianyuan_rules::opening::Opening;
use tianyuan_rules::{Claim, Color, Outcome, Turn};

use super::{Claimed, Deed, Protocol, Recorded, Referee, Ruling};

/// How a game came out.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// What was said to each deed.
    pub rulings: Vec<Ruling>,
    /// Stones and passes, as the position could be rebuilt from them.
    pub turns: Vec<Turn>,
    /// The opening that was placed, if it is one of the 26.
    pub opening: Option<Opening>,
    /// How the game has ended; `None` if the record does not tell.
    pub outcome: Option<Outcome>,
    /// The color that each player has at the end; players as in [`Protocol::players`].
    pub colors: [Color; 2],
    /// Points of each player: 2 for a win, 1 for a draw, 0 for a loss; `None` if the game does not count.
    pub points: Option<[u32; 2]>,
    /// Violations (违例) of each player.
    pub violations: [usize; 2],
    /// Draws that each color has offered.
    pub offers: [usize; 2],
    /// What could still be claimed at the end, by whom.
    pub open: Vec<(Color, Claim)>,
}

impl Summary {
    /// Lets a referee hear a whole game. `None` if its board is too small for its opening.
    ///
    /// A record without a word about its end ends as its last move suggests: a five was announced with it, a forbidden
    /// move was pointed out, unless the record names another result. The result that it names is what was agreed.
    pub fn of(protocol: &Protocol) -> Option<Self> {
        let mut referee = Referee::new(protocol.terms.clone())?;
        let mut rulings: Vec<Ruling> = protocol.deeds.iter().map(|recorded| referee.hear(recorded)).collect();
        if referee.outcome().is_none() && !protocol.deeds.is_empty() {
            let suggested = suggested(&referee, protocol.recorded_end());
            let heard = suggested.map(|deed| referee.hear(&Recorded { line: 0, deed, took: None }));
            rulings.extend(heard);
        }
        Some(referee.summary(rulings))
    }
}

/// The deed that a record leaves out at its end.
fn suggested(referee: &Referee, recorded: Option<Deed>) -> Option<Deed> {
    let last = referee.turns().len();
    let is_last = |claim: &Claim| match claim {
        Claim::Five { ply } | Claim::Foul { ply, .. } => *ply == last,
        Claim::Draw { .. } => true,
    };
    for side in Color::ALL {
        let Some(claim) = referee.claims(side).into_iter().find(is_last) else { continue };
        let (claimed, of) = match claim {
            Claim::Five { .. } => (Claimed::Five, Some(side)),
            Claim::Foul { .. } => (Claimed::Foul(None), Some(side)),
            Claim::Draw { .. } => (Claimed::Draw, None),
        };
        if recorded.as_ref().is_none_or(|recorded| *recorded == Deed::Agree(of)) {
            return Some(Deed::Claim(side, claimed));
        }
    }
    recorded
}

impl Referee {
    fn summary(&self, rulings: Vec<Ruling>) -> Summary {
        let first = self.color_of_first();
        // Players are named by the color that they were to have; who sits wrong has the first seat.
        let colors = if self.exchanged { [!first, first] } else { [first, !first] };
        let outcome = self.outcome();
        let points = outcome.and_then(|outcome| match outcome {
            Outcome::Win { color, .. } => Some(colors.map(|own| if own == color { 2 } else { 0 })),
            Outcome::Draw { .. } => Some([1, 1]),
            Outcome::BothLose { .. } => Some([0, 0]),
            Outcome::Replay { .. } => None,
        });
        let of_color = |color| self.game.as_ref().map_or(0, |game| game.n_offers(color));
        let open = Color::ALL.into_iter().flat_map(|side| {
            let claims = if outcome.is_none() { self.claims(side) } else { Vec::new() };
            claims.into_iter().map(move |claim| (side, claim))
        });
        Summary {
            turns: self.turns(),
            opening: self.named,
            outcome,
            colors,
            points,
            violations: colors.map(|color| self.violations[color]),
            offers: Color::ALL.map(of_color),
            open: open.collect(),
            rulings,
        }
    }
}
