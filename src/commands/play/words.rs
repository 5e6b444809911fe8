//! What is said to a person, in English or Chinese.

use std::fmt::Display;

use clap::ValueEnum;
use tianyuan_rules::opening::{Act, Branch, Illegal, Phase, Zone};
use tianyuan_rules::{Color, DrawReason, Foul, GameError, Outcome, PlaceError, Point, Victory};

/// A language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Language {
    /// English
    En,
    /// 中文
    Zh,
}

impl Language {
    /// The language of these settings of the system, the first that is not empty.
    pub(super) fn of_locale<'a>(settings: impl IntoIterator<Item = &'a str>) -> Self {
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

    /// What the person is asked for.
    pub(super) fn question(self, phase: Phase, side: Color, number: usize) -> String {
        let side = self.color(side);
        match phase {
            Phase::Place { color, zone } => {
                let (color, zone) = (self.color(color), self.zone(zone));
                match self {
                    Self::En => format!("Move {number}, a stone of {color}{zone}:"),
                    Self::Zh => format!("第{number}手，放{color}子{zone}："),
                }
            }
            Phase::Swap => self.pick("Swap colors? (swap, stay)", "交换吗？（交换、不交换）").to_owned(),
            Phase::Declare { most } => match self {
                Self::En => format!("How many fifth moves will be offered, 1 to {most}? (number N)"),
                Self::Zh => format!("第五手打几点，1到{most}？（打点 N）"),
            },
            Phase::Offer { count } => match self {
                Self::En => format!("Offer {count} fifth moves, all different by symmetry:"),
                Self::Zh => format!("请打{count}点，不得对称："),
            },
            Phase::Select => self.pick("Which offer stays?", "保留哪一点？").to_owned(),
            Phase::Choose { branches } => {
                let ways: Vec<&str> = branches.iter().map(|&branch| self.branch(branch)).collect();
                let ways = ways.join(self.pick(", ", "、"));
                match self {
                    Self::En => format!("How to go on? ({ways})"),
                    Self::Zh => format!("如何继续？（{ways}）"),
                }
            }
            Phase::Over => match self {
                Self::En => format!("Move {number}, {side}:"),
                Self::Zh => format!("第{number}手，{side}："),
            },
        }
    }

    const fn branch(self, branch: Branch) -> &'static str {
        match branch {
            Branch::Decide => self.pick("decide: choose a color", "选色"),
            Branch::Extend => self.pick("extend: two more stones", "加两子"),
            Branch::Offer => self.pick("offers: many fifth moves", "多打"),
        }
    }

    /// Where a stone may stand, as it follows a sentence.
    fn zone(self, zone: Zone) -> String {
        match self {
            Self::En => format!(" {zone}"),
            Self::Zh => format!("（{}）", place(zone)),
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

    /// Why an act of the opening is not allowed.
    pub(super) fn illegal(self, why: &Illegal) -> String {
        if self == Self::En {
            return self.refusal(why);
        }
        self.refusal(match why {
            Illegal::OutOfTurn(_) => "现在不该这样做".to_owned(),
            Illegal::SwapTwice => "已经决定过是否交换".to_owned(),
            Illegal::Pass => "前5手不得停手".to_owned(),
            Illegal::OffBoard(point) => format!("{point}不在棋盘上"),
            Illegal::Taken(point) => format!("{point}已有棋子"),
            Illegal::Zone(point, zone) => format!("{point}不合，应下在{}", place(*zone)),
            Illegal::Foul(point, foul) => format!("{point}是{}", self.foul(*foul)),
            Illegal::Wins(point) => format!("{point}会结束对局"),
            Illegal::Count { needed, given } => format!("须打{needed}点，不是{given}点"),
            Illegal::Number { most, given } => format!("须在1到{most}之间，不是{given}"),
            Illegal::Equivalent(first, second) => format!("{first}和{second}对称，是同一点"),
            Illegal::NoRoom => "没有空点再加两子".to_owned(),
            Illegal::NotOffered(point) => format!("没有打{point}"),
        })
    }

    /// Why something cannot be done in the game.
    pub(super) fn error(self, why: GameError) -> String {
        if self == Self::En {
            return self.refusal(why);
        }
        self.refusal(match why {
            GameError::Over(_) => "对局已结束".to_owned(),
            GameError::Place(PlaceError::Occupied(point)) => format!("{point}已有棋子"),
            GameError::Place(_) => "不在棋盘上".to_owned(),
            GameError::Pass { .. } => "前5手不得停手".to_owned(),
            GameError::NotInTurn(_) => "还没轮到".to_owned(),
            GameError::NoSuchClaim(_) => "没有可以指出的".to_owned(),
            GameError::OfferWithoutMove(_) => "只能在自己下子之后提和".to_owned(),
            GameError::OfferRepeated(_) => "这一手已经提过和".to_owned(),
            GameError::TooManyOffers { lead, .. } => format!("提和次数不能比对方多{lead}次以上"),
            GameError::NoOffer(_) => "没有提和".to_owned(),
        })
    }

    /// What the engine has done in the opening.
    pub(super) fn act(self, act: &Act) -> String {
        let points = |points: &[Point]| points.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        match (act, self) {
            (Act::Place(point), Self::En) => format!("I place {point}."),
            (Act::Place(point), Self::Zh) => format!("我下{point}。"),
            (Act::Swap, _) => self.pick("I swap colors.", "我交换。").to_owned(),
            (Act::Stay, _) => self.pick("I do not swap.", "我不交换。").to_owned(),
            (Act::Declare(n), Self::En) => format!("{n} fifth moves shall be offered."),
            (Act::Declare(n), Self::Zh) => format!("第五手打{n}点。"),
            (Act::Offer(offers), Self::En) => format!("I offer {}.", points(offers)),
            (Act::Offer(offers), Self::Zh) => format!("我打{}。", points(offers)),
            (Act::Select(point), Self::En) => format!("{point} stays."),
            (Act::Select(point), Self::Zh) => format!("保留{point}。"),
            (Act::Choose(branch), Self::En) => format!("I choose {}.", self.branch(*branch)),
            (Act::Choose(branch), Self::Zh) => format!("我选{}。", self.branch(*branch)),
            (Act::Pass, _) => self.pick("I pass.", "我停一手。").to_owned(),
        }
    }

    pub(super) fn you_are(self, color: Color) -> String {
        let color = self.color(color);
        match self {
            Self::En => format!("You are {color}."),
            Self::Zh => format!("您执{color}。"),
        }
    }

    pub(super) fn moved(self, point: impl Display) -> String {
        match self {
            Self::En => format!("I play {point}."),
            Self::Zh => format!("我下{point}。"),
        }
    }

    pub(super) fn hint(self, point: impl Display) -> String {
        match self {
            Self::En => format!("I would play {point}."),
            Self::Zh => format!("我会下{point}。"),
        }
    }

    /// That something cannot be done, and why.
    pub(super) fn refusal(self, why: impl Display) -> String {
        match self {
            Self::En => format!("That cannot be: {why}."),
            Self::Zh => format!("不可以：{why}。"),
        }
    }

    pub(super) fn kept(self, file: impl Display) -> String {
        match self {
            Self::En => format!("The game is kept in {file}."),
            Self::Zh => format!("棋谱已存于{file}。"),
        }
    }

    pub(super) fn outcome(self, outcome: Outcome) -> String {
        if self == Self::En {
            let mut words = outcome.to_string();
            if let Some(first) = words.get(..1).map(str::to_uppercase) {
                words.replace_range(..1, &first);
            }
            return format!("{words}.");
        }
        match outcome {
            Outcome::Win { color, how } => {
                let (winner, loser) = (self.color(color), self.color(!color));
                match how {
                    Victory::Five => format!("{winner}胜：五连。"),
                    Victory::Overline => format!("{winner}胜：长连。"),
                    Victory::Foul(foul) => format!("{winner}胜：{loser}{}。", self.foul(foul)),
                    Victory::Resignation => format!("{winner}胜：{loser}认输。"),
                    Victory::Time => format!("{winner}胜：{loser}超时。"),
                    Victory::Offence(_) => format!("{winner}胜：{loser}犯规。"),
                }
            }
            Outcome::Draw { why: DrawReason::BoardFull } => "和棋：棋盘已满。".to_owned(),
            Outcome::Draw { why: DrawReason::Agreement } => "和棋：双方同意。".to_owned(),
            Outcome::Draw { why: DrawReason::TwoPasses } => "和棋：双方连续停一手。".to_owned(),
            other => format!("{other}。"),
        }
    }

    pub(super) const fn help(self) -> &'static str {
        self.pick(
            "h8            a stone; h8 draw offers a draw with it
g7 i7         several points where offers are asked for; g7 alone keeps one
swap, stay    whether colors are exchanged; number N, decide, extend, offers: what the rule asks
undo          takes your last decision back      hint     what I would do
pass          no stone, from move 6 on           resign   gives the game up
board         shows the board again              save F   writes the game to the file F
help          this                               quit     leaves; the game is kept",
            "h8            下子；h8 和棋：下子并提和
g7 i7         打点时写几点；一点：保留该点
交换、不交换  三手交换；打点 N、选色、加两子、多打：按规则
悔棋          收回上一步          提示    我会下哪里
停一手        第6手起可以          认输    认输
棋盘          再看棋盘            存盘 F  存到文件F
帮助          本页                退出    退出，棋谱保留",
        )
    }
}

/// Where a stone of the opening may stand, in Chinese.
fn place(zone: Zone) -> String {
    match zone {
        Zone::Tengen => "天元".to_owned(),
        Zone::Touching => "天元旁".to_owned(),
        Zone::Square(lines) => format!("以天元为中心的{lines}×{lines}之内"),
        Zone::Outside(lines) => format!("以天元为中心的{lines}×{lines}之外"),
        Zone::Anywhere => "任意".to_owned(),
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
    fn every_phase_is_asked_in_both_languages() {
        for language in [Language::En, Language::Zh] {
            for phase in [
                Phase::Place { color: Color::Black, zone: Zone::Anywhere },
                Phase::Swap,
                Phase::Declare { most: 8 },
                Phase::Offer { count: 2 },
                Phase::Select,
                Phase::Choose { branches: &[Branch::Decide, Branch::Extend] },
                Phase::Over,
            ] {
                let question = language.question(phase, Color::White, 4);
                assert_eq!(question.is_ascii(), language == Language::En, "{question}");
            }
        }
    }
}
