//! A position as it is named on the command line: `-`, a file, moves, or a drawing.
#![deny(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use tianyuan_rules::record::{Format, MAX_BYTES, Record};
use tianyuan_rules::{Position, Rule, Size, diagram, notation};

/// How an argument is read, for the help of the commands.
pub(crate) const POSITION_HELP: &str = "\
A position is
  moves      h8i9g7: columns a.. from the left, rows 1.. from the bottom, Black first; or \"\"
  a file     .sgf, .psq, .pos, or .txt with moves or a drawing
  -          moves or a drawing on standard input
  a drawing  rows from the top, X black, O white, . empty, # wall; or one line, rank 1 first";

/// What can be said beside the position.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(crate) struct BoardOptions {
    /// freestyle, standard, renju, caro or caro-exact [default: the one that the file names, else renju]
    #[arg(long, value_name = "RULE")]
    rule: Option<Rule>,
    /// Lines on a side of the board for moves, 5 to 22 [default: 15]; drawings and files have their own
    #[arg(long, value_name = "LINES", value_parser = size_from_text)]
    size: Option<Size>,
}

/// A position that was read.
#[derive(Debug)]
pub(crate) struct Reading {
    /// The position.
    pub(crate) position: Position,
    /// Whether the order of its stones is that of play. A drawing does not tell.
    pub(crate) has_order: bool,
}

/// What is said of a file that is not there.
const NO_FILE: &str = "there is no such file; the name of one, or - for standard input, is needed";

/// What is said of a folder.
const A_FOLDER: &str = "this is a folder; the name of a file is needed";

/// More bytes than any position needs.
const LONGEST: u64 = 1 << 20;

impl BoardOptions {
    /// The rule where the position names none.
    pub(crate) fn rule(self) -> Rule {
        self.rule.unwrap_or(Rule::Renju)
    }

    /// The size where the position has none.
    pub(crate) fn size(self) -> Size {
        self.size.unwrap_or_default()
    }

    /// The position that the argument names, or what is wrong with it and what would be right.
    pub(crate) fn read(self, argument: &OsStr) -> Result<Reading, String> {
        let path = Path::new(argument);
        let (source, reading) = if argument == "-" {
            ("standard input".to_owned(), self.of_stream(io::stdin().lock(), None))
        } else if path.is_dir() {
            (path.display().to_string(), Err(A_FOLDER.to_owned()))
        } else if path.exists() {
            (path.display().to_string(), self.of_file(path))
        } else if looks_like_file(path) {
            (path.display().to_string(), Err(NO_FILE.to_owned()))
        } else {
            (quoted(&argument.to_string_lossy()), self.of_text(&argument.to_string_lossy()))
        };
        let reading = reading.and_then(|reading| self.check_size(reading));
        reading.map_err(|complaint| format!("{source}: {complaint}"))
    }

    /// A file without an extension may be a pipe, and is read as text.
    fn of_file(self, path: &Path) -> Result<Reading, String> {
        let extension = path.extension().unwrap_or("txt".as_ref()).to_str().unwrap_or_default();
        let format = Format::from_extension(extension);
        if format.is_none() && !extension.eq_ignore_ascii_case("txt") {
            return Err("a file .sgf, .psq, .pos or .txt is needed".to_owned());
        }
        self.of_stream(open(path)?, format)
    }

    fn of_stream(self, stream: impl Read, format: Option<Format>) -> Result<Reading, String> {
        let mut bytes = Vec::new();
        stream.take(LONGEST + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
        if bytes.len() as u64 > LONGEST {
            return Err("too long for a position; moves or a drawing are needed".to_owned());
        }
        match format.or_else(|| Format::of_bytes(&bytes)) {
            Some(format) => self.of_record(format, &bytes),
            None if bytes.trim_ascii().is_empty() => {
                Err("nothing is in it; moves such as h8i9g7 or a drawing are needed".to_owned())
            }
            None => self.of_text(String::from_utf8_lossy(&bytes).trim_start_matches('\u{feff}')),
        }
    }

    fn of_record(self, format: Format, bytes: &[u8]) -> Result<Reading, String> {
        let record = Record::read_as(format, bytes).map_err(|error| error.to_string())?;
        let mut position = record.position(self.rule()).map_err(|error| error.to_string())?;
        if let Some(rule) = self.rule {
            position.set_rule(rule);
        }
        Ok(Reading { position, has_order: record.moves.played().next().is_some() })
    }

    fn of_text(self, text: &str) -> Result<Reading, String> {
        let has_order = !is_drawing(text);
        let position = if has_order {
            notation::position_from_code(text, self.size(), self.rule()).map_err(|error| error.to_string())
        } else {
            diagram::parse_drawing(text, self.rule()).map_err(|error| error.to_string())
        };
        position.map(|position| Reading { position, has_order })
    }

    fn check_size(self, reading: Reading) -> Result<Reading, String> {
        let found = reading.position.size();
        match self.size.filter(|&size| size != found) {
            Some(size) => Err(format!("the board is {found} and not {size}; leave --size out")),
            None => Ok(reading),
        }
    }
}

/// Opens a file that was named, or says what is wrong with it.
pub(crate) fn open(path: &Path) -> Result<File, String> {
    File::open(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => NO_FILE.to_owned(),
        _ => error.to_string(),
    })
}

/// The bytes of a file of games or openings, or as many as show that it is too long.
pub(crate) fn read_file(path: &Path) -> Result<Vec<u8>, String> {
    if path.is_dir() { Err(A_FOLDER.to_owned()) } else { read_all(open(path)?) }
}

/// The same of a stream.
pub(crate) fn read_all(stream: impl Read) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let longest = u64::try_from(MAX_BYTES).unwrap_or(u64::MAX).saturating_add(1);
    stream.take(longest).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    Ok(bytes)
}

/// The size that a text names, for the command line.
pub(crate) fn size_from_text(text: &str) -> Result<Size, &'static str> {
    text.parse().ok().and_then(Size::new).ok_or("a number 5 to 22 is needed")
}

/// Whether somebody who wrote this meant a file.
fn looks_like_file(path: &Path) -> bool {
    let has_folder = path.parent().is_some_and(|folder| folder != Path::new(""));
    let is_known = |extension: &str| extension == "txt" || Format::from_extension(extension).is_some();
    let is_text = path.to_str().is_some_and(|text| !text.contains('\n'));
    is_text && (has_folder || path.extension().and_then(OsStr::to_str).is_some_and(is_known))
}

/// Whether a text is a drawing and not moves. Characters decide that never stand in moves; a single line
/// has to be as long as the smallest board, so that a slip in a few moves is told as one.
fn is_drawing(text: &str) -> bool {
    let text = text.trim();
    let mut start = text.chars();
    let has_move = start.next().is_some_and(|c| c.is_ascii_alphabetic())
        && start.next().is_some_and(|c| c.is_ascii_digit());
    let is_drawn = text.contains(|c| "xX.#*●○·|".contains(c)) || !has_move;
    is_drawn && (text.contains('\n') || text.chars().count() >= 25)
}

/// A text in quotation marks and in one short line.
fn quoted(text: &str) -> String {
    let start: String = text.chars().take(32).collect();
    let more = if start.len() < text.len() { "..." } else { "" };
    format!("{start:?}{more}")
}
