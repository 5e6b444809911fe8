//! `tianyuan openings list` and `book`: the 26 openings of renju and what they are worth.
#![deny(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use std::io::Write;
use std::sync::Arc;

use serde::Serialize;
use tianyuan_evaluation::chance::{Stage, WinChance};
use tianyuan_player::Clock;
use tianyuan_rules::opening::Opening;
use tianyuan_rules::{Color, Rule, Size};
use tianyuan_search::opening;

use super::Failure;
use super::in_order::in_order;
use super::values::{number, whole};

/// What can be asked of the list.
#[derive(Debug, clap::Args)]
#[command(after_help = "Examples:
  tianyuan openings list
  tianyuan openings list 花月
  tianyuan openings list D4 I13 --json

Values are Black's in renju with the best play that the search has seen, and behind each the chance to win that it
stands for. With n offers White keeps the worst of n fifth moves, which differ by the symmetry of the stones.")]
pub(crate) struct List {
    /// Codes or names: D4, 花月, Kagetsu, Flower Moon [default: all 26]
    openings: Vec<Opening>,
    /// Prints JSON, one object a line
    #[arg(long)]
    json: bool,
}

/// What can be asked of the search for the book.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  tianyuan openings book --nodes 100000 --threads 2 > book.txt")]
pub(crate) struct Book {
    /// Nodes of each of some thousand searches
    #[arg(long, value_name = "N", default_value = "100000", value_parser = number::<1_000_000_000>)]
    nodes: u64,
    /// Openings that are worked on at the same time; the book does not depend on it
    #[arg(long, default_value = "1", value_parser = number::<26>)]
    threads: u64,
}

/// Numbers of offers whose values are shown.
const OFFERS: [usize; 5] = [1, 2, 3, 5, 8];

/// When the values are Black's: after the fifth move.
const FIFTH: Stage = Stage { side: Color::Black, stones: 5, size: Size::STANDARD };

/// An opening for programs.
#[derive(Debug, Serialize)]
struct Object {
    code: String,
    chinese: &'static str,
    japanese: &'static str,
    romaji: &'static str,
    english: &'static str,
    stones: Vec<String>,
    /// With so many offers Black's value.
    values: Vec<(usize, i32)>,
}

impl List {
    pub(crate) fn run(&self, output: &mut impl Write) -> Result<(), Failure> {
        let openings =
            if self.openings.is_empty() { Opening::all().collect() } else { self.openings.clone() };
        for opening in openings {
            if self.json {
                let object = serde_json::to_string(&Object::of(opening)).map_err(std::io::Error::from)?;
                writeln!(output, "{object}")?;
            } else {
                write_block(opening, output)?;
            }
        }
        Ok(output.flush()?)
    }
}

impl Object {
    fn of(opening: Opening) -> Self {
        Self {
            code: opening.code(),
            chinese: opening.chinese(),
            japanese: opening.japanese(),
            romaji: opening.romaji(),
            english: opening.english(),
            stones: opening.placement(Size::STANDARD).map(|point| point.to_string()).to_vec(),
            values: values(opening),
        }
    }
}

fn values(opening: Opening) -> Vec<(usize, i32)> {
    let value = |&offers: &usize| Some((offers, opening::value_of(opening, offers)?));
    OFFERS.iter().filter_map(value).collect()
}

/// Names, values, and a drawing of the 5x5 lines around tengen.
fn write_block(opening: Opening, output: &mut impl Write) -> std::io::Result<()> {
    let (zh, ja) = (opening.chinese(), opening.japanese());
    let japanese = if zh == ja { String::new() } else { format!(" ({ja})") };
    let (code, romaji, english) = (opening.code(), opening.romaji(), opening.english());
    writeln!(output, "{code:4} {zh}{japanese} {romaji}, {english}")?;
    let [first, second, third] = opening.placement(Size::STANDARD);
    let mut said = values(opening).into_iter().map(|(offers, value)| {
        let chance = 100.0 * WinChance::of(Rule::Renju).chance(FIFTH, value);
        let offers = if offers == 1 { "move 5 free".to_owned() } else { format!("{offers} offers") };
        format!("{offers:12} {value:+5} {chance:3.0} %")
    });
    for dy in (-2..=2).rev() {
        let mark = |dx: isize| match first.shifted(dx, dy) {
            Some(point) if point == first || point == third => 'X',
            Some(point) if point == second => 'O',
            _ => '.',
        };
        let row: Vec<String> = (-2..=2).map(|dx| mark(dx).to_string()).collect();
        let value = said.next().unwrap_or_default();
        writeln!(output, "     {}    {value}", row.join(" "))?;
    }
    writeln!(output)
}

impl Book {
    pub(crate) fn run(&self, clock: &Arc<dyn Clock>, output: &mut impl Write) -> Result<(), Failure> {
        writeln!(output, "# tianyuan openings book --nodes {}", self.nodes)?;
        let openings: Vec<Opening> = Opening::all().collect();
        let study = |opening: &Opening| Some(opening::study(*opening, self.nodes, &**clock));
        let written = in_order(&openings, vec![study; whole(self.threads)], |lines| {
            lines.iter().try_for_each(|line| writeln!(output, "{line}"))?;
            output.flush()
        });
        Ok(written?)
    }
}
