//! The journal as a file.

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Seek, SeekFrom};
use std::path::Path;

use tianyuan_training::spsa::{Journal, Plan, Step};

use super::complaint;
use crate::commands::Failure;

/// A journal that is being written.
#[derive(Debug)]
pub(super) struct Record(File);

impl Record {
    /// The journal of this plan, at its end, with what was played so far. What was cut off in the middle of a line goes.
    pub(super) fn open(path: &Path, plan: &Plan) -> Result<(Self, Vec<Step>), Failure> {
        let opened = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = opened.map_err(|error| complaint(path, &error))?;
        if file.metadata()?.len() == 0 {
            plan.write(&mut file)?;
            return Ok((Self(file), Vec::new()));
        }
        let journal = Journal::read(BufReader::new(&file)).map_err(|error| complaint(path, &error))?;
        if journal.plan != *plan {
            return Err(complaint(path, &"it is the journal of another plan"));
        }
        file.set_len(journal.whole_bytes)?;
        file.seek(SeekFrom::Start(journal.whole_bytes))?;
        Ok((Self(file), journal.steps))
    }

    pub(super) fn write(&mut self, step: &Step) -> io::Result<()> {
        step.write(&mut self.0)
    }
}
