//! `tianyuan convert INPUT --to FORMAT`: games and openings from one format to another.
#![deny(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tianyuan_rules::Size;
use tianyuan_rules::record::openings;
use tianyuan_rules::record::{Format, Record, RecordError};

use super::Failure;
use super::kind::{Kind, check_size};
use crate::position_argument::{read_all, read_file, size_from_text};

/// What can be asked.
#[derive(Debug, clap::Args)]
#[command(after_help = HELP)]
pub(crate) struct Arguments {
    /// A file, or - for standard input
    #[arg(value_name = "INPUT")]
    input: OsString,
    /// The format of the input [default: as the file's name ends, else as its text begins]
    #[arg(long, value_name = "FORMAT", value_parser = Kind::parse)]
    from: Option<Kind>,
    /// The format to convert to
    #[arg(long, value_name = "FORMAT", value_parser = Kind::parse)]
    to: Kind,
    /// Writes to FILE, in place of what is in it, and not to standard output
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Lines on a side of the board for openings, 5 to 22 [default: 15]; games have their own
    #[arg(long, value_name = "LINES", value_parser = size_from_text)]
    size: Option<Size>,
    /// Converts only the game or opening with this number, from 1
    #[arg(long, value_name = "N", value_parser = number)]
    game: Option<usize>,
}

const HELP: &str = "Examples:
  tianyuan convert match.sgf --to code
  tianyuan convert game.psq --to sgf --output game.sgf
  tianyuan convert openings.txt --from offset --to pos-top --size 20
  tianyuan convert match.sgf --game 3 --to psq
  tianyuan convert - --from code --to offset < openings.txt

A format is
  sgf      Smart Game Format, any number of games with comments and variations
  psq      a game as Piskvork and Gomocup write it
  pos      a 15x15 game in bytes, as Yixin writes it
  code     an opening a line, h8i9g7: columns a.. from the left, rows 1.. from the bottom
  pos-top  the same with rows 1.. from the top, h8i7g9: pos of c-gomoku-cli
  offset   the same as steps to the right and downwards from the center, 0,0, 1,-1, -1,1

Comments and variations go from sgf to sgf only; the other formats take the main line.
In openings blank lines are passed over, and so is what follows a #.";

/// What is said of a file that does not show its format.
const NO_FORMAT: &str = "its format does not show; --from sgf, psq, pos, code, pos-top or offset is needed";

/// Answers on `output`, or in the file that was named for it. Nothing is written unless all can be.
pub(crate) fn run(arguments: &Arguments, output: &mut impl Write) -> Result<(), Failure> {
    let source =
        if arguments.input == "-" { "standard input".into() } else { arguments.input.to_string_lossy() };
    let converted = read(&arguments.input).and_then(|bytes| arguments.convert(&bytes));
    let converted = converted.map_err(|complaint| Failure::Input(format!("{source}: {complaint}")))?;
    match &arguments.output {
        Some(file) => {
            let complain = |error: io::Error| Failure::Input(format!("--output {}: {error}", file.display()));
            fs::write(file, converted).map_err(complain)
        }
        None => Ok(output.write_all(&converted).and_then(|()| output.flush())?),
    }
}

/// The input, or as much of it as shows that it is too long.
fn read(input: &OsStr) -> Result<Vec<u8>, String> {
    if input == "-" { read_all(io::stdin().lock()) } else { read_file(Path::new(input)) }
}

impl Arguments {
    fn convert(&self, bytes: &[u8]) -> Result<Vec<u8>, String> {
        let (mut converted, mut n_games) = (Vec::new(), 0);
        for record in self.games(bytes)? {
            n_games += 1;
            let record = record?;
            if self.game.is_some_and(|wanted| wanted != n_games) {
                continue;
            }
            if n_games > 1 && self.game.is_none() && self.to.is_single() {
                return Err("several games are in it and one can be written; --game N is needed".to_owned());
            }
            let bytes = self.write(&record);
            converted.extend(bytes.map_err(|error| format!("game {n_games}: {error}"))?);
            if self.game.is_some() {
                return Ok(converted);
            }
        }
        match self.game {
            Some(wanted) => Err(format!("game {wanted} is not in it; a number 1 to {n_games} is needed")),
            None if n_games == 0 => Err("no opening is in it; a line of moves is needed".to_owned()),
            None => Ok(converted),
        }
    }

    /// The games of the input one by one.
    fn games<'a>(
        &self,
        bytes: &'a [u8],
    ) -> Result<Box<dyn Iterator<Item = Result<Record, String>> + 'a>, String> {
        let size = self.size;
        match self.kind_of_input(bytes).ok_or(NO_FORMAT)? {
            Kind::Games(format) => {
                let games = Record::games(format, bytes).map(|game| game.map_err(|error| error.to_string()));
                Ok(Box::new(games.map(move |game| match size {
                    Some(size) => game.and_then(|record| check_size(record, size).map_err(without_size)),
                    None => game,
                })))
            }
            Kind::Openings(form) => {
                let size = size.unwrap_or_default();
                let openings = openings::read(form, size, bytes).map_err(|error| error.to_string())?;
                Ok(Box::new(openings.into_iter().map(move |moves| Ok(Record::of_moves(size, moves)))))
            }
        }
    }

    fn kind_of_input(&self, bytes: &[u8]) -> Option<Kind> {
        let by_content = || Format::of_bytes(bytes).map(Kind::Games);
        self.from.or_else(|| Kind::of_name(Path::new(&self.input))).or_else(by_content)
    }

    fn write(&self, record: &Record) -> Result<Vec<u8>, RecordError> {
        match self.to {
            Kind::Games(format) => record.write(format),
            Kind::Openings(form) => {
                let line = openings::write(form, record.size, &record.bare_moves()?)?;
                Ok((line + "\n").into_bytes())
            }
        }
    }
}

/// What would be right where a size that was asked for is wrong.
fn without_size(complaint: String) -> String {
    complaint + "; leave --size out"
}

fn number(text: &str) -> Result<usize, &'static str> {
    text.parse().ok().filter(|&number| number > 0).ok_or("a number from 1 on is needed")
}
