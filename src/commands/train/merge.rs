//! `tianyuan train merge`: files of games of the same conditions in one.

use std::collections::BTreeMap;
use std::fs::OpenOptions;
use std::io::{BufWriter, Write};
use std::path::PathBuf;

use tianyuan_training::data::Writer;
use tianyuan_training::play::PlayedGame;

use super::files::games;
use crate::commands::Failure;

/// What can be asked.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  tianyuan train merge part-*.games --output renju.games")]
pub(crate) struct Arguments {
    /// Files that train play has written under the same conditions; a game that is in several counts once
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// File to write, not there yet: the games in the order of their numbers
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

pub(super) fn run(arguments: &Arguments, output: &mut impl Write) -> Result<(), Failure> {
    let mut all: BTreeMap<u64, PlayedGame> = BTreeMap::new();
    let mut conditions = None;
    for file in &arguments.files {
        let games = games(file)?;
        let own = games.conditions().clone();
        if *conditions.get_or_insert_with(|| own.clone()) != own {
            let first = arguments.files.first().map(|file| file.display().to_string()).unwrap_or_default();
            return Err(Failure::Input(format!(
                "{}: played under other conditions than {first}",
                file.display()
            )));
        }
        all.extend(games.map(|game| (game.number, game)));
    }
    let Some(conditions) = conditions else { return Ok(()) };
    let complain = |error| Failure::Input(format!("--output {}: {error}", arguments.output.display()));
    let file = OpenOptions::new().write(true).create_new(true).open(&arguments.output).map_err(complain)?;
    let mut writer = Writer::new(BufWriter::new(file), &conditions)?;
    for game in all.values() {
        writer.write(game)?;
    }
    writer.finish()?;
    writeln!(output, "{} games in {}", all.len(), arguments.output.display())?;
    Ok(())
}
