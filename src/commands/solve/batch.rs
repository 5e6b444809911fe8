//! Many positions, one after the other or several at a time; answers in their order.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use tianyuan_search::threat::Solver;

use super::question::{Effort, Question, Wanted};
use super::record::{Complaint, Record};
use super::{Arguments, Failure};
use crate::commands::in_order::in_order;
use crate::commands::values::whole;

/// Solves every line of a file. A line that is no position has an answer that says so; at the end it is a failure.
pub(super) fn run(
    file: &Path,
    arguments: &Arguments,
    effort: &Effort,
    output: &mut (impl Write + Send),
) -> Result<(), Failure> {
    let text =
        fs::read_to_string(file).map_err(|error| Failure::Input(format!("{}: {error}", file.display())))?;
    let lines: Vec<(usize, &str)> =
        (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()).collect();
    let wanted = arguments.wanted();
    let worker = |_| {
        let (mut solver, effort) = (arguments.solver(), effort.clone());
        move |&(number, line): &(usize, &str)| {
            let answered = || (number, solve(line, wanted, &mut solver, &effort));
            (!effort.control.is_stopped()).then(answered)
        }
    };
    let workers = (0..whole(arguments.threads)).map(worker).collect();
    let (progress, mut written) = (progress(lines.len()), Written::default());
    in_order(&lines, workers, |(number, answer)| {
        written.n_answers += 1;
        let object = answer.unwrap_or_else(|complaint: Complaint| {
            written.n_faults += 1;
            json!({ "id": complaint.id, "line": number, "error": complaint.what }).to_string()
        });
        progress.inc(1);
        writeln!(output, "{object}")?;
        output.flush()
    })?;
    progress.finish_and_clear();
    let complain = |what: String| Err(Failure::Input(format!("{}: {what}", file.display())));
    match written {
        Written { n_answers, .. } if n_answers < lines.len() => {
            complain(format!("broken off after {n_answers} of {} positions", lines.len()))
        }
        Written { n_faults: 0, .. } => Ok(()),
        Written { n_faults, n_answers } => {
            complain(format!("{n_faults} of {n_answers} lines are no positions"))
        }
    }
}

fn solve(line: &str, wanted: Wanted, solver: &mut Solver, effort: &Effort) -> Result<String, Complaint> {
    let Record { id, position } = Record::read(line)?;
    let answer = Question { position, wanted }.ask(solver, effort);
    serde_json::to_string(&answer.object(Some(&id)))
        .map_err(|error| Complaint { id, what: error.to_string() })
}

/// How many answers were written, and how many of them say that a line is no position.
#[derive(Default)]
struct Written {
    n_answers: usize,
    n_faults: usize,
}

/// How far it is, where somebody watches and the answers do not show it.
fn progress(n_lines: usize) -> ProgressBar {
    if !io::stderr().is_terminal() || io::stdout().is_terminal() {
        return ProgressBar::hidden();
    }
    let bar = ProgressBar::new(n_lines as u64);
    let style =
        ProgressStyle::with_template("{pos} of {len} positions, {elapsed} gone, {eta} to go {wide_bar}");
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
