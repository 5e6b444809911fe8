//! One file a subcommand, and what they share.
#![deny(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

pub(crate) mod analysis;
pub(crate) mod analyze;
pub(crate) mod bench;
pub(crate) mod check;
pub(crate) mod contest;
pub(crate) mod convert;
pub(crate) mod forbidden;
mod in_order;
mod interrupt;
mod kind;
mod language;
mod named_openings;
pub(crate) mod openings;
pub(crate) mod play;
pub(crate) mod ratings;
mod reasons;
pub(crate) mod referee;
pub(crate) mod replay;
pub(crate) mod solve;
pub(crate) mod stream;
pub(crate) mod train;
mod values;

use std::io;
use std::process::ExitCode;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use tianyuan_player::{Answer, Control, Job, Listener, Player, Report, THINKING_STACK};

/// Why a command could not be done.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// What was asked: what is wrong with it and what would be right, in one line.
    #[error("{0}")]
    Input(String),
    /// The system does not do its part.
    #[error("the answer cannot be given: {0}")]
    System(#[from] io::Error),
}

/// The exit code of a command. A reader that has seen enough, as `head` does, is no failure.
pub(crate) fn finish(result: Result<(), Failure>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(Failure::System(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(failure) => crate::cli::fail(failure),
    }
}

/// Lets a player think until a limit is reached.
fn think(
    player: &mut (dyn Player + Send),
    job: &Job,
    listener: &mut (dyn Listener + Send),
) -> io::Result<Answer> {
    on_deep_stack(move || player.think(job, &Control::new(), listener))
}

/// Does what may recurse deeply in a thread that has room for it.
fn on_deep_stack<T: Send>(work: impl FnOnce() -> T + Send) -> io::Result<T> {
    thread::scope(|scope| {
        let thread = thread::Builder::new().name("search".into()).stack_size(THINKING_STACK);
        thread.spawn_scoped(scope, work)?.join().map_err(|_| io::Error::other("the search failed"))
    })
}

/// Lets a player think until a limit is reached or `control` says stop. `hear` takes its reports, in this
/// thread, and `None` where none has come for the time of a `tick`; an error of it stops the player.
fn listen(
    player: &mut (dyn Player + Send),
    job: &Job,
    control: &Control,
    tick: Duration,
    hear: impl FnMut(Option<Report>) -> io::Result<()>,
) -> io::Result<Answer> {
    let (sender, reports) = channel();
    thread::scope(|scope| {
        let mut listener = move |report: Report| drop(sender.send(report));
        let think = move || player.think(job, control, &mut listener);
        let thread = thread::Builder::new().name("search".into()).stack_size(THINKING_STACK);
        let thread = thread.spawn_scoped(scope, think)?;
        let heard = hear_all(&reports, tick, hear);
        if heard.is_err() {
            control.stop();
        }
        let answer = thread.join().map_err(|_| io::Error::other("the search failed"));
        heard.and(answer)
    })
}

/// Hears until nobody is left who could report.
fn hear_all(
    reports: &Receiver<Report>,
    tick: Duration,
    mut hear: impl FnMut(Option<Report>) -> io::Result<()>,
) -> io::Result<()> {
    loop {
        match reports.recv_timeout(tick) {
            Ok(report) => hear(Some(report))?,
            Err(RecvTimeoutError::Timeout) => hear(None)?,
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        }
    }
}
