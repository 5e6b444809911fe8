//! The game on disk: written after each move, read to go on with it.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use tianyuan_player::{GameClock, Moment, SideTime};
use tianyuan_rules::opening::{Act, OpeningRule, Seat};
use tianyuan_rules::record::{Format, Record, RecordedMove};
use tianyuan_rules::{Conduct, Outcome, Rule};
use tianyuan_search::level::Level;

use super::table::Table;
use crate::position_argument::read_file;

/// A game as it is kept.
#[derive(Clone, Debug)]
pub(super) struct Kept {
    pub(super) table: Table,
    /// Its clock, standing, if there is one.
    pub(super) clock: Option<GameClock>,
    /// How strong the opponent is, where the record says it.
    pub(super) level: Option<Level>,
}

/// Where a game is kept.
#[derive(Debug)]
pub(super) struct Keeper {
    file: PathBuf,
}

/// First words of the lines of the comment that hold what an SGF file has no field for.
const OPENING: &str = "Opening rule: ";
const PERSON: &str = "Person: ";
const ACTS: &str = "Acts: ";
const LEAD: &str = "Draw offers ahead: ";
/// Of the first player and the second.
const OFFERS: &str = "Draws offered: ";
const LEVEL: &str = "Level: ";
const CLOCK: &str = "Clock: ";
/// Of each side: main time left in ms, used of the present move in ms, then moves and ms left of a period.
const TIMES: [&str; 2] = ["Time of first: ", "Time of second: "];
const BETWEEN_ACTS: &str = "; ";

impl Keeper {
    const fn new(file: PathBuf) -> Self {
        Self { file }
    }

    /// Where a game that was read from this file is kept from now on: in the same file if this program kept it there,
    /// else in the first free one, so that nothing of a stranger's file is lost.
    pub(super) fn for_resumed(file: &Path) -> Result<Self, String> {
        let is_sgf = file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("sgf"));
        let record = read_file(file).ok().and_then(|bytes| Record::read_as(Format::Sgf, &bytes).ok());
        let is_own = is_sgf && record.as_ref().is_some_and(is_own);
        if is_own { Ok(Self::new(file.to_owned())) } else { Self::of_choice(None) }
    }

    /// The file of choice, which must not be there yet, or the first free one.
    pub(super) fn of_choice(file: Option<PathBuf>) -> Result<Self, String> {
        let create = |file: &Path| OpenOptions::new().write(true).create_new(true).open(file).map(|_| ());
        if let Some(file) = file {
            if !file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("sgf")) {
                return Err(format!("--file {}: a name that ends in .sgf is needed", file.display()));
            }
            let created = create(&file).map_err(|error| format!("--file {}: {error}", file.display()));
            return created.map(|()| Self::new(file));
        }
        for n in 1_u32.. {
            let name = if n == 1 { "tianyuan-game.sgf".to_owned() } else { format!("tianyuan-game-{n}.sgf") };
            match create(Path::new(&name)) {
                Ok(()) => return Ok(Self::new(name.into())),
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(error) => {
                    return Err(format!("the game cannot be kept here: {error}; --file names a file"));
                }
            }
        }
        Err("too many games lie here; --file names a file".to_owned())
    }

    pub(super) fn file(&self) -> &Path {
        &self.file
    }

    /// Writes the game; what was kept is lost only when the new file is whole.
    pub(super) fn keep(&self, game: &Kept) -> Result<(), String> {
        let new = self.file.with_extension("sgf.new");
        let written =
            bytes(game, Format::Sgf).and_then(|bytes| fs::write(&new, bytes).map_err(|e| e.to_string()));
        let kept = written.and_then(|()| fs::rename(&new, &self.file).map_err(|e| e.to_string()));
        kept.map_err(|error| format!("{}: {error}", self.file.display()))
    }
}

/// Writes the game to a file that is not there yet, in the format that its name says, SGF unless that is psq.
pub(super) fn save(game: &Kept, file: &Path) -> Result<(), String> {
    let is_psq = file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("psq"));
    let bytes = bytes(game, if is_psq { Format::Psq } else { Format::Sgf })?;
    let created = OpenOptions::new().write(true).create_new(true).open(file);
    let saved = created.and_then(|mut file| file.write_all(&bytes));
    saved.map_err(|error| format!("{}: {error}", file.display()))
}

fn bytes(game: &Kept, format: Format) -> Result<Vec<u8>, String> {
    let table = &game.table;
    let mut record = table.record();
    let acts: Vec<String> = table.opening().acts().map(Act::to_string).collect();
    let person = if table.person() == Seat::First { "first" } else { "second" };
    let (rule, acts) = (table.opening().rule(), acts.join(BETWEEN_ACTS));
    let (lead, [first, second]) = (table.offer_lead(), table.offers());
    record.comment =
        format!("{OPENING}{rule}\n{PERSON}{person}\n{ACTS}{acts}\n{LEAD}{lead}\n{OFFERS}{first} {second}");
    record.comment += &game.level.map(|level| format!("\n{LEVEL}{level}")).unwrap_or_default();
    record.comment += &game.clock.as_ref().map(clock_lines).unwrap_or_default();
    record.write(format).map_err(|error| error.to_string())
}

fn clock_lines(clock: &GameClock) -> String {
    let sides = TIMES.into_iter().zip(clock.kept(Moment::default()));
    let lines = sides.map(|(start, side)| {
        let period = side.period.map(|(moves, left)| format!(" {moves} {}", left.as_millis()));
        let (main, used) = (side.main.as_millis(), side.used.as_millis());
        format!("\n{start}{main} {used}{}", period.unwrap_or_default())
    });
    format!("\n{CLOCK}{}{}", clock.rule(), lines.collect::<String>())
}

/// The time of a side as it is kept.
fn side_time(words: &str) -> Option<SideTime> {
    let numbers: Vec<u64> = words.split(' ').map(|word| word.parse().ok()).collect::<Option<_>>()?;
    let ms = Duration::from_millis;
    match numbers[..] {
        [main, used] => Some(SideTime { main: ms(main), period: None, used: ms(used) }),
        [main, used, moves, left] => {
            let period = u32::try_from(moves).ok().filter(|&moves| moves > 0).map(|moves| (moves, ms(left)));
            Some(SideTime { main: ms(main), period, used: ms(used) })
        }
        _ => None,
    }
}

/// Reads a game that was kept, or any record of a game, which goes on behind its last move. `person` is the person's seat
/// if the record does not say it.
pub(super) fn read(file: &Path, person: Seat) -> Result<Kept, String> {
    let complain = |error: &dyn std::fmt::Display| format!("{}: {error}", file.display());
    let bytes = read_file(file).map_err(|error| complain(&error))?;
    let extension = file.extension().unwrap_or_default().to_string_lossy().into_owned();
    let record = Record::read(&extension, &bytes).map_err(|error| complain(&error))?;
    let table = table_of(&record, person).map_err(|error| complain(&error))?;
    Ok(Kept { table, clock: clock_of(&record), level: behind(&record, LEVEL).parse().ok() })
}

/// What is behind these words in the comment, nothing if they are not there.
fn behind<'a>(record: &'a Record, start: &str) -> &'a str {
    record.comment.lines().find_map(|line| line.strip_prefix(start)).unwrap_or_default()
}

/// The clock that was kept.
fn clock_of(record: &Record) -> Option<GameClock> {
    let rule = behind(record, CLOCK).parse().ok()?;
    let [first, second] = TIMES.map(|start| side_time(behind(record, start)));
    Some(GameClock::resumed(rule, first?, second?))
}

fn table_of(record: &Record, person: Seat) -> Result<Table, String> {
    let line = |start| behind(record, start);
    let person = match line(PERSON) {
        "first" => Seat::First,
        "second" => Seat::Second,
        _ => person,
    };
    let rule: OpeningRule = line(OPENING).parse().unwrap_or(OpeningRule::Free);
    if !record.setup.is_empty() {
        return Err("a game is needed that begins with an empty board".to_owned());
    }
    let law = record.rule.unwrap_or(Rule::Renju);
    let lead = line(LEAD).parse().unwrap_or(Conduct::WITH_CLAIMS.offer_lead);
    let mut table =
        Table::new(rule, record.size, law, person, lead).ok_or("the board is too small for its opening")?;
    for act in line(ACTS).split(BETWEEN_ACTS).filter(|act| !act.is_empty()) {
        let act = table.phase().read(act).ok_or_else(|| format!("{act} is no act of an opening"))?;
        table.act(act).map_err(|why| why.to_string())?;
    }
    let n_stones = table.opening().stones().len();
    let played = record.moves.iter().filter_map(|node| node.played);
    for RecordedMove { turn, .. } in played.skip(n_stones) {
        table.in_game(|game| game.take_turn(turn)).map_err(|why| why.to_string())?;
    }
    if let Some((first, second)) = line(OFFERS).split_once(' ') {
        table.count_offers([first, second].map(|n| n.parse().unwrap_or_default()));
    }
    // A stranger's game can be gone on with, whoever has resigned there.
    if let Some(outcome) =
        Outcome::from_sgf(&record.result).filter(|_| is_own(record) && table.outcome().is_none())
    {
        table.end(outcome);
    }
    Ok(table)
}

/// Whether this program has kept the record.
fn is_own(record: &Record) -> bool {
    record.comment.starts_with(OPENING)
}

#[cfg(test)]
mod tests {
    use super::super::order::{self, Order};
    use super::*;

    #[test]
    fn a_game_is_read_back_in_the_middle_of_its_opening_and_behind_it() {
        let rule = OpeningRule::Rif(2);
        let mut table =
            Table::new(rule, tianyuan_rules::Size::STANDARD, Rule::Renju, Seat::Second, 3).expect("it fits");
        let mut clock = GameClock::new("0,moves=10/5m".parse().expect("a rule"));
        clock.start(Seat::First, Moment::default());
        clock.press(Moment::new(Duration::from_secs(7)));
        clock.stop(Moment::new(Duration::from_secs(9)));
        for line in ["h8", "h9", "i9", "swap", "g7", "i7 g9", "g9", "a1", "b1"] {
            match order::read(line, table.phase()) {
                Some(Order::Act(act)) => table.act(act).expect("allowed"),
                Some(Order::Stone(point, _)) => _ = table.in_game(|game| game.play(point)).expect("empty"),
                other => panic!("{line}: {other:?}"),
            }
            let file = std::env::temp_dir().join(format!("tianyuan-play-{}.sgf", std::process::id()));
            let game = Kept { table: table.clone(), clock: Some(clock), level: Some(Level::Club) };
            save(&game, &file).expect("written");
            let Kept { table: back, clock: back_clock, level } = read(&file, Seat::First).expect("read");
            assert_eq!(level, Some(Level::Club));
            fs::remove_file(&file).expect("it was there");
            assert_eq!((back_clock, back.offer_lead()), (Some(clock), 3));
            assert_eq!((back.opening(), back.person()), (table.opening(), table.person()));
            assert_eq!(back.position(), table.position(), "{line}");
        }
    }
}
