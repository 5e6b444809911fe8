//! The levels by name.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// How strong a player is, the weakest first.
///
/// ```
/// use tianyuan_search::level::Level;
/// assert_eq!("club".parse(), Ok(Level::Club));
/// assert_eq!("会员".parse(), Ok(Level::Club));
/// assert_eq!("6".parse(), Ok(Level::Club));
/// assert!(Level::Novice < Level::Club);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// 新手: knows the rules, sees fours, and threes often too late.
    Novice,
    /// 入门: overlooks fewer threes.
    Beginner,
    /// 初学: thinks of the opponent's answer.
    Learner,
    /// 棋友: thinks of its own next move, too, and sees a four-three that wins.
    Casual,
    /// 熟手: looks two moves of each side ahead, and sees short wins by fours.
    Keen,
    /// 会员: seldom overlooks anything, and looks three moves ahead.
    Club,
    /// 高手: the engine, with very little to search. It overlooks nothing that is near.
    Expert,
    /// 大师: the engine, with more.
    Master,
    /// 特级大师: the engine, with much more.
    Grandmaster,
    /// 天元: the engine as it is.
    Tianyuan,
}

/// A text that names no level.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no level is called {0:?}; there are {levels}, or 1 to {n}", levels = listed(), n = Level::ALL.len())]
pub struct ParseLevelError(
    /// The text.
    pub String,
);

impl Level {
    /// All, the weakest first.
    pub const ALL: [Self; 10] = [
        Self::Novice,
        Self::Beginner,
        Self::Learner,
        Self::Casual,
        Self::Keen,
        Self::Club,
        Self::Expert,
        Self::Master,
        Self::Grandmaster,
        Self::Tianyuan,
    ];

    /// The English name, in small letters.
    pub const fn name(self) -> &'static str {
        self.names().0
    }

    /// The Chinese name.
    pub const fn chinese(self) -> &'static str {
        self.names().1
    }

    /// Its number among all, 1 for the weakest.
    pub const fn number(self) -> usize {
        self as usize + 1
    }

    const fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Novice => ("novice", "新手"),
            Self::Beginner => ("beginner", "入门"),
            Self::Learner => ("learner", "初学"),
            Self::Casual => ("casual", "棋友"),
            Self::Keen => ("keen", "熟手"),
            Self::Club => ("club", "会员"),
            Self::Expert => ("expert", "高手"),
            Self::Master => ("master", "大师"),
            Self::Grandmaster => ("grandmaster", "特级大师"),
            Self::Tianyuan => ("tianyuan", "天元"),
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Level {
    type Err = ParseLevelError;

    /// Reads the English name in any case, the Chinese one, and the number.
    fn from_str(text: &str) -> Result<Self, ParseLevelError> {
        let is_called = |level: &Self| {
            level.name().eq_ignore_ascii_case(text)
                || level.chinese() == text
                || level.number().to_string() == text
        };
        Self::ALL.into_iter().find(is_called).ok_or_else(|| ParseLevelError(text.to_owned()))
    }
}

/// `novice 新手, beginner 入门`, and so on.
fn listed() -> String {
    Level::ALL.map(|level| format!("{} {}", level.name(), level.chinese())).join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_numbers_read_back() {
        for (number, level) in (1..).zip(Level::ALL) {
            assert_eq!(level.number(), number);
            for text in [level.name(), level.chinese(), &number.to_string(), &level.name().to_uppercase()] {
                assert_eq!(text.parse(), Ok(level), "{text}");
            }
        }
        assert!(Level::ALL.is_sorted());
    }

    #[test]
    fn an_error_lists_them() {
        for text in ["", "0", "11", "01", "+1", "novice ", "天"] {
            let error = text.parse::<Level>().unwrap_err();
            assert_eq!(error, ParseLevelError(text.to_owned()));
            for level in Level::ALL {
                let said = error.to_string();
                assert!(said.contains(level.name()) && said.contains(level.chinese()), "{said}");
            }
        }
    }
}
