//! Commands that go on over several lines.

use crate::bytes::integers;
use crate::command::TableCommand;
use crate::dialect::database;
use crate::opening::{OpeningQuestion, OpeningWord};
use crate::{Command, Coord, Edit, ParseError};

/// Lines collected until `DONE`. Whatever is in them, they are consumed to their end: what is wrong with
/// them becomes one error afterwards, never a flood of unknown commands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    kind: Kind,
    stones: Vec<BoardLine>,
    coords: Vec<Coord>,
    /// Points of the line behind the end, where one follows.
    offers: Vec<Coord>,
    /// Whether the end has come and that line is due.
    is_due: bool,
    path: Vec<u8>,
    n_lines: usize,
    error: Option<ParseError>,
}

/// One stone of a `BOARD` block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardLine {
    /// Where it stands.
    pub coord: Coord,
    /// Whose it is.
    pub owner: Owner,
}

/// The third number of a line of a `BOARD` block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// 1: a stone of the engine.
    Own,
    /// 2: a stone of its opponent.
    Opponent,
    /// 3: a stone of a line that has won already or of a foul, in a continuous game: it is in both sides' way.
    Nobody,
}

/// What a block is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Stones for `BOARD`.
    Board,
    /// Stones for `YXBOARD`.
    SetUp,
    /// Points, two numbers each.
    Moves(MovesOf),
    /// One line, whatever it says.
    Path(PathOf),
    /// Lines that nobody reads, and what is said to them.
    Ignored(&'static [&'static str]),
    /// Moves of an opening, with the number behind its word.
    Opening(OpeningWord, Option<usize>),
    /// Stones for `SHOWFORBID`.
    Forbidden,
    /// Stones for `BALANCE`, and whether two moves are wanted.
    Balance(bool),
}

/// The command that a block of points belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MovesOf {
    Exclude(Edit),
    ExcludePath(Edit),
}

/// The command that a path belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PathOf {
    Dump,
    Load,
    Database(&'static [&'static str]),
}

/// No board has more points; a longer block is wrong and need not be kept.
const MOST_POINTS: usize = tianyuan_rules::MAX_SIZE * tianyuan_rules::MAX_SIZE;

impl Block {
    /// The block of a `BOARD`.
    pub const fn board() -> Self {
        Self::new(Kind::Board, None)
    }

    /// The block of a `YXBOARD`.
    pub(crate) const fn set_up() -> Self {
        Self::new(Kind::SetUp, None)
    }

    /// A block of points.
    pub(crate) const fn moves(of: MovesOf) -> Self {
        Self::new(Kind::Moves(of), None)
    }

    /// One line, whatever it holds.
    pub(crate) const fn path(of: PathOf) -> Self {
        Self::new(Kind::Path(of), None)
    }

    /// A block to a database, answered so.
    pub(crate) const fn ignored(says: &'static [&'static str]) -> Self {
        Self::new(Kind::Ignored(says), None)
    }

    /// The moves of an opening. `number` is what stands behind its word.
    pub(crate) const fn opening(word: OpeningWord, number: Result<Option<usize>, ParseError>) -> Self {
        match number {
            Ok(number) => Self::new(Kind::Opening(word, number), None),
            Err(error) => Self::new(Kind::Opening(word, None), Some(error)),
        }
    }

    /// The block of a `BALANCE` with the number behind it.
    pub(crate) const fn balance(moves: Option<i64>) -> Self {
        match moves {
            Some(moves @ (1 | 2)) => Self::new(Kind::Balance(moves == 2), None),
            _ => Self::new(Kind::Balance(false), Some(ParseError::Stones)),
        }
    }

    /// The block of a `SHOWFORBID`.
    pub(crate) const fn forbidden() -> Self {
        Self::new(Kind::Forbidden, None)
    }

    const fn new(kind: Kind, error: Option<ParseError>) -> Self {
        Self {
            kind,
            stones: Vec::new(),
            coords: Vec::new(),
            offers: Vec::new(),
            is_due: false,
            path: Vec::new(),
            n_lines: 0,
            error,
        }
    }

    /// Takes a line and says whether the block is complete. Several points and the `DONE` may stand on one.
    pub fn feed(&mut self, line: &[u8]) -> bool {
        if let Kind::Path(_) = self.kind {
            self.path = line.trim_ascii().to_vec();
            return true;
        }
        if self.is_due {
            match pairs(line) {
                Some(offers) => self.offers = offers,
                None => _ = self.error.get_or_insert(ParseError::Offers),
            }
            return true;
        }
        let has_offers = matches!(self.kind, Kind::Opening(word, _) if word.has_offers());
        let (text, done) = strip_done(line.trim_ascii(), has_offers);
        if !text.is_empty() {
            self.n_lines += 1;
            if let Err(error) = self.add(text) {
                self.error.get_or_insert(error);
            }
        }
        self.is_due = done && has_offers;
        done && !has_offers
    }

    /// Whether what it completes can wait for a step of Yixin-Board: a position that is only shown, or another step.
    pub(crate) const fn can_wait(&self) -> bool {
        match self.kind {
            Kind::SetUp => true,
            Kind::Opening(word, _) => word.is_yixins(),
            _ => false,
        }
    }

    /// Whether it is for a database: it changes nothing in the game.
    pub(crate) const fn is_for_a_database(&self) -> bool {
        matches!(self.kind, Kind::Ignored(_) | Kind::Path(PathOf::Database(_)))
    }

    /// The command that the block completes.
    pub fn finish(self) -> Result<Command, ParseError> {
        if let Some(error) = self.error {
            return Err(error);
        }
        Ok(match self.kind {
            Kind::Board => Command::Board(self.stones),
            Kind::SetUp => Command::SetUp(self.stones),
            Kind::Moves(MovesOf::Exclude(edit)) => Command::Exclude(edit, self.coords),
            Kind::Moves(MovesOf::ExcludePath(edit)) => Command::ExcludePath(edit, self.coords),
            Kind::Path(PathOf::Dump) => Command::Table(TableCommand::Dump(self.path)),
            Kind::Path(PathOf::Load) => Command::Table(TableCommand::Load(self.path)),
            Kind::Path(PathOf::Database(says)) => database::answer(says, &self.path),
            Kind::Ignored(says) => database::answer(says, b""),
            Kind::Forbidden => Command::ForbiddenIn(self.stones),
            Kind::Balance(two) => Command::BalanceIn { moves: 1 + usize::from(two), stones: self.stones },
            Kind::Opening(word, number) => {
                Command::Opening(OpeningQuestion { word, number, moves: self.coords, offers: self.offers })
            }
        })
    }

    fn add(&mut self, text: &[u8]) -> Result<(), ParseError> {
        match self.kind {
            Kind::Board | Kind::SetUp | Kind::Forbidden | Kind::Balance(_) => self.add_stones(text),
            Kind::Moves(_) | Kind::Opening(..) => self.add_coords(text),
            Kind::Path(_) | Kind::Ignored(_) => Ok(()),
        }
    }

    fn add_stones(&mut self, text: &[u8]) -> Result<(), ParseError> {
        let bad = ParseError::BoardLine(self.n_lines);
        let numbers = integers(text).ok_or(bad)?;
        if numbers.len() % 3 != 0 || self.stones.len() + numbers.len() / 3 > MOST_POINTS {
            return Err(bad);
        }
        for triple in numbers.chunks_exact(3) {
            self.stones.push(board_line(triple).ok_or(bad)?);
        }
        Ok(())
    }

    fn add_coords(&mut self, text: &[u8]) -> Result<(), ParseError> {
        let bad = ParseError::MoveLine(self.n_lines);
        let pairs = pairs(text).ok_or(bad)?;
        if self.coords.len() + pairs.len() > MOST_POINTS {
            return Err(bad);
        }
        self.coords.extend(pairs);
        Ok(())
    }
}

fn board_line(numbers: &[i64]) -> Option<BoardLine> {
    let &[first, second, field] = numbers else { return None };
    let owner = match field {
        1 => Owner::Own,
        2 => Owner::Opponent,
        3 => Owner::Nobody,
        _ => return None,
    };
    Some(BoardLine { coord: Coord { first, second }, owner })
}

/// Points, two numbers each; no more than a board has.
fn pairs(text: &[u8]) -> Option<Vec<Coord>> {
    let numbers = integers(text)?;
    let (pairs, rest) = numbers.as_chunks::<2>();
    let fits = rest.is_empty() && pairs.len() <= MOST_POINTS;
    fits.then(|| pairs.iter().map(|&[first, second]| Coord { first, second }).collect())
}

/// The line without the word `DONE` at its end, and whether it was there; where a line follows the end `PLAY` is one, too.
fn strip_done(line: &[u8], may_play: bool) -> (&[u8], bool) {
    let Some((head, word)) = line.len().checked_sub(4).and_then(|at| line.split_at_checked(at)) else {
        return (line, false);
    };
    let apart = head.last().is_none_or(u8::is_ascii_whitespace);
    let is_end = word.eq_ignore_ascii_case(b"done") || (may_play && word.eq_ignore_ascii_case(b"play"));
    if apart && is_end { (head.trim_ascii_end(), true) } else { (line, false) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stone(first: i64, second: i64, owner: Owner) -> BoardLine {
        BoardLine { coord: Coord { first, second }, owner }
    }

    #[test]
    fn a_block_over_lines_and_one_on_a_line_are_the_same() {
        let mut long = Block::board();
        assert!(!long.feed(b" 7 , 7 , 1 "));
        assert!(!long.feed(b""));
        assert!(!long.feed(b"8,8,2"));
        assert!(!long.feed(b"9 9 3"));
        assert!(long.feed(b"Done"));
        let mut short = Block::board();
        assert!(short.feed(b"7,7,1 8,8,2 9,9,3 DONE"));
        let stones = vec![stone(7, 7, Owner::Own), stone(8, 8, Owner::Opponent), stone(9, 9, Owner::Nobody)];
        assert_eq!(long.finish(), Ok(Command::Board(stones.clone())));
        assert_eq!(short.finish(), Ok(Command::Board(stones)));
    }

    #[test]
    fn the_first_bad_line_is_named_after_the_whole_block() {
        let mut block = Block::board();
        for line in [&b"7,7,1"[..], b"7,8", b"START 15", b"7,7,4", b"xDONE", b"\xff\xfe"] {
            assert!(!block.feed(line), "{line:?}");
        }
        assert!(block.feed(b"DONE"));
        assert_eq!(block.finish(), Err(ParseError::BoardLine(2)));
    }

    #[test]
    fn endless_blocks_do_not_grow() {
        let mut block = Block::board();
        (0..2000).for_each(|_| assert!(!block.feed(b"0,0,1")));
        assert_eq!(block.stones.len(), MOST_POINTS);
        assert!(block.feed(b"DONE"));
        assert_eq!(block.finish(), Err(ParseError::BoardLine(MOST_POINTS + 1)));
    }
}
