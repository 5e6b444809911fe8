//! The score sheet: moves in algebraic notation, Black's odd numbers in circles, a diagram, the result.

use std::fmt::Write;

use tianyuan_arena::people::{Deed, Remark, Ruling};
use tianyuan_rules::opening::{Act, Correction};
use tianyuan_rules::{Color, Diagram, Position, Turn};

use super::games::Refereed;
use crate::commands::language::Language;

/// How a sheet is written.
#[derive(Clone, Copy, Debug)]
pub(super) enum Form {
    Text,
    Html,
}

impl Form {
    pub(super) fn parse(text: &str) -> Result<Self, &'static str> {
        match text {
            "text" => Ok(Self::Text),
            "html" => Ok(Self::Html),
            _ => Err("text or html is needed"),
        }
    }
}

/// The sheets of all games, one behind the other.
pub(super) fn sheets(language: Language, form: Form, games: &[Refereed]) -> String {
    match form {
        Form::Text => games.iter().map(|game| text(language, game)).collect::<Vec<_>>().join("\n"),
        Form::Html => html(language, games),
    }
}

/// The position from which only the numbers of stones are shown.
fn position(game: &Refereed) -> Position {
    let terms = &game.protocol.terms;
    let mut position = Position::new(terms.size, terms.rule);
    for turn in &game.summary.turns {
        match turn {
            Turn::Place(point) => _ = position.play(*point),
            Turn::Pass => position.set_side(!position.side()),
        }
    }
    position
}

/// The moves two by two: Black's, then White's.
fn pairs(language: Language, game: &Refereed) -> Vec<[Option<(usize, String)>; 2]> {
    let written = |turn: &Turn| language.turn(*turn);
    let moves: Vec<(usize, String)> = (1..).zip(game.summary.turns.iter().map(written)).collect();
    moves.chunks(2).map(|pair| [pair.first().cloned(), pair.get(1).cloned()]).collect()
}

/// A number in a circle: ① to ㊿, then in brackets.
fn circled(number: usize) -> String {
    let base = match number {
        1..=20 => 0x2460 - 1,
        21..=35 => 0x3251 - 21,
        36..=50 => 0x32b1 - 36,
        _ => return format!("({number})"),
    };
    let circled = u32::try_from(base + number).ok().and_then(char::from_u32);
    circled.map_or_else(|| format!("({number})"), String::from)
}

fn text(language: Language, game: &Refereed) -> String {
    let mut text = format!("{}\n", language.title(game));
    for line in headings(language, game) {
        let _ = writeln!(text, "{line}");
    }
    let _ = writeln!(text);
    for [black, white] in pairs(language, game) {
        let black =
            black.map(|(number, point)| format!("{:>5} {point:<5}", circled(number))).unwrap_or_default();
        let white = white.map(|(number, point)| format!("{number:>4} {point}")).unwrap_or_default();
        let _ = writeln!(text, "{}", format!("{black}{white}").trim_end());
    }
    let _ =
        writeln!(text, "\n{}", Diagram::new(&position(game)).with_turns(game.summary.turns.iter().copied()));
    text
}

/// Players, opening and result, a line each.
fn headings(language: Language, game: &Refereed) -> Vec<String> {
    let [black, white] = [0, 1].map(|index| language.player(game, index));
    let mut lines = vec![match language {
        Language::En => {
            format!("Black: {black}   White: {white}   {}", language.rule(game.protocol.terms.rule))
        }
        Language::Zh => {
            format!("黑方：{black}   白方：{white}   {}", language.rule(game.protocol.terms.rule))
        }
    }];
    if let Some(opening) = game.summary.opening {
        lines.push(format!("{}{}", language.pick("Opening: ", "开局："), language.opening(opening)));
    }
    lines.extend(acts(language, game));
    lines.push(language.result(game));
    lines
}

/// What was swapped and offered, as it was done: no move shows it.
fn acts(language: Language, game: &Refereed) -> Vec<String> {
    // What was before the opening was placed anew, or the game begun anew, is gone.
    let anew = |ruling: &Ruling| {
        let is_anew = |(_, remark): &(_, Remark)| {
            matches!(remark, Remark::Corrected(Correction::PlaceAnew) | Remark::BeginsAnew)
        };
        ruling.remarks.iter().any(is_anew)
    };
    let rulings = &game.summary.rulings;
    let from = rulings.iter().rposition(anew).map_or(0, |at| at + 1);
    let done = rulings.iter().skip(from).filter(|ruling| ruling.legal);
    let mut moves = 0;
    let told = done.filter_map(|ruling| match &ruling.deed {
        Deed::Act(Act::Swap) => Some(language.pick("Colors swapped", "交换黑白").to_owned()),
        Deed::Act(Act::Offer(points)) => {
            let points: Vec<String> = points.iter().map(ToString::to_string).collect();
            Some(format!("{}{}", language.pick("Fifth moves offered: ", "打点："), points.join(" ")))
        }
        _ if ruling.remarks.iter().any(|(_, remark)| matches!(remark, Remark::OffersDraw(..))) => {
            // An offer by word belongs to the move before it.
            moves = ruling.number.unwrap_or(moves);
            Some(match language {
                Language::En => format!("Draw offered with move {moves}"),
                Language::Zh => format!("第{moves}手提和"),
            })
        }
        _ => {
            moves = ruling.number.unwrap_or(moves);
            None
        }
    });
    told.collect()
}

/// Text as it may stand in HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

const STYLE: &str = "body{font-family:serif;margin:2em}section{page-break-after:always}\
table{float:left;margin-right:2em;border-collapse:collapse}td{padding:.1em .6em}\
.c{display:inline-block;min-width:1.6em;text-align:center;border:1px solid;border-radius:1em}svg{max-width:34em}";

/// One page for all games, with nothing beside it.
fn html(language: Language, games: &[Refereed]) -> String {
    let title = language.pick("Score sheet", "棋谱");
    let lang = language.pick("en", "zh");
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"{lang}\">\n<meta charset=\"utf-8\">\n<title>{title}</title>\n<style>{STYLE}</style>\n"
    );
    for game in games {
        let _ = writeln!(page, "<section>\n<h1>{}</h1>", escaped(&language.title(game)));
        for line in headings(language, game) {
            let _ = writeln!(page, "<p>{}</p>", escaped(&line));
        }
        let _ = writeln!(page, "<table>");
        for [black, white] in pairs(language, game) {
            let black =
                black.map(|(n, point)| format!("<span class=\"c\">{n}</span> {point}")).unwrap_or_default();
            let white = white.map(|(n, point)| format!("{n} {point}")).unwrap_or_default();
            let _ = writeln!(page, "<tr><td>{black}</td><td>{white}</td></tr>");
        }
        let _ = writeln!(page, "</table>\n{}</section>", svg(&position(game), &game.summary.turns));
    }
    page + "</html>\n"
}

/// Width of a cell of the diagram.
const CELL: usize = 30;

/// The board with the numbers of the moves on its stones.
fn svg(position: &Position, turns: &[Turn]) -> String {
    let side = position.size().side();
    let (from, to, width) = (CELL, CELL * side, CELL * (side + 1));
    let mut svg = format!("<svg viewBox=\"0 0 {width} {width}\" text-anchor=\"middle\" font-size=\"12\">\n");
    for at in (1..=side).map(|n| n * CELL) {
        let _ = writeln!(svg, "<path d=\"M{from} {at}H{to}M{at} {from}V{to}\" stroke=\"black\"/>");
    }
    for (n, letter) in (1..=side).zip('a'..='v') {
        let (x, y) = (n * CELL, (side + 1 - n) * CELL + 4);
        let _ = writeln!(
            svg,
            "<text x=\"{x}\" y=\"{}\">{letter}</text><text x=\"9\" y=\"{y}\">{n}</text>",
            width - 2
        );
    }
    for (number, turn) in (1..).zip(turns) {
        let Turn::Place(point) = turn else { continue };
        let (x, y) = ((point.col() + 1) * CELL, (side - point.row()) * CELL);
        let is_black = position.cell(*point).color() == Some(Color::Black);
        let (stone, ink) = if is_black { ("black", "white") } else { ("white", "black") };
        let _ = writeln!(
            svg,
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"13\" fill=\"{stone}\" stroke=\"black\"/><text x=\"{x}\" y=\"{}\" fill=\"{ink}\">{number}</text>",
            y + 4
        );
    }
    svg + "</svg>\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Article 41.
    #[test]
    fn odd_numbers_are_circled() {
        let expected = [(1, "①"), (20, "⑳"), (21, "㉑"), (35, "㉟"), (36, "㊱"), (50, "㊿"), (51, "(51)")];
        for (number, text) in expected {
            assert_eq!(circled(number), text);
        }
    }

    #[test]
    fn names_do_no_harm_in_html() {
        assert_eq!(escaped("<b>\"A&B\""), "&lt;b&gt;&quot;A&amp;B&quot;");
    }
}
