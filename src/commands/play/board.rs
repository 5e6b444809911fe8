//! The board as a person sees it, or hears it.

use std::fmt::Write;

use tianyuan_rules::opening::Phase;
use tianyuan_rules::{Board, Color, Diagram, Foul, Judgement, Point, Turn, foul};

use super::table::Table;
use crate::commands::language::Language;

/// Points where Black, whose move it is, must not play.
fn forbidden(table: &Table) -> Vec<(Point, Foul)> {
    let position = table.position();
    let is_blacks = position.rule().forbids(Color::Black) && table.side() == Color::Black;
    if !is_blacks || table.outcome().is_some() {
        return Vec::new();
    }
    let board = Board::from(&position);
    let foul = |point| match foul::judge(&board, point, Color::Black) {
        Judgement::Foul(foul) => Some((point, foul)),
        Judgement::Five | Judgement::Legal => None,
    };
    position.empty_points().filter_map(foul).collect()
}

/// The stones of a color with the numbers of their moves, in the order of play.
fn stones(table: &Table, color: Color) -> Vec<(usize, Point)> {
    let (turns, position) = (table.turns(), table.position());
    let stone = |(number, turn)| match turn {
        Turn::Place(point) if position.cell(point).color() == Some(color) => Some((number, point)),
        _ => None,
    };
    (1..).zip(turns).filter_map(stone).collect()
}

impl Language {
    /// The board: drawn with the numbers of the moves, forbidden points and offers; or told in words.
    pub(super) fn board(self, table: &Table, in_words: bool) -> String {
        if in_words {
            return self.told_board(table);
        }
        let (position, fouls, offers) = (table.position(), forbidden(table), table.opening().offers());
        let mark = |point: Point| {
            if table.phase() == Phase::Select && offers.contains(&point) {
                return Some('?');
            }
            let foul = fouls.iter().find(|(forbidden, _)| *forbidden == point);
            foul.map(|&(_, foul)| Judgement::Foul(foul).letter())
        };
        Diagram::new(&position).with_turns(table.turns()).with_last_move().with_marks(mark).to_string()
    }

    fn told_board(self, table: &Table) -> String {
        let mut text = String::new();
        for color in Color::ALL {
            let points: Vec<String> =
                stones(table, color).into_iter().map(|(n, point)| format!("{n} {point}")).collect();
            let list = if points.is_empty() {
                self.pick("none", "无").to_owned()
            } else {
                points.join(self.pick(", ", "，"))
            };
            let _ = writeln!(
                text,
                "{}{}{list}{}",
                self.color(color),
                self.pick(": ", "："),
                self.pick(".", "。")
            );
        }
        text + &self.news(table)
    }

    /// What has changed: the last move, offers to choose among, forbidden points.
    pub(super) fn news(self, table: &Table) -> String {
        let position = table.position();
        let mut text = String::new();
        if let Some(last) = position.order().last() {
            // A pass is a move, too, but no stone.
            let of_last = stones(table, last.color).pop();
            let n = of_last.map_or(position.order().len(), |(number, _)| number);
            let (color, point) = (self.color(last.color), last.point);
            let _ = match self {
                Self::En => writeln!(text, "Move {n}: {color} {point}."),
                Self::Zh => writeln!(text, "第{n}手：{color}{point}。"),
            };
        }
        if table.phase() == Phase::Select {
            let offers: Vec<String> = table.opening().offers().iter().map(Point::to_string).collect();
            let _ = writeln!(
                text,
                "{}{}{}",
                self.pick("Offered: ", "打点："),
                offers.join(" "),
                self.pick(".", "。")
            );
        }
        let fouls: Vec<String> = forbidden(table)
            .into_iter()
            .map(|(point, foul)| match self {
                Self::En => format!("{point} ({foul})"),
                Self::Zh => format!("{point}（{}）", self.foul(foul)),
            })
            .collect();
        if !fouls.is_empty() {
            let _ =
                writeln!(text, "{}{}", self.pick("Forbidden to Black: ", "黑方禁手："), self.list(&fouls));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use tianyuan_rules::opening::{OpeningRule, Seat};
    use tianyuan_rules::{Rule, Size};

    use super::*;

    /// A double-three on g9, White's stones elsewhere.
    fn table() -> Table {
        let mut table =
            Table::new(OpeningRule::Free, Size::STANDARD, Rule::Renju, Seat::First, 2).expect("it fits");
        for code in ["h8", "h9", "i7", "i9", "h10", "i6", "i11", "i12"] {
            table.in_game(|game| game.play(code.parse().expect("a point"))).expect("legal");
        }
        table
    }

    #[test]
    fn a_board_has_numbers_and_forbidden_points() {
        let drawn = Language::En.board(&table(), false);
        assert!(drawn.contains(" 9  .  .  .  .  .  .  3 O2 O4 "), "{drawn}");
        assert!(drawn.contains("(O8)"), "{drawn}");
    }

    #[test]
    fn a_board_is_told_in_both_languages() {
        let told = Language::En.board(&table(), true);
        let expected = "Black: 1 h8, 3 i7, 5 h10, 7 i11.\nWhite: 2 h9, 4 i9, 6 i6, 8 i12.\nMove 8: White i12.\n\
                        Forbidden to Black: g9 (double-three).\n";
        assert_eq!(told, expected);
        assert!(
            Language::Zh.board(&table(), true).ends_with("第8手：白方i12。\n黑方禁手：g9（三三禁手）。\n")
        );
    }
}
