//! The 26 openings (开局, 珠型): shapes of the first three moves.
//!
//! Black 1 stands on tengen, White 2 touches it, Black 3 lies within the 5x5 lines around it. Up to rotation
//! and reflection that makes 13 *direct* openings (White 2 beside Black 1) and 13 *indirect* ones (White 2
//! diagonal to it), numbered by the Renju International Federation row by row, seen from White 2:
//!
//! ```text
//!      direct                    indirect
//!  10  . . 1 2 3             10  . . . . 1
//!   9  . . O 4 5              9  . . . O 2      O = White 2, X = Black 1 on h8,
//!   8  . . X 6 7              8  . . X 6 3      numbers = Black 3; 10 to 13 are
//!   7  . . 8 9 a              7  . b 9 7 4      written a, b, c, d
//!   6  . . b c d              6  d c a 8 5
//!      f g h i j                 f g h i j
//! ```

use std::fmt;
use std::str::FromStr;

use crate::{Color, Point, Position, Size, Symmetry};

/// One of the 26 openings.
///
/// ```
/// use tianyuan_rules::Size;
/// use tianyuan_rules::opening::Opening;
/// let kagetsu: Opening = "花月".parse().unwrap();
/// assert_eq!(kagetsu.code(), "D4");
/// let stones = kagetsu.placement(Size::STANDARD);
/// assert_eq!(stones.map(|p| p.to_string()), ["h8", "h9", "i9"]);
/// assert_eq!(Opening::identify(stones, Size::STANDARD), Some(kagetsu));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Opening(u8);

/// Where White 2 stands, seen from Black 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Family {
    /// 直指: beside it, on the same row or column.
    Direct,
    /// 斜指: diagonal to it.
    Indirect,
}

impl Family {
    /// `D` or `I`, the letter of the codes.
    pub const fn letter(self) -> char {
        match self {
            Self::Direct => 'D',
            Self::Indirect => 'I',
        }
    }

    /// White 2 of the canonical placement, from Black 1: columns to the right and rows up.
    pub const fn white_offset(self) -> (isize, isize) {
        match self {
            Self::Direct => (0, 1),
            Self::Indirect => (1, 1),
        }
    }
}

impl Opening {
    /// All openings: `D1` to `D13`, then `I1` to `I13`.
    pub fn all() -> impl ExactSizeIterator<Item = Self> + Clone {
        (0..26).map(Self)
    }

    /// The opening that three moves make, in the order in which they were played. `None` unless Black 1 is
    /// on tengen, White 2 touches it and Black 3 lies within the 5x5 lines around it.
    ///
    /// Black's two stones are not exchanged: 溪月 and 峡月 are one shape in two places, and two openings.
    pub fn identify([black1, white2, black3]: [Point; 3], size: Size) -> Option<Self> {
        if black1 != size.center() || !size.contains(white2) || !size.contains(black3) {
            return None;
        }
        let (white, black) = (offset(black1, white2), offset(black1, black3));
        Symmetry::ALL
            .into_iter()
            .find_map(|s| Self::canonical(s.apply_to_offset(white), s.apply_to_offset(black)))
    }

    /// The opening of a position: of its first three moves if their order is known (black, white, black),
    /// else of its only three stones.
    pub fn of(position: &Position) -> Option<Self> {
        let &[first, second, third, ref later @ ..] = position.order() else { return None };
        let stones = [first, second, third];
        if stones.map(|stone| stone.color) == [Color::Black, Color::White, Color::Black] {
            return Self::identify(stones.map(|stone| stone.point), position.size());
        }
        let center = position.size().center();
        let is_unordered = later.is_empty() && position.stones()[Color::Black].contains(center);
        let white2 = stones.iter().find(|stone| stone.color == Color::White)?;
        let black3 = stones.iter().find(|stone| stone.color == Color::Black && stone.point != center)?;
        if is_unordered {
            Self::identify([center, white2.point, black3.point], position.size())
        } else {
            None
        }
    }

    /// The opening whose canonical placement has these stones, as offsets from Black 1.
    fn canonical(white2: (isize, isize), black3: (isize, isize)) -> Option<Self> {
        Self::all().find(|o| o.family().white_offset() == white2 && o.entry().black3 == black3)
    }

    /// The three stones in the order of play, as the tables draw them: White 2 above Black 1 (direct) or
    /// above and right of it (indirect).
    pub fn placement(self, size: Size) -> [Point; 3] {
        let center = size.center();
        let at = |(dx, dy)| center.shifted(dx, dy).unwrap_or(center);
        [center, at(self.family().white_offset()), at(self.entry().black3)]
    }

    /// Direct or indirect.
    pub const fn family(self) -> Family {
        if self.0 < 13 { Family::Direct } else { Family::Indirect }
    }

    /// 1 to 13 within the family.
    pub const fn number(self) -> usize {
        self.0 as usize % 13 + 1
    }

    /// The code, such as `D4`.
    pub fn code(self) -> String {
        format!("{}{}", self.family().letter(), self.number())
    }

    /// The Chinese name in simplified characters.
    pub fn chinese(self) -> &'static str {
        self.entry().chinese
    }

    /// The Japanese name.
    pub fn japanese(self) -> &'static str {
        self.entry().japanese
    }

    /// The Japanese name in Latin letters.
    pub fn romaji(self) -> &'static str {
        self.entry().romaji
    }

    /// The usual English name.
    pub fn english(self) -> &'static str {
        self.entry().english
    }

    /// Other names that [`FromStr`] accepts: variant characters and other English names.
    pub fn other_names(self) -> &'static [&'static str] {
        self.entry().others
    }

    fn entry(self) -> &'static Entry {
        &TABLE[usize::from(self.0) % TABLE.len()]
    }

    fn has_name(self, name: &str) -> bool {
        let of_table = [self.chinese(), self.japanese(), self.romaji(), self.english()];
        of_table.iter().chain(self.other_names()).any(|known| plain(known) == name)
    }

    /// Reads `D4`, `d04` and the federation's `4D`.
    fn from_code(code: &str) -> Option<Self> {
        let letter = code.chars().find(char::is_ascii_alphabetic)?;
        let digits = code.strip_prefix(letter).or_else(|| code.strip_suffix(letter))?;
        let is_number = (1..=2).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
        let number: u8 = digits.parse().ok().filter(|n| is_number && (1..=13).contains(n))?;
        match letter.to_ascii_uppercase() {
            'D' => Some(Self(number - 1)),
            'I' => Some(Self(number + 12)),
            _ => None,
        }
    }
}

/// Column and row of `to`, seen from `from`.
fn offset(from: Point, to: Point) -> (isize, isize) {
    let difference = |a: usize, b: usize| b.cast_signed() - a.cast_signed();
    (difference(from.col(), to.col()), difference(from.row(), to.row()))
}

/// A name without blanks and hyphens, in small letters.
fn plain(name: &str) -> String {
    name.chars().filter(|c| !c.is_whitespace() && *c != '-').flat_map(char::to_lowercase).collect()
}

impl fmt::Display for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.code())
    }
}

impl fmt::Debug for Opening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.code(), self.romaji())
    }
}

/// A text that names no opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseOpeningError;

impl fmt::Display for ParseOpeningError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "not an opening: a code D1 to D13 or I1 to I13, or a name such as 花月 or Kagetsu is needed",
        )
    }
}

impl std::error::Error for ParseOpeningError {}

impl FromStr for Opening {
    type Err = ParseOpeningError;

    /// Reads a code or a name in any of the languages; case, blanks and hyphens do not matter.
    fn from_str(text: &str) -> Result<Self, ParseOpeningError> {
        let name = plain(text);
        let by_name = || Self::all().find(|opening| opening.has_name(&name));
        Self::from_code(&name).or_else(by_name).ok_or(ParseOpeningError)
    }
}

/// A row of the table of openings.
struct Entry {
    chinese: &'static str,
    japanese: &'static str,
    romaji: &'static str,
    english: &'static str,
    /// Black 3 of the canonical placement, from Black 1.
    black3: (isize, isize),
    others: &'static [&'static str],
}

const fn entry(
    [chinese, japanese, romaji, english]: [&'static str; 4],
    black3: (isize, isize),
    others: &'static [&'static str],
) -> Entry {
    Entry { chinese, japanese, romaji, english, black3, others }
}

/// Names of the Chinese rules and of the federation's list, in the order of the codes.
static TABLE: [Entry; 26] = [
    entry(["寒星", "寒星", "Kansei", "Cold Star"], (0, 2), &[]),
    entry(["溪月", "渓月", "Keigetsu", "Stream Moon"], (1, 2), &["Valley Moon", "谿月"]),
    entry(["疏星", "疎星", "Sosei", "Sparse Star"], (2, 2), &[]),
    entry(["花月", "花月", "Kagetsu", "Flower Moon"], (1, 1), &[]),
    entry(["残月", "残月", "Zangetsu", "Remaining Moon"], (2, 1), &["Waning Moon", "殘月"]),
    entry(["雨月", "雨月", "Ugetsu", "Rain Moon"], (1, 0), &[]),
    entry(["金星", "金星", "Kinsei", "Golden Star"], (2, 0), &["Venus"]),
    entry(["松月", "松月", "Shogetsu", "Pine Moon"], (0, -1), &[]),
    entry(["丘月", "丘月", "Kyugetsu", "Hill Moon"], (1, -1), &[]),
    entry(["新月", "新月", "Shingetsu", "New Moon"], (2, -1), &[]),
    entry(["瑞星", "瑞星", "Zuisei", "Auspicious Star"], (0, -2), &[]),
    entry(["山月", "山月", "Sangetsu", "Mountain Moon"], (1, -2), &[]),
    entry(["游星", "遊星", "Yusei", "Wandering Star"], (2, -2), &["Planet"]),
    entry(["长星", "長星", "Chosei", "Long Star"], (2, 2), &[]),
    entry(["峡月", "峡月", "Kyogetsu", "Gorge Moon"], (2, 1), &["峽月"]),
    entry(["恒星", "恒星", "Kosei", "Fixed Star"], (2, 0), &["恆星"]),
    entry(["水月", "水月", "Suigetsu", "Water Moon"], (2, -1), &[]),
    entry(["流星", "流星", "Ryusei", "Meteor"], (2, -2), &["Shooting Star"]),
    entry(["云月", "雲月", "Ungetsu", "Cloud Moon"], (1, 0), &[]),
    entry(["浦月", "浦月", "Hogetsu", "Shore Moon"], (1, -1), &["Inlet Moon"]),
    entry(["岚月", "嵐月", "Rangetsu", "Storm Moon"], (1, -2), &["Mountain-mist Moon"]),
    entry(["银月", "銀月", "Gingetsu", "Silver Moon"], (0, -1), &[]),
    entry(["明星", "明星", "Myojo", "Bright Star"], (0, -2), &["Morning Star"]),
    entry(["斜月", "斜月", "Shagetsu", "Slanting Moon"], (-1, -1), &[]),
    entry(["名月", "名月", "Meigetsu", "Famous Moon"], (-1, -2), &["Harvest Moon"]),
    entry(["彗星", "彗星", "Suisei", "Comet"], (-2, -2), &["慧星"]),
];
