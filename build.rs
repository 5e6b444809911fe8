//! Hands the program what only its building knows: the commit, and the processors that it is built for. Without
//! git, as in a tarball, the commit is "unknown"; whoever packages the program can name it in the variable
//! `TIANYUAN_COMMIT`.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Levels of x86-64, newest first, each with features that tell it from the level below.
const LEVELS: [(&str, &[&str]); 3] =
    [("x86-64-v3", &["avx2", "bmi2", "fma"]), ("x86-64-v2", &["sse4.2", "popcnt"]), ("x86-64", &[])];

fn main() {
    println!("cargo::rerun-if-env-changed=TIANYUAN_COMMIT");
    println!("cargo::rerun-if-changed=build.rs");
    let named = std::env::var("TIANYUAN_COMMIT").ok().filter(|commit| !commit.is_empty());
    let commit = named.or_else(commit).unwrap_or_else(|| "unknown".to_owned());
    println!("cargo::rustc-env=TIANYUAN_COMMIT={commit}");
    println!("cargo::rustc-env=TIANYUAN_CPU={}", processors());
}

/// The processors that the compiler may count on.
fn processors() -> String {
    let architecture = std::env::var("CARGO_CFG_TARGET_ARCH").unwrap_or_default();
    if architecture != "x86_64" {
        return architecture;
    }
    let features = std::env::var("CARGO_CFG_TARGET_FEATURE").unwrap_or_default();
    let has = |feature: &&str| features.split(',').any(|it| it == *feature);
    let level = LEVELS.iter().find(|(_, needed)| needed.iter().all(has));
    level.map_or(architecture, |&(level, _)| level.to_owned())
}

/// The commit that is checked out here. A repository that only happens to lie around this folder has
/// nothing to say.
fn commit() -> Option<String> {
    let is_ours = git(&["rev-parse", "--show-prefix"])?.is_empty();
    let commit = git(&["rev-parse", "--short=7", "HEAD"]).filter(|_| is_ours)?;
    for file in ["HEAD", "logs/HEAD"] {
        let path = PathBuf::from(git(&["rev-parse", "--git-path", file])?);
        // Naming a file that does not exist would run this script each time.
        if Path::new(&path).exists() {
            println!("cargo::rerun-if-changed={}", path.display());
        }
    }
    Some(commit)
}

fn git(arguments: &[&str]) -> Option<String> {
    let output =
        Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
    Some(String::from_utf8(output.stdout).ok()?.trim().to_owned())
}
