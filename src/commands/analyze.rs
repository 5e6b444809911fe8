//! `tianyuan analyze POSITION`: the best moves, what they are worth, and how play goes on.
#![deny(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::time::Duration;

use tianyuan_player::{Answer, Clock, Job, Limits, Player, Report, Settings, Task, Verdict};
use tianyuan_rules::{Board, Color, Diagram, Foul, Point, Position};
use tianyuan_search::Engine;

use super::Failure;
use crate::position_argument::{BoardOptions, POSITION_HELP, Reading};

/// What can be asked.
#[derive(Debug, clap::Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{POSITION_HELP}"))]
pub(crate) struct Arguments {
    /// Moves such as h8i9g7, a file, a drawing, or - for standard input
    #[arg(value_name = "POSITION")]
    position: OsString,
    #[command(flatten)]
    board: BoardOptions,
    /// Time to think, such as 5s, 500ms or 2m [default: 5s, if there is no other limit]
    #[arg(long, value_name = "TIME", value_parser = duration, allow_hyphen_values = true)]
    time: Option<Duration>,
    /// Positions to look at; with one thread the answer depends on nothing else
    #[arg(long, value_name = "N", value_parser = number::<{ u64::MAX }>)]
    nodes: Option<u64>,
    /// Depth of the search in plies
    #[arg(long, value_name = "PLIES", value_parser = number::<1000>)]
    depth: Option<u64>,
    /// How many moves to compare
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<484>)]
    lines: u64,
    /// Threads to use
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<256>)]
    threads: u64,
    /// Memory for the table of positions in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = number::<65_536>)]
    memory: u64,
}

const EXAMPLES: &str = "Examples:
  tianyuan analyze h8i9g7
  tianyuan analyze h8h9j9 --rule freestyle --lines 3 --time 10s
  tianyuan analyze game.psq --nodes 100000
  tianyuan analyze - < drawing.txt

Verdicts are those of the side to move. Moves to a win or a loss are counted as the winner plays them.";

/// Thinking time where nothing else limits it.
const TIME: Duration = Duration::from_secs(5);
/// Moves shown of a line of play.
const SHOWN_MOVES: usize = 12;

/// Answers on `output`; the progress goes to stderr if somebody is looking.
pub(crate) fn run(
    arguments: &Arguments,
    clock: &Arc<dyn Clock>,
    output: &mut impl Write,
) -> Result<(), Failure> {
    let reading = arguments.board.read(&arguments.position).map_err(Failure::Input)?;
    let position = &reading.position;
    let drawing = Diagram::new(position);
    write!(output, "{}", if reading.has_order { drawing.with_last_move() } else { drawing })?;
    if let Some(end) = end(position) {
        return Ok(writeln!(output, "{end}")?);
    }
    writeln!(output, "{} to move, {}.", position.side(), position.rule())?;
    if let Some((point, foul)) = standing_foul(&reading) {
        writeln!(output, "Black's last move, {point}, is forbidden: {foul}. White can claim the win.")?;
    }
    output.flush()?;
    let mut engine = Engine::new(Arc::clone(clock));
    engine.configure(arguments.settings());
    let mut lines = Lines::default();
    let progress = Progress::new();
    let answer = super::think(&mut engine, &arguments.job(position, clock), &mut |report: Report| {
        progress.show(&report);
        lines.take(report);
    })?;
    progress.clear();
    Ok(lines.write(answer, output)?)
}

impl Arguments {
    fn settings(&self) -> Settings {
        Settings { threads: whole(self.threads), table_bytes: whole(self.memory << 20) }
    }

    fn job(&self, position: &Position, clock: &Arc<dyn Clock>) -> Job {
        let is_limited = self.time.is_some() || self.nodes.is_some() || self.depth.is_some();
        let limits = Limits {
            started: clock.now(),
            turn: if is_limited { self.time } else { Some(TIME) },
            depth: self.depth.and_then(|depth| u32::try_from(depth).ok()),
            nodes: self.nodes,
            ..Limits::INFINITE
        };
        Job::new(position.clone(), limits, Task::Analyze { lines: whole(self.lines) })
    }
}

/// A number as this machine counts.
fn whole(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// Why there is nothing to analyze.
fn end(position: &Position) -> Option<String> {
    let winner = Board::from(position)
        .winner()
        .map(|color| format!("{color} has won: the winning line stands on the board."));
    let is_full = position.empty_points().next().is_none();
    winner.or_else(|| is_full.then(|| "The board is full: a draw.".to_owned()))
}

/// The black stone just placed, if it was forbidden.
fn standing_foul(reading: &Reading) -> Option<(Point, Foul)> {
    let mut position = reading.position.clone();
    let last = position.take_back().filter(|stone| reading.has_order && stone.color == Color::Black)?;
    Board::from(&position).foul_at(last.point).map(|foul| (last.point, foul))
}

/// The last report of each line of play.
#[derive(Debug, Default)]
struct Lines {
    reports: Vec<Report>,
}

impl Lines {
    fn take(&mut self, report: Report) {
        self.reports.retain(|known| known.line != report.line);
        self.reports.push(report);
        self.reports.sort_by_key(|known| known.line);
    }

    fn write(&self, answer: Answer, output: &mut impl Write) -> io::Result<()> {
        let Some(first) = self.reports.first() else { return write_unreported(answer, output) };
        writeln!(output, "\n  #  move  {:<28} depth  line of play", "verdict")?;
        for report in &self.reports {
            write_line(report, output)?;
        }
        let nodes = self.reports.iter().map(|report| report.nodes).max().unwrap_or(first.nodes);
        let elapsed = self.reports.iter().map(|report| report.elapsed).max().unwrap_or(first.elapsed);
        writeln!(output, "\n{nodes} nodes in {:.2} s", elapsed.as_secs_f64())
    }
}

/// An answer that needed no search.
fn write_unreported(answer: Answer, output: &mut impl Write) -> io::Result<()> {
    match answer {
        Answer::Move(point) => writeln!(output, "\nMove, without a search: {point}"),
        Answer::NoMove => writeln!(output, "\nThere is no move."),
    }
}

fn write_line(report: &Report, output: &mut impl Write) -> io::Result<()> {
    let first = report.pv.first().map(Point::to_string).unwrap_or_default();
    let (rank, verdict) = (report.line + 1, in_words(report.verdict));
    let depth = format!("{}/{}", report.depth, report.selective_depth);
    write!(output, "{rank:3}  {first:4}  {verdict:<28} {depth:5} ")?;
    report.pv.iter().take(SHOWN_MOVES).try_for_each(|point| write!(output, " {point}"))?;
    writeln!(output, "{}", if report.pv.len() > SHOWN_MOVES { " ..." } else { "" })
}

/// What the side to move can expect.
fn in_words(verdict: Verdict) -> String {
    let (result, plies) = match verdict {
        Verdict::Estimate { win_chance, .. } => return format!("{:.1} %", 100.0 * win_chance),
        Verdict::WinIn(plies) => ("wins", plies),
        Verdict::LossIn(plies) => ("loses", plies),
    };
    let moves = plies.div_ceil(2);
    let plural = |n: u32, one: &str, more: &str| format!("{n} {}", if n == 1 { one } else { more });
    format!("{result} in {} ({})", plural(moves, "move", "moves"), plural(plies, "ply", "plies"))
}

/// A line on a terminal that is written over and over.
#[derive(Debug)]
struct Progress {
    is_watched: bool,
}

impl Progress {
    fn new() -> Self {
        Self { is_watched: io::stderr().is_terminal() }
    }

    /// A terminal that cannot be written to costs the progress and not the answer.
    fn show(&self, report: &Report) {
        if self.is_watched && report.line == 0 {
            let best = report.pv.first().map(Point::to_string).unwrap_or_default();
            let (depth, seconds, verdict) = (report.depth, report.elapsed.as_secs_f64(), report.verdict);
            let line = format!("depth {depth}  {best}  {}  {seconds:.1} s", in_words(verdict));
            let _ = write!(io::stderr(), "\r\x1b[K{line}");
        }
    }

    fn clear(&self) {
        if self.is_watched {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

/// A time such as `5s`, `500ms`, `2m`; seconds if no unit stands behind the number.
fn duration(text: &str) -> Result<Duration, &'static str> {
    let number = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let seconds_in_unit = match text.strip_prefix(number) {
        Some("ms") => 0.001,
        Some("" | "s") => 1.0,
        Some("m" | "min") => 60.0,
        _ => f64::NAN,
    };
    let seconds = number.parse().ok().map(|number: f64| number * seconds_in_unit);
    let duration = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    duration.ok_or("a time such as 5s, 500ms or 2m is needed")
}

/// A number from 1 to `MOST`.
fn number<const MOST: u64>(text: &str) -> Result<u64, String> {
    let number = text.parse().ok().filter(|number| (1..=MOST).contains(number));
    number.ok_or_else(|| match MOST {
        u64::MAX => "a number from 1 on is needed".to_owned(),
        most => format!("a number 1 to {most} is needed"),
    })
}
