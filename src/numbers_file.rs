//! Numbers in files, in the place of the program's own: tables of the evaluation, and numbers of the search.
#![deny(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use std::path::{Path, PathBuf};
use std::sync::Arc;

use tianyuan_evaluation::Tables;
use tianyuan_evaluation::weights::Weights;
use tianyuan_rules::Rule;
use tianyuan_search::Engine;
use tianyuan_search::parameters::Parameters;

use crate::position_argument::read_file;

/// What can be said of numbers beside a question.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct NumbersOption {
    /// Thinks with the tables of the evaluation in FILE, for experiments; they are of one rule, and positions of another
    /// keep the program's own
    #[arg(long, value_name = "FILE")]
    tables: Option<PathBuf>,
    /// Searches with the numbers in FILE, for experiments, under whatever rule
    #[arg(long, value_name = "FILE")]
    params: Option<PathBuf>,
}

/// Numbers in the place of the program's own, where there are any.
#[derive(Clone, Debug, Default)]
pub(crate) struct Numbers {
    pub(crate) tables: Option<Arc<Tables>>,
    pub(crate) parameters: Option<Parameters>,
}

impl NumbersOption {
    /// The option that names a file, if one does.
    pub(crate) fn named(&self) -> Option<&'static str> {
        let named = [("--tables", &self.tables), ("--params", &self.params)];
        named.into_iter().find(|(_, file)| file.is_some()).map(|(option, _)| option)
    }

    /// The numbers of the files that are named, or what is wrong with them.
    pub(crate) fn read(&self) -> Result<Numbers, String> {
        let tables = self.tables.as_ref().map(|file| tables(file, None)).transpose();
        let parameters = self.params.as_ref().map(|file| parameters(file)).transpose();
        Ok(Numbers {
            tables: tables.map_err(|error| format!("--tables {error}"))?,
            parameters: parameters.map_err(|error| format!("--params {error}"))?,
        })
    }
}

impl Numbers {
    /// The engine with these numbers.
    pub(crate) fn seat(&self, mut engine: Engine) -> Engine {
        if let Some(tables) = &self.tables {
            engine = engine.with_tables(Arc::clone(tables));
        }
        if let Some(parameters) = self.parameters {
            engine = engine.with_parameters(parameters);
        }
        engine
    }
}

/// The tables of a file, which must be of this rule if one is given.
pub(crate) fn tables(file: &Path, rule: Option<Rule>) -> Result<Arc<Tables>, String> {
    let (weights, named) = weights(file, rule)?;
    Ok(Arc::new(Tables::new(&weights, named)))
}

/// The numbers of tables in a file, which must be of this rule if one is given, with the rule that they are of.
pub(crate) fn weights(file: &Path, rule: Option<Rule>) -> Result<(Weights, Rule), String> {
    let complain = |error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
    let bytes = read_file(file).map_err(|error| complain(&error))?;
    let read = match rule {
        Some(rule) => Weights::read(&bytes, rule).map(|weights| (weights, rule)),
        None => Weights::read_any(&bytes),
    };
    read.map_err(|error| complain(&error))
}

/// The numbers of the search in a file.
pub(crate) fn parameters(file: &Path) -> Result<Parameters, String> {
    let complain = |error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
    let bytes = read_file(file).map_err(|error| complain(&error))?;
    let text = String::from_utf8(bytes).map_err(|_| complain(&"this is no text"))?;
    Parameters::read(&text).map_err(|error| complain(&error))
}
