//! Files of games, and files that are written.

use std::fs::File;
use std::io::{BufReader, Write};
use std::path::Path;

use tianyuan_training::data::Games;

use crate::commands::Failure;

/// The games of a file.
pub(super) fn games(file: &Path) -> Result<Games<BufReader<File>>, Failure> {
    let complain = |error: &dyn std::fmt::Display| Failure::Input(format!("{}: {error}", file.display()));
    let opened = File::open(file).map_err(|error| complain(&error))?;
    Games::new(BufReader::new(opened)).map_err(|error| complain(&error))
}

/// Writes a file that is not there yet, named by this option.
pub(super) fn write_new(option: &str, file: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let complain = |error| Failure::Input(format!("{option} {}: {error}", file.display()));
    File::create_new(file).and_then(|mut opened| opened.write_all(bytes)).map_err(complain)
}
