//! The rules: tables, and for each a function from a file to its faults.

use super::code::{Code, Function, types_and_paths, words};
use super::files::File;

/// Which crates each crate may name. The root's own folders may name all.
const DOORS: [(&str, &[&str]); 7] = [
    ("rules", &[]),
    ("player", &["rules"]),
    ("evaluation", &["rules"]),
    ("search", &["rules", "player", "evaluation"]),
    ("protocol", &["rules", "player"]),
    ("arena", &["rules", "player"]),
    ("training", &["rules", "player", "evaluation", "search", "arena"]),
];

/// Doors inside a crate: files that begin so do not use these names of the same crate, and why.
const INNER_DOORS: [(&str, &[&str], &str); 8] = [
    ("rules/src/reference.rs", &["Board", "LineKeys", "Shape", "ShapeTable", "foul"], FAST_AND_SLOW),
    ("rules/src/foul.rs", &["reference", "explain"], FAST_AND_SLOW),
    ("rules/src/line/", &["Board", "Position", "Game"], "lines know no boards"),
    ("evaluation/src/pattern/", &["Field", "field"], "patterns are values; the field keeps them"),
    ("search/src/budget.rs", &["alphabeta", "table", "threat"], "time knows nothing of the search"),
    ("search/src/table/", &["alphabeta", "budget", "threat"], "the table is asked and asks nobody"),
    (
        "search/src/threat/check.rs",
        &["Field", "Class", "Shape", "FourSearch", "ThreatSearch", "defence", "moves"],
        CHECKED,
    ),
    ("search/src/threat/", &["alphabeta", "budget", "table"], "threats are proved without the search"),
];

const CHECKED: &str =
    "proofs are checked by the rules alone, or a mistake in finding them is one in checking, too";
const FAST_AND_SLOW: &str = "the fast check and the literal one share no code, or neither proves the other";

/// What only the root's own folders may name: the outside world and the time.
const OUTSIDE: [&str; 12] = [
    "File",
    "Instant",
    "SystemTime",
    "eprint",
    "eprintln",
    "fs",
    "net",
    "print",
    "println",
    "stderr",
    "stdin",
    "stdout",
];

/// Where programs are talked to, whose answers are timed.
const WORLDLY: [&str; 4] =
    ["arena/src/process/", "arena/src/check/talk.rs", "arena/src/competitor.rs", "arena/examples/"];

/// Files in which `unsafe` may stand, each with a safe twin under test, or without any effect on results.
const UNSAFE: [&str; 2] = ["evaluation/src/simd.rs", "search/src/table/prefetch.rs"];

/// Most lines of a source file, tests included.
pub(super) const LONGEST_FILE: usize = 500;
/// Most lines of a function from its `fn` to its closing brace, tests included. Attributes and the comment
/// above are not counted; a long table is a constant, which is no function.
pub(super) const LONGEST_FUNCTION: usize = 80;

/// Promises instead of code, in comments.
const PROMISES: [&str; 2] = ["TODO", "FIXME"];
/// The same in code.
const STUBS: [&str; 3] = ["todo!", "unimplemented!", "#[ignore"];

/// Folders of a machine, each found between slashes.
const MACHINE: [&str; 6] = ["home", "root", "tmp", "work", "workspace", "Users"];

/// The names of the crates.
pub(super) fn names() -> Vec<&'static str> {
    DOORS.map(|(name, _)| name).to_vec()
}

/// The crate that a file belongs to; the root package's files belong to none.
fn room(path: &str) -> Option<(&'static str, &'static [&'static str])> {
    DOORS.into_iter().find(|(name, _)| path.strip_prefix(name).is_some_and(|rest| rest.starts_with('/')))
}

/// What is wrong on a line of a file, and what to do.
#[derive(Debug)]
pub(super) struct Fault {
    pub(super) line: usize,
    pub(super) what: String,
}

impl Fault {
    fn new(line: usize, what: impl Into<String>) -> Self {
        Self { line, what: what.into() }
    }
}

/// Crates name only those below them, in sources and manifests.
pub(super) fn doors(file: &File) -> Vec<Fault> {
    let Some((name, below)) = room(&file.path) else { return Vec::new() };
    let text = match file.path.rsplit('/').next() {
        Some("Cargo.toml") => file.text.replace("tianyuan-", "tianyuan_"),
        _ if file.is_rust() => Code::new(&file.text).code,
        _ => return Vec::new(),
    };
    let mut faults = Vec::new();
    for (n, line) in (1..).zip(text.lines()) {
        let others = words(line).filter_map(|word| word.strip_prefix("tianyuan_"));
        let shut = others.filter(|other| *other != name && !below.contains(other));
        let complain = |other| format!("{name} names {other}: move what is needed into a crate below both");
        faults.extend(shut.map(|other| Fault::new(n, complain(other))));
    }
    faults
}

/// Rooms inside a crate name only those below them.
pub(super) fn inner_doors(file: &File) -> Vec<Fault> {
    let mut faults = Vec::new();
    for (_, closed, why) in INNER_DOORS.iter().filter(|(prefix, ..)| file.path.starts_with(prefix)) {
        for (n, line) in (1..).zip(Code::new(&file.text).code.lines()) {
            let through = types_and_paths(line).find(|name| closed.contains(name));
            faults.extend(through.map(|name| Fault::new(n, format!("names {name}: {why}"))));
        }
    }
    faults
}

/// Only the program itself talks to the world and asks the time.
pub(super) fn outside(file: &File) -> Vec<Fault> {
    let is_worldly = WORLDLY.iter().any(|start| file.path.starts_with(start));
    if room(&file.path).is_none() || !file.is_rust() || is_worldly {
        return Vec::new();
    }
    let code = Code::new(&file.text);
    let named = code.words().filter(|(_, word)| OUTSIDE.contains(word));
    let complain = |(line, word): (usize, &str)| {
        Fault::new(line, format!("names {word}: files, streams and time come in as arguments from src"))
    };
    named.map(complain).collect()
}

/// Files and functions are short.
pub(super) fn sizes(file: &File) -> Vec<Fault> {
    if !file.is_rust() {
        return Vec::new();
    }
    let n_lines = file.text.lines().count();
    let long = (n_lines > LONGEST_FILE).then(|| {
        Fault::new(n_lines, format!("{n_lines} lines, {LONGEST_FILE} are allowed: make two modules of it"))
    });
    let functions = Code::new(&file.text).functions();
    let too_long = functions.into_iter().filter(|function| function.n_lines > LONGEST_FUNCTION);
    let complain = |Function { name, line, n_lines }| {
        Fault::new(
            line,
            format!("{name} has {n_lines} lines, {LONGEST_FUNCTION} are allowed: name its steps"),
        )
    };
    long.into_iter().chain(too_long.map(complain)).collect()
}

/// `unsafe` stands only where it is expected.
pub(super) fn unsafe_code(file: &File) -> Vec<Fault> {
    if !file.is_rust() || UNSAFE.contains(&file.path.as_str()) {
        return Vec::new();
    }
    let code = Code::new(&file.text);
    let lines = code.words().filter(|&(_, word)| word == "unsafe");
    lines
        .map(|(line, _)| Fault::new(line, "unsafe: write it safe, or list the file and its safe twin"))
        .collect()
}

/// Nothing is promised, left out or passed over.
pub(super) fn promises(file: &File) -> Vec<Fault> {
    if !file.is_rust() {
        return Vec::new();
    }
    let Code { code, comments } = Code::new(&file.text);
    let find = |text: &str, words: &[&'static str]| {
        let broken = |(n, line): (usize, &str)| Some((n, *words.iter().find(|word| line.contains(**word))?));
        (1..).zip(text.lines()).filter_map(broken).collect::<Vec<_>>()
    };
    let found = find(&comments, &PROMISES).into_iter().chain(find(&code, &STUBS));
    found.map(|(line, word)| Fault::new(line, format!("{word}: do it now, or leave it out"))).collect()
}

/// Texts speak of no machine.
pub(super) fn machine_paths(file: &File) -> Vec<Fault> {
    let names_machine = |line: &str| MACHINE.iter().any(|name| line.contains(&format!("/{name}/")));
    let lines = (1..).zip(file.text.lines()).filter(|(_, line)| names_machine(line));
    lines.map(|(n, _)| Fault::new(n, "a path of one machine: take it as an argument or a variable")).collect()
}

/// Every crate obeys the same lints and leaves benches to `benches/`.
pub(super) fn manifests(file: &File) -> Vec<Fault> {
    if !file.path.ends_with("Cargo.toml") {
        return Vec::new();
    }
    let target = if room(&file.path).is_some() { "[lib]" } else { "[[bin]]" };
    let wanted = [("[lints]", "workspace = true"), (target, "bench = false")];
    let missing =
        wanted.into_iter().filter(|(section, line)| !section_of(&file.text, section).contains(line));
    missing.map(|(section, line)| Fault::new(1, format!("{section} needs the line {line:?}"))).collect()
}

/// The lines of a section of a manifest.
fn section_of<'a>(manifest: &'a str, title: &str) -> Vec<&'a str> {
    let lines = manifest.lines().skip_while(|line| *line != title).skip(1);
    lines.take_while(|line| !line.starts_with('[')).collect()
}

/// Every member of the workspace has its doors.
pub(super) fn members(file: &File) -> Vec<Fault> {
    if file.path != "Cargo.toml" {
        return Vec::new();
    }
    let list =
        section_of(&file.text, "[workspace]").into_iter().find_map(|line| line.strip_prefix("members = "));
    let members = words(list.unwrap_or_default());
    let unknown = members.filter(|name| !names().contains(name));
    unknown
        .map(|name| Fault::new(1, format!("{name} has no doors: say in tests/tidy.rs what it may name")))
        .collect()
}
