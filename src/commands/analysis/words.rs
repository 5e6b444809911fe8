//! A win in words.

use tianyuan_rules::{Color, Point, Position};
use tianyuan_search::threat::{Makes, Proof, Response, Step, story};

/// A win told along its longest resistance, one move of the attacker a line:
/// `k9 makes a four, k8 is forced;`, `then j7 makes a four and a three at once, ...`.
pub(crate) fn tell(position: &Position, proof: &Proof) -> Vec<String> {
    let steps = story(position, proof);
    let n_steps = steps.len();
    let told = steps.iter().enumerate().map(|(n, step)| {
        let first = if n == 0 { "" } else { "then " };
        let end = if n + 1 == n_steps { "." } else { ";" };
        format!("{first}{}{end}", tell_step(step, position.side()))
    });
    told.collect()
}

fn tell_step(step: &Step, side: Color) -> String {
    let point = step.point;
    let stops = if step.stops_five { "stops the five and " } else { "" };
    let made = match &step.makes {
        Makes::Five => "makes five".to_owned(),
        Makes::Four { fives, is_straight, n_threes } => four(fives.len(), *is_straight, *n_threes),
        Makes::Threes(1) => "makes a three".to_owned(),
        Makes::Threes(n) => format!("makes {} threes at once", number(*n)),
        Makes::Threat(line) => threat(line),
    };
    format!("{point} {stops}{made}{}", tell_response(step, side))
}

fn four(n_fives: usize, is_straight: bool, n_threes: usize) -> String {
    let fours = match n_fives {
        _ if is_straight => "a straight four".to_owned(),
        1 => "a four".to_owned(),
        n => format!("{} fours at once", number(n)),
    };
    // Beside more than a single four a three does not matter.
    match n_threes {
        n if n == 0 || n_fives > 1 => format!("makes {fours}"),
        1 => "makes a four and a three at once".to_owned(),
        n => format!("makes a four and {} threes at once", number(n)),
    }
}

fn threat(line: &[Point]) -> String {
    match line {
        // No stone that is allowed stops this four.
        [four] => format!("threatens to win by a four at {four}"),
        _ => format!("threatens to win by fours ({})", names(line)),
    }
}

fn tell_response(step: &Step, side: Color) -> String {
    match (&step.response, &step.makes) {
        (Response::None, _) => String::new(),
        (Response::Forced(reply), _) => format!(", {reply} is forced"),
        (Response::Forbidden(reply, foul), _) => {
            format!(", and {reply}, the only point that stops it, is forbidden to {}: {foul}", !side)
        }
        (Response::Hopeless, Makes::Four { fives, .. }) if fives.len() == 2 => {
            format!(": no stone stops the fives at both {}", names(fives).replace(' ', " and "))
        }
        (Response::Hopeless, _) => ": nothing stops that".to_owned(),
        (&Response::Longest { point, makes_four, n_replies }, _) => {
            let four = if makes_four { ", with a four of its own" } else { "" };
            match n_replies {
                1 => format!("; only {point} is a reply{four}"),
                n => format!("; of {n} replies {point} lasts longest{four}"),
            }
        }
    }
}

fn names(points: &[Point]) -> String {
    points.iter().map(Point::to_string).collect::<Vec<_>>().join(" ")
}

fn number(n: usize) -> String {
    match n {
        2 => "two".to_owned(),
        3 => "three".to_owned(),
        4 => "four".to_owned(),
        n => n.to_string(),
    }
}
