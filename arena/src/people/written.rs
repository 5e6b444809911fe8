//! Deeds as the text form has them.

use std::fmt;

use tianyuan_player::written_duration;
use tianyuan_rules::Color;
use tianyuan_rules::opening::Act;

use super::text::{APART, CHINESE};
use super::{Cause, Claimed, Deed, Displacement, Reminder, Settled, Side, Who};

impl fmt::Display for Deed {
    /// As the text form has it, in English.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |side: Side| if side == Color::Black { "black" } else { "white" };
        let names = |who: Who| match who {
            Who::One(side) => name(side),
            Who::Both => "both",
        };
        match *self {
            Self::Stone { point, offers_draw } => {
                write!(f, "{point}{}", if offers_draw { " draw?" } else { "" })
            }
            Self::Act(Act::Offer(_)) => write!(f, "offer {}", self.act()),
            Self::Act(Act::Select(point)) => write!(f, "keep {point}"),
            Self::Act(_) => f.write_str(&self.act()),
            Self::Pass => f.write_str("pass"),
            Self::OfferDraw(side) => write!(f, "{} offers draw", name(side)),
            Self::Accept => f.write_str("accept"),
            Self::Decline => f.write_str("decline"),
            Self::Claim(side, Claimed::Five) => write!(f, "{} claims five", name(side)),
            Self::Claim(side, Claimed::Foul(None)) => write!(f, "{} claims foul", name(side)),
            Self::Claim(side, Claimed::Foul(Some(point))) => write!(f, "{} claims foul {point}", name(side)),
            Self::Claim(side, Claimed::Draw) => write!(f, "{} claims draw", name(side)),
            Self::Claim(side, Claimed::Time) => write!(f, "{} claims time", name(side)),
            Self::Resign(side) => write!(f, "{} resigns", name(side)),
            Self::Agree(winner) => write!(f, "agreed {}", winner.map_or("draw", name)),
            Self::Flag(who) => write!(f, "judge flag {}", names(who)),
            Self::Late(who, time) => write!(f, "{} late {}", names(who), written_duration(time)),
            Self::Absent(who) => write!(f, "{} absent", names(who)),
            Self::OpeningNoted => f.write_str("opening noted"),
            Self::WrongColors => f.write_str("wrong colors"),
            Self::Dropped(side, point) => write!(f, "{} drops {point}", name(side)),
            Self::Displaced { from, to, how } => write!(f, "displaced {from} {to} {how}"),
            Self::Scattered(cause, settled) => write_scattered(f, cause, settled),
            Self::Straightens(side, told) => {
                write!(f, "{} straightens {}", name(side), if told { "told" } else { "untold" })
            }
            Self::DoubtsClock(side, None) => write!(f, "{} doubts clock", name(side)),
            Self::DoubtsClock(side, Some(left)) => {
                write!(f, "{} doubts clock {}", name(side), written_duration(left))
            }
            Self::StopsClock(side) => write!(f, "{} stops clock", name(side)),
            Self::OtherHand(side) => write!(f, "{} other hand", name(side)),
            Self::SplitClock => f.write_str("split clock"),
            Self::Reminds(Reminder::All) => f.write_str("judge reminds all"),
            Self::Reminds(Reminder::One(side)) => write!(f, "judge reminds {}", name(side)),
        }
    }
}

impl Deed {
    /// As the text form has it, in Chinese: the same words one by one.
    pub fn in_chinese(&self) -> String {
        let mut english = self.to_string();
        for (apart, together) in APART {
            english = english.replace(apart, together);
        }
        let chinese = |word: &str| {
            let known = CHINESE.iter().find(|(_, english)| *english == word);
            known.map_or(word, |(chinese, _)| chinese).to_owned()
        };
        let words = english.split(' ').map(chinese).collect::<Vec<_>>().join(" ");
        // A five is announced, but a forbidden move or a flag is pointed out.
        let words = words.replace("声明 禁手", "指出 禁手").replace("声明 超时", "指出 超时");
        words.replace("认可 黑方", "认可 黑胜").replace("认可 白方", "认可 白胜")
    }

    fn act(&self) -> String {
        if let Self::Act(act) = self { act.to_string() } else { String::new() }
    }
}

impl Settled {
    const fn word(self) -> &'static str {
        match self {
            Self::Restored => "restored",
            Self::Stands => "stands",
            Self::Lost => "lost",
            Self::Drawn => "draw",
            Self::Replayed => "replay",
        }
    }
}

fn write_scattered(f: &mut fmt::Formatter<'_>, cause: Cause, settled: Settled) -> fmt::Result {
    let name = |side: Side| if side == Color::Black { "black" } else { "white" };
    match cause {
        Cause::Outside => write!(f, "scattered outside {}", settled.word()),
        Cause::Accident(side) => write!(f, "scattered accident {} {}", name(side), settled.word()),
        Cause::Purpose(side) => write!(f, "scattered purpose {}", name(side)),
    }
}

impl fmt::Display for Displacement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PutBackByConsent => f.write_str("consent restored"),
            Self::StandsByConsent => f.write_str("consent stands"),
            Self::Ruled(how) => write!(f, "ruling {}", how.word()),
            Self::OnPurpose(Color::Black) => f.write_str("purpose black"),
            Self::OnPurpose(Color::White) => f.write_str("purpose white"),
        }
    }
}
