//! The game on disk: written after each move, read to go on with it.

use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use tianyuan_arena::people::record::{self, behind};
use tianyuan_player::{GameClock, Moment, SideTime};
use tianyuan_rules::opening::{Act, OpeningRule, Seat};
use tianyuan_rules::record::{Format, Record, RecordedMove};
use tianyuan_rules::{Conduct, Outcome, Rule, Turn};
use tianyuan_search::level::Level;

use super::keeper::{self, Keeper};
use super::table::Table;
use crate::position_argument::read_file;

/// A game as it is kept.
#[derive(Clone, Debug)]
pub(super) struct Kept {
    pub(super) table: Table,
    /// Its clock, standing, if there is one.
    pub(super) clock: Option<GameClock>,
    /// The moves for which it was pressed: how much was done by then, and by whom.
    pub(super) presses: Vec<(usize, Seat)>,
    /// How strong the opponent is, where the record says it.
    pub(super) level: Option<Level>,
}

/// First words of the lines of the comment that hold what an SGF file has no field for.
const OPENING: &str = record::KEPT[0];
const PERSON: &str = record::KEPT[1];
const ACTS: &str = record::KEPT[2];
const LEAD: &str = "Draw offers ahead: ";
/// Of the first player and the second.
const OFFERS: &str = "Draws offered: ";
const LEVEL: &str = "Level: ";
const CLOCK: &str = "Clock: ";
/// Of each side: main time left in ms, used of the present move in ms, then moves and ms left of a period.
const TIMES: [&str; 2] = ["Time of first: ", "Time of second: "];
/// Moves for which the clock was pressed: how much was done by then, and by whom.
const PRESSED: &str = "Pressed: ";

/// Where a game that was read from this file is kept from now on: in the same file if it holds nothing but what this
/// program writes of it, else in the first free one, so that nothing of a stranger's file is lost.
pub(super) fn keeper_of(file: &Path, game: &Kept) -> Result<Keeper, String> {
    let there = read_file(file).unwrap_or_default();
    if bytes(game, Format::Sgf).is_ok_and(|bytes| bytes == there) {
        Ok(Keeper::of_file(file, there))
    } else {
        Keeper::of_choice(None)
    }
}

/// Writes the game to a file that is not there yet, in the format that its name says. Whether that is psq, which has its
/// moves alone.
pub(super) fn save(game: &Kept, file: &Path) -> Result<bool, String> {
    let format = file.extension().and_then(|extension| Format::from_extension(&extension.to_string_lossy()));
    let format = format.filter(|format| matches!(format, Format::Sgf | Format::Psq));
    let format =
        format.ok_or_else(|| format!("{}: a name that ends in .sgf or .psq is needed", file.display()))?;
    keeper::write_new(file, &bytes(game, format)?)?;
    Ok(format == Format::Psq)
}

/// The bytes of a game as it is kept.
pub(super) fn bytes(game: &Kept, format: Format) -> Result<Vec<u8>, String> {
    let table = &game.table;
    let mut record = table.record();
    let acts: Vec<String> = table.opening().acts().map(Act::to_string).collect();
    let person = if table.person() == Seat::First { "first" } else { "second" };
    let (rule, acts) = (table.opening().rule(), acts.join(record::BETWEEN_ACTS));
    let (lead, [first, second]) = (table.offer_lead(), table.offers());
    record.comment =
        format!("{OPENING}{rule}\n{PERSON}{person}\n{ACTS}{acts}\n{LEAD}{lead}\n{OFFERS}{first} {second}");
    record.comment += &game.level.map(|level| format!("\n{LEVEL}{level}")).unwrap_or_default();
    if let Some(clock) = &game.clock {
        record.comment += &clock_lines(clock);
        let press =
            |&(at, seat): &(usize, Seat)| format!(" {at}{}", if seat == Seat::First { 'f' } else { 's' });
        let presses: String = game.presses.iter().map(press).collect();
        record.comment = [&record.comment, "\n", PRESSED, presses.trim_start()].concat();
    }
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
    let kept = if record::is_kept(&record) { own(&record) } else { foreign(&record, person) };
    kept.map_err(|error| complain(&error))
}

/// What is behind these words in the comment; a word that cannot be read is an error.
fn read_behind<T: FromStr>(record: &Record, start: &str) -> Result<Option<T>, String> {
    let read = |text: &str| text.parse().map_err(|_| format!("its comment: {start}{text}: not understood"));
    behind(record, start).map(read).transpose()
}

/// A game that this program has kept.
fn own(record: &Record) -> Result<Kept, String> {
    let rule = read_behind(record, OPENING)?.unwrap_or(OpeningRule::Free);
    let person = match behind(record, PERSON) {
        Some("second") => Seat::Second,
        Some("first") | None => Seat::First,
        Some(other) => return Err(format!("its comment: {PERSON}{other}: not understood")),
    };
    let lead = read_behind(record, LEAD)?.unwrap_or(Conduct::WITH_CLAIMS.offer_lead);
    let mut table = new_table(record, rule, person, lead)?;
    record::each_act(record, |act| {
        let act = table.phase().read(act).ok_or_else(|| format!("{act} is no act of an opening"))?;
        table.act(act).map_err(|why| why.to_string())
    })?;
    play_moves(&mut table, record)?;
    if let Some(offers) = behind(record, OFFERS) {
        let counts: Option<Vec<u16>> = offers.split(' ').map(|n| n.parse::<u16>().ok()).collect();
        match counts.as_deref() {
            Some(&[first, second]) => table.count_offers([first, second].map(usize::from)),
            _ => return Err(format!("its comment: {OFFERS}{offers}: not understood")),
        }
    }
    let outcome = Outcome::from_sgf(&record.result);
    if outcome.is_none() && !record.result.is_empty() {
        return Err(format!("its result: {}: not understood", record.result));
    }
    if let Some(outcome) = outcome.filter(|_| table.outcome().is_none()) {
        table.end(outcome);
    }
    let clock = clock_of(record)?;
    let presses = if clock.is_some() { presses_of(record)? } else { Vec::new() };
    Ok(Kept { table, clock, presses, level: read_behind(record, LEVEL)? })
}

/// The moves for which the clock was pressed.
fn presses_of(record: &Record) -> Result<Vec<(usize, Seat)>, String> {
    let words = behind(record, PRESSED).unwrap_or_default().split(' ').filter(|word| !word.is_empty());
    let press = |word: &str| {
        let (at, seat) = match (word.strip_suffix('f'), word.strip_suffix('s')) {
            (Some(at), _) => (at, Seat::First),
            (_, Some(at)) => (at, Seat::Second),
            _ => return None,
        };
        Some((at.parse().ok()?, seat))
    };
    let presses: Option<Vec<_>> = words.map(press).collect();
    presses.ok_or_else(|| format!("its comment: {PRESSED}: not understood"))
}

/// A game of another program. It can be gone on with, whoever has resigned there.
fn foreign(record: &Record, person: Seat) -> Result<Kept, String> {
    let mut table = new_table(record, OpeningRule::Free, person, Conduct::WITH_CLAIMS.offer_lead)?;
    play_moves(&mut table, record)?;
    Ok(Kept { table, clock: None, presses: Vec::new(), level: None })
}

fn new_table(record: &Record, rule: OpeningRule, person: Seat, lead: usize) -> Result<Table, String> {
    if !record.setup.is_empty() {
        return Err("a game is needed that begins with an empty board".to_owned());
    }
    let law = record.rule.unwrap_or(Rule::Renju);
    let table = Table::new(rule, record.size, law, person, lead);
    table.ok_or_else(|| "the board is too small for its opening".to_owned())
}

/// Plays what the record has behind the opening, whose stones are there.
fn play_moves(table: &mut Table, record: &Record) -> Result<(), String> {
    let played: Vec<RecordedMove> = record.moves.played().collect();
    let (opening, game) = played.split_at_checked(table.opening().stones().len()).unwrap_or((&played, &[]));
    let placed = table.opening().stones().iter().map(|&stone| Turn::Place(stone));
    if !opening.iter().map(|played| played.turn).eq(placed) {
        return Err("its first moves are not those of its opening".to_owned());
    }
    for played in game {
        if played.color != table.side() {
            return Err(format!("move {}: it is not {}'s turn", table.n_moves() + 1, played.color));
        }
        let taken = table.in_game(|game| game.take_turn(played.turn)).map_err(|why| why.to_string())?;
        taken.ok_or_else(|| "it has moves, but its opening is not over".to_owned())?;
    }
    Ok(())
}

/// The clock that was kept.
fn clock_of(record: &Record) -> Result<Option<GameClock>, String> {
    let Some(rule) = read_behind(record, CLOCK)? else { return Ok(None) };
    let [first, second] = TIMES.map(|start| side_time(behind(record, start).unwrap_or_default()));
    let times =
        first.zip(second).ok_or_else(|| "its comment: the times of its clock are not understood".to_owned());
    times.map(|(first, second)| Some(GameClock::resumed(rule, first, second)))
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
            let presses = vec![(3, Seat::First), (12, Seat::Second)];
            let game = Kept { table: table.clone(), clock: Some(clock), presses, level: Some(Level::Club) };
            save(&game, &file).expect("written");
            let Kept { table: back, clock: back_clock, level, presses } =
                read(&file, Seat::First).expect("read");
            assert_eq!((level, presses), (Some(Level::Club), game.presses));
            std::fs::remove_file(&file).expect("it was there");
            assert_eq!((back_clock, back.offer_lead()), (Some(clock), 3));
            assert_eq!((back.opening(), back.person()), (table.opening(), table.person()));
            assert_eq!(back.position(), table.position(), "{line}");
        }
    }
}
