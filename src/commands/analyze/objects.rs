//! An analysis as JSON, one object a line.

use std::io::{self, Write};
use std::time::Duration;

use serde::Serialize;
use tianyuan_player::Lines;
use tianyuan_rules::{Color, Point, Position, diagram, notation};

use super::show::Show;
use crate::commands::analysis::json::{self, Ending};
use crate::commands::analysis::question::Over;
use crate::position_argument::Reading;

/// One object a line.
pub(super) struct Objects<'a, W> {
    output: W,
    position: &'a Position,
    head: Head,
}

/// Which position an object belongs to.
#[derive(Serialize)]
struct Head {
    position: String,
    side: &'static str,
}

impl<'a, W: Write> Objects<'a, W> {
    pub(super) fn new(output: W, position: &'a Position) -> Self {
        let side = if position.side() == Color::Black { "black" } else { "white" };
        Self { output, position, head: Head { position: name(position), side } }
    }
}

impl<W: Write> Show for Objects<'_, W> {
    fn begin(&mut self, _: &Reading, _: Option<Over>) -> io::Result<()> {
        Ok(())
    }

    fn hear(&mut self, lines: &Lines, is_new: bool, _: Duration) -> io::Result<()> {
        let objects = if is_new { json::lines(&self.head, lines) } else { return Ok(()) };
        objects.iter().try_for_each(|object| writeln!(self.output, "{object}"))?;
        self.output.flush()
    }

    fn end(&mut self, lines: &Lines, ending: &Ending) -> io::Result<()> {
        writeln!(self.output, "{}", json::answer(&self.head, self.position, lines, ending))?;
        self.output.flush()
    }
}

/// The code of a position, or its drawing in one line if it is not what a code alone would give.
fn name(position: &Position) -> String {
    let moves: Vec<Point> = position.order().iter().map(|stone| stone.point).collect();
    match Position::from_moves(position.size(), position.rule(), &moves) {
        Ok(played) if played == *position => notation::code(moves),
        _ => diagram::line_of(position),
    }
}
