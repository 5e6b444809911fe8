//! Hands the commit to the program. Without git, as in a tarball, it is "unknown"; whoever packages the
//! program can name it in the variable `TIANYUAN_COMMIT`.

use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-env-changed=TIANYUAN_COMMIT");
    println!("cargo::rerun-if-changed=build.rs");
    let named = std::env::var("TIANYUAN_COMMIT").ok().filter(|commit| !commit.is_empty());
    let commit = named.or_else(commit).unwrap_or_else(|| "unknown".to_owned());
    println!("cargo::rustc-env=TIANYUAN_COMMIT={commit}");
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
