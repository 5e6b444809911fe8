//! The house rules that no compiler checks: doors between rooms, sizes, `unsafe`, promises, manifests.
//!
//! Each rule is a table and a function from a file to faults; a fault says where it is and what to do. The
//! project has none, and each rule is shown samples in which it has to find some.

mod code;
mod files;
mod rules;

use files::File;
use rules::{Fault, LONGEST_FILE, LONGEST_FUNCTION, names};

/// Asserts that a rule finds its faults in samples, on the lines given, and none in the project.
#[track_caller]
fn check(rule: impl Fn(&File) -> Vec<Fault>, samples: &[(&str, &str, &[usize])]) {
    for (path, text, lines) in samples {
        let faults = rule(&File::new(path, text));
        assert!(faults.iter().map(|fault| &fault.line).eq(*lines), "{path}: {text:?}: {faults:?}");
    }
    let mut shown = Vec::new();
    for file in files::all(&names()) {
        let faults = rule(&file).into_iter();
        shown.extend(faults.map(|Fault { line, what }| format!("{}:{line}: {what}", file.path)));
    }
    assert!(shown.is_empty(), "\n{}\n", shown.join("\n"));
}

#[test]
fn every_text_is_seen() {
    let files = files::all(&names());
    let known = [
        "Cargo.toml",
        "README.md",
        ".ci/run",
        "src/main.rs",
        "tests/tidy/code.rs",
        "rules/src/line/shape.rs",
    ];
    for path in known {
        assert!(files.iter().any(|file| file.path == path), "{path} is not seen");
    }
    assert!(!files.iter().any(|file| file.path.starts_with("target/")));
}

#[test]
fn crates_name_only_those_below() {
    let samples: [(&str, &str, &[usize]); 7] = [
        ("player/src/a.rs", "use tianyuan_rules::Point;\nuse tianyuan_search::Engine;", &[2]),
        ("search/src/a/b.rs", "fn f() {\n tianyuan_protocol::parse();\n}", &[2]),
        ("search/src/a.rs", "//! Not for [`tianyuan_protocol`].\nuse tianyuan_evaluation::Field;", &[]),
        (
            "protocol/Cargo.toml",
            "[dependencies]\ntianyuan-rules.workspace = true\ntianyuan-search = \"1\"",
            &[3],
        ),
        ("rules/Cargo.toml", "[package]\nname = \"tianyuan-rules\"", &[]),
        ("rulesets/src/a.rs", "use tianyuan_search::Engine;", &[]),
        ("src/main.rs", "use tianyuan_search::Engine;", &[]),
    ];
    check(rules::doors, &samples);
}

#[test]
fn rooms_inside_a_crate_name_only_those_below() {
    let samples: [(&str, &str, &[usize]); 3] = [
        ("search/src/threat/a.rs", "use crate::table::Table;", &[1]),
        ("rules/src/reference.rs", "\nuse crate::line::{Cell, ShapeTable};", &[2]),
        ("rules/src/reference.rs", "use crate::{Foul, Position};\n/// Not [`Board`].", &[]),
    ];
    check(rules::inner_doors, &samples);
}

#[test]
fn only_the_program_talks_to_the_world() {
    let samples: [(&str, &str, &[usize]); 4] = [
        ("search/src/a.rs", "let text = \"stdin\";\nlet now = std::time::Instant::now();", &[2]),
        ("protocol/src/a.rs", "use std::io::{Read, stdin};\nprintln!();", &[1, 2]),
        ("rules/src/record/a.rs", "use std::{fmt, fs};", &[1]),
        ("src/driver.rs", "use std::time::Instant;", &[]),
    ];
    check(rules::outside, &samples);
}

#[test]
fn files_and_functions_are_short() {
    let long = "let a = 1;\n".repeat(LONGEST_FUNCTION - 2);
    let (fits, too_long) = (format!("\nfn f() {{\n{long}}}"), format!("\nfn f() {{\n{long}\n}}"));
    let file = "//\n".repeat(LONGEST_FILE + 1);
    let samples: [(&str, &str, &[usize]); 4] = [
        ("src/a.rs", &fits, &[]),
        ("tests/a.rs", &too_long, &[2]),
        ("rules/src/a.rs", &file, &[LONGEST_FILE + 1]),
        ("tests/a.txt", &file, &[]),
    ];
    check(rules::sizes, &samples);
}

#[test]
fn unsafe_code_is_listed() {
    let samples: [(&str, &str, &[usize]); 2] = [
        ("search/src/a.rs", "\nlet a = unsafe { *p };", &[2]),
        ("search/src/a.rs", "#![deny(unsafe_code)] // no unsafe", &[]),
    ];
    check(rules::unsafe_code, &samples);
}

#[test]
fn nothing_is_only_promised() {
    let samples: [(&str, &str, &[usize]); 5] = [
        ("src/a.rs", "// TODO: more", &[1]),
        ("src/a.rs", "fn f() {}\n/* FIXME */", &[2]),
        ("src/a.rs", "fn f() { todo!() }\nfn g() { unimplemented!(\"later\") }", &[1, 2]),
        ("tests/a.rs", "#[test]\n#[ignore = \"slow\"]\nfn f() {}", &[2]),
        ("tests/a.rs", "let a = \"TODO todo!\"; // what is to be done", &[]),
    ];
    check(rules::promises, &samples);
}

#[test]
fn texts_speak_of_no_machine() {
    let path = format!("cd {}", ["", "home", "me", "tianyuan"].join("/"));
    let samples: [(&str, &str, &[usize]); 3] = [
        ("scripts/a.sh", &path, &[1]),
        ("README.md", &format!("\n{path}"), &[2]),
        ("README.md", "cd tianyuan/homework", &[]),
    ];
    check(rules::machine_paths, &samples);
}

#[test]
fn manifests_share_lints_and_have_no_benches_of_their_own() {
    let good = "[lib]\nbench = false\n\n[lints]\nworkspace = true";
    let samples: [(&str, &str, &[usize]); 4] = [
        ("rules/Cargo.toml", good, &[]),
        ("rules/Cargo.toml", "[lib]\n\n[lints]\nworkspace = true\nbench = false", &[1]),
        ("Cargo.toml", "[[bin]]\nbench = false\n[dependencies]\nworkspace = true", &[1]),
        ("search/Cargo.toml", "", &[1, 1]),
    ];
    check(rules::manifests, &samples);
}

#[test]
fn every_member_has_its_doors() {
    let samples: [(&str, &str, &[usize]); 2] = [
        ("Cargo.toml", "[workspace]\nmembers = [\"rules\", \"cellar\"]", &[1]),
        ("Cargo.toml", "[workspace]\nmembers = [\"rules\", \"search\"]", &[]),
    ];
    check(rules::members, &samples);
}

#[test]
fn the_check_begins_with_the_command_of_the_readme() {
    let files = files::all(&names());
    let text = |path| files.iter().find(|file| file.path == path).map_or("", |file| file.text.as_str());
    let first = text("scripts/check.sh").lines().find_map(|line| line.strip_prefix("step tests "));
    let command = first.expect("scripts/check.sh has a step of that name");
    assert!(text("README.md").lines().any(|line| line == command), "README.md does not say {command:?}");
}

/// `ARCHITECTURE.md` names files and tests, in backticks: a name of three words or more is that of a function.
#[test]
fn what_the_architecture_names_exists() {
    let files = files::all(&names());
    let is_file = |name: &str| files.iter().any(|file| file.path.ends_with(name));
    let is_function = |name: &str| {
        let definition = format!("fn {name}(");
        files.iter().any(|file| file.is_rust() && file.text.contains(&definition))
    };
    let text = files.iter().find(|file| file.path == "ARCHITECTURE.md").map_or("", |file| &file.text);
    let quoted = text.split('`').skip(1).step_by(2).flat_map(|quoted| quoted.split([' ', ':']));
    let (mut n_known, mut missing) = (0, Vec::new());
    for name in quoted {
        let exists = match name {
            _ if name.strip_suffix(".rs").is_some() => is_file(name),
            _ if name.matches('_').count() > 1 => is_function(name),
            _ => continue,
        };
        n_known += usize::from(exists);
        missing.extend((!exists).then_some(name));
    }
    assert!(missing.is_empty(), "ARCHITECTURE.md names what is not there: {missing:?}");
    assert!(n_known > 50, "only {n_known} names were found");
}
