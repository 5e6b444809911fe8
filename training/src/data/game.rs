//! A game as bytes.

use tianyuan_player::Insight;
use tianyuan_rules::{Color, Point, Size};

use crate::play::{PlayedGame, Ply};

/// Stands for no value.
const NO_VALUE: i16 = i16::MIN;

/// The bytes of a game; version 1 leaves out what comes from inside of searches.
pub(super) fn bytes(game: &PlayedGame, size: Size, version: u32) -> Vec<u8> {
    let mut bytes = Vec::new();
    bytes.extend(game.number.to_le_bytes());
    bytes.extend(game.opening.to_le_bytes());
    bytes.push(match game.winner {
        None => 0,
        Some(Color::Black) => 1,
        Some(Color::White) => 2,
    });
    for ply in &game.plies {
        bytes.extend(place(ply.point, size));
        bytes.extend(ply.value.unwrap_or(NO_VALUE).to_le_bytes());
        if version == 1 {
            continue;
        }
        let insights: Vec<_> = ply.insights.iter().filter_map(|one| insight(one, size)).take(255).collect();
        bytes.extend(u8::try_from(insights.len()));
        bytes.extend(insights.into_iter().flatten());
    }
    bytes
}

/// The bytes of a position from inside of a search, `None` for one that a file has no room for.
fn insight(insight: &Insight, size: Size) -> Option<Vec<u8>> {
    let Insight { moves, value, depth } = insight;
    let mut bytes = vec![u8::try_from(*depth).ok()?];
    bytes.extend(i16::try_from(*value).ok()?.to_le_bytes());
    bytes.push(u8::try_from(moves.len()).ok()?);
    bytes.extend(moves.iter().flat_map(|&point| place(point, size)));
    Some(bytes)
}

fn place(point: Point, size: Size) -> [u8; 2] {
    let place = point.row() * size.side() + point.col();
    u16::try_from(place).unwrap_or(u16::MAX).to_le_bytes()
}

/// The game of these bytes, `None` if they are none.
pub(super) fn read(bytes: &[u8], size: Size, version: u32) -> Option<PlayedGame> {
    let mut bytes = Bytes { rest: bytes, size };
    let number = u64::from_le_bytes(bytes.take()?);
    let opening = u32::from_le_bytes(bytes.take()?);
    let winner = match bytes.take()? {
        [0] => None,
        [1] => Some(Color::Black),
        [2] => Some(Color::White),
        _ => return None,
    };
    let mut plies = Vec::new();
    while !bytes.rest.is_empty() {
        let point = bytes.point()?;
        let value = Some(i16::from_le_bytes(bytes.take()?)).filter(|&value| value != NO_VALUE);
        let insights = if version == 1 { Vec::new() } else { bytes.insights()? };
        plies.push(Ply { point, value, insights });
    }
    Some(PlayedGame { number, opening, winner, plies })
}

/// Bytes that are being read.
struct Bytes<'a> {
    rest: &'a [u8],
    size: Size,
}

impl Bytes<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (taken, rest) = self.rest.split_first_chunk()?;
        self.rest = rest;
        Some(*taken)
    }

    fn point(&mut self) -> Option<Point> {
        let place = usize::from(u16::from_le_bytes(self.take()?));
        self.size.point(place % self.size.side(), place / self.size.side())
    }

    fn insights(&mut self) -> Option<Vec<Insight>> {
        let [n] = self.take()?;
        (0..n).map(|_| self.insight()).collect()
    }

    fn insight(&mut self) -> Option<Insight> {
        let [depth] = self.take()?;
        let value = i32::from(i16::from_le_bytes(self.take()?));
        let [n_moves] = self.take()?;
        let moves = (0..n_moves).map(|_| self.point()).collect::<Option<_>>()?;
        Some(Insight { moves, value, depth: u32::from(depth) })
    }
}
