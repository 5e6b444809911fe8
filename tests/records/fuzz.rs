//! Files damaged at random, the same ones on every machine: no reader panics, each error names a place in the
//! file, and what is read is written and read back.

use crate::random::Random;
use std::env;

use tianyuan_rules::record::openings::{self, Form};
use tianyuan_rules::record::{Format, Place, Record, RecordError};
use tianyuan_rules::{Conduct, Size};

use super::RENJU;
use super::seeds::{PIECES, SEEDS};

/// Damaged files in one run; the environment variable `TIANYUAN_FUZZ_FILES` asks for another number.
fn n_files() -> usize {
    let wanted = env::var("TIANYUAN_FUZZ_FILES").ok();
    wanted.map_or(20_000, |number| number.parse().expect("TIANYUAN_FUZZ_FILES is a number"))
}

#[test]
fn damaged_files_are_read_or_refused_in_one_line() {
    let mut tally = Tally::default();
    for seed in SEEDS {
        tally.check(seed, Size::STANDARD);
    }
    let mut random = Random::new(0);
    for _ in 0..n_files() {
        let file = damaged_file(&mut random);
        let size = [5, 15, 20, 22][random.below(4)];
        tally.check(&file, Size::new(size).unwrap());
    }
    println!("{tally:?}");
    let each = tally.read.iter().chain(&tally.refused);
    assert!(each.min() > Some(&(n_files() / 200)), "hardly tested: {tally:?}");
}

/// How many files were read and refused by the readers: of each format, then of each form of openings.
#[derive(Debug, Default)]
struct Tally {
    read: [usize; 6],
    refused: [usize; 6],
}

impl Tally {
    fn check(&mut self, file: &[u8], size: Size) {
        for (index, format) in (0..).zip(Format::ALL) {
            let games: Vec<_> = Record::games(format, file).collect();
            assert_eq!(Some(&Record::read_as(format, file)), games.first(), "{}", shown(file));
            for game in games {
                self.count(index, file, game.as_ref().err());
                if let Ok(record) = &game {
                    check_record(record, format, file);
                }
            }
        }
        for (index, form) in (3..).zip(Form::ALL) {
            let openings = openings::read(form, size, file);
            self.count(index, file, openings.as_ref().err());
            let lines =
                openings.iter().flatten().map(|moves| openings::write(form, size, moves).unwrap() + "\n");
            let written: String = lines.collect();
            if openings.is_ok() {
                assert_eq!(openings::read(form, size, written.as_bytes()), openings, "{}", shown(file));
            }
        }
    }

    fn count(&mut self, index: usize, file: &[u8], error: Option<&RecordError>) {
        match error {
            None => self.read[index] += 1,
            Some(error) => {
                self.refused[index] += 1;
                check_error(error, file);
            }
        }
    }
}

fn shown(file: &[u8]) -> String {
    format!("b\"{}\"", file.escape_ascii())
}

fn check_record(record: &Record, format: Format, file: &[u8]) {
    let written = record.write(format).unwrap_or_else(|error| panic!("{error}: {}", shown(file)));
    assert_eq!(Record::read_as(format, &written).as_ref(), Ok(record), "{}", shown(file));
    let in_sgf = record.write(Format::Sgf).unwrap();
    assert_eq!(Record::read_as(Format::Sgf, &in_sgf).as_ref(), Ok(record), "{}", shown(file));
    // The rest may refuse what was read, with a reason.
    for other in Format::ALL {
        assert!(record.write(other).map_or_else(|error| is_one_line(&error.to_string()), |_| true));
    }
    let _ = (record.position(RENJU), record.game(RENJU, Conduct::AT_ONCE), record.bare_moves());
}

fn is_one_line(text: &str) -> bool {
    !text.is_empty() && text.len() < 400 && !text.contains(char::is_control)
}

fn check_error(error: &RecordError, file: &[u8]) {
    let text = error.to_string();
    assert!(is_one_line(&text), "{text:?}: {}", shown(file));
    let place = error.place().unwrap_or_else(|| panic!("{text}: {}", shown(file)));
    assert!(text.starts_with(&format!("{place}: ")), "{text}");
    let is_inside = match place {
        Place::Byte(number) => (1..=file.len() + 1).contains(&number),
        Place::Text { line, column } => {
            let file = String::from_utf8_lossy(file.strip_prefix(b"\xef\xbb\xbf").unwrap_or(file));
            let file = file.replace("\r\n", "\n").replace('\r', "\n");
            let length = file.split('\n').nth(line - 1).map(|line| line.chars().count());
            length.is_some_and(|length| (1..=length + 1).contains(&column))
        }
    };
    assert!(is_inside, "{text}: {}", shown(file));
}

/// A seed after some damage.
fn damaged_file(random: &mut Random) -> Vec<u8> {
    let mut file = random.one_of(&SEEDS).to_vec();
    for _ in 0..=random.below(4) {
        damage(&mut file, random);
    }
    file
}

fn damage(file: &mut Vec<u8>, random: &mut Random) {
    let (start, end) = random.range(file.len());
    match random.below(9) {
        0 => replace(file, start, |byte| byte ^ 1 << random.below(8)),
        1 => replace(file, start, |_| random.one_of(b"()[];:\\\n\r,#")),
        2 => replace(file, start, |_| random.one_of(b"0123456789abchABW")),
        3 | 4 => insert(file, start, random.one_of(&PIECES)),
        5 => drop(file.drain(start..end)),
        6 => {
            let copy = file[start..end].to_vec();
            let at = random.below(file.len() + 1);
            insert(file, at, &copy);
        }
        7 => {
            let other = random.one_of(&SEEDS);
            file.truncate(start);
            file.extend_from_slice(&other[random.below(other.len())..]);
        }
        _ => {
            // Few brackets mostly, and sometimes more than are read.
            let n = if random.below(40) == 0 { 600 } else { 1 + random.below(3) };
            insert(file, end, &b")".repeat(n));
            insert(file, start, &random.one_of(&[&b"(;"[..], b"(", b"(;B[aa])(;W[bb]"]).repeat(n));
        }
    }
}

fn replace(file: &mut [u8], at: usize, by: impl FnOnce(u8) -> u8) {
    if let Some(byte) = file.get_mut(at) {
        *byte = by(*byte);
    }
}

fn insert(file: &mut Vec<u8>, at: usize, bytes: &[u8]) {
    file.splice(at..at, bytes.iter().copied());
}

impl Random {
    /// Start and end of a piece of something of this length, a short piece mostly.
    fn range(&mut self, length: usize) -> (usize, usize) {
        let start = self.below(length + 1);
        let longest = if self.below(4) == 0 { length } else { 8 };
        (start, (start + self.below(longest + 1)).min(length))
    }
}
