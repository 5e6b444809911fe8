//! `tianyuan match`: engine against engine, with numbers one can trust.
#![deny(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

mod arguments;
mod export;
mod files;
mod output;

use std::collections::BTreeSet;
use std::io::Write;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use tianyuan_arena::competitor::{Competitor, InProcess};
use tianyuan_arena::process::{Engine, EngineSpec};
use tianyuan_arena::tournament::{News, Tournament};
use tianyuan_player::{Clock, Control, Player, Settings};
use tianyuan_search::level::{Level, LeveledPlayer};

use super::Failure;
use super::interrupt::on_interrupt;
pub(crate) use arguments::Arguments;
use arguments::Contest;
use files::Files;
use output::Output;

/// The name of a program that is this one, without a pipe.
const OWN: &str = "self";

/// Plays and tells of it on `output`. `words` are those behind `match` on the command line.
pub(crate) fn run(
    arguments: &Arguments,
    words: &[String],
    clock: &Arc<dyn Clock>,
    output: &mut impl Write,
) -> Result<(), Failure> {
    let words = arguments.words_of_the_match(words)?;
    let arguments = &arguments.of_words(&words)?;
    let contest = Contest::new(arguments).map_err(Failure::Input)?;
    let (mut files, played) = Files::open(arguments, &contest, &words)?;
    let mut output = Output::new(&contest, arguments, output);
    output.begin(&played)?;
    let done: BTreeSet<(usize, bool)> = played.iter().map(|game| (game.pair, game.second)).collect();
    let mut failure = None;
    // The first Ctrl-C lets the games under way be played to their end; the journal is kept in any case.
    let control = Arc::new(Control::new());
    on_interrupt(&control);
    if !output.is_decided() {
        let players = |number: usize| contest.competitor(number, clock);
        contest.tournament(&players).play(&|pair, second| done.contains(&(pair, second)), &mut |news| {
            if failure.is_some() {
                // A journal that could not be written to once is left as it is.
                return ControlFlow::Break(());
            }
            take(news, &mut files, &mut output, control.is_stopped()).unwrap_or_else(|error| {
                failure = Some(error);
                ControlFlow::Break(())
            })
        });
    }
    match failure {
        Some(error) => Err(error),
        None => Ok(output.end()?),
    }
}

/// Takes what has happened; breaks when enough is known.
fn take<W: Write>(
    news: News,
    files: &mut Files,
    output: &mut Output<'_, W>,
    is_over: bool,
) -> Result<ControlFlow<()>, Failure> {
    match news {
        News::Started(number, players) => output.started(number, players)?,
        News::Finished(game) => {
            files.add(&game)?;
            output.finished(&game)?;
        }
    }
    Ok(if is_over || output.is_decided() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
}

impl Contest {
    fn tournament<'a>(
        &'a self,
        players: &'a (dyn Fn(usize) -> Box<dyn Competitor> + Sync),
    ) -> Tournament<'a> {
        Tournament {
            plan: &self.plan,
            terms: self.terms,
            controls: self.seats.iter().map(|seat| seat.control).collect(),
            players,
            concurrency: self.concurrency,
            pin: self.pin,
        }
    }

    fn competitor(&self, number: usize, clock: &Arc<dyn Clock>) -> Box<dyn Competitor> {
        let spec: EngineSpec = self.engines.get(number).cloned().unwrap_or_default();
        let habits = self.seats.get(number).map(|seat| seat.habits).unwrap_or_default();
        if spec.command.as_os_str() != OWN {
            return Box::new(Engine::new(spec, habits));
        }
        let seat = self.seats.get(number);
        let mut engine = tianyuan_search::Engine::new(Arc::clone(clock));
        if let Some(seat) = seat {
            engine = seat.numbers.seat(engine);
        }
        let level = seat.map_or(Level::Tianyuan, |seat| seat.level);
        // Two of a level are two people: they do not err at the same moves.
        let mut player = LeveledPlayer::new(engine, level, number as u64);
        let threads = usize::try_from(habits.threads).unwrap_or(1);
        let table_bytes = usize::try_from(habits.memory / 2).unwrap_or(usize::MAX);
        player.configure(Settings { threads, table_bytes });
        let origin = Instant::now().checked_sub(clock.now().since_origin()).unwrap_or_else(Instant::now);
        Box::new(InProcess::new(Box::new(player), origin))
    }
}
