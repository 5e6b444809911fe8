//! Tianyuan (天元): an engine for renju and gomoku. In a pipe it speaks the Gomocup protocol and nothing
//! else, whatever its file is called; with a subcommand it answers on the command line.

mod cli;
mod commands;
mod driver;
mod input;
mod log;
mod numbers_file;
mod position_argument;
mod table_file;

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::thread;

use clap::{Parser, Subcommand};
use tianyuan_player::Clock;
use tianyuan_protocol::{About, Messages};
use tianyuan_search::Engine;

use commands::finish;
use driver::{Seat, SteadyClock};
use log::Log;
use numbers_file::NumbersOption;

/// What the command line can say.
#[derive(Debug, Parser)]
#[command(name = "tianyuan", version = cli::VERSION, about, after_help = EXAMPLES)]
struct Cli {
    /// Records every line of a session, with times, behind what is in FILE
    #[arg(long, global = true, value_name = "FILE")]
    log: Option<PathBuf>,
    /// In which words a session tells of its searches: plain, ucilike or none
    #[arg(long, value_name = "FORM", default_value = "plain", value_parser = messages)]
    messages: Messages,
    #[command(flatten)]
    numbers: NumbersOption,
    /// Yixin-Board says so on Windows; text is UTF-8 here anyway
    #[arg(long, hide = true)]
    force_utf8: bool,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Shows where Black's moves are forbidden, and why
    Forbidden(commands::forbidden::Arguments),
    /// Finds the best moves of a position
    Analyze(commands::analyze::Arguments),
    /// Finds forced wins with their proofs, and what stops them
    Solve(Box<commands::solve::Arguments>),
    /// Analyzes positions as programs ask for them: JSON on input and output, one object a line
    Stream(commands::stream::Arguments),
    /// Plays a game against you, in the terminal and in words
    Play(Box<commands::play::Arguments>),
    /// Says what a referee says of games of people: legal or not, claims, results, score sheets, tables
    Referee(Box<commands::referee::Arguments>),
    /// Plays engines against each other, with ratings, tests and records
    Match(Box<commands::contest::Arguments>),
    /// Rates the players of many matches in one table
    Ratings(commands::ratings::Arguments),
    /// Makes openings for matches, and checks them
    #[command(subcommand)]
    Openings(commands::openings::Task),
    /// Plays games of the engine against itself, for tuning
    #[command(subcommand)]
    Train(commands::train::Task),
    /// Converts games and openings from one format to another
    Convert(commands::convert::Arguments),
    /// Checks whether an engine keeps to the protocol and the rules
    Check(commands::check::Arguments),
    /// Measures the speed of the search and prints its signature
    Bench(commands::bench::Arguments),
    /// Plays a recorded session back and shows where the answers differ
    #[command(after_help = "Example:\n  tianyuan replay session.log")]
    Replay {
        /// A file written with --log
        file: PathBuf,
    },
}

const EXAMPLES: &str = "Without a command Tianyuan speaks the Gomocup protocol on its input and output.

Examples:
  tianyuan forbidden h8h9i7i9h10i6i11i12 --why g9
  tianyuan analyze h8i9g7 --lines 3 --time 10s
  tianyuan solve game.sgf --kind vcf --shortest
  tianyuan stream < requests.jsonl
  tianyuan play --opening-rule chinese --lang zh
  tianyuan referee round1.game
  tianyuan check ./pbrain-other
  tianyuan match -e self -e ./pbrain-other --turn 200ms --games 20
  tianyuan convert game.psq --to sgf --output game.sgf
  tianyuan bench
  tianyuan --log session.log
  tianyuan replay session.log";

const GREETING: &str = "Here I speak the Gomocup protocol, as managers do. Type, for example

  START 15                 a new game on 15x15
  INFO timeout_turn 1000   one second a move
  INFO rule 4              renju (0 freestyle, 1 standard, 8 and 9 caro)
  BEGIN                    I move first; or
  TURN 7,7                 you do: column from the left, row from the top, both from 0
  END                      good-bye

or leave and try: tianyuan forbidden | analyze | solve | match | check | convert | bench | --help
";

fn main() -> ExitCode {
    let clock: Arc<dyn Clock> = Arc::new(SteadyClock::start());
    let cli: Cli = match cli::parse() {
        Ok(cli) => cli,
        Err(code) => return code,
    };
    let is_session = matches!(cli.command, None | Some(Command::Replay { .. }));
    if !is_session && cli.log.is_some() {
        return cli::fail("--log records sessions; leave it out here");
    }
    if let Some(option) = cli.numbers.named().filter(|_| !is_session) {
        return cli::fail(format!("{option} is said behind the command here"));
    }
    let numbers = match cli.numbers.read() {
        Ok(numbers) => numbers,
        Err(complaint) => return cli::fail(complaint),
    };
    let player = || numbers.seat(Engine::new(Arc::clone(&clock)));
    let log = match cli.log.as_deref().map_or(Ok(Log::default()), record) {
        Ok(log) => log,
        Err(complaint) => return cli::fail(complaint),
    };
    match cli.command {
        None => converse(seat(&clock, player(), log), cli.messages),
        Some(Command::Forbidden(arguments)) => finish(commands::forbidden::run(&arguments, io::stdout())),
        Some(Command::Analyze(arguments)) => {
            finish(commands::analyze::run(&arguments, &clock, &mut io::stdout()))
        }
        Some(Command::Stream(arguments)) => {
            finish(commands::stream::run(&arguments, &clock, io::stdin(), io::stdout()))
        }
        Some(Command::Play(arguments)) => {
            finish(commands::play::run(&arguments, &clock, io::stdin(), &mut io::stdout()))
        }
        Some(Command::Referee(arguments)) => finish(commands::referee::run(&arguments, &mut io::stdout())),
        Some(Command::Match(arguments)) => {
            let words: Vec<String> = words_behind("match");
            finish(commands::contest::run(&arguments, &words, &clock, &mut io::stdout()))
        }
        Some(Command::Ratings(arguments)) => finish(commands::ratings::run(&arguments, &mut io::stdout())),
        Some(Command::Openings(task)) => match commands::openings::run(&task, &clock, &mut io::stdout()) {
            Ok(false) => ExitCode::FAILURE,
            other => finish(other.map(|_| ())),
        },
        Some(Command::Train(task)) => finish(commands::train::run(&task, &clock, &mut io::stdout())),
        Some(Command::Convert(arguments)) => finish(commands::convert::run(&arguments, &mut io::stdout())),
        Some(Command::Check(arguments)) => match commands::check::run(&arguments, &mut io::stdout()) {
            Ok(false) => ExitCode::FAILURE,
            other => finish(other.map(|_| ())),
        },
        Some(Command::Solve(arguments)) => {
            finish(commands::solve::run(&arguments, &clock, &mut io::stdout()))
        }
        Some(Command::Bench(arguments)) => {
            finish(commands::bench::run(&arguments, &clock, &mut io::stdout()))
        }
        Some(Command::Replay { file }) => replay(&file, || seat(&clock, player(), log.clone())),
    }
}

/// The words of the command line behind one.
fn words_behind(word: &str) -> Vec<String> {
    let words = std::env::args_os().map(|word| word.to_string_lossy().into_owned());
    words.skip_while(|it| it != word).skip(1).collect()
}

/// A form of messages by its name.
fn messages(name: &str) -> Result<Messages, &'static str> {
    match name {
        "plain" => Ok(Messages::Plain),
        "ucilike" => Ok(Messages::UciLike),
        "none" => Ok(Messages::Silent),
        _ => Err("plain, ucilike or none is needed"),
    }
}

/// Speaks the protocol. Leaves without freeing memory, which can take longer than a manager waits.
#[expect(clippy::exit, reason = "nothing is left to be done, and gigabytes need not be freed one by one")]
fn converse(seat: Seat, messages: Messages) -> ExitCode {
    if io::stdin().is_terminal() && io::stdout().is_terminal() {
        let _ = write!(io::stdout(), "tianyuan {}. {GREETING}", cli::VERSION);
    }
    driver::silence_panics(Arc::clone(&seat.clock), seat.log.clone());
    let seat = Seat { messages, ..seat };
    let code = driver::run(seat, io::stdin(), io::stdout()).is_err();
    std::process::exit(i32::from(code))
}

fn replay(file: &Path, seat: impl Fn() -> Seat) -> ExitCode {
    match commands::replay::replay(file, seat, &mut io::stdout()) {
        Ok(same) => ExitCode::from(u8::from(!same)),
        // Whoever read has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => cli::fail(format!("{}: {error}; a file written with --log is needed", file.display())),
    }
}

fn record(file: &Path) -> Result<Log, String> {
    let title = concat!("tianyuan ", env!("CARGO_PKG_VERSION"));
    Log::append(file, title).map_err(|error| format!("--log {}: {error}", file.display()))
}

fn seat(clock: &Arc<dyn Clock>, player: Engine, log: Log) -> Seat {
    let about = About {
        name: "Tianyuan".into(),
        version: cli::VERSION.into(),
        author: env!("CARGO_PKG_AUTHORS").into(),
        ..About::default()
    };
    let hardware_threads = thread::available_parallelism().map_or(1, usize::from);
    let (clock, player) = (Arc::clone(clock), Box::new(player));
    Seat { about, hardware_threads, clock, player, log, messages: Messages::default() }
}
