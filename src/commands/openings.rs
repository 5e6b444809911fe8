//! `tianyuan openings`: openings from which both sides have a game, and what is wrong with those of a file.
#![deny(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use std::collections::BTreeMap;
use std::fs::{self, OpenOptions};
use std::io::{self, IsTerminal, Read, Seek, SeekFrom, Write};
use std::ops::{ControlFlow, RangeInclusive};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tianyuan_arena::generate::{Balanced, Book, Recipe, Terms, is_playable, key};
use tianyuan_player::{Clock, Player, Settings};
use tianyuan_rules::record::openings::{self, Form};
use tianyuan_rules::{Point, Rule, Size};

use super::Failure;
use super::kind::{Kind, read_openings};
use super::named_openings;
use super::values::{number, whole};
use crate::position_argument::size_from_text;

/// What can be asked.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum Task {
    /// Finds openings by search from which both sides have a game
    Generate(Generate),
    /// Looks for openings that repeat another or cannot be played
    Check(Check),
    /// The 26 openings of renju with their names, and what they are worth
    List(named_openings::List),
    /// Finds anew what the 26 openings are worth, as it is built in: a work of minutes to hours
    Book(named_openings::Book),
}

/// What can be asked of the search.
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Generate {
    /// freestyle, standard, renju, caro or caro-exact
    #[arg(long, default_value = "freestyle")]
    rule: Rule,
    /// Lines on a side of the board, 5 to 22
    #[arg(long, value_name = "LINES", default_value = "15", value_parser = size_from_text)]
    size: Size,
    /// How many openings
    #[arg(long, value_name = "N", default_value = "100", value_parser = number::<1_000_000>)]
    count: u64,
    /// Stones of an opening, a number or a range such as 4-7
    #[arg(long, value_name = "STONES", default_value = "5", value_parser = stones)]
    stones: RangeInclusive<usize>,
    /// Columns and rows that they stand from the middle at most
    #[arg(long, value_name = "LINES", default_value = "3", value_parser = number::<21>)]
    reach: u64,
    /// The largest value for either side; 60 are some two chances in three with five stones on 15 lines
    #[arg(long, value_name = "VALUE", default_value = "60", value_parser = number::<10_000>)]
    window: u64,
    /// Nodes of the search; a second one of five times as many has to confirm what it finds
    #[arg(long, value_name = "N", default_value = "3000", value_parser = number::<1_000_000_000>)]
    nodes: u64,
    /// Other openings for another number
    #[arg(long, value_name = "NUMBER", default_value = "1")]
    seed: u64,
    /// Searches at the same time; the openings do not depend on it
    #[arg(long, default_value = "1", value_parser = number::<1024>)]
    threads: u64,
    /// Adds them to FILE as they are found; goes on where a former run with the same words stood
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
}

const HELP: &str = "Examples:
  tianyuan openings generate --rule renju --count 50 > openings.txt
  tianyuan openings generate --rule standard --count 2000 --seed 7 --threads 4 --output openings.txt

Each line has the moves, rows from the bottom; behind a # the number of the candidate and its value for the
side to move. The win chance of a value is 1 / (1 + e^(-value/200)). No opening repeats another turned around
or mirrored.";

/// What can be asked of a file.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  tianyuan openings check openings.txt --rule renju")]
pub(crate) struct Check {
    /// A file with an opening a line
    file: PathBuf,
    /// freestyle, standard, renju, caro or caro-exact
    #[arg(long, default_value = "freestyle")]
    rule: Rule,
    /// Lines on a side of the board, 5 to 22
    #[arg(long, value_name = "LINES", default_value = "15", value_parser = size_from_text)]
    size: Size,
    /// How they are written: code (rows from the bottom), pos-top (rows from the top), offset, sgf, psq or pos
    /// [default: as the file's name ends, else code]
    #[arg(long, value_name = "FORM", value_parser = Kind::parse)]
    form: Option<Kind>,
}

/// Memory for a search: the few nodes of an opening need no more.
const TABLE_BYTES: usize = 4 << 20;
/// The second search is so many times the first.
const CONFIRMATION: u64 = 5;
/// After so many candidates without a new opening there will be none.
const MOST_IN_VAIN: u64 = 10_000;

/// Answers; false if openings that were checked are not what they should be.
pub(crate) fn run(task: &Task, clock: &Arc<dyn Clock>, output: &mut impl Write) -> Result<bool, Failure> {
    match task {
        Task::Generate(generate) => generate.run(clock, output).map(|()| true),
        Task::Check(check) => check.run(output),
        Task::List(list) => list.run(output).map(|()| true),
        Task::Book(book) => book.run(clock, output).map(|()| true),
    }
}

impl Generate {
    fn run(&self, clock: &Arc<dyn Clock>, output: &mut impl Write) -> Result<(), Failure> {
        let terms = self.terms()?;
        let Some(path) = &self.output else {
            writeln!(output, "{}", self.title())?;
            return self.search(&terms, Found::new(self.size), clock, output).map(|_| ());
        };
        let complain =
            |complaint: String| Failure::Input(format!("--output {}: {complaint}", path.display()));
        let (mut file, found) = self.open(path).map_err(complain)?;
        let (n_before, next) = (found.book.len(), found.next);
        let found = self.search(&terms, found, clock, &mut file)?;
        let n_candidates = found.next - next;
        let n_new = found.book.len().saturating_sub(n_before);
        Ok(writeln!(output, "{n_new} openings of {n_candidates} candidates, {} in all", found.book.len())?)
    }

    fn terms(&self) -> Result<Terms, Failure> {
        let recipe = Recipe {
            rule: self.rule,
            size: self.size,
            stones: self.stones.clone(),
            reach: whole(self.reach),
            seed: self.seed,
        };
        let (n_points, most) = (recipe.points().len(), *self.stones.end());
        if most > n_points {
            let what = format!("{most} stones do not fit on {n_points} points; a larger --reach is needed");
            return Err(Failure::Input(what));
        }
        let window = i32::try_from(self.window).unwrap_or(i32::MAX);
        Ok(Terms { recipe, window, nodes: [self.nodes, CONFIRMATION.saturating_mul(self.nodes)] })
    }

    /// The first line of a file: all that its openings depend on.
    fn title(&self) -> String {
        let (fewest, most) = (self.stones.start(), self.stones.end());
        let stones = if fewest == most { most.to_string() } else { format!("{fewest}-{most}") };
        format!(
            "# tianyuan {}: openings generate --rule {} --size {} --stones {stones} --reach {} --window {} \
             --nodes {} --seed {}",
            env!("CARGO_PKG_VERSION"),
            self.rule,
            self.size.side(),
            self.reach,
            self.window,
            self.nodes,
            self.seed
        )
    }

    /// Opens a file behind its last whole line; a new one gets its first line.
    fn open(&self, path: &Path) -> Result<(fs::File, Found), String> {
        let said = |error: io::Error| error.to_string();
        let opened = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = opened.map_err(said)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(said)?;
        let title = format!("{}\n", self.title());
        let length = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let whole = bytes.get(..length).unwrap_or_default();
        if !whole.starts_with(title.as_bytes()) && !title.as_bytes().starts_with(&bytes) {
            return Err(format!("it was not begun with the same words, {:?}", self.title()));
        }
        let found = self.found(whole)?;
        file.set_len(length as u64).and_then(|()| file.seek(SeekFrom::End(0))).map_err(said)?;
        if length == 0 {
            file.write_all(title.as_bytes()).map_err(said)?;
        }
        Ok((file, found))
    }

    /// What was found in a former run.
    fn found(&self, bytes: &[u8]) -> Result<Found, String> {
        let mut found = Found::new(self.size);
        let openings = openings::read(Form::Code, self.size, bytes).map_err(|error| error.to_string())?;
        for moves in &openings {
            found.book.add(moves);
        }
        let text = String::from_utf8_lossy(bytes);
        let Some(last) = text.lines().skip(1).last() else { return Ok(found) };
        let number = last.split_once("# ").and_then(|(_, comment)| comment.split(' ').next()?.parse().ok());
        let needed = || "its last line has no number of a candidate behind a #; it cannot be gone on with";
        let number: u64 = number.ok_or_else(needed)?;
        Ok(Found { next: number.saturating_add(1), ..found })
    }

    /// Adds openings to what was found until there are enough, each at once to the output.
    fn search(
        &self,
        terms: &Terms,
        mut found: Found,
        clock: &Arc<dyn Clock>,
        output: &mut impl Write,
    ) -> Result<Found, Failure> {
        let count = whole(self.count);
        if found.book.len() >= count {
            return Ok(found);
        }
        let players = || -> Box<dyn Player + Send> {
            let mut player = tianyuan_search::Engine::new(Arc::clone(clock));
            player.configure(Settings { threads: 1, table_bytes: TABLE_BYTES });
            Box::new(player)
        };
        let (mut end, mut progress) = (Ok(()), Progress::new(count));
        terms.search(found.next, whole(self.threads), &players, &mut |number, opening| {
            let taken = found.take(number, opening, output);
            progress.show(&found);
            match taken {
                Ok(()) if found.book.len() < count => return ControlFlow::Continue(()),
                Ok(()) => {}
                Err(failure) => end = Err(failure),
            }
            ControlFlow::Break(())
        })?;
        progress.end();
        end.map(|()| found)
    }
}

/// How far a search has come.
struct Found {
    book: Book,
    /// The number of the next candidate.
    next: u64,
    n_in_vain: u64,
}

impl Found {
    const fn new(size: Size) -> Self {
        Self { book: Book::new(size), next: 0, n_in_vain: 0 }
    }

    fn take(
        &mut self,
        number: u64,
        opening: Option<Balanced>,
        output: &mut impl Write,
    ) -> Result<(), Failure> {
        self.next = number + 1;
        self.n_in_vain += 1;
        if let Some(Balanced { moves, value }) = opening.filter(|opening| self.book.add(&opening.moves)) {
            self.n_in_vain = 0;
            let line = format!("{} # {number} {value}\n", tianyuan_rules::notation::code(moves));
            output.write_all(line.as_bytes()).and_then(|()| output.flush())?;
        }
        if self.n_in_vain < MOST_IN_VAIN {
            return Ok(());
        }
        let n = self.book.len();
        Err(Failure::Input(format!(
            "{n} openings were found, and none among {MOST_IN_VAIN} more candidates; more --stones or \
             --reach, or a wider --window, are needed"
        )))
    }
}

/// How far it has come, for people.
struct Progress {
    is_shown: bool,
    count: usize,
    n_last: usize,
}

impl Progress {
    fn new(count: usize) -> Self {
        Self { is_shown: io::stderr().is_terminal(), count, n_last: usize::MAX }
    }

    fn show(&mut self, found: &Found) {
        let n_found = found.book.len();
        if self.is_shown && (n_found != self.n_last || found.next.is_multiple_of(100)) {
            let line = format!("\r{n_found} of {} openings, {} candidates ", self.count, found.next);
            // Whoever does not see it loses nothing.
            let _ = io::stderr().write_all(line.as_bytes());
            self.n_last = n_found;
        }
    }

    fn end(&self) {
        if self.is_shown {
            let _ = writeln!(io::stderr());
        }
    }
}

impl Check {
    fn run(&self, output: &mut impl Write) -> Result<bool, Failure> {
        let openings = read_openings(&self.file, self.form, self.size);
        let complain = |complaint| Failure::Input(format!("{}: {complaint}", self.file.display()));
        let openings = openings.map_err(complain)?;
        let faults = self.faults(&openings);
        faults.iter().try_for_each(|fault| writeln!(output, "{fault}"))?;
        writeln!(output, "{} openings, {} faults", openings.len(), faults.len())?;
        Ok(faults.is_empty())
    }

    fn faults(&self, openings: &[Vec<Point>]) -> Vec<String> {
        let (mut seen, mut faults) = (BTreeMap::new(), Vec::new());
        for (number, moves) in (1..).zip(openings) {
            if !is_playable(self.size, self.rule, moves) {
                faults.push(format!("opening {number}: a move is forbidden, or the game is over"));
            }
            let first: usize = *seen.entry(key(self.size, moves)).or_insert(number);
            if first != number {
                faults.push(format!("opening {number}: the same position as opening {first}"));
            }
        }
        faults
    }
}

/// A number of stones, or a range.
fn stones(text: &str) -> Result<RangeInclusive<usize>, &'static str> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let range = first.parse().ok().zip(last.parse().ok()).map(|(first, last): (usize, usize)| first..=last);
    let range = range.filter(|range| *range.start() >= 1 && range.start() <= range.end());
    range.filter(|range| *range.end() <= 100).ok_or("a number 1 to 100 or a range such as 4-7 is needed")
}
