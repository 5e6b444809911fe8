//! Stones that are dropped, displaced, scattered or set straight; clocks that are touched.

use tianyuan_rules::{DrawReason, Offence, Outcome, Point, ReplayReason, Victory};

use super::referee::{Referee, Words};
use super::{Article, Cause, Deed, Displacement, Refusal, Remark, Reminder, Settled, Side};

impl Referee {
    /// What happens beside moves, claims and flags.
    pub(super) fn mishap(&mut self, deed: &Deed, words: &mut Words) {
        match *deed {
            Deed::Dropped(side, _) => {
                let is_due = self.side_to_act() == side;
                words.say(
                    Article::DROPPED,
                    if is_due { Remark::MayBePlayedAnywhere } else { Remark::TakenUp },
                );
                words.say(Article::DROPPED, Remark::Penalty);
            }
            Deed::Displaced { from, to, how } => self.displaced(from, to, how, words),
            Deed::Scattered(cause, settled) => self.scattered(cause, settled, words),
            Deed::Straightens(_, false) => words.refuse(Article::STRAIGHTEN, Refusal::NotTold),
            Deed::Straightens(side, true) if self.side_to_act() != side => {
                words.refuse(Article::STRAIGHTEN, Refusal::NotOwnTime);
            }
            Deed::Straightens(..) => words.say(Article::STRAIGHTEN, Remark::InOrder),
            Deed::DoubtsClock(side, left) => self.doubts_clock(side, left, words),
            Deed::StopsClock(side) => self.violation(side, Article::CLOCK_STOPPED, words),
            Deed::OtherHand(side) => self.violation(side, Article::CLOCK_SIDE, words),
            Deed::SplitClock => self.split_clock(words),
            Deed::Reminds(Reminder::All) => words.say(Article::REMINDED, Remark::InOrder),
            Deed::Reminds(Reminder::One(_)) => words.refuse(Article::REMINDED, Refusal::NotToRemind),
            // All others are heard by the referee itself.
            _ => {}
        }
    }

    /// The side of the player who has to act.
    pub(super) fn side_to_act(&self) -> Side {
        self.opening.color(self.actor())
    }

    /// A stone was found displaced.
    fn displaced(&mut self, from: Point, to: Point, how: Displacement, words: &mut Words) {
        let position = self.position();
        let is_so = position.cell(from).color().is_some() && position.empty_points().any(|point| point == to);
        if !is_so {
            return words.refuse(Article::DISPLACED, Refusal::NoSuchStone);
        }
        match how {
            Displacement::PutBackByConsent | Displacement::Ruled(Settled::Restored) => {
                words.say(Article::DISPLACED, Remark::PutBack(from));
            }
            Displacement::StandsByConsent | Displacement::Ruled(Settled::Stands) => {
                self.let_stand(from, to, words);
            }
            Displacement::Ruled(settled) => {
                words.say(Article::DISPLACED, Remark::InOrder);
                self.end(match settled {
                    Settled::Drawn => Outcome::Draw { why: DrawReason::StoneDisplaced },
                    _ => Outcome::Replay { why: ReplayReason::StoneDisplaced },
                });
            }
            Displacement::OnPurpose(side) => self.on_purpose(side, words),
        }
    }

    fn let_stand(&mut self, from: Point, to: Point, words: &mut Words) {
        let cannot = match &mut self.game {
            Some(game) => game.let_stand(from, to).err().map(Remark::CannotBeInGame),
            None => self.let_stand_in_opening(from, to).err().map(Remark::CannotBe),
        };
        match cannot {
            None => words.say(Article::DISPLACED, Remark::Stands(to)),
            Some(why) => words.object(Article::DISPLACED, why),
        }
    }

    fn on_purpose(&mut self, side: Side, words: &mut Words) {
        words.object(Article::ON_PURPOSE, Remark::OnPurpose(side));
        self.end(Outcome::Win { color: !side, how: Victory::Offence(Offence::StonesMoved) });
    }

    /// The stones were scattered.
    fn scattered(&mut self, cause: Cause, settled: Settled, words: &mut Words) {
        let n_moves = self.n_moves();
        let is_rebuilt = settled == Settled::Restored;
        match (cause, is_rebuilt) {
            (Cause::Purpose(side), _) => self.on_purpose(side, words),
            (Cause::Outside, true) => words.say(Article::OUTSIDE, Remark::Rebuilt(n_moves)),
            (Cause::Outside, false) => {
                words.say(Article::OUTSIDE, Remark::InOrder);
                self.end(match settled {
                    Settled::Drawn => Outcome::Draw { why: DrawReason::StonesScattered },
                    _ => Outcome::Replay { why: ReplayReason::StonesScattered },
                });
            }
            (Cause::Accident(side), true) => {
                self.violation(side, Article::SCATTERED, words);
                words.say(Article::SCATTERED, Remark::Rebuilt(n_moves));
            }
            (Cause::Accident(side), false) => {
                words.object(Article::SCATTERED, Remark::CannotBeRebuilt);
                self.end(Outcome::Win { color: !side, how: Victory::Offence(Offence::PositionLost) });
            }
        }
    }
}
