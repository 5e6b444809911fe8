//! `tianyuan referee`: games of people over the board, by the Chinese renju rules of 2009. `docs/referee.md` describes
//! it for users.
//!
//! ```text
//! files ── games ──> Protocol ── Summary ──> told deed by deed, a score sheet, or a table
//! ```
#![deny(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

mod colors;
mod games;
mod sheet;
mod table;
mod told;
mod words;

use std::io::Write;
use std::path::PathBuf;

use tianyuan_rules::opening::OpeningRule;

use super::Failure;
use super::language::Language;
use super::values::number;
use colors::{Stones, Toss};

/// What can be asked.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Records of games: SGF, Piskvork's psq, or text with events (docs/referee.md); - reads text from the input
    #[arg(value_name = "RECORD", required_unless_present_any = ["table", "colors"])]
    records: Vec<PathBuf>,
    /// How games began that do not say it: rif-2 (or chinese), free and others; text records are rif-2 by themselves
    #[arg(long, value_name = "RULE", default_value = "free")]
    opening_rule: OpeningRule,
    /// Writes the score sheet instead, as text or html
    #[arg(long, value_name = "FORM", value_parser = sheet::Form::parse, conflicts_with_all = ["table", "colors"])]
    sheet: Option<sheet::Form>,
    /// The table of all games in a folder: .sgf, .psq, .game and .txt
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["records", "colors"])]
    table: Option<PathBuf>,
    /// Who of two players has Black: by guessing (猜先), then in turn (分先)
    #[arg(long, value_names = ["PLAYER", "OTHER"], num_args = 2, conflicts_with = "records")]
    colors: Option<Vec<String>>,
    /// Stones that the two hold, the first of them black ones [default: drawn by lot]
    #[arg(long, value_name = "N,M", requires = "colors", conflicts_with_all = ["toss", "records", "table"])]
    stones: Option<Stones>,
    /// Instead of guessing, who won the judge's toss and what it chose: PLAYER=black, PLAYER=white; or what the other
    /// one took whom it made choose: PLAYER=other-black, PLAYER=other-white
    #[arg(long, value_name = "PLAYER=CHOICE", requires = "colors", conflicts_with_all = ["records", "table"])]
    toss: Option<Toss>,
    /// Games that the two play [default: 1]
    #[arg(long, value_name = "N", requires = "colors", conflicts_with_all = ["records", "table"],
        value_parser = number::<1000>)]
    games: Option<u64>,
    /// en or zh [default: the language of the system]
    #[arg(long, value_name = "LANGUAGE")]
    lang: Option<Language>,
    /// File to write, not there yet, instead of the output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

const EXAMPLES: &str = "Examples:
  tianyuan referee round1.game
  tianyuan referee round1.game --lang zh --sheet html --output round1.html
  tianyuan referee game.sgf --opening-rule chinese
  tianyuan referee --table games
  tianyuan referee --colors Anna Bo --stones 3,4 --games 2

A record in text:
  black: Anna
  white: Bo
  h8 h9 i9
  stay
  g7
  offer g9 i7
  keep g9
  h10
  black resigns";

/// Says what was asked.
pub(crate) fn run(arguments: &Arguments, output: &mut impl Write) -> Result<(), Failure> {
    let language = arguments.lang.unwrap_or_else(Language::of_system);
    let text = answer(arguments, language).map_err(Failure::Input)?;
    match &arguments.output {
        None => Ok(output.write_all(text.as_bytes())?),
        Some(file) => {
            let complain = |error| Failure::Input(format!("--output {}: {error}", file.display()));
            let mut created = std::fs::File::create_new(file).map_err(complain)?;
            created.write_all(text.as_bytes()).map_err(complain)
        }
    }
}

fn answer(arguments: &Arguments, language: Language) -> Result<String, String> {
    if let Some([first, second]) = arguments.colors.as_deref() {
        let names = [first.as_str(), second.as_str()];
        return colors::told(
            language,
            names,
            arguments.stones,
            arguments.toss.as_ref(),
            arguments.games.unwrap_or(1),
        );
    }
    if let Some(folder) = &arguments.table {
        return table::of_folder(language, folder, arguments.opening_rule);
    }
    let games = games::read_each(&arguments.records, arguments.opening_rule)?;
    Ok(match arguments.sheet {
        Some(form) => sheet::sheets(language, form, &games),
        None => told::games(language, &games),
    })
}
