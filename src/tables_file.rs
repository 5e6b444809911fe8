//! Tables of the evaluation in a file, in the place of the program's own.
#![deny(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use std::path::{Path, PathBuf};
use std::sync::Arc;

use tianyuan_evaluation::Tables;
use tianyuan_evaluation::weights::Weights;
use tianyuan_rules::Rule;
use tianyuan_search::Engine;

use crate::position_argument::read_file;

/// What can be said of tables beside a question.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct TablesOption {
    /// Thinks with the tables of the evaluation in FILE, for experiments; they are of one rule, and positions of another
    /// keep the program's own
    #[arg(long, value_name = "FILE")]
    tables: Option<PathBuf>,
}

impl TablesOption {
    /// Whether a file is named.
    pub(crate) const fn is_named(&self) -> bool {
        self.tables.is_some()
    }

    /// The tables of the file that is named, or what is wrong with it.
    pub(crate) fn read(&self) -> Result<Option<Arc<Tables>>, String> {
        let read = |file: &PathBuf| read(file, None).map_err(|error| format!("--tables {error}"));
        self.tables.as_ref().map(read).transpose()
    }
}

/// The tables of a file, which must be of this rule if one is given.
pub(crate) fn read(file: &Path, rule: Option<Rule>) -> Result<Arc<Tables>, String> {
    let (weights, named) = weights(file, rule)?;
    Ok(Arc::new(Tables::new(&weights, named)))
}

/// The numbers of a file, which must be of this rule if one is given, with the rule that they are of.
pub(crate) fn weights(file: &Path, rule: Option<Rule>) -> Result<(Weights, Rule), String> {
    let complain = |error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
    let bytes = read_file(file).map_err(|error| complain(&error))?;
    let read = match rule {
        Some(rule) => Weights::read(&bytes, rule).map(|weights| (weights, rule)),
        None => Weights::read_any(&bytes),
    };
    read.map_err(|error| complain(&error))
}

/// The engine with these tables, if there are any.
pub(crate) fn seated(engine: Engine, tables: Option<&Arc<Tables>>) -> Engine {
    match tables {
        Some(tables) => engine.with_tables(Arc::clone(tables)),
        None => engine,
    }
}
