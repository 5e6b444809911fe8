//! Anyone who can be asked for a move: our engine, and later a child process or a person.

use tianyuan_rules::{Point, Rule};

use crate::{Control, Job, Report, Settings};

/// The answer to a job. Later tasks will answer with several points or with a swap.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// Play here.
    Move(Point),
    /// There is no empty point.
    NoMove,
}

/// Someone who can be asked.
pub trait Player {
    /// Thinks about a job until a limit is reached or `control` says stop, and answers. Blocks the calling
    /// thread. Reports go to `report` as they are found; every answer that is a move stands on an empty
    /// point, whatever happens.
    fn think(&mut self, job: &Job, control: &Control, report: &mut dyn FnMut(Report)) -> Answer;

    /// Takes new settings; what cannot be had is lowered.
    fn configure(&mut self, settings: Settings);

    /// May build what questions under this rule will need, so that the first one costs no time for it.
    fn prepare(&mut self, _rule: Rule) {}

    /// Forgets everything learnt from former positions.
    fn forget(&mut self);
}
