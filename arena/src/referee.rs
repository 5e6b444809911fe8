//! One game: who is to move, what is legal, who has won.

use std::time::Duration;

use tianyuan_rules::opening::{Act, Illegal, OpeningGame, OpeningRule, Phase, Seat};
use tianyuan_rules::{
    Board, Cell, Color, DrawReason, Offence, Outcome, Point, Position, Rule, Size, Victory,
};

use crate::competitor::{self, Competitor, Fault, Info, Score, Setup};
use crate::time_control::{SideClock, TimeControl};

/// What both sides have agreed on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Terms {
    /// The rule.
    pub rule: Rule,
    /// How the first moves are made.
    pub opening: OpeningRule,
    /// The board.
    pub size: Size,
    /// Black's limits, then White's.
    pub controls: [TimeControl; 2],
    /// How much later than its limit a move may come. It is counted as late all the same.
    pub margin: Duration,
    /// The game is drawn when so many stones stand on the board.
    pub max_moves: Option<usize>,
    /// When the players' own scores end a game.
    pub adjudication: Adjudication,
    /// A side that uses more memory than this after a move loses.
    pub max_memory: Option<u64>,
}

/// When the players' own scores end a game; never unless it is said.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Adjudication {
    /// A side loses when both sides agree for so many moves of each in a row that it has at least so much
    /// less than nothing.
    pub resign: Option<Agreement>,
    /// The game is drawn when both sides agree for so many moves of each in a row that neither has more than
    /// this.
    pub draw: Option<Agreement>,
}

/// How long and how surely two sides have to agree.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Agreement {
    /// Moves of each side in a row.
    pub moves: usize,
    /// The least, or for a draw the largest, score in the players' units.
    pub score: f64,
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq)]
pub struct Played {
    /// The moves that were given, or that the phases of the opening came to.
    pub opening: Vec<Point>,
    /// Whether the sides exchanged colors in the opening.
    pub swapped: bool,
    /// The moves after the opening, with times and what was said of them.
    pub moves: Vec<MoveRecord>,
    /// How it ended; `None` if it does not count.
    pub outcome: Option<Outcome>,
    /// The end in words.
    pub reason: String,
    /// The most memory in bytes that each side was seen to use, that of the last Black first, as far as that can be told.
    pub memory: [Option<u64>; 2],
    /// The side that swallowed a question, if that is why the game does not count.
    pub swallowed: Option<Color>,
}

/// A move of a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveRecord {
    /// Where.
    pub point: Point,
    /// How long it took.
    pub used: Duration,
    /// By how much it came after its limit.
    pub late: Duration,
    /// What the player said of it.
    pub info: Info,
}

/// The game as the referee follows it.
struct Game<'a> {
    terms: &'a Terms,
    position: Position,
    clocks: [SideClock; 2],
    moves: Vec<MoveRecord>,
    memory: [Option<u64>; 2],
    swallowed: Option<Color>,
    /// Moves that were made before the first that is recorded.
    n_opening: usize,
    swapped: bool,
}

/// Plays a game from an opening, Black first in `players`: from given moves, or where the terms have an opening rule
/// through its phases, with Black as the first player and `seed` for what is equally good.
pub fn play(terms: &Terms, opening: &[Point], seed: u64, players: [&mut dyn Competitor; 2]) -> Played {
    let mut game = Game {
        terms,
        position: Position::new(terms.size, terms.rule),
        clocks: terms.controls.map(TimeControl::clock),
        moves: Vec::new(),
        memory: [None; 2],
        swallowed: None,
        n_opening: opening.len(),
        swapped: false,
    };
    let (outcome, reason) = if opening.iter().all(|&point| game.position.play(point).is_ok()) {
        game.play(seed, players)
    } else {
        (None, "the opening cannot be played".into())
    };
    let order = game.position.order().iter().map(|stone| stone.point);
    Played {
        opening: order.take(game.n_opening).collect(),
        swapped: game.swapped,
        moves: game.moves,
        outcome,
        reason,
        memory: game.memory,
        swallowed: game.swallowed,
    }
}

/// Does what a player wants of a turn in an opening: all of it, and nothing that is not his.
fn take_turn(opening: &mut OpeningGame, acts: Vec<Act>) -> Result<(), Illegal> {
    let actor = opening.actor();
    for act in acts {
        if opening.phase() == Phase::Over || opening.actor() != actor {
            break;
        }
        opening.act(act)?;
    }
    let is_whole = opening.phase() == Phase::Over || opening.actor() != actor;
    if is_whole { Ok(()) } else { Err(Illegal::OutOfTurn(opening.phase())) }
}

/// Why a player loses in the opening. His color is not settled before it is over.
struct Loss {
    seat: Seat,
    how: Victory,
    what: String,
}

/// An end of a game, and in words.
type End = (Option<Outcome>, String);

impl Game<'_> {
    fn play(&mut self, seed: u64, mut players: [&mut dyn Competitor; 2]) -> End {
        let sides = Color::ALL.into_iter().zip(self.terms.controls);
        for (player, (color, control)) in players.iter_mut().zip(sides) {
            let setup = Setup { rule: self.terms.rule, size: self.terms.size, control };
            if let Err(fault) = player.begin(&setup) {
                return fails(color, &fault);
            }
        }
        let mut end = self.open(seed, &mut players);
        let end = loop {
            if let Some(end) = end {
                break end;
            }
            let player = &mut *players[index(self.position.side())];
            end = self.turn(player);
        };
        for (player, color) in players.iter_mut().zip(Color::ALL) {
            self.look_at_memory(color, &**player);
            player.end();
        }
        end
    }

    /// The opening by its rule; the end of the game if it ends in it. Afterwards Black comes first in `players` again.
    fn open(&mut self, seed: u64, players: &mut [&mut dyn Competitor; 2]) -> Option<End> {
        if self.terms.opening == OpeningRule::Free {
            return None;
        }
        let Some(mut opening) = OpeningGame::new(self.terms.opening, self.terms.size, self.terms.rule) else {
            return Some((None, "the board is too small for the opening".to_owned()));
        };
        let then = self.play_phases(&mut opening, seed, players);
        self.position = opening.position();
        self.n_opening = opening.stones().len();
        if opening.seat(Color::Black) == Seat::Second {
            self.swapped = true;
            players.swap(0, 1);
            self.clocks.swap(0, 1);
        }
        let then = match then {
            Ok(then) => then?,
            Err(Loss { seat, how, what }) => {
                // By the color that he has now: it may be another one than he began with.
                let color = opening.color(seat);
                return Some(loses(color, how, format!("{color} {what}")));
            }
        };
        // The time for it has been counted with the opening.
        let played = competitor::Played { point: then, used: Duration::ZERO, info: Info::default() };
        let player = &*players[index(self.position.side())];
        self.take(player, &played, Duration::ZERO)
    }

    /// The phases of an opening, one after the other: the move that follows them, if it has been made.
    fn play_phases(
        &mut self,
        opening: &mut OpeningGame,
        seed: u64,
        players: &mut [&mut dyn Competitor; 2],
    ) -> Result<Option<Point>, Loss> {
        let mut then = None;
        while opening.phase() != Phase::Over {
            let seat = opening.actor();
            let loss = |how, what| Loss { seat, how, what };
            let side = usize::from(seat == Seat::Second);
            let acted = players[side].open(opening, &self.clocks[side].allowance(), seed);
            let acted = acted.map_err(|fault| loss(Victory::Offence(Offence::Failure), fault.to_string()))?;
            let late = self.clocks[side].spend(acted.used);
            if late > self.terms.margin {
                return Err(loss(Victory::Time, format!("was {late:.1?} late")));
            }
            take_turn(opening, acted.acts).map_err(|illegal| {
                let what = format!("in the opening: {illegal} ({})", illegal.article());
                loss(Victory::Offence(Offence::IllegalMove), what)
            })?;
            then = acted.then.filter(|_| opening.phase() == Phase::Over && opening.actor() == seat);
        }
        Ok(then)
    }

    /// One move; the end of the game if it ends with it.
    fn turn(&mut self, player: &mut dyn Competitor) -> Option<End> {
        let side = self.position.side();
        let clock = &mut self.clocks[index(side)];
        let played = match player.think(&self.position, &clock.allowance()) {
            Ok(played) => played,
            Err(fault @ Fault::Outside(_)) => {
                let how = Victory::Offence(Offence::IllegalMove);
                return Some(loses(side, how, format!("{side} {fault}")));
            }
            Err(Fault::Swallowed(command)) => {
                self.swallowed = Some(side);
                return Some((None, format!("{side} swallowed {command}")));
            }
            Err(fault) => return Some(fails(side, &fault)),
        };
        let late = clock.spend(played.used);
        if late > self.terms.margin {
            self.moves.push(MoveRecord { point: played.point, used: played.used, late, info: played.info });
            return Some(loses(side, Victory::Time, format!("{side} was {late:.1?} late")));
        }
        self.take(&*player, &played, late)
    }

    /// Takes a move in time, or nearly so; the end of the game if it ends with it.
    fn take(&mut self, player: &dyn Competitor, played: &competitor::Played, late: Duration) -> Option<End> {
        let side = self.position.side();
        self.moves.push(MoveRecord { point: played.point, used: played.used, late, info: played.info });
        if self.position.cell(played.point) != Cell::Empty {
            let what = format!("{side} played {}, which is not empty", played.point);
            return Some(loses(side, Victory::Offence(Offence::IllegalMove), what));
        }
        let board = Board::from(&self.position);
        if let Some(foul) = Some(played.point).filter(|_| side == Color::Black).and_then(|p| board.foul_at(p))
        {
            return Some(loses(
                side,
                Victory::Foul(foul),
                format!("{side} made a {foul} at {}", played.point),
            ));
        }
        let wins = board.wins_at(played.point, side);
        let _ = self.position.play(played.point);
        if wins {
            return Some(wins_by(side, Victory::Five, format!("{side} made five")));
        }
        self.memory_fault(side, player).or_else(|| self.draw()).or_else(|| self.adjudicated())
    }

    /// What a side uses now; the most of it is kept.
    fn look_at_memory(&mut self, side: Color, player: &dyn Competitor) -> Option<u64> {
        let used = player.memory();
        let most = &mut self.memory[index(side)];
        *most = used.max(*most);
        used
    }

    fn memory_fault(&mut self, side: Color, player: &dyn Competitor) -> Option<End> {
        let limit = self.terms.max_memory?;
        let used = self.look_at_memory(side, player).filter(|&used| used > limit)?;
        let megabytes = |bytes: u64| bytes / (1 << 20);
        let what = format!("{side} used {} MB of {} MB", megabytes(used), megabytes(limit));
        Some(loses(side, Victory::Offence(Offence::Failure), what))
    }

    fn draw(&self) -> Option<End> {
        let n_stones = self.position.order().len();
        let drawn = |why, text: &str| Some((Some(Outcome::Draw { why }), text.to_owned()));
        if n_stones == self.terms.size.area() {
            drawn(DrawReason::BoardFull, "the board is full")
        } else if self.terms.max_moves.is_some_and(|most| n_stones >= most) {
            drawn(DrawReason::PlyLimit, "the limit of moves")
        } else {
            None
        }
    }

    /// What the players' own scores say, if that counts.
    fn adjudicated(&self) -> Option<End> {
        let Adjudication { resign, draw } = self.terms.adjudication;
        if let Some(agreement) = draw
            && let Some(scores) = self.last_scores(agreement.moves)
            && scores.iter().all(|score| score.abs() <= agreement.score)
        {
            return Some((
                Some(Outcome::Draw { why: DrawReason::Agreement }),
                "both sides see a draw".into(),
            ));
        }
        let agreement = resign?;
        // The last score is that of the side that has just moved, the one before that of the other.
        let scores = self.last_scores(agreement.moves)?;
        let (last, other): (Vec<_>, Vec<_>) =
            scores.iter().enumerate().partition(|(i, _)| (scores.len() - i) % 2 == 1);
        let all =
            |scores: &[(usize, &f64)], sign: f64| scores.iter().all(|(_, s)| sign * **s >= agreement.score);
        let side = !self.position.side();
        let loser = if all(&last, -1.0) && all(&other, 1.0) {
            side
        } else if all(&last, 1.0) && all(&other, -1.0) {
            !side
        } else {
            return None;
        };
        Some(wins_by(!loser, Victory::Resignation, format!("both sides see {loser} lost")))
    }

    /// The scores of the last moves of both sides, if all of them are known.
    fn last_scores(&self, moves: usize) -> Option<Vec<f64>> {
        let from = self.moves.len().checked_sub(2 * moves)?;
        self.moves[from..].iter().map(|mv| mv.info.score.map(Score::number)).collect()
    }
}

const fn index(color: Color) -> usize {
    match color {
        Color::Black => 0,
        Color::White => 1,
    }
}

fn fails(color: Color, fault: &Fault) -> End {
    loses(color, Victory::Offence(Offence::Failure), format!("{color} {fault}"))
}

fn loses(color: Color, how: Victory, reason: String) -> End {
    wins_by(!color, how, reason)
}

fn wins_by(color: Color, how: Victory, reason: String) -> End {
    (Some(Outcome::Win { color, how }), reason)
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use tianyuan_rules::Point;

    use super::*;
    use crate::competitor::Acted;
    use crate::game_record::{GameRecord, GameResult};
    use crate::time_control::Allowance;

    /// Who does in an opening what is written down, and cannot move.
    struct Script(VecDeque<Result<Vec<Act>, Fault>>);

    impl Competitor for Script {
        fn begin(&mut self, _: &Setup) -> Result<(), Fault> {
            Ok(())
        }

        fn open(&mut self, _: &OpeningGame, _: &Allowance, _: u64) -> Result<Acted, Fault> {
            let acts = self.0.pop_front().expect("another turn")?;
            Ok(Acted { acts, then: None, used: Duration::ZERO })
        }

        fn think(&mut self, _: &Position, _: &Allowance) -> Result<competitor::Played, Fault> {
            Err(Fault::Flood)
        }
    }

    fn placed(text: &str) -> Vec<Act> {
        let point = |text: &str| -> Point { text.parse().expect("a point") };
        text.split(' ').map(|text| Act::Place(point(text))).collect()
    }

    /// The number of the player who wins, of 0 who places the opening and 1, and the end in words.
    fn winner(
        first: impl IntoIterator<Item = Result<Vec<Act>, Fault>>,
        second: impl IntoIterator<Item = Result<Vec<Act>, Fault>>,
    ) -> (usize, String) {
        let terms = Terms {
            rule: Rule::Renju,
            opening: OpeningRule::Rif(2),
            size: Size::STANDARD,
            controls: [TimeControl::default(); 2],
            margin: Duration::ZERO,
            max_moves: None,
            adjudication: Adjudication::default(),
            max_memory: None,
        };
        let (mut first, mut second) =
            (Script(first.into_iter().collect()), Script(second.into_iter().collect()));
        let played = play(&terms, &[], 1, [&mut first, &mut second]);
        let players = if played.swapped { [1, 0] } else { [0, 1] };
        let record = GameRecord::new(0, false, players, &played);
        let side = match record.result {
            GameResult::Black => 0,
            GameResult::White => 1,
            GameResult::Draw | GameResult::Void => panic!("{record:?}"),
        };
        (record.players[side], record.reason)
    }

    /// Colors may have been exchanged when somebody fails in the opening: he loses, whatever he began as.
    #[test]
    fn who_fails_in_an_opening_loses_by_the_color_that_he_has_then() {
        let opening = || Ok(placed("h8 h9 i9"));
        let swap = || Ok(vec![Act::Swap]);
        let (won, reason) = winner([opening(), Err(Fault::Flood)], [swap()]);
        assert_eq!((won, reason.as_str()), (1, "White floods"), "who swapped is Black and wins");
        let (won, reason) = winner([opening(), Ok(placed("h8"))], [swap()]);
        assert_eq!(won, 1, "{reason}");
        assert!(reason.starts_with("White in the opening: a stone stands on h8"), "{reason}");
        let (won, reason) = winner([opening()], [Ok([vec![Act::Stay], placed("i9")].concat())]);
        assert_eq!(won, 0, "{reason}");
        let (won, reason) = winner([opening()], [Ok(vec![Act::Stay])]);
        assert_eq!(won, 0, "half a turn: {reason}");
        let (won, _) = winner([opening(), Ok(placed("h7")), Err(Fault::Flood)], [swap(), Err(Fault::Flood)]);
        assert_eq!(won, 0, "Black owes two offers and fails");
    }
}
