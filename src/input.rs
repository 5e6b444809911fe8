//! Reading bytes as they come.
#![deny(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use std::io::{self, Read};
use std::ops::ControlFlow;

/// Hands on each byte until the input ends or cannot be read, or `take` breaks.
pub(crate) fn each_byte(
    mut input: impl Read,
    mut take: impl FnMut(u8) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut buffer = [0; 4096];
    loop {
        let n = match input.read(&mut buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Ok(0) | Err(_) => return ControlFlow::Continue(()),
            Ok(n) => n,
        };
        buffer.iter().take(n).try_for_each(|&byte| take(byte))?;
    }
}
