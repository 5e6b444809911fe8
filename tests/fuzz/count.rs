//! Which commands were reached, and what came of them.

use std::collections::BTreeMap;
use std::fmt;

use tianyuan_protocol::{Command, Edit, TableCommand};

/// Every command with its variants.
pub(super) const NAMES: [&str; 38] = [
    "start",
    "restart",
    "begin",
    "turn",
    "board",
    "set up",
    "play",
    "take back",
    "info",
    "stop",
    "about",
    "end",
    "show info",
    "show forbidden",
    "best moves",
    "defend",
    "exclude, add",
    "exclude, remove",
    "exclude, clear",
    "exclude path, add",
    "exclude path, remove",
    "exclude path, clear",
    "forbid, add",
    "forbid, remove",
    "table, clear",
    "table, usage",
    "table, dump",
    "table, load",
    "draw",
    "resign",
    "describe",
    "opening",
    "balance",
    "show forbidden in",
    "protocol version",
    "database",
    "unknown",
    MISREAD,
];

/// A line that is a known command with wrong arguments.
pub(super) const MISREAD: &str = "misread";

/// The name of a command.
pub(super) const fn name(command: &Command) -> &'static str {
    match command {
        Command::Start(_) => "start",
        Command::Restart => "restart",
        Command::Begin => "begin",
        Command::Turn(_) => "turn",
        Command::Board(_) => "board",
        Command::SetUp(_) => "set up",
        Command::Play(_) => "play",
        Command::TakeBack(_) => "take back",
        Command::Info { .. } => "info",
        Command::Stop => "stop",
        Command::About => "about",
        Command::End => "end",
        Command::ShowInfo => "show info",
        Command::ShowForbidden => "show forbidden",
        Command::BestMoves(_) => "best moves",
        Command::Defend => "defend",
        Command::Exclude(Edit::Add, _) => "exclude, add",
        Command::Exclude(Edit::Remove, _) => "exclude, remove",
        Command::Exclude(Edit::Clear, _) => "exclude, clear",
        Command::ExcludePath(Edit::Add, _) => "exclude path, add",
        Command::ExcludePath(Edit::Remove, _) => "exclude path, remove",
        Command::ExcludePath(Edit::Clear, _) => "exclude path, clear",
        Command::Forbid(Edit::Add, ..) => "forbid, add",
        // No word clears them; should there be one, this name will not do.
        Command::Forbid(Edit::Remove | Edit::Clear, ..) => "forbid, remove",
        Command::Table(TableCommand::Clear) => "table, clear",
        Command::Table(TableCommand::Usage) => "table, usage",
        Command::Table(TableCommand::Dump(_)) => "table, dump",
        Command::Table(TableCommand::Load(_)) => "table, load",
        Command::Draw => "draw",
        Command::Resign => "resign",
        Command::Describe => "describe",
        Command::Opening(_) => "opening",
        Command::Balance { .. } | Command::BalanceIn { .. } => "balance",
        Command::ForbiddenIn(_) => "show forbidden in",
        Command::ProtocolVersion => "protocol version",
        Command::Database(_) => "database",
        Command::Unknown(_) => "unknown",
    }
}

/// What came of a command.
#[derive(Clone, Copy, Debug)]
pub(super) enum Outcome {
    Done,
    Refused,
}

/// How often each command was done and refused, and other things worth knowing.
#[derive(Debug, Default)]
pub(super) struct Counts {
    commands: BTreeMap<&'static str, [u64; 2]>,
    others: BTreeMap<&'static str, u64>,
    most: BTreeMap<&'static str, u64>,
}

impl Counts {
    pub(super) fn add(&mut self, name: &'static str, outcome: Outcome) {
        self.commands.entry(name).or_default()[outcome as usize] += 1;
    }

    /// Counts something else.
    pub(super) fn note(&mut self, what: &'static str, n: u64) {
        *self.others.entry(what).or_default() += n;
    }

    /// Keeps the largest of some numbers.
    pub(super) fn most(&mut self, what: &'static str, n: u64) {
        let most = self.most.entry(what).or_default();
        *most = n.max(*most);
    }

    /// Takes the counts of another conversation.
    pub(super) fn merge(&mut self, other: &Self) {
        for (name, counts) in &other.commands {
            let own = self.commands.entry(name).or_default();
            *own = [own[0] + counts[0], own[1] + counts[1]];
        }
        other.others.iter().for_each(|(what, &n)| self.note(what, n));
        other.most.iter().for_each(|(what, &n)| self.most(what, n));
    }

    pub(super) fn noted(&self, what: &str) -> u64 {
        self.others.get(what).copied().unwrap_or(0)
    }

    /// How often a command was done.
    pub(super) fn done(&self, name: &str) -> u64 {
        self.commands.get(name).map_or(0, |counts| counts[0])
    }

    /// How often a command was refused.
    pub(super) fn refused(&self, name: &str) -> u64 {
        self.commands.get(name).map_or(0, |counts| counts[1])
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for name in NAMES {
            writeln!(f, "{name:24} {:10} done {:10} refused", self.done(name), self.refused(name))?;
        }
        let others = self.others.iter().chain(&self.most);
        others.into_iter().try_for_each(|(what, n)| writeln!(f, "{what:24} {n:10}"))
    }
}
