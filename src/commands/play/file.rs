//! The game on disk: written after each move, read to go on with it.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use tianyuan_rules::Rule;
use tianyuan_rules::opening::{OpeningRule, Seat};
use tianyuan_rules::record::{Format, Record, RecordedMove};

use super::order::{self, Order};
use super::table::Table;
use crate::position_argument::read_file;

/// Where a game is kept.
#[derive(Debug)]
pub(super) struct Keeper {
    file: PathBuf,
}

/// First words of the lines of the comment that hold what an SGF file has no field for.
const OPENING: &str = "Opening rule: ";
const PERSON: &str = "Person: ";
const ACTS: &str = "Acts: ";
const BETWEEN_ACTS: &str = "; ";

impl Keeper {
    pub(super) const fn new(file: PathBuf) -> Self {
        Self { file }
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
    pub(super) fn keep(&self, table: &Table) -> Result<(), String> {
        let new = self.file.with_extension("sgf.new");
        let written =
            bytes(table, Format::Sgf).and_then(|bytes| fs::write(&new, bytes).map_err(|e| e.to_string()));
        let kept = written.and_then(|()| fs::rename(&new, &self.file).map_err(|e| e.to_string()));
        kept.map_err(|error| format!("{}: {error}", self.file.display()))
    }
}

/// Writes the game to a file that is not there yet, in the format that its name says, SGF unless that is psq.
pub(super) fn save(table: &Table, file: &Path) -> Result<(), String> {
    let is_psq = file.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("psq"));
    let bytes = bytes(table, if is_psq { Format::Psq } else { Format::Sgf })?;
    let created = OpenOptions::new().write(true).create_new(true).open(file);
    let saved = created.and_then(|mut file| file.write_all(&bytes));
    saved.map_err(|error| format!("{}: {error}", file.display()))
}

fn bytes(table: &Table, format: Format) -> Result<Vec<u8>, String> {
    let mut record = table.record();
    let acts: Vec<String> = table.opening().acts().map(order::typed).collect();
    let person = if table.person() == Seat::First { "first" } else { "second" };
    let (rule, acts) = (table.opening().rule(), acts.join(BETWEEN_ACTS));
    record.comment = format!("{OPENING}{rule}\n{PERSON}{person}\n{ACTS}{acts}");
    record.write(format).map_err(|error| error.to_string())
}

/// Reads a game that was kept, or any record of a game, which goes on behind its last move.
pub(super) fn read(file: &Path) -> Result<Table, String> {
    let complain = |error: &dyn std::fmt::Display| format!("--resume {}: {error}", file.display());
    let bytes = read_file(file).map_err(|error| complain(&error))?;
    let extension = file.extension().unwrap_or_default().to_string_lossy().into_owned();
    let record = Record::read(&extension, &bytes).map_err(|error| complain(&error))?;
    table_of(&record).map_err(|error| complain(&error))
}

fn table_of(record: &Record) -> Result<Table, String> {
    let line =
        |start: &str| record.comment.lines().find_map(|line| line.strip_prefix(start)).unwrap_or_default();
    let person = if line(PERSON) == "second" { Seat::Second } else { Seat::First };
    let rule: OpeningRule = line(OPENING).parse().unwrap_or(OpeningRule::Free);
    if !record.setup.is_empty() {
        return Err("a game is needed that begins with an empty board".to_owned());
    }
    let law = record.rule.unwrap_or(Rule::Renju);
    let mut table =
        Table::new(rule, record.size, law, person).ok_or("the board is too small for its opening")?;
    for act in line(ACTS).split(BETWEEN_ACTS).filter(|act| !act.is_empty()) {
        match order::read(act, table.phase()) {
            Some(Order::Act(act)) => table.act(act).map_err(|why| why.to_string())?,
            _ => return Err(format!("{act} is no act of an opening")),
        }
    }
    let n_stones = table.opening().stones().len();
    let played = record.moves.iter().filter_map(|node| node.played);
    for RecordedMove { turn, .. } in played.skip(n_stones) {
        table.in_game(|game| game.take_turn(turn)).map_err(|why| why.to_string())?;
    }
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_read_back_in_the_middle_of_its_opening_and_behind_it() {
        let rule = OpeningRule::Rif(2);
        let mut table =
            Table::new(rule, tianyuan_rules::Size::STANDARD, Rule::Renju, Seat::Second).expect("it fits");
        for line in ["h8", "h9", "i9", "swap", "g7", "i7 g9", "g9", "a1", "b1"] {
            match order::read(line, table.phase()) {
                Some(Order::Act(act)) => table.act(act).expect("allowed"),
                Some(Order::Stone(point, _)) => _ = table.in_game(|game| game.play(point)).expect("empty"),
                other => panic!("{line}: {other:?}"),
            }
            let file = std::env::temp_dir().join(format!("tianyuan-play-{}.sgf", std::process::id()));
            save(&table, &file).expect("written");
            let back = read(&file).expect("read");
            fs::remove_file(&file).expect("it was there");
            assert_eq!((back.opening(), back.person()), (table.opening(), table.person()));
            assert_eq!(back.position(), table.position(), "{line}");
        }
    }
}
