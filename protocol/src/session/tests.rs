//! Dialogues, word for word.

mod boards;
mod databases;
mod openings;

use super::*;
use crate::Chore;
use tianyuan_player::{Answer, Job, Limits, Report, Verdict};
use tianyuan_rules::{Color, Point};

/// A session, a hand-driven clock, and what came out.
struct Talk {
    session: Session,
    now: Moment,
    said: Vec<String>,
    jobs: Vec<Job>,
    other: Vec<&'static str>,
    limits: Option<Limits>,
    settings: Option<Settings>,
    pondered: Vec<Job>,
    chores: Vec<Chore>,
}

impl Talk {
    fn new() -> Self {
        let about = About { name: "Tianyuan".into(), version: "1".into(), ..About::default() };
        Self {
            session: Session::new(about, 4),
            now: Moment::default(),
            said: Vec::new(),
            jobs: Vec::new(),
            other: Vec::new(),
            limits: None,
            settings: None,
            pondered: Vec::new(),
            chores: Vec::new(),
        }
    }

    /// A talk in which these lines have been said and all questions answered near the middle.
    fn after(lines: &[&str]) -> Self {
        let mut talk = Self::new();
        for line in lines {
            talk.send(line);
            talk.answer_any();
        }
        talk.forget_words();
        talk
    }

    fn event(&mut self, event: Event) -> Vec<String> {
        let before = self.said.len();
        for effect in self.session.handle(event, self.now) {
            match effect {
                Effect::Write(reply) => self.said.push(reply.to_string()),
                Effect::Think(job) => self.jobs.push(*job),
                Effect::Interrupt => self.other.push("interrupt"),
                Effect::NewLimits(limits) => self.limits = Some(limits),
                Effect::Configure(settings) => self.settings = Some(settings),
                Effect::Forget => self.other.push("forget"),
                Effect::Prepare(_) => {}
                Effect::Ponder(job) => self.pondered.push(*job),
                Effect::Chore(chore) => self.chores.push(chore),
                Effect::Exit => self.other.push("exit"),
            }
        }
        self.said[before..].to_vec()
    }

    fn send(&mut self, line: &str) -> Vec<String> {
        self.event(Event::Line(line.as_bytes().to_vec()))
    }

    /// Sends lines and gives all that was said.
    fn send_all(&mut self, lines: &[&str]) -> Vec<String> {
        lines.iter().flat_map(|line| self.send(line)).collect()
    }

    fn answer(&mut self, point: &str) -> Vec<String> {
        self.event(Event::Finished(Answer::Move(at(point))))
    }

    fn answer_any(&mut self) {
        while self.session.is_thinking() {
            self.event(Event::Finished(Answer::NoMove));
        }
    }

    fn wait(&mut self, ms: u64) {
        self.now = self.now + Duration::from_millis(ms);
    }

    fn forget_words(&mut self) {
        self.said.clear();
        self.other.clear();
        self.jobs.clear();
    }

    fn job(&self) -> &Job {
        self.jobs.last().expect("the player was asked")
    }
}

fn at(point: &str) -> Point {
    point.parse().expect("a point")
}

fn report(depth: u32, point: &str) -> Event {
    Event::Report(Report {
        line: 0,
        lines: 1,
        depth,
        selective_depth: depth,
        nodes: 1,
        elapsed: Duration::ZERO,
        verdict: Verdict::estimate(5),
        pv: vec![at(point)],
    })
}

#[test]
fn a_game_from_start_to_end() {
    let mut talk = Talk::new();
    assert_eq!(talk.send("START 15"), ["OK"]);
    assert!(talk.send_all(&["INFO timeout_turn 1000", "INFO rule 4", "TURN 7,7"]).is_empty());
    assert_eq!((talk.job().position.side(), talk.job().position.rule()), (Color::White, Rule::Renju));
    assert_eq!(talk.job().limits.turn, Some(Duration::from_secs(1)));
    assert_eq!(talk.answer("i9"), ["8,6"]);
    assert!(talk.send("END").is_empty());
    assert_eq!(talk.other, ["exit"]);
    assert!(talk.send("START 15").is_empty(), "nothing after the end");
}

#[test]
fn turns_that_cannot_be_leave_the_board_alone() {
    let mut talk = Talk::after(&["START 15", "TURN 7,7"]);
    let before = talk.session.position().clone();
    assert_eq!(talk.send("TURN 7,7"), ["ERROR 7,7 is occupied"]);
    assert_eq!(talk.send("TURN 99,3"), ["ERROR 99,3 is outside the board"]);
    assert_eq!(talk.send("TURN -1,-1"), ["ERROR -1,-1 is outside the board"]);
    assert_eq!(talk.send("TURN abc"), ["ERROR two coordinates are needed, such as 7,7"]);
    assert_eq!(talk.send("BEGIN"), ["ERROR board is not empty"]);
    assert_eq!(talk.session.position(), &before);
    assert!(talk.jobs.is_empty());
}

#[test]
fn sizes_that_cannot_be_keep_the_old_game() {
    let mut talk = Talk::after(&["START 20", "TURN 7,7"]);
    for line in ["START 3", "START 99", "START", "START x"] {
        assert_eq!(talk.send(line), ["ERROR unsupported board size"], "{line}");
    }
    assert_eq!(talk.send("RECTSTART 10,12"), ["ERROR rectangular boards are not supported"]);
    assert_eq!(talk.send("FOO bar"), ["UNKNOWN command FOO"]);
    assert_eq!(talk.session.position().order().len(), 2);
    assert_eq!(talk.send("RECTSTART 10,10"), ["OK"]);
    assert_eq!(talk.session.position().size().side(), 10);
}

#[test]
fn before_any_start() {
    let mut talk = Talk::new();
    assert_eq!(talk.send("ABOUT"), [r#"name="Tianyuan", version="1""#]);
    assert_eq!(talk.send("RESTART"), ["ERROR no game has been started"]);
    assert!(talk.send_all(&["STOP", "YXSTOP", "", "   ", "INFO", "INFO foo bar"]).is_empty());
    assert!(talk.send("BEGIN").is_empty());
    assert_eq!((talk.job().position.size(), talk.job().position.rule()), (Size::STANDARD, Rule::Freestyle));
}

#[test]
fn stones_are_taken_back_newest_first() {
    let mut talk = Talk::after(&["START 15", "TURN 7,7"]);
    let own = Axes::ColumnRow.coord(talk.session.position().order()[1].point, Size::STANDARD);
    assert_eq!(talk.send("TAKEBACK 7,7"), ["ERROR 7,7 is not the last stone"]);
    assert_eq!(talk.send("TAKEBACK 0,0"), ["ERROR there is no stone on 0,0"]);
    assert_eq!(talk.send(&format!("TAKEBACK {own}")), ["OK"]);
    assert_eq!(talk.send("TAKEBACK 7,7"), ["OK"]);
    assert_eq!(talk.send("TAKEBACK 7,7"), ["ERROR there is no stone on 7,7"]);
    assert!(talk.send("TURN 8,8").is_empty());
    assert_eq!(talk.job().position.side(), Color::White);
}

#[test]
fn play_places_our_stone_without_thinking() {
    let mut talk = Talk::after(&["START 15"]);
    assert_eq!(talk.send("PLAY 7,7"), ["7,7"]);
    assert_eq!(talk.send("PLAY 7,7"), ["ERROR 7,7 is occupied"]);
    assert!(talk.send("TURN 8,8").is_empty());
    assert_eq!(talk.job().position.side(), Color::Black);
}

#[test]
fn a_board_replaces_the_position_or_is_refused_as_a_whole() {
    let mut talk = Talk::after(&["START 15", "TURN 7,7"]);
    assert!(talk.send_all(&["BOARD", "1,1,1", "2,2,2", "3,3,3", "DONE"]).is_empty());
    let position = talk.job().position.clone();
    assert_eq!((position.side(), position.order().len(), position.walls().len()), (Color::Black, 2, 1));
    talk.answer("h8");
    let lines = ["BOARD", "1,1,1", "1,1,2", "START 15", "2,2,2", "done"];
    assert_eq!(talk.send_all(&lines), ["ERROR line 3 of the board must be x,y,f with f 1, 2 or 3"]);
    assert_eq!(talk.send("BOARD 1,1,1 1,1,2 DONE"), ["ERROR 1,1 is on the board twice"]);
    assert_eq!(talk.send("BOARD 1,1,1 15,1,2 DONE"), ["ERROR 15,1 is outside the board"]);
    assert_eq!(talk.session.position().order().len(), 3, "the old position stays");
}

#[test]
fn an_empty_board_is_begin() {
    let mut talk = Talk::after(&["START 15", "TURN 7,7"]);
    talk.send_all(&["BOARD", "DONE"]);
    assert!(talk.job().position.order().is_empty());
    assert_eq!(talk.job().position.side(), Color::Black);
}

#[test]
fn a_full_board_is_an_error_and_not_a_hang() {
    let stones: Vec<String> = (0..25).map(|i| format!("{},{},{}", i % 5, i / 5, 1 + i % 2)).collect();
    let stones = stones.join(" ");
    let mut talk = Talk::after(&["START 5"]);
    assert_eq!(talk.send(&format!("BOARD {stones} DONE")), ["ERROR board is full"]);
    assert!(talk.jobs.is_empty());
    assert_eq!(talk.send("ABOUT").len(), 1, "still alive");
}

#[test]
fn commands_wait_for_the_move_that_is_owed() {
    let mut talk = Talk::after(&["START 15"]);
    talk.send("TURN 7,7");
    assert!(talk.send_all(&["START 20", "ABOUT", "BEGIN", "FOO"]).is_empty());
    assert_eq!(talk.other, ["interrupt"], "said once");
    let said = talk.answer("a1");
    assert_eq!(said, ["0,14", "OK", r#"name="Tianyuan", version="1""#]);
    assert_eq!(talk.other, ["interrupt", "forget", "interrupt"], "FOO waits for the next move");
    assert_eq!(talk.answer("k10"), ["10,10", "UNKNOWN command FOO"]);
}

#[test]
fn a_block_interrupts_and_waits_as_well() {
    let mut talk = Talk::after(&["START 15"]);
    talk.send("BEGIN");
    talk.send("BOARD");
    assert_eq!(talk.other, ["interrupt"]);
    talk.send("7,7,2");
    assert_eq!(talk.answer("h8"), ["7,7"]);
    assert!(talk.send("DONE").is_empty());
    assert_eq!(talk.job().position.order().len(), 1);
    assert_eq!(talk.answer("i9"), ["8,6"]);
}

#[test]
fn settings_behind_a_waiting_command_wait_too() {
    let mut talk = Talk::after(&["START 15", "INFO timeout_match 60000"]);
    talk.send("BEGIN");
    talk.send_all(&["START 15", "INFO time_left 5000", "BEGIN", "STOP"]);
    assert_eq!(talk.answer("h8"), ["7,7", "OK"]);
    assert_eq!(talk.job().limits.game, Some(Duration::from_secs(5)), "START has not cleared it");
    assert_eq!(talk.other, ["interrupt", "interrupt"], "the STOP is for the second BEGIN");
}

#[test]
fn stop_ends_the_thinking_once() {
    let mut talk = Talk::after(&["START 15", "INFO timeout_turn 100000"]);
    talk.send("BEGIN");
    assert!(talk.send_all(&["YXSTOP", "STOP", "yxstop"]).is_empty());
    assert_eq!(talk.other, ["interrupt"]);
    assert_eq!(talk.answer("h8"), ["7,7"]);
    assert!(talk.send("STOP").is_empty());
    assert_eq!(talk.other, ["interrupt"]);
}

#[test]
fn limits_reach_a_player_that_is_thinking() {
    let mut talk = Talk::after(&["START 15", "INFO timeout_turn 10000"]);
    talk.send("BEGIN");
    let started = talk.job().limits.started;
    talk.wait(300);
    talk.send("INFO timeout_turn 2000");
    let limits = talk.limits.expect("handed on");
    assert_eq!((limits.started, limits.turn), (started, Some(Duration::from_secs(2))));
    talk.send("INFO game_type 1");
    assert!(talk.other.is_empty());
    talk.send("INFO timeout_turn 0");
    assert_eq!(talk.other, ["interrupt"], "move now");
    assert_eq!(talk.answer("h8"), ["7,7"]);
}

#[test]
fn no_time_left_while_thinking_is_move_now_too() {
    let mut talk = Talk::after(&["START 15", "INFO timeout_turn 10000"]);
    talk.send("BEGIN");
    talk.send("INFO time_left -5");
    assert_eq!(talk.other, ["interrupt"]);
}

#[test]
fn our_own_clock_runs_without_time_left() {
    let mut talk = Talk::after(&["START 15", "INFO timeout_match 60000"]);
    talk.send("BEGIN");
    talk.wait(4_000);
    talk.answer("h8");
    talk.wait(90_000);
    talk.send("TURN 0,0");
    assert_eq!(talk.job().limits.game, Some(Duration::from_secs(56)));
}

#[test]
fn start_up_is_taken_off_the_first_move_only() {
    let mut talk = Talk::new();
    talk.session = talk.session.with_startup(Duration::from_secs(3));
    talk.send_all(&["START 15", "INFO timeout_turn 1000", "BEGIN"]);
    assert_eq!(talk.job().limits.turn, Some(Duration::from_millis(800)));
    talk.answer("h8");
    talk.send("TURN 0,0");
    assert_eq!(talk.job().limits.turn, Some(Duration::from_secs(1)));
}

#[test]
fn the_player_is_configured_once_and_late() {
    let mut talk = Talk::new();
    talk.send_all(&["START 15", "INFO max_memory 367001600", "INFO thread_num 2", "INFO hash_size 4096"]);
    assert_eq!(talk.settings, None);
    talk.send("BEGIN");
    assert_eq!(talk.settings.take(), Some(Settings { threads: 2, table_bytes: 4 << 20 }));
    talk.answer("h8");
    talk.send("TURN 0,0");
    assert_eq!(talk.settings, None);
}

#[test]
fn another_rule_or_size_makes_the_player_forget() {
    let mut talk = Talk::after(&["START 15", "BEGIN", "INFO rule 1"]);
    talk.send("TURN 0,0");
    assert_eq!((talk.other.as_slice(), talk.job().position.rule()), (&["forget"][..], Rule::Standard));
    talk.answer("h8");
    talk.send_all(&["START 15", "BEGIN"]);
    assert_eq!(talk.other, ["forget"], "the same game again");
}

#[test]
fn impossible_values_are_said_with_the_next_answer() {
    let mut talk = Talk::after(&["START 15"]);
    assert!(talk.send_all(&["INFO rule 64", "STOP"]).is_empty());
    assert_eq!(talk.send("START 15"), ["MESSAGE INFO rule 64 is not known, freestyle is played", "OK"]);
    assert_eq!(talk.send("START 15"), ["OK"]);
}

#[test]
fn the_end_comes_at_once_and_says_nothing() {
    for end in [Event::Eof, Event::Line(b"end".to_vec())] {
        let mut talk = Talk::after(&["START 15"]);
        talk.send_all(&["BEGIN", "START 15", "BOARD", "1,1,1"]);
        talk.other.clear();
        assert!(talk.event(end).is_empty());
        assert_eq!(talk.other, ["exit"], "interrupted before");
        assert!(talk.answer("h8").is_empty());
    }
}

#[test]
fn reports_become_messages_at_a_modest_rate() {
    let mut talk = Talk::after(&["START 15", "INFO timeout_turn 10000"]);
    talk.send("BEGIN");
    assert!(talk.event(report(1, "h8")).is_empty());
    talk.wait(100);
    assert_eq!(talk.event(Event::Tick), ["MESSAGE Depth 1-1 | Eval 5 | Time 0ms | H8"]);
    talk.wait(10);
    assert!(talk.event(report(2, "h8")).is_empty());
    assert_eq!(
        talk.answer("g7"),
        [
            "MESSAGE Depth 2-2 | Eval 5 | Time 0ms | H8",
            "MESSAGE Speed 0 | Depth 2-2 | Eval 5 | Node 1 | Time 0ms",
            "6,8"
        ]
    );
}

#[test]
fn a_player_that_fails_or_lies_is_answered_for() {
    let mut talk = Talk::after(&["START 15", "TURN 7,7", "TURN 0,0"]);
    let taken = talk.session.position().order()[1].point;
    talk.send("TURN 0,1");
    assert_eq!(talk.event(Event::Finished(Answer::Move(taken))).len(), 1, "another point");
    talk.send("TURN 0,2");
    talk.event(report(3, "o15"));
    assert_eq!(talk.event(Event::Finished(Answer::NoMove)), ["14,0"], "the best known");
    assert!(talk.event(Event::Finished(Answer::NoMove)).is_empty(), "nothing is owed");
}

#[test]
fn a_move_out_of_nothing_is_no_foul() {
    let mut talk = Talk::after(&["START 15", "INFO rule 4"]);
    // Black has two open twos that cross on h8, the middle, with White's stones far away.
    talk.send("BOARD 6,7,1 0,0,2 8,7,1 14,0,2 7,6,1 0,14,2 7,8,1 14,14,2 DONE");
    let said = talk.event(Event::Finished(Answer::NoMove));
    assert_eq!(said.len(), 1);
    assert_ne!(said, ["7,7"]);
}

#[test]
fn a_player_that_overruns_is_cut_off_within_the_limit() {
    let mut talk = Talk::after(&["START 15", "INFO timeout_turn 1000"]);
    talk.send("BEGIN");
    talk.event(report(4, "c3"));
    let mut moved = Vec::new();
    while moved.is_empty() {
        talk.now = talk.session.wake_at().expect("guarded");
        moved = talk.event(Event::Tick).into_iter().filter(|line| !line.starts_with("MESSAGE")).collect();
    }
    assert_eq!((moved, talk.other.as_slice()), (vec!["2,12".to_owned()], &["interrupt"][..]));
    assert!(talk.now < Moment::new(Duration::from_secs(1)), "{:?}", talk.now);
    assert!(talk.answer("h8").is_empty(), "its own answer comes too late");
}

#[test]
fn bytes_that_are_no_text_are_a_folder() {
    let mut talk = Talk::new();
    assert!(talk.event(Event::Line(b"INFO folder D:\\\xc4\xe3 \xba\xc3\r\n".to_vec())).is_empty());
    assert_eq!(talk.session.options().folder(), Some(&b"D:\\\xc4\xe3 \xba\xc3"[..]));
}
