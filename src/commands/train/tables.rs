//! `tianyuan train tables`: the tables of the evaluation, tuned by games.

use std::io::Write;
use std::path::PathBuf;

use tianyuan_evaluation::weights::Weights;
use tianyuan_rules::Rule;
use tianyuan_training::tables::{Sample, Sampler, Settings, Tuner};

use super::files::{Kind, each_game, write_new};
use crate::commands::Failure;
use crate::commands::values::{number, whole};
use crate::position_argument::read_file;

/// What can be asked.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  tianyuan train tables renju-*.games --output renju.tables")]
pub(crate) struct Arguments {
    /// Files that train play has written, all of one rule and board
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// File to write, not there yet
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Tables to begin with and to be held to: a file, or hand for those that train hand writes [default: the program's own]
    #[arg(long, value_name = "FILE")]
    start: Option<PathBuf>,
    /// Times that all positions are seen
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = number::<10_000>)]
    epochs: u64,
    /// Positions between two steps
    #[arg(long, value_name = "N", default_value_t = 4096, value_parser = number::<1_000_000>)]
    batch: u64,
    /// How far a step goes at first, in units of the tables
    #[arg(long, value_name = "UNITS", default_value_t = 4.0)]
    rate: f32,
    /// How strongly numbers are held to those they begin with
    #[arg(long, value_name = "N", default_value_t = 20.0)]
    prior: f32,
    /// Another order of the positions
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
}

/// Said in the place of a file that tuning begins with. A file of this name is `./hand`.
const BY_HAND: &str = "hand";
/// Every game whose number is a multiple of this is held out.
const HELD_OUT: u64 = 10;

pub(super) fn run(arguments: &Arguments, output: &mut impl Write) -> Result<(), Failure> {
    let (sampler, samples, held_out) = samples(arguments)?;
    let rule = sampler.rule();
    writeln!(output, "{} positions to learn from, {} held out, {rule}", samples.len(), held_out.len())?;
    let start = start(arguments, rule)?;
    let mut tuner = Tuner::new(sampler, start);
    writeln!(output, "epoch  loss    held out")?;
    writeln!(output, "{:>5}  {:.4}  {:.4}", 0, tuner.loss(&samples), tuner.loss(&held_out))?;
    let settings = Settings {
        batch: whole(arguments.batch),
        rate: arguments.rate,
        prior: arguments.prior,
        epochs: whole(arguments.epochs),
        seed: arguments.seed,
    };
    let mut number = 0;
    tuner.tune(&samples, &held_out, settings, |epoch| {
        number += 1;
        writeln!(output, "{number:>5}  {:.4}  {:.4}", epoch.trained, epoch.held_out)
    })?;
    write_new("--output", &arguments.output, &tuner.weights().bytes(rule))
}

fn start(arguments: &Arguments, rule: Rule) -> Result<Weights, Failure> {
    let Some(file) = &arguments.start else { return Ok(Weights::of_rule(rule)) };
    if file.as_os_str() == BY_HAND {
        return Ok(Weights::made_by_hand(rule));
    }
    let complain = |error: String| Failure::Input(format!("--start {}: {error}", file.display()));
    let bytes = read_file(file).map_err(complain)?;
    Weights::read(&bytes, rule).map_err(|error| complain(error.to_string()))
}

/// The samples to learn from, and those that are held out.
fn samples(arguments: &Arguments) -> Result<(Sampler, Vec<Sample>, Vec<Sample>), Failure> {
    let mut sampler = None;
    let (mut samples, mut held_out) = (Vec::new(), Vec::new());
    let sampler_of = |kind: Kind| Sampler::new(kind.rule, kind.size);
    let kind = each_game(&arguments.files, |kind, game| {
        let kept = if game.number.is_multiple_of(HELD_OUT) { &mut held_out } else { &mut samples };
        kept.extend(sampler.get_or_insert_with(|| sampler_of(kind)).samples(&game));
    })?;
    let sampler = sampler.unwrap_or_else(|| sampler_of(kind));
    Ok((sampler, samples, held_out))
}
