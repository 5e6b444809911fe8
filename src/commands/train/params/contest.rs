//! The games of a step.

use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::thread;

use tianyuan_player::{Control, THINKING_STACK};
use tianyuan_rules::{Color, notation};
use tianyuan_search::Engine;
use tianyuan_training::play::{PlayedGame, play_against};
use tianyuan_training::setup::Setup;
use tianyuan_training::spsa::{Pair, Spsa, Step};

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
    let next = AtomicUsize::new(0);
    let (sender, results) = channel();
    let played = thread::scope(|scope| {
        for _ in 0..workers.min(numbers.len()) {
            let (sender, next, numbers) = (sender.clone(), &next, &numbers);
            let work = move || {
                while !control.is_stopped() {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(&number) = numbers.get(at) else { return };
                    let players = spsa.perturbed(number).map(|numbers| player(&numbers));
                    if sender.send((at, pair(setup, number, players))).is_err() {
                        return;
                    }
                }
            };
            thread::Builder::new()
                .name("pair".into())
                .stack_size(THINKING_STACK)
                .spawn_scoped(scope, work)?;
        }
        drop(sender);
        io::Result::Ok(results.iter().collect::<Vec<_>>())
    });
    let mut played = played?;
    played.sort_unstable_by_key(|(at, _)| *at);
    let pairs: Option<Vec<Pair>> = played.into_iter().map(|(_, pair)| pair).collect();
    let pairs = pairs.ok_or_else(|| io::Error::other("the engine has no move"))?;
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
