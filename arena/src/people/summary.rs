//! How a game came out.

use tianyuan_rules::opening::{Opening, Seat};
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
    /// Whether the record names another winner than the one that the game has.
    pub names_other_result: bool,
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
            let heard = suggested.map(|deed| referee.hear(&Recorded { line: 0, by: None, deed, took: None }));
            rulings.extend(heard);
        }
        let summary = referee.summary(rulings);
        let winner = protocol.recorded_end().map(|deed| winner_of(&deed));
        let names_other_result =
            summary.outcome.zip(winner).is_some_and(|(own, named)| own.winner() != named);
        Some(Summary { names_other_result, ..summary })
    }
}

/// Who wins by a deed that ends a game.
const fn winner_of(deed: &Deed) -> Option<Color> {
    match deed {
        Deed::Resign(Color::Black) => Some(Color::White),
        Deed::Resign(Color::White) => Some(Color::Black),
        Deed::Claim(side, _) => Some(*side),
        Deed::Agree(winner) => *winner,
        _ => None,
    }
}

/// The deed that a record leaves out at its end: what its last move suggests if the record does not say otherwise.
fn suggested(referee: &Referee, recorded: Option<Deed>) -> Option<Deed> {
    let last = referee.turns().len();
    let has_foul = referee.claims(Color::White).iter().any(|claim| matches!(claim, Claim::Foul { .. }));
    let is_last = |claim: &Claim| match claim {
        Claim::Five { ply } | Claim::Foul { ply, .. } => *ply == last,
        // White may still have more to say.
        Claim::Draw { .. } => !has_foul,
    };
    for side in Color::ALL {
        let Some(claim) = referee.claims(side).into_iter().find(is_last) else { continue };
        let (claimed, of) = match claim {
            Claim::Five { .. } => (Claimed::Five, Some(side)),
            Claim::Foul { .. } => (Claimed::Foul(None), Some(side)),
            Claim::Draw { .. } => (Claimed::Draw, None),
        };
        if recorded.as_ref().is_none_or(|recorded| winner_of(recorded) == of) {
            return Some(Deed::Claim(side, claimed));
        }
    }
    recorded
}

impl Referee {
    fn summary(&self, rulings: Vec<Ruling>) -> Summary {
        let first = self.opening.color(Seat::First);
        let [first_player, second] = self.violations;
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
            violations: if self.exchanged { [second, first_player] } else { [first_player, second] },
            offers: Color::ALL.map(of_color),
            open: open.collect(),
            rulings,
            names_other_result: false,
        }
    }
}
