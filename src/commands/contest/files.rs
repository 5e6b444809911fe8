//! The files of a match: the journal, and the games for other programs.

use std::fmt::Display;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use tianyuan_arena::game_record::GameRecord;
use tianyuan_arena::journal::{self, Header, Journal};
use tianyuan_rules::record::Format;

use super::arguments::{Arguments, Contest};
use super::export::Exporter;
use crate::commands::Failure;

/// Where games are kept.
#[derive(Debug)]
pub(super) struct Files {
    journal: Option<File>,
    sgf: Option<File>,
    psq: Option<PathBuf>,
    pgn: Option<File>,
    exporter: Exporter,
}

/// Reads a journal.
pub(super) fn read(file: &Path) -> Result<Journal, Failure> {
    let bytes = std::fs::read(file).map_err(|error| complaint(file, &error))?;
    Journal::read(&bytes).map_err(|error| complaint(file, &error))
}

fn complaint(file: &Path, error: &impl Display) -> Failure {
    Failure::Input(format!("{}: {error}", file.display()))
}

impl Files {
    /// Opens the files, and gives the games of a journal that is gone on with.
    pub(super) fn open(
        arguments: &Arguments,
        contest: &Contest,
        words: &[String],
    ) -> Result<(Self, Vec<GameRecord>), Failure> {
        let header = Header {
            program: concat!("tianyuan ", env!("CARGO_PKG_VERSION")).to_owned(),
            arguments: words.to_vec(),
            names: contest.names.clone(),
            openings: contest.openings_digest,
            size: contest.terms.size.side(),
        };
        let (journal, games) = match (&arguments.resume, &arguments.journal) {
            (Some(file), _) => resume(file, &header)?,
            (None, Some(file)) => (Some(begin(file, &header)?), Vec::new()),
            (None, None) => (None, Vec::new()),
        };
        let append = |file: &Path| {
            let opened = OpenOptions::new().create(true).append(true).open(file);
            opened.map_err(|error| complaint(file, &error))
        };
        if let Some(folder) = &arguments.psq {
            fs::create_dir_all(folder).map_err(|error| complaint(folder, &error))?;
        }
        let files = Self {
            journal,
            sgf: arguments.sgf.as_deref().map(append).transpose()?,
            psq: arguments.psq.clone(),
            pgn: arguments.pgn.as_deref().map(append).transpose()?,
            exporter: Exporter::new(contest.names.clone(), contest.terms.rule, contest.terms.size),
        };
        Ok((files, games))
    }

    /// Keeps a game.
    pub(super) fn add(&mut self, game: &GameRecord) -> io::Result<()> {
        if let Some(file) = &mut self.journal {
            journal::write(game, file)?;
        }
        if let Some(file) = &mut self.pgn {
            file.write_all(self.exporter.pgn(game).as_bytes())?;
        }
        if let Some(folder) = &self.psq {
            let name = format!("{:06}-{}.psq", game.pair + 1, u8::from(game.second) + 1);
            fs::write(folder.join(name), self.exporter.record(game, Format::Psq))?;
        }
        match &mut self.sgf {
            Some(file) => file.write_all(&self.exporter.record(game, Format::Sgf)),
            None => Ok(()),
        }
    }
}

fn begin(file: &Path, header: &Header) -> Result<File, Failure> {
    // A file without a whole line is one of which a run was killed before it began.
    if std::fs::read(file).is_ok_and(|bytes| bytes.contains(&b'\n')) {
        return Err(complaint(file, &"there is such a file; go on with it by --resume, or name another"));
    }
    let mut created = File::create(file).map_err(|error| complaint(file, &error))?;
    lock(file, &created)?;
    journal::write(header, &mut created).map_err(|error| complaint(file, &error))?;
    Ok(created)
}

/// Keeps other runs away from a journal.
fn lock(path: &Path, file: &File) -> Result<(), Failure> {
    file.try_lock().map_err(|_| complaint(path, &"another match is writing to it"))
}

/// Opens a journal behind its last whole line.
fn resume(file: &Path, header: &Header) -> Result<(Option<File>, Vec<GameRecord>), Failure> {
    let journal = read(file)?;
    if (&journal.header.names, journal.header.openings) != (&header.names, header.openings) {
        return Err(complaint(file, &"the openings or engines are not those of the journal any more"));
    }
    let opened = OpenOptions::new().write(true).open(file);
    let mut opened = opened.map_err(|error| complaint(file, &error))?;
    lock(file, &opened)?;
    let cut = opened.set_len(journal.length as u64).and_then(|()| opened.seek(SeekFrom::End(0)));
    cut.map_err(|error| complaint(file, &error))?;
    Ok((Some(opened), journal.games))
}
