//! The numbers of the evaluation of one rule, and their file.
//!
//! ```text
//! "TYWT" │ version, 2 bytes │ rule, 1 │ 0, 1 │ black's values, attack, defence │ white's │ terms │ checksum, 8
//! ```
//!
//! All numbers are little-endian, those of the tables 2 bytes each, in the order of [`combinations`]. The checksum is
//! the [`digest`] of all that stands before it.

use tianyuan_rules::key::digest;
use tianyuan_rules::line::Shape;
use tianyuan_rules::{ByColor, Color, Rule};

use crate::hand::{hand_made, terms_made_by_games};
use crate::pattern::{Class, MAX_SUM, WEIGHT};

/// How many combinations of four shapes there are, in whatever order.
pub const COMBINATIONS: usize = 1365;
/// Values of a point, in eighths of a unit, lie below this.
pub const VALUE_LIMIT: i16 = 2048;
/// Ordering scores lie between this and its negative.
pub const SCORE_LIMIT: i16 = 4096;

/// The numbers of the evaluation of one rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// The tables of each color.
    pub colors: ByColor<ColorWeights>,
    /// What is said of a board as a whole.
    pub terms: Terms,
}

/// The numbers of one color, by the combination of a point's four shapes, in the order of [`combinations`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ColorWeights {
    /// What an empty point is worth to the side that could make those shapes there, in eighths of a unit, 0 to
    /// [`VALUE_LIMIT`].
    pub values: Vec<i16>,
    /// How well a move there is worth looking at first, for that side; below [`SCORE_LIMIT`].
    pub attack: Vec<i16>,
    /// The same for its opponent, who takes the point away. 0 where the point may be forbidden.
    pub defence: Vec<i16>,
}

/// What is said of a board as a whole, in units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The right to move.
    pub tempo: i16,
    /// What the side to move gains by points of its own.
    pub own: ThreatTerms,
    /// What it loses by points of the opponent.
    pub opponent: ThreatTerms,
    /// What it loses if the opponent threatens a straight four.
    pub under_threat: i16,
}

/// For each kind of point, of which at most two count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ThreatTerms {
    /// A four and a three at once.
    pub four_three: i16,
    /// A four.
    pub four: i16,
    /// Two threes at once.
    pub double_three: i16,
    /// An open three.
    pub open_three: i16,
}

/// All combinations of four shapes, each in ascending order, in the order of the tables.
pub fn combinations() -> impl Iterator<Item = [Shape; 4]> {
    let from = |least: usize| least..Shape::COUNT;
    let quadruples = from(0).flat_map(move |a| {
        from(a).flat_map(move |b| from(b).flat_map(move |c| from(c).map(move |d| [a, b, c, d])))
    });
    quadruples.map(|indices| indices.map(Shape::from_index))
}

/// The place of each combination in the tables, by the sum of its shapes' weights ([`Field::sum`](crate::Field::sum)).
pub fn places() -> Vec<u16> {
    let mut places = vec![0; usize::from(MAX_SUM) + 1];
    for (place, shapes) in (0..).zip(combinations()) {
        let sum: u16 = shapes.iter().map(|shape| WEIGHT[shape.index()]).sum();
        places[usize::from(sum)] = place;
    }
    places
}

/// Why bytes are no weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WeightsError {
    /// They are something else, or cut off.
    NoWeights,
    /// They are of this version.
    Version(u16),
    /// They are of another rule than was asked for.
    Rule,
    /// They are damaged.
    Damaged,
    /// A value or a score lies outside its range.
    Range,
}

impl std::fmt::Display for WeightsError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::NoWeights => f.write_str("these are no tables of the evaluation"),
            Self::Version(version) => write!(f, "tables of version {version} are not known, {VERSION} is"),
            Self::Rule => f.write_str("these tables are of another rule"),
            Self::Damaged => f.write_str("these tables are damaged"),
            Self::Range => f.write_str("a number of these tables is outside its range"),
        }
    }
}

impl std::error::Error for WeightsError {}

const MAGIC: [u8; 4] = *b"TYWT";
const VERSION: u16 = 1;
/// Numbers of all tables, and of the terms.
const NUMBERS: usize = 2 * 3 * COMBINATIONS + Terms::COUNT;
const HEAD: usize = 8;
const CHECKSUM: usize = 8;

impl Weights {
    /// The numbers made by hand and by games of all rules together. [`Weights::of_rule`] has those of the program.
    pub fn made_by_hand(rule: Rule) -> Self {
        let color = |color: Color| {
            let mut weights = ColorWeights { values: Vec::new(), attack: Vec::new(), defence: Vec::new() };
            for shapes in combinations() {
                let numbers = hand_made(shapes, Class::of(shapes, rule.forbids(color)));
                weights.values.push(numbers.value);
                weights.attack.push(numbers.attack);
                weights.defence.push(numbers.defence);
            }
            weights
        };
        Self { colors: ByColor::new(color(Color::Black), color(Color::White)), terms: terms_made_by_games() }
    }

    /// The bytes of a file.
    pub fn bytes(&self, rule: Rule) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend([rule_number(rule), 0]);
        for color in Color::ALL {
            let ColorWeights { values, attack, defence } = &self.colors[color];
            bytes.extend(
                [values, attack, defence].into_iter().flatten().flat_map(|number| number.to_le_bytes()),
            );
        }
        bytes.extend(self.terms.numbers().into_iter().flat_map(i16::to_le_bytes));
        bytes.extend(digest(bytes.iter().copied()).to_le_bytes());
        bytes
    }

    /// The weights of these bytes, which must be of this rule.
    pub fn read(bytes: &[u8], rule: Rule) -> Result<Self, WeightsError> {
        let (weights, named) = Self::read_any(bytes)?;
        if named == rule { Ok(weights) } else { Err(WeightsError::Rule) }
    }

    /// The weights of these bytes, and the rule that they are of.
    pub fn read_any(bytes: &[u8]) -> Result<(Self, Rule), WeightsError> {
        let (head, rest) = bytes.split_at_checked(HEAD).ok_or(WeightsError::NoWeights)?;
        if head[..4] != MAGIC {
            return Err(WeightsError::NoWeights);
        }
        let version = u16::from_le_bytes([head[4], head[5]]);
        if version != VERSION {
            return Err(WeightsError::Version(version));
        }
        if rest.len() != 2 * NUMBERS + CHECKSUM {
            return Err(WeightsError::NoWeights);
        }
        let (numbers, sum) = rest.split_at(2 * NUMBERS);
        if digest(bytes[..HEAD + 2 * NUMBERS].iter().copied()).to_le_bytes() != *sum {
            return Err(WeightsError::Damaged);
        }
        let rule = *Rule::ALL.get(usize::from(head[6])).ok_or(WeightsError::NoWeights)?;
        Ok((Self::of_numbers(numbers)?, rule))
    }

    /// The weights of numbers in the order of the file.
    fn of_numbers(bytes: &[u8]) -> Result<Self, WeightsError> {
        let mut numbers = bytes.as_chunks::<2>().0.iter().map(|&number| i16::from_le_bytes(number));
        let mut table = || -> Vec<i16> { numbers.by_ref().take(COMBINATIONS).collect() };
        let mut color = || ColorWeights { values: table(), attack: table(), defence: table() };
        let colors = ByColor::new(color(), color());
        let terms =
            Terms::of_numbers(numbers.collect::<Vec<_>>().try_into().map_err(|_| WeightsError::NoWeights)?);
        if Color::ALL.into_iter().all(|color| colors[color].are_in_range()) {
            Ok(Self { colors, terms })
        } else {
            Err(WeightsError::Range)
        }
    }
}

impl ColorWeights {
    fn are_in_range(&self) -> bool {
        let is_score = |score: &i16| score.unsigned_abs() < SCORE_LIMIT.unsigned_abs();
        self.values.iter().all(|value| (0..VALUE_LIMIT).contains(value))
            && self.attack.iter().chain(&self.defence).all(is_score)
    }
}

impl Terms {
    /// How many numbers there are.
    pub const COUNT: usize = 10;

    /// The numbers in the order of the file.
    pub const fn numbers(self) -> [i16; Self::COUNT] {
        let (own, opp) = (self.own, self.opponent);
        [
            self.tempo,
            own.four_three,
            own.four,
            own.double_three,
            own.open_three,
            opp.four_three,
            opp.four,
            opp.double_three,
            opp.open_three,
            self.under_threat,
        ]
    }

    /// The terms of these numbers.
    pub fn of_numbers(numbers: [i16; Self::COUNT]) -> Self {
        let threats = |at: usize| ThreatTerms {
            four_three: numbers[at],
            four: numbers[at + 1],
            double_three: numbers[at + 2],
            open_three: numbers[at + 3],
        };
        Self { tempo: numbers[0], own: threats(1), opponent: threats(5), under_threat: numbers[9] }
    }
}

/// The number of a rule in a file.
fn rule_number(rule: Rule) -> u8 {
    let index = Rule::ALL.iter().position(|&one| one == rule).unwrap_or_default();
    u8::try_from(index).unwrap_or(u8::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_read_back() {
        for rule in Rule::ALL {
            let weights = Weights::made_by_hand(rule);
            let bytes = weights.bytes(rule);
            assert_eq!(Weights::read(&bytes, rule), Ok(weights));
            let other = if rule == Rule::Renju { Rule::Caro } else { Rule::Renju };
            assert_eq!(Weights::read(&bytes, other), Err(WeightsError::Rule));
        }
    }

    #[test]
    fn damage_is_noticed() {
        let bytes = Weights::made_by_hand(Rule::Renju).bytes(Rule::Renju);
        for at in (0..bytes.len()).step_by(97) {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert!(Weights::read(&damaged, Rule::Renju).is_err(), "byte {at}");
            assert!(Weights::read(&bytes[..at], Rule::Renju).is_err(), "cut at {at}");
        }
        let mut weights = Weights::made_by_hand(Rule::Renju);
        weights.colors[Color::White].values[7] = VALUE_LIMIT;
        assert_eq!(Weights::read(&weights.bytes(Rule::Renju), Rule::Renju), Err(WeightsError::Range));
        let mut weights = Weights::made_by_hand(Rule::Renju);
        weights.colors[Color::Black].defence[7] = -SCORE_LIMIT;
        assert_eq!(Weights::read(&weights.bytes(Rule::Renju), Rule::Renju), Err(WeightsError::Range));
    }

    #[test]
    fn combinations_are_all_there_once() {
        let all: Vec<[usize; 4]> = combinations().map(|shapes| shapes.map(Shape::index)).collect();
        assert_eq!(all.len(), COMBINATIONS);
        assert!(all.windows(2).all(|pair| pair[0] < pair[1]) && all.iter().all(|it| it.is_sorted()));
    }
}
