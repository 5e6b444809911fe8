//! The table of many games.
//!
//! The rules give 2 points for a win, 1 for a draw, 0 for a loss, and leave the placing of equals to each tournament. Here
//! equals are placed by, in this order: the points of all opponents together (Buchholz), those of the opponents that were
//! beaten and half of those drawn with (Sonneborn-Berger), wins. Who is equal in all has the same place.

use std::collections::BTreeMap;

use super::{Protocol, Summary};

/// The table of many games.
#[derive(Clone, Debug, Default)]
pub struct Standings {
    players: BTreeMap<String, Vec<Game>>,
    /// Games that do not count: to be played again, not over, or without names.
    pub uncounted: usize,
}

/// A game from the point of view of a player.
#[derive(Clone, Debug)]
struct Game {
    opponent: String,
    points: u32,
    /// Whether the player was to have Black: what pairing counts.
    assigned_black: bool,
}

/// A player in the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placed {
    /// The place, from 1; equals have the same.
    pub place: usize,
    /// The player.
    pub name: String,
    /// Points.
    pub points: u32,
    /// Games, wins, draws, losses.
    pub games: [usize; 4],
    /// Games in which the player was to have Black, and White.
    pub colors: [usize; 2],
    /// Points of all opponents together.
    pub buchholz: u32,
    /// Points of beaten opponents, and half of those drawn with, in halves.
    pub sonneborn_halves: u32,
}

impl Standings {
    /// Adds a game.
    pub fn add(&mut self, protocol: &Protocol, summary: &Summary) {
        let [black, white] = &protocol.players;
        let Some([of_black, of_white]) =
            summary.points.filter(|_| !black.is_empty() && !white.is_empty() && black != white)
        else {
            self.uncounted += 1;
            return;
        };
        let mut add = |name: &String, opponent: &String, points, assigned_black| {
            let game = Game { opponent: opponent.clone(), points, assigned_black };
            self.players.entry(name.clone()).or_default().push(game);
        };
        add(black, white, of_black, true);
        add(white, black, of_white, false);
    }

    fn points(&self, name: &str) -> u32 {
        self.players.get(name).into_iter().flatten().map(|game| game.points).sum()
    }

    /// The players, best first; equals by their names.
    pub fn table(&self) -> Vec<Placed> {
        let mut table: Vec<Placed> = self.players.iter().map(|(name, games)| self.row(name, games)).collect();
        let key = |row: &Placed| (row.points, row.buchholz, row.sonneborn_halves, row.games[1]);
        // Stable: equals stay in the order of their names.
        table.sort_by_key(|row| std::cmp::Reverse(key(row)));
        let keys: Vec<_> = table.iter().map(key).collect();
        for row in &mut table {
            row.place = 1 + keys.iter().filter(|other| **other > key(row)).count();
        }
        table
    }

    fn row(&self, name: &str, games: &[Game]) -> Placed {
        let count = |is_it: fn(&Game) -> bool| games.iter().filter(|game| is_it(game)).count();
        let n_black = count(|game| game.assigned_black);
        Placed {
            place: 0,
            name: name.to_owned(),
            points: self.points(name),
            games: [
                games.len(),
                count(|g| g.points == 2),
                count(|g| g.points == 1),
                count(|g| g.points == 0),
            ],
            colors: [n_black, games.len() - n_black],
            buchholz: games.iter().map(|game| self.points(&game.opponent)).sum(),
            sonneborn_halves: games.iter().map(|game| game.points * self.points(&game.opponent)).sum(),
        }
    }
}
