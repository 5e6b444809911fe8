//! `tianyuan train`: self-play, and what is learnt from it. `training/README.md` describes it for users.
#![deny(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

mod calibrate;
mod conditions;
mod curves;
mod files;
mod hand;
mod merge;
mod params;
mod play;
mod stat;
mod tables;

use std::io::Write;
use std::sync::Arc;

use tianyuan_player::Clock;

use super::Failure;

/// What can be asked.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum Task {
    /// Plays games of the engine against itself and keeps them in a file, from which it goes on
    Play(play::Arguments),
    /// Counts what files of games hold
    Stat(stat::Arguments),
    /// Tunes the tables of the evaluation by games
    Tables(tables::Arguments),
    /// Tunes the numbers of the search, and those of the evaluation, by playing with them
    Params(params::Arguments),
    /// Finds what a value means as a chance to win, by games
    Calibrate(calibrate::Arguments),
    /// Writes tables of the evaluation as they were made by hand, for tuning to begin with
    Hand(hand::Arguments),
    /// Puts files of games of the same conditions together
    Merge(merge::Arguments),
}

/// Does what was asked.
pub(crate) fn run(task: &Task, clock: &Arc<dyn Clock>, output: &mut impl Write) -> Result<(), Failure> {
    match task {
        Task::Play(arguments) => play::run(arguments, clock, output),
        Task::Stat(arguments) => stat::run(arguments, output),
        Task::Tables(arguments) => tables::run(arguments, output),
        Task::Params(arguments) => params::run(arguments, clock, output),
        Task::Calibrate(arguments) => calibrate::run(arguments, output),
        Task::Hand(arguments) => hand::run(arguments, output),
        Task::Merge(arguments) => merge::run(arguments, output),
    }
}
