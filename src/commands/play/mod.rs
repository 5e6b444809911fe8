//! `tianyuan play`: a game in the terminal against the engine, in words.
//!
//! ```text
//! a line ── order ──> an act of the opening, a stone, a wish
//!                         │
//!        words <── table ─┴── the engine, whenever it is its turn
//! ```
#![deny(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

mod file;
mod order;
mod table;
mod words;

use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use tianyuan_player::{Answer, Clock, Limits, Player, Report, Verdict};
use tianyuan_rules::opening::{Act, OpeningRule, Phase, Seat};
use tianyuan_rules::{Board, Color, Diagram, Game, Judgement, Point, Rule, Size, foul};

use super::analysis::question;
use super::values::{duration, number};
use super::{Failure, think};
use file::Keeper;
use order::Order;
use table::Table;
use words::Language;

/// What can be asked.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// freestyle, standard, renju, caro or caro-exact
    #[arg(long, value_name = "RULE", default_value = "renju")]
    rule: Rule,
    /// How the game begins: free, rif-2 (or chinese), soosyrv-8, taraguchi-10, swap2 and others
    #[arg(long, value_name = "RULE", default_value = "free")]
    opening_rule: OpeningRule,
    /// Lines on a side of the board, 5 to 22
    #[arg(long, value_name = "LINES", default_value = "15", value_parser = crate::position_argument::size_from_text)]
    size: Size,
    /// The color that you have at first, black or white
    #[arg(long, value_name = "COLOR", default_value = "black", value_parser = question::color)]
    color: Color,
    /// Time that the engine takes for a move
    #[arg(long, value_name = "TIME", default_value = "3s", value_parser = duration)]
    time: Duration,
    /// Nodes that the engine searches for a move, instead of a time
    #[arg(long, value_name = "NUMBER", value_parser = number::<1_000_000_000_000>)]
    nodes: Option<u64>,
    /// SGF file, not there yet, where the game is kept after each move [default: tianyuan-game.sgf, or the first free
    /// of tianyuan-game-2.sgf and so on]
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// Goes on with the game that was kept in FILE
    #[arg(long, value_name = "FILE", conflicts_with_all = ["rule", "opening_rule", "size", "color", "file"])]
    resume: Option<PathBuf>,
    /// en or zh [default: the language of the system]
    #[arg(long, value_name = "LANGUAGE")]
    lang: Option<Language>,
}

const EXAMPLES: &str = "Examples:
  tianyuan play
  tianyuan play --opening-rule chinese --color white --time 10s
  tianyuan play --lang zh
  tianyuan play --resume tianyuan-game.sgf";

/// Plays a game on these lines.
pub(crate) fn run(
    arguments: &Arguments,
    clock: &Arc<dyn Clock>,
    input: impl BufRead,
    output: &mut impl Write,
) -> Result<(), Failure> {
    let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].map(|name| std::env::var(name).unwrap_or_default());
    let language = Language::of_locale(locale.iter().map(String::as_str));
    let language = arguments.lang.unwrap_or(language);
    let (table, keeper) = match &arguments.resume {
        Some(file) => (file::read(file).map_err(Failure::Input)?, Keeper::new(file.clone())),
        None => (new_table(arguments)?, Keeper::of_choice(arguments.file.clone()).map_err(Failure::Input)?),
    };
    let limits = Limits {
        turn: arguments.nodes.is_none().then_some(arguments.time),
        nodes: arguments.nodes,
        ..Limits::INFINITE
    };
    let engine = Box::new(tianyuan_search::Engine::new(Arc::clone(clock)));
    Host { table, keeper, engine, clock: Arc::clone(clock), limits, language, verdict: None }
        .play(input, output)
}

fn new_table(arguments: &Arguments) -> Result<Table, Failure> {
    let person = if arguments.color == Color::Black { Seat::First } else { Seat::Second };
    let table = Table::new(arguments.opening_rule, arguments.size, arguments.rule, person);
    table.ok_or_else(|| Failure::Input("--opening-rule: the board is too small for it".to_owned()))
}

/// Who hears the person, asks the engine and says what happens.
struct Host {
    table: Table,
    keeper: Keeper,
    engine: Box<dyn Player + Send>,
    clock: Arc<dyn Clock>,
    limits: Limits,
    language: Language,
    /// What the engine has thought of its position last.
    verdict: Option<Verdict>,
}

impl Host {
    fn play(mut self, mut input: impl BufRead, output: &mut impl Write) -> Result<(), Failure> {
        let words = self.language;
        self.keep(output)?;
        self.engine_acts(output)?;
        self.show(output)?;
        while self.table.outcome().is_none() {
            let phase = self.table.phase();
            let number = self.table.n_moves() + 1;
            write!(output, "{} ", words.question(phase, self.table.side(), number))?;
            output.flush()?;
            let mut line = Vec::new();
            if input.read_until(b'\n', &mut line)? == 0 {
                writeln!(output)?;
                break;
            }
            match order::read(&String::from_utf8_lossy(&line), phase) {
                Some(Order::Quit) => break,
                Some(order) => self.obey(order, output)?,
                None => writeln!(output, "{}", words.pick(NOT_UNDERSTOOD.0, NOT_UNDERSTOOD.1))?,
            }
        }
        match self.keeper.keep(&self.table) {
            Ok(()) => writeln!(output, "{}", words.kept(self.keeper.file().display()))?,
            Err(complaint) => writeln!(output, "{complaint}")?,
        }
        Ok(())
    }

    fn obey(&mut self, order: Order, output: &mut impl Write) -> Result<(), Failure> {
        let words = self.language;
        let side = self.table.side();
        // `Err` is what is said where nothing has changed.
        let done: Result<(), String> = match order {
            Order::Act(act) => self.table.act(act).map_err(|why| words.illegal(&why)),
            Order::Stone(point, with_offer) => return self.stone(point, with_offer, output),
            Order::Pass if self.table.phase() == Phase::Over => {
                self.table.in_game(Game::pass).map(|_| ()).map_err(|why| words.error(why))
            }
            Order::Pass => self.table.act(Act::Pass).map_err(|why| words.illegal(&why)),
            Order::Resign => {
                let done = self.table.in_game(|game| game.resign(side));
                done.map_err(|why| words.error(why))
                    .and_then(|done| done.ok_or_else(|| words.pick(IN_OPENING.0, IN_OPENING.1).to_owned()))
            }
            Order::Draw => Err(words.pick(WITH_A_MOVE.0, WITH_A_MOVE.1).to_owned()),
            Order::Undo if self.table.undo() => {
                self.keep(output)?;
                return self.show(output);
            }
            Order::Undo => Err(words.pick("There is nothing to take back.", "没有可悔的棋。").to_owned()),
            Order::Hint => return self.hint(output),
            Order::Save(name) => Err(match file::save(&self.table, Path::new(&name)) {
                Ok(()) => words.kept(name),
                Err(complaint) => words.refusal(complaint),
            }),
            Order::Help => Err(words.help().to_owned()),
            Order::Board => return self.show(output),
            Order::Quit => Ok(()),
        };
        match done {
            Ok(()) => self.go_on(output),
            Err(sentence) => Ok(writeln!(output, "{sentence}")?),
        }
    }

    /// A stone of the person, perhaps with the offer of a draw.
    fn stone(&mut self, point: Point, with_offer: bool, output: &mut impl Write) -> Result<(), Failure> {
        let (words, own) = (self.language, self.table.side());
        if let Err(why) = self.table.in_game(|game| game.play(point)) {
            return Ok(writeln!(output, "{}", words.error(why))?);
        }
        if with_offer {
            match self.table.in_game(|game| game.offer_draw(own)) {
                Ok(_) if self.verdict.is_some_and(|verdict| verdict.accepts_draw(&self.table.position())) => {
                    let _ = self.table.in_game(|game| game.accept_draw(!own));
                }
                Ok(_) => writeln!(output, "{}", words.pick("No draw yet.", "不同意和棋。"))?,
                Err(why) => writeln!(output, "{}", words.error(why))?,
            }
        }
        self.go_on(output)
    }

    /// After something was done: it is kept, the engine has its turn, and the board is shown.
    fn go_on(&mut self, output: &mut impl Write) -> Result<(), Failure> {
        self.keep(output)?;
        self.engine_acts(output)?;
        self.show(output)
    }

    fn keep(&mut self, output: &mut impl Write) -> Result<(), Failure> {
        if let Err(complaint) = self.keeper.keep(&self.table) {
            writeln!(output, "{complaint}")?;
        }
        Ok(())
    }

    /// The engine does what is its to do.
    fn engine_acts(&mut self, output: &mut impl Write) -> Result<(), Failure> {
        let words = self.language;
        while self.table.outcome().is_none() && !self.table.is_persons() {
            match self.ask()? {
                Answer::Opening { acts, .. } if self.table.phase() != Phase::Over => {
                    for act in acts {
                        writeln!(output, "{}", words.act(&act))?;
                        self.table.act(act).map_err(|why| Failure::Input(why.to_string()))?;
                    }
                }
                Answer::Move(point) if self.table.in_game(|game| game.play(point)).is_ok() => {
                    writeln!(output, "{}", words.moved(point))?;
                }
                other => return Err(Failure::Input(format!("the engine does not go on: {other:?}"))),
            }
            self.keep(output)?;
        }
        Ok(())
    }

    /// What the player to move would do.
    fn ask(&mut self) -> io::Result<Answer> {
        let now = self.clock.now();
        let seed = u64::try_from(now.since_origin().as_nanos()).unwrap_or_default();
        let job = self.table.job(Limits { started: now, ..self.limits }, seed);
        let mut verdict = None;
        let answer = think(self.engine.as_mut(), &job, &mut |report: Report| verdict = Some(report.verdict))?;
        self.verdict = verdict.or(self.verdict);
        Ok(answer)
    }

    fn hint(&mut self, output: &mut impl Write) -> Result<(), Failure> {
        let (words, own_verdict) = (self.language, self.verdict);
        let answer = self.ask()?;
        self.verdict = own_verdict;
        match answer {
            Answer::Move(point) => writeln!(output, "{}", words.hint(point))?,
            Answer::Opening { acts, .. } => {
                let acts: Vec<String> = acts.iter().map(order::typed).collect();
                writeln!(output, "{}", words.hint(acts.join("; ")))?;
            }
            _ => {}
        }
        Ok(())
    }

    /// The board with the last move and the forbidden points, and how the game stands.
    fn show(&self, output: &mut impl Write) -> Result<(), Failure> {
        let (words, position) = (self.language, self.table.position());
        let board = Board::from(&position);
        let is_blacks = position.rule().forbids(Color::Black) && self.table.side() == Color::Black;
        let offers = self.table.opening().offers();
        let foul = |point| {
            Some(foul::judge(&board, point, Color::Black)).filter(|it| matches!(it, Judgement::Foul(_)))
        };
        let mark = |point: Point| match self.table.phase() {
            Phase::Select if offers.contains(&point) => Some('?'),
            _ if is_blacks => foul(point).map(Judgement::letter),
            _ => None,
        };
        write!(output, "{}", Diagram::new(&position).with_last_move().with_marks(mark))?;
        let outcome = self.table.outcome().map(|outcome| words.outcome(outcome));
        Ok(writeln!(output, "{}", outcome.unwrap_or_else(|| words.you_are(self.table.persons_color())))?)
    }
}

const NOT_UNDERSTOOD: (&str, &str) =
    ("That is not understood here; help says what can be said.", "这里不懂；输入“帮助”看说明。");
const IN_OPENING: (&str, &str) =
    ("Nobody resigns in the opening; quit leaves.", "开局中不能认输；可以退出。");
const WITH_A_MOVE: (&str, &str) = ("A draw is offered with a move: h8 draw.", "提和须随一手棋：h8 和棋。");
