//! The opening rules, each as a program of steps.

use std::fmt;
use std::str::FromStr;

use super::phase::{Branch, Zone};
use crate::Size;

/// A rule for the first moves. `Display` and `FromStr` give and take its name, with a number behind it where it has
/// one: `soosyrv-8`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum OpeningRule {
    /// None: Black begins and play goes on move by move.
    #[default]
    Free,
    /// Chinese rules of 2009, and the federation's before 2009: one of the 26 openings is placed, the other player may
    /// swap, move 4 is free, and Black offers so many fifth moves of which White keeps one. 三手可交换、五手两打: 2.
    Rif(usize),
    /// One of the 26 openings is placed together with a number of fifth moves, at most this; then as in `Rif`.
    Yamaguchi(usize),
    /// As `Rif`, but White names the number of fifth moves with move 4, at most this, and the other player may swap
    /// once more.
    Soosyrv(usize),
    /// A swap is possible after each of the first four moves, which stand in growing squares. Then Black either places
    /// move 5 within 9x9, after a swap if he likes, and the other may swap, or offers so many fifth moves.
    Taraguchi(usize),
    /// A swap is possible after each of the first five moves, which stand in growing squares.
    Tarannikov,
    /// One of the 26 openings is placed; the other player places moves 4 and 5 within 7x7 and 9x9; the first takes a
    /// color.
    Sakata,
    /// As `Sakata`, and who is to take a color may place two more stones instead and leave the choice to the other.
    SuperSakata,
    /// Three stones are placed; the other player takes a color.
    Swap,
    /// Three stones are placed; the other player takes a color, or places two more and leaves the choice.
    Swap2,
    /// After the first stone the other player takes a color.
    Swap1,
    /// Move 1 on tengen, move 3 outside 5x5.
    Pro,
    /// Move 1 on tengen, move 3 outside 7x7.
    LongPro,
    /// One of the 26 openings is placed, and nothing else: the group without forbidden moves (无禁手组).
    Placed26,
}

/// Who acts in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum By {
    /// The player whose color it is.
    Color,
    /// Who acted last.
    Same,
    /// The other one.
    Other,
}

/// How many fifth moves are offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Count {
    Fixed(usize),
    Declared,
}

/// One step of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// A stone of the color whose move it is.
    Place(By, Zone),
    Swap(By),
    /// By who acted last.
    Declare(usize),
    Offer(Count),
    Select,
    /// By the other one than who acted last; each way with the step where it goes on.
    Choose(&'static [Branch], &'static [usize]),
    GoTo(usize),
    Over,
}

/// The three stones of one of the 26 openings, placed by one player. Within these zones there are no others.
const OPENING: [Step; 3] = [
    Step::Place(By::Color, Zone::Tengen),
    Step::Place(By::Same, Zone::Touching),
    Step::Place(By::Same, Zone::Square(5)),
];

impl OpeningRule {
    /// The rules with their usual numbers.
    pub const ALL: [Self; 14] = [
        Self::Free,
        Self::Rif(2),
        Self::Yamaguchi(12),
        Self::Soosyrv(8),
        Self::Taraguchi(10),
        Self::Tarannikov,
        Self::Sakata,
        Self::SuperSakata,
        Self::Swap,
        Self::Swap2,
        Self::Swap1,
        Self::Pro,
        Self::LongPro,
        Self::Placed26,
    ];
    /// Whether one player begins by placing one of the 26 openings.
    pub fn designates_opening(self) -> bool {
        self.program().starts_with(&OPENING)
    }

    /// The greatest number of offers: so many different ones there are after any four moves on the smallest board.
    pub const MOST_OFFERS: usize = 16;
    /// The smallest board that has room for all zones.
    pub const SMALLEST: usize = 9;

    /// Whether a board is large enough.
    pub fn fits(self, size: Size) -> bool {
        let has_zones = !matches!(self, Self::Free | Self::Swap | Self::Swap2 | Self::Swap1);
        !has_zones || size.side() >= Self::SMALLEST
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Free => "free",
            Self::Rif(_) => "rif",
            Self::Yamaguchi(_) => "yamaguchi",
            Self::Soosyrv(_) => "soosyrv",
            Self::Taraguchi(_) => "taraguchi",
            Self::Tarannikov => "tarannikov",
            Self::Sakata => "sakata",
            Self::SuperSakata => "super-sakata",
            Self::Swap => "swap",
            Self::Swap2 => "swap2",
            Self::Swap1 => "swap1",
            Self::Pro => "pro",
            Self::LongPro => "long-pro",
            Self::Placed26 => "placed-26",
        }
    }

    /// The number of offers in its name.
    const fn number(self) -> Option<usize> {
        match self {
            Self::Rif(n) | Self::Yamaguchi(n) | Self::Soosyrv(n) | Self::Taraguchi(n) => Some(n),
            _ => None,
        }
    }

    const fn with_number(self, n: usize) -> Self {
        match self {
            Self::Rif(_) => Self::Rif(n),
            Self::Yamaguchi(_) => Self::Yamaguchi(n),
            Self::Soosyrv(_) => Self::Soosyrv(n),
            Self::Taraguchi(_) => Self::Taraguchi(n),
            other => other,
        }
    }

    /// Its steps.
    pub(super) fn program(self) -> Vec<Step> {
        use Step::{Choose, Declare, GoTo, Offer, Over, Place, Select};
        const fn square(lines: usize) -> Step {
            Place(By::Color, Zone::Square(lines))
        }
        const FREE: Step = Place(By::Color, Zone::Anywhere);
        const MORE: Step = Place(By::Same, Zone::Anywhere);
        const SWAP: Step = Step::Swap(By::Other);
        const OFFER: Step = Offer(Count::Declared);
        let opening = &OPENING[..];
        match self {
            Self::Free => vec![Over],
            Self::Rif(n) => [opening, &[SWAP, FREE, Offer(Count::Fixed(n)), Select, Over]].concat(),
            Self::Yamaguchi(most) => [opening, &[Declare(most), SWAP, FREE, OFFER, Select, Over]].concat(),
            Self::Soosyrv(most) => {
                [opening, &[SWAP, FREE, Declare(most), SWAP, OFFER, Select, Over]].concat()
            }
            Self::Taraguchi(n) => vec![
                Place(By::Color, Zone::Tengen),
                SWAP,
                square(3),
                SWAP,
                square(5),
                SWAP,
                square(7),
                Choose(&[Branch::Decide, Branch::Offer], &[8, 12]),
                Step::Swap(By::Same),
                square(9),
                SWAP,
                Over,
                Offer(Count::Fixed(n)),
                Select,
                Over,
            ],
            Self::Tarannikov => {
                let places = [Place(By::Color, Zone::Tengen), square(3), square(5), square(7), square(9)];
                places.into_iter().flat_map(|place| [place, SWAP]).chain([Over]).collect()
            }
            Self::Sakata => [opening, &Self::SAKATA, &[SWAP, Over]].concat(),
            Self::SuperSakata => {
                let choose = Choose(&[Branch::Decide, Branch::Extend], &[6, 8]);
                let more = [choose, Step::Swap(By::Same), Over, MORE, MORE, GoTo(5)];
                [opening, &Self::SAKATA, &more].concat()
            }
            Self::Swap => vec![FREE, MORE, MORE, SWAP, Over],
            Self::Swap2 => {
                let choose = Choose(&[Branch::Decide, Branch::Extend], &[4, 6]);
                vec![FREE, MORE, MORE, choose, Step::Swap(By::Same), Over, MORE, MORE, SWAP, Over]
            }
            Self::Swap1 => vec![FREE, SWAP, Over],
            Self::Pro => vec![Place(By::Color, Zone::Tengen), FREE, Place(By::Color, Zone::Outside(5)), Over],
            Self::LongPro => {
                vec![Place(By::Color, Zone::Tengen), FREE, Place(By::Color, Zone::Outside(7)), Over]
            }
            Self::Placed26 => [opening, &[Over]].concat(),
        }
    }

    const SAKATA: [Step; 2] =
        [Step::Place(By::Other, Zone::Square(7)), Step::Place(By::Same, Zone::Square(9))];
}

impl fmt::Display for OpeningRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.number() {
            Some(n) => f.pad(&format!("{}-{n}", self.name())),
            None => f.pad(self.name()),
        }
    }
}

/// A text that names no opening rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseOpeningRuleError;

impl fmt::Display for ParseOpeningRuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = OpeningRule::ALL.iter().map(OpeningRule::to_string).collect();
        write!(f, "not an opening rule: one of {} is needed", names.join(", "))
    }
}

impl std::error::Error for ParseOpeningRuleError {}

impl FromStr for OpeningRule {
    type Err = ParseOpeningRuleError;

    /// Reads a name, such as `rif`, `soosyrv-8` or `chinese`, which is `rif-2`.
    fn from_str(text: &str) -> Result<Self, ParseOpeningRuleError> {
        let text = text.to_ascii_lowercase();
        let text = if text == "chinese" { "rif-2" } else { &text };
        let by_name = |name: &str| Self::ALL.into_iter().find(|rule| rule.name() == name);
        if let Some(rule) = by_name(text) {
            return Ok(rule);
        }
        let (name, digits) = text.rsplit_once('-').ok_or(ParseOpeningRuleError)?;
        let rule = by_name(name).filter(|rule| rule.number().is_some()).ok_or(ParseOpeningRuleError)?;
        let n = digits.parse().ok().filter(|n| (1..=Self::MOST_OFFERS).contains(n));
        Ok(rule.with_number(n.ok_or(ParseOpeningRuleError)?))
    }
}
