//! What was planned and played, a line of JSON each: a tuning that was broken off goes on from its journal.

use std::io::{self, BufRead, Write};

use serde::{Deserialize, Serialize};

use super::tuner::Number;
use crate::setup::Conditions;

/// What a tuning goes by: its first line.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Plan {
    /// The format of the file.
    format: String,
    version: u32,
    /// How the games are played.
    pub conditions: Conditions,
    /// What tells tables that it begins with from others.
    pub tables: String,
    /// What is tuned.
    pub numbers: Vec<Number>,
    /// Steps in all.
    pub steps: usize,
    /// Pairs of games a step.
    pub pairs: usize,
    /// How far a won game moves the numbers in the last step, in what they were moved by.
    pub rate: f64,
    /// Determines the perturbations.
    pub seed: u64,
}

/// The games of a step.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// Two games each, from the same opening with colors exchanged.
    pub pairs: Vec<Pair>,
}

/// Two games between the numbers moved one way and the other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pair {
    /// 1 where the first player has won, -1 where the second, 0 for a draw. The first has Black in the first game.
    pub scores: [i8; 2],
    /// The moves.
    pub games: [String; 2],
}

impl Pair {
    /// Games won by the first player less those lost.
    pub fn result(&self) -> i8 {
        self.scores.iter().sum()
    }
}

/// The name of the format.
const FORMAT: &str = "tianyuan-spsa";
/// The version that is written, and the only one that is read.
const VERSION: u32 = 1;

impl Plan {
    /// A plan for these numbers, of the version that is written.
    pub fn new(
        (conditions, tables): (Conditions, String),
        numbers: Vec<Number>,
        (steps, pairs): (usize, usize),
        (rate, seed): (f64, u64),
    ) -> Self {
        let (format, version) = (FORMAT.to_owned(), VERSION);
        Self { format, version, conditions, tables, numbers, steps, pairs, rate, seed }
    }
}

/// Why a file is no journal.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// It could not be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The first line is something else.
    #[error("this is no journal of a tuning")]
    NoJournal,
    /// It is of this version.
    #[error("journals of version {0} are not known, {VERSION} is")]
    Version(u32),
}

/// A journal that was read.
#[derive(Debug)]
pub struct Journal {
    /// What was planned.
    pub plan: Plan,
    /// What was played.
    pub steps: Vec<Step>,
    /// Bytes up to the end of the last whole line: what stands behind was cut off while it was written.
    pub whole_bytes: u64,
}

impl Journal {
    /// Reads a journal. A last line that is not whole is left out, and what stands behind a damaged one.
    pub fn read(mut input: impl BufRead) -> Result<Self, JournalError> {
        let mut line = String::new();
        let mut whole_bytes = read_line(&mut input, &mut line)?;
        let plan: Plan = serde_json::from_str(&line).map_err(|_| JournalError::NoJournal)?;
        if plan.format != FORMAT {
            return Err(JournalError::NoJournal);
        }
        if plan.version != VERSION {
            return Err(JournalError::Version(plan.version));
        }
        let mut steps = Vec::new();
        loop {
            let n_bytes = read_line(&mut input, &mut line)?;
            let step = serde_json::from_str(&line).ok().filter(|step: &Step| step.pairs.len() == plan.pairs);
            let Some(step) = step.filter(|_| steps.len() < plan.steps && line.ends_with('\n')) else { break };
            steps.push(step);
            whole_bytes += n_bytes;
        }
        Ok(Self { plan, steps, whole_bytes })
    }
}

/// Reads a line and tells how long it is; one that is no text is as good as none.
fn read_line(input: &mut impl BufRead, line: &mut String) -> io::Result<u64> {
    let mut bytes = Vec::new();
    let n_bytes = input.read_until(b'\n', &mut bytes)?;
    *line = String::from_utf8(bytes).unwrap_or_default();
    Ok(n_bytes as u64)
}

/// Writes a line: the plan, or a step.
pub(super) fn write_line(value: &impl Serialize, output: &mut impl Write) -> io::Result<()> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    output.write_all(&line)?;
    output.flush()
}

impl Plan {
    /// Writes the first line of a journal.
    pub fn write(&self, output: &mut impl Write) -> io::Result<()> {
        write_line(self, output)
    }
}

impl Step {
    /// Writes a further line.
    pub fn write(&self, output: &mut impl Write) -> io::Result<()> {
        write_line(self, output)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::tests::setup;

    impl Plan {
        pub(in super::super) fn of_numbers(numbers: Vec<Number>, steps: usize) -> Self {
            let conditions = (setup(1).conditions().clone(), String::new());
            Self::new(conditions, numbers, (steps, 4), (0.02, 9))
        }
    }

    fn step(scores: [i8; 2]) -> Step {
        let pair = Pair { scores, games: ["h8h9".into(), "h8i9".into()] };
        Step { pairs: vec![pair; 4] }
    }

    fn journal() -> (Plan, Vec<u8>, Vec<usize>) {
        let number = Number { name: "one".into(), start: 3, least: 0, most: 9, step: 1 };
        let plan = Plan::of_numbers(vec![number], 3);
        let (mut bytes, mut ends) = (Vec::new(), Vec::new());
        plan.write(&mut bytes).expect("memory is written");
        ends.push(bytes.len());
        for scores in [[1, 1], [0, -1]] {
            step(scores).write(&mut bytes).expect("memory is written");
            ends.push(bytes.len());
        }
        (plan, bytes, ends)
    }

    #[test]
    fn what_is_whole_is_read_wherever_a_journal_is_cut() {
        let (plan, bytes, ends) = journal();
        for cut in ends[0]..=bytes.len() {
            let read = Journal::read(&bytes[..cut]).expect("the plan is whole");
            let n_whole = ends.iter().filter(|&&end| end <= cut).count();
            assert_eq!((read.steps.len() + 1, read.whole_bytes), (n_whole, ends[n_whole - 1] as u64));
            assert_eq!(read.plan, plan);
        }
        let read = Journal::read(&bytes[..]).expect("all is whole");
        assert_eq!(read.steps, [step([1, 1]), step([0, -1])]);
        assert_eq!(read.steps.iter().map(|step| step.pairs[0].result()).collect::<Vec<_>>(), [2, -1]);
    }

    #[test]
    fn what_is_no_journal_is_refused() {
        let (_, bytes, ends) = journal();
        for text in [&b""[..], b"{}", b"\xff\xfe\n", &bytes[..ends[0] / 2]] {
            assert!(matches!(Journal::read(text), Err(JournalError::NoJournal)));
        }
        let text = String::from_utf8(bytes).expect("it is JSON");
        let other = text.replacen("\"version\":1", "\"version\":7", 1);
        assert!(matches!(Journal::read(other.as_bytes()), Err(JournalError::Version(7))));
        // A damaged line ends it: what stands behind may belong to another one.
        let damaged = text.replacen("{\"pairs\"", "{\"pears\"", 1);
        assert_eq!(Journal::read(damaged.as_bytes()).expect("the plan is whole").steps.len(), 0);
    }
}
