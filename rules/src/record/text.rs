//! Bytes as text, and text as lines.

use std::borrow::Cow;

use super::{Limit, MAX_BYTES, Place, Problem, RecordError};

/// What some programs put before a text in UTF-8. It is no part of the text.
pub(super) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The text of a file. Bytes that are no UTF-8 become the replacement character U+FFFD.
pub(super) fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, RecordError> {
    check_length(bytes)?;
    Ok(String::from_utf8_lossy(bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(bytes)))
}

/// Files longer than [`MAX_BYTES`] are not read.
pub(super) fn check_length(bytes: &[u8]) -> Result<(), RecordError> {
    if bytes.len() <= MAX_BYTES {
        return Ok(());
    }
    Err(RecordError::Broken { place: Place::Byte(MAX_BYTES + 1), problem: Problem::TooMuch(Limit::Bytes) })
}

/// The lines of a text, each with the byte at which it begins. They end with LF, CR or CR LF.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    text.split_inclusive(['\n', '\r']).filter_map(move |line| {
        let start = at;
        at += line.len();
        // What a CR LF leaves of itself is no line of its own.
        let is_rest = line == "\n" && start > 0 && text.as_bytes().get(start - 1) == Some(&b'\r');
        (!is_rest).then(|| (start, line.trim_end_matches(['\n', '\r'])))
    })
}
