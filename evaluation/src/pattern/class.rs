//! The class of a point.

use tianyuan_rules::line::Shape;

/// What a stone on an empty point would make, its four lines taken together; weak to winning.
///
/// Four letters stand for the shapes that the name leaves out: F3 an open three, B3 a three, F2 an open two.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Class {
    /// Nothing of what follows.
    #[default]
    Quiet = 0,
    /// One open two.
    OpenTwo = 1,
    /// One three.
    Three = 2,
    /// Two or more open twos.
    DoubleTwo = 3,
    /// A three and something more (B3 or F2).
    ThreePlus = 4,
    /// One open three: threatens a straight four.
    OpenThree = 5,
    /// An open three and something more (B3 or F2).
    OpenThreePlus = 6,
    /// Perhaps forbidden: [`Shape::Overline`], two fours, or two lines that look like threes. Only a side
    /// with forbidden moves has this class, and only [`Field::foul_at`](crate::Field::foul_at) can tell.
    Forbidden = 7,
    /// Two or more open threes: wins unless the opponent has something faster.
    DoubleThree = 8,
    /// One four: forces the opponent's reply.
    Four = 9,
    /// A four and something more (B3 or F2).
    FourPlus = 10,
    /// A four and an open three: nearly always wins.
    FourThree = 11,
    /// A straight four or two fours: wins with the next move.
    StraightFour = 12,
    /// A line that wins at once.
    Five = 13,
}

impl Class {
    /// Number of classes.
    pub const COUNT: usize = 14;

    const ALL: [Self; Self::COUNT] = [
        Self::Quiet,
        Self::OpenTwo,
        Self::Three,
        Self::DoubleTwo,
        Self::ThreePlus,
        Self::OpenThree,
        Self::OpenThreePlus,
        Self::Forbidden,
        Self::DoubleThree,
        Self::Four,
        Self::FourPlus,
        Self::FourThree,
        Self::StraightFour,
        Self::Five,
    ];

    /// The class with this number; numbers from 14 on mean [`Class::Five`].
    #[inline]
    pub const fn from_index(index: u8) -> Self {
        let index = index as usize;
        Self::ALL[if index < Self::COUNT { index } else { Self::COUNT - 1 }]
    }

    /// The class of four shapes, for a side that `forbids` says has forbidden moves or not.
    pub fn of(shapes: [Shape; 4], forbids: bool) -> Self {
        let count = |shape| shapes.iter().filter(|&&s| s == shape).count();
        let threes = count(Shape::OpenThree);
        let straight = count(Shape::StraightFour);
        let fours = count(Shape::Four) + straight + 2 * count(Shape::DoubleFour);
        if count(Shape::Five) > 0 {
            Self::Five
        } else if forbids && (count(Shape::Overline) > 0 || fours > 1 || threes > 1) {
            Self::Forbidden
        } else if straight > 0 || fours > 1 {
            Self::StraightFour
        } else if fours > 0 {
            Self::with_four(threes, count(Shape::Three) + count(Shape::OpenTwo))
        } else {
            Self::without_four(threes, count(Shape::Three), count(Shape::OpenTwo))
        }
    }

    fn with_four(open_threes: usize, more: usize) -> Self {
        match (open_threes, more) {
            (0, 0) => Self::Four,
            (0, _) => Self::FourPlus,
            _ => Self::FourThree,
        }
    }

    fn without_four(open_threes: usize, threes: usize, open_twos: usize) -> Self {
        match (open_threes, threes, open_twos) {
            (2.., _, _) => Self::DoubleThree,
            (1, 0, 0) => Self::OpenThree,
            (1, _, _) => Self::OpenThreePlus,
            (_, 1, 0) => Self::Three,
            (_, 1.., _) => Self::ThreePlus,
            (_, _, 2..) => Self::DoubleTwo,
            (_, _, 1) => Self::OpenTwo,
            _ => Self::Quiet,
        }
    }

    /// Whether a stone there makes a four and nothing stronger: the moves of a search by fours.
    #[inline]
    pub fn is_four(self) -> bool {
        matches!(self, Self::Four | Self::FourPlus | Self::FourThree)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_round_trip() {
        for (index, class) in (0u8..).zip(Class::ALL) {
            assert_eq!(class as u8, index);
            assert_eq!(Class::from_index(index), class);
        }
    }

    #[test]
    fn classes_of_shapes() {
        use Shape::{DoubleFour, Five, Four, Nothing, OpenThree, OpenTwo, Overline, StraightFour, Three};
        let cases = [
            ([Nothing; 4], Class::Quiet, Class::Quiet),
            ([Four, OpenThree, Nothing, Nothing], Class::FourThree, Class::FourThree),
            ([Four, Four, Nothing, Nothing], Class::Forbidden, Class::StraightFour),
            ([Five, Four, Four, Overline], Class::Five, Class::Five),
            ([OpenThree, OpenThree, Nothing, Nothing], Class::Forbidden, Class::DoubleThree),
            ([StraightFour, OpenThree, Nothing, Nothing], Class::StraightFour, Class::StraightFour),
            ([StraightFour, OpenThree, OpenThree, Nothing], Class::Forbidden, Class::StraightFour),
            ([DoubleFour, Nothing, Nothing, Nothing], Class::Forbidden, Class::StraightFour),
            ([Four, OpenTwo, Nothing, Nothing], Class::FourPlus, Class::FourPlus),
            ([OpenThree, Three, Nothing, Nothing], Class::OpenThreePlus, Class::OpenThreePlus),
            ([OpenTwo, OpenTwo, Nothing, Nothing], Class::DoubleTwo, Class::DoubleTwo),
            ([Three, OpenTwo, Nothing, Nothing], Class::ThreePlus, Class::ThreePlus),
        ];
        for (shapes, with_fouls, without) in cases {
            assert_eq!(Class::of(shapes, true), with_fouls, "{shapes:?}");
            assert_eq!(Class::of(shapes, false), without, "{shapes:?}");
        }
    }
}
