//! `tianyuan train params`: numbers of the search and of the evaluation, tuned by playing with them.

mod contest;
mod numbers;
mod record;

use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tianyuan_evaluation::weights::Weights;
use tianyuan_player::{Clock, Control};
use tianyuan_rules::key::digest;
use tianyuan_search::parameters::Parameters;
use tianyuan_training::setup::Setup;
use tianyuan_training::spsa::{Plan, Spsa};

use self::numbers::{Contents, What};
use self::record::Record;
use super::conditions::{GameArguments, engine};
use crate::commands::Failure;
use crate::commands::interrupt::on_interrupt;
use crate::commands::values::{number, whole};
use crate::numbers_file;

/// What can be asked.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// File of what was played; if it is there and of the same plan it is gone on with
    #[arg(long, value_name = "FILE")]
    journal: PathBuf,
    /// File for the numbers of the search, written anew each time
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// File for the tables of the evaluation, written anew each time
    #[arg(long, value_name = "FILE", required_if_eq_any = [("what", "evaluation"), ("what", "both")])]
    tables_output: Option<PathBuf>,
    /// What is tuned
    #[arg(long, value_enum, default_value_t = What::Search)]
    what: What,
    /// Numbers of the search to begin with [default: the program's own]
    #[arg(long, value_name = "FILE")]
    params: Option<PathBuf>,
    /// Tables of the evaluation to begin with [default: the program's own]
    #[arg(long, value_name = "FILE")]
    tables: Option<PathBuf>,
    #[command(flatten)]
    games: GameArguments,
    /// Steps in all: after each the numbers are moved
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = number::<1_000_000>)]
    steps: u64,
    /// Pairs of games a step
    #[arg(long, value_name = "N", default_value_t = 16, value_parser = number::<10_000>)]
    pairs: u64,
    /// How far a won game moves the numbers in the last step, in what they were moved by
    #[arg(long, value_name = "SHARE", default_value_t = 0.005, value_parser = rate)]
    rate: f64,
}

const EXAMPLES: &str = "Examples:
  tianyuan train params --rule renju --openings openings/renju-15.txt --journal renju.spsa --output renju.params
  tianyuan train params --what both --rule renju --openings openings/renju-15.txt --journal renju.spsa \\
      --output renju.params --tables-output renju.tables";

fn rate(text: &str) -> Result<f64, &'static str> {
    let rate: Option<f64> = text.parse().ok();
    rate.filter(|rate| *rate > 0.0 && *rate <= 1.0).ok_or("a number above 0, 1 at most, is needed")
}

/// How often is told how it goes.
const TOLD: usize = 20;

pub(super) fn run(
    arguments: &Arguments,
    clock: &Arc<dyn Clock>,
    output: &mut impl Write,
) -> Result<(), Failure> {
    let contents = contents(arguments)?;
    let setup = arguments.games.setup(contents.player(engine(clock), &contents.start()), 0)?;
    let plan = plan(arguments, &contents, &setup);
    let (mut record, steps) = Record::open(&arguments.journal, &plan)?;
    // Nobody should play for hours for what then cannot be written.
    for file in arguments.tables_output.iter().chain([&arguments.output]) {
        OpenOptions::new().append(true).create(true).open(file).map_err(|error| complaint(file, &error))?;
    }
    let mut spsa = Spsa::new(plan);
    for step in &steps {
        spsa.learn(step);
    }
    let control = Arc::new(Control::new());
    on_interrupt(&control);
    let started = clock.now();
    let (before, n_steps, pairs) = (spsa.n_steps(), whole(arguments.steps), arguments.pairs);
    while !spsa.is_done() && !control.is_stopped() {
        let step = contest::step(&spsa, pairs, &setup, arguments.games.workers(), &control, &|numbers| {
            contents.player(engine(clock), numbers)
        })?;
        // A step that was broken off tells nothing.
        let Some(step) = step else { break };
        record.write(&step)?;
        spsa.learn(&step);
        if spsa.n_steps().is_multiple_of((n_steps / TOLD).max(1)) {
            let seconds = clock.now().since(started).as_secs();
            let games = 2 * pairs * (spsa.n_steps() - before) as u64;
            writeln!(output, "step {} of {n_steps}, {games} games in {seconds} s", spsa.n_steps())?;
            output.flush()?;
        }
    }
    conclude(arguments, &contents, &spsa, output)
}

/// Writes what was found, and tells it.
fn conclude(
    arguments: &Arguments,
    contents: &Contents,
    spsa: &Spsa,
    output: &mut impl Write,
) -> Result<(), Failure> {
    let found = spsa.found();
    let (parameters, weights) = contents.of(&found);
    let weights = weights.balanced(arguments.games.rule);
    write(&arguments.output, parameters.to_string().as_bytes())?;
    if let Some(file) = &arguments.tables_output {
        write(file, &weights.bytes(arguments.games.rule))?;
    }
    writeln!(output, "{} of {} steps are played", spsa.n_steps(), arguments.steps)?;
    for (number, found) in contents.numbers().iter().zip(found).filter(|(number, now)| number.start != *now) {
        writeln!(output, "{:<40} {:>6} -> {found}", number.name, number.start)?;
    }
    Ok(())
}

fn write(file: &Path, bytes: &[u8]) -> Result<(), Failure> {
    std::fs::write(file, bytes).map_err(|error| Failure::Input(format!("{}: {error}", file.display())))
}

fn contents(arguments: &Arguments) -> Result<Contents, Failure> {
    let rule = arguments.games.rule;
    let parameters = match &arguments.params {
        None => Parameters::of_rule(rule),
        Some(file) => numbers_file::parameters(file).map_err(Failure::Input)?,
    };
    let weights = match &arguments.tables {
        None => Weights::of_rule(rule),
        Some(file) => numbers_file::weights(file, Some(rule)).map_err(Failure::Input)?.0,
    };
    Ok(Contents::new(arguments.what, rule, parameters, weights))
}

fn complaint(file: &Path, error: &dyn std::fmt::Display) -> Failure {
    Failure::Input(format!("{}: {error}", file.display()))
}

fn plan(arguments: &Arguments, contents: &Contents, setup: &Setup) -> Plan {
    let tables = digest(contents.of(&contents.start()).1.bytes(arguments.games.rule));
    Plan::new(
        (setup.conditions().clone(), format!("{tables:016x}")),
        contents.numbers().to_vec(),
        (whole(arguments.steps), whole(arguments.pairs)),
        (arguments.rate, arguments.games.seed),
    )
}
