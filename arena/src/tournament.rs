//! Playing a plan: several games side by side, each pair by one worker.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use crate::competitor::Competitor;
use crate::game_record::{GameRecord, GameResult};
use crate::plan::{PairOfGames, Plan};
use crate::process::system;
use crate::referee::{self, Terms};

/// What is played, by whom, and how.
pub struct Tournament<'a> {
    /// The games.
    pub plan: &'a Plan,
    /// What all games have in common; the limits are those of the players.
    pub terms: Terms,
    /// Limits of each player.
    pub controls: Vec<crate::time_control::TimeControl>,
    /// Makes the player with a number, once for each worker that needs it.
    pub players: &'a (dyn Fn(usize) -> Box<dyn Competitor> + Sync),
    /// Games side by side, at least 1.
    pub concurrency: usize,
    /// Whether each worker and its players keep to processors of their own, so many each.
    pub pin: Option<usize>,
}

impl std::fmt::Debug for Tournament<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tournament").field("terms", &self.terms).finish_non_exhaustive()
    }
}

/// What happens in a tournament.
#[derive(Clone, Debug)]
pub enum News {
    /// A game begins: its number from 0, and who plays, Black first.
    Started(usize, [usize; 2]),
    /// A game has ended.
    Finished(Box<GameRecord>),
}

/// A game that does not count because a command was swallowed is played again so often at most.
const ATTEMPTS: usize = 3;

impl Tournament<'_> {
    /// Plays all games that `is_done` does not know, and tells of them as they come, until `hear` breaks:
    /// then no new pair begins, and those that are under way are played to their end.
    pub fn play(
        &self,
        is_done: &(dyn Fn(usize, bool) -> bool + Sync),
        hear: &mut dyn FnMut(News) -> ControlFlow<()>,
    ) {
        let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
        let (sender, news) = channel();
        thread::scope(|scope| {
            for worker in 0..self.concurrency.max(1) {
                let (sender, next, stop) = (sender.clone(), &next, &stop);
                scope.spawn(move || self.work(worker, next, stop, is_done, &sender));
            }
            drop(sender);
            for one in news {
                if hear(one).is_break() {
                    stop.store(true, Ordering::Relaxed);
                }
            }
        });
    }

    fn work(
        &self,
        worker: usize,
        next: &AtomicUsize,
        stop: &AtomicBool,
        is_done: &(dyn Fn(usize, bool) -> bool + Sync),
        sender: &Sender<News>,
    ) {
        if let Some(n) = self.pin {
            let processors: Vec<usize> = system::processors().into_iter().skip(worker * n).take(n).collect();
            system::pin(&processors);
        }
        let mut seats = Seats { make: self.players, players: BTreeMap::new() };
        while !stop.load(Ordering::Relaxed) {
            let Some(pair) = self.plan.pair(next.fetch_add(1, Ordering::Relaxed)) else { return };
            for second in [false, true] {
                if !is_done(pair.number, second) && self.game(&pair, second, &mut seats, sender).is_err() {
                    return;
                }
            }
        }
    }

    /// Plays one game of a pair. An error is that nobody listens.
    fn game(
        &self,
        pair: &PairOfGames,
        second: bool,
        seats: &mut Seats<'_>,
        sender: &Sender<News>,
    ) -> Result<(), ()> {
        let [one, two] = pair.players;
        let players = if second { [two, one] } else { [one, two] };
        let number = 2 * pair.number + usize::from(second);
        sender.send(News::Started(number, players)).map_err(|_| ())?;
        let terms = Terms { controls: players.map(|player| self.controls[player]), ..self.terms };
        let (mut attempts, mut swallowed) = (0, [0; 2]);
        let record = loop {
            // Both games of a pair have the same seed, and so have tries of one that did not count another.
            let seed = (pair.number as u64) << 8 | attempts as u64;
            let played = seats.with(players, |sides| referee::play(&terms, &pair.opening, seed, sides));
            let [one, two] = players;
            let sides = if played.swapped { [two, one] } else { players };
            let record = GameRecord::new(pair.number, second, sides, &played);
            attempts += 1;
            swallowed = [0, 1].map(|side| swallowed[side] + record.swallowed[side]);
            if record.result != GameResult::Void || attempts >= ATTEMPTS {
                break GameRecord { swallowed, ..record };
            }
        };
        sender.send(News::Finished(Box::new(record))).map_err(|_| ())
    }
}

/// The players of a worker.
struct Seats<'a> {
    make: &'a (dyn Fn(usize) -> Box<dyn Competitor> + Sync),
    players: BTreeMap<usize, Box<dyn Competitor>>,
}

impl Seats<'_> {
    /// Lets two different players sit down.
    fn with<T>(&mut self, [one, two]: [usize; 2], act: impl FnOnce([&mut dyn Competitor; 2]) -> T) -> T {
        let mut black = self.players.remove(&one).unwrap_or_else(|| (self.make)(one));
        let white = self.players.entry(two).or_insert_with(|| (self.make)(two));
        let result = act([black.as_mut(), white.as_mut()]);
        self.players.insert(one, black);
        result
    }
}
