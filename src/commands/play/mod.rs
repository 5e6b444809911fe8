//! `tianyuan play`: a game in the terminal against the engine, in words.
//!
//! ```text
//! a line ── order ──> an act of the opening, a stone, a wish
//!                         │
//!        words <── table ─┴── the engine, whenever it is its turn
//! ```
#![deny(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

mod board;
mod ears;
mod file;
mod host;
mod keeper;
mod order;
mod table;
mod timing;
mod words;

use std::io::{Read, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tianyuan_player::{Clock, GameClock, Limits, Player, TimeRule};
use tianyuan_rules::opening::{OpeningRule, Seat};
use tianyuan_rules::{Color, Rule, Size};
use tianyuan_search::Engine;
use tianyuan_search::level::{Level, LeveledPlayer};

use super::Failure;
use super::analysis::question;
use super::language::Language;
use super::values::{duration, number, whole};
use crate::numbers_file::NumbersOption;
use ears::Lines;
use file::Kept;
use host::Host;
use keeper::Keeper;
use table::Table;
use timing::Timing;

/// What can be asked.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// freestyle, standard, renju, caro or caro-exact
    #[arg(long, value_name = "RULE", default_value = "renju")]
    rule: Rule,
    /// How the game begins: free, rif-2 (or chinese), soosyrv-8, taraguchi-10, swap2 and others
    #[arg(long, value_name = "RULE", default_value = "free")]
    opening_rule: OpeningRule,
    /// Lines on a side of the board, 5 to 22
    #[arg(long, value_name = "LINES", default_value = "15", value_parser = crate::position_argument::size_from_text)]
    size: Size,
    /// The color that you have at first: black, white, or guess, by lot (猜先)
    #[arg(long, value_name = "COLOR", default_value = "black", value_parser = side)]
    color: Side,
    /// Time for the game: 30m, 30m+10s (each move adds), 30m,byoyomi=60s (读秒), 0,moves=10/5m, or shared=2h for both
    /// together, which the word split halves
    #[arg(long, value_name = "CLOCK")]
    clock: Option<TimeRule>,
    /// How strong the engine plays, 1 to 10 or by name: novice, beginner, learner, casual, keen, club, expert, master,
    /// grandmaster, tianyuan [default: that of the game that is gone on with, else tianyuan]
    #[arg(long, value_name = "LEVEL")]
    level: Option<Level>,
    /// Time that the engine takes for a move at most
    #[arg(long, value_name = "TIME", default_value = "3s", value_parser = duration)]
    time: Duration,
    /// Nodes that the engine searches for a move, instead of a time
    #[arg(long, value_name = "NUMBER", value_parser = number::<1_000_000_000_000>)]
    nodes: Option<u64>,
    /// Draw offers that a side may be ahead of its opponent
    #[arg(long, value_name = "NUMBER", default_value_t = 2, value_parser = number::<1000>)]
    draw_offers_ahead: u64,
    /// Tells of boards in words instead of drawing them, for screen readers
    #[arg(long)]
    plain: bool,
    /// SGF file, not there yet, where the game is kept after each move [default: the one that is gone on with if it was
    /// kept here, else tianyuan-game.sgf or the first free of tianyuan-game-2.sgf and so on]
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// Goes on with the game that was kept in FILE, or with any SGF or Piskvork game, as --color if it does not say who you
    /// are; --clock begins a new clock
    #[arg(long, value_name = "FILE",
        conflicts_with_all = ["rule", "opening_rule", "size", "draw_offers_ahead"])]
    resume: Option<PathBuf>,
    /// en or zh [default: the language of the system]
    #[arg(long, value_name = "LANGUAGE")]
    lang: Option<Language>,
    #[command(flatten)]
    numbers: NumbersOption,
}

/// Which color a person has at first.
#[derive(Clone, Copy, Debug)]
enum Side {
    Color(Color),
    Guess,
}

fn side(text: &str) -> Result<Side, String> {
    match text {
        "guess" | "猜先" => Ok(Side::Guess),
        text => {
            question::color(text).map(Side::Color).map_err(|_| "black, white or guess is needed".to_owned())
        }
    }
}

const EXAMPLES: &str = "Examples:
  tianyuan play
  tianyuan play --level club --clock 10m,byoyomi=30s --color guess
  tianyuan play --opening-rule chinese --color white --time 10s
  tianyuan play --lang zh
  tianyuan play --resume tianyuan-game.sgf";

/// Plays a game on these lines.
pub(crate) fn run(
    arguments: &Arguments,
    clock: &Arc<dyn Clock>,
    input: impl Read + Send + 'static,
    output: &mut impl Write,
) -> Result<(), Failure> {
    let language = arguments.lang.unwrap_or_else(Language::of_system);
    let numbers = arguments.numbers.read().map_err(Failure::Input)?;
    let (kept, keeper) = begin(arguments).map_err(Failure::Input)?;
    let own_clock = Arc::clone(clock);
    let engine = move || numbers.seat(Engine::new(Arc::clone(&own_clock)));
    let adviser = Box::new(engine());
    let opponent_of = move |level| -> Box<dyn Player + Send> {
        Box::new(LeveledPlayer::new(engine(), level, rand::random()))
    };
    let level = arguments.level.or(kept.level).unwrap_or(Level::Tianyuan);
    let host = Host {
        table: kept.table,
        keeper,
        level,
        opponent: opponent_of(level),
        opponent_of: Box::new(opponent_of),
        adviser,
        clock: Arc::clone(clock),
        limits: Limits {
            turn: arguments.nodes.is_none().then_some(arguments.time),
            nodes: arguments.nodes,
            ..Limits::INFINITE
        },
        timing: match arguments.clock {
            Some(rule) => Some(Timing::new(GameClock::new(rule), Vec::new())),
            None => kept.clock.map(|clock| Timing::new(clock, kept.presses)),
        },
        language,
        plain: arguments.plain,
        verdict: None,
    };
    host.play(&mut Lines::of(input)?, output)
}

/// The game to be played, and where it is kept.
fn begin(arguments: &Arguments) -> Result<(Kept, Keeper), String> {
    if let Some(file) = &arguments.resume {
        let complain = |error| format!("--resume {error}");
        let kept = file::read(file, seat(arguments.color)).map_err(complain)?;
        let keeper = match &arguments.file {
            Some(file) => Keeper::of_choice(Some(file.clone())),
            None => file::keeper_of(file, &kept),
        };
        return Ok((kept, keeper?));
    }
    let person = seat(arguments.color);
    let (rule, size, lead) = (arguments.opening_rule, arguments.size, whole(arguments.draw_offers_ahead));
    let table = Table::new(rule, size, arguments.rule, person, lead);
    let table = table.ok_or("--opening-rule: the board is too small for it")?;
    Ok((
        Kept { table, clock: None, presses: Vec::new(), level: None },
        Keeper::of_choice(arguments.file.clone())?,
    ))
}

/// The seat of who has a color at first, or one drawn by lot.
fn seat(side: Side) -> Seat {
    let is_black = match side {
        Side::Color(color) => color == Color::Black,
        Side::Guess => rand::random(),
    };
    if is_black { Seat::First } else { Seat::Second }
}

#[cfg(test)]
mod tests;
