//! Files of games.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use tianyuan_training::data::Games;

use crate::commands::Failure;

/// The games of a file.
pub(super) fn games(file: &Path) -> Result<Games<BufReader<File>>, Failure> {
    let complain = |error: &dyn std::fmt::Display| Failure::Input(format!("{}: {error}", file.display()));
    let opened = File::open(file).map_err(|error| complain(&error))?;
    Games::new(BufReader::new(opened)).map_err(|error| complain(&error))
}
