//! Questions about openings as managers ask them, and what the answers are.
//!
//! `SWAP2BOARD` is Gomocup's; the other words are those of a written proposal that some engines know.

use std::fmt::Write as _;

use tianyuan_rules::opening::{Act, Branch, OpeningGame, OpeningRule, Phase};
use tianyuan_rules::{Color, Point};

use super::engine::{coord, point};
use super::line::numbers;

/// The lines that ask for what has to be done now, and the word that they begin with; `None` where no word asks for it.
pub(super) fn question(game: &OpeningGame) -> Option<(String, String)> {
    let word = word(game)?;
    let has_lines =
        !matches!(word.as_str(), "RIFSTEP1" | "YAMAGUCHISTEP1") && !word.starts_with("SOOSYRVSTEP1");
    let mut lines = format!("{word}\n");
    if has_lines {
        for &stone in game.stones() {
            let _ = writeln!(lines, "{}", coord(stone, game.size()));
        }
        lines.push_str("DONE\n");
    }
    if !game.offers().is_empty() {
        let offers: Vec<String> = game.offers().iter().map(|&offer| coord(offer, game.size())).collect();
        let _ = writeln!(lines, "{}", offers.join(" "));
    }
    Some((lines, word))
}

fn word(game: &OpeningGame) -> Option<String> {
    let step = |stem: &str, steps: [u8; 5], number: Option<usize>| {
        let n = match (game.phase(), game.stones().len()) {
            (Phase::Place { .. }, 0) => steps[0],
            (Phase::Swap, _) => steps[1],
            (Phase::Place { .. }, _) => steps[2],
            (Phase::Offer { .. }, _) => steps[3],
            (Phase::Select, _) => steps[4],
            _ => return None,
        };
        let number = number.map(|number| format!(" {number}")).unwrap_or_default();
        Some(format!("{stem}STEP{n}{number}"))
    };
    let whole = |word: &str| Some(word.to_owned());
    match game.rule() {
        OpeningRule::Swap2 => whole("SWAP2BOARD"),
        OpeningRule::Swap => whole("SWAPBOARD"),
        OpeningRule::Swap1 => whole("SWAP1STBOARD"),
        OpeningRule::Pro => whole("PROBOARD"),
        OpeningRule::LongPro => whole("LONGPROBOARD"),
        OpeningRule::Rif(2) => step("RIF", [1, 2, 3, 4, 5], None),
        OpeningRule::Yamaguchi(_) => step("YAMAGUCHI", [1, 2, 3, 4, 5], game.declared()),
        OpeningRule::Soosyrv(most) => {
            let number = game.declared().or(Some(most));
            let swap = if game.declared().is_some() { 4 } else { 2 };
            step("SOOSYRV", [1, swap, 3, 5, 6], number)
        }
        _ => None,
    }
}

/// What a line of an engine means: `SWAP`, or points and perhaps a number of fifth moves behind them. The acts, and
/// the move that follows them. `None` if it is no such line; what is not allowed is for the referee to see.
pub(super) fn acts(game: &OpeningGame, line: &str) -> Option<(Vec<Act>, Option<Point>)> {
    let (points, number) = read(game, line)?;
    let swaps = line.eq_ignore_ascii_case("SWAP");
    let (mut game, actor) = (game.clone(), game.actor());
    let (mut points, mut acts) = (points.into_iter().peekable(), Vec::new());
    let n_points = points.len();
    while game.phase() != Phase::Over && game.actor() == actor {
        let act = match game.phase() {
            Phase::Swap => decision(&game, swaps),
            Phase::Choose { .. } if n_points == 2 => Act::Choose(Branch::Extend),
            Phase::Choose { .. } => Act::Choose(Branch::Decide),
            Phase::Declare { .. } => Act::Declare(number?),
            Phase::Offer { .. } => Act::Offer(points.by_ref().collect()),
            Phase::Select => Act::Select(points.next()?),
            Phase::Place { .. } => Act::Place(points.next()?),
            Phase::Over => break,
        };
        acts.push(act.clone());
        if game.act(act).is_err() {
            return Some((acts, None));
        }
    }
    Some((acts, points.next()))
}

/// What `SWAP` or its absence means. In swap2 it is the word for taking Black, which who placed the first stones has
/// already when he is asked after five.
fn decision(game: &OpeningGame, says_swap: bool) -> Act {
    let has_black = game.rule() == OpeningRule::Swap2 && game.color(game.actor()) == Color::Black;
    if says_swap == has_black { Act::Stay } else { Act::Swap }
}

/// The points of a line and the number behind them. A point outside the board is no answer.
fn read(game: &OpeningGame, line: &str) -> Option<(Vec<Point>, Option<usize>)> {
    if line.eq_ignore_ascii_case("SWAP") {
        return Some((Vec::new(), None));
    }
    let mut words: Vec<&str> = line.split_whitespace().collect();
    let number = words.last().and_then(|word| word.parse().ok());
    if number.is_some() {
        words.pop();
    }
    let points = words.iter().map(|word| point(numbers(word)?, game.size()));
    let points: Vec<Point> = points.collect::<Option<_>>()?;
    (!points.is_empty()).then_some((points, number))
}

#[cfg(test)]
mod tests {
    use tianyuan_rules::{Rule, Size};

    use super::*;

    fn game(rule: OpeningRule, acts: &[Act]) -> OpeningGame {
        let mut game = OpeningGame::new(rule, Size::STANDARD, Rule::Renju).unwrap();
        for act in acts {
            game.act(act.clone()).unwrap();
        }
        game
    }

    fn placed(text: &str) -> Vec<Act> {
        text.split(' ').map(|point| Act::Place(point.parse().unwrap())).collect()
    }

    fn asked(rule: OpeningRule, acts: &[Act]) -> String {
        question(&game(rule, acts)).map_or_else(String::new, |(lines, _)| lines.replace('\n', " "))
    }

    #[test]
    fn questions_are_those_of_the_rules() {
        let three = placed("h8 h9 i9");
        let four = [three.clone(), vec![Act::Stay], placed("h7")].concat();
        let offers: Vec<_> = ["a1", "b3"].map(|text| text.parse().unwrap()).to_vec();
        let offered = [four.clone(), vec![Act::Offer(offers)]].concat();
        let rif = OpeningRule::Rif(2);
        assert_eq!(asked(OpeningRule::Swap2, &[]), "SWAP2BOARD DONE ");
        assert_eq!(asked(OpeningRule::Swap2, &placed("a1 b2 c4")), "SWAP2BOARD 0,14 1,13 2,11 DONE ");
        assert_eq!(asked(rif, &[]), "RIFSTEP1 ");
        assert_eq!(asked(rif, &three), "RIFSTEP2 7,7 7,6 8,6 DONE ");
        assert_eq!(asked(rif, &[three.clone(), vec![Act::Swap]].concat()), "RIFSTEP3 7,7 7,6 8,6 DONE ");
        assert_eq!(asked(rif, &four), "RIFSTEP4 7,7 7,6 8,6 7,8 DONE ");
        assert_eq!(asked(rif, &offered), "RIFSTEP5 7,7 7,6 8,6 7,8 DONE 0,14 1,12 ");
        let declared = [four, vec![Act::Declare(3)]].concat();
        assert_eq!(asked(OpeningRule::Soosyrv(8), &declared), "SOOSYRVSTEP4 3 7,7 7,6 8,6 7,8 DONE ");
        assert_eq!(asked(OpeningRule::Soosyrv(8), &three), "SOOSYRVSTEP2 8 7,7 7,6 8,6 DONE ");
        assert_eq!(asked(OpeningRule::Taraguchi(10), &[]), "", "no word asks for its choice");
    }

    #[test]
    fn answers_are_understood() {
        let understood = |rule, before: &[Act], line: &str| acts(&game(rule, before), line);
        let three = placed("a1 b2 c4");
        let decide = |act| vec![Act::Choose(Branch::Decide), act];
        let swap2 = OpeningRule::Swap2;
        assert_eq!(understood(swap2, &[], "0,14 1,13 2,11"), Some((three.clone(), None)));
        assert_eq!(understood(swap2, &three, "SWAP"), Some((decide(Act::Swap), None)));
        assert_eq!(
            understood(swap2, &three, "7,7"),
            Some((decide(Act::Stay), Some("h8".parse().unwrap()))),
            "White stays and moves"
        );
        let five = [three, vec![Act::Choose(Branch::Extend)], placed("d5 e7")].concat();
        assert_eq!(understood(swap2, &five, "swap"), Some((vec![Act::Stay], None)), "Black is kept");
        let start = placed("h8 h9 i9");
        let soosyrv = OpeningRule::Soosyrv(8);
        let acts = [vec![Act::Stay], placed("h7"), vec![Act::Declare(4)]].concat();
        assert_eq!(understood(soosyrv, &start, "7,8 4"), Some((acts, None)));
        for nonsense in ["", "OK", "7", "swap 7,7", "15,15", "7,7 x"] {
            assert_eq!(understood(soosyrv, &start, nonsense), None, "{nonsense:?}");
        }
    }
}
