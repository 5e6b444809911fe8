//! The table of positions as a file, named by a manager.
//!
//! A manager may be anybody's program, and the name anybody's: files are touched only in the engine's own
//! part of the folder that `INFO folder` names, or in the working directory where it names none; whatever
//! leads out of it, also by a link, is refused.
#![deny(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Component, Path, PathBuf};

use tianyuan_player::Player;

/// The engine's own part of the folder, which other engines may use too.
const OWN_FOLDER: &str = "tianyuan";

/// Writes what the player has learnt, and says what came of it.
pub(crate) fn record(player: &dyn Player, file: &[u8], folder: Option<&[u8]>) -> String {
    said("written to", file, write(player, file, folder))
}

/// Reads what the player has learnt, and says what came of it.
pub(crate) fn recall(player: &mut dyn Player, file: &[u8], folder: Option<&[u8]>) -> String {
    let opened = own_folder(folder, false).and_then(|own| open(&within(&own, path(file)?)?));
    said("read from", file, opened.and_then(|mut input| player.recall(&mut input)))
}

/// Opens a file that can be read to its end: a pipe might have none.
fn open(place: &Path) -> io::Result<File> {
    if fs::metadata(place)?.is_file() { File::open(place) } else { Err(io::ErrorKind::InvalidInput.into()) }
}

fn said(done: &str, file: &[u8], result: io::Result<()>) -> String {
    let file = String::from_utf8_lossy(file);
    match result {
        Ok(()) => format!("table {done} {file}"),
        Err(error) => format!("table not {done} {file}: {error}"),
    }
}

/// Writes beside the file first: an old table is lost only for a whole new one. What is left of a draft that
/// was cut off goes first, whatever it is.
fn write(player: &dyn Player, file: &[u8], folder: Option<&[u8]>) -> io::Result<()> {
    let file = within(&own_folder(folder, true)?, path(file)?)?;
    let mut draft = file.clone().into_os_string();
    draft.push(".part");
    let _ = fs::remove_file(&draft);
    let created = OpenOptions::new().write(true).create_new(true).open(&draft);
    let written = created.and_then(|mut output| player.record(&mut output));
    let kept = written.and_then(|()| fs::rename(&draft, &file));
    if kept.is_err() {
        let _ = fs::remove_file(&draft);
    }
    kept
}

/// The folder for files, without links: the engine's part of the one that the manager has named, which has to
/// be there, or the working directory.
fn own_folder(folder: Option<&[u8]>, create: bool) -> io::Result<PathBuf> {
    let Some(folder) = folder else { return Path::new(".").canonicalize() };
    let folder = path(folder)?.canonicalize()?;
    let own = folder.join(OWN_FOLDER);
    if create && !own.exists() {
        fs::create_dir(&own)?;
    }
    let own = own.canonicalize()?;
    if own.starts_with(&folder) { Ok(own) } else { Err(outside()) }
}

fn outside() -> io::Error {
    io::Error::new(io::ErrorKind::PermissionDenied, "it lies outside the folder")
}

/// The path in the folder, which is given without links.
fn within(folder: &Path, file: &Path) -> io::Result<PathBuf> {
    let is_plain = file.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    let wanted = folder.join(file);
    let (Some(parent), Some(name)) = (wanted.parent(), wanted.file_name()) else { return Err(outside()) };
    // An absolute name may still lie inside.
    if !is_plain && !file.is_absolute() {
        return Err(outside());
    }
    let place = parent.canonicalize()?.join(name);
    let is_link = place.symlink_metadata().is_ok_and(|data| data.is_symlink());
    if place.starts_with(folder) && !is_link && !place.is_dir() { Ok(place) } else { Err(outside()) }
}

/// A path of bytes as they came. Where paths are no bytes they have to be UTF-8.
#[cfg(unix)]
fn path(bytes: &[u8]) -> io::Result<&Path> {
    use std::os::unix::ffi::OsStrExt;
    if bytes.is_empty() {
        Err(io::ErrorKind::InvalidInput.into())
    } else {
        Ok(Path::new(OsStr::from_bytes(bytes)))
    }
}

/// A path of bytes as they came. Where paths are no bytes they have to be UTF-8.
#[cfg(not(unix))]
fn path(bytes: &[u8]) -> io::Result<&Path> {
    let text = std::str::from_utf8(bytes).map_err(io::Error::other)?;
    if text.is_empty() { Err(io::ErrorKind::InvalidInput.into()) } else { Ok(Path::new(OsStr::new(text))) }
}
