//! One game, of a player against itself or of two against each other.

use tianyuan_player::{Answer, Control, Insight, Job, Limits, Listener, Player, Report, Task, Verdict};
use tianyuan_rules::{Color, Conduct, Game, Point};

use crate::setup::Setup;

/// A value that a file can hold: estimates as they are, up to this.
pub const MOST_ESTIMATE: i16 = 20_000;
/// A win on the board; one in so many plies is so much less.
const WIN: i16 = 30_000;

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    /// Its number, which determines it together with the seed.
    pub number: u64,
    /// The opening, from 0.
    pub opening: u32,
    /// Who has won, `None` for a draw.
    pub winner: Option<Color>,
    /// All moves, those of the opening too.
    pub plies: Vec<Ply>,
}

/// A move, and what the search of the position before it found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The move.
    pub point: Point,
    /// The value for the side that made it, in units of the evaluation: beyond [`MOST_ESTIMATE`] it is proved. `None`
    /// for moves that were not searched.
    pub value: Option<i16>,
    /// Positions from inside of that search.
    pub insights: Vec<Insight>,
}

/// Hears the verdict of a search, and what there is to learn besides.
#[derive(Debug)]
struct Ear {
    verdict: Verdict,
    insights: Vec<Insight>,
}

impl Listener for Ear {
    fn report(&mut self, report: Report) {
        self.verdict = report.verdict;
    }

    fn insight(&mut self, insight: Insight) {
        self.insights.push(insight);
    }
}

/// Plays the game with this number. A win that a search has proved ends it; so does what Gomocup calls a draw. `None` if
/// the player does not answer with a move.
pub fn play(setup: &Setup, number: u64, player: &mut dyn Player) -> Option<PlayedGame> {
    player.forget();
    play_by(setup, number, &mut |_, job, hear| player.think(job, &Control::new(), hear))
}

/// The same between two players, who know nothing of each other. The first has `color`.
pub fn play_against(
    setup: &Setup,
    number: u64,
    color: Color,
    [first, second]: [&mut dyn Player; 2],
) -> Option<PlayedGame> {
    first.forget();
    second.forget();
    play_by(setup, number, &mut |side, job, hear| {
        if side == color {
            first.think(job, &Control::new(), hear)
        } else {
            second.think(job, &Control::new(), hear)
        }
    })
}

/// Who moves: the side whose turn it is, what is asked, and who hears.
type Mover<'a> = dyn FnMut(Color, &Job, &mut dyn Listener) -> Answer + 'a;

fn play_by(setup: &Setup, number: u64, mover: &mut Mover<'_>) -> Option<PlayedGame> {
    let mut start = setup.start(number);
    let mut game = Game::new(setup.size(), setup.rule(), Conduct::gomocup(setup.size(), setup.rule()));
    let mut plies = Vec::new();
    for &point in &start.moves {
        game.play(point).ok()?;
        plies.push(Ply { point, value: None, insights: Vec::new() });
    }
    let winner = loop {
        if let Some(outcome) = game.outcome() {
            break outcome.winner();
        }
        let limits = Limits::nodes(start.nodes(setup.conditions().nodes));
        let mut job = Job::new(game.position(), limits, Task::Move);
        job.insights = setup.conditions().insights;
        let mut ear = Ear { verdict: Verdict::estimate(0), insights: Vec::new() };
        let side = game.side();
        let Answer::Move(point) = mover(side, &job, &mut ear) else { return None };
        game.play(point).ok()?;
        let Ear { verdict, insights } = ear;
        plies.push(Ply { point, value: Some(value_of(verdict)), insights });
        match verdict {
            Verdict::WinIn(_) => break Some(side),
            Verdict::LossIn(_) => break Some(!side),
            Verdict::Estimate { .. } => {}
        }
    };
    let opening = u32::try_from(start.opening).ok()?;
    Some(PlayedGame { number, opening, winner, plies })
}

fn value_of(verdict: Verdict) -> i16 {
    let plies = |plies: u32| i16::try_from(plies).unwrap_or(1000).min(1000);
    match verdict {
        Verdict::WinIn(n) => WIN - plies(n),
        Verdict::LossIn(n) => plies(n) - WIN,
        Verdict::Estimate { value, .. } => {
            let most = i32::from(MOST_ESTIMATE);
            i16::try_from(value.clamp(-most, most)).unwrap_or_default()
        }
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::setup::tests::setup;

    /// A player that plays the first empty point and thinks what it is told.
    pub(crate) struct First(pub(crate) Verdict);

    impl Player for First {
        fn think(&mut self, job: &Job, _: &Control, listener: &mut dyn tianyuan_player::Listener) -> Answer {
            let point = job.position.empty_points().next();
            listener.report(Report::at_once(self.0, point.into_iter().collect()));
            point.map_or(Answer::NoMove, Answer::Move)
        }

        fn configure(&mut self, _: tianyuan_player::Settings) {}

        fn forget(&mut self) {}
    }

    #[test]
    fn a_proved_win_ends_the_game() {
        let setup = setup(1);
        let n_start = setup.start(7).moves.len();
        let side = if n_start.is_multiple_of(2) { Color::Black } else { Color::White };
        for (verdict, winner, value) in
            [(Verdict::WinIn(9), side, 29_991), (Verdict::LossIn(8), !side, -29_992)]
        {
            let game = play(&setup, 7, &mut First(verdict)).expect("it is played");
            assert_eq!((game.winner, game.plies.len()), (Some(winner), n_start + 1));
            assert_eq!(game.plies.last().and_then(|ply| ply.value), Some(value));
        }
    }

    #[test]
    fn each_of_two_players_moves_for_its_color() {
        let setup = setup(1);
        let (even, odd) = (Verdict::estimate(2), Verdict::estimate(3));
        for color in Color::ALL {
            let players: [&mut dyn Player; 2] = [&mut First(even), &mut First(odd)];
            let game = play_against(&setup, 3, color, players).expect("it is played");
            for (ply, side) in game.plies.iter().zip([Color::Black, Color::White].into_iter().cycle()) {
                assert!(ply.value.is_none_or(|value| (value == 2) == (side == color)));
            }
        }
    }

    #[test]
    fn a_game_goes_on_to_its_end() {
        let game = play(&setup(1), 3, &mut First(Verdict::estimate(1_000_000))).expect("it is played");
        let n_start = setup(1).start(3).moves.len();
        assert!(game.plies[..n_start].iter().all(|ply| ply.value.is_none()));
        assert!(game.plies[n_start..].iter().all(|ply| ply.value == Some(MOST_ESTIMATE)));
        assert!(game.plies.len() > n_start + 9, "whoever fills the first row makes five at last");
    }
}
