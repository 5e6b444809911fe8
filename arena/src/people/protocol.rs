//! All of one game, as it was written down.

use std::time::Duration;

use tianyuan_player::TimeRule;
use tianyuan_rules::opening::OpeningRule;
use tianyuan_rules::{Color, Conduct, Rule, Size};

use super::Deed;

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
    /// What was done.
    pub deed: Deed,
    /// Time that it took who did it, where known.
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

    /// The result that the record names, as what both have agreed; `None` if it names none.
    pub fn recorded_end(&self) -> Option<Deed> {
        let result = self.result.trim().to_lowercase();
        let begins = |words: &[&str]| words.iter().any(|word| result.starts_with(word));
        if begins(&["b+", "black", "黑", "1-0", "2-0"]) {
            Some(Deed::Agree(Some(Color::Black)))
        } else if begins(&["w+", "white", "白", "0-1", "0-2"]) {
            Some(Deed::Agree(Some(Color::White)))
        } else if begins(&["draw", "和", "1/2", "1-1"]) || result == "0" {
            Some(Deed::Agree(None))
        } else {
            None
        }
    }

    /// Whether this is a record of the same game as another one: same event, round, players.
    pub fn is_of_same_game(&self, other: &Self) -> bool {
        let key = |one: &Self| (one.event.clone(), one.date.clone(), one.round.clone(), one.players.clone());
        let is_named = self.players.iter().all(|name| !name.is_empty());
        is_named && key(self) == key(other)
    }

    /// The number of the first deed, from 1, in which two records of a game differ, `None` if they agree: times and
    /// lines do not count.
    pub fn first_difference(&self, other: &Self) -> Option<usize> {
        let deeds = |one: &Self| one.deeds.iter().map(|recorded| recorded.deed.clone()).collect::<Vec<_>>();
        let (own, others) = (deeds(self), deeds(other));
        let same = own.iter().zip(&others).take_while(|(own, other)| own == other).count();
        (own.len() != others.len() || same < own.len()).then_some(same + 1)
    }
}
