//! Games with a clock that is turned by hand.

use std::collections::VecDeque;
use std::sync::Mutex;

use tianyuan_player::{Answer, Control, Job, Listener, Moment, Player, Report, Settings, Verdict};

use super::ears::{Ears, Heard};
use super::*;

/// A clock that goes on when somebody says so.
#[derive(Default)]
struct HandClock(Mutex<Duration>);

impl HandClock {
    fn goes_on(&self, time: Duration) {
        *self.0.lock().expect("no thread has failed") += time;
    }
}

impl Clock for HandClock {
    fn now(&self) -> Moment {
        Moment::new(*self.0.lock().expect("no thread has failed"))
    }
}

/// A person who says each line after so many milliseconds.
struct Script(Arc<HandClock>, VecDeque<(u64, &'static str)>);

impl Ears for Script {
    fn hear(&mut self, patience: Option<Duration>) -> Heard {
        let Some((ms, line)) = self.1.front_mut() else { return Heard::End };
        let wait = Duration::from_millis(*ms);
        if let Some(patience) = patience.filter(|patience| *patience < wait) {
            *ms -= u64::try_from(patience.as_millis()).expect("short");
            self.0.goes_on(patience);
            return Heard::Nothing;
        }
        self.0.goes_on(wait);
        let line = Heard::Line((*line).to_owned());
        self.1.pop_front();
        line
    }
}

/// An opponent that plays the first empty point after so many seconds and thinks that its chances are so.
struct Slow(Arc<HandClock>, u64, i32);

impl Player for Slow {
    fn think(&mut self, job: &Job, _: &Control, listener: &mut dyn Listener) -> Answer {
        self.0.goes_on(Duration::from_secs(self.1));
        let point = job.position.empty_points().next().expect("an empty point");
        listener.report(Report::at_once(Verdict::estimate(self.2), vec![point]));
        Answer::Move(point)
    }

    fn configure(&mut self, _: Settings) {}

    fn forget(&mut self) {}
}

/// What is said in a game of a person with Black who says these lines, each after so many milliseconds.
fn game(name: &str, rule: &str, opponent: (u64, i32), lines: &[(u64, &'static str)]) -> String {
    game_on(9, name, rule, opponent, lines, OpeningRule::Free, 2)
}

/// The same on so many lines, with an opening and so many draw offers that a side may be ahead.
fn game_on(
    side: usize,
    name: &str,
    rule: &str,
    (seconds, value): (u64, i32),
    lines: &[(u64, &'static str)],
    opening: OpeningRule,
    lead: usize,
) -> String {
    let clock = Arc::new(HandClock::default());
    let own_clock = Arc::clone(&clock);
    let player = move || -> Box<dyn Player + Send> { Box::new(Slow(Arc::clone(&own_clock), seconds, value)) };
    let file = std::env::temp_dir().join(format!("tianyuan-{name}-{}.sgf", std::process::id()));
    let _ = std::fs::remove_file(&file);
    let size = Size::new(side).expect("a size");
    let host = Host {
        table: Table::new(opening, size, Rule::Renju, Seat::First, lead).expect("it fits"),
        keeper: Keeper::of_choice(Some(file.clone())).expect("a free name"),
        level: Level::Tianyuan,
        opponent: player(),
        adviser: player(),
        opponent_of: Box::new(move |_| player()),
        clock: Arc::<HandClock>::clone(&clock),
        limits: Limits::INFINITE,
        timing: rule.parse().ok().map(|rule| Timing::new(GameClock::new(rule), Vec::new())),
        language: Language::En,
        plain: true,
        verdict: None,
    };
    let mut said = Vec::new();
    host.play(&mut Script(clock, lines.iter().copied().collect()), &mut said).expect("it can be written");
    std::fs::remove_file(&file).expect("the game was kept");
    String::from_utf8(said).expect("text")
}

#[test]
fn byoyomi_is_called_out_and_lost() {
    let said = game("byoyomi", "10s,byoyomi=60s", (1, 0), &[(9_000, "e5"), (59_900, "e6"), (70_000, "e7")]);
    let calls: Vec<&str> =
        said.lines().filter(|line| line.ends_with(" seconds") || line.contains("minute")).collect();
    let to_59 = ["30", "40", "50", "56", "57", "58", "59"].map(|n| format!("{n} seconds"));
    // Of the second move 58.9 s lie beyond the main time.
    let expected = [&to_59[..6], &to_59[..], &["One minute is over: the game is lost.".to_owned()]].concat();
    assert_eq!(calls, expected, "{said}");
    assert!(said.contains("Black byoyomi 1:00, White 0:08.") && !said.contains("e7"), "{said}");
    assert!(said.contains("White wins: Black ran out of time."), "{said}");
}

#[test]
fn the_engine_loses_by_time_too() {
    let said = game("engine", "10s", (11, 0), &[(1_000, "e5")]);
    assert!(said.contains("Black wins: White ran out of time."), "{said}");
    assert!(said.contains("Black 0:09, White time is over."), "{said}");
}

#[test]
fn an_undone_move_gives_no_time_back() {
    let said = game("undo", "1m", (5, 0), &[(20_000, "e5"), (1_000, "undo"), (1_000, "clock")]);
    assert!(said.contains("Black 0:38, White 0:55."), "{said}");
}

/// Taking moves back again and again makes no time.
#[test]
fn an_undone_move_adds_nothing() {
    let lines =
        [(1_000, "e5"), (0, "undo"), (1_000, "e5"), (0, "undo"), (1_000, "e5"), (0, "undo"), (0, "clock")];
    let said = game("gain", "1m+1m", (1, 0), &lines);
    let last = said.lines().rev().nth(2).expect("what the clocks show");
    assert_eq!(last, "Move 1, Black: Black 0:57, White 0:57.", "{said}");
}

/// What the engine thought before is no answer to an offer after moves were taken back.
#[test]
fn an_undone_thought_accepts_no_draw() {
    let said = game("thought", "", (0, -1000), &[(0, "e5"), (0, "undo"), (0, "e6 draw"), (0, "e7 draw")]);
    assert_eq!(
        (said.matches("No draw yet.").count(), said.matches("Draw: agreed.").count()),
        (1, 1),
        "{said}"
    );
}

#[test]
fn shared_time_is_split() {
    let lines = [(20_000, "e5"), (1_000, "split"), (1_000, "split"), (500, "clock")];
    let said = game("split", "shared=2m", (5, 0), &lines);
    assert!(said.contains("Black 1:35, White 1:35."), "{said}");
    assert!(said.contains("Black 0:47, White 0:47.") && said.contains("No time is shared."), "{said}");
    assert!(said.contains("Black 0:46, White 0:47."), "{said}");
}

/// In the opening, too, time can run out, and a person may give up.
#[test]
fn an_opening_can_be_lost() {
    let lines = [(1_000, "e5"), (70_000, "e6")];
    let said = game_on(9, "opening", "1m", (1, 0), &lines, OpeningRule::Rif(2), 2);
    assert!(said.contains("White wins: Black ran out of time."), "{said}");
    let lines = [(1_000, "e5"), (1_000, "resign")];
    let said = game_on(9, "resign", "", (1, 0), &lines, OpeningRule::Rif(2), 2);
    assert!(said.contains("White wins: Black resigned."), "{said}");
}

/// An offer goes with a move, and a side may be two ahead of its opponent: the rules' number.
#[test]
fn draws_are_offered_with_moves_and_not_too_often() {
    let lines = [(0, "e5 draw"), (0, "e6 draw"), (0, "e7 draw"), (0, "accept")];
    let said = game("offers", "", (0, 0), &lines);
    assert_eq!(said.matches("No draw yet.").count(), 2, "{said}");
    assert!(said.contains("Black has offered 2 draws and its opponent 0: a side may be 2 ahead"), "{said}");
    assert!(said.contains("no draw is offered to Black"), "{said}");
    let said = game_on(9, "lead", "", (0, 0), &lines[..2], OpeningRule::Free, 1);
    assert_eq!(said.matches("No draw yet.").count(), 1, "{said}");
    let said = game("accepted", "", (0, -1000), &[(0, "e5"), (0, "e7 draw")]);
    assert!(said.contains("Draw: agreed."), "who stands badly takes it: {said}");
}

/// The opponent fills the board from a1 on, Black stands in its way.
#[test]
fn the_engine_offers_a_draw_when_half_of_the_board_is_full() {
    let lines = ["e1", "e2", "a5", "c4", "e4", "b3", "d5", "decline", "a4", "accept"].map(|line| (0, line));
    let on_5x5 = |value| game_on(5, "late", "", (0, value), &lines, OpeningRule::Free, 2);
    let said = on_5x5(-10);
    let (before, after) = said.split_once("I offer a draw").expect("an offer");
    assert!(before.contains("Move 12: White") && after.contains("Move 14: White"), "{said}");
    assert!(!before.contains("Move 14: White") && after.contains("Then we go on."), "{said}");
    assert!(said.contains("Draw: agreed."), "{said}");
    let hopeful = on_5x5(-200);
    assert!(!hopeful.contains("I offer") && hopeful.contains("no draw is offered to Black"), "{hopeful}");
}
