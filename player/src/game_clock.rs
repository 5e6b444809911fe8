//! The clock of a game between people (Chinese rules of 2009, article 7), as a value: what happens when is said to it.
//!
//! ```text
//! main time ──used up──> overtime ──used up──> the flag is down
//!                        none, each move anew (byoyomi), or so many moves in so much time
//! ```

use std::time::Duration;

use tianyuan_rules::opening::Seat;

use crate::{Limits, Moment, Overtime, TimeRule};

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
    /// The same where it was a minute: 1分钟超时判负.
    MinuteOver,
}

/// The time of one side, as it is kept when a game is broken off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SideTime {
    /// Main time that was left when the present move began.
    pub main: Duration,
    /// Moves and time that are left of a period that has begun.
    pub period: Option<(u32, Duration)>,
    /// Used in the present move.
    pub used: Duration,
}

/// The clock of a game. A clock goes for one side or for none; each side has its time whichever color it plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameClock {
    rule: TimeRule,
    first: SideTime,
    second: SideTime,
    going: Option<(Seat, Moment)>,
}

impl GameClock {
    /// The clock before a game. It stands.
    pub const fn new(rule: TimeRule) -> Self {
        let side = SideTime { main: rule.main, period: None, used: Duration::ZERO };
        Self::resumed(rule, side, side)
    }

    /// The clock of a game that was broken off with these times. It stands.
    pub const fn resumed(rule: TimeRule, first: SideTime, second: SideTime) -> Self {
        Self { rule, first, second, going: None }
    }

    /// The times to go on with later.
    pub fn kept(&self, now: Moment) -> [SideTime; 2] {
        let mut standing = *self;
        standing.stop(now);
        [standing.first, standing.second]
    }

    /// How much time the sides have had at first; shared no more if it was split since.
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
        let in_time = self.finish(seat, now, true);
        self.start(!seat, now);
        in_time
    }

    /// The clock of the other side goes on without a move: what was decided meanwhile, such as a swap, adds nothing and
    /// is no move of a period. Whether it was in time.
    pub fn hand_over(&mut self, now: Moment) -> bool {
        let Some((seat, _)) = self.going else { return true };
        self.stop(now);
        let in_time = self.finish(seat, now, false);
        self.start(!seat, now);
        in_time
    }

    /// A move of a side is taken back: what it has added is gone, and it is no move of a period. What it has used is not
    /// given back.
    pub fn take_back(&mut self, seat: Seat) {
        let rule = self.rule;
        let side = self.side_mut(seat);
        let main = side.main.saturating_sub(rule.increment);
        if let (Some((moves, _)), Overtime::Moves { count, .. }) = (&mut side.period, rule.overtime) {
            *moves = moves.saturating_add(1).min(count);
        }
        self.set_main(seat, main);
    }

    /// A referee splits the time that both have shared: each side gets half of what is left. Nothing where none is
    /// shared.
    pub fn split(&mut self, now: Moment) {
        if self.rule.shared {
            let going = self.going();
            self.stop(now);
            let left = self.side_at(Seat::First, now).left(self.rule);
            self.rule.shared = false;
            self.first = SideTime { main: left / 2, period: None, used: Duration::ZERO };
            self.second = self.first;
            self.going = going.map(|seat| (seat, now));
        }
    }

    /// What a player may use who thinks about the move of the side whose clock goes; no limit if none goes.
    pub fn limits(&self, now: Moment) -> Limits {
        let shown = self.going().map(|seat| self.shown(seat, now));
        let (turn, game) = match (shown, self.rule.overtime) {
            (None, _) => (None, None),
            // A move that runs over into byoyomi loses nothing but the main time.
            (Some(Shown::Main(left)), Overtime::Byoyomi(time)) => (None, Some(left.saturating_add(time))),
            (Some(Shown::Main(left)), Overtime::SuddenDeath | Overtime::Moves { .. }) => (None, Some(left)),
            (Some(Shown::Byoyomi(left)), _) => (Some(left), None),
            (Some(Shown::Moves { count, time }), _) => (Some(time / count.max(1)), Some(time)),
            (Some(Shown::FlagDown), _) => (Some(Duration::ZERO), None),
        };
        Limits { started: now, turn, game, increment: self.rule.increment, ..Limits::INFINITE }
    }

    /// Takes time from a side, for one that has come late.
    pub fn deduct(&mut self, seat: Seat, time: Duration) {
        let main = self.side(seat).main.saturating_sub(time);
        self.set_main(seat, main);
    }

    /// Sets the main time of a side, of both where it is shared.
    const fn set_main(&mut self, seat: Seat, main: Duration) {
        self.side_mut(seat).main = main;
        if self.rule.shared {
            self.first.main = main;
            self.second.main = main;
        }
    }

    /// A referee sets the main time that is left to a side; what it has used of its move is nothing.
    pub fn correct(&mut self, seat: Seat, main: Duration, now: Moment) {
        let going = self.going();
        self.stop(now);
        self.side_mut(seat).used = Duration::ZERO;
        if self.rule.shared {
            self.side_mut(!seat).used = Duration::ZERO;
        }
        self.set_main(seat, main);
        self.going = going.map(|seat| (seat, now));
    }

    /// What the clock of a side shows.
    pub fn shown(&self, seat: Seat, now: Moment) -> Shown {
        self.side_at(seat, now).shown(self.rule)
    }

    /// When the flag of the side whose clock goes will fall if it makes no move. A moment that has passed if it is down.
    pub fn flag_at(&self) -> Option<Moment> {
        let (seat, since) = self.going?;
        Some(since + self.side_at(seat, since).left(self.rule))
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
        let over = if last == 60 { Call::MinuteOver } else { Call::TimeOver };
        calls.chain(Some(over).filter(|_| is_new(last))).collect()
    }

    /// Takes off what was used; whether it was in time. Nothing is taken off if not: the flag stays down.
    fn finish(&mut self, seat: Seat, now: Moment, is_move: bool) -> bool {
        if self.is_flag_down(seat, now) {
            return false;
        }
        let rule = self.rule;
        let side = self.side_mut(seat);
        let over = side.used.saturating_sub(side.main);
        // Main time that is used up to the last does not come back by an increment.
        let is_in_main = side.used < side.main;
        side.main = side.main.saturating_sub(side.used);
        if is_in_main {
            let gained = if is_move { rule.increment } else { Duration::ZERO };
            side.main = side.main.saturating_add(gained);
        } else if let Overtime::Moves { count, time } = rule.overtime {
            let (moves, left) = side.period.unwrap_or((count.max(1), time));
            side.period = Some((moves.saturating_sub(u32::from(is_move)), left.saturating_sub(over)));
            side.period = side.period.filter(|&(moves, _)| moves > 0);
        }
        side.used = Duration::ZERO;
        let main = side.main;
        self.set_main(seat, main);
        true
    }

    const fn side(&self, seat: Seat) -> &SideTime {
        match seat {
            Seat::First => &self.first,
            Seat::Second => &self.second,
        }
    }

    const fn side_mut(&mut self, seat: Seat) -> &mut SideTime {
        match seat {
            Seat::First => &mut self.first,
            Seat::Second => &mut self.second,
        }
    }

    /// The side with what it will have used at a moment, and what the other one will have used of a time that both share.
    fn side_at(&self, seat: Seat, now: Moment) -> SideTime {
        let gone = |whose: Seat| {
            let since = self.going.filter(|(going, _)| *going == whose);
            self.side(whose).used + since.map_or(Duration::ZERO, |(_, since)| now.since(since))
        };
        let of_other = if self.rule.shared { gone(!seat) } else { Duration::ZERO };
        SideTime { used: gone(seat) + of_other, ..*self.side(seat) }
    }
}

impl SideTime {
    /// All that is left for the present move.
    fn left(&self, rule: TimeRule) -> Duration {
        let overtime = match (rule.overtime, self.period) {
            (Overtime::SuddenDeath, _) => Duration::ZERO,
            (Overtime::Byoyomi(time), _) | (Overtime::Moves { time, .. }, None) => time,
            (Overtime::Moves { .. }, Some((_, left))) => left,
        };
        self.main.saturating_add(overtime).saturating_sub(self.used)
    }

    fn shown(&self, rule: TimeRule) -> Shown {
        let left = self.left(rule);
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
        GameClock::new(TimeRule { overtime, ..TimeRule::sudden_death(s(main)) })
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
        assert_eq!(all, [&seconds[..], &[Call::MinuteOver]].concat());
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
        let rule = TimeRule { increment: s(2), ..TimeRule::sudden_death(s(60)) };
        let mut game = GameClock::new(rule);
        moves(&mut game, &[10, 0]);
        assert_eq!(game.shown(Seat::First, at(10.0)), Shown::Main(s(52)));
    }

    #[test]
    fn a_move_that_is_taken_back_adds_nothing() {
        let mut game = GameClock::new("1m+1m".parse().expect("a rule"));
        moves(&mut game, &[10, 0]);
        game.take_back(Seat::First);
        assert_eq!(game.shown(Seat::First, at(10.0)), Shown::Main(s(50)), "what it has used is gone");
        let mut game = clock(0, Overtime::Moves { count: 3, time: s(300) });
        moves(&mut game, &[10, 0]);
        game.take_back(Seat::First);
        assert_eq!(game.shown(Seat::First, at(10.0)), Shown::Moves { count: 3, time: s(290) });
    }

    #[test]
    fn what_is_no_move_adds_nothing() {
        let rule = TimeRule { increment: s(30), ..TimeRule::sudden_death(s(60)) };
        let mut game = GameClock::new(rule);
        game.start(Seat::First, at(0.0));
        assert!(game.hand_over(at(10.0)));
        assert_eq!(
            (game.going(), game.shown(Seat::First, at(10.0))),
            (Some(Seat::Second), Shown::Main(s(50)))
        );
        let mut game = clock(0, Overtime::Moves { count: 3, time: s(300) });
        game.start(Seat::First, at(0.0));
        game.hand_over(at(10.0));
        assert_eq!(game.shown(Seat::First, at(10.0)), Shown::Moves { count: 3, time: s(290) });
        assert!(!game.hand_over(at(310.0)), "time runs all the same");
    }

    /// Article 47: one clock for both, from which a referee makes two.
    #[test]
    fn a_shared_clock_is_split_in_halves() {
        let mut game = GameClock::new("shared=1h".parse().expect("a rule"));
        assert_eq!(moves(&mut game, &[600, 300]), [true, true]);
        for seat in [Seat::First, Seat::Second] {
            assert_eq!(game.shown(seat, at(1000.0)), Shown::Main(s(2600)), "one time for both");
        }
        assert_eq!(game.flag_at(), Some(at(3600.0)));
        game.split(at(1000.0));
        assert_eq!((game.rule().shared, game.going()), (false, Some(Seat::First)));
        assert_eq!(game.shown(Seat::First, at(1100.0)), Shown::Main(s(1200)));
        assert_eq!(game.shown(Seat::Second, at(1100.0)), Shown::Main(s(1300)));
        assert_eq!(game.flag_at(), Some(at(2300.0)));
        let mut late = GameClock::new("shared=1h".parse().expect("a rule"));
        late.deduct(Seat::Second, s(600));
        assert_eq!(late.shown(Seat::First, at(0.0)), Shown::Main(s(3000)), "it is taken from both");
        late.start(Seat::First, at(0.0));
        late.stop(at(60.0));
        late.correct(Seat::Second, s(720), at(60.0));
        assert_eq!(late.shown(Seat::First, at(60.0)), Shown::Main(s(720)), "and set for both");
        let once = game;
        game.split(at(1200.0));
        assert_eq!(game, once, "there is nothing left to split");
    }

    #[test]
    fn a_game_that_was_broken_off_goes_on_with_its_times() {
        let mut game = clock(10, Overtime::Moves { count: 3, time: s(300) });
        moves(&mut game, &[30, 5, 20, 1]);
        let [first, second] = game.kept(at(60.0));
        let mut again = GameClock::resumed(game.rule(), first, second);
        assert_eq!(again.going(), None);
        again.start(Seat::First, at(1000.0));
        for later in [0.0, 5.0, 290.0] {
            let (now, then) = (at(60.0 + later), at(1000.0 + later));
            assert_eq!(again.shown(Seat::First, then), game.shown(Seat::First, now));
            assert_eq!(again.shown(Seat::Second, then), game.shown(Seat::Second, now));
        }
    }

    /// A player that keeps to its limits never loses by time, and is given as much as there is.
    #[test]
    fn a_player_is_told_what_its_clock_leaves() {
        let limits = |rule: &str, used: f64| {
            let mut game = GameClock::new(rule.parse().expect("a rule"));
            game.start(Seat::First, at(0.0));
            let limits = game.limits(at(used));
            (limits.turn, limits.game, limits.increment)
        };
        assert_eq!(limits("10m+2s", 0.0), (None, Some(s(600)), s(2)));
        assert_eq!(limits("10m,byoyomi=60s", 60.0), (None, Some(s(600)), s(0)));
        assert_eq!(limits("10m,byoyomi=60s", 610.0), (Some(s(50)), None, s(0)));
        assert_eq!(limits("0,moves=10/5m", 100.0), (Some(s(20)), Some(s(200)), s(0)));
        assert_eq!(limits("10m", 600.0), (Some(s(0)), None, s(0)));
        assert_eq!(clock(5, Overtime::SuddenDeath).limits(at(1.0)).turn, None, "it stands");
    }

    /// Articles 52 and 54: who is late pays, a referee stops the clock.
    #[test]
    fn what_a_referee_does() {
        let rule = TimeRule::sudden_death(s(3600));
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
        game.correct(Seat::First, s(100), at(620.0));
        assert_eq!(game.shown(Seat::First, at(650.0)), Shown::Main(s(100)), "the other one's goes");
        game.correct(Seat::Second, s(2000), at(650.0));
        assert_eq!(game.shown(Seat::Second, at(660.0)), Shown::Main(s(1990)));
        game.deduct(Seat::Second, s(9000));
        assert!(game.is_flag_down(Seat::Second, at(660.0)));
        assert_eq!(game.rule(), rule);
    }
}
