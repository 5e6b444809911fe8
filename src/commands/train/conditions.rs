//! How games are played, as the commands that play some are told.

use std::path::PathBuf;
use std::sync::Arc;

use tianyuan_player::{Clock, Player, Settings};
use tianyuan_rules::key::digest;
use tianyuan_rules::{Rule, Size, notation};
use tianyuan_search::Engine;
use tianyuan_training::setup::{Conditions, Setup};

use crate::commands::kind::{Kind, read_openings};
use crate::commands::values::{number, whole};
use crate::commands::{Failure, on_deep_stack};
use crate::position_argument::size_from_text;

/// What holds for all games.
#[derive(Debug, clap::Args)]
pub(super) struct GameArguments {
    /// Openings, one a line, or games
    #[arg(long, value_name = "FILE")]
    openings: PathBuf,
    /// How they are written, as for match [default: as the file's name ends, else code]
    #[arg(long, value_name = "FORM", value_parser = Kind::parse)]
    openings_form: Option<Kind>,
    /// freestyle, standard, renju, caro or caro-exact
    #[arg(long, default_value = "renju")]
    pub(super) rule: Rule,
    /// Lines on a side of the board, 5 to 22
    #[arg(long, value_name = "LINES", default_value = "15", value_parser = size_from_text)]
    size: Size,
    /// Nodes of a move, a tenth more or less
    #[arg(long, value_name = "N", default_value_t = 5000, value_parser = number::<1_000_000_000>)]
    nodes: u64,
    /// Games of another number are others
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    pub(super) seed: u64,
    /// Games at the same time [default: as many as there are processors]
    #[arg(long, value_name = "N", value_parser = number::<1024>)]
    concurrency: Option<u64>,
}

/// The table of an engine: small, for each game begins with an empty one.
const TABLE_BYTES: usize = 4 << 20;

/// Who plays.
pub(super) fn engine(clock: &Arc<dyn Clock>) -> Engine {
    let mut engine = Engine::new(Arc::clone(clock));
    engine.configure(Settings { threads: 1, table_bytes: TABLE_BYTES });
    engine
}

impl GameArguments {
    /// Games at the same time.
    pub(super) fn workers(&self) -> usize {
        let processors = || std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get);
        self.concurrency.map_or_else(processors, whole)
    }

    /// The games of this player, with so many positions from inside of each search.
    pub(super) fn setup(&self, mut player: Engine, insights: usize) -> Result<Setup, Failure> {
        let setup = self.of_openings(insights).map_err(Failure::Input)?;
        let setup = on_deep_stack(|| setup.with_player(&mut player))?;
        setup.ok_or_else(|| Failure::Input("the engine has no move".to_owned()))
    }

    fn of_openings(&self, insights: usize) -> Result<Setup, String> {
        let complain = |error: String| format!("--openings {}: {error}", self.openings.display());
        let openings = read_openings(&self.openings, self.openings_form, self.size).map_err(complain)?;
        let codes: Vec<String> = openings.iter().map(|moves| notation::code(moves.iter().copied())).collect();
        let conditions = Conditions {
            rule: self.rule.to_string(),
            size: self.size.side(),
            nodes: self.nodes,
            seed: self.seed,
            openings: format!("{:016x}", digest(codes.join(" ").bytes())),
            player: String::new(),
            insights,
        };
        Setup::new(conditions, openings)
            .ok_or_else(|| complain("an opening is against the rule, or there is none".into()))
    }
}
