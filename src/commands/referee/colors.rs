//! Who of two players has Black.

use std::fmt::Write;
use std::str::FromStr;

use rand::RngExt;
use tianyuan_arena::people::Article;
use tianyuan_arena::people::colors::{Choice, alternate, guess};
use tianyuan_rules::Color;

use crate::commands::language::Language;
use crate::commands::values::whole;

/// Stones that two players hold, the first of them black ones.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stones(u32, u32);

impl FromStr for Stones {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        let read = |word: &str| word.trim().parse().ok().filter(|n| (1..=200).contains(n));
        let pair = text.split_once(',').and_then(|(first, second)| Some(Self(read(first)?, read(second)?)));
        pair.ok_or("two numbers such as 3,4 are needed, each 1 to 200")
    }
}

/// Who has won the judge's toss, and what came of it.
#[derive(Clone, Debug)]
pub(super) struct Toss {
    winner: String,
    choice: Choice,
}

impl FromStr for Toss {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        let (winner, choice) = text.rsplit_once('=').unwrap_or_default();
        let choice = match choice {
            "black" => Choice::Own(Color::Black),
            "white" => Choice::Own(Color::White),
            "other-black" => Choice::Other(Color::Black),
            "other-white" => Choice::Other(Color::White),
            _ => return Err("NAME=black, NAME=white, NAME=other-black or NAME=other-white is needed"),
        };
        Ok(Self { winner: winner.to_owned(), choice })
    }
}

/// The colors of the games, and how they came about.
pub(super) fn told(
    language: Language,
    names: [&str; 2],
    stones: Option<Stones>,
    toss: Option<&Toss>,
    games: u64,
) -> Result<String, String> {
    if names[0] == names[1] {
        return Err(format!("--colors: both players are called {}", names[0]));
    }
    let (how, color) = match toss {
        Some(toss) => tossed(language, names, toss)?,
        None => guessed(language, names, stones.unwrap_or_else(drawn)),
    };
    let mut text = format!("{how}{}\n", language.cited(Article::GUESS));
    for game in 1..=whole(games) {
        let [first, second] = names;
        let color = alternate(color, game);
        let (black, white) = if color == Color::Black { (first, second) } else { (second, first) };
        let _ = match language {
            Language::En => writeln!(text, "Game {game}: {black} has Black, {white} White"),
            Language::Zh => writeln!(text, "第{game}局：{black}执黑，{white}执白"),
        };
    }
    if games > 1 {
        let said = language.pick("Colors alternate after the first game", "第一局之后轮流执黑");
        let _ = writeln!(text, "{said}{}", language.cited(Article::ALTERNATE));
    }
    Ok(text)
}

/// Handfuls of stones by lot.
fn drawn() -> Stones {
    let mut random = rand::rng();
    Stones(random.random_range(1..=9), random.random_range(1..=9))
}

fn guessed(language: Language, [first, second]: [&str; 2], Stones(n, m): Stones) -> (String, Color) {
    let color = guess(n, m);
    let sum = n + m;
    let is_odd = color == Color::Black;
    let how = match (language, is_odd) {
        (Language::En, true) => {
            format!("{first} holds {n} black, {second} {m} white: {sum} is odd, {first} begins")
        }
        (Language::En, false) => {
            format!("{first} holds {n} black, {second} {m} white: {sum} is even, they exchange")
        }
        (Language::Zh, true) => {
            format!("{first}握黑子{n}枚，{second}握白子{m}枚：共{sum}枚，单数，{first}先行")
        }
        (Language::Zh, false) => format!("{first}握黑子{n}枚，{second}握白子{m}枚：共{sum}枚，双数，互换"),
    };
    (how, color)
}

fn tossed(language: Language, names: [&str; 2], toss: &Toss) -> Result<(String, Color), String> {
    let winner = &toss.winner;
    let [first, second] = names;
    if ![first, second].contains(&winner.as_str()) {
        return Err(format!("--toss: {winner:?} is neither {first} nor {second}"));
    }
    let own = toss.choice.of_winner();
    let how = match (language, toss.choice) {
        (Language::En, Choice::Own(color)) => format!("{winner} wins the toss and chooses {color}"),
        (Language::En, Choice::Other(color)) => {
            format!("{winner} wins the toss and makes the other choose, who takes {color}")
        }
        (Language::Zh, Choice::Own(color)) => format!("{winner}掷币获胜，选{}", language.color(color)),
        (Language::Zh, Choice::Other(color)) => {
            format!("{winner}掷币获胜，让对方选择，对方选{}", language.color(color))
        }
    };
    Ok((how, if winner == first { own } else { !own }))
}
