//! `tianyuan train hand`: the numbers of the evaluation that were made by hand, in a file.

use std::io::Write;
use std::path::PathBuf;

use tianyuan_evaluation::weights::Weights;
use tianyuan_rules::Rule;

use super::files::write_new;
use crate::commands::Failure;

/// What can be asked.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  tianyuan train hand --rule renju --output renju.tables")]
pub(crate) struct Arguments {
    /// freestyle, standard, renju, caro or caro-exact
    #[arg(long)]
    rule: Rule,
    /// File to write, not there yet
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

pub(super) fn run(arguments: &Arguments, output: &mut impl Write) -> Result<(), Failure> {
    let bytes = Weights::made_by_hand(arguments.rule).bytes(arguments.rule);
    write_new("--output", &arguments.output, &bytes)?;
    writeln!(output, "the tables made by hand for {} in {}", arguments.rule, arguments.output.display())?;
    Ok(())
}
