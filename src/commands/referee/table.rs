//! The table of the games in a folder.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use tianyuan_arena::people::{Article, Placed, Standings};
use tianyuan_rules::opening::OpeningRule;

use super::games::Refereed;
use super::{games, told};
use crate::commands::language::Language;

/// Names of files that hold games.
const EXTENSIONS: [&str; 4] = ["sgf", "psq", "game", "txt"];

pub(super) fn of_folder(language: Language, folder: &Path, opening: OpeningRule) -> Result<String, String> {
    let mut standings = Standings::default();
    let files = files(folder).map_err(|error| format!("--table {}: {error}", folder.display()))?;
    if files.is_empty() {
        let names = EXTENSIONS.join(", .");
        return Err(format!("--table {}: no game is in it: .{names} are looked for", folder.display()));
    }
    let (mut games, mut notes) = (Vec::new(), String::new());
    for file in &files {
        match games::read(file, opening) {
            Ok(read) => games.extend(read),
            // A folder has other files, too.
            Err(complaint) => {
                let _ = writeln!(notes, "{}{complaint}", language.pick("Left out: ", "未计入："));
            }
        }
    }
    // Both players may have handed in a record.
    let again = told::same_games(&games);
    let is_again = |game: &Refereed| again.iter().any(|(_, other)| std::ptr::eq(*other, game));
    for game in games.iter().filter(|game| again.is_empty() || !is_again(game)) {
        standings.add(&game.protocol, &game.summary);
    }
    for (first, other) in &again {
        let _ = writeln!(notes, "{}", told::comparison(language, first, other));
    }
    Ok(language.standings(&standings) + &notes)
}

/// The files with games, in the order of their names.
fn files(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let extension = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
        if path.is_file() && EXTENSIONS.contains(&extension.as_str()) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

impl Language {
    fn standings(self, standings: &Standings) -> String {
        let head = self.pick(
            ["place", "player", "points", "games", "+", "=", "-", "Black", "White", "opponents", "beaten"],
            ["名次", "棋手", "分", "局", "胜", "和", "负", "黑", "白", "对手分", "胜者分"],
        );
        let mut rows = vec![head.map(str::to_owned)];
        rows.extend(standings.table().iter().map(row));
        let width = |column: usize| {
            let cells = rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| columns_of(cell)).max().unwrap_or_default()
        };
        let widths: Vec<usize> = (0..head.len()).map(width).collect();
        let mut text = String::new();
        for row in &rows {
            let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
                let gap = " ".repeat(width.saturating_sub(columns_of(cell)));
                // Names stand left, numbers right.
                if column == 1 { format!("{cell}{gap}") } else { format!("{gap}{cell}") }
            });
            let _ = writeln!(text, "{}", cells.collect::<Vec<_>>().join("  ").trim_end());
        }
        let cited = self.cited(Article::POINTS) + &self.cited(Article::PAIRING);
        text + &match self {
            Self::En => format!(
                "\nA win is 2 points, a draw 1; colors are those that pairing counts{cited}. Equals are placed by the points\n\
                 of all opponents, then of beaten ones and half of those drawn with, then wins: the rules leave this to\n\
                 each tournament. Games that do not count: {}\n",
                standings.uncounted
            ),
            Self::Zh => format!(
                "\n胜2分，和1分；黑白按编排计算{cited}。同分依次比较：对手分之和，所胜对手分与所和对手半分之和，\n\
                 胜局数；规则把名次的计算留给各比赛。不计的对局：{}\n",
                standings.uncounted
            ),
        }
    }
}

fn row(placed: &Placed) -> [String; 11] {
    let [games, wins, draws, losses] = placed.games.map(|n| n.to_string());
    let [black, white] = placed.colors.map(|n| n.to_string());
    let halves = placed.sonneborn_halves;
    let beaten = format!("{}{}", halves / 2, if halves.is_multiple_of(2) { "" } else { ".5" });
    let number = |n: u32| n.to_string();
    [
        placed.place.to_string(),
        placed.name.clone(),
        number(placed.points),
        games,
        wins,
        draws,
        losses,
        black,
        white,
        number(placed.buchholz),
        beaten,
    ]
}

/// How many columns of a terminal a text takes: Chinese characters take two.
fn columns_of(text: &str) -> usize {
    text.chars()
        .map(|c| {
            if ('\u{1100}'..='\u{ffef}').contains(&c) && !('\u{2000}'..='\u{2e7f}').contains(&c) {
                2
            } else {
                1
            }
        })
        .sum()
}
