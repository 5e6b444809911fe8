//! An engine that plays badly in one of several ways, for the tests of the arena.
//!
//! `fake_engine KIND`; the kinds are those of [`misbehave`].
#![expect(clippy::exit, reason = "ending in the middle of it is what some of them do")]

use std::env;
use std::io::{self, BufRead, Write};
use std::process::exit;
use std::thread::sleep;
use std::time::Duration;

/// The side of the board, and the stones on it.
#[derive(Default)]
struct Board {
    side: usize,
    stones: Vec<(usize, usize)>,
}

impl Board {
    /// The first empty point in an order that makes no five: every third one of a row.
    fn free(&self) -> (usize, usize) {
        let points = (0..self.side).flat_map(|y| (0..self.side).map(move |x| ((3 * x + y) % self.side, y)));
        points.into_iter().find(|point| !self.stones.contains(point)).unwrap_or_default()
    }

    fn take(&mut self, text: &str) {
        let numbers: Vec<usize> = text.split(',').filter_map(|word| word.trim().parse().ok()).collect();
        if let [x, y, ..] = numbers[..] {
            self.stones.push((x, y));
        }
    }
}

fn main() {
    let kind = env::args().nth(1).unwrap_or_default();
    let (mut board, mut in_block, mut n_questions) = (Board::default(), false, 0);
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
        match word {
            "DONE" => in_block = false,
            _ if in_block => board.take(&line),
            "START" if kind == "deaf" => {}
            "START" if kind == "rude" => say("ERROR I do not like this board"),
            "START" => {
                board = Board { side: rest.trim().parse().unwrap_or(15), stones: Vec::new() };
                say("MESSAGE welcome");
                say("OK");
            }
            "BOARD" => {
                board.stones.clear();
                in_block = true;
            }
            "TURN" => board.take(rest),
            "INFO" if kind == "slow to settle" && rest.starts_with("max_memory") => {
                sleep(Duration::from_millis(800));
            }
            "ABOUT" if kind == "shy" => {}
            "ABOUT" => say("name=\"Fake\", version=\"1\""),
            "END" => exit(0),
            _ => {}
        }
        if matches!(word, "DONE" | "TURN" | "BEGIN") {
            n_questions += 1;
            if kind == "lost in thought" || (kind == "swallow" && n_questions == 1) {
                continue;
            }
            misbehave(&kind);
            let (x, y) =
                if kind == "illegal" && !board.stones.is_empty() { board.stones[0] } else { board.free() };
            say(&format!("{x},{y}"));
            board.stones.push((x, y));
            if kind == "twice" {
                say(&format!("{},{}", board.free().0, board.free().1));
            }
        }
    }
}

/// What comes before, or in the place of, a move.
fn misbehave(kind: &str) {
    match kind {
        "crash" => {
            let _ = write!(io::stderr(), "never seen\nI am not well\n \n");
            exit(3)
        }
        "hang" => loop {
            sleep(Duration::from_mins(1));
        },
        "flood" => loop {
            say("MESSAGE water");
        },
        "outside" => {
            say("99,3");
            sleep(Duration::from_mins(1));
        }
        "late" => sleep(Duration::from_millis(400)),
        "garbage" => say("ERROR what?"),
        "talkative" => say("MESSAGE Depth 3-5 | Eval -7 | Time 1ms | H8"),
        _ => {}
    }
}

fn say(line: &str) {
    let mut output = io::stdout();
    if writeln!(output, "{line}").and_then(|()| output.flush()).is_err() {
        exit(0);
    }
}
