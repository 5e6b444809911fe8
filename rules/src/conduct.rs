//! How a game is conducted: what ends it, and who may do what beside placing stones.

use crate::{Rule, Size};

/// When fives and forbidden moves end a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Verdicts {
    /// The moment they are made, as between programs.
    #[default]
    AtOnce,
    /// When a side claims them, as over the board: a forbidden move until White's next stone (a pass does
    /// not end that right), an overline until the end of the game (Chinese rules 2009).
    WhenClaimed,
}

/// How a game is conducted, beside its [`Rule`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Conduct {
    /// When fives and forbidden moves end the game.
    pub verdicts: Verdicts,
    /// Number of the first move that may be a pass, `None` if none may. Stones set up count as moves.
    pub first_pass: Option<usize>,
    /// Whether two passes in turn draw the game (RIF rules, article 10.3).
    pub two_passes_draw: bool,
    /// Number of moves after which the game is drawn. Stones set up count as moves.
    pub ply_limit: Option<usize>,
    /// By how many a side's draw offers may exceed its opponent's.
    pub offer_lead: usize,
}

impl Conduct {
    /// Between programs: verdicts at once, no passes, no limit.
    pub const AT_ONCE: Self = Self {
        verdicts: Verdicts::AtOnce,
        first_pass: None,
        two_passes_draw: false,
        ply_limit: None,
        offer_lead: 2,
    };

    /// Over the board (Chinese rules 2009; RIF rules): results only when claimed, passes from move 6 on.
    pub const WITH_CLAIMS: Self = Self {
        verdicts: Verdicts::WhenClaimed,
        first_pass: Some(6),
        two_passes_draw: true,
        ply_limit: None,
        offer_lead: 2,
    };

    /// As Gomocup plays: verdicts at once; renju is drawn 25 points before the board is full, which is
    /// after 200 moves on 15x15.
    pub const fn gomocup(size: Size, rule: Rule) -> Self {
        let limit = if matches!(rule, Rule::Renju) { size.area().checked_sub(25) } else { None };
        Self { ply_limit: limit, ..Self::AT_ONCE }
    }
}

impl Default for Conduct {
    fn default() -> Self {
        Self::AT_ONCE
    }
}
