//! Every word that managers say, and lines made of them with good and bad arguments.

use tianyuan_protocol::KEYS;

use super::grid::Grid;
use crate::random::Random;

/// What belongs to a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Nothing.
    Alone,
    /// The side of a board, once or twice.
    Size,
    /// A point, best an empty one.
    Point,
    /// The point of the last stone.
    LastPoint,
    /// Lines of stones up to `DONE`.
    Stones,
    /// Lines of points up to `DONE`.
    Points,
    /// A line with the path of a file.
    Path,
    /// A key and a value.
    Setting,
    /// A number.
    Number,
    /// A point that is forbidden to a side.
    Forbidden,
    /// Lines of the first stones up to `DONE`, and perhaps one of offers.
    Opening,
}

use Form::{Alone, Forbidden, LastPoint, Number, Opening, Path, Point, Points, Setting, Size, Stones};

/// The words of a game.
pub(super) const GAME: &[(&str, Form)] = &[
    ("START", Size),
    ("RECTSTART", Size),
    ("RESTART", Alone),
    ("BEGIN", Alone),
    ("TURN", Point),
    ("TURN", Point),
    ("TURN", Point),
    ("PLAY", Point),
    ("TAKEBACK", LastPoint),
    ("BOARD", Stones),
    ("INFO", Setting),
    ("INFO", Setting),
    ("INFO", Setting),
    ("STOP", Alone),
    ("ABOUT", Alone),
    ("END", Alone),
    ("SWAP2BOARD", Points),
    ("SWAPBOARD", Points),
    ("SWAP1STBOARD", Points),
    ("PROBOARD", Points),
    ("RIFSTEP1", Alone),
    ("RIFSTEP2", Opening),
    ("SOOSYRVSTEP4 3", Opening),
    ("SOOSYRVSTEP6 2", Opening),
    ("TARAGUCHISTEP2", Opening),
    ("YAMAGUCHISTEP5 1", Opening),
    ("SHOWFORBID", Stones),
    ("BALANCE 1", Stones),
    ("BALANCE 2", Stones),
    ("PROTOCOLVERSION", Alone),
];

/// The words of analysis boards.
pub(super) const ANALYSIS: &[(&str, Form)] = &[
    ("yxboard", Stones),
    ("yxstop", Alone),
    ("yxshowinfo", Alone),
    ("yxshowforbid", Alone),
    ("yxnbest", Number),
    ("yxsearchdefend", Alone),
    ("yxblock", Points),
    ("yxblockundo", Points),
    ("yxblockreset", Alone),
    ("yxblockpath", Points),
    ("yxblockpathundo", Points),
    ("yxblockpathreset", Alone),
    ("yxforbid", Forbidden),
    ("yxforbid", Forbidden),
    ("yxhashclear", Alone),
    ("yxhashdump", Path),
    ("yxhashload", Path),
    ("yxshowhashusage", Alone),
    ("yxdraw", Alone),
    ("yxresign", Alone),
    ("yxprintfeature", Alone),
    ("yxswap2step1", Alone),
    ("yxswap2step2", Alone),
    ("yxswap2step3", Alone),
    ("yxsoosorvstep1", Alone),
    ("yxsoosorvstep2", Opening),
    ("yxsoosorvstep3", Opening),
    ("yxsoosorvstep4 2", Opening),
    ("yxsoosorvstep5 3", Opening),
    ("yxsoosorvstep6", Opening),
    ("yxbalanceone", Number),
    ("yxbalancetwo", Number),
];

/// The words to a database.
pub(super) const DATABASE: &[(&str, Form)] = &[
    ("yxquerydatabaseall", Points),
    ("yxquerydatabaseallt", Points),
    ("yxquerydatabaseone", Points),
    ("yxquerydatabasetext", Points),
    ("yxedittvddatabase", Points),
    ("yxeditlabeldatabase", Points),
    ("yxedittextdatabase", Points),
    ("yxdeletedatabaseone", Points),
    ("yxdeletedatabaseall", Points),
    ("yxsetbestmovedatabase", Points),
    ("yxclearbestmovedatabase", Points),
    ("yxsetdatabase", Path),
    ("yxsavedatabase", Alone),
    ("yxdbcheck", Alone),
    ("yxdbfix", Alone),
    ("yxdbtopos", Path),
    ("yxdbtotxt", Path),
    ("yxdbtotxtall", Path),
    ("yxtxttodb", Path),
    ("yxlibtodb", Path),
    ("yxdbtolib", Path),
    ("yxdbmerge", Path),
    ("yxdbsplit", Path),
];

/// Numbers at the edges of types and ranges.
pub(super) const EDGES: &[&str] = &[
    "0",
    "-1",
    "1",
    "4",
    "5",
    "21",
    "22",
    "23",
    "255",
    "256",
    "65536",
    "2147483647",
    "2147483648",
    "-2147483648",
    "4294967296",
    "9223372036854775807",
    "9223372036854775808",
    "-9223372036854775808",
    "18446744073709551615",
    "99999999999999999999999999",
    "+5",
    "-0",
    "007",
    "1e3",
    "0x10",
    "1.5",
    "",
];

const VALUES: &[&str] =
    &["0", "1", "2", "3", "4", "5", "8", "9", "16", "50", "500", "1000", "30000", "600000", "100000000"];
const PATHS: &[&str] = &[
    "x.bin",
    "my table.bin",
    "../up.bin",
    "sub/x",
    "C:\\Some Dir\\it's",
    "START 15",
    "END",
    "/",
    ".",
    "\u{e4}",
];
const SIDES: &[&str] =
    &["15", "15", "15", "20", "5", "6", "9", "22", "19", "15 15", "9,9", "4", "23", "10 12"];

/// The lines of a command. What belongs to it may be right or wrong, stand on one line or on several, and its
/// end may be missing or said twice.
pub(super) fn lines(word: &str, form: Form, grid: &Grid, random: &mut Random) -> Vec<String> {
    let word = in_some_case(word, random);
    let one = |rest: String| vec![format!("{word} {rest}")];
    match form {
        Alone => vec![word],
        Size => one(random.one_of(SIDES).to_owned()),
        Point => one(point(grid, random)),
        LastPoint => one(last_point(grid, random)),
        Number => one(random.one_of(VALUES).to_owned()),
        Forbidden => one(forbidden(grid, random)),
        Setting => one(setting(random)),
        Path => in_lines(word, vec![random.one_of(PATHS).to_owned()], None, random),
        Points => {
            let n = random.below(6);
            let points = (0..n).map(|_| point(grid, random)).collect();
            in_lines(word, points, Some("done"), random)
        }
        Opening => in_lines(word, opening(grid, random), Some("done"), random),
        Stones => {
            let stones = stones(grid, random);
            in_lines(word, stones, Some("DONE"), random)
        }
    }
}

/// A small board on which one or two points are left, and the moves there.
pub(super) fn nearly_full_board(random: &mut Random) -> Vec<String> {
    let side = 5 + random.below(2);
    let (n, n_left) = (side * side, 1 + random.below(2));
    let point = |i: usize| format!("{},{}", i % side, i / side);
    let stones = (0..n - n_left).map(|i| format!("{},{}", point(i), 1 + i % 2)).collect();
    let mut lines = vec![format!("START {side}")];
    lines.extend(in_lines("yxboard".to_owned(), stones, Some("done"), random));
    lines.extend((n - n_left..n).map(|i| format!("{} {}", random.one_of(&["PLAY", "TURN"]), point(i))));
    let asks = ["yxnbest 3", "yxsearchdefend", "yxnbest", "TURN 0,0", "BEGIN", "yxshowforbid"];
    lines.extend((0..3).map(|_| random.one_of(&asks).to_owned()));
    lines
}

fn in_some_case(word: &str, random: &mut Random) -> String {
    match random.below(4) {
        0 => word.to_lowercase(),
        1 => word.to_uppercase(),
        _ => word.to_owned(),
    }
}

/// A word and its lines, one below the other or on one.
fn in_lines(word: String, lines: Vec<String>, end: Option<&str>, random: &mut Random) -> Vec<String> {
    let ends = match random.below(20) {
        0 => 0,
        1 => 2,
        _ => 1,
    };
    let ends = (0..ends).filter_map(|_| end).map(str::to_owned);
    let whole = std::iter::once(word).chain(lines).chain(ends);
    if random.percent(40) { vec![whole.collect::<Vec<_>>().join(" ")] } else { whole.collect() }
}

/// An empty point more often than not.
fn point(grid: &Grid, random: &mut Random) -> String {
    let n = grid.side();
    let wants_empty = random.percent(85);
    let mut place = (random.below(n), random.below(n));
    for _ in 0..20 {
        if !wants_empty || !grid.is_taken(place.0, place.1) {
            break;
        }
        place = (random.below(n), random.below(n));
    }
    match random.below(40) {
        0 => format!("{},{}", n, place.1),
        1 => format!("{} {}", place.0, place.1),
        2 => random.one_of(EDGES).to_owned(),
        3 => format!("{},{}", random.one_of(EDGES), random.one_of(EDGES)),
        _ => grid.coord(place.0, place.1).to_string(),
    }
}

fn last_point(grid: &Grid, random: &mut Random) -> String {
    let last = grid.last().filter(|_| random.percent(80));
    last.map_or_else(|| point(grid, random), |coord| coord.to_string())
}

fn forbidden(grid: &Grid, random: &mut Random) -> String {
    let word = random.one_of(&["add", "del", "ADD"]);
    let point = point(grid, random).replace(',', " ");
    format!("{word} {point} {}", random.below(2) + usize::from(random.once_in(20)))
}

fn setting(random: &mut Random) -> String {
    let key = random.one_of(KEYS).name.replace('*', "x");
    let key = in_some_case(&key, random);
    match random.below(10) {
        0 => format!("{key} {}", random.one_of(EDGES)),
        1 => format!("{key} {}", random.one_of(PATHS)),
        2 => key,
        _ => format!("{key} {}", random.one_of(VALUES)),
    }
}

/// The first stones of one of the 26 openings more often than not, now and then with an offer behind the end.
fn opening(grid: &Grid, random: &mut Random) -> Vec<String> {
    let (n, middle) = (grid.side(), grid.side() / 2);
    let mut stones: Vec<String> = [(0, 0), (0, 1), (1, 2), (2, 0), (3, 3), (0, 4)]
        .iter()
        .map(|&(down, right)| grid.coord((middle + down).min(n - 1), (middle + right).min(n - 1)).to_string())
        .collect();
    stones.truncate(random.below(7));
    if random.once_in(3) {
        let offers = format!("{} {}", point(grid, random), point(grid, random));
        stones.extend(["done".to_owned(), offers]);
    }
    stones
}

/// Stones on different points; now and then one of them is wrong.
fn stones(grid: &Grid, random: &mut Random) -> Vec<String> {
    let n = grid.side();
    let most = if random.once_in(40) { n * n + 2 } else { 14 };
    let (first, step, wrong) = (random.below(n * n), 1 + 2 * random.below(40), random.below(80));
    let n_stones = random.below(most);
    let stone = |i: usize| {
        let place = (first + i * step) % (n * n);
        let owner = if random.once_in(20) { 3 } else { 1 + i % 2 };
        let owner = if i == wrong { random.below(5) } else { owner };
        format!("{},{owner}", grid.coord(place / n, place % n))
    };
    (0..n_stones).map(stone).collect()
}
