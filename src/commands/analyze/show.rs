//! What every form of showing an analysis does, and what plain text and live table have in common.

use std::io::{self, Write};
use std::time::Duration;

use tianyuan_player::Lines;
use tianyuan_rules::{Board, Color, Diagram, Foul, Judgement, Point};

use super::table::{self, Room};
use crate::commands::analysis::json::{Ending, Proved};
use crate::commands::analysis::question::{Over, forbidden};
use crate::position_argument::Reading;

/// A form in which an analysis is shown.
pub(super) trait Show {
    /// Shows the position, and what is known of it without a search.
    fn begin(&mut self, reading: &Reading, over: Option<Over>) -> io::Result<()>;

    /// Hears of the lines of play `elapsed` after the start, again and again. `is_new` says that a depth has
    /// become whole.
    fn hear(&mut self, lines: &Lines, is_new: bool, elapsed: Duration) -> io::Result<()>;

    /// Shows the end.
    fn end(&mut self, lines: &Lines, ending: &Ending) -> io::Result<()>;
}

/// The board, and below it who is to move and what is forbidden, or how the game ended.
pub(super) fn write_position(
    reading: &Reading,
    over: Option<Over>,
    output: &mut impl Write,
) -> io::Result<()> {
    let forbidden = if over.is_some() { Vec::new() } else { forbidden(&reading.position) };
    write!(output, "{}", drawing(reading, &forbidden))?;
    if let Some(over) = over {
        return writeln!(output, "{over}");
    }
    writeln!(output, "{} to move, {}.", reading.position.side(), reading.position.rule())?;
    if !forbidden.is_empty() {
        let named: Vec<String> = forbidden.iter().map(|(point, foul)| format!("{point} ({foul})")).collect();
        writeln!(output, "Forbidden for Black: {}.", named.join(", "))?;
    }
    if let Some((point, foul)) = standing_foul(reading) {
        writeln!(output, "Black's last move, {point}, is forbidden: {foul}. White can claim the win.")?;
    }
    Ok(())
}

fn drawing<'a>(reading: &'a Reading, forbidden: &[(Point, Foul)]) -> Diagram<'a> {
    let of_point = |point| forbidden.iter().find(|known| known.0 == point);
    let mark = |point| of_point(point).map(|&(_, foul)| Judgement::Foul(foul).letter());
    let drawing = Diagram::new(&reading.position).with_marks(mark);
    if reading.has_order { drawing.with_last_move() } else { drawing }
}

/// The black stone just placed, if it was forbidden.
fn standing_foul(reading: &Reading) -> Option<(Point, Foul)> {
    let mut position = reading.position.clone();
    let is_answer = reading.has_order && position.side() == Color::White;
    let last = position.take_back().filter(|stone| is_answer && stone.color == Color::Black)?;
    Board::from(&position).foul_at(last.point).map(|foul| (last.point, foul))
}

/// The last lines of text: the table and what it took.
pub(super) fn last_rows(lines: &Lines, ending: &Ending, room: Room) -> Vec<String> {
    let effort = match ending.best {
        _ if !lines.all().is_empty() => table::effort(lines.nodes(), lines.elapsed()),
        Some(point) => return vec![String::new(), format!("Move, without a search: {point}")],
        None => return vec![String::new(), "There is no move.".to_owned()],
    };
    let table = table::table(lines.all(), room);
    let proved = ending.proved.as_ref().map_or_else(Vec::new, proof);
    [vec![String::new()], table, proved, vec![String::new(), effort]].concat()
}

/// What is said of a win that is proved.
fn proof(proved: &Proved) -> Vec<String> {
    let moves = proved.plies.div_ceil(2);
    let end = if moves == 1 { "move" } else { "moves" };
    let title = format!("Proved against every legal reply, a win in {moves} {end}:");
    let told = proved.words.iter().map(|line| format!("  {line}"));
    [String::new(), title].into_iter().chain(told).collect()
}
