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
    let lines: Vec<(usize, &str)> =
        (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()).collect();
    let next = AtomicUsize::new(0);
    let wanted = arguments.wanted();
    let written = thread::scope(|scope| {
        let (sender, answers) = channel();
        let mut workers = Vec::new();
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
            workers.push(thread::Builder::new().stack_size(THINKING_STACK).spawn_scoped(scope, work)?);
        }
        drop(sender);
        let written = write_in_order(&answers, &lines, output);
        drop(answers);
        let failed = workers.into_iter().filter_map(|worker| worker.join().err()).count() > 0;
        if failed { Err(io::Error::other("the search failed")) } else { written }
    })?;
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

/// The next line that nobody works on.
fn take<'a>(next: &AtomicUsize, lines: &[(usize, &'a str)]) -> Option<(usize, &'a str)> {
    let n = next.fetch_add(1, Ordering::Relaxed);
    lines.get(n).map(|&(_, line)| (n, line))
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

/// Writes the answers to numbered lines, each as soon as all before it are there.
fn write_in_order(
    answers: &Receiver<(usize, Result<String, Complaint>)>,
    lines: &[(usize, &str)],
    output: &mut impl Write,
) -> io::Result<Written> {
    let progress = progress(lines.len());
    let (mut waiting, mut written) = (BTreeMap::new(), Written::default());
    for (n, answer) in answers {
        waiting.insert(n, answer);
        while let Some(answer) = waiting.remove(&written.n_answers) {
            let line = lines.get(written.n_answers).map(|&(number, _)| number);
            written.n_answers += 1;
            let object = answer.unwrap_or_else(|complaint| {
                written.n_faults += 1;
                json!({ "id": complaint.id, "line": line, "error": complaint.what }).to_string()
            });
            progress.inc(1);
            writeln!(output, "{object}")?;
            output.flush()?;
        }
    }
    progress.finish_and_clear();
    Ok(written)
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
