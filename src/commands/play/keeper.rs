//! Where a game is kept, and how it is written there without anything being lost.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Where a game is kept.
#[derive(Debug)]
pub(super) struct Keeper {
    file: PathBuf,
    /// What this program has written there last.
    written: Vec<u8>,
}

/// What became of a game that was to be kept.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Kept {
    /// It lies where it should.
    There,
    /// Somebody has changed the file since: it lies in another one now.
    Elsewhere,
}

impl Keeper {
    /// A file that has these bytes, which may be written over by what goes on from there.
    pub(super) fn of_file(file: &Path, bytes: Vec<u8>) -> Self {
        // A link goes on to be one.
        let file = fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
        Self { file, written: bytes }
    }

    /// The file of choice, which must not be there yet, or the first free one.
    pub(super) fn of_choice(file: Option<PathBuf>) -> Result<Self, String> {
        let Some(file) = file else { return Self::free() };
        if !file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("sgf")) {
            return Err(format!("--file {}: a name that ends in .sgf is needed", file.display()));
        }
        let created = create(&file).map_err(|error| format!("--file {}: {error}", file.display()));
        created.map(|_| Self { file, written: Vec::new() })
    }

    /// The first free file here.
    fn free() -> Result<Self, String> {
        for n in 1_u32.. {
            let name = if n == 1 { "tianyuan-game.sgf".to_owned() } else { format!("tianyuan-game-{n}.sgf") };
            match create(Path::new(&name)) {
                Ok(_) => return Ok(Self { file: name.into(), written: Vec::new() }),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(error) => {
                    return Err(format!("the game cannot be kept here: {error}; --file names a file"));
                }
            }
        }
        Err("too many games lie here; --file names a file".to_owned())
    }

    pub(super) fn file(&self) -> &Path {
        &self.file
    }

    /// Writes the game, if it has changed: what was kept is lost only when the new file is whole, and what others have
    /// written there since is left alone.
    pub(super) fn keep(&mut self, bytes: Vec<u8>) -> Result<Kept, String> {
        let there = fs::read(&self.file).ok();
        let is_as_written = there.is_none_or(|there| there == self.written);
        if is_as_written && self.written == bytes && self.file.exists() {
            return Ok(Kept::There);
        }
        let kept = if is_as_written { Kept::There } else { Kept::Elsewhere };
        if kept == Kept::Elsewhere {
            self.file = Self::free()?.file;
        }
        replace(&self.file, &bytes).map_err(|error| format!("{}: {error}", self.file.display()))?;
        self.written = bytes;
        Ok(kept)
    }
}

/// Writes a file that is not there yet.
pub(super) fn write_new(file: &Path, bytes: &[u8]) -> Result<(), String> {
    let written = create(file).and_then(|mut created| created.write_all(bytes));
    written.map_err(|error| format!("{}: {error}", file.display()))
}

fn create(file: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create_new(true).open(file)
}

/// Replaces a file in one step, by one beside it that nobody else has.
fn replace(file: &Path, bytes: &[u8]) -> io::Result<()> {
    for n in 0..1000 {
        let new = file.with_file_name(format!("tianyuan-{}-{n}.tmp", std::process::id()));
        let mut created = match create(&new) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
            created => created?,
        };
        let replaced = created.write_all(bytes).and_then(|()| fs::rename(&new, file));
        if replaced.is_err() {
            let _ = fs::remove_file(&new);
        }
        return replaced;
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("tianyuan-keeper-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
        folder
    }

    #[test]
    fn a_game_is_written_over_what_was_kept_of_it_and_nothing_else() {
        let folder = folder("over");
        let file = folder.join("game.sgf");
        let mut keeper = Keeper::of_choice(Some(file.clone())).expect("a free name");
        assert!(Keeper::of_choice(Some(file.clone())).is_err(), "it is taken");
        assert_eq!(keeper.keep(b"one".to_vec()), Ok(Kept::There));
        assert_eq!(keeper.keep(b"two".to_vec()), Ok(Kept::There));
        assert_eq!(fs::read(&file).expect("it is there"), b"two");
        let names: Vec<_> = fs::read_dir(&folder).expect("a folder").collect();
        assert_eq!(names.len(), 1, "nothing is left beside it");
        fs::remove_file(&file).expect("it was there");
        assert_eq!(keeper.keep(b"two".to_vec()), Ok(Kept::There), "it is written again");
        assert!(file.exists());
        fs::remove_dir_all(&folder).expect("it was there");
        assert!(keeper.keep(b"three".to_vec()).is_err());
    }

    #[test]
    fn what_others_have_written_since_stays() {
        let folder = folder("others");
        let file = folder.join("game.sgf");
        fs::write(&file, "mine").expect("written");
        let mut keeper = Keeper::of_file(&file, b"mine".to_vec());
        assert_eq!(keeper.keep(b"mine".to_vec()), Ok(Kept::There), "nothing has changed");
        fs::write(&file, "theirs").expect("written");
        assert_eq!(keeper.keep(b"more of mine".to_vec()), Ok(Kept::Elsewhere));
        assert_eq!(fs::read(&file).expect("it is there"), b"theirs");
        assert_eq!(fs::read(keeper.file()).expect("it is there"), b"more of mine");
        fs::remove_file(keeper.file()).expect("it was there");
        fs::remove_dir_all(&folder).expect("it was there");
    }
}
