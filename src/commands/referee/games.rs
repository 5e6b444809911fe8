//! Games in files.

use std::io::stdin;
use std::path::{Path, PathBuf};

use tianyuan_arena::people::{Protocol, Summary, record, text};
use tianyuan_rules::opening::OpeningRule;
use tianyuan_rules::record::{Format, Record};

use crate::position_argument::{read_all, read_file};

/// A game, and how a referee sees it.
#[derive(Debug)]
pub(super) struct Refereed {
    /// Its file, with its number in it if there are several.
    pub(super) name: String,
    pub(super) protocol: Protocol,
    pub(super) summary: Summary,
}

/// All games of these files. The first error ends it.
pub(super) fn read_each(files: &[PathBuf], opening: OpeningRule) -> Result<Vec<Refereed>, String> {
    let games: Result<Vec<Vec<Refereed>>, String> = files.iter().map(|file| read(file, opening)).collect();
    Ok(games?.into_iter().flatten().collect())
}

/// The games of a file: a record of another program by its extension, else text.
pub(super) fn read(file: &Path, opening: OpeningRule) -> Result<Vec<Refereed>, String> {
    let complain = |error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
    let bytes = if file == Path::new("-") { read_all(stdin().lock()) } else { read_file(file) };
    let bytes = bytes.map_err(|error| complain(&error))?;
    let extension = file.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    let protocols = match Format::from_extension(&extension) {
        Some(format) => {
            let games = (1..).zip(Record::games(format, &bytes));
            let read = games.map(|(number, game)| {
                let game = game.map_err(|error| error.to_string())?;
                record::protocol(&game, opening).map_err(|why| format!("game {number}: {why}"))
            });
            read.collect::<Result<Vec<_>, String>>().map_err(|error| complain(&error))?
        }
        None => vec![text::read(&bytes).map_err(|error| complain(&error))?],
    };
    let is_single = protocols.len() == 1;
    let refereed = (1..).zip(protocols).map(|(number, protocol)| {
        let name =
            if is_single { file.display().to_string() } else { format!("{} {number}", file.display()) };
        let summary = Summary::of(&protocol);
        let summary = summary.ok_or_else(|| complain(&"the board is too small for its opening"))?;
        Ok(Refereed { name, protocol, summary })
    });
    refereed.collect()
}
