//! Many positions, one after the other or several at a time; answers in their order.

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;
use tianyuan_player::THINKING_STACK;
use tianyuan_search::threat::Solver;

use super::question::{Effort, Question, Wanted};
use super::record::{Complaint, Record};
use super::{Arguments, Failure};
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
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let next = AtomicUsize::new(0);
    let wanted = arguments.wanted();
    let n_faults = thread::scope(|scope| {
        let (sender, answers) = channel();
        for _ in 0..whole(arguments.threads) {
            let (sender, lines, next, effort) = (sender.clone(), &lines, &next, effort.clone());
            let mut solver = arguments.solver();
            let work = move || {
                while let Some((n, line)) = take(next, lines).filter(|_| !effort.control.is_stopped()) {
                    // Who does not listen any more does not want the rest.
                    if sender.send((n, solve(line, wanted, &mut solver, &effort))).is_err() {
                        return;
                    }
                }
            };
            thread::Builder::new().stack_size(THINKING_STACK).spawn_scoped(scope, work)?;
        }
        drop(sender);
        write_in_order(&answers, lines.len(), output)
    })?;
    match n_faults {
        0 => Ok(()),
        n => {
            Err(Failure::Input(format!("{}: {n} of {} lines are no positions", file.display(), lines.len())))
        }
    }
}

/// The next line that nobody works on.
fn take<'a>(next: &AtomicUsize, lines: &[&'a str]) -> Option<(usize, &'a str)> {
    let n = next.fetch_add(1, Ordering::Relaxed);
    lines.get(n).map(|line| (n, *line))
}

fn solve(line: &str, wanted: Wanted, solver: &mut Solver, effort: &Effort) -> Result<String, Complaint> {
    let Record { id, position } = Record::read(line)?;
    let answer = Question { position, wanted }.ask(solver, effort);
    serde_json::to_string(&answer.object(Some(&id)))
        .map_err(|error| Complaint { id, what: error.to_string() })
}

/// Writes answers as soon as all before them are there. Returns how many lines were no positions.
fn write_in_order(
    answers: &Receiver<(usize, Result<String, Complaint>)>,
    n_lines: usize,
    output: &mut impl Write,
) -> io::Result<usize> {
    let progress = progress(n_lines);
    let (mut waiting, mut n_written, mut n_faults) = (BTreeMap::new(), 0, 0);
    for (n, answer) in answers {
        waiting.insert(n, answer);
        while let Some(answer) = waiting.remove(&n_written) {
            n_written += 1;
            let object = answer.unwrap_or_else(|complaint| {
                n_faults += 1;
                json!({ "id": complaint.id, "line": n_written, "error": complaint.what }).to_string()
            });
            progress.inc(1);
            writeln!(output, "{object}")?;
            output.flush()?;
        }
    }
    progress.finish_and_clear();
    Ok(n_faults)
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
