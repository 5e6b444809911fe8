//! `tianyuan check ENGINE`: whether a program keeps to the protocol and the rules.
#![deny(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use std::io::{self, Write};
use std::time::Duration;

use serde_json::json;
use tianyuan_arena::check::{Check, Checked, Finding, Times, check, checks};
use tianyuan_arena::process::EngineSpec;

use super::Failure;
use super::values::duration;

/// What can be asked.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// A program, or cmd=PROGRAM args="-x" dir=FOLDER
    #[arg(value_name = "ENGINE")]
    engine: String,
    /// Only the checks whose names contain this
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// The time for a move, as the program is told
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "500ms")]
    turn: Duration,
    /// What is added to every time in which an answer is due
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "50ms")]
    patience: Duration,
    /// How long a program may take to start
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "10s")]
    start: Duration,
    /// Show every exchange, not only those that failed
    #[arg(long)]
    show: bool,
    /// One JSON object a check
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "Examples:
  tianyuan check ./pbrain-mine
  tianyuan check \"cmd=./engine args=-p\" --only TURN --show

Every check starts the program anew. Exit code 1 if a check failed.";

/// Width of the column of names.
const NAMES: usize = 36;

/// Makes all checks and says whether none failed.
pub(crate) fn run(arguments: &Arguments, output: &mut impl Write) -> Result<bool, Failure> {
    let spec = EngineSpec::parse(&arguments.engine);
    let spec = spec.map_err(|error| Failure::Input(format!("{:?}: {error}", arguments.engine)))?;
    if spec.level.is_some() || spec.tables.is_some() || spec.parameters.is_some() {
        return Err(Failure::Input(
            "level=, tables= and params= are for players of tianyuan match alone".to_owned(),
        ));
    }
    let wanted =
        |check: &Check| arguments.only.as_ref().is_none_or(|text| check.name.contains(text.as_str()));
    let times = Times { turn: arguments.turn, patience: arguments.patience, start: arguments.start };
    let (mut n_ok, mut n_failed, mut n_other) = (0, 0, 0);
    for one in checks().iter().filter(|check| wanted(check)) {
        let checked = check(&spec, one, times);
        match checked.finding {
            Finding::Ok => n_ok += 1,
            Finding::Failed(_) => n_failed += 1,
            Finding::NotSupported(_) | Finding::NotTold => n_other += 1,
        }
        arguments.show(one, &checked, output)?;
        output.flush()?;
    }
    if n_ok + n_failed + n_other == 0 {
        return Err(Failure::Input("--only: no check has such a name".to_owned()));
    }
    if !arguments.json {
        writeln!(output, "{n_ok} ok, {n_failed} failed, {n_other} not supported or not to be told")?;
    }
    Ok(n_failed == 0)
}

impl Arguments {
    fn show(&self, check: &Check, checked: &Checked, output: &mut impl Write) -> io::Result<()> {
        let (word, why) = match &checked.finding {
            Finding::Ok => ("ok", ""),
            Finding::NotSupported(why) => ("not supported", why.as_str()),
            Finding::Failed(why) => ("FAILED", why.as_str()),
            Finding::NotTold => ("not told on this system", ""),
        };
        if self.json {
            let exchange = &checked.exchange;
            let object = json!({
                "check": check.name, "used_by": check.why, "finding": word, "why": why, "exchange": exchange,
            });
            return writeln!(output, "{object}");
        }
        let separator = if why.is_empty() { "" } else { ": " };
        writeln!(output, "{:.<NAMES$} {word}{separator}{why}", format!("{} ", check.name))?;
        if self.show || word == "FAILED" {
            writeln!(output, "    used by {}", check.why)?;
            checked.exchange.iter().try_for_each(|line| writeln!(output, "    {line}"))?;
        }
        Ok(())
    }
}
