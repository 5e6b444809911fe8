//! What an engine has to answer, line by line: a model of the conversation that shares the reading of a
//! single line with the session and nothing else.

use std::collections::VecDeque;

use tianyuan_protocol::{
    Axes, Block, BoardLine, Command, Coord, Input, OpeningQuestion, OpeningWord, ParseError, Reply,
    TableCommand, parse,
};
use tianyuan_rules::{Rule, Size};

use super::count::{Counts, MISREAD, Outcome, name};
use super::grid::Grid;

/// A model of one conversation.
#[derive(Debug, Default)]
pub(super) struct Model {
    pub(super) grid: Grid,
    /// The block that is open.
    block: Option<Block>,
    /// Commands that have been read and not been done.
    waiting: VecDeque<Result<Command, ParseError>>,
    /// What has to be said and done next, in this order.
    expected: VecDeque<Expected>,
    /// What has to be said besides, in this order.
    aside: VecDeque<String>,
    /// Whether effects are seen, not only words.
    sees_deeds: bool,
    is_thinking: bool,
    /// What is owed instead of a move.
    owed: Option<Owed>,
    /// The values of `INFO rule` and `INFO swapable`.
    rule: i64,
    swapable: i64,
    /// Chores that have not been told of.
    chores: usize,
    stage: Stage,
    pub(super) counts: Counts,
}

/// How far a conversation is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Stage {
    /// No game has been started.
    #[default]
    Fresh,
    /// One has.
    Started,
    /// Nothing may be said any more.
    Ended,
}

/// What the player has been asked for beside moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Owed {
    /// Acts of an opening.
    Opening(OpeningWord),
    /// So many stones.
    Stones(usize),
}

/// What has to come next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Expected {
    /// A line, word for word.
    Line(String),
    /// A line that begins so.
    Start(&'static str),
    /// The deed.
    Deed(Deed),
}

/// What a session does besides saying something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Deed {
    /// It asks the player, about a position with so many empty points, or about another one than that of the game.
    Ask(Option<usize>),
    /// It drops the open question, which is seen by what comes next.
    Drop,
    /// It gives the player a chore.
    Chore,
    /// It lets the player forget.
    Forget,
}

/// What a line turned out to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Said {
    /// The answer to a command.
    Answer,
    /// The move that was owed.
    Move,
    /// A message that answers nothing.
    ByTheWay,
}

/// Chores that the player may have at a time; others are refused.
const MOST_CHORES: usize = 16;
const NAME: &str = "name=\"";
const ERROR: &str = "ERROR ";

impl Model {
    /// A model of which words are heard and effects seen.
    pub(super) fn of_effects() -> Self {
        Self { sees_deeds: true, ..Self::default() }
    }

    /// Takes a line to the engine.
    pub(super) fn line(&mut self, line: &[u8]) {
        let line = trimmed(line);
        if line.is_empty() || self.has_ended() {
            return;
        }
        if self.is_end(line) {
            return self.end();
        }
        if let Some(command) = self.read(line) {
            self.waiting.push_back(command);
            self.work_off();
        }
    }

    /// Whether a line ends the conversation. In a block nothing may follow the word.
    pub(super) fn is_end(&self, line: &[u8]) -> bool {
        let line = trimmed(line);
        if self.is_in_block() {
            return line.eq_ignore_ascii_case(b"end");
        }
        parse(line) == Ok(Input::Command(Command::End))
    }

    /// The command that a line is or completes.
    fn read(&mut self, line: &[u8]) -> Option<Result<Command, ParseError>> {
        let Some(mut block) = self.block.take() else {
            return match parse(line) {
                Ok(Input::Opens(block)) => {
                    self.block = Some(block);
                    None
                }
                Ok(Input::Command(command)) => Some(Ok(command)),
                Err(error) => Some(Err(error)),
            };
        };
        if block.feed(line) {
            return Some(block.finish());
        }
        self.block = Some(block);
        None
    }

    /// Takes the end of the input, or `END`.
    pub(super) fn end(&mut self) {
        self.counts.add("end", Outcome::Done);
        self.stage = Stage::Ended;
        self.is_thinking = false;
        self.waiting.clear();
    }

    /// Takes a line of the engine, which must be due.
    pub(super) fn said(&mut self, line: &str) -> Said {
        assert!(!self.has_ended(), "{line:?} after the end");
        let is_message = line.starts_with("MESSAGE ") || line.starts_with("INFO ");
        match self.expected.front() {
            Some(expected) if expected.fits(line) => {
                self.expected.pop_front();
                Said::Answer
            }
            _ if self.is_aside(line) => {
                self.aside.pop_front();
                Said::Answer
            }
            None if self.is_thinking && self.owed.is_some_and(|owed| owed.is_paid_by(line)) => {
                (self.owed, self.is_thinking) = (None, false);
                self.work_off();
                Said::Move
            }
            _ if is_message => Said::ByTheWay,
            Some(expected) => panic!("{line:?} instead of {expected:?}"),
            None => {
                assert!(self.is_thinking, "{line:?} is no answer to anything");
                self.take_move(line);
                Said::Move
            }
        }
    }

    fn take_move(&mut self, line: &str) {
        assert_eq!(self.owed, None, "{line:?} instead of what is owed");
        let coord = Coord::parse(line.as_bytes()).filter(|coord| coord.to_string() == line);
        let coord = coord.unwrap_or_else(|| panic!("{line:?} instead of a move"));
        assert!(self.grid.place(coord), "{line} cannot be played");
        self.is_thinking = false;
        self.work_off();
    }

    /// Takes a deed; says whether it was due.
    pub(super) fn did(&mut self, deed: Deed) -> bool {
        let is_due = self.expected.front() == Some(&Expected::Deed(deed));
        if is_due {
            self.expected.pop_front();
        }
        is_due
    }

    /// Takes a question to the player, which must have been due: the empty points of its position, where they are known.
    pub(super) fn asked(&mut self) -> Option<usize> {
        match self.expected.pop_front() {
            Some(Expected::Deed(Deed::Ask(n_empty))) => n_empty,
            other => panic!("nobody has asked for a move, {other:?} is due"),
        }
    }

    /// A chore is done.
    pub(super) fn told(&mut self) {
        self.chores = self.chores.saturating_sub(1);
    }

    /// Whether a move is owed.
    pub(super) const fn is_thinking(&self) -> bool {
        self.is_thinking
    }

    /// Whether a line has to be said besides.
    pub(super) fn is_aside(&self, line: &str) -> bool {
        self.aside.front().is_some_and(|aside| aside == line)
    }

    /// Whether a move is owed, and nothing of an opening.
    pub(super) const fn owes_a_move(&self) -> bool {
        self.is_thinking && self.owed.is_none()
    }

    /// Whether the engine may say no more.
    pub(super) fn has_ended(&self) -> bool {
        self.stage == Stage::Ended
    }

    /// Whether a block is open.
    pub(super) const fn is_in_block(&self) -> bool {
        self.block.is_some()
    }

    /// What has been asked and can be answered without the player.
    pub(super) fn owed(&self) -> impl Iterator<Item = &Expected> {
        self.expected.iter()
    }

    /// Whether something is to come.
    pub(super) fn owes(&self) -> bool {
        self.is_thinking || !self.expected.is_empty() || !self.aside.is_empty() || !self.waiting.is_empty()
    }

    /// Commands that wait for the player.
    pub(super) fn n_waiting(&self) -> usize {
        self.waiting.len()
    }

    fn work_off(&mut self) {
        while let Some(order) = self.waiting.pop_front() {
            if self.is_replaced_by(&order) {
                (self.is_thinking, self.owed) = (false, None);
                self.deed(Deed::Drop);
            }
            if self.has_to_wait(&order) {
                return self.waiting.push_front(order);
            }
            if let Ok(command) = order {
                let name = name(&command);
                let outcome = self.obey(command);
                self.counts.add(name, outcome);
            } else {
                self.counts.add(MISREAD, Outcome::Done);
                self.expected.push_back(Expected::Start(ERROR));
            }
        }
    }

    /// Whether a step of Yixin-Board takes the place of another one, which is not answered then.
    fn is_replaced_by(&self, order: &Result<Command, ParseError>) -> bool {
        let is_yixins =
            |word: OpeningWord| matches!(word, OpeningWord::YxSwap2(_) | OpeningWord::YxSoosorv(_));
        let Some(Owed::Opening(owed)) = self.owed.filter(|_| self.is_thinking) else { return false };
        matches!(order, Ok(Command::Opening(question)) if is_yixins(owed) && is_yixins(question.word))
    }

    fn has_to_wait(&self, order: &Result<Command, ParseError>) -> bool {
        match order {
            Ok(Command::Info { .. } | Command::Stop | Command::Database(_)) => false,
            _ => self.is_thinking,
        }
    }

    fn obey(&mut self, command: Command) -> Outcome {
        let is_done = match command {
            Command::Start(size) => self.start(size.side()),
            Command::Restart => self.stage == Stage::Started && self.start(self.grid.side()),
            Command::Begin => self.grid.is_empty() && self.ask(),
            Command::Turn(coord) => self.turn(coord),
            Command::Board(stones) => self.set_up(&stones) && self.ask(),
            Command::SetUp(stones) => self.set_up(&stones),
            Command::Play(coord) => self.grid.place(coord) && self.answer(coord.to_string()),
            Command::TakeBack(coord) => self.grid.take_back(coord) && self.answer("OK"),
            Command::BestMoves(_) if self.swaps_first() => {
                let (word, moves) = (OpeningWord::Swap1stBoard, self.grid.stones());
                self.open(OpeningQuestion { word, number: None, moves, offers: Vec::new() })
            }
            Command::BestMoves(_) | Command::Defend => self.ask(),
            Command::Opening(question) => self.open(question),
            Command::Balance { moves, .. } => self.balance(moves, self.grid.n_empty()),
            Command::BalanceIn { moves, stones } => {
                let n_empty = self.grid.fitted(&stones).map_or(0, |grid| grid.n_empty());
                self.balance(moves, n_empty)
            }
            Command::ForbiddenIn(stones) => {
                let is_possible = self.grid.fitted(&stones).is_some();
                if is_possible {
                    self.expected.push_back(Expected::Start("FORBID"));
                }
                is_possible
            }
            Command::Forbid(_, coord, _) => self.grid.has(coord),
            other => {
                self.obey_always(other);
                true
            }
        };
        if is_done {
            return Outcome::Done;
        }
        self.expected.push_back(Expected::Start(ERROR));
        Outcome::Refused
    }

    /// Does a command that is never refused.
    fn obey_always(&mut self, command: Command) {
        match command {
            Command::ProtocolVersion => self.expected.push_back(Expected::Line("1,0".to_owned())),
            Command::Info { key, value } => self.info(&key, &value),
            Command::About => self.expected.push_back(Expected::Start(NAME)),
            Command::ShowForbidden => self.expected.push_back(Expected::Start("FORBID ")),
            Command::ShowInfo => {
                self.grid.rows_first();
                self.expected.push_back(Expected::Start("MESSAGE INFO MAX_THREAD_NUM "));
                self.expected.push_back(Expected::Start("MESSAGE INFO MAX_HASH_SIZE "));
            }
            Command::Table(TableCommand::Clear) => self.deed(Deed::Forget),
            Command::Table(_) | Command::Describe if self.chores >= MOST_CHORES => {
                self.expected.push_back(Expected::Start("MESSAGE busy "));
            }
            Command::Table(_) | Command::Describe => {
                // Where only words are heard nobody sees when it is done.
                self.chores += usize::from(self.sees_deeds);
                self.deed(Deed::Chore);
            }
            Command::Draw => self.expected.push_back(Expected::Start("MESSAGE DRAW ")),
            Command::Resign => self.expected.push_back(Expected::Start("MESSAGE RESIGN ")),
            // The move that is owed may be said before or after.
            Command::Database(says) if self.is_thinking => {
                self.aside.extend(says.into_iter().map(|line| Reply::Message(line).to_string()));
            }
            Command::Database(says) => says.into_iter().for_each(|line| self.reply(&Reply::Message(line))),
            Command::Unknown(word) if self.grid.counts_rows_first() => {
                self.reply(&Reply::Message(format!("unknown command {word}")));
            }
            Command::Unknown(word) => self.reply(&Reply::Unknown(word)),
            _ => {}
        }
    }

    fn start(&mut self, side: usize) -> bool {
        self.grid.clear(side);
        self.stage = Stage::Started;
        self.answer("OK")
    }

    fn turn(&mut self, coord: Coord) -> bool {
        if !self.grid.place(coord) {
            return false;
        }
        let asked = self.ask();
        if !asked {
            self.grid.take_back(coord);
        }
        asked
    }

    fn set_up(&mut self, stones: &[BoardLine]) -> bool {
        let grid = self.grid.fitted(stones).filter(|grid| !grid.is_full());
        let is_taken = grid.is_some();
        self.grid = grid.unwrap_or_else(|| self.grid.clone());
        is_taken
    }

    /// Whether the stones are those of an opening is for the rules to say.
    fn open(&mut self, mut question: OpeningQuestion) -> bool {
        if let OpeningWord::YxSwap2(2 | 3) = question.word {
            question.moves = self.grid.stones();
        }
        let axes = if self.grid.counts_rows_first() { Axes::RowColumn } else { Axes::ColumnRow };
        let size = Size::new(self.grid.side()).expect("a size of a board");
        let is_possible = question.game(axes, size, Rule::Freestyle).is_ok();
        if is_possible {
            self.is_thinking = true;
            self.owed = Some(Owed::Opening(question.word));
            self.deed(Deed::Ask(None));
        }
        is_possible
    }

    /// Whether one stone stands and the manager takes a swap for an answer.
    fn swaps_first(&self) -> bool {
        (self.rule, self.swapable, self.grid.stones().len()) == (5, 1, 1)
    }

    fn info(&mut self, key: &[u8], value: &[u8]) {
        let Some(number) = std::str::from_utf8(value).ok().and_then(|text| text.parse().ok()) else { return };
        if key.eq_ignore_ascii_case(b"rule") {
            self.rule = number;
        } else if key.eq_ignore_ascii_case(b"swapable") {
            self.swapable = number;
        }
    }

    fn balance(&mut self, stones: usize, n_empty: usize) -> bool {
        let is_possible = n_empty >= stones;
        if is_possible {
            self.is_thinking = true;
            self.owed = Some(Owed::Stones(stones));
            self.deed(Deed::Ask(None));
        }
        is_possible
    }

    fn ask(&mut self) -> bool {
        self.is_thinking = !self.grid.is_full();
        if self.is_thinking {
            self.deed(Deed::Ask(Some(self.grid.n_empty())));
        }
        self.is_thinking
    }

    fn answer(&mut self, line: impl Into<String>) -> bool {
        self.expected.push_back(Expected::Line(line.into()));
        true
    }

    fn reply(&mut self, reply: &Reply) {
        self.expected.push_back(Expected::Line(reply.to_string()));
    }

    fn deed(&mut self, deed: Deed) {
        if self.sees_deeds {
            self.expected.push_back(Expected::Deed(deed));
        }
    }
}

/// A line without what means nothing at its ends.
fn trimmed(line: &[u8]) -> &[u8] {
    let line = line.trim_ascii();
    line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line).trim_ascii()
}

impl Owed {
    /// Whether with this line all is said that is owed.
    fn is_paid_by(self, line: &str) -> bool {
        let words: Vec<&str> = line.split(' ').collect();
        let are_coords = |words: &[&str]| words.iter().all(|word| Coord::parse(word.as_bytes()).is_some());
        match self {
            Self::Stones(n) => words.len() == n && are_coords(&words),
            Self::Opening(OpeningWord::YxSwap2(1)) => line.starts_with("MESSAGE SWAP2 MOVE3 "),
            Self::Opening(OpeningWord::YxSwap2(_)) => ["SWAP1 ", "SWAP2 ", "MOVE5 "]
                .iter()
                .any(|word| line.starts_with(&format!("MESSAGE SWAP2 {word}"))),
            Self::Opening(OpeningWord::YxSoosorv(step)) => {
                let last = ["MOVE3 ", "SWAP1 ", "MOVE4 ", "SWAP2 ", "MOVE5 DONE", "MOVE5C "];
                line.starts_with(&format!("MESSAGE SOOSORV {}", last[usize::from(step) - 1]))
            }
            Self::Opening(_) => {
                let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
                let coords = words
                    .split_last()
                    .filter(|(last, _)| is_number(last))
                    .map_or(&words[..], |(_, rest)| rest);
                line == "SWAP" || (!coords.is_empty() && are_coords(coords))
            }
        }
    }
}

impl Expected {
    fn fits(&self, line: &str) -> bool {
        match self {
            Self::Line(expected) => expected == line,
            Self::Start(start) => line.starts_with(start),
            Self::Deed(_) => false,
        }
    }
}
