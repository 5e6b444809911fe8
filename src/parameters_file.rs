//! Numbers of the search in a file.

use std::path::Path;

use tianyuan_search::parameters::Parameters;

use crate::position_argument::read_file;

/// The numbers of a file, or what is wrong with it.
pub(crate) fn read(file: &Path) -> Result<Parameters, String> {
    let complain = |error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
    let bytes = read_file(file).map_err(|error| complain(&error))?;
    let text = String::from_utf8(bytes).map_err(|_| complain(&"this is no text"))?;
    Parameters::read(&text).map_err(|error| complain(&error))
}
