//! What a side may claim, and draws that are offered.

use tianyuan_rules::{Claim, Color, DrawReason, Foul, Game, GameError, Point, Turn};

use super::referee::{Referee, Words, claim_article};
use super::{Article, Claimed, Refusal, Remark, Side};

impl Referee {
    /// A draw is offered by word, or with a move. Behind the opening only: until then no move is a side's own alone.
    pub(super) fn offer_draw(&mut self, side: Side, words: &mut Words) {
        let n_opening = self.opening.stones().len();
        let Some(game) = self.game.as_mut().filter(|game| game.turns().len() > n_opening) else {
            return words.object(Article::OFFER_AFTER_MOVE, Remark::NoOfferInOpening);
        };
        match game.offer_draw(side) {
            Ok(()) => {
                let (own, others) = (game.n_offers(side), game.n_offers(!side));
                words.say(Article::OFFER_AFTER_MOVE, Remark::OffersDraw(side, own, others));
            }
            Err(why @ GameError::TooManyOffers { .. }) => {
                words.object(Article::OFFERS_COUNTED, Remark::OfferNotAllowed(why));
            }
            Err(why) => words.object(Article::OFFER_AFTER_MOVE, Remark::OfferNotAllowed(why)),
        }
    }

    /// The side that has just moved offers a draw with its move.
    pub(super) fn offer_with_move(&mut self, words: &mut Words) {
        let mut offer = Words::new();
        self.offer_draw(!self.side(), &mut offer);
        // The move is legal all the same.
        words.remarks.append(&mut offer.remarks);
    }

    /// A draw is accepted, or declined by word.
    pub(super) fn answer(
        &mut self,
        answer: fn(&mut Game, Color) -> Result<(), GameError>,
        words: &mut Words,
    ) {
        let answered = self.game.as_mut().map(|game| {
            let by = game.side();
            (answer(game, by).is_ok(), game.outcome())
        });
        match answered {
            Some((true, outcome)) => {
                words.say(Article::OFFER_ANSWERED, Remark::InOrder);
                self.outcome = outcome;
            }
            _ => words.refuse(Article::OFFER_ANSWERED, Refusal::NoOffer),
        }
    }

    pub(super) fn claim(&mut self, side: Side, claimed: Claimed, words: &mut Words) {
        let claims = self.claims(side);
        let found = match claimed {
            Claimed::Time => return self.claim_time(side, words),
            Claimed::Five => {
                let five = claims.into_iter().find(|claim| matches!(claim, Claim::Five { .. }));
                five.ok_or((Article::ANNOUNCED, Refusal::NoFive)).map(|claim| (Article::ANNOUNCED, claim))
            }
            Claimed::Draw => {
                let draw = claims.into_iter().find(|claim| matches!(claim, Claim::Draw { .. }));
                draw.ok_or((Article::DRAWS, Refusal::NoDraw)).map(|claim| (draw_article(claim), claim))
            }
            Claimed::Foul(point) => self.claimed_foul(side, point, &claims),
        };
        match found {
            Ok((article, claim)) => {
                words.say(article, Remark::Granted);
                let outcome = self.game.as_mut().and_then(|game| game.claim(side, claim).ok());
                self.outcome = outcome;
            }
            Err((article, refusal)) => words.refuse(article, refusal),
        }
    }

    /// The claim of a forbidden move: of the last one that is open, or of the one on a point.
    fn claimed_foul(
        &self,
        side: Side,
        point: Option<Point>,
        claims: &[Claim],
    ) -> Result<(Article, Claim), (Article, Refusal)> {
        if side == Color::Black {
            return Err((Article::POINTED_OUT, Refusal::NotWhite));
        }
        let ply_of = |point| self.ply_of(point);
        let is_it = |claim: &&Claim| match claim {
            Claim::Foul { ply, .. } => point.is_none_or(|point| ply_of(point) == Some(*ply)),
            _ => false,
        };
        if let Some(claim @ Claim::Foul { foul, .. }) = claims.iter().rev().find(is_it) {
            return Ok((claim_article(*foul), *claim));
        }
        let mut lapsed = self.lapsed().into_iter().rev();
        let lapsed = lapsed.find(|(_, ply)| point.is_none_or(|point| ply_of(point) == Some(*ply)));
        Err(match (lapsed, point) {
            (Some((foul, ply)), _) => (Article::LAPSED, Refusal::Lapsed(foul, ply)),
            (None, Some(point)) => (Article::POINTED_OUT, Refusal::NotForbidden(point)),
            (None, None) => (Article::POINTED_OUT, Refusal::NoFoul),
        })
    }

    /// The number of the move on a point.
    fn ply_of(&self, point: Point) -> Option<usize> {
        let turns = self.game.as_ref()?.turns();
        (1..).zip(turns).find(|(_, turn)| *turn == Turn::Place(point)).map(|(ply, _)| ply)
    }

    /// Forbidden moves that can no longer be claimed, with their numbers.
    fn lapsed(&self) -> Vec<(Foul, usize)> {
        let Some(game) = &self.game else { return Vec::new() };
        let open = game.claims(Color::White);
        game.fouls().filter(|&(foul, ply)| !open.contains(&Claim::Foul { foul, ply })).collect()
    }
}

/// What the claim of a draw rests on.
const fn draw_article(claim: Claim) -> Article {
    match claim {
        Claim::Draw { why: DrawReason::TwoPasses } => Article::TWO_PASSES,
        _ => Article::DRAWS,
    }
}
