//! One file a subcommand, and what they share.
#![deny(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

pub(crate) mod analyze;
pub(crate) mod bench;
pub(crate) mod forbidden;
pub(crate) mod replay;

use std::io;
use std::process::ExitCode;
use std::thread;

use tianyuan_player::{Answer, Control, Job, Listener, Player};

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

/// Stack of a thread that searches: its recursion is as deep as the board is large.
const STACK: usize = 16 << 20;

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
    thread::scope(|scope| {
        let think = move || player.think(job, &Control::new(), listener);
        let thread = thread::Builder::new().name("search".into()).stack_size(STACK);
        thread.spawn_scoped(scope, think)?.join().map_err(|_| io::Error::other("the search failed"))
    })
}
