//! Files of games, and files that are written.

use std::fs::File;
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};

use tianyuan_rules::{Rule, Size};
use tianyuan_training::data::Games;
use tianyuan_training::play::PlayedGame;

use crate::commands::Failure;

/// The games of a file.
pub(super) fn games(file: &Path) -> Result<Games<BufReader<File>>, Failure> {
    let complain = |error: &dyn std::fmt::Display| Failure::Input(format!("{}: {error}", file.display()));
    let opened = File::open(file).map_err(|error| complain(&error))?;
    Games::new(BufReader::new(opened)).map_err(|error| complain(&error))
}

/// What games are of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kind {
    pub(super) rule: Rule,
    pub(super) size: Size,
}

/// Hands on each game of these files, which must be of one kind.
pub(super) fn each_game(files: &[PathBuf], mut take: impl FnMut(Kind, PlayedGame)) -> Result<Kind, Failure> {
    let mut of_all = None;
    for file in files {
        let games = games(file)?;
        let complain = |what: &str| Failure::Input(format!("{}: {what}", file.display()));
        let conditions = games.conditions();
        let rule: Rule = conditions.rule.parse().map_err(|_| complain("its rule is not known"))?;
        let size = Size::new(conditions.size).ok_or_else(|| complain("no board has so many lines"))?;
        let kind = Kind { rule, size };
        if *of_all.get_or_insert(kind) != kind {
            return Err(complain("it is of another rule or board than the first file"));
        }
        games.for_each(|game| take(kind, game));
    }
    of_all.ok_or_else(|| Failure::Input("no file is named".to_owned()))
}

/// Writes a file that is not there yet, named by this option.
pub(super) fn write_new(option: &str, file: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let complain = |error| Failure::Input(format!("{option} {}: {error}", file.display()));
    File::create_new(file).and_then(|mut opened| opened.write_all(bytes)).map_err(complain)
}
