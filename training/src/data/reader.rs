//! Reading games.

use std::io::{self, BufRead, Read};

use tianyuan_rules::Size;

use super::{FORMAT, Header, LONGEST_GAME, LONGEST_HEADER, VERSIONS, checksum, game, version};
use crate::play::PlayedGame;
use crate::setup::Conditions;

/// Why a file has no games to read.
#[derive(Debug, thiserror::Error)]
pub enum GamesError {
    /// The first line is not that of such a file.
    #[error("this is no file of training games")]
    NoGames,
    /// The file is of another version.
    #[error("version {0} is not known here, {old} and {new} are", old = VERSIONS[0], new = VERSIONS[1])]
    Version(u32),
    /// The size of the board is none.
    #[error("no board has {0} lines")]
    Size(usize),
    /// It cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// The games of a file, one by one, up to the first that is not whole.
#[derive(Debug)]
pub struct Games<R> {
    input: R,
    conditions: Conditions,
    size: Size,
    whole_bytes: u64,
}

impl<R: BufRead> Games<R> {
    /// Reads the header of a file.
    pub fn new(mut input: R) -> Result<Self, GamesError> {
        let mut line = Vec::new();
        input.by_ref().take(LONGEST_HEADER).read_until(b'\n', &mut line)?;
        let header: Header = serde_json::from_slice(&line).map_err(|_| GamesError::NoGames)?;
        if header.format != FORMAT || !line.ends_with(b"\n") {
            return Err(GamesError::NoGames);
        }
        if header.version != version(&header.conditions) {
            return Err(GamesError::Version(header.version));
        }
        let conditions = header.conditions;
        let size = Size::new(conditions.size).ok_or(GamesError::Size(conditions.size))?;
        Ok(Self { input, conditions, size, whole_bytes: line.len() as u64 })
    }

    /// What holds for all games.
    pub const fn conditions(&self) -> &Conditions {
        &self.conditions
    }

    /// Bytes of the header and of the games that were read: what is behind the last whole game can be cut off there.
    pub const fn whole_bytes(&self) -> u64 {
        self.whole_bytes
    }

    fn read_game(&mut self) -> Option<PlayedGame> {
        let mut head = [0; 8];
        self.input.read_exact(&mut head).ok()?;
        let ([length, sum], _) = head.as_chunks::<4>() else { return None };
        let length = usize::try_from(u32::from_le_bytes(*length)).ok().filter(|&n| n <= LONGEST_GAME)?;
        let mut bytes = vec![0; length];
        self.input.read_exact(&mut bytes).ok()?;
        if checksum(&bytes) != u32::from_le_bytes(*sum) {
            return None;
        }
        let game = game::read(&bytes, self.size, version(&self.conditions))?;
        self.whole_bytes += (head.len() + length) as u64;
        Some(game)
    }
}

impl<R: BufRead> Iterator for Games<R> {
    type Item = PlayedGame;

    fn next(&mut self) -> Option<PlayedGame> {
        self.read_game()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use tianyuan_player::Insight;
    use tianyuan_rules::Color;

    use super::super::Writer;
    use super::*;
    use crate::play::Ply;
    use crate::setup::tests::setup;

    fn games() -> impl Strategy<Value = Vec<PlayedGame>> {
        let point = || {
            let place = (0..15_usize, 0..15_usize);
            place.prop_map(|(col, row)| Size::STANDARD.point(col, row).expect("on the board"))
        };
        let moves = proptest::collection::vec(point(), 1..6);
        let inner = (moves, -20_000..=20_000_i32, 0..=255_u32);
        let inner = inner.prop_map(|(moves, value, depth)| Insight { moves, value, depth });
        let insights = proptest::collection::vec(inner, 0..4);
        let ply = (point(), proptest::option::of(-30_000..=30_000_i16), insights);
        let ply = ply.prop_map(|(point, value, insights)| Ply { point, value, insights });
        let winner = proptest::sample::select(vec![None, Some(Color::Black), Some(Color::White)]);
        let game = (any::<u64>(), any::<u32>(), winner, proptest::collection::vec(ply, 0..40))
            .prop_map(|(number, opening, winner, plies)| PlayedGame { number, opening, winner, plies });
        proptest::collection::vec(game, 0..8)
    }

    fn written(games: &[PlayedGame]) -> Vec<u8> {
        written_with(games, 4)
    }

    /// The file of games of which so many positions are kept from inside of each search.
    fn written_with(games: &[PlayedGame], insights: usize) -> Vec<u8> {
        let mut bytes = Vec::new();
        let conditions = Conditions { insights, ..setup(1).conditions().clone() };
        let mut writer = Writer::new(&mut bytes, &conditions).expect("it can be written");
        for game in games {
            writer.write(game).expect("it can be written");
        }
        bytes
    }

    proptest! {
        /// A file has its games, and cut anywhere its whole ones; what can be cut off is behind them.
        #[test]
        fn a_file_cut_anywhere_has_its_whole_games(games in games(), at in any::<proptest::sample::Index>()) {
            let bytes = written(&games);
            let mut reader = Games::new(&bytes[..]).expect("a file");
            prop_assert_eq!(&reader.by_ref().collect::<Vec<_>>(), &games);
            prop_assert_eq!(reader.whole_bytes(), bytes.len() as u64);
            let cut = &bytes[..at.index(bytes.len() + 1)];
            let Ok(mut reader) = Games::new(cut) else { return Ok(()) };
            let read: Vec<_> = reader.by_ref().collect();
            prop_assert_eq!(&read[..], &games[..read.len()]);
            prop_assert_eq!(written(&read).len() as u64, reader.whole_bytes());
        }

        /// A file of version 1 has the same games without what comes from inside of searches.
        #[test]
        fn games_alone_are_kept_alone(mut games in games()) {
            let bytes = written_with(&games, 0);
            games.iter_mut().flat_map(|game| &mut game.plies).for_each(|ply| ply.insights.clear());
            prop_assert_eq!(Games::new(&bytes[..]).expect("a file").collect::<Vec<_>>(), games);
        }

        /// Damage is noticed: no game is read that was not written.
        #[test]
        fn damage_is_noticed(games in games(), at in any::<proptest::sample::Index>(), flip in 1..=255_u8) {
            let mut bytes = written(&games);
            let n_header = written(&[]).len();
            prop_assume!(bytes.len() > n_header);
            let damaged = n_header + at.index(bytes.len() - n_header);
            bytes[damaged] ^= flip;
            let read: Vec<_> = Games::new(&bytes[..]).expect("the header is whole").collect();
            prop_assert!(read.len() < games.len() && read[..] == games[..read.len()]);
        }
    }

    #[test]
    fn other_files_are_refused() {
        for (bytes, expected) in [
            (&b""[..], "this is no file of training games"),
            (b"{}\n", "this is no file of training games"),
            (b"\xff\x00\n", "this is no file of training games"),
        ] {
            assert_eq!(Games::new(bytes).expect_err("refused").to_string(), expected);
        }
        let newer =
            String::from_utf8(written_with(&[], 0)).expect("text").replace("\"version\":1", "\"version\":3");
        assert_eq!(
            Games::new(newer.as_bytes()).expect_err("refused").to_string(),
            "version 3 is not known here, 1 and 2 are"
        );
    }
}
