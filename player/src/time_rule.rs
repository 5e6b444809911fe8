//! How much time a game between people has, and how that is written.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// How much time each side has. `Display` and `FromStr` write and read it as on a command line:
///
/// | text | meaning |
/// |---|---|
/// | `30m` | half an hour for the game, then it is lost |
/// | `30m+10s` | the same, and each move adds ten seconds |
/// | `30m,byoyomi=60s` | then a minute for each move |
/// | `0,moves=10/5m` | ten moves in five minutes, again and again |
/// | `shared=2h` | two hours for both sides together, which a referee may split in halves |
///
/// Times need their units (`s`, `m`, `h`, or 秒, 分钟, 小时); below a millisecond nothing counts.
///
/// ```
/// use tianyuan_player::TimeRule;
/// let rule: TimeRule = "90m, byoyomi=1m".parse().unwrap();
/// assert_eq!(rule.to_string(), "90m,byoyomi=1m");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeRule {
    /// For the whole game, before overtime.
    pub main: Duration,
    /// What follows when it is used up.
    pub overtime: Overtime,
    /// What each move adds to the main time.
    pub increment: Duration,
    /// Whether the main time is that of both sides together.
    pub shared: bool,
}

/// What follows the main time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overtime {
    /// Nothing: the game is lost (超时判负).
    SuddenDeath,
    /// 读秒: so much for each move. A move that is quicker costs nothing; at the end of it the game is lost.
    Byoyomi(Duration),
    /// 限时走棋: so many moves, 1 or more, in so much time, then again as many.
    Moves {
        /// Moves of a period.
        count: u32,
        /// Time for all of them.
        time: Duration,
    },
}

/// What the Chinese rules of 2009 (article 7) call a game with so much time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// 慢棋: main time of 30 minutes to 5 hours, or 1 to 10 hours for both together.
    Slow,
    /// 快棋、加赛: main time of 5 to 30 minutes.
    Quick,
    /// 限时走棋 from the first move on: so many moves in so much time.
    Limited,
    /// The rules do not know it.
    Unusual,
}

/// The longest time that can be written: 30 days. Whoever says more has made a slip.
const LONGEST: Duration = Duration::from_hours(24 * 30);
/// Words before the parts of a text.
const SHARED: &str = "shared=";
const BYOYOMI: &str = "byoyomi=";
const MOVES: &str = "moves=";

impl TimeRule {
    /// So much for the game and nothing behind it.
    pub const fn sudden_death(main: Duration) -> Self {
        Self { main, overtime: Overtime::SuddenDeath, increment: Duration::ZERO, shared: false }
    }

    /// What the rules call it. At 30 minutes a game is slow.
    pub fn pace(self) -> Pace {
        let minutes = |n| Duration::from_mins(n);
        let between = |least, most| (least..=most).contains(&self.main);
        match self.shared {
            true if between(minutes(60), minutes(600)) => Pace::Slow,
            false if between(minutes(30), minutes(300)) => Pace::Slow,
            false if between(minutes(5), minutes(30)) => Pace::Quick,
            false if self.main.is_zero() && matches!(self.overtime, Overtime::Moves { .. }) => Pace::Limited,
            _ => Pace::Unusual,
        }
    }
}

/// Reads a time such as `500ms`, `5s`, `2m`, `1.5h`, or `2分钟`; seconds if no unit stands behind the number. `None` for
/// anything else, and for more than 30 days.
pub fn parse_duration(text: &str) -> Option<Duration> {
    let number = text.trim_end_matches(char::is_alphabetic);
    let seconds_in_unit = match text.strip_prefix(number)? {
        "ms" => 0.001,
        "" | "s" | "秒" => 1.0,
        "m" | "min" | "分" | "分钟" => 60.0,
        "h" | "小时" => 3600.0,
        _ => return None,
    };
    let seconds = number.parse::<f64>().ok()? * seconds_in_unit;
    Duration::try_from_secs_f64(seconds).ok().filter(|time| *time <= LONGEST)
}

/// A text that is no time rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseTimeRuleError;

impl fmt::Display for ParseTimeRuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a clock such as 30m, 30m+10s, 30m,byoyomi=60s, 0,moves=10/5m or shared=2h is needed")
    }
}

impl std::error::Error for ParseTimeRuleError {}

impl FromStr for TimeRule {
    type Err = ParseTimeRuleError;

    fn from_str(text: &str) -> Result<Self, ParseTimeRuleError> {
        read(&text.to_ascii_lowercase()).ok_or(ParseTimeRuleError)
    }
}

fn read(text: &str) -> Option<TimeRule> {
    let (main, overtime) = match text.split_once(',') {
        Some((main, overtime)) => (main.trim(), read_overtime(overtime.trim())?),
        None => (text.trim(), Overtime::SuddenDeath),
    };
    let (shared, main) = main.strip_prefix(SHARED).map_or((false, main), |main| (true, main));
    let (main, increment) = match main.split_once('+') {
        Some((main, increment)) => (main.trim(), time(increment.trim())?),
        None => (main, Duration::ZERO),
    };
    let rule = TimeRule { main: time(main)?, overtime, increment, shared };
    // A game must have time, and what both share has nothing else.
    let has_time = !rule.main.is_zero() || overtime != Overtime::SuddenDeath;
    let is_plain = overtime == Overtime::SuddenDeath && increment.is_zero();
    (has_time && (is_plain || !shared)).then_some(rule)
}

/// Whole milliseconds, as they are written.
const fn in_ms(time: Duration) -> Duration {
    time.saturating_sub(Duration::from_nanos(time.subsec_nanos() as u64 % 1_000_000))
}

/// A time that says its unit, or is nothing.
fn time(text: &str) -> Option<Duration> {
    let time = in_ms(parse_duration(text)?);
    (time.is_zero() || text.ends_with(char::is_alphabetic)).then_some(time)
}

fn read_overtime(text: &str) -> Option<Overtime> {
    if let Some(text) = text.strip_prefix(BYOYOMI) {
        return time(text).filter(|time| !time.is_zero()).map(Overtime::Byoyomi);
    }
    let (count, span) = text.strip_prefix(MOVES)?.split_once('/')?;
    let count = count.parse().ok().filter(|&count| count > 0)?;
    let time = time(span).filter(|time| !time.is_zero())?;
    Some(Overtime::Moves { count, time })
}

impl fmt::Display for TimeRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shared = if self.shared { SHARED } else { "" };
        write!(f, "{shared}{}", written_duration(self.main))?;
        if !self.increment.is_zero() {
            write!(f, "+{}", written_duration(self.increment))?;
        }
        match self.overtime {
            Overtime::SuddenDeath => Ok(()),
            Overtime::Byoyomi(time) => write!(f, ",{BYOYOMI}{}", written_duration(time)),
            Overtime::Moves { count, time } => write!(f, ",{MOVES}{count}/{}", written_duration(time)),
        }
    }
}

/// A time in the largest unit that needs no fraction: `90s`, `30m`; read back by [`parse_duration`] to the millisecond.
pub fn written_duration(time: Duration) -> String {
    let (ms, s) = (time.as_millis(), time.as_secs());
    if !ms.is_multiple_of(1000) {
        format!("{ms}ms")
    } else if s.is_multiple_of(60) && s > 0 {
        format!("{}m", s / 60)
    } else {
        format!("{s}s")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(text: &str) -> TimeRule {
        text.parse().expect(text)
    }

    const fn s(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn what_is_written_is_read_back() {
        let moves = Overtime::Moves { count: 10, time: s(300) };
        for (text, expected) in [
            ("30m", TimeRule::sudden_death(s(1800))),
            ("90s", TimeRule::sudden_death(s(90))),
            ("500ms", TimeRule::sudden_death(Duration::from_millis(500))),
            ("30m+10s", TimeRule { increment: s(10), ..TimeRule::sudden_death(s(1800)) }),
            (
                "30m,byoyomi=1m",
                TimeRule { overtime: Overtime::Byoyomi(s(60)), ..TimeRule::sudden_death(s(1800)) },
            ),
            ("0s,moves=10/5m", TimeRule { overtime: moves, ..TimeRule::sudden_death(s(0)) }),
            ("shared=120m", TimeRule { shared: true, ..TimeRule::sudden_death(s(7200)) }),
        ] {
            assert_eq!((rule(text), expected.to_string().as_str()), (expected, text));
        }
        assert_eq!(rule("30分钟,byoyomi=60秒"), rule("30m,byoyomi=1m"));
        assert_eq!(rule("Shared=2h"), rule("shared=120m"));
        assert_eq!(rule("1.5h + 10s , byoyomi=30s"), rule("90m+10s,byoyomi=30s"));
    }

    #[test]
    fn nonsense_is_no_clock() {
        for text in [
            "",
            "0",
            "x",
            "-5m",
            "30m,",
            "30m,byoyomi=0",
            "30m,moves=0/5m",
            "30m,moves=5",
            "30m+",
            "nan",
            "1e-9",
            "30",
            "30m,byoyomi=60",
            "0,byoyomi=0.5ms",
            "shared=1h,byoyomi=60s",
            "shared=1h+5s",
            "1e99h",
            "30刻",
            "30m,byoyomi=60s,moves=1/1s",
            "三十分",
        ] {
            assert_eq!(text.parse::<TimeRule>(), Err(ParseTimeRuleError), "{text}");
        }
    }

    /// Articles 46 and 47.
    #[test]
    fn the_rules_have_names_for_times() {
        let paces = [
            ("30m", Pace::Slow),
            ("5h", Pace::Slow),
            ("301m", Pace::Unusual),
            ("29m", Pace::Quick),
            ("0,moves=10/5m", Pace::Limited),
            ("5m,byoyomi=60s", Pace::Quick),
            ("299s", Pace::Unusual),
            ("shared=1h", Pace::Slow),
            ("shared=10h", Pace::Slow),
            ("shared=59m", Pace::Unusual),
            ("shared=601m", Pace::Unusual),
        ];
        for (text, pace) in paces {
            assert_eq!(rule(text).pace(), pace, "{text}");
        }
    }
}
