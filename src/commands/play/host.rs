//! Who hears the person, asks the engine and says what happens.

use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use tianyuan_player::{Answer, Clock, Control, Job, Limits, Moment, Player, Report, Verdict};
use tianyuan_rules::opening::{Act, Opening, Phase, Seat};
use tianyuan_rules::record::Format;
use tianyuan_rules::{Color, Game, Outcome, Point, Victory};
use tianyuan_search::level::Level;

use super::ears::{Ears, Heard};
use super::file::{self, Kept};
use super::keeper::{self, Keeper};
use super::order::{self, Order};
use super::table::Table;
use super::timing::Timing;
use crate::commands::language::Language;
use crate::commands::{Failure, listen, think};

/// How often the clock is looked at.
const TICK: Duration = Duration::from_millis(200);
/// What the engine thinks of for a hint, at most.
const HINT: Duration = Duration::from_secs(1);

pub(super) struct Host {
    pub(super) table: Table,
    pub(super) keeper: Keeper,
    /// How strong the opponent is, to be kept with the game.
    pub(super) level: Level,
    /// Whom the person plays against.
    pub(super) opponent: Box<dyn Player + Send>,
    /// Makes a player of a level.
    pub(super) opponent_of: Box<dyn Fn(Level) -> Box<dyn Player + Send>>,
    /// Who is asked for hints.
    pub(super) adviser: Box<dyn Player + Send>,
    pub(super) clock: Arc<dyn Clock>,
    /// What the opponent may use, whatever the clock of the game says.
    pub(super) limits: Limits,
    pub(super) timing: Option<Timing>,
    pub(super) language: Language,
    /// Whether boards are told in words.
    pub(super) plain: bool,
    /// What the opponent has thought of its position last.
    pub(super) verdict: Option<Verdict>,
}

impl Host {
    /// Plays until the game is over or the person leaves.
    pub(super) fn play(mut self, ears: &mut dyn Ears, output: &mut impl Write) -> Result<(), Failure> {
        writeln!(output, "{}", self.language.plays_as(self.level))?;
        self.goes_on();
        self.keep(output)?;
        self.engine_acts(output)?;
        self.show(output)?;
        while self.table.outcome().is_none() {
            self.question(output)?;
            let Some(line) = self.hear(ears, output)? else { break };
            match order::read(&line, self.table.phase()) {
                _ if self.table.outcome().is_some() => self.show(output)?,
                Some(Order::Quit) => break,
                Some(order) => self.obey(order, output)?,
                None => writeln!(output, "{}", self.language.not_understood())?,
            }
        }
        self.goes_on();
        self.write(output)?.map_err(Failure::Input)?;
        Ok(writeln!(output, "{}", self.language.kept(self.keeper.file().display()))?)
    }

    fn question(&self, output: &mut impl Write) -> Result<(), Failure> {
        let (side, number) = (self.table.side(), self.table.n_moves() + 1);
        write!(output, "{} ", self.language.question(self.table.phase(), side, number))?;
        Ok(output.flush()?)
    }

    /// The next line; an empty one if the time is over meanwhile, `None` if there is none.
    fn hear(&mut self, ears: &mut dyn Ears, output: &mut impl Write) -> Result<Option<String>, Failure> {
        loop {
            let heard = ears.hear(self.timing.as_ref().map(|_| TICK));
            if heard == Heard::End {
                writeln!(output)?;
                return Ok(None);
            }
            let now = self.clock.now();
            let calls = self.timing.as_mut().map(|timing| timing.calls(now)).unwrap_or_default();
            if !calls.is_empty() {
                writeln!(output)?;
            }
            for call in &calls {
                writeln!(output, "{}", self.language.call(*call))?;
            }
            if self.is_lost_by_time(now) {
                return Ok(Some(String::new()));
            }
            match heard {
                Heard::Line(line) => return Ok(Some(line)),
                _ if calls.is_empty() => {}
                _ => self.question(output)?,
            }
        }
    }

    fn obey(&mut self, order: Order, output: &mut impl Write) -> Result<(), Failure> {
        let words = self.language;
        // `Err` is what is said where the game has not gone on.
        let done: Result<(), String> = match order {
            Order::Act(act) => self.table.act(act).map_err(|why| words.illegal(&why)),
            Order::Stone(point, with_offer) => return self.stone(point, with_offer, output),
            Order::Pass if self.table.phase() == Phase::Over => {
                self.table.in_game(Game::pass).map(|_| ()).map_err(|why| words.error(why))
            }
            Order::Pass => self.table.act(Act::Pass).map_err(|why| words.illegal(&why)),
            Order::Resign => {
                let color = !self.table.persons_color();
                self.table.end(Outcome::Win { color, how: Victory::Resignation });
                Ok(())
            }
            Order::Draw => Err(words.draw_goes_with_a_move().to_owned()),
            Order::Accept => self.take_offer(Game::accept_draw),
            Order::Decline => match self.take_offer(Game::decline_draw) {
                Ok(()) => Err(words.declined().to_owned()),
                refused => refused,
            },
            Order::Undo => return self.undo(output),
            Order::Hint => return self.hint(output),
            Order::Save(name) => Err(match file::save(&self.kept(), Path::new(&name)) {
                Ok(false) => words.kept(name),
                Ok(true) => words.kept_moves(name),
                Err(complaint) => words.refusal(complaint),
            }),
            Order::Load(name) => return self.load(Path::new(&name), output),
            Order::Clocks => Err(self.clocks().unwrap_or_else(|| words.no_clock().to_owned())),
            Order::Split => self.split(),
            Order::Help => Err(words.help().to_owned()),
            Order::Board => Err(words.board(&self.table, self.plain)),
            Order::Quit => Ok(()),
        };
        match done {
            Ok(()) => self.go_on(output),
            Err(sentence) => Ok(writeln!(output, "{}", sentence.trim_end())?),
        }
    }

    /// A stone of the person, perhaps with the offer of a draw.
    fn stone(&mut self, point: Point, with_offer: bool, output: &mut impl Write) -> Result<(), Failure> {
        let (words, own) = (self.language, self.table.persons_color());
        if let Err(why) = self.table.in_game(|game| game.play(point)) {
            return Ok(writeln!(output, "{}", words.error(why))?);
        }
        if with_offer {
            match self.table.offer_draw(own) {
                Ok(())
                    if self.verdict.is_some_and(|verdict| verdict.accepts_draw(&self.table.position())) =>
                {
                    let _ = self.table.in_game(|game| game.accept_draw(!own));
                }
                Ok(()) => writeln!(output, "{}", words.no_draw_yet())?,
                Err(why) => writeln!(output, "{}", words.error(why))?,
            }
        }
        self.go_on(output)
    }

    /// Answers the offer of the engine.
    fn take_offer(
        &mut self,
        answer: fn(&mut Game, Color) -> Result<(), tianyuan_rules::GameError>,
    ) -> Result<(), String> {
        let own = self.table.persons_color();
        let answered = self.table.in_game(|game| answer(game, own));
        let answered = answered.map_err(|why| self.language.error(why))?;
        answered.ok_or_else(|| self.language.error(tianyuan_rules::GameError::NoOffer(own)))
    }

    fn undo(&mut self, output: &mut impl Write) -> Result<(), Failure> {
        if !self.table.undo() {
            return Ok(writeln!(output, "{}", self.language.nothing_to_undo())?);
        }
        let (actor, now) = (self.table.actor(), self.clock.now());
        let n_deeds = self.table.n_deeds();
        if let Some(timing) = &mut self.timing {
            timing.go_back_to(actor, n_deeds, now);
        }
        // What was thought of another position is no answer to an offer in this one.
        self.verdict = None;
        self.keep(output)?;
        self.show(output)
    }

    /// Goes on with another game. This one stays where it is kept.
    fn load(&mut self, file: &Path, output: &mut impl Write) -> Result<(), Failure> {
        let words = self.language;
        // First of all, for it may be the file of this game.
        let read = self.write(output)?.and_then(|()| file::read(file, self.table.person()));
        let kept = match read {
            Ok(kept) if kept.table.outcome().is_none() => kept,
            Ok(_) => return Ok(writeln!(output, "{}", words.is_over(file.display()))?),
            Err(complaint) => return Ok(writeln!(output, "{}", words.refusal(complaint))?),
        };
        let keeper = match file::keeper_of(file, &kept) {
            Ok(keeper) => keeper,
            Err(complaint) => return Ok(writeln!(output, "{}", words.refusal(complaint))?),
        };
        writeln!(output, "{}", words.kept(self.keeper.file().display()))?;
        self.keeper = keeper;
        let Kept { table, clock, presses, level } = kept;
        self.timing = clock.map(|clock| Timing::new(clock, presses));
        self.table = table;
        if let Some(level) = level.filter(|&level| level != self.level) {
            self.level = level;
            self.opponent = (self.opponent_of)(level);
            writeln!(output, "{}", words.plays_as(level))?;
        }
        self.verdict = None;
        self.go_on(output)
    }

    fn split(&mut self) -> Result<(), String> {
        let now = self.clock.now();
        let was_shared = self.timing.as_mut().is_some_and(|timing| timing.split(now));
        Err(if was_shared {
            self.clocks().unwrap_or_default()
        } else {
            self.language.not_shared().to_owned()
        })
    }

    /// After something was done: it is kept, the engine has its turn, and the board is shown.
    fn go_on(&mut self, output: &mut impl Write) -> Result<(), Failure> {
        self.goes_on();
        self.keep(output)?;
        self.engine_acts(output)?;
        self.show(output)
    }

    /// The clock goes for whoever has to act.
    fn goes_on(&mut self) {
        let actor = self.table.outcome().is_none().then(|| self.table.actor());
        let (n_deeds, is_move, now) = (self.table.n_deeds(), self.table.has_moved(), self.clock.now());
        if let Some(timing) = &mut self.timing {
            timing.go_for(actor, n_deeds, is_move, now);
        }
    }

    /// Whether a flag is down, which ends the game.
    fn is_lost_by_time(&mut self, now: Moment) -> bool {
        let Some(seat) = self.timing.as_ref().and_then(|timing| timing.flag(now)) else { return false };
        let color = !self.table.opening().color(seat);
        self.table.end(Outcome::Win { color, how: Victory::Time });
        self.goes_on();
        true
    }

    fn kept(&self) -> Kept {
        let now = self.clock.now();
        let presses = self.timing.as_ref().map(Timing::presses).unwrap_or_default();
        let clock = self.timing.as_ref().map(|timing| timing.standing(now));
        Kept { table: self.table.clone(), clock, presses, level: Some(self.level) }
    }

    /// Keeps the game; that it cannot be kept is said, and tried again after the next move.
    fn keep(&mut self, output: &mut impl Write) -> Result<(), Failure> {
        if let Err(complaint) = self.write(output)? {
            writeln!(output, "{complaint}")?;
        }
        Ok(())
    }

    /// Writes the game to its file, or to another one if somebody has changed that.
    fn write(&mut self, output: &mut impl Write) -> Result<Result<(), String>, Failure> {
        let kept = file::bytes(&self.kept(), Format::Sgf).and_then(|bytes| self.keeper.keep(bytes));
        if kept == Ok(keeper::Kept::Elsewhere) {
            writeln!(output, "{}", self.language.kept_elsewhere(self.keeper.file().display()))?;
        }
        Ok(kept.map(|_| ()))
    }

    /// The engine does what is its to do.
    fn engine_acts(&mut self, output: &mut impl Write) -> Result<(), Failure> {
        while self.table.outcome().is_none() && !self.table.is_persons() {
            let answer = self.ask_opponent(output)?;
            if self.is_lost_by_time(self.clock.now()) {
                break;
            }
            self.carry_out(answer, output)?;
            self.goes_on();
            self.keep(output)?;
        }
        Ok(())
    }

    fn carry_out(&mut self, answer: Answer, output: &mut impl Write) -> Result<(), Failure> {
        let words = self.language;
        match answer {
            Answer::Opening { acts, .. } if self.table.phase() != Phase::Over => {
                for act in acts {
                    writeln!(output, "{}", words.act(&act))?;
                    self.table.act(act).map_err(|why| Failure::Input(why.to_string()))?;
                }
            }
            Answer::Move(point) if self.table.in_game(|game| game.play(point)).is_ok() => {
                writeln!(output, "{}", words.moved(point))?;
                let (own, position) = (!self.table.persons_color(), self.table.position());
                let offers = self.verdict.is_some_and(|verdict| verdict.offers_draw(&position));
                if offers && self.table.offer_draw(own).is_ok() {
                    writeln!(output, "{}", words.offers_draw())?;
                }
            }
            other => return Err(Failure::Input(format!("the engine does not go on: {other:?}"))),
        }
        Ok(())
    }

    /// What the opponent does. Its time is called out, too.
    fn ask_opponent(&mut self, output: &mut impl Write) -> io::Result<Answer> {
        let now = self.clock.now();
        let job = self.job(self.limits, now);
        let Self { opponent, timing, language, clock, verdict, .. } = self;
        let hear = |report: Option<Report>| {
            *verdict = report.map(|report| report.verdict).or(*verdict);
            let calls = timing.as_mut().map(|timing| timing.calls(clock.now())).unwrap_or_default();
            calls.into_iter().try_for_each(|call| writeln!(output, "{}", language.call(call)))
        };
        listen(opponent.as_mut(), &job, &Control::new(), TICK, hear)
    }

    /// The question to a player: it may use what is left on the clock, and no more than `most`.
    fn job(&self, most: Limits, now: Moment) -> Job {
        let clock = self.timing.as_ref().map_or(Limits::INFINITE, |timing| timing.clock().limits(now));
        let turn = [clock.turn, most.turn].into_iter().flatten().min();
        let limits = Limits { started: now, turn, nodes: most.nodes, ..clock };
        self.table.job(limits, u64::try_from(now.since_origin().as_nanos()).unwrap_or_default())
    }

    fn hint(&mut self, output: &mut impl Write) -> Result<(), Failure> {
        let most = Limits { turn: self.limits.turn.map(|turn| turn.min(HINT)), ..self.limits };
        let job = self.job(most, self.clock.now());
        let words = self.language;
        match think(self.adviser.as_mut(), &job, &mut |_: Report| {})? {
            Answer::Move(point) => writeln!(output, "{}", words.hint(point))?,
            Answer::Opening { acts, .. } => writeln!(output, "{}", words.hinted(&acts))?,
            _ => {}
        }
        Ok(())
    }

    /// What the clocks show, in a sentence.
    fn clocks(&self) -> Option<String> {
        let [first, second] = self.timing.as_ref()?.shown(self.clock.now());
        let of = |color: Color| {
            let shown = if self.table.opening().seat(color) == Seat::First { first } else { second };
            format!("{} {}", self.language.color(color), self.language.shown(shown))
        };
        Some(self.language.list(&Color::ALL.map(of)))
    }

    /// The board, and how the game stands.
    fn show(&self, output: &mut impl Write) -> Result<(), Failure> {
        let words = self.language;
        if self.plain {
            write!(output, "{}", words.news(&self.table))?;
        } else {
            write!(output, "{}", words.board(&self.table, false))?;
        }
        if let Some(clocks) = self.clocks() {
            writeln!(output, "{clocks}")?;
        }
        if let Some(outcome) = self.table.outcome() {
            return Ok(writeln!(output, "{}", words.outcome(outcome))?);
        }
        let opening = Opening::of(&self.table.position()).map(|opening| words.opening(opening));
        Ok(writeln!(output, "{}", words.you_are(self.table.persons_color(), opening.as_deref()))?)
    }
}
