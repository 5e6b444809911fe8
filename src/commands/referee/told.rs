//! A game told deed by deed.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt::Write;

use tianyuan_arena::people::Article;
use tianyuan_player::{Overtime, TimeRule};
use tianyuan_rules::opening::OpeningRule;
use tianyuan_rules::{Color, Rule, Turn};

use super::games::Refereed;
use crate::commands::language::Language;

/// All games, and whether records of the same one agree.
pub(super) fn games(language: Language, games: &[Refereed]) -> String {
    let told: Vec<String> = games.iter().map(|game| one(language, game)).collect();
    let mut text = told.join("\n");
    for (first, other) in same_games(games) {
        let _ = writeln!(text, "\n{}", comparison(language, first, other));
    }
    text
}

/// Further records of games that there is a record of, each with the first one.
pub(super) fn same_games(games: &[Refereed]) -> Vec<(&Refereed, &Refereed)> {
    let mut firsts = HashMap::new();
    let mut pairs = Vec::new();
    for game in games {
        let Some(meeting) = game.protocol.meeting() else { continue };
        match firsts.entry(meeting) {
            Entry::Vacant(place) => _ = place.insert(game),
            Entry::Occupied(first) => pairs.push((*first.get(), game)),
        }
    }
    pairs
}

/// Whether two records of a game agree in what has come of them: both players keep one.
pub(super) fn comparison(language: Language, one: &Refereed, other: &Refereed) -> String {
    let (first, second) = (&one.name, &other.name);
    let (moves, others) = (&one.summary.turns, &other.summary.turns);
    let same = moves.iter().zip(others).take_while(|(own, other)| own == other).count();
    let written = |turns: &[Turn]| turns.get(same).map_or("–".to_owned(), |turn| language.turn(*turn));
    let (own, theirs) = (written(moves), written(others));
    let said = match (moves == others, one.summary.outcome == other.summary.outcome, language) {
        (true, true, Language::En) => "the two records of this game agree".to_owned(),
        (true, true, Language::Zh) => "两份记录一致".to_owned(),
        (true, false, Language::En) => {
            "the two records of this game have the same moves but other ends".to_owned()
        }
        (true, false, Language::Zh) => "两份记录着手相同，结局不同".to_owned(),
        (false, _, Language::En) => {
            format!("the two records of this game differ from move {} on: {own}, {theirs}", same + 1)
        }
        (false, _, Language::Zh) => format!("两份记录自第{}手起不同：{own}、{theirs}", same + 1),
    };
    let files = format!("{first}{}{second}", language.pick(" and ", "、"));
    format!("{files}{}{said}{}", language.pick(": ", "："), language.cited(Article::RECORDED))
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
    /// A move as it is written.
    pub(super) fn turn(self, turn: Turn) -> String {
        match turn {
            Turn::Place(point) => point.to_string(),
            Turn::Pass => self.pick("pass", "停").to_owned(),
        }
    }

    /// Who a player is.
    pub(super) fn player(self, game: &Refereed, index: usize) -> String {
        let name = game.protocol.players.get(index).filter(|name| !name.is_empty()).cloned();
        let unnamed =
            [self.pick("Black at the start", "开局时黑方"), self.pick("White at the start", "开局时白方")];
        name.unwrap_or_else(|| unnamed.get(index).copied().unwrap_or_default().to_owned())
    }

    /// `Zhejiang Cup, 2012-05-12, round 2: Li Lei – Han Meimei`.
    pub(super) fn title(self, game: &Refereed) -> String {
        let protocol = &game.protocol;
        let is_number = protocol.round.bytes().all(|byte| byte.is_ascii_digit());
        let round = match (protocol.round.as_str(), self) {
            ("", _) => String::new(),
            (round, _) if !is_number => round.to_owned(),
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
        let mut parts =
            vec![format!("{} {}", self.rule(terms.rule), terms.size), self.opening_rule(terms.opening_rule)];
        if let Some(time) = terms.time {
            let article = if time.shared { Article::SHARED_CLOCK } else { Article::MAIN_TIME };
            let pace = self.pace(time.pace());
            parts.push(format!(
                "{}{}{pace}{}",
                self.time_rule(time),
                self.pick(", ", "，"),
                self.cited(article)
            ));
            let black = Some(self.player(game, 0)).filter(|_| !game.protocol.players[0].is_empty());
            let name = black.map(|name| format!("{}{name}", self.pick(", ", "")));
            let name = name.unwrap_or_default();
            let side = match self {
                Self::En => format!("the clock stands at the right of Black at the start{name}"),
                Self::Zh => format!("钟放在开局时黑方{name}的右侧"),
            };
            parts.push(side + &self.cited(Article::CLOCK_SIDE));
        }
        if let Some(by) = game.protocol.recorded_by {
            parts.push(format!("{}{}", self.pick("recorded by ", "记录："), self.color(by)));
        }
        self.list(&parts)
    }

    /// The rule of the game.
    pub(super) fn rule(self, rule: Rule) -> String {
        match (self, rule) {
            (Self::Zh, Rule::Renju) => "有禁手".to_owned(),
            (Self::Zh, Rule::Freestyle) => "无禁手".to_owned(),
            (Self::Zh, Rule::Standard) => "无禁手（长连不算）".to_owned(),
            (_, rule) => rule.to_string(),
        }
    }

    fn opening_rule(self, rule: OpeningRule) -> String {
        match (self, rule) {
            (Self::En, OpeningRule::Free) => "no opening rule".to_owned(),
            (Self::En, rule) => format!("opening rule {rule}"),
            (Self::Zh, OpeningRule::Free) => "自由开局".to_owned(),
            (Self::Zh, OpeningRule::Placed26) => "指定开局，不交换、不打点".to_owned(),
            (Self::Zh, OpeningRule::Rif(2)) => "指定开局、三手可交换、五手两打".to_owned(),
            (Self::Zh, rule) => format!("开局规则{rule}"),
        }
    }

    fn time_rule(self, rule: TimeRule) -> String {
        let main = self.span(rule.main);
        let mut text = match (self, rule.shared) {
            _ if rule.main.is_zero() => String::new(),
            (Self::En, true) => format!("{main} for both together"),
            (Self::En, false) => format!("{main} each"),
            (Self::Zh, true) => format!("双方共用{main}"),
            (Self::Zh, false) => format!("每方{main}"),
        };
        if !rule.increment.is_zero() {
            let more = self.span(rule.increment);
            let more = match self {
                Self::En => format!(" and {more} more with each move"),
                Self::Zh => format!("，每手加{more}"),
            };
            text += &more;
        }
        let then = match (self, rule.overtime) {
            (_, Overtime::SuddenDeath) => return text,
            (Self::En, Overtime::Byoyomi(time)) => format!("byoyomi of {} a move", self.span(time)),
            (Self::Zh, Overtime::Byoyomi(time)) => format!("读秒每手{}", self.span(time)),
            (Self::En, Overtime::Moves { count, time }) => format!("{count} moves in {}", self.span(time)),
            (Self::Zh, Overtime::Moves { count, time }) => format!("{}内走{count}手", self.span(time)),
        };
        if text.is_empty() { then } else { format!("{text}{}{then}", self.pick(", then ", "，之后")) }
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
        if summary.names_other_result {
            let named = &game.protocol.result;
            lines.push(match self {
                Self::En => format!("The record names another result: {named}"),
                Self::Zh => format!("记录上的结果不同：{named}"),
            });
        }
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
