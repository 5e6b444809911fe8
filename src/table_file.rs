//! The table of positions as a file, named by a manager.
//!
//! A manager may be anybody's program, and the name anybody's: files are touched only in the engine's own
//! part of the folder that `INFO folder` names, or in the working directory where it names none; whatever
//! leads out of it, also by a link, is refused.
#![deny(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use std::ffi::OsStr;
use std::fs::{self, File};
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
    let opened = place(file, folder).and_then(File::open);
    said("read from", file, opened.and_then(|mut input| player.recall(&mut input)))
}

fn said(done: &str, file: &[u8], result: io::Result<()>) -> String {
    let file = String::from_utf8_lossy(file);
    match result {
        Ok(()) => format!("table {done} {file}"),
        Err(error) => format!("table not {done} {file}: {error}"),
    }
}

/// Writes beside the file first: an old table is lost only for a whole new one.
fn write(player: &dyn Player, file: &[u8], folder: Option<&[u8]>) -> io::Result<()> {
    let file = place(file, folder)?;
    let mut draft = file.clone().into_os_string();
    draft.push(".part");
    let written = File::create(&draft).and_then(|mut output| player.record(&mut output));
    let kept = written.and_then(|()| fs::rename(&draft, &file));
    if kept.is_err() {
        let _ = fs::remove_file(&draft);
    }
    kept
}

/// The place that a file name means, which lies in the folder.
fn place(file: &[u8], folder: Option<&[u8]>) -> io::Result<PathBuf> {
    let folder = match folder {
        None => PathBuf::from("."),
        Some(folder) => {
            let own = path(folder)?.join(OWN_FOLDER);
            fs::create_dir_all(&own)?;
            own
        }
    };
    within(&folder.canonicalize()?, path(file)?)
}

/// The path in the folder, which is given without links.
fn within(folder: &Path, file: &Path) -> io::Result<PathBuf> {
    let outside = || io::Error::new(io::ErrorKind::PermissionDenied, "it lies outside the folder");
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
