//! The text form of a game: `docs/referee.md` describes it for users.
//!
//! ```text
//! black: Li Lei                  a header
//! time: 30m,byoyomi=60s
//!
//! h8 h9 i9                       moves, any number on a line
//! swap                           acts of the opening
//! g7 (1:05)                      with the time that it took
//! white claims foul              everything else, a deed a line
//! 黑方 认输                       the same words in Chinese
//! ```

use std::time::Duration;

use tianyuan_player::parse_duration;
use tianyuan_rules::opening::{Act, Branch, OpeningRule};
use tianyuan_rules::{Color, ParsePointError, Point, Rule};

use super::protocol::{MOST_DEEDS, recorded_end};
use super::{Cause, Claimed, Deed, Displacement, Protocol, Recorded, Reminder, Settled, Side, Terms, Who};

/// The longest record that is read, in bytes.
pub const MAX_BYTES: usize = 1 << 20;

/// What is wrong with a record, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TextError {
    /// The text is too long.
    #[error("the record is longer than {MAX_BYTES} bytes or {MOST_DEEDS} deeds")]
    TooLong,
    /// A line says nothing that is understood.
    #[error("line {0}: {1:?} is not understood")]
    Line(usize, String),
    /// A header has a value that it cannot have.
    #[error("line {line}: {key}: {why}")]
    Header {
        /// The line, from 1.
        line: usize,
        /// The header.
        key: &'static str,
        /// What would be right.
        why: String,
    },
}

/// Words in Chinese, each for one in English.
pub(super) const CHINESE: [(&str, &str); 74] = [
    ("黑方", "black"),
    ("黑", "black"),
    ("白方", "white"),
    ("白", "white"),
    ("双方", "both"),
    ("裁判", "judge"),
    ("交换", "swap"),
    ("不交换", "stay"),
    ("打点数", "number"),
    ("打点", "offer"),
    ("打", "offer"),
    ("保留", "keep"),
    ("留", "keep"),
    ("选色", "decide"),
    ("加两子", "extend"),
    ("多打", "offers"),
    ("停一手", "pass"),
    ("放弃", "pass"),
    ("虚手", "pass"),
    ("连珠", "renju"),
    ("有禁手", "renju"),
    ("无禁手", "freestyle"),
    ("指定开局", "rif-2"),
    ("提和", "draw?"),
    ("同意", "accept"),
    ("不同意", "decline"),
    ("声明", "claims"),
    ("指出", "claims"),
    ("要求", "claims"),
    ("五连", "five"),
    ("禁手", "foul"),
    ("长连", "foul"),
    ("三三", "foul"),
    ("四四", "foul"),
    ("和棋", "draw"),
    ("超时", "time"),
    ("认输", "resigns"),
    ("认可", "agreed"),
    ("黑胜", "black"),
    ("白胜", "white"),
    ("见超时", "flag"),
    ("迟到", "late"),
    ("缺席", "absent"),
    ("开局有误", "opening-noted"),
    ("黑白颠倒", "wrong-colors"),
    ("失手", "drops"),
    ("移位", "displaced"),
    ("协商", "consent"),
    ("裁定", "ruling"),
    ("故意", "purpose"),
    ("复原", "restored"),
    ("有效", "stands"),
    ("重下", "replay"),
    ("不能复原", "lost"),
    ("散乱", "scattered"),
    ("外因", "outside"),
    ("不慎", "accident"),
    ("整子", "straightens"),
    ("已说明", "told"),
    ("未说明", "untold"),
    ("疑钟", "doubts-clock"),
    ("停钟", "stops-clock"),
    ("换手按钟", "other-hand"),
    ("平分时间", "split-clock"),
    ("提醒", "reminds"),
    ("全体", "all"),
    ("赛事", "event"),
    ("日期", "date"),
    ("轮次", "round"),
    ("规则", "rule"),
    ("开局", "opening rule"),
    ("用时", "time"),
    ("记录", "recorded by"),
    ("结果", "result"),
];
/// Headers that have no word of their own above.
const CHINESE_HEADERS: [(&str, &str); 3] =
    [("棋盘", "size"), ("提和差", "draw offers ahead"), ("迟到时限", "late limit")];
/// Words that are written apart in English.
pub(super) const APART: [(&str, &str); 9] = [
    ("opening noted", "opening-noted"),
    ("wrong colors", "wrong-colors"),
    ("wrong colours", "wrong-colors"),
    ("doubts clock", "doubts-clock"),
    ("stops clock", "stops-clock"),
    ("other hand", "other-hand"),
    ("split clock", "split-clock"),
    ("offers draw", "draw?"),
    ("put back", "restored"),
];

/// Reads a record. Whether its deeds are legal is for the [`Referee`](super::Referee) to say.
pub fn read(bytes: &[u8]) -> Result<Protocol, TextError> {
    if bytes.len() > MAX_BYTES {
        return Err(TextError::TooLong);
    }
    let text = String::from_utf8_lossy(bytes).replace("\r\n", "\n").replace('\r', "\n");
    let mut protocol = Protocol::new(Terms::CHINESE);
    let mut names_rule = false;
    for (number, line) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
        // In a header it may be the number of a table.
        let header = line.split_once([':', '：']).and_then(|(key, value)| Some((header(key)?, value.trim())));
        let line = line.split('#').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        if let Some((key, value)) = header {
            let value = printable(value);
            let complain = |why| TextError::Header { line: number, key, why };
            read_header(&mut protocol, key, value.trim()).map_err(complain)?;
            names_rule |= key == "rule";
            continue;
        }
        let deeds = read_line(line).ok_or_else(|| TextError::Line(number, shortened(line)))?;
        if protocol.deeds.len() + deeds.len() > MOST_DEEDS {
            return Err(TextError::TooLong);
        }
        protocol.deeds.extend(deeds.into_iter().map(|Line(by, deed, took)| Recorded {
            line: number,
            by,
            deed,
            took,
        }));
    }
    if protocol.terms.opening_rule == OpeningRule::Placed26 && !names_rule {
        protocol.terms.rule = Rule::Freestyle;
    }
    Ok(protocol)
}

/// A line in small letters as Latin keyboards write it: wide characters narrow, a blank before a bracket.
pub fn normalized(line: &str) -> String {
    let narrow = |c: char| match c {
        '\u{3000}' | '、' => ' ',
        '，' => ',',
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        c => c,
    };
    let line: String = line.chars().map(narrow).collect();
    line.replace('(', " (").to_lowercase()
}

/// A text without characters that do something on a terminal.
pub(super) fn printable(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// As much of a line as an error needs.
fn shortened(line: &str) -> String {
    printable(line).chars().take(60).collect()
}

/// The header of this name, in either language.
fn header(key: &str) -> Option<&'static str> {
    const KEYS: [&str; 13] = [
        "event",
        "date",
        "round",
        "black",
        "white",
        "rule",
        "opening rule",
        "time",
        "size",
        "draw offers ahead",
        "late limit",
        "recorded by",
        "result",
    ];
    let key = normalized(key.trim());
    let chinese = CHINESE.iter().chain(&CHINESE_HEADERS).find(|(chinese, _)| *chinese == key);
    let key = chinese.map_or(key.as_str(), |(_, english)| english);
    KEYS.into_iter().find(|known| *known == key)
}

fn read_header(protocol: &mut Protocol, key: &str, value: &str) -> Result<(), String> {
    let Protocol { terms, players: [black, white], .. } = protocol;
    let words = |text: &str| translated(&normalized(text));
    let narrow = normalized(value).replace(' ', "").replace("读秒=", "byoyomi=");
    match key {
        "event" => value.clone_into(&mut protocol.event),
        "date" => value.clone_into(&mut protocol.date),
        "round" => value.clone_into(&mut protocol.round),
        "black" => value.clone_into(black),
        "white" => value.clone_into(white),
        "rule" => {
            terms.rule =
                words(value).parse().map_err(|why: tianyuan_rules::ParseRuleError| why.to_string())?;
        }
        "opening rule" => {
            let read = words(value).parse();
            terms.opening_rule =
                read.map_err(|why: tianyuan_rules::opening::ParseOpeningRuleError| why.to_string())?;
        }
        "time" => {
            let read = narrow.parse().map_err(|why: tianyuan_player::ParseTimeRuleError| why.to_string());
            terms.time = Some(read?);
        }
        "size" => {
            let side = narrow
                .split_once(['x', '×'])
                .filter(|(a, b)| a == b)
                .map_or(narrow.as_str(), |(side, _)| side);
            let size = side.parse().ok().and_then(tianyuan_rules::Size::new);
            terms.size = size.ok_or("a number 5 to 22 is needed")?;
        }
        "draw offers ahead" => {
            terms.offer_lead = narrow.parse().map_err(|_| "a number is needed".to_owned())?;
        }
        "late limit" => {
            terms.late_limit = with_unit(&narrow).ok_or("a time with its unit is needed, such as 15m")?;
        }
        "recorded by" => {
            protocol.recorded_by = Some(side(&words(value)).ok_or("black or white is needed")?);
        }
        _ if recorded_end(value).is_some() => value.clone_into(&mut protocol.result),
        _ => return Err("black, white, draw, or a result of SGF such as W+R is needed".to_owned()),
    }
    Ok(())
}

/// An English word for a Chinese one; others as they are.
fn translated(word: &str) -> String {
    let chinese = CHINESE.iter().find(|(chinese, _)| *chinese == word);
    chinese.map_or(word, |(_, english)| english).to_owned()
}

/// A deed of a line: who did it, where that is said, what, and the time behind it.
struct Line(Option<Side>, Deed, Option<Duration>);

/// The deeds of a line.
fn read_line(line: &str) -> Option<Vec<Line>> {
    let mut line = normalized(line);
    for (apart, together) in APART {
        line = line.replace(apart, together);
    }
    let words: Vec<String> =
        line.split([' ', '\t', ',']).filter(|word| !word.is_empty()).map(translated).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let (took, rest) = match words.split_last() {
        Some((last, rest)) => time_in_brackets(last).map_or((None, &words[..]), |took| (Some(took), rest)),
        None => (None, &words[..]),
    };
    if let Some(deed) = read_deed(rest) {
        return Some(vec![Line(None, deed, took)]);
    }
    // What is said of whose it is stands before moves, acts and answers.
    match rest.split_first() {
        Some((&by, words)) if side(by).is_some() => {
            let own = read_deed(words).filter(is_ones_own);
            let deed =
                own.or_else(|| read_moves(words).filter(|moves| moves.len() == 1)?.pop().map(|line| line.1));
            deed.map(|deed| vec![Line(side(by), deed, took)])
        }
        _ => read_moves(&words),
    }
}

/// Stones and passes one behind the other, with numbers before them or not, and times behind them or not.
fn read_moves(words: &[&str]) -> Option<Vec<Line>> {
    let mut moves: Vec<Line> = Vec::new();
    for &word in words {
        if let Some(took) = time_in_brackets(word) {
            moves.last_mut().filter(|last| last.2.is_none())?.2 = Some(took);
        } else if word == "draw?" {
            match &mut moves.last_mut()?.1 {
                Deed::Stone { offers_draw, .. } if !*offers_draw => *offers_draw = true,
                _ => return None,
            }
        } else if word == "pass" {
            moves.push(Line(None, Deed::Pass, None));
        } else {
            let point = point_behind_number(word).ok()?;
            moves.extend(point.map(|point| Line(None, Deed::stone(point), None)));
        }
    }
    (!moves.is_empty()).then_some(moves)
}

/// The point of `h8`, `1.h8` or `①h8`; none where the word is a number alone: `1`, `1.` or `①`.
fn point_behind_number(word: &str) -> Result<Option<Point>, ParsePointError> {
    let rest = word.trim_start_matches(is_circled);
    let rest = match rest.split_once('.') {
        Some((number, rest)) if number.bytes().all(|byte| byte.is_ascii_digit()) => rest,
        _ => rest,
    };
    let is_number = rest.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { Ok(None) } else { rest.parse().map(Some) }
}

/// ① to ㊿.
const fn is_circled(c: char) -> bool {
    matches!(c, '①'..='⑳' | '㉑'..='㉟' | '㊱'..='㊿')
}

/// `(0:35)`, `(1:02:03)`, `(35)`: minutes and seconds, or seconds.
fn time_in_brackets(word: &str) -> Option<Duration> {
    let inner = word.strip_prefix('(')?.strip_suffix(')')?;
    let mut seconds = 0_u64;
    for part in inner.split(':') {
        seconds = seconds.checked_mul(60)?.checked_add(part.parse().ok()?)?;
    }
    Some(Duration::from_secs(seconds)).filter(|time| *time <= Duration::from_hours(24 * 30))
}

/// A time that says whether it is in seconds or minutes.
fn with_unit(text: &str) -> Option<Duration> {
    parse_duration(text).filter(|_| text.ends_with(char::is_alphabetic))
}

fn side(word: &str) -> Option<Side> {
    match word {
        "black" => Some(Color::Black),
        "white" => Some(Color::White),
        _ => None,
    }
}

fn who(word: &str) -> Option<Who> {
    if word == "both" { Some(Who::Both) } else { side(word).map(Who::One) }
}

fn settled(word: &str) -> Option<Settled> {
    Some(match word {
        "restored" | "rebuilt" => Settled::Restored,
        "stands" => Settled::Stands,
        "lost" => Settled::Lost,
        "draw" => Settled::Drawn,
        "replay" => Settled::Replayed,
        _ => return None,
    })
}

fn read_points(words: &[&str]) -> Option<Vec<Point>> {
    words.iter().map(|word| word.parse().ok()).collect()
}

/// One deed, in English words.
fn read_deed(words: &[&str]) -> Option<Deed> {
    let deed = match *words {
        ["swap"] => Deed::Act(Act::Swap),
        ["stay"] => Deed::Act(Act::Stay),
        ["decide"] => Deed::Act(Act::Choose(Branch::Decide)),
        ["extend"] => Deed::Act(Act::Choose(Branch::Extend)),
        ["offers"] => Deed::Act(Act::Choose(Branch::Offer)),
        ["number", n] => Deed::Act(Act::Declare(n.parse().ok()?)),
        ["offer", ref points @ ..] if !points.is_empty() => Deed::Act(Act::Offer(read_points(points)?)),
        ["keep", point] => Deed::Act(Act::Select(point.parse().ok()?)),
        ["accept"] => Deed::Accept,
        ["decline"] => Deed::Decline,
        ["agreed", "draw"] | ["both", "agreed", "draw"] => Deed::Agree(None),
        ["agreed", winner] | ["both", "agreed", winner] | ["agreed", winner, "wins"] => {
            Deed::Agree(Some(side(winner)?))
        }
        ["flag", of] | ["judge", "flag", of] => Deed::Flag(who(of)?),
        ["opening-noted"] => Deed::OpeningNoted,
        ["wrong-colors"] => Deed::WrongColors,
        ["split-clock"] => Deed::SplitClock,
        ["judge", "reminds", "all"] => Deed::Reminds(Reminder::All),
        ["judge", "reminds", of] => Deed::Reminds(Reminder::One(side(of)?)),
        ["displaced", from, to, ref rest @ ..] => {
            Deed::Displaced { from: from.parse().ok()?, to: to.parse().ok()?, how: displacement(rest)? }
        }
        ["scattered", ref rest @ ..] => scattered(rest)?,
        [by, ref rest @ ..] => deed_of(who(by)?, rest)?,
        [] => return None,
    };
    Some(deed)
}

/// Whether a deed is that of one side, which may be named before it.
const fn is_ones_own(deed: &Deed) -> bool {
    matches!(deed, Deed::Act(_) | Deed::Pass | Deed::Accept | Deed::Decline)
}

/// What one side, or both, do.
fn deed_of(by: Who, words: &[&str]) -> Option<Deed> {
    match (by, words) {
        (_, ["late", time]) => return Some(Deed::Late(by, with_unit(time)?)),
        (_, ["absent"]) => return Some(Deed::Absent(by)),
        _ => {}
    }
    let Who::One(by) = by else { return None };
    Some(match *words {
        ["draw?"] => Deed::OfferDraw(by),
        ["agreed", "draw"] => Deed::Agree(None),
        ["resigns"] => Deed::Resign(by),
        ["claims", "five"] => Deed::Claim(by, Claimed::Five),
        ["claims", "foul" | "overline" | "double-three" | "double-four"] => {
            Deed::Claim(by, Claimed::Foul(None))
        }
        ["claims", "foul", point] => Deed::Claim(by, Claimed::Foul(Some(point.parse().ok()?))),
        ["claims", "draw"] => Deed::Claim(by, Claimed::Draw),
        ["claims", "time"] => Deed::Claim(by, Claimed::Time),
        ["drops", point] => Deed::Dropped(by, point.parse().ok()?),
        ["straightens", "told"] => Deed::Straightens(by, true),
        ["straightens", "untold"] => Deed::Straightens(by, false),
        ["doubts-clock"] => Deed::DoubtsClock(by, None),
        ["doubts-clock", left] => Deed::DoubtsClock(by, Some(with_unit(left)?)),
        ["stops-clock"] => Deed::StopsClock(by),
        ["other-hand"] => Deed::OtherHand(by),
        _ => return None,
    })
}

fn displacement(words: &[&str]) -> Option<Displacement> {
    Some(match *words {
        ["consent", "restored"] => Displacement::PutBackByConsent,
        ["consent", "stands"] => Displacement::StandsByConsent,
        ["ruling", how] => Displacement::Ruled(settled(how).filter(|how| *how != Settled::Lost)?),
        ["purpose", by] => Displacement::OnPurpose(side(by)?),
        _ => return None,
    })
}

fn scattered(words: &[&str]) -> Option<Deed> {
    Some(match *words {
        ["outside", how] => {
            Deed::Scattered(Cause::Outside, settled(how).filter(|how| *how != Settled::Stands)?)
        }
        ["accident", by, how @ ("restored" | "rebuilt" | "lost")] => {
            Deed::Scattered(Cause::Accident(side(by)?), settled(how)?)
        }
        ["purpose", by] => Deed::Scattered(Cause::Purpose(side(by)?), Settled::Lost),
        _ => return None,
    })
}
