//! The games of a step.

use std::io;

use tianyuan_player::Control;
use tianyuan_rules::{Color, notation};
use tianyuan_search::Engine;
use tianyuan_training::play::{PlayedGame, play_against};
use tianyuan_training::setup::Setup;
use tianyuan_training::spsa::{Pair, Spsa, Step};

use crate::commands::in_order::in_order;

/// Plays the next step, so many pairs at a time. `None` if `control` says stop before it is whole.
pub(super) fn step(
    spsa: &Spsa,
    n_pairs: u64,
    setup: &Setup,
    workers: usize,
    control: &Control,
    player: &(dyn Fn(&[i32]) -> Engine + Sync),
) -> io::Result<Option<Step>> {
    let numbers: Vec<u64> = (spsa.next_pair()..).zip(0..n_pairs).map(|(number, _)| number).collect();
    let work = |&number: &u64| {
        let players = || spsa.perturbed(number).map(|numbers| player(&numbers));
        (!control.is_stopped()).then(|| pair(setup, number, players()))
    };
    let mut pairs = Vec::new();
    in_order(&numbers, vec![work; workers.min(numbers.len())], |pair| {
        pairs.push(pair.ok_or_else(|| io::Error::other("the engine has no move"))?);
        Ok(())
    })?;
    Ok((pairs.len() == numbers.len()).then_some(Step { pairs }))
}

/// Two games from the same opening, each player with Black in one of them. `None` if one does not answer with a move.
fn pair(setup: &Setup, number: u64, [mut first, mut second]: [Engine; 2]) -> Option<Pair> {
    let mut game = |color: Color| play_against(setup, number, color, [&mut first, &mut second]);
    let (black, white) = (game(Color::Black)?, game(Color::White)?);
    let score = |game: &PlayedGame, color: Color| {
        game.winner.map_or(0, |winner| if winner == color { 1 } else { -1 })
    };
    let code = |game: &PlayedGame| notation::code(game.plies.iter().map(|ply| ply.point));
    Some(Pair {
        scores: [score(&black, Color::Black), score(&white, Color::White)],
        games: [code(&black), code(&white)],
    })
}
