//! `tianyuan ratings FILE..`: one table of all players from the journals of many matches.
#![deny(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde_json::json;
use tianyuan_arena::game_record::GameRecord;
use tianyuan_arena::journal::Journal;
use tianyuan_arena::report::faults;
use tianyuan_arena::statistics::{Estimate, Games, Meeting, Pairs, ratings};
use tianyuan_arena::tally::{Results, Tally};
use tianyuan_rules::Size;

use super::Failure;

/// What can be asked.
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Arguments {
    /// Journals of matches; players with the same name are the same
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Gives a player this rating, and the others theirs beside it [default: the mean is 0]
    #[arg(long, value_name = "NAME=ELO", value_parser = anchor)]
    anchor: Option<(String, f64)>,
    /// The table as JSON, one object a line
    #[arg(long)]
    json: bool,
}

const HELP: &str = "Examples:
  tianyuan ratings match.jsonl
  tianyuan ratings *.jsonl --anchor old=1500

A journal is written by tianyuan match --journal FILE. Ratings are the likeliest ones for all results together,
a draw being half a win. An error holds the true rating with a chance of 95 %; it is that against the mean of
all players. Pairs of games count as a match counts them: whole ones, and none twice.";

/// All players and what they made of each other.
#[derive(Debug, Default)]
struct Table {
    names: Vec<String>,
    /// For each size of the board, for what repeats is seen only on the same.
    tallies: BTreeMap<Size, Tally>,
    /// The number of the next pair: each journal numbers its own.
    next_pair: usize,
    /// The first game of each journal, which no other has to the last of its times.
    first_games: Vec<GameRecord>,
}

/// A player in the table.
struct Row<'a> {
    name: &'a str,
    elo: Estimate,
    games: Games,
    n_faults: u64,
}

/// Answers on `output`.
pub(crate) fn run(arguments: &Arguments, output: &mut impl Write) -> Result<(), Failure> {
    let mut table = Table::default();
    for file in &arguments.files {
        let added = read(file).and_then(|journal| table.add(journal));
        added.map_err(|complaint| Failure::Input(format!("{}: {complaint}", file.display())))?;
    }
    let rows = table.rows(arguments.anchor.as_ref()).map_err(Failure::Input)?;
    if arguments.json {
        return Ok(write_json(&rows, output)?);
    }
    write_text(&rows, output)?;
    for tally in table.tallies.values() {
        faults(tally, &table.names).iter().try_for_each(|line| writeln!(output, "{}", shown(line)))?;
    }
    Ok(output.flush()?)
}

fn read(file: &Path) -> Result<Journal, String> {
    let bytes = fs::read(file).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => "there is no such file; a journal of a match is needed".to_owned(),
        _ => error.to_string(),
    })?;
    Journal::read(&bytes).map_err(|error| error.to_string())
}

impl Table {
    fn add(&mut self, journal: Journal) -> Result<(), String> {
        let size = journal.header.size;
        let size = Size::new(size).ok_or_else(|| format!("line 1: no board has {size} lines"))?;
        let players: Vec<usize> = journal.header.names.iter().map(|name| self.player(name)).collect();
        let mut sorted = players.clone();
        sorted.sort_unstable();
        if sorted.windows(2).any(|two| two.first() == two.last()) {
            return Err("line 1: two players have the same name".to_owned());
        }
        if let Some(first) = journal.games.first() {
            if self.first_games.contains(first) {
                return Err(
                    "it begins with the same game as a file before it; each can be there once".to_owned()
                );
            }
            self.first_games.push(first.clone());
        }
        let first_pair = self.next_pair;
        let tally = self.tallies.entry(size).or_insert_with(|| Tally::new(size));
        for (number, game) in (1..).zip(journal.games) {
            let known = game.players.map(|player| players.get(player).copied());
            let ([Some(black), Some(white)], Some(pair)) = (known, first_pair.checked_add(game.pair)) else {
                return Err(format!(
                    "game {number}: its players or its pair are not those of the first line"
                ));
            };
            self.next_pair = self.next_pair.max(pair.saturating_add(1));
            tally.add(GameRecord { players: [black, white], pair, ..game });
        }
        Ok(())
    }

    /// The number of a player, who may be new.
    fn player(&mut self, name: &str) -> usize {
        self.names.iter().position(|known| known == name).unwrap_or_else(|| {
            self.names.push(name.to_owned());
            self.names.len() - 1
        })
    }

    /// What every two made of each other, in whichever order their journals have them.
    fn meetings(&self) -> Vec<Meeting> {
        let mut meetings: BTreeMap<[usize; 2], (Games, Pairs)> = BTreeMap::new();
        for (&[one, two], results) in self.tallies.values().flat_map(Tally::results) {
            let (players, Results { games, pairs, .. }) =
                if one < two { ([one, two], *results) } else { ([two, one], reversed(*results)) };
            let sum = meetings.entry(players).or_default();
            sum.0 += games;
            sum.1.two_draws += pairs.two_draws;
            sum.1.counts.iter_mut().zip(pairs.counts).for_each(|(sum, count)| *sum += count);
        }
        let meeting = |(players, (games, pairs))| Meeting { players, games, pairs };
        meetings.into_iter().map(meeting).collect()
    }

    /// The players from strong to weak.
    fn rows(&self, anchor: Option<&(String, f64)>) -> Result<Vec<Row<'_>>, String> {
        let meetings = self.meetings();
        let found = ratings(self.names.len(), &meetings);
        let players = self.names.iter().zip(found).enumerate();
        let rows = players.map(|(player, (name, elo))| {
            let (games, n_faults) = (games_of(player, &meetings), self.n_faults(player));
            Row { name, elo, games, n_faults }
        });
        let mut rows: Vec<Row<'_>> = rows.collect();
        if let Some((name, elo)) = anchor {
            let there = rows.iter().find(|row| row.name == name).map(|row| elo - row.elo.value);
            let shift = there.ok_or_else(|| format!("--anchor {name}: no player has this name"))?;
            for row in &mut rows {
                row.elo.value += shift;
            }
        }
        rows.sort_by(|a, b| b.elo.value.total_cmp(&a.elo.value).then(a.name.cmp(b.name)));
        Ok(rows)
    }

    /// Games that a player lost by anything but a five.
    fn n_faults(&self, player: usize) -> u64 {
        let faults = self.tallies.values().flat_map(Tally::faults);
        faults.filter(|((who, _), _)| *who == player).map(|(_, n)| n).sum()
    }
}

fn reversed(results: Results) -> Results {
    let mut pairs = results.pairs;
    pairs.counts.reverse();
    Results { games: results.games.reversed(), pairs, ..results }
}

fn games_of(player: usize, meetings: &[Meeting]) -> Games {
    let mut games = Games::default();
    for meeting in meetings {
        let [one, two] = meeting.players;
        if one == player {
            games += meeting.games;
        } else if two == player {
            games += meeting.games.reversed();
        }
    }
    games
}

fn write_text(rows: &[Row<'_>], output: &mut impl Write) -> io::Result<()> {
    let names: Vec<String> = rows.iter().map(|row| shown(row.name)).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or_default().max(4);
    writeln!(output, "   #  {:width$}      Elo   error   games   score   draws  faults", "name")?;
    for ((rank, row), name) in (1..).zip(rows).zip(names) {
        let Row { elo, games, n_faults, .. } = row;
        let (n, score, draws) = (games.n_games(), 100.0 * games.score(), 100.0 * draw_ratio(games));
        writeln!(
            output,
            "{rank:4}  {name:width$}  {:7.1}  {:6.1}  {n:6}  {score:4.1} %  {draws:4.1} %  {n_faults:6}",
            elo.value, elo.error
        )?;
    }
    Ok(())
}

fn write_json(rows: &[Row<'_>], output: &mut impl Write) -> io::Result<()> {
    for (rank, Row { name, elo, games, n_faults }) in (1..).zip(rows) {
        let Games { wins, losses, draws } = games;
        let object = json!({
            "rank": rank, "name": name, "elo": rounded(elo.value), "error": rounded(elo.error), "games": games.n_games(),
            "wins": wins, "losses": losses, "draws": draws, "score": games.score(), "faults": n_faults,
        });
        writeln!(output, "{object}")?;
    }
    output.flush()
}

/// To hundredths: more is not known of any player.
fn rounded(elo: f64) -> f64 {
    (100.0 * elo).round() / 100.0
}

/// The share of draws, 0 to 1.
#[expect(clippy::cast_precision_loss, reason = "fewer games than a float has integers")]
fn draw_ratio(games: &Games) -> f64 {
    games.draws as f64 / games.n_games().max(1) as f64
}

/// A text of a file, which may hold commands to a terminal.
fn shown(text: &str) -> String {
    text.replace(char::is_control, "?")
}

fn anchor(text: &str) -> Result<(String, f64), &'static str> {
    let parts = text.rsplit_once('=').map(|(name, elo)| (name.to_owned(), elo.parse().ok()));
    match parts {
        Some((name, Some(elo))) if f64::is_finite(elo) => Ok((name, elo)),
        _ => Err("a name and its rating are needed, such as old=1500"),
    }
}
