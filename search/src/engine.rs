//! The engine: a player that searches.

use std::fmt;
use std::sync::Arc;

use tianyuan_evaluation::Field;
use tianyuan_player::{Answer, Clock, Control, Job, Player, Report, Settings};
use tianyuan_rules::{PointSet, Position, Rule, Size};

use crate::alphabeta::{self, Question};
use crate::table::Table;

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
    ground: Option<(Rule, Size, PointSet)>,
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine").field("settings", &self.settings).finish_non_exhaustive()
    }
}

impl Engine {
    /// An engine with the default settings that takes the time from `clock`.
    pub fn new(clock: Arc<dyn Clock>) -> Self {
        let settings = Settings::default();
        Self { clock, settings, table: Table::new(settings.table_bytes), ground: None }
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
    fn think(&mut self, job: &Job, control: &Control, report: &mut dyn FnMut(Report)) -> Answer {
        self.prepare_table(&job.position);
        let (clock, threads) = (&*self.clock, self.settings.threads);
        let question = Question { job, control, clock, table: &self.table, threads };
        alphabeta::search(&question, report).map_or(Answer::NoMove, Answer::Move)
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
}
