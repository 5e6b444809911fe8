//! The clock of a game between people (Chinese rules of 2009, article 7), as a value: what happens when is said to it.
//!
//! ```text
//! main time ──used up──> overtime ──used up──> the flag is down
//!                        none, each move anew (byoyomi), or so many moves in so much time
//! ```

use std::time::Duration;

use tianyuan_rules::opening::Seat;

use crate::Moment;

/// How much time each side has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeRule {
    /// For the whole game, before overtime.
    pub main: Duration,
    /// What follows when it is used up.
    pub overtime: Overtime,
    /// What each move adds to the main time.
    pub increment: Duration,
}

/// What follows the main time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overtime {
    /// Nothing: the game is lost (超时判负).
    SuddenDeath,
    /// 读秒: so much for each move. A move that is quicker costs nothing; at the end of it the game is lost.
    Byoyomi(Duration),
    /// 限时走棋: so many moves, 1 or more, in so much time, then again as many.
    Moves {
        /// Moves of a period.
        count: u32,
        /// Time for all of them.
        time: Duration,
    },
}

/// What a clock shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// Main time that is left.
    Main(Duration),
    /// What is left of the time for this move.
    Byoyomi(Duration),
    /// What is left of a period, and moves that are to be made in it.
    Moves {
        /// Moves, the present one among them.
        count: u32,
        /// Time for all of them.
        time: Duration,
    },
    /// The time is used up.
    FlagDown,
}

/// What is called out while a side is in byoyomi.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Call {
    /// So many seconds of the time for the move are gone.
    Seconds(u64),
    /// All of it is gone, and the game is lost.
    TimeOver,
}

/// The time of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Side {
    main: Duration,
    /// Time and moves of a period that has begun.
    period: Option<(u32, Duration)>,
    /// Used in the present move.
    used: Duration,
}

/// The clock of a game. A clock goes for one side or for none; each side has its time whichever color it plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameClock {
    rule: TimeRule,
    first: Side,
    second: Side,
    going: Option<(Seat, Moment)>,
}

impl TimeRule {
    /// Each side's part of a clock that both have shared, when a referee splits it: half of what is left.
    #[must_use]
    pub fn halved(self) -> Self {
        Self { main: self.main / 2, ..self }
    }
}

impl GameClock {
    /// The clock before a game. It stands.
    pub const fn new(rule: TimeRule) -> Self {
        let side = Side { main: rule.main, period: None, used: Duration::ZERO };
        Self { rule, first: side, second: side, going: None }
    }

    /// How much time the sides have had at first.
    pub const fn rule(&self) -> TimeRule {
        self.rule
    }

    /// Whose clock goes.
    pub fn going(&self) -> Option<Seat> {
        self.going.map(|(seat, _)| seat)
    }

    /// Lets the clock of a side go. What the other one has used of its move is kept.
    pub fn start(&mut self, seat: Seat, now: Moment) {
        self.stop(now);
        self.going = Some((seat, now));
    }

    /// Stops the clock within a move.
    pub fn stop(&mut self, now: Moment) {
        if let Some((seat, since)) = self.going.take() {
            self.side_mut(seat).used += now.since(since);
        }
    }

    /// The side whose clock goes has made its move: the clock of the other one goes on. Whether it was in time; a flag
    /// that is down stays down.
    pub fn press(&mut self, now: Moment) -> bool {
        let Some((seat, _)) = self.going else { return true };
        self.stop(now);
        let rule = self.rule;
        let in_time = self.side_mut(seat).finish_move(rule);
        self.start(!seat, now);
        in_time
    }

    /// Takes time from a side, for one that has come late.
    pub fn deduct(&mut self, seat: Seat, time: Duration) {
        let side = self.side_mut(seat);
        side.main = side.main.saturating_sub(time);
    }

    /// What the clock of a side shows.
    pub fn shown(&self, seat: Seat, now: Moment) -> Shown {
        self.side_at(seat, now).shown(self.rule)
    }

    /// When the flag of the side whose clock goes will fall if it makes no move. A moment that has passed if it is down.
    pub fn flag_at(&self) -> Option<Moment> {
        let (seat, since) = self.going?;
        let side = self.side(seat);
        Some(since + side.left(self.rule).saturating_sub(side.used))
    }

    /// Whether the flag of a side is down.
    pub fn is_flag_down(&self, seat: Seat, now: Moment) -> bool {
        self.shown(seat, now) == Shown::FlagDown
    }

    /// What is to be called out for the side whose clock goes that was not to be called at an earlier moment: at 30, 40
    /// and 50 seconds, at each of the last four, and when the time is over.
    pub fn calls(&self, earlier: Moment, now: Moment) -> Vec<Call> {
        let (Some((seat, _)), Overtime::Byoyomi(time)) = (self.going, self.rule.overtime) else {
            return Vec::new();
        };
        // Of the present move, beyond the main time. A moment before that is none.
        let gone = |at: Moment| {
            let side = self.side_at(seat, at);
            side.used.checked_sub(side.main)
        };
        let (before, Some(after)) = (gone(earlier), gone(now)) else { return Vec::new() };
        let is_new = |at: u64| {
            let at = Duration::from_secs(at);
            at <= after && before.is_none_or(|before| before < at)
        };
        let last = time.as_secs();
        let seconds = (1..last).filter(|&at| matches!(at, 30 | 40 | 50) || at + 4 >= last);
        let calls = seconds.filter(|&at| is_new(at)).map(Call::Seconds);
        calls.chain(Some(Call::TimeOver).filter(|_| is_new(last))).collect()
    }

    const fn side(&self, seat: Seat) -> &Side {
        match seat {
            Seat::First => &self.first,
            Seat::Second => &self.second,
        }
    }

    const fn side_mut(&mut self, seat: Seat) -> &mut Side {
        match seat {
            Seat::First => &mut self.first,
            Seat::Second => &mut self.second,
        }
    }

    /// The side with what it will have used at a moment.
    fn side_at(&self, seat: Seat, now: Moment) -> Side {
        let mut side = *self.side(seat);
        if let Some((_, since)) = self.going.filter(|(going, _)| *going == seat) {
            side.used += now.since(since);
        }
        side
    }
}

impl Side {
    /// All that there is for the present move.
    fn left(&self, rule: TimeRule) -> Duration {
        let overtime = match (rule.overtime, self.period) {
            (Overtime::SuddenDeath, _) => Duration::ZERO,
            (Overtime::Byoyomi(time), _) | (Overtime::Moves { time, .. }, None) => time,
            (Overtime::Moves { .. }, Some((_, left))) => left,
        };
        self.main.saturating_add(overtime)
    }

    fn shown(&self, rule: TimeRule) -> Shown {
        let left = self.left(rule).saturating_sub(self.used);
        match rule.overtime {
            _ if left.is_zero() => Shown::FlagDown,
            _ if self.used < self.main => Shown::Main(self.main.saturating_sub(self.used)),
            Overtime::SuddenDeath => Shown::FlagDown,
            Overtime::Byoyomi(_) => Shown::Byoyomi(left),
            Overtime::Moves { count, .. } => {
                Shown::Moves { count: self.period.map_or(count, |(count, _)| count), time: left }
            }
        }
    }

    /// Takes off what the move has used; whether it was in time. Nothing is taken off if not: the flag stays down.
    fn finish_move(&mut self, rule: TimeRule) -> bool {
        if self.shown(rule) == Shown::FlagDown {
            return false;
        }
        let over = self.used.saturating_sub(self.main);
        // Main time that is used up to the last does not come back by an increment.
        let is_in_main = self.used < self.main;
        self.main = self.main.saturating_sub(self.used);
        if is_in_main {
            self.main = self.main.saturating_add(rule.increment);
        } else if let Overtime::Moves { count, time } = rule.overtime {
            let (moves, left) = self.period.unwrap_or((count.max(1), time));
            self.period = Some((moves.saturating_sub(1), left.saturating_sub(over)));
            self.period = self.period.filter(|&(moves, _)| moves > 0);
        }
        self.used = Duration::ZERO;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn s(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn at(seconds: f64) -> Moment {
        Moment::new(Duration::from_secs_f64(seconds))
    }

    fn clock(main: u64, overtime: Overtime) -> GameClock {
        GameClock::new(TimeRule { main: s(main), overtime, increment: Duration::ZERO })
    }

    /// Moves of both sides one after the other, each so long; whether each was in time.
    fn moves(clock: &mut GameClock, seconds: &[u64]) -> Vec<bool> {
        let mut now = Moment::default();
        clock.start(Seat::First, now);
        let press = |&used: &u64| {
            now = now + s(used);
            clock.press(now)
        };
        seconds.iter().map(press).collect()
    }

    #[test]
    fn sudden_death_at_the_last_second() {
        let mut game = clock(60, Overtime::SuddenDeath);
        assert_eq!(moves(&mut game, &[59, 5]), [true, true]);
        assert_eq!(game.shown(Seat::First, at(64.0)), Shown::Main(s(1)));
        assert_eq!(game.flag_at(), Some(at(65.0)));
        assert!(!game.is_flag_down(Seat::First, at(64.9)) && game.is_flag_down(Seat::First, at(65.0)));
        assert!(!game.press(at(65.0)), "too late");
        assert!(game.is_flag_down(Seat::First, at(65.0)), "and it stays so");
        assert_eq!(game.shown(Seat::Second, at(70.0)), Shown::Main(s(50)));
    }

    /// Article 49: under a minute nothing is lost, at a minute the game.
    #[test]
    fn byoyomi_begins_anew_with_each_move() {
        let mut game = clock(10, Overtime::Byoyomi(s(60)));
        assert_eq!(moves(&mut game, &[69, 9, 59, 0, 59, 0]), [true; 6]);
        assert_eq!(game.shown(Seat::First, at(196.0)), Shown::Byoyomi(s(60)));
        assert_eq!(game.shown(Seat::First, at(255.0)), Shown::Byoyomi(s(1)));
        assert_eq!(game.flag_at(), Some(at(256.0)));
        assert!(!game.press(at(256.0)));
    }

    #[test]
    fn calls_are_made_once() {
        let mut game = clock(10, Overtime::Byoyomi(s(60)));
        game.start(Seat::First, at(0.0));
        assert_eq!(game.calls(at(0.0), at(39.9)), [], "29.9 s beyond the main time");
        assert_eq!(game.calls(at(39.9), at(40.0)), [Call::Seconds(30)]);
        assert_eq!(game.calls(at(40.0), at(60.5)), [Call::Seconds(40), Call::Seconds(50)]);
        let all: Vec<Call> =
            (0..700).flat_map(|i| game.calls(at(f64::from(i) / 10.0), at(f64::from(i + 1) / 10.0))).collect();
        let seconds = [30, 40, 50, 56, 57, 58, 59].map(Call::Seconds);
        assert_eq!(all, [&seconds[..], &[Call::TimeOver]].concat());
        assert_eq!(clock(10, Overtime::SuddenDeath).calls(at(0.0), at(20.0)), []);
    }

    /// Article 50: ten moves in five minutes.
    #[test]
    fn so_many_moves_in_so_much_time() {
        let mut game = clock(0, Overtime::Moves { count: 3, time: s(300) });
        assert_eq!(moves(&mut game, &[100, 0, 150, 0]), [true; 4]);
        assert_eq!(game.shown(Seat::First, at(250.0)), Shown::Moves { count: 1, time: s(50) });
        let mut late = game;
        assert!(!late.press(at(300.0)));
        assert!(game.press(at(299.0)));
        assert_eq!(game.shown(Seat::First, at(299.0)), Shown::Moves { count: 3, time: s(300) }, "again");
    }

    #[test]
    fn moves_add_to_the_main_time() {
        let rule = TimeRule { main: s(60), overtime: Overtime::SuddenDeath, increment: s(2) };
        let mut game = GameClock::new(rule);
        moves(&mut game, &[10, 0]);
        assert_eq!(game.shown(Seat::First, at(10.0)), Shown::Main(s(52)));
    }

    /// Articles 47, 52 and 54: a shared clock is split, who is late pays, a referee stops the clock.
    #[test]
    fn what_a_referee_does() {
        let rule = TimeRule { main: s(3600), overtime: Overtime::SuddenDeath, increment: s(0) };
        assert_eq!(rule.halved().main, s(1800));
        let mut game = GameClock::new(rule);
        game.deduct(Seat::Second, s(600));
        game.start(Seat::First, at(0.0));
        game.stop(at(30.0));
        assert_eq!((game.going(), game.flag_at()), (None, None));
        assert_eq!(game.shown(Seat::First, at(500.0)), Shown::Main(s(3570)), "it stands");
        game.start(Seat::First, at(600.0));
        game.press(at(610.0));
        assert_eq!(game.shown(Seat::First, at(610.0)), Shown::Main(s(3560)));
        assert_eq!(game.shown(Seat::Second, at(610.0)), Shown::Main(s(3000)));
        game.deduct(Seat::Second, s(9000));
        assert!(game.is_flag_down(Seat::Second, at(610.0)));
        assert_eq!(game.rule(), rule);
    }
}
