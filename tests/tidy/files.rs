//! The texts of the project, found in its folders.

use std::fs;
use std::path::Path;

/// A text file of the project.
#[derive(Debug)]
pub(super) struct File {
    /// Its path from the root, with `/` between the parts.
    pub(super) path: String,
    pub(super) text: String,
}

/// Folders that are looked at besides those of the crates.
const FOLDERS: [&str; 7] = [".ci", "benches", "docs", "scripts", "src", "tests", "openings"];
/// Endings of names of files that are texts. A name without an ending (`run`, `LICENSE-MIT`) is one too.
const ENDINGS: [&str; 6] = ["", "md", "rs", "sh", "toml", "txt"];

impl File {
    pub(super) fn new(path: &str, text: &str) -> Self {
        Self { path: path.into(), text: text.into() }
    }

    pub(super) fn is_rust(&self) -> bool {
        self.has_ending("rs")
    }

    pub(super) fn has_ending(&self, ending: &str) -> bool {
        Path::new(&self.path).extension().is_some_and(|it| it == ending)
    }
}

/// All texts: those in the root, in the folders of `crates`, and in the other folders.
pub(super) fn all(crates: &[&str]) -> Vec<File> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    collect(root, root, false, &mut files);
    for folder in FOLDERS.iter().chain(crates) {
        collect(root, &root.join(folder), true, &mut files);
    }
    files
}

fn collect(root: &Path, folder: &Path, deep: bool, files: &mut Vec<File>) {
    let entries = fs::read_dir(folder).expect("the folder of the project is there");
    for path in entries.map(|entry| entry.expect("it can be read").path()) {
        if path.is_dir() {
            if deep {
                collect(root, &path, deep, files);
            }
        } else if is_text(&path) {
            let bytes = fs::read(&path).expect("the file can be read");
            let relative = path.strip_prefix(root).expect("it lies below the root").to_string_lossy();
            files.push(File::new(&relative.replace('\\', "/"), &String::from_utf8_lossy(&bytes)));
        }
    }
}

fn is_text(path: &Path) -> bool {
    // In a linked work tree this is a file with the path of the repository.
    if path.file_name().is_some_and(|name| name == ".git") {
        return false;
    }
    let ending = path.extension().unwrap_or_default();
    ENDINGS.iter().any(|known| ending == *known)
}
