//! Doing what analysis boards ask: positions without a move, several moves compared, moves left out.

use tianyuan_player::{Moment, Report, Verdict};
use tianyuan_rules::{Board, Cell, Color, Point, PointSet, Position};

use super::act::{Answered, Refusal};
use super::setup::set_up;
use super::thinking::Purpose;
use super::{MOST_CHORES, Session};
use crate::command::TableCommand;
use crate::message::names;
use crate::{Axes, BoardLine, Chore, Command, Effect, Effects, Reply};

/// A line of more would be cut.
const NAMES_A_LINE: usize = 80;

impl Session {
    /// Does one of the commands of analysis boards; any other says nothing.
    pub(super) fn analyze(&mut self, command: Command, arrived: Moment, effects: &mut Effects) -> Answered {
        let (axes, size) = (self.axes, self.position.size());
        match command {
            Command::ShowInfo => self.show_info(effects),
            Command::SetUp(stones) => self.set_up(&stones)?,
            Command::ShowForbidden => return Ok(Some(self.forbidden())),
            Command::BestMoves(_) if self.options.swaps_first() && self.position.order().len() == 1 => {
                return self.ask_swap_after_first(arrived, effects);
            }
            Command::BestMoves(lines) => {
                return self.ask(Purpose::Compare, lines.min(size.area()), arrived, effects);
            }
            Command::Defend => return self.ask(Purpose::Defend, 1, arrived, effects),
            Command::Opening(question) => return self.ask_opening(question, arrived, effects),
            Command::Balance { moves, value } => {
                return self.ask_balance(self.position.clone(), moves, value, arrived, effects);
            }
            Command::BalanceIn { moves, stones } => {
                let position = set_up(size, self.position.rule(), axes, &stones)?;
                return self.ask_balance(position, moves, 0, arrived, effects);
            }
            Command::ForbiddenIn(stones) => return self.forbidden_in(&stones).map(Some),
            Command::ProtocolVersion => return Ok(Some(Reply::Version(1, 0))),
            Command::Exclude(edit, coords) => self.restrictions.exclude(edit, &coords, axes, size),
            Command::ExcludePath(edit, path) => self.restrictions.exclude_path(edit, &path, axes, size),
            Command::Forbid(edit, coord, color) => {
                let point = self.point(coord)?;
                self.restrictions.forbid(edit, point, color);
            }
            Command::Table(command) => self.on_table(command, effects),
            Command::Draw => Self::tell(effects, [self.answer_to_draw().to_owned()]),
            Command::Resign => Self::tell(effects, ["RESIGN ACCEPT".to_owned()]),
            Command::Describe => self.chore(Chore::Describe(Box::new(self.position.clone())), effects),
            Command::Database(says) => Self::tell(effects, says),
            _ => {}
        }
        Ok(None)
    }

    /// From now on rows come first. A board draws its sliders by these numbers.
    fn show_info(&mut self, effects: &mut Effects) {
        self.axes = Axes::RowColumn;
        let kilobytes = (self.options.largest_table() / 1024).max(1);
        let threads = format!("INFO MAX_THREAD_NUM {}", self.hardware_threads.max(1));
        Self::tell(effects, [threads, format!("INFO MAX_HASH_SIZE {}", kilobytes.ilog2())]);
    }

    /// The points where the side to move may not play, by the rule or by word of the manager.
    fn forbidden(&self) -> Reply {
        let position = &self.position;
        let mut points = fouls(position);
        let by_word = self.restrictions.forbidden(position.side());
        by_word
            .iter()
            .filter(|&point| position.cell(point) == Cell::Empty)
            .for_each(|point| points.insert(point));
        Reply::Forbidden(points.iter().map(|point| self.axes.coord(point, position.size())).collect())
    }

    /// The same, by the rule alone, for a position that is not played.
    fn forbidden_in(&self, stones: &[BoardLine]) -> Result<Reply, Refusal> {
        let position = set_up(self.position.size(), self.position.rule(), self.axes, stones)?;
        let coord = |point| self.axes.coord(point, position.size());
        Ok(Reply::ForbiddenMoves(fouls(&position).iter().map(coord).collect()))
    }

    fn on_table(&mut self, command: TableCommand, effects: &mut Effects) {
        let folder = self.options.folder().map(<[u8]>::to_vec);
        let chore = match command {
            TableCommand::Clear => return effects.push(Effect::Forget),
            TableCommand::Usage => Chore::Fullness,
            TableCommand::Dump(file) => Chore::Record { file, folder },
            TableCommand::Load(file) => Chore::Recall { file, folder },
        };
        // A table that is read has to have its size first.
        self.prepare_player(effects);
        self.chore(chore, effects);
    }

    /// Gives the player a chore, unless it has as many as nobody has who waits for what comes of them.
    fn chore(&mut self, chore: Chore, effects: &mut Effects) {
        if self.chores >= MOST_CHORES {
            return Self::tell(effects, ["busy with what was asked before; ask again".to_owned()]);
        }
        self.chores += 1;
        effects.push(Effect::Chore(chore));
    }

    /// A draw is refused by whoever has not thought yet.
    fn answer_to_draw(&self) -> &'static str {
        let accepts = self.expectation.is_some_and(|verdict| verdict.accepts_draw(&self.position));
        if accepts { "DRAW ACCEPT" } else { "DRAW REJECT" }
    }
}

/// The points where the side to move may not play by the rule.
fn fouls(position: &Position) -> PointSet {
    let board = Board::from(position);
    let is_foul = |&point: &Point| position.side() == Color::Black && board.foul_at(point).is_some();
    position.empty_points().filter(is_foul).collect()
}

/// Which of the moves that were compared hold, and which lose for sure.
pub(super) fn defences(reports: &[Report], lost: &PointSet) -> Vec<String> {
    let (mut lost, mut holding) = (*lost, Vec::new());
    for (report, point) in reports.iter().filter_map(|report| Some((report, *report.pv.first()?))) {
        match report.verdict {
            Verdict::LossIn(_) => lost.insert(point),
            _ => holding.push(point),
        }
    }
    holding.retain(|&point| !lost.contains(point));
    let mut said = Vec::new();
    for (title, points) in [("Not refuted", holding), ("Refuted", lost.iter().collect())] {
        if points.is_empty() {
            said.push(format!("{title}: none"));
        }
        let lines = points.chunks(NAMES_A_LINE);
        said.extend(lines.map(|some| format!("{title}: {}", names(some.iter().copied()))));
    }
    said
}
