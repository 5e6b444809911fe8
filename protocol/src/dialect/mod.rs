//! What different managers mean by the same words.

pub(crate) mod database;
pub(crate) mod gomocup;
pub(crate) mod yixin;

use tianyuan_rules::Rule;

use crate::bytes::{integers, split_word};

/// What gives away which family of managers is speaking. Nothing is ever forgotten: a process has one
/// manager.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "four things seen or not seen, in any combination")]
pub(crate) struct Clues {
    /// A word that begins with `yx`.
    pub(crate) yixin_word: bool,
    /// `START n n`, or `start` in small letters, as Yixin-Board sends them.
    yixin_start: bool,
    /// `INFO swapable`, which gomocalc sends.
    pub(crate) swapable: bool,
    /// `INFO game_type`, which Piskvork and the judge send and no analysis board does.
    pub(crate) game_type: bool,
}

impl Clues {
    /// Looks at a line that is not inside a block.
    pub(crate) fn notice(&mut self, line: &[u8]) {
        let (word, rest) = split_word(line);
        self.yixin_word |= word.get(..2).is_some_and(|two| two.eq_ignore_ascii_case(b"yx"));
        let twice = || integers(rest).is_some_and(|numbers| numbers.len() == 2);
        self.yixin_start |= word == b"start" || (word.eq_ignore_ascii_case(b"start") && twice());
    }

    /// The rule that a value of `INFO rule` means, and whether every part of it was understood.
    ///
    /// Gomocup adds 1 exactly five, 2 continuous game, 4 renju, 8 caro; renju wins over the others, and
    /// a continuous game is played like one game after the other. Yixin-Board counts 0 freestyle,
    /// 1 standard, 2 renju; gomocalc and Rapfi add 5 and 6, freestyle with a swap in the opening.
    pub(crate) fn rule(self, value: i64) -> (Rule, bool) {
        let continuous = self.game_type && !self.is_yixin();
        let rule = match value {
            2 if !continuous => Rule::Renju,
            5 | 6 if self.yixin_word || self.swapable => Rule::Freestyle,
            bits if bits & 4 != 0 => Rule::Renju,
            bits => match (bits & 8 != 0, bits & 1 != 0) {
                (false, false) => Rule::Freestyle,
                (false, true) => Rule::Standard,
                (true, false) => Rule::Caro,
                (true, true) => Rule::CaroExact,
            },
        };
        (rule, (0..16).contains(&value))
    }

    const fn is_yixin(self) -> bool {
        self.yixin_word || self.yixin_start
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(lines: &[&str]) -> Clues {
        let mut clues = Clues::default();
        for line in lines {
            clues.notice(line.as_bytes());
        }
        clues
    }

    fn rules(clues: Clues, values: [i64; 10]) -> [Rule; 10] {
        values.map(|value| clues.rule(value).0)
    }

    const GOMOCUP: [Rule; 10] = [
        Rule::Freestyle, // 0
        Rule::Standard,  // 1
        Rule::Freestyle, // 2, continuous
        Rule::Standard,  // 3, continuous
        Rule::Renju,     // 4
        Rule::Renju,     // 5
        Rule::Renju,     // 6
        Rule::Renju,     // 7
        Rule::Caro,      // 8
        Rule::CaroExact, // 9
    ];

    #[test]
    fn piskvork_and_the_judge_mean_bits() {
        let clues = Clues { game_type: true, ..after(&["START 15"]) };
        assert_eq!(rules(clues, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]), GOMOCUP);
        assert_eq!(clues.rule(10), (Rule::Caro, true));
    }

    #[test]
    fn two_is_renju_for_everyone_else() {
        assert_eq!(after(&["START 15"]).rule(2).0, Rule::Renju);
        for line in ["yxshowinfo", "START 15 15", "start 15"] {
            let clues = Clues { game_type: true, ..after(&[line]) };
            assert_eq!(clues.rule(2).0, Rule::Renju, "{line}");
        }
    }

    #[test]
    fn five_and_six_are_swaps_only_for_those_who_mean_them() {
        for clues in [after(&["YXBOARD"]), Clues { swapable: true, ..Clues::default() }] {
            assert_eq!((clues.rule(5).0, clues.rule(6).0), (Rule::Freestyle, Rule::Freestyle));
        }
        let lower_start = after(&["start 15 15"]);
        assert_eq!((lower_start.rule(5).0, lower_start.rule(6).0), (Rule::Renju, Rule::Renju));
    }

    #[test]
    fn unknown_bits_are_dropped_and_said() {
        assert_eq!(Clues::default().rule(16), (Rule::Freestyle, false));
        assert_eq!(Clues::default().rule(17), (Rule::Standard, false));
    }
}
