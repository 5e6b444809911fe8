//! Conversations at random: mutated lines of every dialect, a player that may be late, silent or wrong, and
//! a clock that may jump. In process a referee checks every effect; the program itself is asked the same.
//!
//! `TIANYUAN_FUZZ_LINES` is the number of lines in process, `TIANYUAN_FUZZ_PROGRAM_LINES` that to the
//! program, `TIANYUAN_FUZZ_SEED` where to begin. A failure shows the seed of its conversation and its end.

mod actor;
mod bunches;
mod conversation;
mod count;
mod grid;
mod lines;
mod model;
mod referee;
mod trace;
mod words;

use std::env;

use tianyuan_protocol::{Command, Input, parse};

use bunches::Bunches;
use conversation::Conversation;
use count::{Counts, NAMES};

/// Lines in process unless told otherwise.
const LINES: u64 = 100_000;
/// Lines to the program unless told otherwise.
const PROGRAM_LINES: u64 = 500;

#[test]
fn nothing_upsets_a_conversation() {
    let dialogues = lines::dialogues();
    let most = number("TIANYUAN_FUZZ_LINES", LINES);
    let counts = count(most, |seed| Conversation::new(seed, &dialogues).run());
    for name in NAMES {
        let n = counts.done(name);
        assert!(n >= most / 10_000, "{name}: only {n}\n{counts}");
    }
    println!("{counts}");
}

#[test]
fn nothing_upsets_the_program() {
    let dialogues = lines::dialogues();
    let most = number("TIANYUAN_FUZZ_PROGRAM_LINES", PROGRAM_LINES);
    println!("{}", count(most, |seed| Bunches::new(seed, &dialogues).run()));
}

#[test]
fn every_word_is_one() {
    for (word, form) in [words::GAME, words::ANALYSIS, words::DATABASE].concat() {
        let known = parse(word.as_bytes());
        assert!(!matches!(known, Ok(Input::Command(Command::Unknown(_)))), "{word} with {form:?}");
    }
}

#[test]
fn a_fault_in_a_record_is_seen() {
    let record = b"# tianyuan\n       2 > Q ! x\n      31 ! index out of bounds\n      32 < OK\n";
    assert_eq!(bunches::fault(record), Some(&b"      31 ! index out of bounds"[..]));
    assert_eq!(bunches::fault(&record[..20]), None);
}

/// Talks, each time with another seed, until so many lines are said.
fn count(most: u64, talk: impl Fn(u64) -> Counts) -> Counts {
    let (mut counts, mut seed) = (Counts::default(), number("TIANYUAN_FUZZ_SEED", 1));
    while counts.noted("lines") < most {
        counts.merge(&talk(seed));
        seed = seed.wrapping_add(1);
    }
    counts
}

/// A number from the environment.
fn number(name: &str, otherwise: u64) -> u64 {
    env::var(name).map_or(otherwise, |text| text.parse().unwrap_or_else(|_| panic!("{name}={text}")))
}
