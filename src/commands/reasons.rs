//! Why something cannot be, and what clocks show, in two languages.

use std::time::Duration;

use tianyuan_player::Shown;
use tianyuan_rules::opening::{Illegal, Phase};
use tianyuan_rules::{GameError, PlaceError};

use super::language::Language;

impl Language {
    /// Why an act of the opening is not allowed: a clause.
    pub(super) fn why_illegal(self, why: &Illegal) -> String {
        if self == Self::En {
            return why.to_string();
        }
        match why {
            Illegal::OutOfTurn(phase) => format!("现在应{}", self.due(*phase)),
            Illegal::SwapTwice => "已经决定过是否交换".to_owned(),
            Illegal::Pass => "前5手不得停手".to_owned(),
            Illegal::OffBoard(point) => format!("{point}不在棋盘上"),
            Illegal::Taken(point) => format!("{point}已有棋子"),
            Illegal::Zone(point, zone) => format!("{point}不合，应下在{}", self.zone(*zone)),
            Illegal::Foul(point, foul) => format!("{point}是{}", self.foul(*foul)),
            Illegal::Wins(point) => format!("{point}会结束对局"),
            Illegal::Count { needed, given } => format!("须打{needed}点，不是{given}点"),
            Illegal::Number { most, given } => format!("须在1到{most}之间，不是{given}"),
            Illegal::Equivalent(first, second) if first == second => format!("{first}打了两次"),
            Illegal::Equivalent(first, second) => format!("{first}和{second}对称，是同一点"),
            Illegal::NoRoom => "没有空点再加两子".to_owned(),
            Illegal::NotOffered(point) => format!("没有打{point}"),
        }
    }

    /// What an opening asks for now, in Chinese.
    fn due(self, phase: Phase) -> String {
        match phase {
            Phase::Place { color, zone } => format!("下{}子（{}）", self.color_alone(color), self.zone(zone)),
            Phase::Swap => "决定是否交换".to_owned(),
            Phase::Declare { most } => format!("声明打点数（1到{most}）"),
            Phase::Offer { count } => format!("打{count}点"),
            Phase::Select => "保留一点".to_owned(),
            Phase::Choose { .. } => "选择如何继续".to_owned(),
            Phase::Over => "正常行棋".to_owned(),
        }
    }

    /// Why something cannot be done in the game: a clause.
    pub(super) fn why_not(self, why: GameError) -> String {
        if self == Self::En {
            return why.to_string();
        }
        match why {
            GameError::Over(_) => "对局已结束".to_owned(),
            GameError::Place(PlaceError::Occupied(point)) => format!("{point}已有棋子"),
            GameError::Place(_) => "不在棋盘上".to_owned(),
            GameError::Pass { .. } => "前5手不得停手".to_owned(),
            GameError::NotInTurn(_) => "还没轮到该方".to_owned(),
            GameError::NoSuchClaim(_) => "没有可以指出的".to_owned(),
            GameError::OfferWithoutMove(_) => "只能在自己下子之后提和".to_owned(),
            GameError::OfferRepeated(_) => "这一手已经提过和".to_owned(),
            GameError::TooManyOffers { lead, .. } => format!("提和次数最多比对方多{lead}次"),
            GameError::NoOffer(_) => "对方没有提和".to_owned(),
        }
    }

    /// What a clock shows.
    pub(super) fn shown(self, shown: Shown) -> String {
        match (shown, self) {
            (Shown::Main(left), _) => clock_face(left),
            (Shown::Byoyomi(left), Self::En) => format!("byoyomi {}", clock_face(left)),
            (Shown::Byoyomi(left), Self::Zh) => format!("读秒{}", clock_face(left)),
            (Shown::Moves { count, time }, Self::En) => format!("{count} moves in {}", clock_face(time)),
            (Shown::Moves { count, time }, Self::Zh) => format!("{}内{count}手", clock_face(time)),
            (Shown::FlagDown, _) => self.pick("time is over", "超时").to_owned(),
        }
    }

    /// A span of time: `1 hour 30 minutes`, `1小时30分钟`.
    pub(super) fn span(self, time: Duration) -> String {
        let seconds = time.as_secs();
        let parts = [
            (seconds / 3600, "hour", "小时"),
            (seconds / 60 % 60, "minute", "分钟"),
            (seconds % 60, "second", "秒"),
        ];
        let told = parts.into_iter().filter(|(n, ..)| *n > 0).map(|(n, english, chinese)| match self {
            Self::En => format!("{n} {english}{}", if n == 1 { "" } else { "s" }),
            Self::Zh => format!("{n}{chinese}"),
        });
        let told: Vec<String> = told.collect();
        if told.is_empty() {
            self.pick("0 seconds", "0秒").to_owned()
        } else {
            told.join(self.pick(" ", ""))
        }
    }

    /// Clauses in one sentence.
    pub(super) fn list(self, clauses: &[String]) -> String {
        format!("{}{}", clauses.join(self.pick(", ", "，")), self.pick(".", "。"))
    }
}

/// `1:02:03`, `29:50`, `0:05`: begun seconds count.
pub(super) fn clock_face(time: Duration) -> String {
    let seconds = time.as_millis().div_ceil(1000);
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_told() {
        let s = Duration::from_secs;
        assert_eq!(clock_face(s(3723)), "1:02:03");
        assert_eq!(clock_face(Duration::from_millis(4001)), "0:05");
        assert_eq!(Language::En.shown(Shown::Byoyomi(s(60))), "byoyomi 1:00");
        assert_eq!(Language::Zh.shown(Shown::Moves { count: 3, time: s(240) }), "4:00内3手");
    }

    #[test]
    fn spans_are_told() {
        let s = Duration::from_secs;
        assert_eq!(Language::En.span(s(5461)), "1 hour 31 minutes 1 second");
        assert_eq!(Language::Zh.span(s(900)), "15分钟");
        assert_eq!(Language::Zh.span(s(0)), "0秒");
    }

    #[test]
    fn reasons_are_told() {
        let point = "h8".parse().expect("a point");
        assert_eq!(Language::Zh.why_illegal(&Illegal::Equivalent(point, point)), "h8打了两次");
        assert_eq!(Language::En.why_illegal(&Illegal::Equivalent(point, point)), "h8 is offered twice");
    }
}
