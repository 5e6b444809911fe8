//! `tianyuan stream`: positions in, answers out, as JSON, one object a line. `docs/stream.md` describes it
//! for users.
//!
//! [`fields`] and [`request`] turn lines into requests, [`desk`] decides who is asked what and what is
//! answered, [`mod@serve`] has the threads.
#![deny(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

mod desk;
mod fields;
mod request;
mod serve;

use std::io::{Read, Write};
use std::sync::Arc;

use tianyuan_player::{Clock, Player, Settings};
use tianyuan_search::Engine;

use super::Failure;
use super::analysis::question::{MOST_MEMORY, MOST_THREADS};
use super::analysis::{json, question};
use super::values::{self, number, whole};
use crate::input;
use crate::numbers_file::NumbersOption;
use serve::{Crew, serve};

/// What can be asked.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Positions to analyze at the same time; answers come in the order in which they are found
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<MOST_WORKERS>)]
    workers: u64,
    /// Threads for each position, if it does not say it
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = number::<MOST_THREADS>)]
    threads: u64,
    /// Memory for the table of positions in MiB, for each worker
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = number::<MOST_MEMORY>)]
    memory: u64,
    #[command(flatten)]
    numbers: NumbersOption,
}

/// Most positions at the same time.
const MOST_WORKERS: u64 = 64;

const EXAMPLES: &str = r#"Examples:
  echo '{"id":1,"position":"h8i9g7","lines":3,"time_ms":1000}' | tianyuan stream
  tianyuan stream --workers 4 < requests.jsonl > answers.jsonl

A request is one line: {"id":"a","position":"h8i9g7","nodes":100000,"progress":true}
It is ended by {"cancel":"a"}, all are by {"cancel":"all"}, and the stream by {"quit":true}. At
the end of the input what was asked is still answered."#;

/// Answers what comes on `input`.
pub(crate) fn run(
    arguments: &Arguments,
    clock: &Arc<dyn Clock>,
    input: impl Read + Send + 'static,
    output: impl Write,
) -> Result<(), Failure> {
    let numbers = arguments.numbers.read().map_err(Failure::Input)?;
    let engine = || numbers.seat(Engine::new(Arc::clone(clock)));
    let player = |_| Box::new(engine()) as Box<dyn Player + Send>;
    let settings = Settings { threads: whole(arguments.threads), table_bytes: whole(arguments.memory << 20) };
    let players = (0..arguments.workers).map(player).collect();
    Ok(serve(Crew { clock: Arc::clone(clock), players, settings }, input, output)?)
}
