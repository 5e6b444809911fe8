//! The manager's settings: the one table of `INFO` keys.

use std::collections::BTreeMap;
use std::time::Duration;

use tianyuan_player::{Force, Limits, Moment, Settings};
use tianyuan_rules::{Rule, Size};

use crate::bytes::{integer, split_word};
use crate::dialect::Clues;
use crate::memory::table_bytes;
use crate::message::Detail;
use crate::time::TimeControl;

/// One key of `INFO`.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// The key in small letters; managers write it in any case.
    pub name: &'static str,
    /// What its value is: a unit, a form or a range.
    pub value: &'static str,
    /// What it does.
    pub help: &'static str,
    apply: Apply,
}

/// How a value is read and what is done with it.
#[derive(Clone, Copy, Debug)]
enum Apply {
    /// A whole number.
    Number(fn(&mut Options, i64)),
    /// The rest of the line as it came.
    Bytes(fn(&mut Options, &[u8])),
    /// A whole number in this range that is remembered, for whoever asks for it by its name.
    Keep(i64, i64),
    /// Known and without meaning for this engine.
    Ignore,
}

use Apply::{Bytes, Ignore, Keep, Number};

const fn key(name: &'static str, value: &'static str, help: &'static str, apply: Apply) -> Key {
    Key { name, value, help, apply }
}

/// Every key that a manager is known to send. Others are ignored without a word.
#[rustfmt::skip]
pub const KEYS: &[Key] = &[
    key("timeout_turn", "ms", "Time for one move; 0: at once, also while thinking. 5000 until told.",
        Number(|o, ms| o.time.set_turn(ms))),
    key("timeout_match", "ms", "Time for the whole game; 0: no limit.",
        Number(|o, ms| o.time.set_total(ms))),
    key("time_left", "ms", "Time left for the game; 2147483647: no limit, 0 or less: at once.",
        Number(|o, ms| o.time.tell_left(ms))),
    key("time_increment", "ms", "Time that each own move adds to the clock.",
        Number(|o, ms| o.time.set_increment(ms))),
    key("max_memory", "bytes", "Memory of the whole process; at most 75 % are used. 0: 350 MB.",
        Number(|o, n| o.max_memory = u64::try_from(n).ok().filter(|&n| n > 0))),
    key("game_type", "0..3", "Opponent: 0 person, 1 engine, 2 tournament, 3 network tournament.",
        Number(Options::set_game_type)),
    key("rule", "sum of bits", "1 exactly five, 2 continuous game or renju, 4 renju, 8 caro.",
        Number(Options::set_rule)),
    key("folder", "path", "Where files may be kept. Any bytes.",
        Bytes(|o, path| o.folder = Some(path.to_vec()))),
    key("max_depth", "plies", "Last depth; 0 or less: no limit.",
        Number(|o, n| o.depth = positive(n).and_then(|n| u32::try_from(n).ok()))),
    key("max_node", "nodes", "Most nodes; 0 or less: no limit.",
        Number(|o, n| o.nodes = positive(n))),
    key("thread_num", "count", "Threads, at most those of the machine. Applies from the next move on.",
        Number(|o, n| o.threads = usize::try_from(n).unwrap_or(0).max(1))),
    key("hash_size", "KB", "Size of the transposition table, as far as max_memory allows.",
        Number(|o, kb| o.hash_kb = u64::try_from(kb).ok())),
    key("evaluate", "x,y", "Where the mouse is. Ignored.", Ignore),
    key("swapable", "0..1", "Whether the answer may be a swap (gomocalc).",
        Number(Options::set_swapable)),
    key("start_depth", "plies", "First depth (Yixin); no effect yet.", Keep(0, 1000)),
    key("thread_split_depth", "plies", "Without meaning for this engine (Yixin).", Keep(0, 1000)),
    key("caution_factor", "0..5", "How far from the stones to look: 4 four points, 5 all the board (Yixin).",
        Keep(0, 5)),
    key("show_detail", "0..7", "Bit 0: live marks; bit 1: blocks of lines of play; bit 2: ucilike messages.",
        Keep(0, 7)),
    key("pondering", "0..1", "Whether to think while the opponent does; never with game_type 2 and 3.",
        Keep(0, 1)),
    key("vcthread", "0..2", "What is looked for: 0 moves, 1 wins by threats, 2 wins by fours (Yixin).",
        Keep(0, 2)),
    key("checkmate", "0..2", "The same as vcthread (Yixin).",
        Number(|o, n| o.keep("vcthread", n, 0..=2))),
    key("nbestsym", "0..1", "Whether YXNBEST compares one of the moves that are alike by symmetry (Yixin).",
        Keep(0, 1)),
    key("usedatabase", "0..1", "Whether to use a database (Yixin); there is none.", Keep(0, 1)),
    key("database_readonly", "0..1", "Whether a database must not change (Yixin); there is none.", Keep(0, 1)),
    key("strength", "0..100", "Strength of play (Rapfi); no effect yet.", Keep(0, 100)),
    key("max_moves", "moves", "Moves after which the game is drawn (Rapfi); no effect yet.", Keep(0, 1000)),
    key("draw_result", "0..2", "What a draw counts: 0 draw, 1 Black wins, 2 White wins (Rapfi); no effect yet.", Keep(0, 2)),
    key("search_type", "name", "Ignored (Rapfi).", Ignore),
    key("evaluator_*", "any", "Ignored (Rapfi).", Ignore),
    key("analysis_mode", "0..1", "Whether to propose moves only (AlphaGomoku); no effect yet.", Keep(0, 1)),
    key("auto_pondering", "0..1", "The same as pondering (AlphaGomoku).",
        Number(|o, n| o.keep("pondering", n, 0..=1))),
    key("protocol_lag", "ms", "Time lost on the way (AlphaGomoku); no effect yet.", Keep(0, 60_000)),
    key("style", "any", "Ignored (AlphaGomoku).", Ignore),
];

impl Key {
    fn is_called(&self, name: &str) -> bool {
        self.name.strip_suffix('*').map_or(self.name == name, |stem| name.starts_with(stem))
    }
}

/// Everything that a manager has set, and what follows from it for a move.
#[derive(Clone, Debug)]
pub struct Options {
    pub(crate) time: TimeControl,
    pub(crate) clues: Clues,
    max_memory: Option<u64>,
    hash_kb: Option<u64>,
    threads: usize,
    depth: Option<u32>,
    nodes: Option<u64>,
    rule: i64,
    /// Whether gomocalc takes a swap for an answer.
    swaps_first: bool,
    game_type: Option<i64>,
    folder: Option<Vec<u8>>,
    kept: BTreeMap<&'static str, i64>,
    notes: Vec<String>,
}

impl Default for Options {
    /// What is assumed of a manager that sets nothing: 5 s a move, 350 MB, one thread, freestyle.
    fn default() -> Self {
        Self {
            time: TimeControl::default(),
            clues: Clues::default(),
            max_memory: None,
            hash_kb: None,
            threads: 1,
            depth: None,
            nodes: None,
            rule: 0,
            swaps_first: false,
            game_type: None,
            folder: None,
            kept: BTreeMap::new(),
            notes: Vec::new(),
        }
    }
}

/// Notes that wait to be said; more would be a flood.
const MOST_NOTES: usize = 4;

impl Options {
    /// Takes a key and its value. Unknown keys and text where a number is due are ignored; a value that
    /// cannot be taken as it is leaves a note for [`take_notes`](Self::take_notes).
    pub fn apply(&mut self, key: &[u8], value: &[u8]) {
        let name = String::from_utf8_lossy(key).to_ascii_lowercase();
        let Some(key) = KEYS.iter().find(|key| key.is_called(&name)) else { return };
        let number = integer(split_word(value).0);
        match (key.apply, number) {
            (Number(apply), Some(number)) => apply(self, number),
            (Keep(least, most), Some(number)) => self.keep(key.name, number, least..=most),
            (Bytes(apply), _) if !value.is_empty() => apply(self, value),
            (Number(_) | Keep(..) | Bytes(_) | Ignore, _) => {}
        }
    }

    /// The rule in force, as the manager means it.
    pub fn rule(&self) -> Rule {
        self.clues.rule(self.rule).0
    }

    /// The folder for files, as the manager spelt it.
    pub fn folder(&self) -> Option<&[u8]> {
        self.folder.as_deref()
    }

    /// The kind of opponent that was announced.
    pub const fn game_type(&self) -> Option<i64> {
        self.game_type
    }

    /// A number that is remembered.
    pub fn kept(&self, name: &str) -> Option<i64> {
        self.kept.get(name).copied()
    }

    /// Whether the answer to one stone may be a swap: gomocalc's rule 5.
    pub(crate) fn swaps_first(&self) -> bool {
        self.swaps_first && self.rule == 5
    }

    /// What is to be told of a search besides the messages.
    pub(crate) fn detail(&self) -> Detail {
        Detail::from_bits(self.kept("show_detail").unwrap_or(0))
    }

    /// The kind of forced win that is looked for instead of a move.
    pub(crate) fn force(&self) -> Option<Force> {
        match self.kept("vcthread") {
            Some(1) => Some(Force::Threats),
            Some(2) => Some(Force::Fours),
            _ => None,
        }
    }

    /// Whether the player may think while the opponent does. In tournaments it may not.
    pub(crate) fn ponders(&self) -> bool {
        self.kept("pondering") == Some(1) && !matches!(self.game_type, Some(2 | 3))
    }

    /// The largest table that could be had by `INFO hash_size`, in bytes.
    pub(crate) fn largest_table(&self) -> usize {
        table_bytes(self.max_memory, Some(u64::MAX), 1)
    }

    /// Threads and table of the player on a machine with this many threads.
    pub fn settings(&self, hardware_threads: usize) -> Settings {
        let threads = self.threads.clamp(1, hardware_threads.max(1));
        let wanted = self.hash_kb.map(|kb| kb.saturating_mul(1024));
        Settings { threads, table_bytes: table_bytes(self.max_memory, wanted, threads) }
    }

    /// The limits of a move on a board of this size whose clock began to run at `started`, less what the
    /// process needed to start up.
    pub fn limits(&self, size: Size, started: Moment, startup: Duration) -> Limits {
        let less = |time: Duration| time.saturating_sub(startup);
        let endless = self.clues.yixin_word && self.time.is_endless();
        let time = |time: Option<Duration>| time.filter(|_| !endless).map(less);
        Limits {
            started,
            turn: time(self.time.turn(self.nodes.is_some())),
            game: time(self.time.left()),
            increment: self.time.increment(),
            depth: self.depth.filter(|&depth| usize::try_from(depth).is_ok_and(|depth| depth < size.area())),
            nodes: self.nodes,
        }
    }

    /// What has to be said about values that could not be taken as they were.
    pub fn take_notes(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notes)
    }

    fn keep(&mut self, name: &'static str, number: i64, range: std::ops::RangeInclusive<i64>) {
        if range.contains(&number) {
            self.kept.insert(name, number);
        } else {
            self.note(format!("INFO {name} {number} is not between {} and {}", range.start(), range.end()));
        }
    }

    fn set_rule(&mut self, value: i64) {
        self.rule = value;
        if !self.clues.rule(value).1 {
            let rule = self.rule();
            self.note(format!("INFO rule {value} is not known, {rule} is played"));
        }
    }

    fn set_game_type(&mut self, value: i64) {
        self.clues.game_type = true;
        self.game_type = Some(value);
        if !(0..=3).contains(&value) {
            self.note(format!("INFO game_type {value} is not between 0 and 3"));
        }
    }

    fn set_swapable(&mut self, value: i64) {
        self.swaps_first = value == 1;
        self.clues.swapable = true;
    }

    fn note(&mut self, note: String) {
        if self.notes.len() < MOST_NOTES && !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }
}

fn positive(number: i64) -> Option<u64> {
    u64::try_from(number).ok().filter(|&number| number > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(lines: &[&str]) -> Options {
        let mut options = Options::default();
        for line in lines {
            let (key, value) = line.split_once(' ').unwrap_or((line, ""));
            options.apply(key.as_bytes(), value.as_bytes());
        }
        options
    }

    fn limits(lines: &[&str]) -> Limits {
        after(lines).limits(Size::STANDARD, Moment::default(), Duration::ZERO)
    }

    #[test]
    fn keys_are_listed_once_in_small_letters() {
        for (index, key) in KEYS.iter().enumerate() {
            assert_eq!(key.name, key.name.to_lowercase());
            assert!(!key.help.is_empty() && !key.value.is_empty(), "{}", key.name);
            assert!(KEYS[index + 1..].iter().all(|other| !other.is_called(key.name)), "{}", key.name);
        }
    }

    #[test]
    fn limits_follow_the_keys() {
        let all = limits(&["TIMEOUT_TURN 1000", "time_left 9000", "max_depth 12", "max_node 5000"]);
        assert_eq!(all.turn, Some(Duration::from_secs(1)));
        assert_eq!(all.game, Some(Duration::from_secs(9)));
        assert_eq!((all.depth, all.nodes), (Some(12), Some(5000)));
        assert_eq!(limits(&["max_depth 225"]).depth, None, "a full board is no limit");
        assert_eq!(limits(&["max_depth 12", "max_depth -1"]).depth, None);
        assert_eq!(limits(&["max_node 12", "max_node -1"]).nodes, None);
        assert_eq!(limits(&["max_node 12"]).turn, None, "nodes end the search, no need of 5 s");
        assert_eq!(limits(&[]).turn, Some(Duration::from_secs(5)));
    }

    #[test]
    fn values_that_are_no_numbers_change_nothing() {
        let garbage = ["timeout_turn", "timeout_turn soon", "rule x", "folder", "thread_num 1.5", "foo 3"];
        let mut options = after(&garbage);
        assert_eq!(options.settings(8), Options::default().settings(8));
        assert_eq!(options.limits(Size::STANDARD, Moment::default(), Duration::ZERO), limits(&[]));
        assert_eq!((options.rule(), options.folder()), (Rule::Freestyle, None));
        assert!(options.take_notes().is_empty());
    }

    #[test]
    fn settings_are_kept_within_the_machine() {
        assert_eq!(after(&["thread_num 99"]).settings(4).threads, 4);
        assert_eq!(after(&["thread_num 0"]).settings(4).threads, 1);
        assert_eq!(after(&["thread_num -7"]).settings(0).threads, 1);
        assert_eq!(after(&["hash_size 2048"]).settings(1).table_bytes, 2 << 20);
        assert_eq!(after(&["max_memory 0"]).settings(1), Options::default().settings(1));
    }

    #[test]
    fn numbers_in_their_range_are_remembered() {
        let mut options = after(&["caution_factor 3", "SHOW_DETAIL 2", "strength 500", "evaluator_x 1"]);
        assert_eq!((options.kept("caution_factor"), options.kept("show_detail")), (Some(3), Some(2)));
        assert_eq!(options.kept("strength"), None);
        assert_eq!(options.take_notes().len(), 1);
        assert!(options.take_notes().is_empty(), "said once");
    }

    #[test]
    fn impossible_values_are_noted_but_never_flood() {
        let lines: Vec<String> = (20..60).map(|value| format!("rule {value}")).collect();
        let mut options = after(&lines.iter().map(String::as_str).collect::<Vec<_>>());
        assert_eq!(options.take_notes().len(), MOST_NOTES);
    }
}
