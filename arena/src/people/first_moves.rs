//! The first moves: an opening with its phases, or what should have been one.

use tianyuan_rules::Point;
use tianyuan_rules::opening::{Act, Correction, Illegal, Opening, OpeningRule, Phase, corrections};

use super::referee::{Referee, Words};
use super::timing::Timing;
use super::{Article, Refusal, Remark, Unrecorded};

impl Referee {
    /// A stone, in the opening or behind it.
    pub(super) fn stone(&mut self, point: Point, words: &mut Words) {
        let mut gaps = Words::new();
        let before = self.opening.clone();
        self.fill_gaps(point, &mut gaps);
        if self.game.is_some() {
            return self.stone_in_game(point, words);
        }
        let act = if self.opening.phase() == Phase::Select { Act::Select(point) } else { Act::Place(point) };
        let n_stones = self.opening.stones().len();
        match self.opening.act(act) {
            Ok(()) => words.say(article_of_stone(n_stones), Remark::InOrder),
            // Of other rules nothing says that such a stone could stand.
            Err(Illegal::Zone(_, zone))
                if n_stones < 3
                    && self.terms.opening_rule.designates_opening()
                    && self.opening.let_stand(point).is_ok() =>
            {
                let correction = self.correction().unwrap_or(Correction::PlaceAnew);
                words.object(article_of_stone(n_stones), Remark::OutsideZone(point, zone, correction));
            }
            Err(why) => {
                // A stone that cannot be tells nothing of what was left out before it.
                self.opening = before;
                return words.object(article_of_illegal(&why), Remark::CannotBe(why));
            }
        }
        words.remarks.append(&mut gaps.remarks);
        self.after_opening_stone(n_stones, words);
        self.begin();
    }

    /// What can be said of an opening once a stone has been added to so many.
    fn after_opening_stone(&mut self, before: usize, words: &mut Words) {
        let placed = self.opening.stones().len() > before;
        let Some(&[first, second, third]) = self.opening.stones().first_chunk().filter(|_| placed) else {
            return;
        };
        match before {
            2 => {
                self.name_opening();
                if let Some(opening) = self.named {
                    words.say(Article::OPENINGS, Remark::Named(opening));
                } else {
                    let correction = self
                        .correction()
                        .filter(|_| self.terms.opening_rule.designates_opening() && words.legal);
                    let no_opening = correction.map(|what| (Article::OPENINGS, Remark::NoOpening(what)));
                    words.remarks.extend(no_opening);
                }
            }
            3 => self.opening_stands([first, second, third], words),
            _ => {}
        }
    }

    /// Finds the name of the first three stones.
    fn name_opening(&mut self) {
        let stones = self.opening.stones().first_chunk();
        self.named = stones.and_then(|&stones| Opening::identify(stones, self.terms.size));
    }

    /// With move 4 a wrong opening stands.
    pub(super) fn opening_stands(&self, stones: [Point; 3], words: &mut Words) {
        if self.terms.opening_rule.designates_opening() && !corrections(&stones, self.terms.size).is_empty() {
            words.say(Article::WRONG_OPENING, Remark::OpeningStands);
        }
    }

    /// What the record leaves out between stones is taken for granted.
    fn fill_gaps(&mut self, point: Point, words: &mut Words) {
        loop {
            let (missing, act, article) = match self.opening.phase() {
                Phase::Swap => (Unrecorded::Swap, Some(Act::Stay), Article::SWAP),
                Phase::Declare { .. } => (Unrecorded::Number, self.opening.plain_act(), Article::OFFERS),
                Phase::Choose { .. } => (Unrecorded::Choice, self.opening.plain_act(), Article::OFFERS),
                Phase::Offer { .. } => {
                    let offers = self.opening.offers_with(&[point]);
                    (Unrecorded::Offers, Some(Act::Offer(offers)), Article::OFFERS)
                }
                Phase::Place { .. } | Phase::Select | Phase::Over => return,
            };
            // A point that cannot be offered is refused as a stone.
            if act.is_none_or(|act| self.opening.act(act).is_err()) {
                return;
            }
            words.say(article, Remark::NotRecorded(missing));
        }
    }

    pub(super) fn act(&mut self, act: Act, words: &mut Words) {
        let article = match act {
            Act::Swap | Act::Stay => Article::SWAP,
            Act::Pass => Article::PASS,
            Act::Place(_) => Article::EMPTY_POINT,
            Act::Declare(_) | Act::Offer(_) | Act::Select(_) | Act::Choose(_) => Article::OFFERS,
        };
        // The group without forbidden moves has no swap and no offers.
        let has_acts = self.terms.opening_rule != OpeningRule::Placed26;
        let article = if has_acts { article } else { Article::NO_FORBIDDEN };
        match self.opening.act(act) {
            Ok(()) => words.say(article, Remark::InOrder),
            Err(why) => words.object(article, Remark::CannotBe(why)),
        }
        self.begin();
    }

    /// How the first moves are put right; `None` if they are as they should be. An opening that is placed anew needs no
    /// stone moved before.
    fn correction(&self) -> Option<Correction> {
        let wrong = corrections(self.opening.stones(), self.terms.size);
        wrong.into_iter().max_by_key(|correction| *correction == Correction::PlaceAnew)
    }

    pub(super) fn opening_noted(&mut self, words: &mut Words) {
        if !self.terms.opening_rule.designates_opening() {
            return words.refuse(Article::WRONG_OPENING, Refusal::NoSuchOpening);
        }
        if self.n_moves() >= 4 {
            return words.refuse(Article::WRONG_OPENING, Refusal::TooLateToCorrect);
        }
        let Some(correction) = self.correction() else {
            return words.refuse(Article::WRONG_OPENING, Refusal::NothingToCorrect);
        };
        match correction {
            Correction::PlaceAnew => self.place_anew(),
            Correction::MoveToTengen { .. } => self.move_to_tengen(),
        }
        words.say(Article::WRONG_OPENING, Remark::Corrected(correction));
    }

    /// Black places the opening anew, on an empty board.
    fn place_anew(&mut self) {
        while self.opening.undo() {}
        (self.game, self.named) = (None, None);
    }

    /// The first stone is moved to tengen; all else is as it was.
    fn move_to_tengen(&mut self) {
        let acts: Vec<Act> = self.opening.acts().cloned().collect();
        self.place_anew();
        let tengen = Act::Place(self.terms.size.center());
        for act in std::iter::once(tengen).chain(acts.into_iter().skip(1)) {
            // What stood outside its zone, seen from tengen, was a reason to place the opening anew.
            if self.opening.act(act).is_err() {
                return self.place_anew();
            }
        }
        self.name_opening();
        self.begin();
    }

    pub(super) fn wrong_colors(&mut self, words: &mut Words) {
        if self.exchanged {
            return words.refuse(Article::WRONG_COLORS, Refusal::NotedBefore);
        }
        if self.n_moves() < 4 {
            self.place_anew();
            self.begin();
            self.timing = self.terms.time.map(Timing::new);
            words.say(Article::WRONG_COLORS, Remark::BeginsAnew);
        } else {
            self.exchanged = true;
            words.say(Article::WRONG_COLORS, Remark::ColorsStand);
        }
        words.say(Article::PAIRING, Remark::PairingCountsAssigned);
    }

    /// A stone of the opening was displaced and stands where it is now; why it cannot, with nothing changed.
    pub(super) fn let_stand_in_opening(&mut self, from: Point, to: Point) -> Result<(), Illegal> {
        let before = self.opening.clone();
        let acts: Vec<Act> = before.acts().cloned().collect();
        while self.opening.undo() {}
        let stands = acts.into_iter().try_for_each(|act| match act {
            Act::Place(point) => self.opening.let_stand(if point == from { to } else { point }),
            act => self.opening.act(act),
        });
        if stands.is_err() {
            self.opening = before;
        }
        self.name_opening();
        stands
    }
}

/// What the stone behind so many others has to keep to.
const fn article_of_stone(before: usize) -> Article {
    match before {
        0 => Article::TENGEN,
        1 => Article::TOUCHING,
        2 => Article::WITHIN_5X5,
        3 => Article::MOVE_4,
        _ => Article::OFFERS,
    }
}

const fn article_of_illegal(why: &Illegal) -> Article {
    match why {
        Illegal::Pass => Article::PASS,
        Illegal::Foul(..) => Article::FORBIDDEN,
        Illegal::SwapTwice => Article::SWAP,
        Illegal::Count { .. } | Illegal::Number { .. } | Illegal::Equivalent(..) | Illegal::NotOffered(_) => {
            Article::OFFERS
        }
        Illegal::Zone(..) => Article::DESIGNATED,
        Illegal::OutOfTurn(_) | Illegal::NoRoom | Illegal::Wins(_) => Article::IN_TURN,
        Illegal::OffBoard(_) | Illegal::Taken(_) => Article::EMPTY_POINT,
    }
}
