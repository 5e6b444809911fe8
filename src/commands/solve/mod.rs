//! `tianyuan solve POSITION`: forced wins with their proofs, and what stops them.
#![deny(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

mod answer;
mod batch;
mod question;
mod record;
mod tree;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::ValueEnum;
use tianyuan_player::{Clock, Control, Force};
use tianyuan_rules::Color;
use tianyuan_search::threat::Solver;

use super::Failure;
use super::analysis::question::{self as points, MOST_MEMORY, MOST_THREADS, Over};
use super::values::{duration, number, whole};
use crate::position_argument::{BoardOptions, POSITION_HELP};
use question::{Effort, Question, Wanted};

/// What can be asked.
#[derive(Debug, clap::Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{POSITION_HELP}"))]
pub(crate) struct Arguments {
    /// Moves such as h8i9g7, a file, a drawing, or - for standard input
    #[arg(value_name = "POSITION", required_unless_present = "batch", conflicts_with = "batch")]
    position: Option<OsString>,
    #[command(flatten)]
    board: BoardOptions,
    /// Whose win, or with --kind defend whose defence, is looked for: black or white, who is then to move
    /// [default: the side to move]
    #[arg(long = "for", value_name = "COLOR", value_parser = points::color, conflicts_with = "batch")]
    side: Option<Color>,
    /// What is looked for
    #[arg(long, value_enum, default_value = "any")]
    kind: Sort,
    /// Which win of the opponent --kind defend is to stop
    #[arg(long, value_enum, default_value = "vcf")]
    against: Against,
    /// Looks for the shortest win by fours, if there is one, and proves that none is shorter
    #[arg(long)]
    shortest: bool,
    /// Time for a position, such as 5s, 500ms or 2m
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "10s")]
    time: Duration,
    /// Nodes for a position
    #[arg(long, value_name = "N", value_parser = number::<{ u64::MAX }>)]
    nodes: Option<u64>,
    /// Positions of a batch to work on at the same time; one position is worked on by one thread
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<MOST_THREADS>)]
    threads: u64,
    /// Memory for each position that is worked on, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = number::<MOST_MEMORY>)]
    memory: u64,
    /// Writes the whole proof as a game with variations
    #[arg(long, value_name = "FILE.sgf", conflicts_with = "batch")]
    tree: Option<PathBuf>,
    /// Prints one JSON object
    #[arg(long)]
    json: bool,
    /// Solves many positions: JSON on each line of FILE, with id, rule, size, side, and moves or black and white;
    /// prints one JSON object for each, in order
    #[arg(long, value_name = "FILE")]
    batch: Option<PathBuf>,
}

/// What is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Sort {
    /// A win by fours alone
    Vcf,
    /// A win by fours, threes and other threats
    Vct,
    /// The moves that stop a win of the opponent
    Defend,
    /// Any forced win, by fours if there is one
    Any,
}

/// What the opponent's win is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Against {
    /// Fours alone
    Vcf,
    /// Fours, threes and other threats
    Vct,
}

const EXAMPLES: &str = "Examples:
  tianyuan solve game.sgf --kind vcf --shortest
  tianyuan solve h8i9g7 --for black --time 1m --tree proof.sgf
  tianyuan solve position.txt --kind defend
  tianyuan solve --batch puzzles.jsonl --kind any --time 1s --threads 2 > answers.jsonl

A win that is shown has been replayed against every legal reply by the rules alone. That there is no win
by fours is a proof, too; that there is none by threats means that none was left to look at.";

/// Answers on `output`.
pub(crate) fn run(
    arguments: &Arguments,
    clock: &Arc<dyn Clock>,
    output: &mut (impl Write + Send),
) -> Result<(), Failure> {
    let control = Arc::new(Control::new());
    super::interrupt::on_interrupt(&control);
    let effort = Effort { clock: Arc::clone(clock), control, time: arguments.time, nodes: arguments.nodes };
    if let Some(file) = &arguments.batch {
        return batch::run(file, arguments, &effort, output);
    }
    let argument = arguments.position.as_deref().unwrap_or_default();
    let mut reading = arguments.board.read(argument).map_err(Failure::Input)?;
    if let Some(side) = arguments.side {
        reading.position.set_side(side);
    }
    if let Some(over) = Over::of(&reading.position) {
        return Err(Failure::Input(format!("{over} A position that is not over is needed.")));
    }
    let question = Question { position: reading.position.clone(), wanted: arguments.wanted() };
    let answer = super::on_deep_stack(|| question.ask(&mut arguments.solver(), &effort))?;
    if let (Some(file), Some(proof)) = (&arguments.tree, answer.proof()) {
        tree::write(file, &question.position, proof)?;
    }
    if arguments.json {
        let object = serde_json::to_string(&answer.object(None)).map_err(io::Error::from)?;
        writeln!(output, "{object}")?;
    } else {
        answer.tell(&reading, output)?;
    }
    Ok(output.flush()?)
}

impl Arguments {
    fn wanted(&self) -> Wanted {
        let force = match (self.kind, self.against) {
            (Sort::Vcf, _) | (Sort::Defend, Against::Vcf) => Force::Fours,
            (Sort::Vct | Sort::Any, _) | (Sort::Defend, Against::Vct) => Force::Threats,
        };
        match self.kind {
            Sort::Defend => Wanted::Defences(force),
            _ if self.shortest => Wanted::Shortest(force),
            _ => Wanted::Win(force),
        }
    }

    fn solver(&self) -> Solver {
        Solver::new(whole(self.memory << 20))
    }
}
