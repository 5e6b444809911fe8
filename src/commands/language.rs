//! The two languages of what is said to people at a board.

use clap::ValueEnum;
use tianyuan_rules::opening::{Opening, Zone};
use tianyuan_rules::{Color, DrawReason, Foul, Offence, Outcome, ReplayReason, Victory};

/// A language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Language {
    /// English
    En,
    /// 中文
    Zh,
}

impl Language {
    /// The language of the system.
    pub(super) fn of_system() -> Self {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].map(|name| std::env::var(name).unwrap_or_default());
        Self::of_locale(locale.iter().map(String::as_str))
    }

    /// The language of these settings of the system, the first that is not empty.
    fn of_locale<'a>(settings: impl IntoIterator<Item = &'a str>) -> Self {
        let setting = settings.into_iter().find(|setting| !setting.is_empty()).unwrap_or_default();
        if setting.to_lowercase().starts_with("zh") { Self::Zh } else { Self::En }
    }

    /// One of two.
    pub(super) const fn pick<T: Copy>(self, english: T, chinese: T) -> T {
        match self {
            Self::En => english,
            Self::Zh => chinese,
        }
    }

    pub(super) const fn color(self, color: Color) -> &'static str {
        match color {
            Color::Black => self.pick("Black", "黑方"),
            Color::White => self.pick("White", "白方"),
        }
    }

    /// `Black`, `黑`: a color as it follows a verb.
    pub(super) const fn color_alone(self, color: Color) -> &'static str {
        match color {
            Color::Black => self.pick("Black", "黑"),
            Color::White => self.pick("White", "白"),
        }
    }

    pub(super) fn foul(self, foul: Foul) -> String {
        match (self, foul) {
            (Self::En, foul) => foul.to_string(),
            (Self::Zh, Foul::DoubleThree) => "三三禁手".to_owned(),
            (Self::Zh, Foul::DoubleFour) => "四四禁手".to_owned(),
            (Self::Zh, Foul::Overline) => "长连禁手".to_owned(),
        }
    }

    /// `Kagetsu (D4)` or `花月 (D4)`.
    pub(super) fn opening(self, opening: Opening) -> String {
        format!("{} ({})", self.pick(opening.romaji(), opening.chinese()), opening.code())
    }

    /// Where a stone of an opening may stand: as it follows a sentence in English, a name in Chinese.
    pub(super) fn zone(self, zone: Zone) -> String {
        match (self, zone) {
            (Self::En, zone) => zone.to_string(),
            (Self::Zh, Zone::Tengen) => "天元".to_owned(),
            (Self::Zh, Zone::Touching) => "与天元相邻处".to_owned(),
            (Self::Zh, Zone::Square(lines)) => format!("以天元为中心的{lines}×{lines}之内"),
            (Self::Zh, Zone::Outside(lines)) => format!("以天元为中心的{lines}×{lines}之外"),
            (Self::Zh, Zone::Anywhere) => "任意位置".to_owned(),
        }
    }

    /// How a game has ended, as a sentence.
    pub(super) fn outcome(self, outcome: Outcome) -> String {
        if self == Self::En {
            return format!("{}.", capital(&outcome.to_string()));
        }
        match outcome {
            Outcome::Win { color, how } => {
                format!("{}胜：{}。", self.color(color), chinese_victory(how, self.color(!color)))
            }
            Outcome::Draw { why } => format!("和棋：{}。", chinese_draw(why)),
            Outcome::BothLose { why } => format!("双方判负：{}。", chinese_offence(why)),
            Outcome::Replay { why } => format!("重下：{}。", chinese_replay(why)),
        }
    }
}

/// The text with a capital at its beginning.
pub(super) fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

fn chinese_victory(how: Victory, loser: &str) -> String {
    match how {
        Victory::Five => "五连".to_owned(),
        Victory::Overline => "长连，视同五连".to_owned(),
        Victory::Foul(foul) => format!("{loser}{}", Language::Zh.foul(foul)),
        Victory::Resignation => format!("{loser}认输"),
        Victory::Time => format!("{loser}超时"),
        Victory::Agreement => "双方认可".to_owned(),
        Victory::Offence(offence) => format!("{loser}{}", chinese_offence(offence)),
    }
}

const fn chinese_draw(why: DrawReason) -> &'static str {
    match why {
        DrawReason::Agreement => "双方同意",
        DrawReason::BoardFull => "棋盘已满",
        DrawReason::TwoPasses => "双方连续停一手",
        DrawReason::PlyLimit => "已到手数上限",
        DrawReason::BothFlags => "双方均已超时，先后不明",
        DrawReason::StonesScattered => "棋子散乱，裁判判和",
        DrawReason::StoneDisplaced => "棋子移位，裁判判和",
    }
}

const fn chinese_offence(offence: Offence) -> &'static str {
    match offence {
        Offence::Absence => "未按时到场",
        Offence::StonesMoved => "故意移动棋子",
        Offence::PositionLost => "弄乱棋子，不能复原",
        Offence::IllegalMove => "着法不合规则",
        Offence::Failure => "没有应答",
    }
}

const fn chinese_replay(why: ReplayReason) -> &'static str {
    match why {
        ReplayReason::StonesScattered => "棋子散乱，裁判判重下",
        ReplayReason::StoneDisplaced => "棋子移位，裁判判重下",
        ReplayReason::WrongColors => "黑白颠倒",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_locale_decides() {
        assert_eq!(Language::of_locale(["", "zh_CN.UTF-8"]), Language::Zh);
        assert_eq!(Language::of_locale(["C", "zh_CN"]), Language::En);
        assert_eq!(Language::of_locale([]), Language::En);
    }

    #[test]
    fn ends_are_told_in_both() {
        let end = Outcome::Win { color: Color::White, how: Victory::Foul(Foul::Overline) };
        assert_eq!(Language::En.outcome(end), "White wins: overline by Black.");
        assert_eq!(Language::Zh.outcome(end), "白方胜：黑方长连禁手。");
    }
}
