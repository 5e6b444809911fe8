//! What a match can be asked for.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Parser;
use tianyuan_arena::generate::is_playable;
use tianyuan_arena::plan::{Pairing, Plan};
use tianyuan_arena::process::{EngineSpec, Habits, system};
use tianyuan_arena::referee::{Adjudication, Agreement, Terms};
use tianyuan_arena::statistics::{Model, Sprt};
use tianyuan_arena::time_control::TimeControl;
use tianyuan_rules::key::digest;
use tianyuan_rules::opening::{Opening, OpeningRule};
use tianyuan_rules::{Point, Rule, Size, notation};
use tianyuan_search::level::{Level, ParseLevelError};

use super::OWN;
use crate::commands::Failure;
use crate::commands::kind::{Kind, read_openings};
use crate::commands::values::{duration, number, pairs, whole};
use crate::numbers_file::{self, Numbers};
use crate::position_argument::size_from_text;

/// What can be asked.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
#[expect(clippy::struct_excessive_bools, reason = "flags of a command line, in any combination")]
pub(crate) struct Arguments {
    /// An engine: a program, or name=A cmd=PROGRAM args="-x" dir=FOLDER option.KEY=VALUE; self is this one, weaker with
    /// level=NAME: novice, beginner, learner, casual, keen, club, expert, master, grandmaster or tianyuan. Limits of its
    /// own as turn=500ms, time=, increment=, byoyomi=, period=, nodes=, depth=, threads=
    #[arg(short, long = "engine", value_name = "ENGINE")]
    pub(super) engines: Vec<String>,
    /// freestyle, standard, renju, caro or caro-exact
    #[arg(long, default_value = "freestyle")]
    pub(super) rule: Rule,
    /// Lines on a side of the board
    #[arg(long, value_name = "LINES", default_value = "15", value_parser = size_from_text)]
    pub(super) size: Size,
    /// Games for every two engines that meet; two for each opening
    #[arg(long, default_value = "100", value_parser = number::<10_000_000>)]
    pub(super) games: u64,
    /// The first engine against each of the others, instead of everyone against everyone
    #[arg(long)]
    pub(super) gauntlet: bool,
    /// Games at the same time
    #[arg(long, default_value = "1", value_parser = number::<1024>)]
    pub(super) concurrency: u64,
    /// Keep each game and its engines to so many processors of their own (Linux)
    #[arg(long, value_name = "N", value_parser = number::<1024>)]
    pub(super) pin: Option<u64>,
    /// Openings, one a line, or games; without any, all games begin on the empty board
    #[arg(long, value_name = "FILE")]
    pub(super) openings: Option<PathBuf>,
    /// How they are written: code (h8i9, rows from the bottom), pos-top (rows from the top), offset (0,0, 1,-1), sgf, psq
    /// or pos [default: as the file's name ends, else code]
    #[arg(long, value_name = "FORM", value_parser = Kind::parse)]
    pub(super) openings_form: Option<Kind>,
    /// The 26 openings of renju, three stones each
    #[arg(long, conflicts_with = "openings")]
    pub(super) named_openings: bool,
    /// The engines make the first moves themselves, by a rule with swaps or offers: free, rif-2 (or chinese), yamaguchi-12,
    /// soosyrv-8, swap, swap2, swap1, pro, long-pro; between engines of this process also taraguchi-10, tarannikov, sakata,
    /// super-sakata, placed-26
    #[arg(long, value_name = "RULE", default_value_t, hide_default_value = true,
        conflicts_with_all = ["openings", "named_openings"])]
    pub(super) opening_rule: OpeningRule,
    /// Take so many moves of each opening at most
    #[arg(long, value_name = "MOVES", value_parser = number::<484>)]
    pub(super) openings_moves: Option<u64>,
    /// Take the openings in an order that this number determines, instead of that of the file
    #[arg(long, value_name = "NUMBER")]
    pub(super) seed: Option<u64>,
    /// Time for each move [default: 1s if there is no other limit]
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(super) turn: Option<Duration>,
    /// Time for the game, or for each period of --period moves
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(super) time: Option<Duration>,
    /// What each move adds to the time for the game
    #[arg(long, value_name = "TIME", value_parser = duration, requires = "time")]
    pub(super) increment: Option<Duration>,
    /// Time for each move once the time for the game has run out
    #[arg(long, value_name = "TIME", value_parser = duration, requires = "time")]
    pub(super) byoyomi: Option<Duration>,
    /// Moves after which the time for the game comes again
    #[arg(long, value_name = "MOVES", value_parser = number::<1000>, requires = "time")]
    pub(super) period: Option<u64>,
    /// Nodes for each move
    #[arg(long, value_name = "N", value_parser = number::<{ u64::MAX }>)]
    pub(super) nodes: Option<u64>,
    /// Depth in plies for each move
    #[arg(long, value_name = "PLIES", value_parser = number::<1000>)]
    pub(super) depth: Option<u64>,
    /// How late a move may be without losing the game; it is counted all the same
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "20ms")]
    pub(super) margin: Duration,
    /// How long an engine may take to start, and a late move is waited for
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "10s")]
    pub(super) patience: Duration,
    /// How long an engine is left alone after its move; some miss what comes in the same instant
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "5ms")]
    pub(super) pause: Duration,
    /// Memory that engines are told of, in MiB
    #[arg(long, value_name = "MIB", default_value = "350", value_parser = number::<1_048_576>)]
    pub(super) memory: u64,
    /// An engine that uses more than --memory after a move loses the game (Linux)
    #[arg(long)]
    pub(super) enforce_memory: bool,
    /// Threads that engines are told of
    #[arg(long, default_value = "1", value_parser = number::<1024>)]
    pub(super) threads: u64,
    /// Hold each engine while its opponent thinks, as Gomocup does (Linux)
    #[arg(long)]
    pub(super) hold: bool,
    /// Stones on the board that make a draw
    #[arg(long, value_name = "STONES", value_parser = number::<484>)]
    pub(super) max_moves: Option<u64>,
    /// A game is lost when both sides agree for so many moves each, such as "moves=3 score=2000"
    #[arg(long, value_name = "WORDS", value_parser = agreement)]
    pub(super) resign: Option<Agreement>,
    /// A game is drawn when both sides agree for so many moves each, such as "moves=10 score=5"
    #[arg(long, value_name = "WORDS", value_parser = agreement)]
    pub(super) draw: Option<Agreement>,
    /// End when a test is decided, such as "elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized"
    #[arg(long, value_name = "WORDS", value_parser = sprt)]
    pub(super) sprt: Option<Sprt>,
    /// Keep every game in a file from which the match can go on
    #[arg(long, value_name = "FILE", conflicts_with = "resume")]
    pub(super) journal: Option<PathBuf>,
    /// Go on with the match of a journal; nothing else can be said
    #[arg(long, value_name = "FILE")]
    pub(super) resume: Option<PathBuf>,
    /// Add the games to a file in SGF
    #[arg(long, value_name = "FILE")]
    pub(super) sgf: Option<PathBuf>,
    /// Write each game to a file of its own in a folder, as Piskvork and Gomocup do
    #[arg(long, value_name = "FOLDER")]
    pub(super) psq: Option<PathBuf>,
    /// Add the results to a file in PGN, for programs that rate players; Black, who moves first, stands there as White
    #[arg(long, value_name = "FILE")]
    pub(super) pgn: Option<PathBuf>,
    /// Results as JSON, one object a line
    #[arg(long)]
    pub(super) json: bool,
    /// Say results whole only after so many games
    #[arg(long, value_name = "GAMES", default_value = "10", value_parser = number::<1_000_000>)]
    pub(super) every: u64,
}

const EXAMPLES: &str = "Examples:
  tianyuan match -e self -e ./pbrain-other --rule renju --turn 200ms --games 200 --openings openings.txt
  tianyuan match -e \"name=new cmd=./new\" -e \"name=old cmd=./old\" --nodes 20000 --sprt \"elo0=0 elo1=5\"
      --openings openings.txt --games 20000 --concurrency 2 --journal match.jsonl
  tianyuan match --resume match.jsonl

In results 1-0 is a win of Black. Pairs are two games of one opening, each engine once with Black.";

/// A match, ready to be played.
#[derive(Debug)]
pub(super) struct Contest {
    pub(super) engines: Vec<EngineSpec>,
    pub(super) names: Vec<String>,
    /// What holds for each engine.
    pub(super) seats: Vec<Seat>,
    pub(super) plan: Plan,
    pub(super) terms: Terms,
    pub(super) concurrency: usize,
    pub(super) pin: Option<usize>,
    pub(super) sprt: Option<Sprt>,
    /// What tells other openings apart.
    pub(super) openings_digest: u64,
    /// The conditions in a few words.
    pub(super) conditions: String,
    /// The openings in a few words.
    pub(super) openings: String,
}

/// What holds for one engine.
#[derive(Clone, Debug)]
pub(super) struct Seat {
    pub(super) control: TimeControl,
    pub(super) habits: Habits,
    /// Of a player of this process; [`Level::Tianyuan`] unless it is said.
    pub(super) level: Level,
    /// Numbers in the place of the program's own, of a player of this process.
    pub(super) numbers: Numbers,
}

/// The words behind `tianyuan match`.
#[derive(Debug, Parser)]
#[command(name = "match", no_binary_name = true)]
struct Words {
    #[command(flatten)]
    arguments: Arguments,
}

impl Arguments {
    /// The words of the match: these, or those that the journal was begun with.
    pub(super) fn words_of_the_match(&self, words: &[String]) -> Result<Vec<String>, Failure> {
        let Some(file) = &self.resume else { return Ok(words.to_vec()) };
        if !self.engines.is_empty() || words.len() > 2 {
            return Err(Failure::Input("--resume goes on as before; nothing else can be said".to_owned()));
        }
        Ok(super::files::read(file)?.header.arguments)
    }

    /// What the words of the match ask for, its journal gone on with if that is asked here.
    pub(super) fn of_words(&self, words: &[String]) -> Result<Self, Failure> {
        let Some(file) = &self.resume else { return Ok(self.clone()) };
        let read = Words::try_parse_from(words.iter().map(OsString::from));
        let complain = |error| Failure::Input(format!("{}: its first line: {error}", file.display()));
        Ok(Self { journal: None, resume: Some(file.clone()), ..read.map_err(complain)?.arguments })
    }

    fn control(&self) -> TimeControl {
        let is_limited = self.time.is_some() || self.nodes.is_some() || self.depth.is_some();
        TimeControl {
            turn: self.turn.or_else(|| (!is_limited).then_some(Duration::from_secs(1))),
            game: self.time,
            increment: self.increment.unwrap_or_default(),
            byoyomi: self.byoyomi,
            period: self.period.and_then(|moves| u32::try_from(moves).ok()),
            nodes: self.nodes,
            depth: self.depth.and_then(|depth| u32::try_from(depth).ok()),
        }
    }

    fn terms(&self) -> Terms {
        Terms {
            rule: self.rule,
            opening: self.opening_rule,
            size: self.size,
            controls: [self.control(); 2],
            margin: self.margin,
            max_moves: self.max_moves.map(whole),
            adjudication: Adjudication { resign: self.resign, draw: self.draw },
            max_memory: self.enforce_memory.then_some(self.memory << 20),
        }
    }

    fn habits(&self) -> Habits {
        Habits {
            patience: self.patience,
            holds: self.hold,
            pause: self.pause,
            memory: self.memory << 20,
            threads: u32::try_from(self.threads).unwrap_or(1),
        }
    }

    fn read_openings(&self) -> Result<Vec<Vec<Point>>, String> {
        let mut openings = match &self.openings {
            Some(file) => read_openings(file, self.openings_form, self.size)
                .map_err(|error| format!("{}: {error}", file.display()))?,
            None if self.named_openings => {
                Opening::all().map(|opening| opening.placement(self.size).to_vec()).collect()
            }
            None => return Ok(Vec::new()),
        };
        if let Some(n_moves) = self.openings_moves {
            for moves in &mut openings {
                moves.truncate(whole(n_moves));
            }
        }
        let source = self.openings.as_deref().unwrap_or(Path::new("--named-openings"));
        let complain = |error: &str| format!("{}: {error}", source.display());
        if let Some(at) = openings.iter().position(|moves| !is_playable(self.size, self.rule, moves)) {
            let code = notation::code(openings.get(at).into_iter().flatten().copied());
            return Err(complain(&format!("opening {}, {code}, is over or against the rule", at + 1)));
        }
        if openings.is_empty() { Err(complain("no opening is in it")) } else { Ok(openings) }
    }

    /// `openings.txt, 200, in the order of seed 7`.
    fn openings_in_words(&self, n_openings: usize) -> String {
        let name = match &self.openings {
            Some(file) => file.display().to_string(),
            None if self.named_openings => "the 26 of renju".to_owned(),
            None if self.opening_rule == OpeningRule::Free => return "none".to_owned(),
            None => return format!("by the rule {}", self.opening_rule),
        };
        let order = match self.seed {
            Some(seed) => format!("in the order of seed {seed}"),
            None => "in their order".to_owned(),
        };
        format!("{name}, {n_openings}, {order}; after the last the first again, turned or mirrored")
    }

    /// `0.2 s a move, renju 15x15, 1 thread`.
    fn conditions(&self) -> String {
        let control = self.control();
        let seconds = |time: Duration| format!("{} s", time.as_secs_f64());
        let mut words = Vec::new();
        words.extend(control.turn.map(|time| format!("{} a move", seconds(time))));
        words.extend(control.game.map(|time| match control.period {
            Some(moves) => format!("{} for {moves} moves", seconds(time)),
            None => format!("{} a game", seconds(time)),
        }));
        words.extend(self.increment.map(|time| format!("+{}", seconds(time))));
        words.extend(control.byoyomi.map(|time| format!("byoyomi {}", seconds(time))));
        words.extend(control.nodes.map(|nodes| format!("{nodes} nodes")));
        words.extend(control.depth.map(|depth| format!("depth {depth}")));
        words.push(format!("margin {} ms", self.margin.as_millis()));
        words.push(format!("{} {}", self.rule, self.size));
        words.push(format!("{} thread{}", self.threads, if self.threads == 1 { "" } else { "s" }));
        words.join(", ")
    }
}

impl Contest {
    /// The match that was asked for, or what is wrong with it.
    pub(super) fn new(arguments: &Arguments) -> Result<Self, String> {
        let read =
            |text: &String| EngineSpec::parse(text).map_err(|error| format!("--engine {text:?}: {error}"));
        let engines: Vec<EngineSpec> = arguments.engines.iter().map(read).collect::<Result<_, _>>()?;
        let seat = |engine: &EngineSpec| {
            let complain = |error| format!("--engine {:?}: {error}", engine.name);
            let level = level_of(engine).map_err(complain)?;
            let numbers = numbers_of(engine, arguments.rule).map_err(complain)?;
            let (control, habits) = (arguments.control(), arguments.habits());
            let seat = Seat { control, habits, level, numbers };
            seat.with(&engine.limits).map_err(complain)
        };
        let seats = engines.iter().map(seat).collect::<Result<_, _>>()?;
        if engines.len() < 2 {
            return Err("two engines are needed: --engine A --engine B".to_owned());
        }
        let n_processors = system::processors().len();
        if arguments.pin.is_some_and(|n| whole(n * arguments.concurrency) > n_processors) {
            return Err(format!("--pin: there are {n_processors} processors to keep games to"));
        }
        if engines.len() > 2 && arguments.sprt.is_some() {
            return Err("--sprt: a test is between two engines".to_owned());
        }
        let conditions = arguments.conditions() + &engines.iter().map(own_conditions).collect::<String>();
        if !arguments.opening_rule.fits(arguments.size) {
            let least = OpeningRule::SMALLEST;
            return Err(format!("--opening-rule: a board of at least {least} lines is needed"));
        }
        let openings = arguments.read_openings()?;
        let code = |moves: &Vec<Point>| notation::code(moves.iter().copied());
        let openings_code = openings.iter().map(code).collect::<Vec<_>>().join(" ");
        let openings_in_words = arguments.openings_in_words(openings.len());
        let pairing = if arguments.gauntlet { Pairing::Gauntlet } else { Pairing::RoundRobin };
        let n_pairs = whole(arguments.games.div_ceil(2));
        Ok(Self {
            names: distinct(engines.iter().map(|engine| engine.name.clone())),
            plan: Plan::new(engines.len(), pairing, openings, arguments.size, n_pairs, arguments.seed),
            seats,
            engines,
            terms: arguments.terms(),
            concurrency: whole(arguments.concurrency),
            pin: arguments.pin.map(whole),
            sprt: arguments.sprt,
            openings_digest: digest(openings_code.bytes()),
            conditions,
            openings: openings_in_words,
        })
    }
}

impl Seat {
    /// The same with limits of its own.
    fn with(mut self, limits: &[(String, String)]) -> Result<Self, String> {
        for (key, value) in limits {
            self.limit(key, value).map_err(|error| format!("{key}={value}: {error}"))?;
        }
        Ok(self)
    }

    fn limit(&mut self, key: &str, value: &str) -> Result<(), String> {
        let Self { control, habits, .. } = self;
        let small = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
        match key {
            "turn" => control.turn = Some(duration(value)?),
            "time" => control.game = Some(duration(value)?),
            "increment" => control.increment = duration(value)?,
            "byoyomi" => control.byoyomi = Some(duration(value)?),
            "period" => control.period = Some(small(number::<1000>(value)?)),
            "nodes" => control.nodes = Some(number::<{ u64::MAX }>(value)?),
            "depth" => control.depth = Some(small(number::<1000>(value)?)),
            "threads" => habits.threads = small(number::<1024>(value)?),
            _ => return Err("no limit is called so".to_owned()),
        }
        Ok(())
    }
}

/// `, weak: level=club nodes=50`; nothing where nothing is said of the engine alone.
fn own_conditions(engine: &EngineSpec) -> String {
    let level = engine.level.iter().map(|level| format!(" level={level}"));
    let limits = engine.limits.iter().map(|(key, value)| format!(" {key}={value}"));
    let tables = engine.tables.iter().map(|file| format!(" tables={}", file.display()));
    let parameters = engine.parameters.iter().map(|file| format!(" params={}", file.display()));
    let own: String = level.chain(tables).chain(parameters).chain(limits).collect();
    if own.is_empty() { own } else { format!(", {}:{own}", engine.name) }
}

/// The level that was asked for.
fn level_of(engine: &EngineSpec) -> Result<Level, String> {
    match &engine.level {
        None => Ok(Level::Tianyuan),
        Some(_) if engine.command.as_os_str() != OWN => Err(format!("level= is for cmd={OWN} alone")),
        Some(name) => name.parse().map_err(|error: ParseLevelError| error.to_string()),
    }
}

/// The numbers of the files that were named.
fn numbers_of(engine: &EngineSpec, rule: Rule) -> Result<Numbers, String> {
    let named = [("tables", &engine.tables), ("params", &engine.parameters)];
    let foreign = named.iter().find(|(_, file)| file.is_some()).filter(|_| engine.command.as_os_str() != OWN);
    if let Some((key, _)) = foreign {
        return Err(format!("{key}= is for cmd={OWN} alone"));
    }
    let tables = engine.tables.as_ref().map(|file| numbers_file::tables(file, Some(rule))).transpose()?;
    let parameters = engine.parameters.as_ref().map(|file| numbers_file::parameters(file)).transpose()?;
    Ok(Numbers { tables, parameters })
}

/// The names, those that are there twice with a number.
fn distinct(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut distinct: Vec<String> = Vec::new();
    for name in names {
        let numbered = (2..).map(|n| format!("{name}-{n}"));
        let free = std::iter::once(name.clone()).chain(numbered).find(|name| !distinct.contains(name));
        distinct.extend(free);
    }
    distinct
}

fn agreement(text: &str) -> Result<Agreement, String> {
    let (mut moves, mut score) = (3, None);
    for (key, value) in pairs(text, &["moves", "score"])? {
        match key {
            "moves" => moves = whole(number::<1000>(value)?),
            _ => score = Some(float(value)?.abs()),
        }
    }
    Ok(Agreement { moves, score: score.ok_or("score= is needed")? })
}

fn sprt(text: &str) -> Result<Sprt, String> {
    let mut sprt = Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, model: Model::default() };
    for (key, value) in pairs(text, &["elo0", "elo1", "alpha", "beta", "model"])? {
        match (key, value) {
            ("elo0", value) => sprt.elo0 = float(value)?,
            ("elo1", value) => sprt.elo1 = float(value)?,
            ("alpha", value) => sprt.alpha = float(value)?,
            ("beta", value) => sprt.beta = float(value)?,
            (_, "normalized") => sprt.model = Model::Normalized,
            (_, "logistic") => sprt.model = Model::Logistic,
            _ => return Err("model= normalized or logistic is needed".to_owned()),
        }
    }
    let is_share = |value: f64| value > 0.0 && value < 0.5;
    if sprt.elo0 >= sprt.elo1 {
        Err("elo0= must be less than elo1=".to_owned())
    } else if !is_share(sprt.alpha) || !is_share(sprt.beta) {
        Err("alpha= and beta= must lie between 0 and 0.5".to_owned())
    } else {
        Ok(sprt)
    }
}

fn float(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite());
    number.ok_or_else(|| format!("{text:?} is no number"))
}
