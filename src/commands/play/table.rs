//! A game at the board: an opening with its phases, and the moves behind it.

use tianyuan_player::{Job, Limits, Task};
use tianyuan_rules::opening::{Act, Illegal, OpeningGame, OpeningRule, Phase, Seat};
use tianyuan_rules::record::Record;
use tianyuan_rules::{Color, Conduct, Game, GameError, Outcome, Position, Rule, Size, Turn, Verdicts};

/// What stands on the table.
#[derive(Clone, Debug)]
pub(super) struct Table {
    opening: OpeningGame,
    /// The game, once the opening is over.
    game: Option<Game>,
    /// The seat of the person.
    person: Seat,
    conduct: Conduct,
    /// How it has ended by what is not on the board.
    ended: Option<Outcome>,
    /// Draws that the first player and the second have offered. Taking a move back takes no offer back.
    offers: [usize; 2],
}

impl Table {
    /// A game before its first move; `None` if the board is too small for the opening. `offer_lead`: by how many a
    /// side's draw offers may exceed its opponent's.
    pub(super) fn new(
        rule: OpeningRule,
        size: Size,
        law: Rule,
        person: Seat,
        offer_lead: usize,
    ) -> Option<Self> {
        let opening = OpeningGame::new(rule, size, law)?;
        // Over the board, but that fives and forbidden moves are seen at once.
        let conduct = Conduct { verdicts: Verdicts::AtOnce, offer_lead, ..Conduct::WITH_CLAIMS };
        let mut table = Self { opening, game: None, person, conduct, ended: None, offers: [0; 2] };
        table.begin();
        Some(table)
    }

    /// Begins the game behind an opening that is over.
    fn begin(&mut self) {
        if self.opening.phase() == Phase::Over {
            let position = self.opening.position();
            let mut game = Game::new(position.size(), position.rule(), self.conduct);
            for &stone in self.opening.stones() {
                game.place(stone);
            }
            self.game = Some(game);
        }
    }

    /// What has to be done now.
    pub(super) fn phase(&self) -> Phase {
        self.opening.phase()
    }

    /// How much was done: acts of the opening, and stones and passes behind it.
    pub(super) fn n_deeds(&self) -> usize {
        let behind = self.game.as_ref().map_or(0, |game| game.turns().len() - self.opening.stones().len());
        self.opening.acts().len() + behind
    }

    /// Whether what was done last is a move, and not a decision such as a swap.
    pub(super) fn has_moved(&self) -> bool {
        let is_behind = self.n_moves() > self.opening.stones().len();
        is_behind || !self.opening.acts().next_back().is_some_and(Act::is_decision)
    }

    /// Who has to act.
    pub(super) fn actor(&self) -> Seat {
        self.game.as_ref().map_or_else(|| self.opening.actor(), |game| self.opening.seat(game.side()))
    }

    /// Whether it is for the person to act.
    pub(super) fn is_persons(&self) -> bool {
        self.actor() == self.person
    }

    /// The side that has just moved offers a draw.
    pub(super) fn offer_draw(&mut self, by: Color) -> Result<(), GameError> {
        let [first, second] = self.offers;
        let is_first = self.opening.seat(by) == Seat::First;
        let (own, other) = if is_first { (first, second) } else { (second, first) };
        let lead = self.conduct.offer_lead;
        if own >= other.saturating_add(lead) {
            return Err(GameError::TooManyOffers { by, own, opponent: other, lead });
        }
        // What the game itself counts is less: moves that were taken back have taken their offers with them.
        self.game.as_mut().map_or(Err(GameError::OfferWithoutMove(by)), |game| game.offer_draw(by))?;
        self.offers = if is_first { [first + 1, second] } else { [first, second + 1] };
        Ok(())
    }

    /// Draws that the first player and the second have offered.
    pub(super) const fn offers(&self) -> [usize; 2] {
        self.offers
    }

    /// The same of a game that is gone on with.
    pub(super) const fn count_offers(&mut self, offers: [usize; 2]) {
        self.offers = offers;
    }

    /// By how many a side's draw offers may exceed its opponent's.
    pub(super) const fn offer_lead(&self) -> usize {
        self.conduct.offer_lead
    }

    /// The color that the person has now.
    pub(super) fn persons_color(&self) -> Color {
        self.opening.color(self.person)
    }

    /// The side whose move is next.
    pub(super) fn side(&self) -> Color {
        self.position().side()
    }

    /// Stones and passes up to now.
    pub(super) fn n_moves(&self) -> usize {
        self.game.as_ref().map_or(self.opening.stones().len(), |game| game.turns().len())
    }

    /// Stones and passes, in their order.
    pub(super) fn turns(&self) -> Vec<Turn> {
        match &self.game {
            Some(game) => game.turns().collect(),
            None => self.opening.stones().iter().map(|&stone| Turn::Place(stone)).collect(),
        }
    }

    pub(super) fn position(&self) -> Position {
        self.game.as_ref().map_or_else(|| self.opening.position(), Game::position)
    }

    pub(super) const fn opening(&self) -> &OpeningGame {
        &self.opening
    }

    /// How the game has ended.
    pub(super) fn outcome(&self) -> Option<Outcome> {
        self.ended.or_else(|| self.game.as_ref().and_then(Game::outcome))
    }

    /// Ends it by what is not on the board: time, or that a side gives up.
    pub(super) const fn end(&mut self, outcome: Outcome) {
        self.ended = Some(outcome);
    }

    /// Does an act of the opening.
    pub(super) fn act(&mut self, act: Act) -> Result<(), Illegal> {
        self.opening.act(act)?;
        self.begin();
        Ok(())
    }

    /// Does something in the game behind the opening; nothing as long as there is none.
    pub(super) fn in_game<T>(
        &mut self,
        deed: impl FnOnce(&mut Game) -> Result<T, GameError>,
    ) -> Result<Option<T>, GameError> {
        self.game.as_mut().map(deed).transpose()
    }

    /// Takes back what was done since the person's last decision, and that; whether there was one.
    pub(super) fn undo(&mut self) -> bool {
        let before = self.clone();
        while self.step_back() {
            if self.is_persons() {
                return true;
            }
        }
        *self = before;
        false
    }

    /// Takes back one stone, pass or act.
    fn step_back(&mut self) -> bool {
        let n_opening = self.opening.stones().len();
        if let Some(game) = &mut self.game {
            if game.turns().len() > n_opening {
                return game.undo().is_some();
            }
            self.game = None;
        }
        self.opening.undo()
    }

    /// The question to the engine.
    pub(super) fn job(&self, limits: Limits, seed: u64) -> Job {
        if self.game.is_some() {
            Job::new(self.position(), limits, Task::Move)
        } else {
            Job::opening(self.opening.clone(), limits, seed).without_move()
        }
    }

    /// The game as a file keeps it, with what only this program knows in its comment.
    pub(super) fn record(&self) -> Record {
        let position = self.opening.position();
        let stones = self.opening.stones().iter().copied();
        let game = self.game.as_ref().map(Record::of);
        let mut record = game.unwrap_or_else(|| Record::of_moves(position.size(), stones));
        record.rule = Some(position.rule());
        if let Some(outcome) = self.ended {
            record.result = outcome.sgf();
        }
        record
    }

    /// The person's seat.
    pub(super) const fn person(&self) -> Seat {
        self.person
    }
}
