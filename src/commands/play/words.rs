//! What is said to a person, in English or Chinese.

use std::fmt::Display;

use tianyuan_player::Call;
use tianyuan_rules::opening::{Act, Branch, Illegal, Phase, Zone};
use tianyuan_rules::{Color, GameError, Point};

use tianyuan_search::level::Level;

use crate::commands::language::Language;

impl Language {
    /// What the person is asked for.
    pub(super) fn question(self, phase: Phase, side: Color, number: usize) -> String {
        let side = self.color(side);
        match phase {
            Phase::Place { color: of, zone } => {
                let (color, zone) = (self.color(of), self.in_zone(zone));
                match self {
                    Self::En => format!("Move {number}, a stone of {color}{zone}:"),
                    Self::Zh => format!("第{number}手，请下{}子{zone}：", self.color_alone(of)),
                }
            }
            Phase::Swap => self.pick("Swap colors? (swap, stay)", "交换吗？（交换、不交换）").to_owned(),
            Phase::Declare { most } => match self {
                Self::En => format!("How many fifth moves will be offered, 1 to {most}? (number N)"),
                Self::Zh => format!("第五手打几点，1到{most}？（打点 N）"),
            },
            Phase::Offer { count } => match self {
                Self::En => format!("Offer {count} fifth moves, all different by symmetry:"),
                Self::Zh => format!("请打{count}点，不得互相对称："),
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
    fn in_zone(self, zone: Zone) -> String {
        match self {
            Self::En => format!(" {}", self.zone(zone)),
            Self::Zh => format!("（{}）", self.zone(zone)),
        }
    }

    /// That an act of the opening is not allowed, and why.
    pub(super) fn illegal(self, why: &Illegal) -> String {
        self.refusal(self.why_illegal(why))
    }

    /// That something cannot be done in the game, and why.
    pub(super) fn error(self, why: GameError) -> String {
        self.refusal(self.why_not(why))
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

    /// The person's color, and the opening where it is known.
    pub(super) fn you_are(self, color: Color, opening: Option<&str>) -> String {
        let (alone, color) = (self.color_alone(color), self.color(color));
        match (self, opening) {
            (Self::En, None) => format!("You are {color}."),
            (Self::En, Some(opening)) => format!("You are {color}. {opening}."),
            (Self::Zh, None) => format!("您执{alone}。"),
            (Self::Zh, Some(opening)) => format!("您执{alone}。{opening}。"),
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

    /// What the adviser would do in an opening.
    pub(super) fn hinted(self, acts: &[Act]) -> String {
        let points = |points: &[Point]| points.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        let clause = |act: &Act| match (act, self) {
            (Act::Place(point), Self::En) => format!("place {point}"),
            (Act::Place(point), Self::Zh) => format!("下{point}"),
            (Act::Swap, _) => self.pick("swap", "交换").to_owned(),
            (Act::Stay, _) => self.pick("not swap", "不交换").to_owned(),
            (Act::Declare(n), Self::En) => format!("name {n} offers"),
            (Act::Declare(n), Self::Zh) => format!("声明打{n}点"),
            (Act::Offer(offers), Self::En) => format!("offer {}", points(offers)),
            (Act::Offer(offers), Self::Zh) => format!("打{}", points(offers)),
            (Act::Select(point), Self::En) => format!("keep {point}"),
            (Act::Select(point), Self::Zh) => format!("保留{point}"),
            (Act::Choose(branch), Self::En) => format!("choose {}", self.branch(*branch)),
            (Act::Choose(branch), Self::Zh) => format!("选择{}", self.branch(*branch)),
            (Act::Pass, _) => self.pick("pass", "停一手").to_owned(),
        };
        let clauses: Vec<String> = acts.iter().map(clause).collect();
        format!("{}{}", self.pick("I would ", "我会"), self.list(&clauses))
    }

    /// That something cannot be done, and why.
    pub(super) fn refusal(self, why: impl Display) -> String {
        match self {
            Self::En => format!("That cannot be: {why}."),
            Self::Zh => format!("不可以：{why}。"),
        }
    }

    /// That a file has been changed by somebody else.
    pub(super) fn kept_elsewhere(self, file: impl Display) -> String {
        match self {
            Self::En => {
                format!("Another program has changed the file; from now on the game is kept in {file}.")
            }
            Self::Zh => format!("棋谱文件已被其他程序改动，现改存于{file}。"),
        }
    }

    /// That a file has the moves and no more.
    pub(super) fn kept_moves(self, file: impl Display) -> String {
        match self {
            Self::En => {
                format!(
                    "The moves are kept in {file}; psq has no rule, opening, clock, level, nor which side is yours."
                )
            }
            Self::Zh => format!("着手已存于{file}；psq不记规则、开局、用时、水平和您执的颜色。"),
        }
    }

    pub(super) fn kept(self, file: impl Display) -> String {
        match self {
            Self::En => format!("The game is kept in {file}."),
            Self::Zh => format!("棋谱已存于{file}。"),
        }
    }

    pub(super) const fn not_understood(self) -> &'static str {
        self.pick("That is not understood here; help says what can be said.", "无法识别；输入“帮助”看说明。")
    }

    pub(super) const fn draw_goes_with_a_move(self) -> &'static str {
        self.pick(
            "A draw is offered with a move: h8 draw; not in the opening.",
            "提和须与落子同时提出，例如：h8 提和；开局阶段不能提和。",
        )
    }

    /// Whom the person plays against.
    pub(super) fn plays_as(self, level: Level) -> String {
        match self {
            Self::En => format!("I play as {}.", level.name()),
            Self::Zh => format!("我的水平：{}。", level.chinese()),
        }
    }

    pub(super) const fn no_draw_yet(self) -> &'static str {
        self.pick("No draw yet.", "不同意和棋。")
    }

    pub(super) const fn offers_draw(self) -> &'static str {
        self.pick(
            "I offer a draw: accept, or decline by word or by a move.",
            "我提和：可以同意，也可以不同意或直接下子。",
        )
    }

    pub(super) const fn declined(self) -> &'static str {
        self.pick("Then we go on.", "那就继续。")
    }

    pub(super) const fn nothing_to_undo(self) -> &'static str {
        self.pick("There is nothing to take back.", "没有可悔的棋。")
    }

    pub(super) const fn no_clock(self) -> &'static str {
        self.pick("No clock goes.", "没有用钟。")
    }

    pub(super) const fn not_shared(self) -> &'static str {
        self.pick("No time is shared.", "没有共用的时间。")
    }

    pub(super) fn is_over(self, file: impl Display) -> String {
        self.refusal(match self {
            Self::En => format!("the game in {file} is over"),
            Self::Zh => format!("{file}中的对局已结束"),
        })
    }

    /// What is called out in byoyomi (读秒).
    pub(super) fn call(self, call: Call) -> String {
        match (call, self) {
            (Call::Seconds(n), Self::En) => format!("{n} seconds"),
            (Call::Seconds(n), Self::Zh) => format!("{n}秒"),
            (Call::TimeOver, Self::En) => "The time is over: the game is lost.".to_owned(),
            (Call::MinuteOver, Self::En) => "One minute is over: the game is lost.".to_owned(),
            (Call::TimeOver, Self::Zh) => "超时判负".to_owned(),
            (Call::MinuteOver, Self::Zh) => "1分钟超时判负".to_owned(),
        }
    }

    pub(super) const fn help(self) -> &'static str {
        self.pick(
            "h8            a stone; h8 draw offers a draw with it
g7 i7         several points where offers are asked for; g7 alone keeps one
swap, stay    whether colors are exchanged; number N, decide, extend, offers: what the rule asks
accept        takes my offer of a draw           decline  does not
undo          takes your last decision back      hint     what I would do
pass          no stone, from move 6 on           resign   gives the game up
board         shows the board again              clock    what the clocks show
split         halves a time that we share        help     this
save F        writes the game to the file F, .sgf or .psq
load F        goes on with the game in the file F; this one stays where it is kept
quit          leaves; the game is kept",
            "h8            下子；h8 提和：下子并提和
g7 i7         打点时写几点；一点：保留该点
交换、不交换  三手交换
打点 N        声明第五手打几点；选色、加两子、多打：选择如何继续
同意          同意和棋            不同意  不同意和棋
悔棋          收回上一步          提示    我会下哪里
停一手        第6手起可以          认输    认输
棋盘          再看棋盘            时间    看双方用时
平分          平分共用的时间      帮助    本页
存盘 F        存到文件F（.sgf或.psq）
读谱 F        接着下文件F中的棋；本局棋谱保留
退出          退出，棋谱保留",
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
