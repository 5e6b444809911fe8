//! `tianyuan analyze POSITION`: the best moves, what they are worth, and how play goes on.
#![deny(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

mod canvas;
mod objects;
mod plain;
mod proof;
mod show;
mod stop;
mod table;
mod terminal;

use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::time::Duration;

use tianyuan_player::{Answer, Clock, Control, Job, Lines, Player, Settings, Task};
use tianyuan_rules::{Color, Position};
use tianyuan_search::Engine;

use super::Failure;
use super::analysis::json::Ending;
use super::analysis::question::{
    self, Effort, MOST_DEPTH, MOST_LINES, MOST_MEMORY, MOST_THREADS, Over, Points,
};
use super::values::{duration, number, whole};
use crate::numbers_file::NumbersOption;
use crate::position_argument::{BoardOptions, POSITION_HELP, Reading};
use show::Show;

/// What can be asked.
#[derive(Debug, clap::Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{POSITION_HELP}"))]
pub(crate) struct Arguments {
    /// Moves such as h8i9g7, a file, a drawing, or - for standard input
    #[arg(value_name = "POSITION")]
    position: OsString,
    #[command(flatten)]
    board: BoardOptions,
    /// Who is to move, black or white [default: as the position has it]
    #[arg(long, value_name = "COLOR", value_parser = question::color)]
    side: Option<Color>,
    /// Time to think, such as 5s, 500ms or 2m [default: 5s, if there is no other limit]
    #[arg(long, value_name = "TIME", value_parser = duration, allow_hyphen_values = true)]
    time: Option<Duration>,
    /// Positions to look at; with one thread the answer depends on nothing else
    #[arg(long, value_name = "N", value_parser = number::<{ u64::MAX }>)]
    nodes: Option<u64>,
    /// Depth of the search in plies
    #[arg(long, value_name = "PLIES", value_parser = number::<MOST_DEPTH>)]
    depth: Option<u64>,
    /// Thinks until Enter or Ctrl-C
    #[arg(long, conflicts_with_all = ["time", "nodes", "depth"])]
    endless: bool,
    /// How many moves to compare, or all
    #[arg(long, value_name = "N", default_value = "1", value_parser = lines)]
    lines: u64,
    /// Looks at these moves and no others, such as h8,h9
    #[arg(long, value_name = "POINTS")]
    only: Option<Points>,
    /// Looks at none of these moves
    #[arg(long, value_name = "POINTS")]
    without: Option<Points>,
    /// Threads to use
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<MOST_THREADS>)]
    threads: u64,
    /// Memory for the table of positions in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = number::<MOST_MEMORY>)]
    memory: u64,
    /// Prints JSON, one object a line: each line of play of each depth, and the answer at last
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    numbers: NumbersOption,
}

const EXAMPLES: &str = "Examples:
  tianyuan analyze h8i9g7
  tianyuan analyze h8h9j9 --rule freestyle --lines 3 --time 10s
  tianyuan analyze h8i9g7 --only h10,g9 --lines all --endless
  tianyuan analyze game.psq --nodes 100000 --json
  tianyuan analyze - < drawing.txt

Verdicts are those of the side to move. Moves to a win or a loss are counted as the winner plays
them. Ctrl-C, or Enter in a terminal, ends an analysis early and shows what was found; a second
Ctrl-C ends the program at once. With --endless any line on standard input, or its end, is an
Enter.";

/// Time between two looks at what is shown.
const TICK: Duration = Duration::from_millis(100);

/// Shows the analysis on `output`, which is stdout.
pub(crate) fn run(
    arguments: &Arguments,
    clock: &Arc<dyn Clock>,
    output: &mut impl Write,
) -> Result<(), Failure> {
    let reading = arguments.read().map_err(Failure::Input)?;
    let job = arguments.job(&reading.position).map_err(Failure::Input)?;
    let engine = arguments.engine(clock).map_err(Failure::Input)?;
    let over = Over::of(&reading.position);
    let control = Arc::new(Control::new());
    let mut show = arguments.show(&reading.position, over, &control, output);
    show.begin(&reading, over)?;
    let ending = match over {
        Some(_) => Ending { over, ..Ending::default() },
        None => return Ok(think(engine, job, &control, clock, &mut *show)?),
    };
    Ok(show.end(&Lines::default(), &ending)?)
}

impl Arguments {
    fn read(&self) -> Result<Reading, String> {
        let mut reading = self.board.read(&self.position)?;
        if let Some(side) = self.side {
            reading.position.set_side(side);
        }
        Ok(reading)
    }

    fn job(&self, position: &Position) -> Result<Job, String> {
        let effort =
            Effort { time: self.time, nodes: self.nodes, depth: self.depth, is_endless: self.endless };
        let task = Task::Analyze { lines: whole(self.lines) };
        let mut job = Job::new(position.clone(), effort.limits(), task);
        let points = |points: &Option<Points>| points.as_ref().map(|points| points.0.clone());
        let (only, without) = (points(&self.only), points(&self.without).unwrap_or_default());
        job.choice = question::choice(position, only.as_deref(), &without, "--")?;
        Ok(job)
    }

    /// The form that suits whoever reads. A game that is over is not thought about, and nobody need end it.
    fn show<'a>(
        &self,
        position: &'a Position,
        over: Option<Over>,
        control: &Arc<Control>,
        output: &'a mut impl Write,
    ) -> Box<dyn Show + 'a> {
        let is_watched = io::stdin().is_terminal() && io::stdout().is_terminal();
        // A program in the background must not read from its terminal: it would be halted.
        let hears_enter = over.is_none() && self.position != "-" && (self.endless || is_watched);
        let breaks = if hears_enter { stop::on_enter(control) } else { Arc::default() };
        if self.json {
            Box::new(objects::Objects::new(output, position))
        } else if terminal::can_draw() {
            let hint = if hears_enter { "; Enter ends it" } else { "; Ctrl-C ends it" };
            Box::new(terminal::Terminal::new(output, hint, breaks))
        } else {
            Box::new(plain::Plain::new(output))
        }
    }

    /// Who thinks.
    fn engine(&self, clock: &Arc<dyn Clock>) -> Result<Engine, String> {
        let mut engine = self.numbers.read()?.seat(Engine::new(Arc::clone(clock)));
        engine.configure(Settings { threads: whole(self.threads), table_bytes: whole(self.memory << 20) });
        Ok(engine)
    }
}

fn think(
    mut engine: Engine,
    mut job: Job,
    control: &Arc<Control>,
    clock: &Arc<dyn Clock>,
    show: &mut dyn Show,
) -> io::Result<()> {
    super::interrupt::on_interrupt(control);
    let (mut lines, started) = (Lines::default(), clock.now());
    job.limits.started = started;
    let answer = super::listen(&mut engine, &job, control, TICK, |report| {
        let is_new = report.is_some_and(|report| lines.take(report));
        show.hear(&lines, is_new, clock.now().since(started))
    })?;
    let unreported = if let Answer::Move(point) = answer { Some(point) } else { None };
    let elapsed = clock.now().since(started);
    let proved = super::on_deep_stack(|| proof::of_win(&job, &lines, &**clock))?;
    let ending = Ending {
        best: lines.best().or(unreported),
        over: None,
        proved,
        elapsed,
        is_cancelled: control.is_stopped(),
    };
    show.end(&lines, &ending)
}

/// How many lines of play.
fn lines(text: &str) -> Result<u64, String> {
    if text == "all" {
        return Ok(MOST_LINES);
    }
    number::<MOST_LINES>(text).map_err(|complaint| complaint.replace(" is needed", " or all is needed"))
}
