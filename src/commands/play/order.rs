//! What a person types.

use tianyuan_arena::people::text::normalized;
use tianyuan_rules::Point;
use tianyuan_rules::opening::{Act, Branch, Phase};

/// What is to be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Order {
    /// A stone of the game, and whether a draw is offered with it.
    Stone(Point, bool),
    /// An act of the opening.
    Act(Act),
    /// No stone.
    Pass,
    /// The last decision is taken back.
    Undo,
    /// What the engine would do.
    Hint,
    /// The game is given up.
    Resign,
    /// The engine is asked for a draw, which goes with a move only.
    Draw,
    /// The engine's offer of a draw is taken.
    Accept,
    /// The engine's offer of a draw is refused.
    Decline,
    /// The clocks are shown.
    Clocks,
    /// The time that both sides share is split in halves.
    Split,
    /// The board is shown again.
    Board,
    /// The game is written to a file.
    Save(String),
    /// Another game is gone on with.
    Load(String),
    /// What can be said.
    Help,
    /// Good-bye; the game is kept.
    Quit,
}

/// Words and what they mean, in both languages.
const WORDS: [(&[&str], Order); 13] = [
    (&["undo", "u", "悔棋"], Order::Undo),
    (&["hint", "提示"], Order::Hint),
    (&["pass", "停一手", "放弃"], Order::Pass),
    (&["resign", "认输"], Order::Resign),
    (&["draw", "和棋", "提和"], Order::Draw),
    (&["accept", "同意"], Order::Accept),
    (&["decline", "不同意"], Order::Decline),
    (&["clock", "clocks", "时间"], Order::Clocks),
    (&["split", "平分"], Order::Split),
    (&["board", "b", "棋盘"], Order::Board),
    (&["help", "h", "?", "帮助"], Order::Help),
    (&["quit", "exit", "q", "退出"], Order::Quit),
    (&["swap", "交换"], Order::Act(Act::Swap)),
];

/// More words for acts, beside those that [`Phase::read`] knows.
const ACTS: [(&str, Act); 4] = [
    ("不交换", Act::Stay),
    ("选色", Act::Choose(Branch::Decide)),
    ("加两子", Act::Choose(Branch::Extend)),
    ("多打", Act::Choose(Branch::Offer)),
];

/// Reads a line as far as it makes sense in this phase; `None` if it does not.
pub(super) fn read(line: &str, phase: Phase) -> Option<Order> {
    let lower = normalized(line.trim());
    let words: Vec<&str> = lower.split([' ', ',', '\t']).filter(|word| !word.is_empty()).collect();
    if let [word] = words[..] {
        let is_it = |names: &&[&str]| names.contains(&word);
        if let Some((_, order)) = WORDS.iter().find(|(names, _)| is_it(names)) {
            return Some(order.clone());
        }
        if let Some((_, act)) = ACTS.iter().find(|(name, _)| *name == word) {
            return Some(Order::Act(act.clone()));
        }
    }
    match words.split_first()? {
        (&("save" | "存盘"), _) => name_behind(line).map(Order::Save),
        (&("load" | "读谱"), _) => name_behind(line).map(Order::Load),
        (&("n" | "打点"), [number]) => number.parse().ok().map(|n| Order::Act(Act::Declare(n))),
        _ if phase == Phase::Over => stone(&words),
        // It is understood, and refused with the reason.
        _ if matches!(stone(&words), Some(Order::Stone(_, true))) => Some(Order::Draw),
        _ => phase.read(&words.join(" ")).map(Order::Act),
    }
}

/// What stands behind the first word, as it was typed.
fn name_behind(line: &str) -> Option<String> {
    let name = line.trim().split_once([' ', '\t', '\u{3000}'])?.1.trim();
    Some(name.to_owned()).filter(|name| !name.is_empty())
}

/// A stone of the game.
fn stone(words: &[&str]) -> Option<Order> {
    match words {
        [point] => point.parse().ok().map(|point| Order::Stone(point, false)),
        [point, "draw" | "和棋" | "提和"] => point.parse().ok().map(|point| Order::Stone(point, true)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(point: &str) -> Point {
        point.parse().expect("a point")
    }

    #[test]
    fn both_languages_mean_the_same() {
        for (names, order) in WORDS {
            for name in names {
                assert_eq!(read(&format!(" {name}  "), Phase::Over), Some(order.clone()), "{name}");
                assert_eq!(read(&name.to_uppercase(), Phase::Swap), Some(order.clone()), "{name}");
            }
        }
    }

    #[test]
    fn points_are_what_the_phase_asks_for() {
        assert_eq!(read("h8", Phase::Over), Some(Order::Stone(at("h8"), false)));
        assert_eq!(read("H8 draw", Phase::Over), Some(Order::Stone(at("h8"), true)));
        assert_eq!(read("h8 和棋", Phase::Over), Some(Order::Stone(at("h8"), true)));
        assert_eq!(read("h8", Phase::Select), Some(Order::Act(Act::Select(at("h8")))));
        let offer = Order::Act(Act::Offer(vec![at("h8"), at("g7")]));
        assert_eq!(read("h8, g7", Phase::Offer { count: 2 }), Some(offer));
        assert_eq!(read("h8 g7", Phase::Over), None);
        assert_eq!(read("number 3", Phase::Declare { most: 8 }), Some(Order::Act(Act::Declare(3))));
    }

    #[test]
    fn nonsense_is_nothing() {
        for line in
            ["", "  ", "h99x", "number", "number x", "save", "save  ", "load", "z\u{0}", "h8 h8 h8", "悔"]
        {
            assert_eq!(read(line, Phase::Over), None, "{line:?}");
        }
        assert_eq!(read("save My Game.sgf", Phase::Over), Some(Order::Save("My Game.sgf".into())));
    }
}
