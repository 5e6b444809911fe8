//! Games as other files have them: SGF and psq know moves and a result, and what `tianyuan play` wrote also the acts of
//! the opening.

use std::time::Duration;

use tianyuan_rules::opening::{Act, OpeningGame, OpeningRule};
use tianyuan_rules::record::Record;
use tianyuan_rules::{Color, Rule, Turn};

use super::protocol::MOST_DEEDS;
use super::text::printable;
use super::{Deed, Protocol, Recorded, Terms};

/// First words of lines of a comment of SGF that say more than moves.
const OPENING: &str = "Opening rule: ";
const ACTS: &str = "Acts: ";

/// The game of a record. `opening` is how it began where the record does not say so.
///
/// # Errors
///
/// Why no referee can hear it, in one line.
pub fn protocol(record: &Record, opening: OpeningRule) -> Result<Protocol, String> {
    if record.moves.len() > MOST_DEEDS {
        return Err(format!("a record has {MOST_DEEDS} moves at most"));
    }
    if !record.setup.is_empty() {
        return Err("a game is needed that begins with an empty board".to_owned());
    }
    let line = |start| record.comment.lines().find_map(|line: &str| line.strip_prefix(start));
    let opening_rule = line(OPENING).and_then(|name| name.parse().ok()).unwrap_or(opening);
    let rule = record.rule.unwrap_or(Rule::Renju);
    let mut protocol = Protocol::new(Terms { rule, opening_rule, size: record.size, ..Terms::CHINESE });
    let properties = record.properties.iter();
    let property = |name: &str| {
        let found = properties.clone().find(|property| property.name() == name);
        found.and_then(|property| property.values().next()).unwrap_or_default()
    };
    protocol.players = Color::ALL.map(|color| printable(&record.players[color]));
    [protocol.event, protocol.date, protocol.round] =
        ["EV", "DT", "RO"].map(|name| printable(&property(name)));
    protocol.result = printable(&record.result);
    let mut n_stones = 0;
    if let Some(acts) = line(ACTS) {
        let acts = read_acts(acts, &protocol.terms)?;
        n_stones = acts.iter().filter(|act| matches!(act, Act::Place(_) | Act::Select(_))).count();
        protocol.deeds = acts.into_iter().map(|act| recorded(deed_of(act), None)).collect();
    }
    let mut due = if n_stones.is_multiple_of(2) { Color::Black } else { Color::White };
    for played in record.moves.played().skip(n_stones) {
        if played.color != due {
            return Err(format!("move {}: {} moves twice", protocol.deeds.len() + 1, played.color));
        }
        due = !due;
        let deed = match played.turn {
            Turn::Place(point) => Deed::stone(point),
            Turn::Pass => Deed::Pass,
        };
        protocol.deeds.push(recorded(deed, played.ms.map(Duration::from_millis)));
    }
    Ok(protocol)
}

const fn recorded(deed: Deed, took: Option<Duration>) -> Recorded {
    Recorded { line: 0, by: None, deed, took }
}

fn deed_of(act: Act) -> Deed {
    match act {
        Act::Place(point) => Deed::stone(point),
        act => Deed::Act(act),
    }
}

fn read_acts(text: &str, terms: &Terms) -> Result<Vec<Act>, String> {
    let game = OpeningGame::new(terms.opening_rule, terms.size, terms.rule);
    let mut game = game.ok_or("the board is too small for its opening")?;
    for act in text.split("; ").filter(|act| !act.is_empty()) {
        let read = game.phase().read(act).ok_or_else(|| format!("{act} is no act of an opening"))?;
        game.act(read).map_err(|why| why.to_string())?;
    }
    Ok(game.acts().cloned().collect())
}
