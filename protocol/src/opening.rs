//! Words of the opening phases: which question each asks, and how its answer is written.
//!
//! Three families ask. Gomocup's `SWAP2BOARD` and the words proposed beside it give points as they are written in
//! moves, on one line; `SWAP` says that colors are exchanged. Yixin-Board's steps are answered in messages of their
//! own, which have blanks between numbers.

use tianyuan_rules::opening::{Act, Branch, Illegal, OpeningGame, OpeningRule, Phase};
use tianyuan_rules::{Color, Point, Rule, Size};

use crate::{Axes, Coord, Reply};

/// A question about an opening, as a manager asks it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpeningQuestion {
    /// Its word.
    pub word: OpeningWord,
    /// The number behind the word: of fifth moves.
    pub number: Option<usize>,
    /// The stones, in the order in which they count as moves.
    pub moves: Vec<Coord>,
    /// The fifth moves that were offered, where a line of them follows the stones.
    pub offers: Vec<Coord>,
}

/// A word of the opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OpeningWord {
    /// `SWAP2BOARD`: 0, 3 or 5 stones.
    Swap2Board,
    /// `SWAPBOARD`: 0 or 3 stones.
    SwapBoard,
    /// `SWAP1STBOARD`: 0 stones or 1.
    Swap1stBoard,
    /// `PROBOARD`: 0 to 2 stones.
    ProBoard,
    /// `LONGPROBOARD`: 0 to 2 stones.
    LongProBoard,
    /// `RIFSTEP1` to 5.
    Rif(u8),
    /// `YAMAGUCHISTEP1` to 5.
    Yamaguchi(u8),
    /// `SOOSYRVSTEP1` to 6.
    Soosyrv(u8),
    /// `TARAGUCHISTEP1` to 4.
    Taraguchi(u8),
    /// `yxswap2step1` to 3; the stones are those on the board.
    YxSwap2(u8),
    /// `yxsoosorvstep1` to 6.
    YxSoosorv(u8),
}

/// Words with steps: the letters before the number, the greatest number, and the word of a number.
type Steps = (&'static [u8], u8, fn(u8) -> OpeningWord);

/// All of them.
const STEPS: [Steps; 6] = [
    (b"RIFSTEP", 5, OpeningWord::Rif),
    (b"YAMAGUCHISTEP", 5, OpeningWord::Yamaguchi),
    (b"SOOSYRVSTEP", 6, OpeningWord::Soosyrv),
    (b"TARAGUCHISTEP", 4, OpeningWord::Taraguchi),
    (b"YXSWAP2STEP", 3, OpeningWord::YxSwap2),
    (b"YXSOOSORVSTEP", 6, OpeningWord::YxSoosorv),
];

/// Why an opening cannot be asked about so.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadOpening {
    /// A stone or an offer is not on the board.
    #[error("{0} is outside the board")]
    Outside(Coord),
    /// The board is too small for the rule.
    #[error("the board is too small for this opening")]
    TooSmall,
    /// An act that leads there is not allowed.
    #[error("{0}")]
    Illegal(Illegal),
    /// The stones do not lead to what is asked.
    #[error("not so many stones are due here")]
    Stones,
}

impl OpeningWord {
    /// The word with this name in capitals.
    pub(crate) fn named(name: &[u8]) -> Option<Self> {
        let steps = STEPS.iter().find_map(|&(stem, most, word)| match name.strip_prefix(stem)? {
            [digit @ b'1'..=b'9'] if digit - b'0' <= most => Some(word(digit - b'0')),
            _ => None,
        });
        steps.or(match name {
            b"SWAP2BOARD" => Some(Self::Swap2Board),
            b"SWAPBOARD" => Some(Self::SwapBoard),
            b"SWAP1STBOARD" => Some(Self::Swap1stBoard),
            b"PROBOARD" => Some(Self::ProBoard),
            b"LONGPROBOARD" => Some(Self::LongProBoard),
            _ => None,
        })
    }

    /// Whether stones follow in lines, up to `DONE`.
    pub(crate) const fn has_lines(self) -> bool {
        !matches!(
            self,
            Self::YxSwap2(_) | Self::YxSoosorv(1) | Self::Rif(1) | Self::Yamaguchi(1) | Self::Soosyrv(1)
        )
    }

    /// Whether a line of offers follows the `DONE`.
    pub(crate) const fn has_offers(self) -> bool {
        matches!(self, Self::Rif(5) | Self::Yamaguchi(5) | Self::Soosyrv(6) | Self::Taraguchi(4))
    }

    /// Whether it is one of Yixin-Board's steps. Their answers do not hold the move that follows the opening: it is
    /// asked for afterwards.
    pub(crate) const fn is_yixins(self) -> bool {
        matches!(self, Self::YxSwap2(_) | Self::YxSoosorv(_))
    }

    /// The opening rule, with the number that was said or the usual one.
    fn rule(self, number: Option<usize>) -> OpeningRule {
        let number = |usual| number.unwrap_or(usual).clamp(1, OpeningRule::MOST_OFFERS);
        match self {
            Self::Swap2Board | Self::YxSwap2(_) => OpeningRule::Swap2,
            Self::SwapBoard => OpeningRule::Swap,
            Self::Swap1stBoard => OpeningRule::Swap1,
            Self::ProBoard => OpeningRule::Pro,
            Self::LongProBoard => OpeningRule::LongPro,
            Self::Rif(_) => OpeningRule::Rif(number(2)),
            Self::Yamaguchi(1) => OpeningRule::Yamaguchi(12),
            Self::Yamaguchi(_) => OpeningRule::Yamaguchi(number(12)),
            // From the fourth step on the number is the one that was declared.
            Self::Soosyrv(_) => OpeningRule::Soosyrv(number(8)),
            Self::YxSoosorv(_) => OpeningRule::Soosyrv(number(8).max(8)),
            Self::Taraguchi(_) => OpeningRule::Taraguchi(number(10)),
        }
    }

    /// What is asked: the phase that the stones must have led to.
    const fn asks(self, n_stones: usize) -> Asked {
        match self {
            Self::Swap2Board | Self::SwapBoard | Self::Swap1stBoard if n_stones == 0 => Asked::Stones,
            Self::Swap2Board | Self::YxSwap2(2) if n_stones == 3 => Asked::Choice,
            Self::ProBoard
            | Self::LongProBoard
            | Self::Rif(1 | 3)
            | Self::Yamaguchi(1 | 3)
            | Self::Soosyrv(1 | 3)
            | Self::Taraguchi(1)
            | Self::YxSwap2(1)
            | Self::YxSoosorv(1 | 3) => Asked::Stones,
            Self::Rif(4)
            | Self::Yamaguchi(4)
            | Self::Soosyrv(5)
            | Self::Taraguchi(3)
            | Self::YxSoosorv(5) => Asked::Offers,
            Self::Rif(5)
            | Self::Yamaguchi(5)
            | Self::Soosyrv(6)
            | Self::Taraguchi(4)
            | Self::YxSoosorv(6) => Asked::Selection,
            _ => Asked::Swap,
        }
    }
}

/// What a question is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    Stones,
    Swap,
    Choice,
    Offers,
    Selection,
}

impl Asked {
    fn fits(self, phase: Phase) -> bool {
        match self {
            Self::Stones => matches!(phase, Phase::Place { .. }),
            Self::Swap => phase == Phase::Swap,
            Self::Choice => matches!(phase, Phase::Choose { .. }),
            Self::Offers => matches!(phase, Phase::Offer { .. }),
            Self::Selection => phase == Phase::Select,
        }
    }
}

impl OpeningQuestion {
    /// The opening as it stands when the question is asked. Decisions that the question does not tell of are taken to
    /// be such that colors stay: who plays which changes nothing in what is asked.
    ///
    /// # Errors
    ///
    /// Why the stones cannot stand so, or are not those that the word asks about.
    pub fn game(&self, axes: Axes, size: Size, law: Rule) -> Result<OpeningGame, BadOpening> {
        let points = |coords: &[Coord]| -> Result<Vec<Point>, BadOpening> {
            let point = |&coord: &Coord| axes.point(coord, size).ok_or(BadOpening::Outside(coord));
            coords.iter().map(point).collect()
        };
        let (mut stones, mut offers) = (points(&self.moves)?, points(&self.offers)?);
        if self.word == OpeningWord::YxSoosorv(6) {
            offers = stones.split_off(stones.len().min(4));
        }
        let number = if offers.is_empty() { self.number } else { Some(offers.len()) };
        let rule = self.word.rule(number);
        let mut game = OpeningGame::new(rule, size, law).ok_or(BadOpening::TooSmall)?;
        for &stone in &stones {
            self.lead(&mut game, &offers, |phase| matches!(phase, Phase::Place { .. }))?;
            game.act(Act::Place(stone)).map_err(BadOpening::Illegal)?;
        }
        let asked = self.word.asks(stones.len());
        self.lead(&mut game, &offers, |phase| asked.fits(phase))?;
        if game.stones().len() == stones.len() { Ok(game) } else { Err(BadOpening::Stones) }
    }

    /// Acts without stones until a phase is reached.
    fn lead(
        &self,
        game: &mut OpeningGame,
        offers: &[Point],
        is_reached: impl Fn(Phase) -> bool,
    ) -> Result<(), BadOpening> {
        while !is_reached(game.phase()) {
            let act = match game.phase() {
                Phase::Swap => Act::Stay,
                Phase::Declare { most } => Act::Declare(self.number.unwrap_or(offers.len()).clamp(1, most)),
                Phase::Offer { .. } if !offers.is_empty() => Act::Offer(offers.to_vec()),
                Phase::Choose { branches } => Act::Choose(self.branch(branches)),
                Phase::Place { .. } | Phase::Offer { .. } | Phase::Select | Phase::Over => {
                    return Err(BadOpening::Stones);
                }
            };
            game.act(act).map_err(BadOpening::Illegal)?;
        }
        Ok(())
    }

    /// The way that leads on to what is asked.
    fn branch(&self, branches: &[Branch]) -> Branch {
        let wanted = match self.word {
            OpeningWord::Taraguchi(3 | 4) => Branch::Offer,
            OpeningWord::Swap2Board | OpeningWord::YxSwap2(_) => Branch::Extend,
            _ => Branch::Decide,
        };
        if branches.contains(&wanted) { wanted } else { Branch::Decide }
    }

    /// The answer in the words of whoever asked: `game` is as it was then. `then`: the move that follows the acts, if it
    /// is due.
    pub(crate) fn answer(
        &self,
        game: &OpeningGame,
        acts: &[Act],
        then: Option<Point>,
        axes: Axes,
    ) -> Vec<Reply> {
        let swaps = is_swap(game, acts);
        let size = game.size();
        let points: Vec<Coord> = acts
            .iter()
            .flat_map(|act| match act {
                Act::Place(point) | Act::Select(point) => vec![*point],
                Act::Offer(points) => points.clone(),
                _ => Vec::new(),
            })
            .map(|point| axes.coord(point, size))
            .collect();
        let declared = acts.iter().find_map(|act| if let Act::Declare(n) = act { Some(*n) } else { None });
        match self.word {
            OpeningWord::YxSwap2(step) => swap2_messages(step, swaps, &points),
            OpeningWord::YxSoosorv(step) => soosorv_messages(step, swaps, &points, declared),
            _ if swaps => vec![Reply::Swap],
            _ => {
                let then = then.map(|point| axes.coord(point, size));
                vec![Reply::Moves(points.into_iter().chain(then).collect(), declared)]
            }
        }
    }
}

/// Whether `SWAP` is said, or its answer is yes: that colors are exchanged. In swap2 it is the word for taking Black,
/// which who placed the first stones has already when he is asked after five.
fn is_swap(game: &OpeningGame, acts: &[Act]) -> bool {
    let has_black = game.rule() == OpeningRule::Swap2 && game.color(game.actor()) == Color::Black;
    acts.contains(if has_black { &Act::Stay } else { &Act::Swap })
}

fn yes(yes: bool) -> &'static str {
    if yes { "YES" } else { "NO" }
}

fn blank(coord: Coord) -> String {
    format!("{} {}", coord.first, coord.second)
}

/// The answers to `yxswap2step1` to 3.
fn swap2_messages(step: u8, swaps: bool, points: &[Coord]) -> Vec<Reply> {
    let first = if step == 1 { 1 } else { 4 };
    let moves = (first..).zip(points).map(|(n, &point)| format!("SWAP2 MOVE{n} {}", blank(point)));
    let said: Vec<String> = match (step, swaps) {
        (1, _) => moves.collect(),
        // Two stones leave the choice to the other player.
        (2, false) if points.len() == 2 => moves.collect(),
        (2, _) => vec![format!("SWAP2 SWAP1 {}", yes(swaps))],
        _ => vec![format!("SWAP2 SWAP2 {}", yes(swaps))],
    };
    said.into_iter().map(Reply::Message).collect()
}

/// The answers to `yxsoosorvstep1` to 6.
fn soosorv_messages(step: u8, swaps: bool, points: &[Coord], declared: Option<usize>) -> Vec<Reply> {
    let said: Vec<String> = match step {
        1 => (1..).zip(points).map(|(n, &point)| format!("SOOSORV MOVE{n} {}", blank(point))).collect(),
        2 => vec![format!("SOOSORV SWAP1 {}", yes(swaps))],
        3 => {
            let n = declared.unwrap_or(1);
            points.iter().take(1).map(|&point| format!("SOOSORV MOVE4 {} {n}", blank(point))).collect()
        }
        4 => vec![format!("SOOSORV SWAP2 {}", yes(swaps))],
        5 => {
            let offers = points.iter().map(|&point| format!("SOOSORV MOVE5 {}", blank(point)));
            let (begin, end) = ("SOOSORV MOVE5 REFRESH".to_owned(), "SOOSORV MOVE5 DONE".to_owned());
            std::iter::once(begin).chain(offers).chain([end]).collect()
        }
        _ => points.iter().take(1).map(|&point| format!("SOOSORV MOVE5C {}", blank(point))).collect(),
    };
    said.into_iter().map(Reply::Message).collect()
}
