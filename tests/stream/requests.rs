//! Lines of the stream and what they ask.

use proptest::prelude::*;
use tianyuan_player::{Limits, Task};
use tianyuan_rules::{Color, Position, Rule, Size, notation};

use super::request::{Command, Id, Request, parse};

fn request(line: &str) -> Request {
    match parse(line.as_bytes()) {
        Ok(Command::Ask(request)) => *request,
        other => panic!("{line}: {other:?}"),
    }
}

fn position(fields: &str) -> Position {
    request(&format!("{{\"id\":1,{fields}}}")).job.position
}

#[test]
fn a_position_is_read_in_every_form() {
    let played = notation::position_from_code("c3d4b3", Size::new(5).expect("a size"), Rule::Standard);
    let played = played.expect("a position");
    assert_eq!(position(r#""rule":"standard","size":5,"position":"C3 d4,b3""#), played);
    let line = r#""rule":"Standard","board":"...........XX.....O......""#;
    let drawn = r#""rule":"standard","board":". . . . .\n. . . O .\n. X X . .\n. . . . .\n. . . . ."#;
    let stones = r#""rule":"standard","size":5,"black":["c3","b3"],"white":["d4"]"#;
    for fields in [line, &format!("{drawn}\""), stones] {
        let position = position(fields);
        assert_eq!((position.side(), position.rule()), (Color::White, Rule::Standard), "{fields}");
        assert_eq!((position.stones(), position.size()), (played.stones(), played.size()), "{fields}");
    }
}

#[test]
fn any_set_up_is_taken() {
    let set_up =
        position(r#""size":7,"black":[],"white":["a1","b1","c1"],"walls":["d1","g7"],"side":"white""#);
    assert_eq!((set_up.side(), set_up.walls().len(), set_up.rule()), (Color::White, 2, Rule::Renju));
    assert_eq!(position(r#""size":7,"white":["a1"]"#).side(), Color::Black);
    assert_eq!(position(r#""size":7,"black":["a1"]"#).side(), Color::White);
    assert_eq!(position(r#""position":"","side":"White""#).side(), Color::White);
    assert_eq!(position(r#""position":"""#), Position::new(Size::STANDARD, Rule::Renju));
}

#[test]
fn what_is_not_said_has_its_usual_value() {
    let usual = request(r#"{"id":"x","position":"h8"}"#);
    assert_eq!(usual.id, Id::Text("x".into()));
    assert_eq!(usual.job.task, Task::Analyze { lines: 1 });
    assert_eq!(usual.job.limits.turn.map(|time| time.as_secs()), Some(5));
    assert!(!usual.is_endless && !usual.wants_progress && !usual.is_fresh && usual.threads.is_none());
    let endless = request(r#"{"id":-7,"position":"h8","endless":true,"lines":"all","progress":true}"#);
    assert_eq!((endless.id, endless.job.limits), (Id::Number(-7), Limits::INFINITE));
    assert!(endless.is_endless && endless.wants_progress && endless.job.task.lines() >= 484);
    let nodes = request(r#"{"id":1,"position":"h8","nodes":5,"depth":2,"fresh":true,"threads":3}"#);
    assert_eq!(nodes.job.limits, Limits { depth: Some(2), ..Limits::nodes(5) });
    assert!(nodes.is_fresh && nodes.threads == Some(3) && !nodes.is_endless);
}

#[test]
fn what_ends_requests_is_told_apart() {
    let command = |line: &str| parse(line.as_bytes()).expect("a command");
    assert!(matches!(command(r#"{"cancel":"all"}"#), Command::CancelAll));
    assert!(matches!(command(r#"{"cancel":"a"}"#), Command::Cancel(Id::Text(id)) if id == "a"));
    assert!(matches!(command(r#"{"cancel":3}"#), Command::Cancel(Id::Number(3))));
    assert!(matches!(command(r#"{ "quit" : true }"#), Command::Quit));
}

#[test]
fn bytes_that_are_no_text_are_refused() {
    for bytes in
        [&b"\xff\x00"[..], b"{\"id\":\"\xff\"}", b"{\"id\":1,\"position\":\"\\ud800\"}", &[b'['; 5000]]
    {
        let refusal = parse(bytes).expect_err("no request");
        assert!(refusal.id.is_none() && refusal.complaint.starts_with("no JSON object: "), "{refusal:?}");
    }
}

/// Requests as they could be, to be damaged.
const LINES: [&str; 5] = [
    r#"{"id":"a","position":"h8i9g7","rule":"renju","lines":3,"only":["h9","i10"],"nodes":500,"progress":true}"#,
    r#"{"id":1,"black":["h8","h9"],"white":["i9"],"walls":["a1"],"size":15,"side":"white","without":["a2"]}"#,
    r#"{"id":2,"board":"...........XX.....O......","time_ms":5,"depth":3,"threads":2,"fresh":false}"#,
    r#"{"cancel":"a"}"#,
    r#"{"quit":true}"#,
];

proptest! {
    #[test]
    fn no_bytes_make_the_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
        let _ = parse(&bytes);
    }

    /// A refusal says something, in one line.
    #[test]
    fn no_damage_makes_the_reader_panic(
        line in prop::sample::select(&LINES[..]),
        damage in prop::collection::vec((any::<prop::sample::Index>(), 0_u8..4, any::<u8>()), 1..6),
    ) {
        let mut bytes = line.as_bytes().to_vec();
        for (at, kind, byte) in damage {
            let at = at.index(bytes.len().max(1)).min(bytes.len().saturating_sub(1));
            match kind {
                _ if bytes.is_empty() => {}
                0 => { bytes.remove(at); }
                1 => bytes.insert(at, byte),
                2 => bytes[at] = b"\"{}[],:019-ehx "[usize::from(byte) % 15],
                _ => bytes.truncate(at),
            }
        }
        if let Err(refusal) = parse(&bytes) {
            prop_assert!(!refusal.complaint.is_empty());
        }
    }
}
