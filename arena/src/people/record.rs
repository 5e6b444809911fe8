//! Games as other files have them: SGF and psq know moves and a result, and what `tianyuan play` wrote also the acts of
//! the opening.

use std::time::Duration;

use tianyuan_rules::opening::{Act, OpeningGame, OpeningRule};
use tianyuan_rules::record::Record;
use tianyuan_rules::{Color, Rule, Turn};

use super::protocol::MOST_DEEDS;
use super::text::printable;
use super::{Deed, Protocol, Recorded, Terms};

/// First words of the lines of a comment in which `tianyuan play` keeps what SGF has no field for: the opening rule, who the
/// person is, and the acts of the opening.
pub const KEPT: [&str; 3] = ["Opening rule: ", "Person: ", "Acts: "];
/// What stands between acts.
pub const BETWEEN_ACTS: &str = "; ";

/// Whether `tianyuan play` has kept a record.
pub fn is_kept(record: &Record) -> bool {
    record.comment.lines().zip(KEPT).filter(|(line, start)| line.starts_with(start)).count() == KEPT.len()
}

/// What is behind these words in a line of the comment.
pub fn behind<'a>(record: &'a Record, start: &str) -> Option<&'a str> {
    record.comment.lines().find_map(|line| line.strip_prefix(start))
}

/// Gives each act of a kept game, as it is written, to `take`.
///
/// # Errors
///
/// The first one of `take`.
pub fn each_act(record: &Record, mut take: impl FnMut(&str) -> Result<(), String>) -> Result<(), String> {
    let acts = behind(record, KEPT[2]).unwrap_or_default().split(BETWEEN_ACTS);
    acts.filter(|act| !act.is_empty()).try_for_each(&mut take)
}

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
    let is_kept = is_kept(record);
    let opening_rule = match behind(record, KEPT[0]).filter(|_| is_kept) {
        Some(name) => name.parse().map_err(|_| format!("{name}: no opening rule"))?,
        None => opening,
    };
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
    if is_kept {
        let acts = read_acts(record, &protocol.terms)?;
        n_stones = acts.iter().filter(|act| matches!(act, Act::Place(_) | Act::Select(_))).count();
        protocol.deeds = acts.into_iter().map(|act| recorded(None, deed_of(act), None)).collect();
    }
    for played in record.moves.played().skip(n_stones) {
        let deed = match played.turn {
            Turn::Place(point) => Deed::stone(point),
            Turn::Pass => Deed::Pass,
        };
        // Whose turn it is is for the referee to say.
        protocol.deeds.push(recorded(Some(played.color), deed, played.ms.map(Duration::from_millis)));
    }
    Ok(protocol)
}

const fn recorded(by: Option<Color>, deed: Deed, took: Option<Duration>) -> Recorded {
    Recorded { line: 0, by, deed, took }
}

fn deed_of(act: Act) -> Deed {
    match act {
        Act::Place(point) => Deed::stone(point),
        act => Deed::Act(act),
    }
}

fn read_acts(record: &Record, terms: &Terms) -> Result<Vec<Act>, String> {
    let game = OpeningGame::new(terms.opening_rule, terms.size, terms.rule);
    let mut game = game.ok_or("the board is too small for its opening")?;
    each_act(record, |act| {
        let read = game.phase().read(act).ok_or_else(|| format!("{act} is no act of an opening"))?;
        game.act(read).map_err(|why| why.to_string())
    })?;
    Ok(game.acts().cloned().collect())
}
