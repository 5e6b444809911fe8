//! Explanations in words, checked by hand: the files in `tests/fouls/explain`.
//!
//! A file holds a drawing, a line `point: h8`, a line `---` and the words. `UPDATE_GOLDEN=1` writes the
//! words anew, to be read line by line before they are kept.

use std::path::{Path, PathBuf};
use std::{env, fs};

use tianyuan_rules::explain::explain;
use tianyuan_rules::reference;

use super::text;

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fouls/explain");
    let entries = fs::read_dir(folder).expect("the folder is there");
    let mut files: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    files
}

#[test]
fn explanations_read_as_checked_by_hand() {
    let files = files();
    assert!(files.len() >= 10);
    for file in files {
        let content = fs::read_to_string(&file).expect("the file is text");
        let (question, words) = content.split_once("---\n").expect("a line of dashes");
        let position = text::position_drawn(question);
        let named = question.lines().find_map(|line| line.strip_prefix("point: "));
        let point = text::point(named.expect("a point"));
        assert!(reference::depth(&position, point) >= 3, "{} is shallow", file.display());
        let explained = format!("{}\n", explain(&position, point));
        if env::var_os("UPDATE_GOLDEN").is_some() {
            fs::write(&file, format!("{question}---\n{explained}")).expect("the file can be written");
        } else {
            assert_eq!(explained, words, "{}", file.display());
        }
    }
}
