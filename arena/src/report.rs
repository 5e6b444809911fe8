//! Results as text, in the shape that users of fastchess and cutechess know.

use std::fmt::{self, Display};

use crate::competitor::Score;
use crate::game_record::{FaultKind, GameRecord, GameResult};
use crate::statistics::{Elo, Estimate, Sprt, State};
use crate::tally::{Results, Tally};

/// `1-0 {Black made five}`; 1-0 is Black's win.
#[derive(Debug)]
pub struct Ended<'a>(pub &'a GameRecord);

impl Display for Ended<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let points = match self.0.result {
            GameResult::Black => "1-0",
            GameResult::White => "0-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::Void => "*",
        };
        write!(f, "{points} {{{}}}", self.0.reason)
    }
}

/// What a player said of its move: `depth 12, 3400 nodes, value -43`, as far as it did.
#[derive(Debug)]
pub struct Said<'a>(pub &'a (Option<u32>, Option<u64>, Option<f64>));

impl Display for Said<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (depth, nodes, score) = self.0;
        let depth = depth.map(|depth| format!("depth {depth}"));
        let nodes = nodes.map(|nodes| format!("{nodes} nodes"));
        let score = score.map(|number| match Score::of_number(number) {
            Score::WinIn(plies) => format!("wins in {plies}"),
            Score::LossIn(plies) => format!("loses in {plies}"),
            Score::Value(value) => format!("value {value}"),
        });
        let parts: Vec<String> = [depth, nodes, score].into_iter().flatten().collect();
        f.write_str(&parts.join(", "))
    }
}

/// The results of two players.
#[derive(Debug)]
pub struct Matchup<'a> {
    /// Their names, the one whose results they are first.
    pub names: [&'a str; 2],
    /// The conditions in a few words.
    pub conditions: &'a str,
    /// The results.
    pub results: &'a Results,
    /// The test, if there is one, and what it has decided.
    pub sprt: Option<(&'a Sprt, Option<State>)>,
}

impl Matchup<'_> {
    /// `Score of A vs B: 12 - 3 - 5  [0.725] 20`: wins, losses, draws, points per game, games.
    pub fn score(&self) -> String {
        let games = &self.results.games;
        format!(
            "Score of {} vs {}: {} - {} - {}  [{:.3}] {}",
            self.names[0],
            self.names[1],
            games.wins,
            games.losses,
            games.draws,
            games.score(),
            games.n_games()
        )
    }
}

const RULE: &str = "--------------------------------------------------";

impl Display for Matchup<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Results { games, pairs, by_color } = self.results;
        writeln!(f, "{RULE}")?;
        writeln!(f, "Results of {} vs {} ({}):", self.names[0], self.names[1], self.conditions)?;
        if let Some(elo) = Elo::of_pairs(pairs) {
            writeln!(f, "Elo: {}, nElo: {}", Shown(elo.logistic), Shown(elo.normalized))?;
            let ratio = OrInfinite(pairs.pairs_ratio());
            let (los, draws) = (100.0 * elo.superiority, 100.0 * pairs.draw_ratio());
            writeln!(f, "LOS: {los:.2} %, DrawRatio: {draws:.2} %, PairsRatio: {ratio}")?;
        }
        let points = games.score() * games_as_float(games.n_games());
        writeln!(
            f,
            "Games: {}, Wins: {}, Losses: {}, Draws: {}, Points: {points:.1} ({:.2} %)",
            games.n_games(),
            games.wins,
            games.losses,
            games.draws,
            100.0 * games.score()
        )?;
        writeln!(
            f,
            "Ptnml(0-2): {:?}, WL/DD Ratio: {}, Black won {}, White won {}",
            pairs.counts,
            OrInfinite(pairs.split_ratio()),
            by_color[0],
            by_color[1]
        )?;
        if let Some((sprt, decided)) = self.sprt {
            writeln!(f, "{}", SprtLine(sprt, decided, self.results))?;
        }
        write!(f, "{RULE}")
    }
}

#[expect(clippy::cast_precision_loss, reason = "fewer games than a float has integers")]
const fn games_as_float(n: u64) -> f64 {
    n as f64
}

/// `LLR: 1.23 (41.8%) (-2.94, 2.94) [0.00, 5.00]`, and what was accepted.
struct SprtLine<'a>(&'a Sprt, Option<State>, &'a Results);

impl Display for SprtLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(sprt, decided, results) = self;
        let (llr, bounds) = (sprt.llr(&results.pairs), sprt.bounds());
        let share = 100.0 * llr / if llr < 0.0 { bounds.lower } else { bounds.upper };
        write!(
            f,
            "LLR: {llr:.2} ({share:.1}%) ({:.2}, {:.2}) [{:.2}, {:.2}]",
            bounds.lower, bounds.upper, sprt.elo0, sprt.elo1
        )?;
        match decided {
            None | Some(State::Open) => Ok(()),
            Some(State::AcceptedElo0) => write!(f, " H0 was accepted"),
            Some(State::AcceptedElo1) => write!(f, " H1 was accepted"),
        }
    }
}

/// `12.17 +/- 36.94`.
struct Shown(Estimate);

impl Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.2} +/- {:.2}", self.0.value, self.0.error)
    }
}

struct OrInfinite(Option<f64>);

impl Display for OrInfinite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(ratio) => write!(f, "{ratio:.2}"),
            None => f.write_str("inf"),
        }
    }
}

/// What went wrong for each player; nothing if nothing did.
pub fn faults(tally: &Tally, names: &[String]) -> Vec<String> {
    let name = |player| name_of(names, player);
    let lost = tally.faults().iter().map(|(&(player, fault), n)| {
        let by = match fault {
            FaultKind::Time => "by time",
            FaultKind::Illegal => "by illegal moves",
            FaultKind::Foul => "by forbidden moves",
            FaultKind::Failure => "by crash, silence or nonsense",
        };
        format!("{}: lost {n} {by}", name(player))
    });
    let late = tally.late().iter().filter(|(_, (n, _))| *n > 0);
    let late = late.map(|(&player, (n, most))| {
        format!("{}: {n} moves past the limit, the latest by {most:.1} ms", name(player))
    });
    let swallowed = tally.swallowed().iter().filter(|(_, n)| **n > 0);
    let swallowed = swallowed.map(|(&player, n)| {
        format!("{}: swallowed {n} questions; those games do not count, and were played again", name(player))
    });
    let pairs = [(tally.n_void(), "with a game that does not count"), (tally.n_twice(), "played before")];
    let left_out = pairs.into_iter().filter(|(n, _)| *n > 0);
    let left_out = left_out.map(|(n, what)| format!("pairs left out: {n} {what}"));
    lost.chain(late).chain(swallowed).chain(left_out).collect()
}

/// The most memory that each program was seen to use, for example `A: 235.6 MB`.
pub fn memory(tally: &Tally, names: &[String]) -> Option<String> {
    let shown = tally
        .memory()
        .iter()
        .map(|(&player, &bytes)| format!("{} {:.1} MB", name_of(names, player), megabytes(bytes)));
    let shown: Vec<String> = shown.collect();
    (!shown.is_empty()).then(|| format!("Memory at most: {}", shown.join(", ")))
}

fn name_of(names: &[String], player: usize) -> &str {
    names.get(player).map_or("?", String::as_str)
}

#[expect(clippy::cast_precision_loss, reason = "shown to a tenth")]
fn megabytes(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::{Games, Model, Pairs};

    #[test]
    fn what_was_said_is_shown_as_far_as_it_was() {
        let shown =
            |depth, nodes, score: Option<Score>| Said(&(depth, nodes, score.map(Score::number))).to_string();
        assert_eq!(shown(Some(12), Some(3400), Some(Score::Value(-43.0))), "depth 12, 3400 nodes, value -43");
        assert_eq!(shown(None, Some(7), Some(Score::WinIn(21))), "7 nodes, wins in 21");
        assert_eq!(shown(None, None, Some(Score::LossIn(8))), "loses in 8");
        assert_eq!(shown(None, None, None), "");
    }

    #[test]
    fn the_shape_that_people_know() {
        let mut pairs = Pairs::new([8, 20, 40, 21, 11]);
        pairs.two_draws = 12;
        let games = Games { wins: 78, losses: 71, draws: 51 };
        let results = Results { games, pairs, by_color: [80, 69] };
        let sprt = Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, model: Model::Normalized };
        let matchup = Matchup {
            names: ["A", "B"],
            conditions: "0.2 s a move, renju 15x15",
            results: &results,
            sprt: Some((&sprt, None)),
        };
        assert_eq!(matchup.score(), "Score of A vs B: 78 - 71 - 51  [0.517] 200");
        let text = matchup.to_string();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[1], "Results of A vs B (0.2 s a move, renju 15x15):");
        assert_eq!(lines[2], "Elo: 12.17 +/- 36.94, nElo: 15.93 +/- 48.15");
        assert_eq!(lines[3], "LOS: 74.17 %, DrawRatio: 40.00 %, PairsRatio: 1.14");
        assert_eq!(lines[4], "Games: 200, Wins: 78, Losses: 71, Draws: 51, Points: 103.5 (51.75 %)");
        let split = "Ptnml(0-2): [8, 20, 40, 21, 11], WL/DD Ratio: 2.33, Black won 80, White won 69";
        assert_eq!(lines[5], split);
        assert_eq!(lines[6], "LLR: 0.11 (3.8%) (-2.94, 2.94) [0.00, 5.00]");
    }
}
