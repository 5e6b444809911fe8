//! What a referee says, in English or Chinese.

use std::fmt::Write;

use tianyuan_arena::people::{Article, Refusal, Remark, Ruling, Unrecorded};
use tianyuan_player::Pace;
use tianyuan_rules::opening::{Correction, Zone};
use tianyuan_rules::{Claim, Color, Foul, Point};

use crate::commands::language::Language;

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
        let side = ruling.by.or(ruling.side).map(|side| format!("{} ", self.color(side))).unwrap_or_default();
        let mut text =
            format!("{line}{number}{side}{deed}{}{}", self.pick(" – ", "——"), self.verdict(ruling));
        for (index, (article, remark)) in ruling.remarks.iter().enumerate() {
            let said = self.remark(remark);
            let gap = match (index, said.is_empty()) {
                (0, true) => "",
                (0, false) => self.pick(": ", "："),
                _ => self.pick("; ", "；"),
            };
            let _ = write!(text, "{gap}{said}{}", self.cited(*article));
        }
        text
    }

    /// Whether a deed was legal; a claim is granted or refused.
    fn verdict(self, ruling: &Ruling) -> &'static str {
        match (ruling.remarks.first(), ruling.legal) {
            (Some((_, Remark::Granted)), _) => self.pick("granted", "成立"),
            (Some((_, Remark::Refused(_))), _) => self.pick("refused", "不成立"),
            (_, true) => self.pick("legal", "合规"),
            (_, false) => self.pick("not legal", "违规"),
        }
    }

    /// One remark as a clause, nothing where the article says it all.
    fn remark(self, remark: &Remark) -> String {
        let en = self == Self::En;
        let side = |side: Color| self.color(side);
        match remark {
            Remark::InOrder | Remark::Granted => String::new(),
            Remark::OutOfTurn(by) if en => format!("it is not {by}'s turn; it does not count"),
            Remark::OutOfTurn(by) => format!("还没轮到{}，不算", side(*by)),
            Remark::OutsideZone(point, zone, what) => self.outside_zone(*point, *zone, *what),
            Remark::Named(opening) => {
                format!("{}{}", self.pick("opening ", "开局："), self.opening(*opening))
            }
            Remark::NoOpening(what) => self.no_opening(*what),
            Remark::OpeningStands => self
                .pick("move 4 is made, so the opening stands as it is", "第4手已下，开局不再纠正")
                .to_owned(),
            Remark::Corrected(correction) => self.correction(*correction),
            Remark::NotRecorded(what) => self.unrecorded(*what).to_owned(),
            Remark::CannotBe(why) => format!("{}{}", self.why_illegal(why), self.not_done()),
            Remark::CannotBeInGame(why) => format!("{}{}", self.why_not(*why), self.not_done()),
            Remark::IsOver(outcome) => {
                format!(
                    "{}{}",
                    self.pick("the game was over: ", "对局已结束："),
                    clause(&self.outcome(*outcome))
                )
            }
            Remark::Five => self.pick("five in a row, to be announced", "成五，可宣布获胜").to_owned(),
            Remark::WhiteOverline => {
                self.pick("White's overline counts as five", "白棋长连视同五连").to_owned()
            }
            Remark::VoidsFoul(foul) if en => format!("the five voids the {foul} made with it"),
            Remark::VoidsFoul(foul) => format!("五连与{}同时形成，禁手无效", self.foul(*foul)),
            Remark::Forbidden(foul) if en => format!("forbidden: {foul}"),
            Remark::Forbidden(foul) => self.foul(*foul),
            Remark::Claimable(foul) => self.claimable(*foul).to_owned(),
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
            Remark::Refused(refusal) => self.refused(refusal),
            Remark::NoOfferInOpening => self
                .pick(
                    "no draw can be offered before a move behind the opening",
                    "开局阶段不能提和，下一手之后方可",
                )
                .to_owned(),
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
                format!("the draw that {by} offered is declined by it")
            }
            Remark::DeclinedByMove(by) => format!("以此表示不同意{}提和", side(*by)),
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
            Remark::MayBePlayedAnywhere => self.pick("it may be played anywhere", "可另下别处").to_owned(),
            Remark::TakenUp => {
                self.pick("it is not its turn and is taken up", "不轮该方，拿回棋子").to_owned()
            }
            Remark::Penalty => {
                self.pick("an appropriate penalty is the judge's to choose", "由裁判给予适当处罚").to_owned()
            }
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
            Remark::Deducted(by, time) if en => format!("{} are taken from {by}'s clock", self.span(*time)),
            Remark::Deducted(by, time) => format!("从{}用时中扣除{}", side(*by), self.span(*time)),
            Remark::TooLate(by, limit) if en => format!("{by} was not there within {}", self.span(*limit)),
            Remark::TooLate(by, limit) => format!("{}未在{}内到场", side(*by), self.span(*limit)),
            Remark::Clock(by, shown) if en => format!("{by}'s clock: {}", self.shown(*shown)),
            Remark::Clock(by, shown) => format!("{}余时{}", side(*by), self.shown(*shown)),
            Remark::FlagFell(by) if en => {
                format!("{by}'s flag has fallen, which loses once it is claimed or seen")
            }
            Remark::FlagFell(by) => format!("{}已超时，经对方提出或裁判发现即负", side(*by)),
            Remark::FellFirst(by) if en => format!("{by}'s flag fell first"),
            Remark::FellFirst(by) => format!("{}先超时", side(*by)),
            Remark::Halves(half) if en => format!("each side gets {}", self.span(*half)),
            Remark::Halves(half) => format!("双方各得{}", self.span(*half)),
            Remark::ClockCorrected => {
                self.pick("the judge replaces the clock or sets it right", "由裁判换钟或校正").to_owned()
            }
            _ => String::new(),
        }
    }

    const fn not_done(self) -> &'static str {
        self.pick("; it does not count", "，不算")
    }

    fn no_opening(self, correction: Correction) -> String {
        match self {
            Self::En => format!("none of the 26 openings; {}", self.if_noted(correction)),
            Self::Zh => format!("不合26种开局；{}", self.if_noted(correction)),
        }
    }

    fn outside_zone(self, point: Point, zone: Zone, correction: Correction) -> String {
        match self {
            Self::En => format!("{point} is not {zone}; {}", self.if_noted(correction)),
            Self::Zh => format!("{point}不合，应下在{}；{}", self.zone(zone), self.if_noted(correction)),
        }
    }

    /// What follows if somebody says so in time.
    fn if_noted(self, correction: Correction) -> String {
        format!(
            "{}{}",
            self.pick("pointed out before move 4: ", "第4手前指出则"),
            self.correction(correction)
        )
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

    const fn claimable(self, foul: Foul) -> &'static str {
        match foul {
            Foul::Overline => self.pick("White may claim it to the end of the game", "白方终局前随时可指出"),
            Foul::DoubleThree | Foul::DoubleFour => {
                self.pick("White may claim it until its next stone", "白方在下一手落子前可指出")
            }
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
            Pace::Limited => self.pick("limited moves", "限时走棋"),
            Pace::Unusual => self.pick("outside the times of the rules", "不在规则所列用时之内"),
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
        Refusal::NoOffer => ("no draw is offered", "对方没有提和"),
        Refusal::OpponentsMove => ("the time ran out in the opponent's move", "时间是在对方的着手中用完的"),
        Refusal::NothingToCorrect => ("the opening is right so far", "开局到此无误"),
        Refusal::NoSuchOpening => ("this opening rule has nothing to correct", "此开局规则没有可纠正的"),
        Refusal::TooLateToCorrect => ("move 4 is made, the opening stands", "第4手已下，开局有效"),
        Refusal::NotedBefore => ("it was noticed before", "此前已指出"),
        Refusal::OwnFlagFirst => ("the flag of who claims fell first", "提出的一方先超时"),
        Refusal::NoClock => ("the record names no clock", "记录未写用时"),
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
