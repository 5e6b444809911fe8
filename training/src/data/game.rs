//! A game as bytes.

use tianyuan_rules::{Color, Size};

use crate::play::{PlayedGame, Ply};

/// Stands for no value.
const NO_VALUE: i16 = i16::MIN;
/// Bytes before the moves.
const HEAD: usize = 13;

/// The bytes of a game.
pub(super) fn bytes(game: &PlayedGame, size: Size) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(HEAD + 4 * game.plies.len());
    bytes.extend(game.number.to_le_bytes());
    bytes.extend(game.opening.to_le_bytes());
    bytes.push(match game.winner {
        None => 0,
        Some(Color::Black) => 1,
        Some(Color::White) => 2,
    });
    for ply in &game.plies {
        let place = ply.point.row() * size.side() + ply.point.col();
        bytes.extend(u16::try_from(place).unwrap_or(u16::MAX).to_le_bytes());
        bytes.extend(ply.value.unwrap_or(NO_VALUE).to_le_bytes());
    }
    bytes
}

/// The game of these bytes, `None` if they are none.
pub(super) fn read(bytes: &[u8], size: Size) -> Option<PlayedGame> {
    let (number, rest) = bytes.split_first_chunk()?;
    let (opening, rest) = rest.split_first_chunk()?;
    let (winner, moves) = rest.split_first()?;
    let (moves, rest) = moves.as_chunks::<4>();
    let ply = |&[low, high, value_low, value_high]: &[u8; 4]| {
        let place = usize::from(u16::from_le_bytes([low, high]));
        let point = size.point(place % size.side(), place / size.side())?;
        let value = Some(i16::from_le_bytes([value_low, value_high])).filter(|&value| value != NO_VALUE);
        Some(Ply { point, value })
    };
    let winner = match winner {
        0 => None,
        1 => Some(Color::Black),
        2 => Some(Color::White),
        _ => return None,
    };
    let plies = moves.iter().map(ply).collect::<Option<_>>()?;
    let (number, opening) = (u64::from_le_bytes(*number), u32::from_le_bytes(*opening));
    rest.is_empty().then_some(PlayedGame { number, opening, winner, plies })
}
