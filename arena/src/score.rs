//! What engines say of their search, in the forms that are known.
//!
//! ```text
//! Depth 12-20 | Eval -43 | Time 202ms | H8 G7               Rapfi, Tianyuan
//! Speed 208K | Depth 12-20 | Eval -43 | Node 42K | ...      the same at the end
//! (1) -43 | 12-20 | H8 G7                                   the same, several lines
//! depth 12-20 multipv 1 ev -43 n 42K n/ms 208 tm 202 pv ... the same, ucilike
//! Depth: 1-45 | Time: 23140MS | Node: 288959                Yixin, AlphaGomoku
//! Speed: 12487 | Evaluation: 60.1                           the same
//! dep 12-18 ev -120 nd 168k tm 287                          PentaZen
//! ```
//! A word is followed by its value; what is not understood is left out.

use crate::competitor::{Info, Score};

impl Info {
    /// Takes what a message says, its first word left out. Of several lines of play only the best counts.
    pub fn hear(&mut self, message: &str) {
        let message = message.to_ascii_lowercase();
        if let Some(line) = message.strip_prefix("(1) ") {
            return self.hear_first_line(line);
        }
        let mut words = message.split([' ', '|', ':', '\t']).filter(|word| !word.is_empty()).peekable();
        while let Some(word) = words.next() {
            let value = words.peek().copied().unwrap_or_default();
            match word {
                "pv" => return,
                "multipv" if value != "1" => return,
                "depth" | "dep" => self.hear_depth(value),
                "eval" | "ev" | "evaluation" => self.score = score(value).or(self.score),
                "node" | "nodes" | "n" | "nd" => self.nodes = count(value).or(self.nodes),
                _ => {}
            }
        }
    }

    fn hear_first_line(&mut self, line: &str) {
        let mut parts = line.split('|').map(str::trim);
        self.score = parts.next().and_then(score).or(self.score);
        self.hear_depth(parts.next().unwrap_or_default());
    }

    fn hear_depth(&mut self, text: &str) {
        let (depth, deepest) = text.split_once('-').unwrap_or((text, ""));
        if let Ok(depth) = depth.parse() {
            self.depth = Some(depth);
            self.selective_depth = deepest.parse().ok();
        }
    }
}

/// `-43`, `60.1`, `+m21`, `-m8`; a win at an unknown distance is `+m*`.
fn score(text: &str) -> Option<Score> {
    let plies = |text: &str| if text == "*" { Some(999) } else { text.parse().ok() };
    if let Some(rest) = text.strip_prefix("+m").or_else(|| text.strip_prefix('m')) {
        return plies(rest).map(Score::WinIn);
    }
    if let Some(rest) = text.strip_prefix("-m") {
        return plies(rest).map(Score::LossIn);
    }
    text.parse().ok().filter(|value: &f64| value.is_finite()).map(Score::Value)
}

/// `9999`, `42k`, `3m`, `1.5g`.
fn count(text: &str) -> Option<u64> {
    let units = [('k', 1e3), ('m', 1e6), ('g', 1e9), ('t', 1e12)];
    let unit =
        units.into_iter().find_map(|(unit, factor)| text.strip_suffix(unit).map(|text| (text, factor)));
    let (number, factor) = unit.unwrap_or((text, 1.0));
    let number = number.parse().ok().map(|number: f64| number * factor);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "in the range of the type")]
    number.filter(|number| (0.0..1e18).contains(number)).map(|number| number as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(messages: &[&str]) -> (Option<u32>, Option<u32>, Option<u64>, Option<Score>) {
        let mut info = Info::default();
        for message in messages {
            info.hear(message);
        }
        (info.depth, info.selective_depth, info.nodes, info.score)
    }

    #[test]
    fn every_known_form() {
        let value = |value| Some(Score::Value(value));
        let rapfi = ["Depth 12-20 | Eval -43 | Time 202ms | H8 G7"];
        assert_eq!(heard(&rapfi), (Some(12), Some(20), None, value(-43.0)));
        let end = ["Speed 208K | Depth 12-20 | Eval +M21 | Node 42K | Time 202ms"];
        assert_eq!(heard(&end), (Some(12), Some(20), Some(42_000), Some(Score::WinIn(21))));
        let lines = ["(1) -M8 | 2-5 | H9 J8", "(2) -99 | 3-7 | H1"];
        assert_eq!(heard(&lines), (Some(2), Some(5), None, Some(Score::LossIn(8))));
        let ucilike =
            ["depth 9-15 multipv 1 ev 7 n 4200 n/ms 208 tm 202 pv H8 N7", "depth 9-15 multipv 2 ev 1"];
        assert_eq!(heard(&ucilike), (Some(9), Some(15), Some(4200), value(7.0)));
        let yixin = ["Depth: 1-45 | Time: 23140MS | Node: 288959", "Speed: 12487 | Evaluation: 60.1"];
        assert_eq!(heard(&yixin), (Some(1), Some(45), Some(288_959), value(60.1)));
        let pentazen = ["dep 12-18 ev -120 nd 168k tm 287 sp 588"];
        assert_eq!(heard(&pentazen), (Some(12), Some(18), Some(168_000), value(-120.0)));
    }

    #[test]
    fn a_score_is_known_by_its_number() {
        for plies in [0, 1, 21, 484, 999] {
            for score in [Score::WinIn(plies), Score::LossIn(plies)] {
                assert_eq!(Score::of_number(score.number()), score);
            }
        }
        for value in [-20_000.0, -0.5, 0.0, 43.0, 30_000.0] {
            assert_eq!(Score::of_number(value), Score::Value(value));
        }
    }

    #[test]
    fn what_is_not_understood_is_left_out() {
        let silence = (None, None, None, None);
        for message in
            ["", "pv depth 3", "Eval NaN", "ev infinity", "n -5", "hello depth", "Depth x-y | Eval ?"]
        {
            assert_eq!(heard(&[message]), silence, "{message}");
        }
        assert_eq!(heard(&["Eval 5", "Eval ?"]).3, Some(Score::Value(5.0)), "what was known stays known");
    }
}
