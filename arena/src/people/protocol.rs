//! All of one game, as it was written down.

use std::time::Duration;

use tianyuan_player::TimeRule;
use tianyuan_rules::opening::OpeningRule;
use tianyuan_rules::{Color, Conduct, Outcome, Rule, Size, Victory};

use super::{Claimed, Deed, Side};

/// What was agreed before a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// What wins and what is forbidden.
    pub rule: Rule,
    /// How the game begins.
    pub opening_rule: OpeningRule,
    /// The board.
    pub size: Size,
    /// Time of the game, if clocks are used.
    pub time: Option<TimeRule>,
    /// By how many a side's draw offers may exceed its opponent's.
    pub offer_lead: usize,
    /// Who comes later than this has lost.
    pub late_limit: Duration,
}

impl Terms {
    /// The Chinese rules of 2009: renju, three moves designated, swap, two offered fifth moves; 15 minutes of grace.
    pub const CHINESE: Self = Self {
        rule: Rule::Renju,
        opening_rule: OpeningRule::Rif(2),
        size: Size::STANDARD,
        time: None,
        offer_lead: Conduct::WITH_CLAIMS.offer_lead,
        late_limit: Duration::from_mins(15),
    };
}

/// The most deeds of a game: a board has 484 points, and what else happens at it fills no book.
pub const MOST_DEEDS: usize = 10_000;

/// All of one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Protocol {
    /// What was agreed.
    pub terms: Terms,
    /// Names of the players: who was to have Black at the start, and the other. Empty where unknown.
    pub players: [String; 2],
    /// The tournament, its date and round, in the words of the record; empty where unknown.
    pub event: String,
    /// See [`event`](Self::event).
    pub date: String,
    /// See [`event`](Self::event).
    pub round: String,
    /// Which player has kept the record, `None` if nobody says so.
    pub recorded_by: Option<Color>,
    /// The result in the words of the record, empty where unknown.
    pub result: String,
    /// What was done and what happened, in order.
    pub deeds: Vec<Recorded>,
}

/// A deed as it was written down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recorded {
    /// The line of the file, from 1; 0 if it has none.
    pub line: usize,
    /// Whose move, act or answer it was, where the record says it.
    pub by: Option<Side>,
    /// What was done.
    pub deed: Deed,
    /// Time that a move took; beside moves how long the side to move has been thinking. `None` where unknown.
    pub took: Option<Duration>,
}

impl Protocol {
    /// A game of which nothing is known yet.
    pub fn new(terms: Terms) -> Self {
        Self {
            terms,
            players: Default::default(),
            event: String::new(),
            date: String::new(),
            round: String::new(),
            recorded_by: None,
            result: String::new(),
            deeds: Vec::new(),
        }
    }

    /// What the record says of the end; `None` if it says nothing that is known.
    pub fn recorded_end(&self) -> Option<Deed> {
        recorded_end(&self.result)
    }

    /// What records of the same game have in common: players, round, event and date. `None` without names or without a
    /// round: it may be another game of the two.
    pub fn meeting(&self) -> Option<[&str; 5]> {
        let [black, white] = &self.players;
        let is_known = [black, white, &self.round].iter().all(|text| !text.is_empty());
        is_known.then(|| [black, white, &self.round, &self.event, &self.date].map(String::as_str))
    }
}

/// What a result says: in the words of SGF, or one word in English or Chinese.
pub(super) fn recorded_end(result: &str) -> Option<Deed> {
    let result = result.trim();
    match Outcome::from_sgf(result) {
        Some(Outcome::Win { color, how: Victory::Resignation }) => return Some(Deed::Resign(!color)),
        Some(Outcome::Win { color, how: Victory::Time }) => return Some(Deed::Claim(color, Claimed::Time)),
        Some(outcome) => return Some(Deed::Agree(outcome.winner())),
        None => {}
    }
    match result.to_lowercase().as_str() {
        "black" | "black wins" | "1-0" | "2-0" | "黑胜" | "黑方胜" => {
            Some(Deed::Agree(Some(Color::Black)))
        }
        "white" | "white wins" | "0-1" | "0-2" | "白胜" | "白方胜" => {
            Some(Deed::Agree(Some(Color::White)))
        }
        "draw" | "1/2-1/2" | "1-1" | "和棋" | "和" => Some(Deed::Agree(None)),
        _ => None,
    }
}
