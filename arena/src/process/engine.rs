//! The manager's side of the protocol: what is said to an engine, and what its answers are.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use tianyuan_rules::opening::OpeningGame;
use tianyuan_rules::{Point, Position, Rule, Size, Stone};

use super::child::{Child, Heard};
use super::line::{by_the_way, is_refusal, numbers};
use super::{EngineSpec, opening, system};
use crate::competitor::{Acted, Competitor, Fault, Info, Played, Setup};
use crate::time_control::Allowance;

/// A program that plays.
#[derive(Debug)]
pub struct Engine {
    spec: EngineSpec,
    habits: Habits,
    child: Option<Child>,
    /// The stones that the engine has on its board.
    known: Vec<Stone>,
    /// The time for a turn that it was told last.
    told_turn: Option<Duration>,
    /// When it moved last.
    moved: Option<Instant>,
    /// Whether it has been silent when it was asked who it is.
    is_shy: bool,
}

/// How engines are treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Habits {
    /// How long an engine may take to start, and how long after its limit a move is waited for.
    pub patience: Duration,
    /// Whether an engine is held while its opponent thinks, as Gomocup does.
    pub holds: bool,
    /// After its move an engine is left alone for so long: some miss what comes in the same instant.
    pub pause: Duration,
    /// What it is told of memory in bytes.
    pub memory: u64,
    /// What it is told of threads.
    pub threads: u32,
}

impl Default for Habits {
    fn default() -> Self {
        Self {
            patience: Duration::from_secs(10),
            holds: false,
            pause: Duration::from_millis(5),
            memory: 350 << 20,
            threads: 1,
        }
    }
}

/// Lines of which no one is an answer; more are a flood.
const FLOOD: usize = 100_000;
/// A move without a limit in time is waited for so long.
const LONGEST: Duration = Duration::from_mins(10);
/// How long an engine may take to work through its settings.
const SETTLING: Duration = Duration::from_secs(3);
/// How long an engine that owes a move may take to say who it is.
const PROBE: Duration = Duration::from_secs(1);
/// What "no limit" is to managers.
const UNLIMITED: u128 = 2_147_483_647;

impl Engine {
    /// An engine that is not started yet.
    pub const fn new(spec: EngineSpec, habits: Habits) -> Self {
        Self { spec, habits, child: None, known: Vec::new(), told_turn: None, moved: None, is_shy: false }
    }

    /// Says lines; an engine that does not listen has crashed.
    fn say(&mut self, lines: &str) -> Result<Instant, Fault> {
        let child = running(&mut self.child)?;
        child.say(lines).map_err(|_| Fault::Crashed(child.death()))
    }

    /// The answer to a command and when it came: the first line for which `take` has a value. What the
    /// engine says by the way goes to `info`.
    fn hear<T>(
        &mut self,
        command: &str,
        (asked, patience): (Instant, Duration),
        info: &mut Info,
        take: impl Fn(&str) -> Option<Result<T, Fault>>,
    ) -> Result<(T, Instant), Fault> {
        let child = running(&mut self.child)?;
        for _ in 0..FLOOD {
            match child.hear(asked + patience) {
                Heard::Line(line, at) => match (by_the_way(&line), take(line.trim())) {
                    (Some(words), _) => info.hear(words),
                    (None, Some(value)) => return value.map(|value| (value, at)),
                    (None, None) => {}
                },
                Heard::Nothing => {
                    return Err(Fault::Silent { command: command.to_owned(), waited: patience });
                }
                Heard::End => return Err(Fault::Crashed(child.death())),
            }
        }
        Err(Fault::Flood)
    }

    /// Takes what has come before a question. Refusals of settings are passed over; a move that nobody has
    /// asked for is a fault, not the answer to what comes.
    fn drain(&mut self, info: &mut Info) -> Result<(), Fault> {
        let child = running(&mut self.child)?;
        for _ in 0..FLOOD {
            match child.hear(Instant::now()) {
                Heard::Line(line, _) => match (by_the_way(&line), numbers(line.trim())) {
                    (Some(words), _) => info.hear(words),
                    (None, Some(_)) => return Err(Fault::Unasked(line)),
                    (None, None) => {}
                },
                Heard::Nothing => return Ok(()),
                Heard::End => return Err(Fault::Crashed(child.death())),
            }
        }
        Err(Fault::Flood)
    }

    /// Whether an engine that owes a move has lost the question: it answers to its name, and asked again it
    /// moves in time. One that only answers to its name may think for ever.
    fn has_swallowed(&mut self, position: &Position, allowance: &Allowance) -> bool {
        let Ok(asked) = self.say("ABOUT\n") else { return false };
        let is_name = |line: &str| {
            if numbers(line).is_some() { Some(false) } else { line.contains("=\"").then_some(true) }
        };
        let heard = self.hear("ABOUT", (asked, PROBE), &mut Info::default(), |line| is_name(line).map(Ok));
        if !matches!(heard, Ok((true, _))) {
            return false;
        }
        self.known.clear();
        let Ok(asked) = self.say(&self.question(position).0) else { return false };
        let patience = allowance.limit.unwrap_or(PROBE) + PROBE;
        let is_move = |line: &str| numbers(line).map(Ok);
        self.hear("BOARD", (asked, patience), &mut Info::default(), is_move).is_ok()
    }

    /// The commands that bring the engine from what it knows to the position, and the last of them alone.
    fn question(&self, position: &Position) -> (String, String) {
        let (size, side) = (position.size(), position.side());
        let order = position.order();
        match order.strip_prefix(self.known.as_slice()) {
            _ if order.is_empty() => ("BEGIN\n".into(), "BEGIN".into()),
            Some([stone]) if stone.color != side && (!self.known.is_empty() || order.len() == 1) => {
                let turn = format!("TURN {}", coord(stone.point, size));
                (format!("{turn}\n"), turn)
            }
            _ => {
                let mut block = "BOARD\n".to_owned();
                for stone in order {
                    let owner = if stone.color == side { 1 } else { 2 };
                    let _ = writeln!(block, "{},{owner}", coord(stone.point, size));
                }
                (block + "DONE\n", "BOARD".into())
            }
        }
    }

    /// What the clocks are before a move.
    fn clocks(&mut self, allowance: &Allowance) -> String {
        let mut lines = String::new();
        // A limit that holds no longer has to be lifted: by one that cannot matter.
        let turn = allowance.turn.unwrap_or(LONGEST);
        if self.told_turn.replace(turn) != Some(turn) {
            let _ = writeln!(lines, "INFO timeout_turn {}", turn.as_millis());
        }
        let left = allowance.left.map_or(UNLIMITED, |left| left.as_millis().min(UNLIMITED));
        let _ = writeln!(lines, "INFO time_left {left}");
        lines
    }

    /// The settings of a game.
    fn settings(&mut self, setup: &Setup) -> String {
        let mut lines = format!("INFO rule {}\n", rule_number(setup.rule));
        let control = &setup.control;
        let turn = control.turn.unwrap_or(LONGEST);
        self.told_turn = Some(turn);
        let _ = writeln!(lines, "INFO timeout_turn {}", turn.as_millis());
        let game = control.game.unwrap_or_default().as_millis();
        let _ = writeln!(lines, "INFO timeout_match {game}\nINFO max_memory {}", self.habits.memory);
        let _ = writeln!(lines, "INFO game_type 1\nINFO thread_num {}", self.habits.threads);
        if !control.increment.is_zero() {
            let _ = writeln!(lines, "INFO time_increment {}", control.increment.as_millis());
        }
        let limits = [("max_node", control.nodes), ("max_depth", control.depth.map(u64::from))];
        for (key, limit) in limits {
            if let Some(limit) = limit {
                let _ = writeln!(lines, "INFO {key} {limit}");
            }
        }
        for (key, value) in &self.spec.options {
            let _ = writeln!(lines, "INFO {key} {value}");
        }
        lines
    }

    fn hold(&mut self, stopped: bool) {
        if self.habits.holds
            && let Some(child) = &mut self.child
        {
            child.hold(stopped);
        }
    }

    /// Starts the program if it is not running, or not any more: between games that harms nobody.
    fn start(&mut self) -> Result<(), Fault> {
        let has_ended = self.child.as_mut().is_some_and(|child| child.has_ended_before(Instant::now()));
        if self.child.is_none() || has_ended {
            let child = Child::start(&self.spec);
            self.child = Some(child.map_err(|error| Fault::NotStarted(error.to_string()))?);
        }
        Ok(())
    }

    /// Lets the engine come to rest after its move.
    fn pause(&mut self) {
        if let Some(moved) = self.moved.take() {
            std::thread::sleep(self.habits.pause.saturating_sub(moved.elapsed()));
        }
    }

    fn begin_game(&mut self, setup: &Setup) -> Result<(), Fault> {
        self.start()?;
        self.hold(false);
        self.pause();
        let command = format!("START {}", setup.size.side());
        let asked = self.say(&format!("{command}\n"))?;
        let patience = (asked, self.habits.patience);
        let is_ok = |line: &str| {
            let refused = || Fault::Garbage { command: command.clone(), answer: line.to_owned() };
            match line {
                "OK" => Some(Ok(())),
                _ if is_refusal(line) => Some(Err(refused())),
                _ => None,
            }
        };
        self.hear(&command, patience, &mut Info::default(), is_ok)?;
        let settings = self.settings(setup);
        self.settle(&settings)?;
        self.hold(true);
        Ok(())
    }

    /// Says the settings and waits until the engine has worked through them, which shows in that it answers
    /// what comes behind. Some build their tables anew then, and the first move is not to pay for it. Nobody has to
    /// answer this; who is silent once is not asked again.
    fn settle(&mut self, settings: &str) -> Result<(), Fault> {
        let question = if self.is_shy { "" } else { "ABOUT\n" };
        let asked = self.say(&format!("{settings}{question}"))?;
        if !self.is_shy {
            let is_answer = |line: &str| (!line.is_empty() && !is_refusal(line)).then_some(Ok(()));
            match self.hear("ABOUT", (asked, SETTLING), &mut Info::default(), is_answer) {
                Ok(_) => {}
                Err(Fault::Silent { .. }) => self.is_shy = true,
                Err(fault) => return Err(fault),
            }
        }
        self.moved = Some(Instant::now());
        Ok(())
    }

    fn ask(&mut self, position: &Position, allowance: &Allowance) -> Result<Played, Fault> {
        self.hold(false);
        self.pause();
        self.drain(&mut Info::default())?;
        let (question, command) = self.question(position);
        let lines = self.clocks(allowance) + &question;
        let asked = self.say(&lines)?;
        let patience = allowance.limit.map_or(LONGEST, |limit| limit + self.habits.patience);
        let size = position.size();
        let is_move = |line: &str| {
            let refused = || Fault::Garbage { command: command.clone(), answer: line.to_owned() };
            let outside = || Fault::Outside(line.to_owned());
            match numbers(line) {
                Some(numbers) => Some(point(numbers, size).ok_or_else(outside)),
                None => is_refusal(line).then(|| Err(refused())),
            }
        };
        let mut info = Info::default();
        let (point, at) = self.hear(&command, (asked, patience), &mut info, is_move)?;
        self.moved = Some(at);
        self.hold(true);
        self.known = position.order().to_vec();
        self.known.push(Stone { color: position.side(), point });
        Ok(Played { point, used: at.saturating_duration_since(asked), info })
    }

    fn ask_opening(&mut self, game: &OpeningGame, allowance: &Allowance) -> Result<Acted, Fault> {
        let unknown = || Fault::NoOpening(game.rule().to_string());
        let (question, command) = opening::question(game).ok_or_else(unknown)?;
        self.hold(false);
        self.pause();
        self.drain(&mut Info::default())?;
        let lines = self.clocks(allowance) + &question;
        let asked = self.say(&lines)?;
        let patience = allowance.limit.map_or(LONGEST, |limit| limit + self.habits.patience);
        let garbage = |line: &str| Fault::Garbage { command: command.clone(), answer: line.to_owned() };
        let is_answer = |line: &str| {
            let understood = opening::acts(game, line).map(Ok);
            understood.or_else(|| (!line.is_empty()).then(|| Err(garbage(line))))
        };
        let ((acts, then), at) = self.hear(&command, (asked, patience), &mut Info::default(), is_answer)?;
        self.moved = Some(at);
        self.hold(true);
        Ok(Acted { acts, then, used: at.saturating_duration_since(asked) })
    }

    /// An engine with a fault is let go; the next game starts it anew.
    fn let_go(&mut self, fault: Fault) -> Fault {
        self.child = None;
        fault
    }
}

impl Competitor for Engine {
    fn begin(&mut self, setup: &Setup) -> Result<(), Fault> {
        self.known.clear();
        self.begin_game(setup).map_err(|fault| self.let_go(fault))
    }

    fn think(&mut self, position: &Position, allowance: &Allowance) -> Result<Played, Fault> {
        self.ask(position, allowance).map_err(|fault| {
            let fault = match fault {
                Fault::Silent { command, .. } if self.has_swallowed(position, allowance) => {
                    Fault::Swallowed(command)
                }
                other => other,
            };
            self.let_go(fault)
        })
    }

    fn open(&mut self, game: &OpeningGame, allowance: &Allowance, _: u64) -> Result<Acted, Fault> {
        // Whatever comes next is a position that it does not know.
        self.known.clear();
        self.ask_opening(game, allowance).map_err(|fault| self.let_go(fault))
    }

    fn memory(&self) -> Option<u64> {
        self.child.as_ref().and_then(|child| system::private_bytes(child.id()))
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        if let Some(child) = self.child.take() {
            child.end();
        }
    }
}

/// The program, if there is one.
fn running(child: &mut Option<Child>) -> Result<&mut Child, Fault> {
    child.as_mut().ok_or_else(|| Fault::Crashed(String::new()))
}

/// The point of two numbers, counted from the top left; `None` outside the board.
pub(super) fn point((x, y): (i64, i64), size: Size) -> Option<Point> {
    let (x, y) = (usize::try_from(x).ok()?, usize::try_from(y).ok()?);
    size.point(x, (size.side() - 1).checked_sub(y)?)
}

pub(super) fn coord(point: Point, size: Size) -> String {
    format!("{},{}", point.col(), size.side() - 1 - point.row())
}

const fn rule_number(rule: Rule) -> u32 {
    match rule {
        Rule::Freestyle => 0,
        Rule::Standard => 1,
        Rule::Renju => 4,
        Rule::Caro => 8,
        Rule::CaroExact => 9,
    }
}

#[cfg(test)]
mod tests {
    use tianyuan_rules::Color;

    use super::*;

    fn stone(text: &str, color: Color) -> Stone {
        Stone { color, point: text.parse().expect("a point") }
    }

    fn engine(known: &[Stone]) -> Engine {
        let mut engine = Engine::new(EngineSpec::default(), Habits::default());
        engine.known = known.to_vec();
        engine
    }

    fn position(moves: &str) -> Position {
        let moves: Vec<Point> = moves.split_whitespace().map(|text| text.parse().expect("a point")).collect();
        Position::from_moves(Size::STANDARD, Rule::Renju, &moves).expect("different points")
    }

    #[test]
    fn questions_say_what_is_new() {
        let (black, white) = (stone("h8", Color::Black), stone("h9", Color::White));
        assert_eq!(engine(&[]).question(&position("")).0, "BEGIN\n");
        assert_eq!(engine(&[]).question(&position("h8")).0, "TURN 7,7\n");
        assert_eq!(engine(&[black, white]).question(&position("h8 h9 a15")).0, "TURN 0,0\n");
        let board = "BOARD\n7,7,2\n7,6,1\n0,0,2\nDONE\n";
        assert_eq!(engine(&[]).question(&position("h8 h9 a15")).0, board);
        assert_eq!(engine(&[white]).question(&position("h8 h9 a15")).0, board, "another game");
    }

    #[test]
    fn answers_are_two_numbers() {
        let read = |line| numbers(line).map(|numbers| point(numbers, Size::STANDARD));
        assert_eq!(read("7,6"), Some("h9".parse().ok()));
        assert_eq!(read(" 0 , 14"), Some("a1".parse().ok()));
        for line in ["OK", "7", "a,b", "", "7,7,1", "7;7"] {
            assert_eq!(read(line), None, "{line}");
        }
        for line in ["15,3", "-1,-1", "0,99999999999"] {
            assert_eq!(read(line), Some(None), "{line}");
        }
    }

    #[test]
    fn settings_are_those_of_the_game() {
        let control = crate::time_control::TimeControl {
            game: Some(Duration::from_secs(5)),
            increment: Duration::from_millis(100),
            nodes: Some(1000),
            ..Default::default()
        };
        let spec = EngineSpec { options: vec![("strength".into(), "50".into())], ..EngineSpec::default() };
        let mut engine = Engine::new(spec, Habits::default());
        let said = engine.settings(&Setup { rule: Rule::Caro, size: Size::STANDARD, control });
        assert_eq!(
            said,
            "INFO rule 8\nINFO timeout_turn 600000\nINFO timeout_match 5000\nINFO max_memory 367001600\nINFO game_type 1\n\
             INFO thread_num 1\nINFO time_increment 100\nINFO max_node 1000\nINFO strength 50\n"
        );
    }
}
