//! Files of games: SGF, psq and pos, both ways and damaged.

#![expect(clippy::unwrap_used, reason = "a test whose material is wrong has failed")]

use proptest::prelude::*;
use tianyuan_rules::record::{Format, Record, RecordError, RecordedMove};
use tianyuan_rules::{ByColor, Color, Conduct, Game, GameError, Rule, Size, Stone, Turn};

const RENJU: Rule = Rule::Renju;

fn size(side: usize) -> Size {
    Size::new(side).unwrap()
}

fn moves_of(record: &Record) -> String {
    let word = |recorded: &RecordedMove| match recorded.turn {
        Turn::Place(point) => format!("{}{point} ", &recorded.color.to_string()[..1]),
        Turn::Pass => format!("{}-- ", &recorded.color.to_string()[..1]),
    };
    record.moves.iter().map(word).collect::<String>().trim_end().to_owned()
}

fn sgf(text: &str) -> Result<Record, RecordError> {
    Record::read("sgf", text.as_bytes())
}

#[test]
fn an_sgf_file_of_a_match_runner_is_read() {
    let record =
        sgf("(;FF[4]GM[4]GN[1]EV[A x B]DT[2026.01.02 10:00:00]RO[1.1]RU[4]SZ[15]PB[A]PW[B]RE[W+1]TE[five]\n\
         ;B[hh]C[opening move];W[ig]C[opening move]\n;B[aa]C[1500ms];W[oo]C[20ms])\n\n");
    let record = record.unwrap();
    assert_eq!(moves_of(&record), "Bh8 Wi9 Ba15 Wo1");
    assert_eq!(record.moves.iter().map(|m| m.ms).collect::<Vec<_>>(), [None, None, Some(1500), Some(20)]);
    assert_eq!((record.size, record.rule, record.result.as_str()), (Size::STANDARD, Some(RENJU), "W+1"));
    assert_eq!(record.players, ByColor::new("A".to_owned(), "B".to_owned()));
    let position = record.position(Rule::Freestyle).unwrap();
    assert_eq!((position.rule(), position.side()), (RENJU, Color::Black));
    assert_eq!(record.game(RENJU, Conduct::AT_ONCE).unwrap().position(), position);
}

#[test]
fn algebraic_points_set_up_stones_and_the_side_are_read() {
    let record = sgf("(;GM[4]SZ[15]AB[h8][i9]AW[aa:bb]PL[W];W[J10];B[hh:])").unwrap_err();
    assert!(record.to_string().contains("a point of the board such as hh or h8 is needed"), "{record}");
    let record = sgf("(;GM[4]SZ[15]AB[h8][i9]AW [aa:bb]PL[W])").unwrap();
    let stones: Vec<_> = record.setup.iter().map(|s| format!("{}{}", s.color, s.point)).collect();
    assert_eq!(stones, ["Blackh8", "Blacki9", "Whitea14", "Whiteb14", "Whitea15", "Whiteb15"]);
    assert_eq!(record.position(RENJU).unwrap().side(), Color::White);
    let record = sgf("(;GM[4]AB[h8];B[J10];B[];W[tt])").unwrap();
    assert_eq!(moves_of(&record), "Bj10 B-- W--");
    assert_eq!(record.position(RENJU).unwrap().side(), Color::Black);
    assert_eq!(moves_of(&sgf("(;GM[4]SZ[20];B[tt])").unwrap()), "Bt1", "a point there");
}

#[test]
fn of_variations_the_main_line_is_read() {
    let record =
        sgf("junk (no) (;GM[4];B[hh](;W[hg];B[ii](;W[aa])(;W[bb]))(;W[gg];B[gh]))(;GM[1];B[aa])").unwrap();
    assert_eq!(moves_of(&record), "Bh8 Wh9 Bi7 Wa15");
}

#[test]
fn escapes_and_foreign_bytes_are_read() {
    let mut bytes = b"(;GM[4]PB[a\\]b\\\\c]PW[".to_vec();
    bytes.extend([0xff, 0xfe, b']', b';', b'B', b'[', b'h', b'h', b']', b')']);
    let record = Record::read("SGF", &bytes).unwrap();
    assert_eq!(record.players[Color::Black], "a]b\\c");
    assert_eq!(record.players[Color::White], "\u{fffd}\u{fffd}");
    assert_eq!(moves_of(&record), "Bh8");
}

#[test]
fn a_wrong_sgf_file_is_answered_with_place_reason_and_remedy() {
    for (text, message) in [
        ("", "this is no sgf file: a game that begins with (; is needed"),
        ("(;GM[1]SZ[19])", "byte 6: \"1\" cannot be read; game 4, gomoku and renju, is needed"),
        ("(;GM[4]SZ[15:19])", "a board of size \"15:19\": 5 to 22 lines and a square are needed"),
        ("(;GM[4]SZ[99])", "a board of size \"99\": 5 to 22 lines and a square are needed"),
        ("(;B[hh]", "byte 8: \"the end of the file\" cannot be read; ) to close the game is needed"),
        ("(;B[hh", "byte 7: \"the end of the file\" cannot be read; ] to close the value is needed"),
        ("(;B[pp])", "byte 5: \"pp\" cannot be read; a point of the board such as hh or h8 is needed"),
        ("(;PL[green])", "byte 6: \"green\" cannot be read; B or W is needed"),
    ] {
        assert_eq!(sgf(text).unwrap_err().to_string(), message, "{text}");
    }
}

const PSQ: &str =
    "Piskvorky 15x15, 11:11, 1\n8,8,0\n9,7,1500\n1,15,20\nsecond.zip\nfirst.zip\n-1\n0,Renju_1\n";

#[test]
fn a_psq_file_is_read() {
    for text in [PSQ.to_owned(), PSQ.replace('\n', "\r\n"), format!("\u{feff}{PSQ}")] {
        let record = Record::read("psq", text.as_bytes()).unwrap();
        assert_eq!(moves_of(&record), "Bh8 Wi9 Ba1");
        assert_eq!(record.moves.iter().map(|m| m.ms).collect::<Vec<_>>(), [Some(0), Some(1500), Some(20)]);
        assert_eq!(
            (&*record.players[Color::Black], &*record.players[Color::White]),
            ("first.zip", "second.zip")
        );
        assert_eq!(record.result, "-1\n0,Renju_1");
        assert_eq!(record.rule, None);
    }
    let short = Record::read("psq", b"Piskvorky 20x20, 0:0, 0\n10,11").unwrap();
    assert_eq!((moves_of(&short).as_str(), short.moves[0].ms), ("Bj10", None));
    let unplayed = Record::read("psq", b"Piskvorky 20x20, 0:0, 0\n-1").unwrap();
    assert_eq!((unplayed.moves.len(), unplayed.result.as_str()), (0, ""));
}

#[test]
fn a_wrong_psq_file_is_answered_with_place_reason_and_remedy() {
    let message = |text: &str| Record::read("psq", text.as_bytes()).unwrap_err().to_string();
    let head = "this is no psq file: a first line such as \"Piskvorky 15x15, 11:11, 0\" is needed";
    assert_eq!(message(""), head);
    assert_eq!(message("(;GM[4])"), head);
    let size = "a board of size \"15x20\": 5 to 22 lines and a square are needed";
    assert_eq!(message("Piskvorky 15x20, 0:0, 0"), size);
    let wrong = "line 3: \"16,8,0\" cannot be read; column,row,milliseconds, counted from 1 at the top left is needed";
    assert_eq!(message("Piskvorky 15x15, 0:0, 0\n8,8,0\n16,8,0\n"), wrong);
    assert!(message("Piskvorky 15x15, 0:0, 0\n0,8,0\n").starts_with("line 2"));
}

#[test]
fn a_pos_file_is_read_and_written() {
    let record = Record::read("pos", &[3, 112, 98, 210, 99]).unwrap();
    assert_eq!(moves_of(&record), "Bh8 Wi9 Ba1");
    assert_eq!(record.write(Format::Pos).unwrap(), [3, 112, 98, 210]);
    let needed = "this is no pos file: a byte with the number of moves and as many bytes behind it is needed";
    assert_eq!(Record::read("pos", &[]).unwrap_err().to_string(), needed);
    assert_eq!(Record::read("pos", &[2, 112]).unwrap_err().to_string(), needed);
    let wrong = Record::read("pos", &[1, 225]).unwrap_err().to_string();
    assert_eq!(wrong, "byte 2: \"225\" cannot be read; a number below 225 is needed");
}

#[test]
fn the_extension_decides() {
    assert_eq!(Format::from_extension(".SGF"), Some(Format::Sgf));
    let error = Record::read("lib", b"").unwrap_err();
    assert_eq!(error.to_string(), "no format has the extension \"lib\": sgf, psq or pos is needed");
}

#[test]
fn what_a_format_cannot_hold_is_said() {
    let with_pass = sgf("(;GM[4];B[hh];W[])").unwrap();
    let twice = sgf("(;GM[4];B[hh];B[ii])").unwrap();
    let large = sgf("(;GM[4]SZ[20];B[hh])").unwrap();
    let message = |record: &Record, format| record.write(format).unwrap_err().to_string();
    assert_eq!(message(&with_pass, Format::Psq), "a psq file cannot hold this: nobody may have passed");
    assert_eq!(
        message(&twice, Format::Pos),
        "a pos file cannot hold this: Black and White must have moved in turn"
    );
    assert_eq!(message(&large, Format::Pos), "a pos file cannot hold this: the board must be 15x15");
    let mut outside = Record::new(size(9));
    outside.setup.push(Stone { color: Color::Black, point: "o15".parse().unwrap() });
    for format in Format::ALL {
        let expected = format!("a {format} file cannot hold this: every point must lie on the board");
        assert_eq!(message(&outside, format), expected);
    }
}

#[test]
fn a_record_that_breaks_the_rules_is_refused_as_a_game() {
    let game = |text| sgf(text).unwrap().game(RENJU, Conduct::AT_ONCE).map(|game| game.outcome());
    assert_eq!(game("(;GM[4];B[hh];B[ii])"), Err(GameError::NotInTurn(Color::Black)));
    assert_eq!(game("(;GM[4];B[hh];W[])"), Err(GameError::Pass { number: 2, first: None }));
    assert!(matches!(game("(;GM[4];B[hh];W[hh])"), Err(GameError::Place(_))));
    assert!(matches!(game("(;GM[4]AB[hh]AW[hh])"), Err(GameError::Place(_))));
    assert!(sgf("(;GM[4];B[hh];W[hh])").unwrap().position(RENJU).is_err());
}

#[test]
fn a_game_is_recorded_and_read_back() {
    let conduct = Conduct { first_pass: Some(2), ..Conduct::AT_ONCE };
    let mut game = Game::new(Size::STANDARD, RENJU, conduct);
    for turn in ["h8", "--", "i8", "a3", "j8", "a5", "k8", "a7", "l8"] {
        game.take_turn(turn.parse().map_or(Turn::Pass, Turn::Place)).unwrap();
    }
    let record = Record::of(&game);
    assert_eq!(record.result, "Black wins: five in a row");
    let bytes = record.write(Format::Sgf).unwrap();
    let read = Record::read("sgf", &bytes).unwrap();
    assert_eq!(read, record);
    assert_eq!(read.game(RENJU, conduct).unwrap().outcome(), game.outcome());
}

fn any_color() -> impl Strategy<Value = Color> {
    prop::sample::select(Color::ALL.as_slice())
}

/// Any record that an SGF file can hold; set-up stones are listed by color, as there.
fn any_record() -> impl Strategy<Value = Record> {
    let names = ("\\PC{0,9}", "\\PC{0,9}", "\\PC{0,9}");
    let turns = prop::collection::vec(
        (any_color(), any::<prop::sample::Index>(), prop::option::of(any::<u64>())),
        0..40,
    );
    let setup = prop::collection::vec(any::<prop::sample::Index>(), 0..20);
    let rule = prop::option::of(prop::sample::select(Rule::ALL.as_slice()));
    (5usize..=22, rule, setup, turns, names, prop::option::of(any_color())).prop_map(
        |(side, rule, setup, turns, (black, white, result), first)| {
            let mut record = Record::new(size(side));
            let points: Vec<_> = record.size.points().collect();
            let n_black = setup.len() / 2;
            for (i, choice) in setup.iter().enumerate() {
                let color = if i < n_black { Color::Black } else { Color::White };
                record.setup.push(Stone { color, point: points[choice.index(points.len())] });
            }
            for (color, choice, ms) in turns {
                let turn = points.get(choice.index(points.len() + 1)).map_or(Turn::Pass, |&p| Turn::Place(p));
                record.moves.push(RecordedMove { color, turn, ms });
            }
            Record { rule, first, result, players: ByColor::new(black, white), ..record }
        },
    )
}

proptest! {
    #[test]
    fn sgf_files_are_read_back(record in any_record()) {
        let bytes = record.write(Format::Sgf).unwrap();
        prop_assert_eq!(Record::read_as(Format::Sgf, &bytes), Ok(record));
    }

    #[test]
    fn bare_moves_are_read_back_from_every_format(
        moves in prop::sample::subsequence(Size::STANDARD.points().collect::<Vec<_>>(), 0..=225).prop_shuffle(),
        ms in 1u64..9999,
        names in prop::option::of(("[a-zA-Z][\\w .]{0,8}[a-z]", "[a-zA-Z][\\w .]{0,8}[a-z]")),
    ) {
        let mut record = Record::new(Size::STANDARD);
        for (i, point) in moves.into_iter().enumerate() {
            record.moves.push(RecordedMove { color: Color::ALL[i % 2], turn: Turn::Place(point), ms: Some(ms) });
        }
        if let Some((black, white)) = names {
            record.players = ByColor::new(black, white);
        }
        for format in Format::ALL {
            let read = Record::read_as(format, &record.write(format).unwrap()).unwrap();
            prop_assert_eq!(moves_of(&read), moves_of(&record));
            if format != Format::Pos {
                prop_assert_eq!(&read, &record);
            }
        }
    }

    #[test]
    fn no_bytes_make_a_reader_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        for format in Format::ALL {
            let _ = Record::read_as(format, &bytes);
        }
    }

    #[test]
    fn no_damage_to_a_file_makes_a_reader_panic(
        record in any_record(),
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..8),
    ) {
        let sgf = record.write(Format::Sgf).unwrap();
        for (format, mut bytes) in [(Format::Sgf, sgf), (Format::Psq, PSQ.as_bytes().to_vec())] {
            for (at, byte) in &damage {
                let at = at.index(bytes.len());
                bytes[at] = *byte;
            }
            if let Ok(read) = Record::read_as(format, &bytes) {
                // What is read can be judged and written, or is refused with a reason.
                let _ = (read.position(RENJU), read.game(RENJU, Conduct::AT_ONCE));
                prop_assert!(read.write(Format::Sgf).is_ok());
            }
        }
    }
}
