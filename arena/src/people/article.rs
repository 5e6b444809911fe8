//! What a ruling rests on.

use std::fmt;

/// An article of the Chinese renju rules of 2009 (《中国五子棋规则》, here *rules*), or of the regulations that
/// tournaments print beside them (here *regulations*, 规程), by its number in the table of `docs/referee.md`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Article(u8);

/// The place before the first article.
const PREAMBLE: &str = "preamble";

/// Where each stands: the number of the table, the text (R rules, G regulations, N their part for the group without
/// forbidden moves), the place in it.
const PLACES: [(u8, char, &str); 51] = [
    (1, 'R', PREAMBLE),
    (2, 'G', "3"),
    (3, 'R', "3.1"),
    (4, 'R', "3.2, 4.1"),
    (5, 'R', "3.2"),
    (6, 'R', "3.2"),
    (7, 'R', "3.2"),
    (8, 'R', "4.1, 5.1"),
    (9, 'R', "4.1"),
    (10, 'R', "4.1"),
    (11, 'R', "4.1"),
    (12, 'R', "4.1, 4.2"),
    (13, 'R', "8.1(1)"),
    (14, 'G', "7(1)VI"),
    (15, 'G', "7(1)I"),
    (16, 'G', "7(1)I"),
    (17, 'G', "7(1)II"),
    (18, 'G', "7(1)III"),
    (19, 'G', "7(1)IV"),
    (20, 'G', "7(1)V"),
    (21, 'G', "6"),
    (22, 'G', "7(1)2"),
    (23, 'G', "7(2)"),
    (24, 'G', "7(3)I"),
    (25, 'G', "7(3)II"),
    (26, 'G', "7(3)III"),
    (27, 'G', "8"),
    (29, 'N', "1"),
    (30, 'R', "4.2"),
    (31, 'R', "4.2"),
    (32, 'R', "4.2"),
    (33, 'R', "4.2"),
    (34, 'R', "4.2"),
    (35, 'R', "4.2"),
    (36, 'R', "5"),
    (37, 'R', "5"),
    (38, 'R', "5"),
    (39, 'R', "5"),
    (40, 'R', "6"),
    (41, 'R', "6"),
    (46, 'R', "7"),
    (47, 'R', "7"),
    (48, 'R', "7"),
    (49, 'R', "7"),
    (50, 'R', "7"),
    (51, 'R', "7"),
    (52, 'R', "7"),
    (53, 'R', "7"),
    (54, 'R', "7"),
    (55, 'R', "7"),
    (56, 'R', "7"),
];

impl Article {
    /// Five in a row win.
    pub const FIVE: Self = Self(1);
    /// Black's forbidden moves.
    pub const FORBIDDEN: Self = Self(2);
    /// The 26 openings.
    pub const OPENINGS: Self = Self(3);
    /// Black designates the first three stones.
    pub const DESIGNATED: Self = Self(4);
    /// The first stone stands on tengen.
    pub const TENGEN: Self = Self(5);
    /// The second touches it.
    pub const TOUCHING: Self = Self(6);
    /// The third stands within 5x5.
    pub const WITHIN_5X5: Self = Self(7);
    /// 三手可交换.
    pub const SWAP: Self = Self(8);
    /// Move 4 is free.
    pub const MOVE_4: Self = Self(9);
    /// 五手两打.
    pub const OFFERS: Self = Self(10);
    /// Sides move in turn.
    pub const IN_TURN: Self = Self(11);
    /// Stones go on empty points and stay.
    pub const EMPTY_POINT: Self = Self(12);
    /// Passes, from move 6 on.
    pub const PASS: Self = Self(13);
    /// A five voids the forbidden shape made with it.
    pub const FIVE_AND_FOUL: Self = Self(14);
    /// White's overline is a five.
    pub const WHITE_OVERLINE: Self = Self(15);
    /// Who first announces his five wins.
    pub const ANNOUNCED: Self = Self(16);
    /// A forbidden move that White points out loses.
    pub const POINTED_OUT: Self = Self(17);
    /// It lapses with White's next stone.
    pub const LAPSED: Self = Self(18);
    /// But an overline can be claimed to the end.
    pub const OVERLINE: Self = Self(19);
    /// A result that both accept, clocks stopped, is final.
    pub const FINAL: Self = Self(20);
    /// A wrong opening is put right before move 4.
    pub const WRONG_OPENING: Self = Self(21);
    /// Moving stones on purpose, time, absence, resignation lose.
    pub const LOSSES: Self = Self(22);
    /// What is a draw.
    pub const DRAWS: Self = Self(23);
    /// A draw is offered right after one's own move.
    pub const OFFER_AFTER_MOVE: Self = Self(24);
    /// It is accepted, or declined by word or by a move.
    pub const OFFER_ANSWERED: Self = Self(25);
    /// How many more offers than the opponent a side may make.
    pub const OFFERS_COUNTED: Self = Self(26);
    /// 2, 1, 0.
    pub const POINTS: Self = Self(27);
    /// The group without forbidden moves.
    pub const NO_FORBIDDEN: Self = Self(29);
    /// A stone dropped by accident.
    pub const DROPPED: Self = Self(30);
    /// A stone found displaced.
    pub const DISPLACED: Self = Self(31);
    /// Displacing on purpose loses.
    pub const ON_PURPOSE: Self = Self(32);
    /// Scattered from outside.
    pub const OUTSIDE: Self = Self(33);
    /// Scattered by a player.
    pub const SCATTERED: Self = Self(34);
    /// Setting stones straight.
    pub const STRAIGHTEN: Self = Self(35);
    /// 猜先 for one game, 分先 for more.
    pub const ALTERNATE: Self = Self(36);
    /// 猜先.
    pub const GUESS: Self = Self(37);
    /// Wrong colors.
    pub const WRONG_COLORS: Self = Self(38);
    /// Pairing counts the colors as they should have been.
    pub const PAIRING: Self = Self(39);
    /// Both players record.
    pub const RECORDED: Self = Self(40);
    /// Main time.
    pub const MAIN_TIME: Self = Self(46);
    /// One clock for both, and its halves.
    pub const SHARED_CLOCK: Self = Self(47);
    /// Where the clock stands and how it is pressed.
    pub const CLOCK_SIDE: Self = Self(51);
    /// Who comes late.
    pub const LATE: Self = Self(52);
    /// A flag is claimed, or seen by the judge.
    pub const FLAG: Self = Self(53);
    /// Doubts about a clock.
    pub const CLOCK_DOUBTED: Self = Self(54);
    /// Players never stop or set clocks.
    pub const CLOCK_STOPPED: Self = Self(55);
    /// Judges do not remind.
    pub const REMINDED: Self = Self(56);

    /// Two passes in turn: article 10.3 of the Renju International Federation, for the Chinese rules are silent. It has no
    /// number in the table.
    pub const TWO_PASSES: Self = Self(0);

    /// Its number in the table.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// All of them.
    pub fn all() -> impl Iterator<Item = Self> {
        PLACES.iter().map(|&(number, ..)| Self(number))
    }

    fn place(self) -> (char, &'static str) {
        let place = PLACES.iter().find(|(number, ..)| *number == self.0);
        place.map_or(('F', "10.3"), |&(_, text, place)| (text, place))
    }

    /// `规则4.2`, `规程7(1)III`.
    pub fn chinese(self) -> String {
        let (text, place) = self.place();
        let text = match text {
            'R' => "规则",
            'G' => "规程",
            'N' => "规程（无禁手组）",
            _ => "国际规则",
        };
        format!("{text}{}", if place == PREAMBLE { "引言" } else { place })
    }
}

impl fmt::Display for Article {
    /// `rules 4.2`, `regulations 7(1)III`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (text, place) = self.place();
        let text = match text {
            'R' => "rules",
            'G' => "regulations",
            'N' => "regulations, group without forbidden moves,",
            _ => "the federation's rules",
        };
        write!(f, "{text} {place}")
    }
}
