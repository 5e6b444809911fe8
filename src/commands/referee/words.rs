//! What a referee says, in English or Chinese.

use tianyuan_arena::people::{Article, Deed, Refusal, Remark, Ruling, Unrecorded};
use tianyuan_player::Pace;
use tianyuan_rules::opening::{Correction, Phase};
use tianyuan_rules::{Claim, Color, Foul};

use crate::commands::language::Language;
use crate::commands::reasons::clock_face;

impl Language {
    /// The articles in brackets, each once.
    pub(super) fn cited(self, article: Article) -> String {
        match self {
            Self::En => format!(" [{article}]"),
            Self::Zh => format!("【{}】", article.chinese()),
        }
    }

    /// A ruling in one line: where it stands, what was done, whether that was legal, why, and what follows.
    pub(super) fn ruling(self, ruling: &Ruling) -> String {
        let deed = match self {
            Self::En => ruling.deed.to_string(),
            Self::Zh => ruling.deed.in_chinese(),
        };
        let line = match (ruling.line, self) {
            (0, _) => String::new(),
            (line, Self::En) => format!("line {line}: "),
            (line, Self::Zh) => format!("第{line}行："),
        };
        let number = ruling.number.map(|number| format!("{number} ")).unwrap_or_default();
        let is_said = matches!(ruling.deed, Deed::Stone { by: Some(_), .. });
        let side =
            ruling.side.filter(|_| !is_said).map(|side| format!("{} ", self.color(side))).unwrap_or_default();
        let legal = match (ruling.legal, self) {
            (true, Self::En) => " – legal",
            (false, Self::En) => " – not legal",
            (true, Self::Zh) => "——合规",
            (false, Self::Zh) => "——不合规",
        };
        let remarks = ruling.remarks.iter().map(|(article, remark)| {
            let said = self.remark(remark);
            let gap = if said.is_empty() { "" } else { self.pick(": ", "：") };
            format!("{gap}{said}{}", self.cited(*article))
        });
        let remarks = remarks
            .collect::<Vec<_>>()
            .join(self.pick(";", "；"))
            .replace(self.pick(";: ", "；："), self.pick("; ", "；"));
        format!("{line}{number}{side}{deed}{legal}{remarks}")
    }

    /// One remark as a clause, nothing where the article says it all.
    fn remark(self, remark: &Remark) -> String {
        let en = self == Self::En;
        let side = |side: Color| self.color(side);
        match remark {
            Remark::InOrder => String::new(),
            Remark::Named(opening) => {
                format!("{}{}", self.pick("opening ", "开局："), self.opening(*opening))
            }
            Remark::NoOpening(corrections) => self.no_opening(corrections),
            Remark::OpeningStands => self
                .pick("move 4 is made, so the opening stands as it is", "第4手已下，开局不再纠正")
                .to_owned(),
            Remark::Corrected(correction) => self.correction(*correction),
            Remark::NothingToCorrect => self.pick("the opening is right so far", "开局无误").to_owned(),
            Remark::TooLateToCorrect => self
                .pick("too late: move 4 is made, the opening stands", "太迟：第4手已下，开局有效")
                .to_owned(),
            Remark::NotRecorded(what) => self.unrecorded(*what).to_owned(),
            Remark::CannotBe(why) => format!("{}{}", self.why_illegal(why), self.not_done()),
            Remark::CannotBeInGame(why) => format!("{}{}", self.why_not(*why), self.not_done()),
            Remark::OnlyAfterOpening(phase) => self.only_after_opening(*phase),
            Remark::IsOver(outcome) => {
                format!(
                    "{}{}",
                    self.pick("the game was over: ", "对局已结束："),
                    clause(&self.outcome(*outcome))
                )
            }
            Remark::Five => self.pick("five in a row, to be announced", "五连，可声明胜").to_owned(),
            Remark::WhiteOverline => {
                self.pick("White's overline counts as five", "白棋长连视同五连").to_owned()
            }
            Remark::VoidsFoul(foul) if en => format!("the five voids the {foul} made with it"),
            Remark::VoidsFoul(foul) => format!("五连与{}同时形成，禁手无效", self.foul(*foul)),
            Remark::Forbidden(foul) => self.forbidden(*foul),
            Remark::StillClaimable(foul, ply) if en => {
                format!("a pass is no stone: White may still claim the {foul} of move {ply}")
            }
            Remark::StillClaimable(foul, ply) => {
                format!("停一手不是落子：第{ply}手{}仍可指出", self.foul(*foul))
            }
            Remark::Lapsed(foul, ply) if en => {
                format!("the {foul} of move {ply} can no longer be claimed")
            }
            Remark::Lapsed(foul, ply) => format!("第{ply}手{}不再成立", self.foul(*foul)),
            Remark::Granted => self.pick("granted", "成立").to_owned(),
            Remark::Refused(refusal) => {
                format!("{}{}", self.pick("refused: ", "不成立："), self.refused(refusal))
            }
            Remark::OffersDraw(by, own, others) if en => {
                format!("{by} offers a draw; offers: {own} by {by}, {others} by {}", !*by)
            }
            Remark::OffersDraw(by, own, others) => {
                format!("{}提和；提和次数：{}{own}，{}{others}", side(*by), side(*by), side(!*by))
            }
            Remark::OfferNotAllowed(why) => {
                format!("{}{}", self.pick("the draw cannot be offered: ", "不能提和："), self.why_not(*why))
            }
            Remark::DeclinedByMove(by) if en => {
                format!("the draw that {by} offered is declined by this move")
            }
            Remark::DeclinedByMove(by) => format!("以着手表示不同意{}提和", side(*by)),
            Remark::Ends(outcome) => {
                format!("{}{}", self.pick("the game ends: ", "终局："), clause(&self.outcome(*outcome)))
            }
            other => self.mishap(other),
        }
    }

    /// What is said of stones and clocks.
    fn mishap(self, remark: &Remark) -> String {
        let en = self == Self::En;
        let side = |side: Color| self.color(side);
        match remark {
            Remark::Penalty => self
                .pick(
                    "the stone may be played anywhere; an appropriate penalty is the judge's to choose",
                    "棋子可另下别处，由裁判给予适当处罚",
                )
                .to_owned(),
            Remark::Violation(by, n) if en => format!("violation {n} of {by}"),
            Remark::Violation(by, n) => format!("{}违例，共{n}次", side(*by)),
            Remark::PutBack(point) if en => format!("the stone goes back to {point}, play goes on"),
            Remark::PutBack(point) => format!("棋子放回{point}，继续对局"),
            Remark::Stands(point) if en => format!("the stone stands on {point}, play goes on"),
            Remark::Stands(point) => format!("棋子留在{point}，继续对局"),
            Remark::OnPurpose(by) if en => format!("{by} did it on purpose"),
            Remark::OnPurpose(by) => format!("{}故意为之", side(*by)),
            Remark::CannotBeRebuilt => self.pick("the position cannot be rebuilt", "不能复原").to_owned(),
            Remark::Rebuilt(n) if en => format!("rebuilt from the record of {n} moves, play goes on"),
            Remark::Rebuilt(n) => format!("按记录的{n}手复原，继续对局"),
            Remark::BeginsAnew => self
                .pick(
                    "the game begins anew with the right colors and full clocks",
                    "改正黑白，重新开局，时间恢复",
                )
                .to_owned(),
            Remark::ColorsStand => self
                .pick("after move 4 the game stands, it is not played again", "第4手之后，对局有效，不再重下")
                .to_owned(),
            Remark::PairingCountsAssigned => self
                .pick("pairing counts the colors as they should have been", "编排仍按应有的黑白计算")
                .to_owned(),
            Remark::Deducted(by, time) if en => format!("{} is taken from {by}'s clock", clock_face(*time)),
            Remark::Deducted(by, time) => format!("从{}用时中扣除{}", side(*by), clock_face(*time)),
            Remark::TooLate(by, limit) if en => format!("{by} was not there within {}", clock_face(*limit)),
            Remark::TooLate(by, limit) => format!("{}未在{}内到场", side(*by), clock_face(*limit)),
            Remark::Clock(by, shown) if en => format!("{by}'s clock: {}", self.shown(*shown)),
            Remark::Clock(by, shown) => format!("{}：{}", side(*by), self.shown(*shown)),
            Remark::FlagFell(by) if en => {
                format!("{by}'s flag has fallen, which loses once it is claimed or seen")
            }
            Remark::FlagFell(by) => format!("{}已超时，经对方提出或裁判发现即负", side(*by)),
            Remark::FellFirst(by) if en => format!("{by}'s flag fell first"),
            Remark::FellFirst(by) => format!("{}先超时", side(*by)),
            Remark::Halves(half) if en => format!("each side gets {}", clock_face(*half)),
            Remark::Halves(half) => format!("双方各得{}", clock_face(*half)),
            Remark::ClockCorrected => {
                self.pick("the judge replaces the clock or sets it right", "由裁判换钟或校正").to_owned()
            }
            _ => String::new(),
        }
    }

    const fn not_done(self) -> &'static str {
        self.pick("; it is not done", "，不算")
    }

    fn no_opening(self, corrections: &[Correction]) -> String {
        let what: Vec<String> = corrections.iter().map(|correction| self.correction(*correction)).collect();
        let what = what.join(self.pick(", ", "，"));
        match self {
            Self::En => format!("none of the 26 openings; pointed out before move 4: {what}"),
            Self::Zh => format!("不合26种开局；第4手前指出则{what}"),
        }
    }

    fn correction(self, correction: Correction) -> String {
        match (correction, self) {
            (Correction::MoveToTengen { from, to }, Self::En) => {
                format!("the stone on {from} is moved to {to}")
            }
            (Correction::MoveToTengen { from, to }, Self::Zh) => format!("{from}的棋子移到天元{to}"),
            (Correction::PlaceAnew, Self::En) => "Black places the opening anew".to_owned(),
            (Correction::PlaceAnew, Self::Zh) => "黑方重新开局".to_owned(),
        }
    }

    const fn unrecorded(self, what: Unrecorded) -> &'static str {
        match what {
            Unrecorded::Swap => {
                self.pick("no word of a swap before it: taken as none", "未记录是否交换：按不交换")
            }
            Unrecorded::Number => {
                self.pick("no word of a number of offers: taken as 1", "未记录打点数：按1点")
            }
            Unrecorded::Offers => self.pick(
                "the offers before it are not recorded, only the one that was kept",
                "未记录打点，只知保留的一点",
            ),
            Unrecorded::Choice => {
                self.pick("no word of the choice before it: taken as the first", "未记录选择：按第一种")
            }
        }
    }

    fn only_after_opening(self, phase: Phase) -> String {
        match self {
            Self::En => format!("the opening is not over: {phase}"),
            Self::Zh => "开局阶段尚未结束".to_owned(),
        }
    }

    fn forbidden(self, foul: Foul) -> String {
        let overline = foul == Foul::Overline;
        match self {
            Self::En if overline => format!("forbidden: {foul}; White may claim it to the end of the game"),
            Self::En => format!("forbidden: {foul}; White may claim it until its next stone"),
            Self::Zh if overline => "长连禁手；白方终局前随时可指出".to_owned(),
            Self::Zh => format!("{}；白方在下一手落子前可指出", self.foul(foul)),
        }
    }

    fn refused(self, refusal: &Refusal) -> String {
        match (refusal, self) {
            (Refusal::NotForbidden(point), Self::En) => format!("{point} is not forbidden"),
            (Refusal::NotForbidden(point), Self::Zh) => format!("{point}不是禁手"),
            (Refusal::Lapsed(foul, ply), Self::En) => {
                format!("too late: White has placed a stone since the {foul} of move {ply}")
            }
            (Refusal::Lapsed(foul, ply), Self::Zh) => {
                format!("太迟：第{ply}手{}之后白方已落子", self.foul(*foul))
            }
            (Refusal::TimeLeft(shown), Self::En) => format!("there is time left: {}", self.shown(*shown)),
            (Refusal::TimeLeft(shown), Self::Zh) => format!("尚未超时：{}", self.shown(*shown)),
            (other, _) => {
                let (english, chinese) = reason(other);
                self.pick(english, chinese).to_owned()
            }
        }
    }

    /// What could still be claimed.
    pub(super) fn open_claim(self, side: Color, claim: Claim) -> String {
        let of = self.color(side);
        match (claim, self) {
            (Claim::Five { ply }, Self::En) => format!("{of} may announce the five of move {ply}"),
            (Claim::Five { ply }, Self::Zh) => format!("{of}可声明第{ply}手五连"),
            (Claim::Foul { foul, ply }, Self::En) => format!("{of} may claim the {foul} of move {ply}"),
            (Claim::Foul { foul, ply }, Self::Zh) => format!("{of}可指出第{ply}手{}", self.foul(foul)),
            (Claim::Draw { .. }, Self::En) => format!("{of} may claim a draw"),
            (Claim::Draw { .. }, Self::Zh) => format!("{of}可要求判和"),
        }
    }

    pub(super) const fn pace(self, pace: Pace) -> &'static str {
        match pace {
            Pace::Slow => self.pick("a slow game", "慢棋"),
            Pace::Quick => self.pick("a quick game", "快棋"),
            Pace::Unusual => self.pick("no time that the rules know", "规则没有这样的用时"),
        }
    }
}

/// A sentence as a clause.
fn clause(sentence: &str) -> &str {
    sentence.trim_end_matches(['.', '。'])
}

/// Reasons that name nothing.
const fn reason(refusal: &Refusal) -> (&'static str, &'static str) {
    match refusal {
        Refusal::NoFive => ("there is no such five", "没有五连"),
        Refusal::NoFoul => ("no forbidden move is open to a claim", "没有可以指出的禁手"),
        Refusal::NotWhite => ("forbidden moves are White's to claim", "禁手只能由白方指出"),
        Refusal::NoDraw => {
            ("the board is not full, and the sides have not passed in turn", "棋盘未满，双方也没有连续停手")
        }
        Refusal::NoOffer => ("no draw is offered", "没有提和"),
        Refusal::OwnFlagFirst => ("the flag of who claims fell first", "提出的一方先超时"),
        Refusal::NoClock => ("no clock is used", "没有用钟"),
        Refusal::NotShared => ("no time is shared", "没有共用的时间"),
        Refusal::FlagDown => ("the flag was down before", "此前已超时"),
        Refusal::NoSuchStone => {
            ("no stone stands there, or the other point is not empty", "该处无子，或另一点不空")
        }
        Refusal::NotOwnTime => ("it is the opponent's time", "不是自己的时间"),
        Refusal::NotTold => ("neither the opponent nor the judge was told", "没有先向对方或裁判说明"),
        Refusal::HasBegun => ("the game has begun", "对局已开始"),
        Refusal::NotToRemind => ("judges do not remind one who forgot the clock", "裁判不提醒忘记按钟的一方"),
        Refusal::NotForbidden(_) | Refusal::Lapsed(..) | Refusal::TimeLeft(_) => ("", ""),
    }
}
