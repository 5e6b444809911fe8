//! The list of checks.

use std::time::Duration;

use super::Step::{self, Bytes, Close, Exit, Hear, Memory, Played, Quiet, Say, SayTurn, Wait};
use super::Want::{About, Error, Move, MoveIn, MoveNot, Ok, Opening, Unknown};

/// A check.
#[derive(Clone, Debug)]
pub struct Check {
    /// Its name, short.
    pub name: &'static str,
    /// What fails without it.
    pub why: &'static str,
    /// Whether it is a fault to refuse it.
    pub is_required: bool,
    /// What is said and wanted.
    pub steps: Vec<Step>,
}

const fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

/// An answer that needs no thinking.
const SOON: Duration = ms(500);
/// How much later than told a move may come: what managers forgive.
const FORGIVEN: Duration = ms(300);
/// The time in which managers want a process to be gone.
const GONE: Duration = ms(700);

fn start(side: &'static [u8]) -> Vec<Step> {
    vec![Say(side), Hear(Ok, SOON), SayTurn, Say(b"INFO timeout_match 0")]
}

fn check(name: &'static str, why: &'static str, is_required: bool, steps: Vec<Step>) -> Check {
    Check { name, why, is_required, steps }
}

/// A check that goes on after `START 15` and the time for a move.
fn playing(name: &'static str, why: &'static str, is_required: bool, steps: Vec<Step>) -> Check {
    check(name, why, is_required, [start(b"START 15"), steps].concat())
}

/// All checks, in the order of a manager's first minutes.
pub fn checks() -> Vec<Check> {
    [commands(), more_commands(), settings(), bad_input(), times(), interruptions(), ends(), rules()].concat()
}

fn commands() -> Vec<Check> {
    vec![
        check("START", "any game", true, start(b"START 15")),
        check("ABOUT first", "c-gomoku-cli", true, vec![Say(b"ABOUT"), Hear(About, SOON)]),
        check("START 20", "Gomocup", true, start(b"START 20")),
        check("START 15 15", "Yixin-Board", false, start(b"START 15 15")),
        check("RECTSTART 15,15", "Piskvork", false, start(b"RECTSTART 15,15")),
        playing("BEGIN", "any game", true, vec![Say(b"BEGIN"), Played(Move(15), FORGIVEN)]),
        playing("TURN", "any game", true, vec![Say(b"TURN 7,7"), Played(MoveNot(15, &["7,7"]), FORGIVEN)]),
        playing(
            "BOARD",
            "Gomocup",
            true,
            [
                vec![Bytes(b"BOARD\n7,7,1\n8,8,2\nDONE\n"), Played(MoveNot(15, &["7,7", "8,8"]), FORGIVEN)],
                vec![Say(b"TURN 0,0"), Played(MoveNot(15, &["7,7", "8,8", "0,0"]), FORGIVEN)],
            ]
            .concat(),
        ),
        playing(
            "BOARD without stones",
            "Gomocup",
            true,
            vec![Bytes(b"BOARD\nDONE\n"), Played(Move(15), FORGIVEN)],
        ),
        playing(
            "BOARD over a game",
            "c-gomoku-cli -sendbyboard",
            true,
            vec![
                Say(b"TURN 7,7"),
                Played(Move(15), FORGIVEN),
                Bytes(b"BOARD\n7,7,1\n8,8,2\nDONE\n"),
                Played(MoveNot(15, &["7,7", "8,8"]), FORGIVEN),
            ],
        ),
        playing(
            "BOARD on one line",
            "gomocalc",
            false,
            vec![Say(b"BOARD 7,7,1 8,8,2 DONE"), Played(MoveNot(15, &["7,7", "8,8"]), FORGIVEN)],
        ),
    ]
}

fn more_commands() -> Vec<Check> {
    let takes_back = vec![
        Say(b"TURN 7,7"),
        Played(Move(15), FORGIVEN),
        Say(b"RESTART"),
        Hear(Ok, SOON),
        Say(b"PLAY 3,3"),
        Hear(MoveIn(&["3,3"]), SOON),
        Say(b"TAKEBACK 3,3"),
        Hear(Ok, SOON),
    ];
    vec![
        playing(
            "RESTART",
            "Piskvork",
            true,
            vec![
                Say(b"TURN 7,7"),
                Played(Move(15), FORGIVEN),
                Say(b"RESTART"),
                Hear(Ok, SOON),
                Say(b"BEGIN"),
                Played(Move(15), FORGIVEN),
            ],
        ),
        playing("PLAY and TAKEBACK", "Piskvork", false, takes_back),
        playing(
            "START again",
            "c-gomoku-cli, Yixin-Board",
            true,
            vec![
                Say(b"TURN 7,7"),
                Played(Move(15), FORGIVEN),
                Say(b"START 15"),
                Hear(Ok, SOON),
                Say(b"BEGIN"),
                Played(Move(15), FORGIVEN),
            ],
        ),
        playing(
            "small letters",
            "Yixin-Board",
            true,
            vec![Say(b"turn 7,7"), Played(MoveNot(15, &["7,7"]), FORGIVEN)],
        ),
        playing(
            "line ends CR LF, blanks",
            "Piskvork, Gomocup",
            true,
            vec![Bytes(b"TURN 7,7 \r\n"), Played(MoveNot(15, &["7,7"]), FORGIVEN)],
        ),
        playing(
            "one answer only",
            "any game",
            true,
            vec![
                Say(b"TURN 7,7"),
                Played(Move(15), FORGIVEN),
                Quiet(ms(300)),
                Say(b"ABOUT"),
                Hear(About, SOON),
            ],
        ),
        playing(
            "SWAP2BOARD",
            "Gomocup, qpiskvork",
            false,
            vec![
                Bytes(b"SWAP2BOARD\nDONE\n"),
                Hear(Opening(3, 3), ms(6000)),
                Bytes(b"SWAP2BOARD\n7,7\n8,8\n9,7\nDONE\n"),
                Hear(Opening(1, 2), ms(6000)),
            ],
        ),
    ]
}

fn settings() -> Vec<Check> {
    let silent = |line: &'static [u8]| {
        [start(b"START 15"), vec![Say(line), Quiet(ms(150)), Say(b"ABOUT"), Hear(About, SOON)]].concat()
    };
    vec![
        check("INFO is not answered", "Piskvork", true, silent(b"INFO game_type 1")),
        check("INFO of an unknown key", "any manager", true, silent(b"INFO frobnicate 7")),
        check("INFO evaluate", "Piskvork", true, silent(b"INFO evaluate 3,3")),
        check("INFO without a value", "any manager", true, silent(b"INFO")),
        check("INFO rule 9", "Gomocup, caro", true, silent(b"INFO rule 9")),
        check("a folder with blanks", "Piskvork", true, silent(b"INFO folder C:\\Some Dir\\it's a folder")),
        check("a folder of any bytes", "Windows", true, silent(b"INFO folder D:\\\xc4\xe3\xba\xc3\\\xff")),
        check(
            "INFO before START",
            "Yixin-Board",
            true,
            [
                vec![Say(b"INFO rule 1"), SayTurn],
                start(b"START 15"),
                vec![Say(b"BEGIN"), Played(Move(15), FORGIVEN)],
            ]
            .concat(),
        ),
    ]
}

fn bad_input() -> Vec<Check> {
    // What is wanted is an answer that is no move, once, and a program that is still there.
    let alive = |steps: Vec<Step>| {
        let rest = vec![Quiet(ms(300)), Say(b"ABOUT"), Hear(About, SOON)];
        [start(b"START 15"), steps, rest].concat()
    };
    vec![
        check("TURN abc", "people who type", true, alive(vec![Say(b"TURN abc"), Hear(Error, SOON)])),
        check("TURN 99,3", "people who type", true, alive(vec![Say(b"TURN 99,3"), Hear(Error, SOON)])),
        check(
            "TURN on a stone",
            "people who type",
            true,
            alive(vec![Say(b"TURN 7,7"), Played(Move(15), FORGIVEN), Say(b"TURN 7,7"), Hear(Error, SOON)]),
        ),
        check(
            "a stone twice in BOARD",
            "people who type",
            true,
            alive(vec![Bytes(b"BOARD\n7,7,1\n7,7,2\nDONE\n"), Hear(Error, SOON)]),
        ),
        check(
            "an unknown word",
            "any manager",
            true,
            alive(vec![Say(b"FROBNICATE 7 8 9"), Hear(Unknown, SOON)]),
        ),
        check(
            "bytes that are no text",
            "any manager",
            true,
            alive(vec![Say(b"\xff\xfe \x01\x02"), Hear(Unknown, SOON)]),
        ),
        check("START 3", "people who type", true, alive(vec![Say(b"START 3"), Hear(Error, SOON)])),
        check("empty lines", "any manager", true, alive(vec![Bytes(b"\n\r\n  \n")])),
    ]
}

fn times() -> Vec<Check> {
    let at_once = |setting: &'static [u8]| {
        let first = vec![Say(b"TURN 7,7"), Played(Move(15), FORGIVEN)];
        [first, vec![Say(setting), Say(b"TURN 0,0"), Hear(Move(15), ms(200))]].concat()
    };
    vec![
        playing(
            "half a second a move",
            "any game",
            true,
            vec![
                Say(b"TURN 7,7"),
                Played(Move(15), FORGIVEN),
                Say(b"TURN 0,0"),
                Played(Move(15), ms(20)),
                Say(b"TURN 0,14"),
                Played(Move(15), ms(20)),
                Say(b"TURN 14,0"),
                Played(Move(15), ms(20)),
            ],
        ),
        playing("timeout_turn 0", "Piskvork", true, at_once(b"INFO timeout_turn 0")),
        playing("nothing left", "Piskvork", true, at_once(b"INFO time_left -20")),
        playing(
            "memory",
            "Gomocup",
            true,
            vec![
                Say(b"INFO max_memory 367001600"),
                Say(b"BEGIN"),
                Played(Move(15), FORGIVEN),
                Say(b"TURN 0,0"),
                Played(Move(15), FORGIVEN),
                Memory(367_001_600),
            ],
        ),
    ]
}

fn interruptions() -> Vec<Check> {
    let long = || vec![Say(b"INFO timeout_turn 60000"), Say(b"TURN 7,7"), Wait(ms(500))];
    vec![
        playing(
            "move now",
            "Piskvork",
            true,
            [long(), vec![Say(b"INFO timeout_turn 0"), Hear(Move(15), ms(300))]].concat(),
        ),
        playing(
            "STOP",
            "pygomo-lib",
            false,
            [long(), vec![Say(b"STOP"), Hear(Move(15), ms(300)), Quiet(ms(200))]].concat(),
        ),
        playing(
            "YXSTOP",
            "c-gomoku-cli, Yixin-Board",
            false,
            [long(), vec![Say(b"YXSTOP"), Hear(Move(15), ms(300)), Quiet(ms(200))]].concat(),
        ),
        playing(
            "START while thinking",
            "Yixin-Board",
            true,
            [long(), vec![Say(b"START 15"), Hear(Move(15), ms(1000)), Hear(Ok, SOON)]].concat(),
        ),
    ]
}

fn ends() -> Vec<Check> {
    let thinking = || vec![Say(b"INFO timeout_turn 60000"), Say(b"TURN 7,7"), Wait(ms(300))];
    vec![
        playing("END", "any manager", true, vec![Say(b"END"), Exit(GONE)]),
        playing(
            "END while thinking",
            "any manager",
            true,
            [thinking(), vec![Say(b"END"), Exit(GONE)]].concat(),
        ),
        playing("the input ends", "any manager", true, vec![Close, Exit(GONE)]),
        playing(
            "the input ends while thinking",
            "any manager",
            true,
            [thinking(), vec![Close, Exit(GONE)]].concat(),
        ),
    ]
}

/// The positions with which the organizers of Gomocup try programs before a tournament.
fn rules() -> Vec<Check> {
    let position = |start_with: &'static [u8], rule: &'static [u8], board: &'static [u8], want| {
        [start(start_with), vec![Say(rule), Bytes(board), Played(want, FORGIVEN)]].concat()
    };
    let five: &[u8] = b"BOARD\n7,7,1\n7,8,2\n8,7,1\n8,8,2\n9,7,1\n9,8,2\n10,7,1\n10,8,2\nDONE\n";
    let makes_five = MoveIn(&["6,7", "11,7"]);
    let overline: &[u8] =
        b"BOARD\n7,7,2\n7,8,1\n8,7,2\n7,9,1\n6,7,2\n7,10,1\n9,12,2\n7,11,1\n6,13,2\n7,13,1\n8,14,2\nDONE\n";
    let foul: &[u8] = b"BOARD\n7,7,1\n7,8,2\n8,6,1\n8,8,2\n7,9,1\n8,5,2\n8,10,1\n8,11,2\nDONE\n";
    let blocked: &[u8] = b"BOARD\n7,7,1\n5,7,2\n6,7,1\n5,8,2\n8,7,1\n5,6,2\n9,7,1\n11,7,2\nDONE\n";
    vec![
        check(
            "freestyle 20: a five",
            "Gomocup",
            true,
            position(b"START 20", b"INFO rule 0", five, makes_five),
        ),
        check(
            "freestyle 15: a five",
            "Gomocup",
            true,
            position(b"START 15", b"INFO rule 0", five, makes_five),
        ),
        check("standard: a five", "Gomocup", true, position(b"START 15", b"INFO rule 1", five, makes_five)),
        check("renju: a five", "Gomocup", true, position(b"START 15", b"INFO rule 4", five, makes_five)),
        check("caro: a five", "Gomocup", false, position(b"START 15", b"INFO rule 9", five, makes_five)),
        check(
            "standard: six are no five",
            "Gomocup",
            true,
            position(b"START 15", b"INFO rule 1", overline, MoveIn(&["5,7", "9,7"])),
        ),
        check(
            "renju: a double-three is not played",
            "Gomocup",
            true,
            position(b"START 15", b"INFO rule 4", foul, MoveNot(15, &["6,8"])),
        ),
        check(
            "caro: a five blocked at both ends",
            "Gomocup",
            false,
            position(b"START 15", b"INFO rule 9", blocked, MoveIn(&["5,4", "5,5", "5,9", "5,10"])),
        ),
    ]
}
