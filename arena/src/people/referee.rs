//! The referee: one deed after the other.

use tianyuan_rules::opening::{Act, Illegal, Opening, OpeningGame, Phase, Seat};
use tianyuan_rules::{
    Claim, Color, Conduct, DrawReason, Foul, Game, Judgement, Offence, Outcome, Point, Position,
    ReplayReason, Turn, Victory,
};

use super::shapes::{is_overline, voided_foul};
use super::timing::Timing;
use super::{Article, Deed, Recorded, Refusal, Remark, Ruling, Side, Terms, Who};

/// A referee at a board.
#[derive(Clone, Debug)]
pub struct Referee {
    pub(super) terms: Terms,
    pub(super) opening: OpeningGame,
    /// The game, once the opening is over.
    pub(super) game: Option<Game>,
    pub(super) outcome: Option<Outcome>,
    pub(super) timing: Option<Timing>,
    /// Whether the players sit with each other's color, and go on so.
    pub(super) exchanged: bool,
    /// Of the first player and the second.
    pub(super) violations: [usize; 2],
    /// The opening that was placed, if it is one of the 26.
    pub(super) named: Option<Opening>,
}

/// What is said to one deed.
#[derive(Debug)]
pub(super) struct Words {
    pub(super) legal: bool,
    pub(super) remarks: Vec<(Article, Remark)>,
}

impl Words {
    pub(super) const fn new() -> Self {
        Self { legal: true, remarks: Vec::new() }
    }

    /// Something that is in order, or follows.
    pub(super) fn say(&mut self, article: Article, remark: Remark) {
        self.remarks.push((article, remark));
    }

    /// Something that is against an article.
    pub(super) fn object(&mut self, article: Article, remark: Remark) {
        self.legal = false;
        self.say(article, remark);
    }

    /// Whether nothing has been said that leaves the deed undone.
    fn is_done(&self) -> bool {
        !self.remarks.iter().any(|(_, remark)| {
            matches!(remark, Remark::CannotBe(_) | Remark::CannotBeInGame(_) | Remark::OutOfTurn(_))
        })
    }

    pub(super) fn refuse(&mut self, article: Article, refusal: Refusal) {
        self.object(article, Remark::Refused(refusal));
    }
}

impl Referee {
    /// A referee of a game on these terms. `None` if the board is too small for the opening.
    pub fn new(terms: Terms) -> Option<Self> {
        let opening = OpeningGame::new(terms.opening_rule, terms.size, terms.rule)?;
        let timing = terms.time.map(Timing::new);
        let mut referee = Self {
            terms,
            opening,
            game: None,
            outcome: None,
            timing,
            exchanged: false,
            violations: [0; 2],
            named: None,
        };
        referee.begin();
        Some(referee)
    }

    /// Hears what was done, and rules on it.
    pub fn hear(&mut self, recorded: &Recorded) -> Ruling {
        let mut words = Words::new();
        let is_move = matches!(recorded.deed, Deed::Stone { .. } | Deed::Pass | Deed::Act(Act::Select(_)));
        let number = is_move.then(|| self.n_moves() + 1);
        let side = is_move.then(|| self.side());
        if let Some(outcome) = self.outcome {
            words.object(Article::FINAL, Remark::IsOver(outcome));
        } else {
            self.rule_in_time(recorded, &mut words);
            let ends = self.outcome.map(|outcome| (ending_article(outcome), Remark::Ends(outcome)));
            words.remarks.extend(ends);
        }
        let Words { legal, remarks } = words;
        let Recorded { line, by, deed, .. } = recorded.clone();
        Ruling { line, deed, by, number, side, legal, remarks }
    }

    /// Rules on a deed while the clock of who has to act goes.
    fn rule_in_time(&mut self, recorded: &Recorded, words: &mut Words) {
        if let Some(by) = recorded.by.filter(|&by| self.due(&recorded.deed).is_some_and(|due| by != due)) {
            return words.object(Article::IN_TURN, Remark::OutOfTurn(by));
        }
        let actor = self.actor();
        if is_timed(&recorded.deed) {
            self.rule_on(&recorded.deed, words);
            self.time_passes(actor, recorded, words);
        } else {
            self.thinks_since(actor, recorded.took);
            self.rule_on(&recorded.deed, words);
        }
    }

    /// The side whose deed it is, where there can be but one.
    fn due(&self, deed: &Deed) -> Option<Side> {
        match deed {
            Deed::Stone { .. } | Deed::Pass | Deed::Accept | Deed::Decline => Some(self.side()),
            Deed::Act(_) => Some(self.opening.color(self.actor())),
            _ => None,
        }
    }

    fn rule_on(&mut self, deed: &Deed, words: &mut Words) {
        match *deed {
            Deed::Stone { point, offers_draw } => {
                self.stone(point, words);
                if offers_draw && words.is_done() {
                    self.offer_with_move(words);
                }
            }
            Deed::Act(ref act) => self.act(act.clone(), words),
            Deed::Pass => self.pass(words),
            Deed::OfferDraw(side) => self.offer_draw(side, words),
            Deed::Accept => self.answer(Game::accept_draw, words),
            Deed::Decline => self.answer(Game::decline_draw, words),
            Deed::Claim(side, claimed) => self.claim(side, claimed, words),
            Deed::Resign(side) => {
                words.say(Article::LOSSES, Remark::InOrder);
                self.end(Outcome::Win { color: !side, how: Victory::Resignation });
            }
            Deed::Agree(winner) => {
                words.say(Article::FINAL, Remark::InOrder);
                self.end(agreed(winner));
            }
            Deed::OpeningNoted => self.opening_noted(words),
            Deed::WrongColors => self.wrong_colors(words),
            Deed::Flag(Who::One(side)) => self.flag_of(side, words),
            Deed::Flag(Who::Both) => self.both_flags(words),
            Deed::Late(who, time) => self.late(who, time, words),
            Deed::Absent(who) => self.absent(who, words),
            ref other => self.mishap(other, words),
        }
    }

    /// Number of stones and passes.
    pub fn n_moves(&self) -> usize {
        self.game.as_ref().map_or(self.opening.stones().len(), |game| game.turns().len())
    }

    /// The side whose move is next.
    pub fn side(&self) -> Side {
        match &self.game {
            Some(game) => game.side(),
            None if self.opening.stones().len().is_multiple_of(2) => Color::Black,
            None => Color::White,
        }
    }

    /// The stones as they stand.
    pub fn position(&self) -> Position {
        self.game.as_ref().map_or_else(|| self.opening.position(), Game::position)
    }

    /// The moves, passes among them, from which a position can be rebuilt.
    pub fn turns(&self) -> Vec<Turn> {
        match &self.game {
            Some(game) => game.turns().collect(),
            None => self.opening.stones().iter().map(|&stone| Turn::Place(stone)).collect(),
        }
    }

    /// How the game has ended.
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Who has to act.
    pub(super) fn actor(&self) -> Seat {
        self.game.as_ref().map_or_else(|| self.opening.actor(), |game| self.opening.seat(game.side()))
    }

    pub(super) fn end(&mut self, outcome: Outcome) {
        self.outcome = Some(outcome);
    }

    /// Begins the game behind an opening that is over.
    pub(super) fn begin(&mut self) {
        if self.opening.phase() == Phase::Over && self.game.is_none() {
            let conduct = Conduct { offer_lead: self.terms.offer_lead, ..Conduct::WITH_CLAIMS };
            let mut game = Game::new(self.terms.size, self.terms.rule, conduct);
            for &stone in self.opening.stones() {
                game.place(stone);
            }
            self.game = Some(game);
        }
    }

    pub(super) fn stone_in_game(&mut self, point: Point, words: &mut Words) {
        let before = self.position();
        let side = before.side();
        let open = self.claims(Color::White);
        let declined = self.game.as_ref().and_then(Game::draw_offer);
        let Some(game) = &mut self.game else { return };
        match game.play(point) {
            Err(why) => return words.object(Article::EMPTY_POINT, Remark::CannotBeInGame(why)),
            Ok(Judgement::Legal) => words.say(Article::IN_TURN, Remark::InOrder),
            Ok(Judgement::Five) if side == Color::White && is_overline(&before, point) => {
                words.say(Article::WHITE_OVERLINE, Remark::WhiteOverline);
            }
            Ok(Judgement::Five) => {
                words.say(Article::FIVE, Remark::Five);
                let voided = voided_foul(&before, point);
                words.remarks.extend(voided.map(|foul| (Article::FIVE_AND_FOUL, Remark::VoidsFoul(foul))));
            }
            Ok(Judgement::Foul(foul)) => {
                words.object(Article::FORBIDDEN, Remark::Forbidden(foul));
                words.say(claim_article(foul), Remark::Claimable(foul));
            }
        }
        if self.n_moves() == 3
            && let Some(opening) = Opening::of(&self.position())
        {
            self.named = Some(opening);
            words.say(Article::OPENINGS, Remark::Named(opening));
        }
        if self.n_moves() == 4
            && let Some(&stones) = self.opening.stones().first_chunk()
        {
            self.opening_stands(stones, words);
        }
        if let Some(by) = declined {
            words.say(Article::OFFER_ANSWERED, Remark::DeclinedByMove(by));
        }
        let still = self.claims(Color::White);
        for claim in open.into_iter().filter(|claim| !still.contains(claim)) {
            if let Claim::Foul { foul, ply } = claim {
                words.say(Article::LAPSED, Remark::Lapsed(foul, ply));
            }
        }
    }

    fn pass(&mut self, words: &mut Words) {
        let declined = self.game.as_ref().and_then(Game::draw_offer);
        let Some(game) = &mut self.game else {
            return words.object(Article::PASS, Remark::CannotBe(Illegal::Pass));
        };
        match game.pass() {
            Ok(()) => words.say(Article::PASS, Remark::InOrder),
            Err(why) => return words.object(Article::PASS, Remark::CannotBeInGame(why)),
        }
        words.remarks.extend(declined.map(|by| (Article::OFFER_ANSWERED, Remark::DeclinedByMove(by))));
        if self.side() == Color::Black {
            for claim in self.claims(Color::White) {
                if let Claim::Foul { foul, ply } = claim
                    && ply + 1 == self.n_moves()
                {
                    let article = if foul == Foul::Overline { Article::OVERLINE } else { Article::LAPSED };
                    words.say(article, Remark::StillClaimable(foul, ply));
                }
            }
        }
    }

    /// What a side may claim now.
    pub(super) fn claims(&self, side: Side) -> Vec<Claim> {
        self.game.as_ref().map(|game| game.claims(side)).unwrap_or_default()
    }

    /// A violation of the player who plays a side.
    pub(super) fn violation(&mut self, side: Side, article: Article, words: &mut Words) {
        let count = match self.opening.seat(side) {
            Seat::First => &mut self.violations[0],
            Seat::Second => &mut self.violations[1],
        };
        *count += 1;
        words.object(article, Remark::Violation(side, *count));
    }
}

/// What a claim of this forbidden move rests on.
pub(super) const fn claim_article(foul: Foul) -> Article {
    match foul {
        Foul::Overline => Article::OVERLINE,
        Foul::DoubleThree | Foul::DoubleFour => Article::POINTED_OUT,
    }
}

/// Whether a time behind a deed is that of a whole move.
const fn is_timed(deed: &Deed) -> bool {
    matches!(deed, Deed::Stone { .. } | Deed::Act(_) | Deed::Pass)
}

/// A result that both sides accept.
const fn agreed(winner: Option<Color>) -> Outcome {
    match winner {
        Some(color) => Outcome::Win { color, how: Victory::Agreement },
        None => Outcome::Draw { why: DrawReason::Agreement },
    }
}

/// What an end rests on.
const fn ending_article(outcome: Outcome) -> Article {
    match outcome {
        Outcome::Win { how, .. } => match how {
            Victory::Five => Article::ANNOUNCED,
            Victory::Overline => Article::WHITE_OVERLINE,
            Victory::Foul(foul) => claim_article(foul),
            Victory::Resignation | Victory::Time => Article::LOSSES,
            Victory::Agreement => Article::FINAL,
            Victory::Offence(Offence::Absence) => Article::LATE,
            Victory::Offence(Offence::PositionLost) => Article::SCATTERED,
            Victory::Offence(_) => Article::ON_PURPOSE,
        },
        Outcome::Draw { why } => match why {
            DrawReason::TwoPasses => Article::TWO_PASSES,
            DrawReason::StonesScattered => Article::OUTSIDE,
            DrawReason::StoneDisplaced => Article::DISPLACED,
            _ => Article::DRAWS,
        },
        Outcome::BothLose { .. } => Article::LATE,
        Outcome::Replay { why: ReplayReason::StoneDisplaced } => Article::DISPLACED,
        Outcome::Replay { why: ReplayReason::StonesScattered } => Article::OUTSIDE,
        Outcome::Replay { why: ReplayReason::WrongColors } => Article::WRONG_COLORS,
    }
}
