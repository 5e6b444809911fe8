//! Files of games: SGF, psq, pos and openings, both ways and damaged.

#![expect(clippy::unwrap_used, reason = "a test whose material is wrong has failed")]

mod fuzz;
mod openings;
mod properties;
mod seeds;
mod sgf;
mod tree;

use tianyuan_rules::record::{
    Format, Limit, MAX_BYTES, Node, Place, Problem, Record, RecordError, RecordedMove,
};
use tianyuan_rules::{ByColor, Color, Conduct, Game, GameError, Point, Rule, Size, Stone, Turn};

const RENJU: Rule = Rule::Renju;

fn size(side: usize) -> Size {
    Size::new(side).unwrap()
}

fn point(text: &str) -> Point {
    text.parse().unwrap()
}

fn line_of(nodes: &[Node]) -> String {
    let word = |played: RecordedMove| match played.turn {
        Turn::Place(point) => format!("{}{point}", &played.color.to_string()[..1]),
        Turn::Pass => format!("{}--", &played.color.to_string()[..1]),
    };
    let words: Vec<_> = nodes.iter().map(|node| node.played.map_or(".".to_owned(), word)).collect();
    words.join(" ")
}

fn moves_of(record: &Record) -> String {
    line_of(&record.moves)
}

fn times_of(record: &Record) -> Vec<Option<u64>> {
    record.moves.played().map(|played| played.ms).collect()
}

fn read_sgf(text: &str) -> Result<Record, RecordError> {
    Record::read("sgf", text.as_bytes())
}

/// What the file of a record says when it is read again.
fn again(record: &Record, format: Format) -> Record {
    Record::read_as(format, &record.write(format).unwrap()).unwrap()
}

const PSQ: &str =
    "Piskvorky 15x15, 11:11, 1\n8,8,0\n9,7,1500\n1,15,20\nsecond.zip\nfirst.zip\n-1\n0,Renju_1\n";

#[test]
fn a_psq_file_is_read() {
    let cr = PSQ.replace('\n', "\r");
    for text in
        [PSQ.to_owned(), PSQ.replace('\n', "\r\n"), cr, format!("\u{feff}{PSQ}"), PSQ.replace(", 1", ",1")]
    {
        let record = Record::read("psq", text.as_bytes()).unwrap();
        assert_eq!(moves_of(&record), "Bh8 Wi9 Ba1");
        assert_eq!(times_of(&record), [None, Some(1500), Some(20)], "0 says nothing");
        assert_eq!(
            (&*record.players[Color::Black], &*record.players[Color::White]),
            ("first.zip", "second.zip")
        );
        assert_eq!(record.result, "-1\n0,Renju_1");
        assert_eq!(record.rule, None);
        assert_eq!(again(&record, Format::Psq), record);
    }
    let short = Record::read("psq", b"Piskvorky 20x20, 0:0, 0\n10,11").unwrap();
    assert_eq!((moves_of(&short).as_str(), times_of(&short)), ("Bj10", vec![None]));
    let unplayed = Record::read("psq", b"Piskvorky 20x20, 0:0, 0\n-1").unwrap();
    assert_eq!((unplayed.moves.len(), unplayed.result.as_str()), (0, ""));
}

#[test]
fn one_name_in_a_psq_file_is_that_of_the_first_player() {
    for (starter, color) in [(0, Color::Black), (1, Color::White)] {
        let text = format!("Piskvorky 15x15, 0:0, {starter}\n8,8,7\nonly\n");
        let record = Record::read("psq", text.as_bytes()).unwrap();
        assert_eq!((record.players[color].as_str(), record.players[!color].as_str()), ("only", ""));
        assert_eq!(again(&record, Format::Psq), record);
    }
}

#[test]
fn a_wrong_psq_file_is_answered_with_place_reason_and_remedy() {
    let message = |text: &str| Record::read("psq", text.as_bytes()).unwrap_err().to_string();
    let foreign = "this is no psq file; a first line such as \"Piskvorky 15x15, 11:11, 0\" is needed";
    assert_eq!(message(""), format!("line 1, column 1: {foreign}"));
    assert_eq!(message("\n\r\n  (;GM[4])"), format!("line 3, column 3: {foreign}"));
    let size = "a board of size \"15x20\"; 5 to 22 lines and a square are needed";
    assert_eq!(message("Piskvorky 15x20, 0:0, 0"), format!("line 1, column 11: {size}"));
    let column = "a column of the board, counted from 1 at the left, is needed";
    let row = "a row of the board, counted from 1 at the top, is needed";
    let end = "how the game ended, such as -1 or 0,Renju_1, is needed";
    for (lines, wanted) in [
        ("8,8,0\n16,8,0\n", format!("line 3, column 1: \"16\" cannot be read; {column}")),
        ("0,8,0\n", format!("line 2, column 1: \"0\" cannot be read; {column}")),
        ("8, 0,0\n", format!("line 2, column 4: \"0\" cannot be read; {row}")),
        ("8,8,0\n9,x,0\n7,7,0\n", format!("line 3, column 3: \"x\" cannot be read; {row}")),
        ("8,8,0\n9,", format!("line 3, column 3: \"\" cannot be read; {row}")),
        ("8,8,now\n", "line 2, column 5: \"now\" cannot be read; a number of milliseconds is needed".to_owned()),
        ("8,8,", "line 2, column 5: \"\" cannot be read; a number of milliseconds is needed".to_owned()),
        ("8,8,0\na\n9,9,0\n", format!("line 4, column 1: \"9,9,0\" cannot be read; {end}")),
        ("8,8,0\na\nb\nc\n", format!("line 5, column 1: \"c\" cannot be read; {end}")),
        (
            "8,8,0,4\n",
            "line 2, column 7: \"4\" cannot be read; the end of the line behind column,row,milliseconds is needed"
                .to_owned(),
        ),
    ] {
        assert_eq!(message(&format!("Piskvorky 15x15, 0:0, 0\n{lines}")), wanted);
    }
    let starter = "\"2\" cannot be read; 0 or 1, the player who began, is needed";
    assert_eq!(message("Piskvorky 15x15, 0:0, 2"), format!("line 1, column 23: {starter}"));
    let twice = "\"8,8,1\" cannot be read; a point without a stone is needed";
    assert_eq!(message("Piskvorky 15x15, 0:0, 0\n8,8,0\n9,9,0\n8,8,1"), format!("line 4, column 1: {twice}"));
}

#[test]
fn a_pos_file_is_read_and_written() {
    let record = Record::read("pos", &[3, 112, 98, 210, 99]).unwrap();
    assert_eq!(moves_of(&record), "Bh8 Wi9 Ba1");
    assert_eq!(record.write(Format::Pos).unwrap(), [3, 112, 98, 210]);
    let needed = "this is no pos file; a byte with the number of moves and as many bytes behind it is needed";
    assert_eq!(Record::read("pos", &[]).unwrap_err().to_string(), format!("byte 1: {needed}"));
    assert_eq!(Record::read("pos", &[2, 112]).unwrap_err().to_string(), format!("byte 3: {needed}"));
    let wrong = Record::read("pos", &[1, 225]).unwrap_err().to_string();
    assert_eq!(wrong, "byte 2: \"225\" cannot be read; a number below 225 is needed");
    let twice = Record::read("pos", &[3, 112, 98, 112]).unwrap_err().to_string();
    assert_eq!(twice, "byte 4: \"112\" cannot be read; a point without a stone is needed");
}

#[test]
fn the_extension_or_the_beginning_decides() {
    assert_eq!(Format::from_extension(".SGF"), Some(Format::Sgf));
    let error = Record::read("lib", b"").unwrap_err();
    assert_eq!(error.to_string(), "no format has the extension \"lib\": sgf, psq or pos is needed");
    assert_eq!(Format::of_bytes(b"\xef\xbb\xbf \n(;GM[4])"), Some(Format::Sgf));
    assert_eq!(Format::of_bytes(PSQ.as_bytes()), Some(Format::Psq));
    assert_eq!(Format::of_bytes(&[1, 112]), None);
}

#[test]
fn a_file_that_is_too_long_is_not_read() {
    let bytes = vec![b' '; MAX_BYTES + 1];
    for format in Format::ALL {
        let error = Record::read_as(format, &bytes).unwrap_err();
        assert_eq!(error.to_string(), "byte 67108865: the file is too long; 67108864 bytes at most are read");
        let problem = Problem::TooMuch(Limit::Bytes);
        assert_eq!(error, RecordError::Broken { place: Place::Byte(MAX_BYTES + 1), problem });
        assert_eq!(Record::games(format, &bytes).count(), 1);
    }
    let long_enough = Record::read_as(Format::Sgf, bytes.get(1..).unwrap()).unwrap_err();
    assert!(long_enough.to_string().starts_with("line 1, column 1: this is no sgf file"));
}

#[test]
fn what_a_format_cannot_hold_is_said() {
    let with_pass = read_sgf("(;GM[4];B[hh];W[])").unwrap();
    let twice = read_sgf("(;GM[4];B[hh];B[ii])").unwrap();
    let repeated = read_sgf("(;GM[4];B[hh];W[hh])").unwrap();
    let large = read_sgf("(;GM[4]SZ[20];B[hh])").unwrap();
    let message = |record: &Record, format| record.write(format).unwrap_err().to_string();
    assert_eq!(message(&with_pass, Format::Psq), "a psq file cannot hold this: nobody may have passed");
    assert_eq!(
        message(&twice, Format::Pos),
        "a pos file cannot hold this: Black and White must have moved in turn"
    );
    assert_eq!(message(&repeated, Format::Psq), "a psq file cannot hold this: each point can be used once");
    assert_eq!(message(&large, Format::Pos), "a pos file cannot hold this: the board must be 15x15");
    let mut outside = Record::new(size(9));
    outside.setup.push(Stone { color: Color::Black, point: point("o15") });
    for (format, noun) in Format::ALL.into_iter().zip(["an sgf file", "a psq file", "a pos file"]) {
        let expected = format!("{noun} cannot hold this: every point must lie on the board");
        assert_eq!(message(&outside, format), expected);
    }
    let mut named = Record::new(Size::STANDARD);
    named.players = ByColor::new("7".to_owned(), "x".to_owned());
    let name = "a psq file cannot hold this: the name of a player must not begin as a number does";
    assert_eq!(message(&named, Format::Psq), name);
}

#[test]
fn a_time_of_any_length_is_read_back() {
    for ms in [1, u64::MAX] {
        let mut record = Record::new(Size::STANDARD);
        record.moves.push(RecordedMove { color: Color::Black, turn: Turn::Place(point("h8")), ms: Some(ms) });
        assert_eq!(again(&record, Format::Psq), record);
        assert_eq!(again(&record, Format::Sgf), record);
    }
}

#[test]
fn a_record_that_breaks_the_rules_is_refused_as_a_game() {
    let game = |text| read_sgf(text).unwrap().game(RENJU, Conduct::AT_ONCE).map(|game| game.outcome());
    assert_eq!(game("(;GM[4];B[hh];B[ii])"), Err(GameError::NotInTurn(Color::Black)));
    assert_eq!(game("(;GM[4];B[hh];W[])"), Err(GameError::Pass { number: 2, first: None }));
    assert!(matches!(game("(;GM[4];B[hh];W[hh])"), Err(GameError::Place(_))));
    assert!(matches!(game("(;GM[4]AB[hh];W[hh])"), Err(GameError::Place(_))));
    assert!(read_sgf("(;GM[4];B[hh];W[hh])").unwrap().position(RENJU).is_err());
}

#[test]
fn a_game_is_recorded_and_read_back() {
    let conduct = Conduct { first_pass: Some(2), ..Conduct::AT_ONCE };
    let mut game = Game::new(Size::STANDARD, RENJU, conduct);
    for turn in ["h8", "--", "i8", "a3", "j8", "a5", "k8", "a7", "l8"] {
        game.take_turn(turn.parse().map_or(Turn::Pass, Turn::Place)).unwrap();
    }
    let record = Record::of(&game);
    assert_eq!(record.result, "B+");
    let read = again(&record, Format::Sgf);
    assert_eq!(read, record);
    assert_eq!(read.game(RENJU, conduct).unwrap().outcome(), game.outcome());
}

#[test]
fn bare_moves_are_those_of_a_game_without_passes() {
    let moves = ["h8", "i9", "a1"].map(point);
    let record = Record::of_moves(Size::STANDARD, moves);
    assert_eq!(moves_of(&record), "Bh8 Wi9 Ba1");
    assert_eq!(record.bare_moves().as_deref(), Ok(moves.as_slice()));
    let error = read_sgf("(;GM[4];B[hh];W[])").unwrap().bare_moves().unwrap_err();
    assert_eq!(error.to_string(), "a line of moves cannot hold this: nobody may have passed");
}
