//! The engine: a player that searches.

use std::fmt;
use std::io::{self, Read, Write};
use std::sync::Arc;

use tianyuan_evaluation::{Field, Tables};
use tianyuan_player::{Answer, Clock, Control, Job, Listener, Player, Settings, Task};
use tianyuan_rules::{PointSet, Position, Rule, Size};

use crate::alphabeta::{self, Question};
use crate::describe;
use crate::forced;
use crate::opening;
use crate::parameters::Parameters;
use crate::table::Table;
use crate::threat::Solver;

/// The searching player.
///
/// Knowledge is kept in the table from job to job while rule, size and walls stay the same. With one
/// thread and a limit in nodes or depth, a job given to a fresh or [`forget`](Player::forget)ful engine
/// has the same answer after the same number of nodes on every machine.
pub struct Engine {
    clock: Arc<dyn Clock>,
    settings: Settings,
    table: Table,
    /// What the entries of the table belong to.
    ground: Option<Ground>,
    /// Tables of the evaluation in the place of those that the program has for their rule.
    tables: Option<Arc<Tables>>,
    /// Numbers of the search in the place of those that the program has.
    parameters: Option<Parameters>,
}

/// What entries of the table belong to.
type Ground = (Rule, Size, PointSet);

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine").field("settings", &self.settings).finish_non_exhaustive()
    }
}

impl Engine {
    /// An engine with the default settings that takes the time from `clock`.
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        let settings = Settings::default();
        Self {
            clock,
            settings,
            table: Table::new(settings.table_bytes),
            ground: None,
            tables: None,
            parameters: None,
        }
    }

    /// Where it takes the time from.
    pub(crate) fn clock(&self) -> &dyn Clock {
        &*self.clock
    }

    /// The same engine with these tables of the evaluation for their rule.
    #[must_use]
    pub fn with_tables(self, tables: Arc<Tables>) -> Self {
        Self { tables: Some(tables), ..self }
    }

    /// The same engine with these numbers of the search for every rule.
    #[must_use]
    pub fn with_parameters(self, parameters: Parameters) -> Self {
        Self { parameters: Some(parameters), ..self }
    }

    /// The tables for a rule.
    fn tables(&self, rule: Rule) -> Arc<Tables> {
        let own = self.tables.as_ref().filter(|tables| tables.rule() == rule);
        own.map_or_else(|| Tables::of_rule(rule), Arc::clone)
    }

    fn prepare_table(&mut self, position: &Position) {
        let ground = Some((position.rule(), position.size(), *position.walls()));
        if self.ground != ground {
            if self.ground.is_some() {
                self.table.clear();
            }
            self.ground = ground;
        }
        self.table.next_generation();
    }
}

impl Player for Engine {
    fn think(&mut self, job: &Job, control: &Control, listener: &mut dyn Listener) -> Answer {
        self.prepare_table(&job.position);
        let (clock, threads) = (&*self.clock, self.settings.threads);
        let rule = job.position.rule();
        let (tables, parameters) =
            (&self.tables(rule), &self.parameters.unwrap_or_else(|| Parameters::of_rule(rule)));
        let question = Question { job, control, clock, table: &self.table, tables, parameters, threads };
        let solver = || Solver::new(self.settings.table_bytes / Settings::PART_BESIDE_TABLE);
        let found = match &job.task {
            Task::Move | Task::Analyze { .. } => alphabeta::search(&question, listener),
            Task::Win(force) => forced::find_win(&question, *force, &mut solver(), listener),
            Task::Opening(task) => {
                let (acts, then) = opening::open(&question, task, listener);
                return Answer::Opening { acts, then };
            }
            Task::Balance { stones, value } => {
                return Answer::Stones(opening::balance(&question, *stones, *value));
            }
            Task::Defend => forced::defend(&question, &mut solver(), listener),
        };
        found.map_or(Answer::NoMove, Answer::Move)
    }

    fn configure(&mut self, settings: Settings) {
        let former = std::mem::replace(&mut self.settings, settings);
        self.settings.threads = settings.threads.max(1);
        if settings.table_bytes != former.table_bytes {
            self.table = Table::new(0);
            self.table = Table::new(settings.table_bytes);
        }
    }

    fn prepare(&mut self, rule: Rule) {
        // The tables of shapes and values are built when a field first needs them.
        Field::new(&Position::new(Size::STANDARD, rule));
    }

    fn forget(&mut self) {
        self.table.clear();
        self.ground = None;
    }

    fn fullness(&self) -> Option<f64> {
        Some(self.table.fullness())
    }

    fn record(&self, output: &mut dyn Write) -> io::Result<()> {
        self.table.write(&self.ground.map(ground_bytes).unwrap_or_default(), output)
    }

    fn recall(&mut self, input: &mut dyn Read) -> io::Result<()> {
        let bytes = Table::read_ground(input)?;
        let foreign = || io::Error::new(io::ErrorKind::InvalidData, "the table is of another kind of game");
        let ground = if bytes.is_empty() { None } else { Some(ground_of(&bytes).ok_or_else(foreign)?) };
        self.forget();
        let read = self.table.read_entries(input);
        match &read {
            Ok(()) => self.ground = ground,
            Err(_) => self.forget(),
        }
        read
    }

    fn describe(&self, position: &Position) -> Vec<String> {
        describe::describe(&Field::with_tables(position, self.tables(position.rule())))
    }
}

/// A ground in bytes: rule, size, and the rows of the walls.
fn ground_bytes((rule, size, walls): Ground) -> Vec<u8> {
    let rule = Rule::ALL.iter().position(|&one| one == rule).unwrap_or_default();
    let head = [rule, size.side()].map(|number| u8::try_from(number).unwrap_or(u8::MAX));
    head.into_iter().chain(walls.rows().iter().flat_map(|row| row.to_le_bytes())).collect()
}

fn ground_of(bytes: &[u8]) -> Option<Ground> {
    let (&[rule, size], walls) = bytes.split_first_chunk()?;
    let (rule, size) = (*Rule::ALL.get(usize::from(rule))?, Size::new(usize::from(size))?);
    let (rows, rest) = walls.as_chunks::<4>();
    let rows: Vec<u32> = rows.iter().map(|&row| u32::from_le_bytes(row)).collect();
    let walls = PointSet::from_rows(rows.try_into().ok()?);
    let on_board = walls.iter().all(|point| size.contains(point));
    (rest.is_empty() && on_board).then_some((rule, size, walls))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ground_reads_back() {
        let walls: PointSet = ["a1", "h8"].map(|text| text.parse().unwrap()).into_iter().collect();
        let ground = (Rule::CaroExact, Size::STANDARD, walls);
        let bytes = ground_bytes(ground);
        assert_eq!(ground_of(&bytes), Some(ground));
        assert_eq!(ground_of(&bytes[1..]), None);
        assert_eq!(ground_of(&[&bytes[..], b"x"].concat()), None);
    }
}
