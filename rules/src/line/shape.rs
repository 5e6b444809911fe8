//! The shape that a stone makes of one line.

/// What one line looks like from a point once a stone of a given color stands there.
///
/// Drawings: `X` a stone of that color, `.` an empty point, `|` a cell that it cannot use (the edge, a
/// wall or an opponent's stone). Each drawing shows the line after the stone was placed on one of its `X`.
/// A shape is defined by what one further stone can make of it, so the definitions hold in every rule,
/// whatever counts as a five there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Shape {
    /// No five can come of it: `|..X.|`.
    #[default]
    Nothing = 0,
    /// One more stone makes a [`Shape::Two`]: `|X.......`.
    One = 1,
    /// One more stone makes an [`Shape::OpenTwo`]: `....X....`.
    OpenOne = 2,
    /// One more stone makes a [`Shape::Three`]: `|XX.....`.
    Two = 3,
    /// One more stone makes an [`Shape::OpenThree`]: `...XX...`, `..X.X..`.
    OpenTwo = 4,
    /// One more stone makes a [`Shape::Four`]: `|XXX..`, `XX..X`.
    Three = 5,
    /// 活三. One more stone makes a [`Shape::StraightFour`]: `..XXX.`, `.X.XX.`.
    OpenThree = 6,
    /// 冲四. One more stone makes a five, and the opponent can prevent it: `|XXXX.`, `XX.XX`.
    Four = 7,
    /// 活四. One more stone makes a five, whatever the opponent answers on this line: `.XXXX.`;
    /// where two fours on one line are not forbidden also `X.XXX.X`.
    StraightFour = 8,
    /// Two fours on one line, forbidden to Black in renju: `X.XXX.X`, `XX.XX.XX`, `XXX.X.XXX`.
    DoubleFour = 9,
    /// 长连. Six or more where that is forbidden, to Black in renju: `XXXXXX`.
    Overline = 10,
    /// 五连. A line that wins.
    Five = 11,
}

impl Shape {
    /// Number of shapes.
    pub const COUNT: usize = 12;

    /// All shapes in the order of their numbers, weak to winning.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Nothing,
        Self::One,
        Self::OpenOne,
        Self::Two,
        Self::OpenTwo,
        Self::Three,
        Self::OpenThree,
        Self::Four,
        Self::StraightFour,
        Self::DoubleFour,
        Self::Overline,
        Self::Five,
    ];

    /// The shape with this number, [`Shape::Nothing`] if there is none.
    #[inline]
    pub const fn from_index(index: usize) -> Self {
        if index < Self::COUNT { Self::ALL[index] } else { Self::Nothing }
    }

    /// `0..12`.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}
