//! What is told of a match while it goes on.

use std::io::{self, Write};

use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use tianyuan_arena::game_record::GameRecord;
use tianyuan_arena::report::{Ended, Matchup, faults, memory};
use tianyuan_arena::statistics::{Elo, Estimate, State};
use tianyuan_arena::tally::{Results, Tally};

use super::arguments::{Arguments, Contest};

/// Text or JSON on a stream, and the tally behind it.
pub(super) struct Output<'a, W> {
    contest: &'a Contest,
    is_json: bool,
    every: u64,
    tally: Tally,
    /// Games after which the results were said last.
    n_said: Option<u64>,
    /// What the test has decided, which later games do not undo.
    decided: Option<State>,
    /// Shown on stderr if that is a terminal.
    progress: ProgressBar,
    stream: &'a mut W,
}

impl<'a, W: Write> Output<'a, W> {
    /// Nothing has happened yet.
    pub(super) fn new(contest: &'a Contest, arguments: &Arguments, stream: &'a mut W) -> Self {
        let tally = Tally::new(contest.terms.size);
        let progress = ProgressBar::new(2 * contest.plan.n_pairs() as u64);
        let style = ProgressStyle::with_template("{pos}/{len} games, {elapsed}, {eta} to go {wide_msg}");
        progress.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Self {
            contest,
            is_json: arguments.json,
            every: arguments.every,
            tally,
            n_said: None,
            decided: None,
            progress,
            stream,
        }
    }

    /// Takes the games that were played before.
    pub(super) fn begin(&mut self, games: &[GameRecord]) -> io::Result<()> {
        for game in games {
            self.take(game);
        }
        // The time to go is judged by the games of this run.
        self.progress.set_position(games.len() as u64);
        self.progress.reset_eta();
        if !self.is_json {
            writeln!(self.stream, "Openings: {}", self.contest.openings)?;
        }
        if !games.is_empty() && !self.is_json {
            writeln!(self.stream, "{} games were played before", games.len())?;
        }
        Ok(())
    }

    fn take(&mut self, game: &GameRecord) {
        self.tally.add(game.clone());
        if let (Some(sprt), None) = (&self.contest.sprt, self.decided) {
            let mut states = self.tally.results().values().map(|results| sprt.state(&results.pairs));
            self.decided = states.find(|state| *state != State::Open);
        }
    }

    /// Whether the test has been decided.
    pub(super) const fn is_decided(&self) -> bool {
        self.decided.is_some()
    }

    /// A game begins.
    pub(super) fn started(&mut self, number: usize, players: [usize; 2]) -> io::Result<()> {
        if self.is_json {
            return Ok(());
        }
        let ([black, white], all) =
            (players.map(|player| self.name(player)), 2 * self.contest.plan.n_pairs());
        let line = format!("Started game {} of {all} ({black} vs {white})", number + 1);
        self.say(&[line])
    }

    /// A game has ended.
    pub(super) fn finished(&mut self, game: &GameRecord) -> io::Result<()> {
        self.take(game);
        let number = 2 * game.pair + usize::from(game.second) + 1;
        let [black, white] = game.players.map(|player| self.name(player));
        let mut lines = Vec::new();
        if self.is_json {
            lines.push(json!({ "game": number, "black": black, "white": white, "record": game }).to_string());
        } else {
            lines.push(format!("Finished game {number} ({black} vs {white}): {}", Ended(game)));
            let results = self.tally.results().iter();
            lines.extend(results.map(|(players, results)| self.matchup(*players, results).score()));
        }
        self.progress.inc(1);
        self.say(&lines)?;
        if self.tally.n_games().is_multiple_of(self.every) {
            self.results()?;
        }
        Ok(())
    }

    /// The last words.
    pub(super) fn end(&mut self) -> io::Result<()> {
        self.progress.finish_and_clear();
        if self.n_said != Some(self.tally.n_games()) {
            self.results()?;
        }
        if !self.is_json {
            let names = &self.contest.names;
            for line in faults(&self.tally, names).into_iter().chain(memory(&self.tally, names)) {
                writeln!(self.stream, "{line}")?;
            }
        }
        self.stream.flush()
    }

    fn results(&mut self) -> io::Result<()> {
        self.n_said = Some(self.tally.n_games());
        let say = |(players, results): (&[usize; 2], &Results)| {
            let matchup = self.matchup(*players, results);
            if self.is_json { self.json(*players, &matchup).to_string() } else { matchup.to_string() }
        };
        let lines: Vec<String> = self.tally.results().iter().map(say).collect();
        self.say(&lines)
    }

    /// Says lines in the place of the progress, which is drawn anew below them.
    fn say(&mut self, lines: &[String]) -> io::Result<()> {
        let stream = &mut *self.stream;
        self.progress.suspend(|| {
            lines.iter().try_for_each(|line| writeln!(stream, "{line}"))?;
            stream.flush()
        })
    }

    fn json(&self, players: [usize; 2], matchup: &Matchup<'_>) -> serde_json::Value {
        let Results { games, pairs, by_color } = matchup.results;
        let elo = Elo::of_pairs(pairs);
        let estimate = |of: fn(&Elo) -> Estimate| elo.as_ref().map(|elo| [of(elo).value, of(elo).error]);
        json!({
            "players": matchup.names,
            "conditions": matchup.conditions,
            "wins": games.wins,
            "losses": games.losses,
            "draws": games.draws,
            "pairs": pairs.counts,
            "won_by": { "black": by_color[0], "white": by_color[1] },
            "elo": estimate(|elo| elo.logistic),
            "nelo": estimate(|elo| elo.normalized),
            "los": elo.map(|elo| elo.superiority),
            "llr": matchup.sprt.map(|(sprt, _)| sprt.llr(pairs)),
            "faults": faults(&self.tally, &self.contest.names),
            "memory": players.map(|player| self.tally.memory().get(&player)),
        })
    }

    fn matchup<'b>(&'b self, players: [usize; 2], results: &'b Results) -> Matchup<'b> {
        let names = players.map(|player| self.name(player));
        let sprt = self.contest.sprt.as_ref().map(|sprt| (sprt, self.decided));
        Matchup { names, conditions: &self.contest.conditions, results, sprt }
    }

    fn name(&self, player: usize) -> &str {
        self.contest.names.get(player).map_or("?", String::as_str)
    }
}
