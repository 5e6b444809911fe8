//! A game told deed by deed.

use std::fmt::Write;

use tianyuan_arena::people::Article;
use tianyuan_rules::Color;

use super::games::Refereed;
use crate::commands::language::Language;

/// All games, and whether records of the same one agree.
pub(super) fn games(language: Language, games: &[Refereed]) -> String {
    let told: Vec<String> = games.iter().map(|game| one(language, game)).collect();
    let mut text = told.join("\n");
    for (index, game) in games.iter().enumerate() {
        let others = games.iter().skip(index + 1);
        for other in others.filter(|other| other.protocol.is_of_same_game(&game.protocol)) {
            let _ = writeln!(text, "\n{}", comparison(language, game, other));
        }
    }
    text
}

/// Whether two records of a game agree: both players keep one.
fn comparison(language: Language, one: &Refereed, other: &Refereed) -> String {
    let (first, second) = (&one.name, &other.name);
    let said = match (one.protocol.first_difference(&other.protocol), language) {
        (None, Language::En) => format!("{first} and {second}: the two records of this game agree"),
        (None, Language::Zh) => format!("{first}、{second}：两份记录一致"),
        (Some(at), Language::En) => {
            format!("{first} and {second}: the two records of this game differ from deed {at} on")
        }
        (Some(at), Language::Zh) => format!("{first}、{second}：两份记录自第{at}项起不同"),
    };
    said + &language.cited(Article::RECORDED)
}

fn one(language: Language, game: &Refereed) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "{}", language.title(game));
    let _ = writeln!(text, "{}", language.terms(game));
    for ruling in &game.summary.rulings {
        let _ = writeln!(text, "{}", language.ruling(ruling));
    }
    for line in language.end(game) {
        let _ = writeln!(text, "{line}");
    }
    text
}

impl Language {
    /// Who a player is.
    pub(super) fn player(self, game: &Refereed, index: usize) -> String {
        let name = game.protocol.players.get(index).filter(|name| !name.is_empty()).cloned();
        let unnamed =
            [self.pick("the first player", "先开局的一方"), self.pick("the second player", "后开局的一方")];
        name.unwrap_or_else(|| unnamed.get(index).copied().unwrap_or_default().to_owned())
    }

    /// `Zhejiang Cup, 2012-05-12, round 2: Li Lei – Han Meimei`.
    pub(super) fn title(self, game: &Refereed) -> String {
        let protocol = &game.protocol;
        let round = match (protocol.round.as_str(), self) {
            ("", _) => String::new(),
            (round, Self::En) => format!("round {round}"),
            (round, Self::Zh) => format!("第{round}轮"),
        };
        let parts = [protocol.event.clone(), protocol.date.clone(), round];
        let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
        let heading = if parts.is_empty() { game.name.clone() } else { parts.join(self.pick(", ", "，")) };
        format!("{heading}{}{} – {}", self.pick(": ", "："), self.player(game, 0), self.player(game, 1))
    }

    /// What was agreed.
    fn terms(self, game: &Refereed) -> String {
        let terms = &game.protocol.terms;
        let mut parts = vec![
            format!("{} {}", terms.rule, terms.size),
            format!("{}{}", self.pick("opening rule ", "开局规则"), terms.opening_rule),
        ];
        if let Some(time) = terms.time {
            let article = if time.shared { Article::SHARED_CLOCK } else { Article::MAIN_TIME };
            let pace = self.pace(time.pace());
            parts.push(format!(
                "{}{time}{}{pace}{}",
                self.pick("clock ", "用时"),
                self.pick(", ", "，"),
                self.cited(article)
            ));
            let black = self.player(game, 0);
            let side = match self {
                Self::En => format!("the clock stands at the right of {black}, Black at the start"),
                Self::Zh => format!("钟放在开局时黑方{black}的右侧"),
            };
            parts.push(side + &self.cited(Article::CLOCK_SIDE));
        }
        self.list(&parts)
    }

    /// How it came out.
    fn end(self, game: &Refereed) -> Vec<String> {
        let summary = &game.summary;
        let mut lines = Vec::new();
        if let Some(opening) = summary.opening {
            lines.push(format!("{}{}", self.pick("Opening: ", "开局："), self.opening(opening)));
        }
        if let [black, white] = summary.offers
            && black + white > 0
        {
            lines.push(match self {
                Self::En => format!("Draws offered: Black {black}, White {white}"),
                Self::Zh => format!("提和次数：黑方{black}，白方{white}"),
            });
        }
        for (index, &n) in summary.violations.iter().enumerate().filter(|(_, n)| **n > 0) {
            lines.push(format!(
                "{}{}{}{n}",
                self.pick("Violations of ", ""),
                self.player(game, index),
                self.pick(": ", "违例次数：")
            ));
        }
        lines.extend(summary.open.iter().map(|&(side, claim)| self.open_claim(side, claim)));
        lines.push(self.result(game));
        lines
    }

    /// The result with its points.
    pub(super) fn result(self, game: &Refereed) -> String {
        let summary = &game.summary;
        let Some(outcome) = summary.outcome else {
            return self
                .pick("Result: the record does not have the end of the game.", "结果：记录没有终局。")
                .to_owned();
        };
        let color = |index: usize| summary.colors.get(index).copied().unwrap_or(Color::Black);
        let of = |index: usize, points: u32| match self {
            Self::En => format!("{} ({}) {points}", self.player(game, index), self.color(color(index))),
            Self::Zh => format!("{}（{}）{points}分", self.player(game, index), self.color(color(index))),
        };
        let points = match summary.points {
            Some([first, second]) => {
                format!("{}{}{}", of(0, first), self.pick(", ", "，"), of(1, second))
                    + &self.cited(Article::POINTS)
            }
            None => self.pick("No points are given.", "不计分。").to_owned(),
        };
        format!("{}{} {points}", self.pick("Result: ", "结果："), self.outcome(outcome))
    }
}
