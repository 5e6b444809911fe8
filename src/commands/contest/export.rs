//! Games of a match as other programs read them.

use tianyuan_arena::game_record::{GameRecord, GameResult};
use tianyuan_arena::report::Said;
use tianyuan_rules::record::{Format, Node, Record, RecordedMove};
use tianyuan_rules::{ByColor, Color, Rule, Size, Turn};

/// What all games of a match have in common.
#[derive(Debug)]
pub(super) struct Exporter {
    names: Vec<String>,
    rule: Rule,
    size: Size,
}

impl Exporter {
    pub(super) const fn new(names: Vec<String>, rule: Rule, size: Size) -> Self {
        Self { names, rule, size }
    }

    /// The game with the time of each move and what its player said of it; nothing if it has none that can be
    /// shown.
    pub(super) fn record(&self, game: &GameRecord, format: Format) -> Vec<u8> {
        let mut record = Record::new(self.size);
        let [black, white] = game.players.map(|player| self.name(player));
        record.rule = Some(self.rule);
        record.players = ByColor::new(black, white);
        // What the numbers of psq mean is nowhere written down; none is made up.
        if format == Format::Sgf {
            game_result(game.result, ["B+", "W+", "0", "Void"]).clone_into(&mut record.result);
        }
        record.comment.clone_from(&game.reason);
        let moves = game.points(self.size);
        let n_given = game.opening.matches(|c: char| c.is_ascii_alphabetic()).count();
        for ((i, point), color) in
            moves.into_iter().enumerate().zip([Color::Black, Color::White].into_iter().cycle())
        {
            let played = i.checked_sub(n_given);
            let ms = played.and_then(|i| game.ms.get(i)).map(|&ms| whole_ms(ms));
            let mut node = Node::from(RecordedMove { color, turn: Turn::Place(point), ms });
            node.comment =
                played.and_then(|i| game.said.get(i)).map(|said| Said(said).to_string()).unwrap_or_default();
            record.moves.push(node);
        }
        record.write(format).unwrap_or_default()
    }

    /// The game in PGN without its moves. Black, who moves first, stands as White.
    pub(super) fn pgn(&self, game: &GameRecord) -> String {
        let [black, white] = game.players.map(|player| self.name(player).replace('"', "'"));
        let result = game_result(game.result, ["1-0", "0-1", "1/2-1/2", "*"]);
        let round = format!("{}.{}", game.pair + 1, u8::from(game.second) + 1);
        let tags =
            [("Event", "match"), ("Round", &round), ("White", &black), ("Black", &white), ("Result", result)];
        let tags = tags.map(|(tag, value)| format!("[{tag} \"{value}\"]"));
        format!("{}\n\n{{{}}} {result}\n\n", tags.join("\n"), game.reason)
    }

    fn name(&self, player: usize) -> String {
        self.names.get(player).cloned().unwrap_or_default()
    }
}

/// One of the words for Black's win, White's win, a draw, and a game that does not count.
const fn game_result(result: GameResult, [black, white, draw, void]: [&'static str; 4]) -> &'static str {
    match result {
        GameResult::Black => black,
        GameResult::White => white,
        GameResult::Draw => draw,
        GameResult::Void => void,
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "times are short and not negative"
)]
fn whole_ms(ms: f64) -> u64 {
    ms.round().max(0.0) as u64
}
