//! Reading words and numbers from bytes that may be anything.

use smallvec::SmallVec;

/// The first word of a line and what follows it, both without blanks at their ends.
pub(crate) fn split_word(line: &[u8]) -> (&[u8], &[u8]) {
    let line = line.trim_ascii();
    let end = line.iter().position(u8::is_ascii_whitespace).unwrap_or(line.len());
    let (word, rest) = line.split_at(end);
    (word, rest.trim_ascii())
}

/// A whole number with an optional sign. Numbers too large are cut to the largest there is.
pub(crate) fn integer(word: &[u8]) -> Option<i64> {
    let (negative, digits) = match word {
        [b'-', digits @ ..] => (true, digits),
        [b'+', digits @ ..] | digits => (false, digits),
    };
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    let append = |n: i64, digit: &u8| n.saturating_mul(10).saturating_add(i64::from(digit - b'0'));
    let magnitude = digits.iter().fold(0, append);
    Some(if negative { -magnitude } else { magnitude })
}

/// Whole numbers, each two parted by blanks, by one comma, or by both.
pub(crate) fn integers(text: &[u8]) -> Option<SmallVec<[i64; 8]>> {
    let mut numbers = SmallVec::new();
    for part in text.split(|&byte| byte == b',') {
        let part = part.trim_ascii();
        if part.is_empty() {
            return None;
        }
        for word in part.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()) {
            numbers.push(integer(word)?);
        }
    }
    Some(numbers)
}

/// Text as it can be quoted in a reply: at most `limit` characters, the replies themselves see to the rest.
pub(crate) fn quote(text: &[u8], limit: usize) -> String {
    String::from_utf8_lossy(text).chars().take(limit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_at_any_blank() {
        assert_eq!(split_word(b" TURN \t 7,7 \r\n"), (&b"TURN"[..], &b"7,7"[..]));
        assert_eq!(split_word(b"END"), (&b"END"[..], &b""[..]));
        assert_eq!(split_word(b""), (&b""[..], &b""[..]));
    }

    #[test]
    fn integers_are_strict_about_form_and_lenient_about_size() {
        assert_eq!(integer(b"-12"), Some(-12));
        assert_eq!(integer(b"+7"), Some(7));
        assert_eq!(integer(b"99999999999999999999999"), Some(i64::MAX));
        for garbage in [&b""[..], b"-", b"1.5", b"7x", b"--1", b"\xff"] {
            assert_eq!(integer(garbage), None, "{garbage:?}");
        }
    }

    #[test]
    fn lists_take_blanks_or_one_comma_between_numbers() {
        assert_eq!(integers(b"7 , 8,1  9 9 2").as_deref(), Some(&[7, 8, 1, 9, 9, 2][..]));
        for garbage in [&b""[..], b"7,,8", b",7", b"7,", b"7;8"] {
            assert_eq!(integers(garbage), None, "{garbage:?}");
        }
    }
}
