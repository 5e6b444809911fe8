//! What an opening is worth for a player, over the phases that follow.

use tianyuan_rules::opening::{Act, OpeningGame, OpeningRule, Phase, Seat};
use tianyuan_rules::{Color, Point, Position};

use super::judge::{Judge, Stopped};
use super::{acts_of, book};

/// Fourth moves that are looked at where offers follow.
const FOURTHS: usize = 6;

/// How much of a value is left if the stone that is placed next has to be one that a right to swap follows.
const BALANCED: i32 = 4;

/// What it is worth for `seat` that an act is done now.
pub(super) fn after(
    judge: &mut Judge<'_>,
    game: &OpeningGame,
    act: &Act,
    seat: Seat,
) -> Result<i32, Stopped> {
    let mut game = game.clone();
    if game.act(act.clone()).is_err() {
        return Ok(i32::MIN);
    }
    worth(judge, &game, seat)
}

/// What an opening is worth for `seat` as it stands: both players do what is best for them.
///
/// Where a stone has to be placed and no offers follow, its placing is taken for an ordinary move. Of what it is worth
/// little counts if the opponent may swap afterwards: then the stone is placed so that there is little to gain.
pub(super) fn worth(judge: &mut Judge<'_>, game: &OpeningGame, seat: Seat) -> Result<i32, Stopped> {
    match game.phase() {
        Phase::Over => plain(judge, game, seat),
        Phase::Place { .. } if game.stones().len() == 3 && offers_follow(game.rule()) => {
            let fourths = fourths(judge, &game.position())?;
            let fourths: Vec<Act> = fourths.into_iter().map(Act::Place).collect();
            if fourths.is_empty() { plain(judge, game, seat) } else { most(judge, game, seat, &fourths) }
        }
        Phase::Place { .. } => {
            let value = plain(judge, game, seat)?;
            Ok(if swap_follows(game) { value / BALANCED } else { value })
        }
        Phase::Offer { count } => {
            let fifths = judge.fifths(&game.position(), count)?;
            // White keeps the worst of them.
            let kept = fifths.last().map_or(0, |&(_, value)| value);
            Ok(signed(kept, game, seat))
        }
        Phase::Declare { most: n } => {
            // The list for the greatest number serves all.
            judge.fifths(&game.position(), n)?;
            most(judge, game, seat, &acts_of(game))
        }
        Phase::Swap | Phase::Select | Phase::Choose { .. } => most(judge, game, seat, &acts_of(game)),
    }
}

/// What it is worth for `seat` if the player whose turn it is does the best of these acts for himself.
fn most(judge: &mut Judge<'_>, game: &OpeningGame, seat: Seat, acts: &[Act]) -> Result<i32, Stopped> {
    let actor = game.actor();
    let mut best = i32::MIN;
    for act in acts {
        best = best.max(after(judge, game, act, actor)?);
    }
    Ok(if actor == seat { best } else { best.saturating_neg() })
}

/// The value of the stones as they stand, with ordinary moves to follow.
fn plain(judge: &mut Judge<'_>, game: &OpeningGame, seat: Seat) -> Result<i32, Stopped> {
    let position = game.position();
    let known = book::fourths(&position);
    let best_fifths = known.iter().filter_map(|fourth| fourth.fifths.first().map(|&(_, value)| value));
    let value = match best_fifths.min() {
        Some(value) => value,
        None => judge.value(&position)?,
    };
    Ok(signed(value, game, seat))
}

/// Fourth moves that are worth a look: those of the book, or of a search.
fn fourths(judge: &mut Judge<'_>, position: &Position) -> Result<Vec<Point>, Stopped> {
    let known = book::fourths(position);
    if !known.is_empty() {
        return Ok(known.into_iter().map(|fourth| fourth.point).collect());
    }
    Ok(judge.moves(position, FOURTHS)?.into_iter().map(|(point, _)| point).collect())
}

/// A value for Black as one for a player.
fn signed(value: i32, game: &OpeningGame, seat: Seat) -> i32 {
    if game.seat(Color::Black) == seat { value } else { -value }
}

/// Whether the fourth move is always followed by offers.
pub(super) fn offers_follow(rule: OpeningRule) -> bool {
    matches!(rule, OpeningRule::Rif(_) | OpeningRule::Yamaguchi(_) | OpeningRule::Soosyrv(_))
}

/// Whether the other player may swap once the next stone stands.
fn swap_follows(game: &OpeningGame) -> bool {
    let mut after = game.clone();
    let placed = game.points().first().is_some_and(|&point| after.act(Act::Place(point)).is_ok());
    placed && after.phase() == Phase::Swap
}
