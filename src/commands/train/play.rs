//! `tianyuan train play`: games of the engine against itself.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, IsTerminal, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use indicatif::{ProgressBar, ProgressStyle};
use tianyuan_player::{Clock, Control};
use tianyuan_training::data::{Games, Writer};
use tianyuan_training::play::{PlayedGame, play};
use tianyuan_training::setup::Setup;

use super::conditions::{GameArguments, engine};
use crate::commands::Failure;
use crate::commands::in_order::in_order;
use crate::commands::interrupt::on_interrupt;
use crate::commands::values::{number, whole};

/// What can be asked.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// File of the games; if it is there and of the same conditions its games need not be played again
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    #[command(flatten)]
    games: GameArguments,
    /// Positions to keep from inside of each search, 0 to 255
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u64).range(0..=255))]
    insights: u64,
    /// Number of the first game: other machines take other ranges, and merge puts them together
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    from: u64,
    /// How many games
    #[arg(long = "games", value_name = "N", default_value_t = 1000, value_parser = number::<1_000_000_000>)]
    count: u64,
}

const EXAMPLES: &str = "Examples:
  tianyuan train play --rule renju --openings openings/renju-15.txt --games 20000 --output renju.games
  tianyuan train play --rule renju --openings openings/renju-15.txt --from 20000 --games 20000 --output more.games";

pub(super) fn run(
    arguments: &Arguments,
    clock: &Arc<dyn Clock>,
    output: &mut impl Write,
) -> Result<(), Failure> {
    let setup = arguments.games.setup(engine(clock), whole(arguments.insights))?;
    let (file, there) = open(&arguments.output, &setup)?;
    let mut writer = Writer::behind(file, &setup);
    let end = arguments.from.saturating_add(arguments.count);
    let numbers: Vec<u64> = (arguments.from..end).filter(|number| !there.contains(number)).collect();
    let control = Arc::new(Control::new());
    on_interrupt(&control);
    let bar = progress(arguments.count, arguments.count - numbers.len() as u64);
    let started = clock.now();
    let mut n_played = 0_u64;
    play_all(&setup, &numbers, arguments.games.workers(), clock, &control, |game| {
        n_played += 1;
        bar.inc(1);
        writer.write(game)
    })?;
    bar.finish_and_clear();
    let hours = clock.now().since(started).as_secs_f64() / 3600.0;
    let left = numbers.len() as u64 - n_played;
    let n = u32::try_from(n_played).unwrap_or(u32::MAX);
    let speed = f64::from(n) / hours.max(1e-9);
    writeln!(output, "{n_played} games played, {speed:.0} an hour; {left} left of {}", arguments.count)?;
    Ok(())
}

/// The file, at its end, and the numbers of the games that are in it.
fn open(path: &Path, setup: &Setup) -> Result<(File, HashSet<u64>), Failure> {
    let complain =
        |error: &dyn std::fmt::Display| Failure::Input(format!("--output {}: {error}", path.display()));
    let opened = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
    let mut file = opened.map_err(|error| complain(&error))?;
    if file.metadata()?.len() == 0 {
        Writer::new(&mut file, setup.conditions())?;
        return Ok((file, HashSet::new()));
    }
    let mut games = Games::new(BufReader::new(&file)).map_err(|error| complain(&error))?;
    if games.conditions() != setup.conditions() {
        return Err(complain(&"its games were played under other conditions"));
    }
    let numbers = games.by_ref().map(|game| game.number).collect();
    // What was cut off in the middle of a game goes.
    let whole = games.whole_bytes();
    file.set_len(whole)?;
    file.seek(SeekFrom::Start(whole))?;
    Ok((file, numbers))
}

/// Plays the games of these numbers, so many at a time, and hands them on in order, until `control` says stop or nobody takes
/// them.
fn play_all(
    setup: &Setup,
    numbers: &[u64],
    workers: usize,
    clock: &Arc<dyn Clock>,
    control: &Control,
    mut take: impl FnMut(&PlayedGame) -> io::Result<()>,
) -> io::Result<()> {
    let worker = |_| {
        let mut engine = engine(clock);
        move |&number: &u64| (!control.is_stopped()).then(|| play(setup, number, &mut engine))
    };
    in_order(numbers, (0..workers.min(numbers.len())).map(worker).collect(), |game| {
        take(&game.ok_or_else(|| io::Error::other("the engine has no move"))?)
    })
}

/// How far it is, where somebody watches.
fn progress(games: u64, there: u64) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(games).with_position(there);
    bar.reset_eta();
    let style = ProgressStyle::with_template(
        "{pos} of {len} games, {per_sec}, {elapsed} gone, {eta} to go {wide_bar}",
    );
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
