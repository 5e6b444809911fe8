//! `tianyuan forbidden POSITION`: where a black stone is forbidden, and why.
#![deny(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use tianyuan_rules::diagram::{self, DrawingError};
use tianyuan_rules::{Board, Cell, Color, Diagram, Judgement, Point, Position, Rule, explain, foul};

use super::Failure;
use crate::position_argument::{BoardOptions, POSITION_HELP, Reading, open};

/// What can be asked.
#[derive(Debug, clap::Args)]
#[command(after_help = format!("{EXAMPLES}\n\n{POSITION_HELP}"))]
pub(crate) struct Arguments {
    /// Moves such as h8i9g7, a file, a drawing, or - for standard input
    #[arg(value_name = "POSITION", required_unless_present = "batch", conflicts_with = "batch")]
    position: Option<OsString>,
    #[command(flatten)]
    board: BoardOptions,
    /// Explains what a black stone on POINT makes, allowed or not
    #[arg(long, value_name = "POINT", conflicts_with = "batch")]
    why: Option<Point>,
    /// Judges one board a line: a character a point (X black, O white, . empty), rank 1 first. Prints each
    /// board, a blank, and what a black stone makes there: 3 double-three, 4 double-four, 6 overline, 5 five
    #[arg(long, value_name = "FILE")]
    batch: Option<PathBuf>,
}

const EXAMPLES: &str = "Examples:
  tianyuan forbidden h8h9i7i9h10i6i11i12
  tianyuan forbidden h8h9i7i9h10i6i11i12 --why g9
  tianyuan forbidden game.sgf
  tianyuan forbidden --batch boards.txt > maps.txt";

/// Answers on `output`.
pub(crate) fn run(arguments: &Arguments, output: impl Write) -> Result<(), Failure> {
    let mut output = BufWriter::with_capacity(1 << 16, output);
    match (&arguments.batch, &arguments.position) {
        (Some(file), _) => batch(file, arguments.board, &mut output)?,
        (None, position) => {
            let argument = position.as_deref().unwrap_or_default();
            let reading = arguments.board.read(argument).map_err(Failure::Input)?;
            answer(&reading, arguments.why, &mut output)?;
        }
    }
    Ok(output.flush()?)
}

fn answer(reading: &Reading, why: Option<Point>, output: &mut impl Write) -> Result<(), Failure> {
    let position = &reading.position;
    if let Some(point) = why {
        check_point(position, point)?;
    }
    let judged = judged_points(position);
    write!(output, "{}", drawing(reading, &judged))?;
    writeln!(output, "{} to move, {}.", position.side(), position.rule())?;
    match why {
        Some(point) => explain_point(position, point, output)?,
        None => list(position.rule(), &judged, output)?,
    }
    Ok(())
}

/// The points where a black stone makes a five or is forbidden.
fn judged_points(position: &Position) -> Vec<(Point, Judgement)> {
    let board = Board::from(position);
    let judged = board.empty_points().map(|point| (point, foul::judge(&board, point, Color::Black)));
    judged.filter(|&(_, judgement)| judgement != Judgement::Legal).collect()
}

fn drawing<'a>(reading: &'a Reading, judged: &[(Point, Judgement)]) -> Diagram<'a> {
    let of_point = |point| judged.iter().find(|judged| judged.0 == point);
    let drawing = Diagram::new(&reading.position).with_marks(|point| of_point(point).map(|j| j.1.letter()));
    if reading.has_order { drawing.with_last_move() } else { drawing }
}

fn list(rule: Rule, judged: &[(Point, Judgement)], output: &mut impl Write) -> io::Result<()> {
    if !rule.forbids(Color::Black) {
        writeln!(output, "Nothing is forbidden under this rule.")?;
    } else if !judged.iter().any(|(_, judgement)| matches!(judgement, Judgement::Foul(_))) {
        writeln!(output, "No point is forbidden for Black.")?;
    } else {
        writeln!(output, "Forbidden for Black:")?;
    }
    for (point, judgement) in judged {
        if let Judgement::Foul(foul) = judgement {
            writeln!(output, "  {point:4}{foul}")?;
        }
    }
    let fives: Vec<String> =
        judged.iter().filter(|j| j.1 == Judgement::Five).map(|j| j.0.to_string()).collect();
    if fives.is_empty() { Ok(()) } else { writeln!(output, "Black wins at {}.", fives.join(", ")) }
}

/// A point that can be asked about is empty, or Black's: then the stone is judged as if placed last.
fn check_point(position: &Position, point: Point) -> Result<(), Failure> {
    let complaint = match position.cell(point) {
        Cell::Empty | Cell::Black => return Ok(()),
        Cell::White => "a white stone stands there".to_owned(),
        Cell::Wall => format!("not on the {} board", position.size()),
    };
    Err(Failure::Input(format!("--why {point}: {complaint}; an empty point or a black stone is needed")))
}

fn explain_point(position: &Position, point: Point, output: &mut impl Write) -> io::Result<()> {
    if position.cell(point) == Cell::Black {
        writeln!(output, "The stone on {point}, as if it were placed last:")?;
    }
    writeln!(output, "{}", explain::explain(position, point))
}

fn batch(file: &Path, options: BoardOptions, output: &mut impl Write) -> Result<(), Failure> {
    let complain = |complaint: String| Failure::Input(format!("{}: {complaint}", file.display()));
    let input: Box<dyn BufRead> = if file == Path::new("-") {
        Box::new(io::stdin().lock())
    } else {
        Box::new(BufReader::with_capacity(1 << 16, open(file).map_err(complain)?))
    };
    for (number, line) in (1..).zip(input.split(b'\n')) {
        let line = line.map_err(|error| complain(error.to_string()))?;
        let line = String::from_utf8_lossy(&line);
        let Some(board) = line.split_whitespace().next().filter(|_| !line.starts_with('#')) else { continue };
        match map(board, options) {
            Ok(map) => writeln!(output, "{board} {map}")?,
            Err(complaint) => {
                output.flush()?;
                return Err(complain(format!("line {number}: {complaint}")));
            }
        }
    }
    Ok(())
}

/// What a black stone makes on each point of a board in one line.
fn map(board: &str, options: BoardOptions) -> Result<String, String> {
    let (found, size) = (board.chars().count(), options.size());
    if found != size.area() {
        return Err(format!("{found} characters; {} are needed, one for each point of {size}", size.area()));
    }
    let position = diagram::parse_line(board, options.rule()).map_err(|error| match error {
        DrawingError::Symbol { at, symbol, .. } => {
            format!("character {at}: {symbol:?} is none of X (black), O (white), . (empty)")
        }
        other => other.to_string(),
    })?;
    let board = Board::from(&position);
    let judge =
        |point| if board.is_empty(point) { foul::judge(&board, point, Color::Black).letter() } else { '.' };
    Ok(size.points().map(judge).collect())
}
