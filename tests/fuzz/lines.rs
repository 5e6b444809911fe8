//! Lines to the engine: words with arguments, whole dialogues, noise, and mutations of all that.

use std::collections::VecDeque;
use std::fs;
use std::path::Path;

use super::model::Model;
use super::words::{self, ANALYSIS, DATABASE, EDGES, GAME};
use crate::random::Random;

/// Writes lines, one after the other.
pub(super) struct Writer<'a> {
    dialogues: &'a [Vec<Vec<u8>>],
    /// Lines that belong to what was begun.
    coming: VecDeque<Vec<u8>>,
    /// A line to mix with.
    last: Vec<u8>,
}

/// A line, and whether it is one that nobody has written before.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) bytes: Vec<u8>,
    pub(super) is_mutated: bool,
}

/// Percent of the lines that are mutated: of those that are whole commands, and of others, where one that is
/// not understood takes many with it.
const MUTATED: usize = 60;
const MUTATED_OF_MANY: usize = 25;
/// A command is seldom said so often.
const AGAIN: usize = 40;
/// No more than this comes of a fragment that is repeated.
const LONGEST: usize = 20_000;

impl<'a> Writer<'a> {
    pub(super) const fn new(dialogues: &'a [Vec<Vec<u8>>]) -> Self {
        Self { dialogues, coming: VecDeque::new(), last: Vec::new() }
    }

    /// The next line of a conversation that stands as the model says.
    pub(super) fn next(&mut self, model: &Model, random: &mut Random) -> Line {
        if model.is_in_block() && self.coming.is_empty() && random.percent(30) {
            return Line { bytes: b"done".to_vec(), is_mutated: false };
        }
        let mut chance = if self.coming.is_empty() { MUTATED } else { MUTATED_OF_MANY };
        if self.coming.is_empty() || random.once_in(25) {
            if random.once_in(25) {
                return Line { bytes: noise(random), is_mutated: true };
            }
            let begun = self.begin(model, random);
            chance = if begun.len() > 1 { MUTATED_OF_MANY } else { MUTATED };
            begun.into_iter().rev().for_each(|line| self.coming.push_front(line));
        }
        let line = self.coming.pop_front().unwrap_or_default();
        let bytes = if random.percent(chance) { mutated(&line, &self.last, random) } else { line.clone() };
        let is_mutated = bytes != line;
        self.last = line;
        Line { bytes, is_mutated }
    }

    fn begin(&self, model: &Model, random: &mut Random) -> Vec<Vec<u8>> {
        let words = match random.below(100) {
            0..55 => GAME,
            55..87 => ANALYSIS,
            87..95 => DATABASE,
            95..98 => return self.dialogues[random.below(self.dialogues.len())].clone(),
            _ => return bytes(words::nearly_full_board(random)),
        };
        let (word, form) = random.one_of(words);
        // The end is the end.
        if word == "END" && !random.once_in(10) {
            return vec![b"ABOUT".to_vec()];
        }
        let lines = bytes(words::lines(word, form, &model.grid, random));
        let times = if random.once_in(200) { AGAIN } else { 1 };
        (0..times).flat_map(|_| lines.iter().cloned()).collect()
    }
}

fn noise(random: &mut Random) -> Vec<u8> {
    (0..random.below(40)).map(|_| random.byte()).collect()
}

fn bytes(lines: Vec<String>) -> Vec<Vec<u8>> {
    lines.into_iter().map(String::into_bytes).collect()
}

/// The lines to the engine of every transcript.
pub(super) fn dialogues() -> Vec<Vec<Vec<u8>>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts");
    let entries = fs::read_dir(folder).expect("the folder of transcripts");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    let dialogue = |path| {
        let text = fs::read_to_string(path).expect("a transcript");
        let lines = text.lines().filter_map(|line| line.strip_prefix("> ")).filter(|line| *line != "^D");
        // An end would end all that is to follow.
        let lines = lines.filter(|line| !line.eq_ignore_ascii_case("end"));
        lines.map(|line| line.as_bytes().to_vec()).collect()
    };
    paths.into_iter().map(dialogue).collect()
}

/// A line with something else in it, once or more.
fn mutated(line: &[u8], other: &[u8], random: &mut Random) -> Vec<u8> {
    let mut line = line.to_vec();
    for _ in 0..=random.below(2) {
        mutate(&mut line, other, random);
    }
    line
}

/// Bytes that mean something, or that no text has.
const SPECIAL: &[&[u8]] = &[
    b"\r",
    b"\0",
    b"\xff",
    b"\xef\xbb\xbf",
    b"\t",
    b" ",
    b",",
    b",,",
    b";",
    b"-",
    b"+",
    b"\x1b[2J",
    b"\xc4\xe3",
    b" DONE",
    b" done done",
    b"yx",
    b"\n",
];

fn mutate(line: &mut Vec<u8>, other: &[u8], random: &mut Random) {
    // A word that is not known is soon told: more often it is what follows that is changed.
    let word = line.iter().position(|&byte| byte == b' ').filter(|_| random.percent(60)).unwrap_or(0);
    let at = word + random.below(line.len() + 1 - word);
    let length = 1 + random.below(8);
    let end = line.len().min(at + length);
    match random.below(16) {
        0 => line.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= 1 << (length - 1)),
        1 => line.iter_mut().skip(at).take(1).for_each(|byte| *byte = random.byte()),
        2 => line.insert(at, random.byte()),
        3 => drop(line.drain(at..end)),
        4 => line.truncate(at),
        5 => drop(line.drain(word..at)),
        6 => *line = [&line[..at], &other[random.below(other.len() + 1)..]].concat(),
        7 => *line = [&line[..], b" ", other].concat(),
        8 => repeat(line, at..end, random),
        9..12 => change_number(line, random),
        12 => line.iter_mut().skip(at).take(length).for_each(|byte| *byte ^= 0x20),
        13 => line[at..].reverse(),
        _ => drop(line.splice(at..at, random.one_of(SPECIAL).iter().copied())),
    }
}

/// Repeats a piece, seldom very often.
fn repeat(line: &mut Vec<u8>, piece: std::ops::Range<usize>, random: &mut Random) {
    let at = piece.end;
    let piece = line[piece].to_vec();
    let times = if random.once_in(60) { LONGEST / piece.len().max(1) } else { random.below(20) };
    line.splice(at..at, piece.repeat(times));
}

/// Puts another number in the place of one, or changes it a little.
fn change_number(line: &mut Vec<u8>, random: &mut Random) {
    let starts: Vec<usize> = (0..line.len())
        .filter(|&i| line[i].is_ascii_digit() && (i == 0 || !line[i - 1].is_ascii_digit()))
        .collect();
    if starts.is_empty() {
        return;
    }
    let start = random.one_of(&starts);
    let length = line[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let number: u64 = line[start..start + length]
        .iter()
        .fold(0, |n: u64, digit| n.saturating_mul(10).saturating_add(u64::from(digit - b'0')));
    let text = match random.below(4) {
        0 => number.saturating_add(1).to_string(),
        1 => number.saturating_sub(1).to_string(),
        2 => random.below(22).to_string(),
        _ => random.one_of(EDGES).to_owned(),
    };
    line.splice(start..start + length, text.into_bytes());
}
