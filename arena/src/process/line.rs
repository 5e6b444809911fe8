//! What a line of an engine is.

/// The words of a line that is said by the way and answers nothing; none of any other line.
pub(crate) fn by_the_way(line: &str) -> Option<&str> {
    let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
    is_one_of(word, &["MESSAGE", "DEBUG", "INFO"]).then_some(rest)
}

/// Whether a line says that a command cannot be done or is not known.
pub(crate) fn is_refusal(line: &str) -> bool {
    begins_with(line, "ERROR") || begins_with(line, "UNKNOWN")
}

/// Whether this is the first word of a line, in any case.
pub(crate) fn begins_with(line: &str, word: &str) -> bool {
    is_one_of(line.split(' ').next().unwrap_or_default(), &[word])
}

/// The numbers of a line that is a move: `x,y`.
pub(crate) fn numbers(line: &str) -> Option<(i64, i64)> {
    let (x, y) = line.split_once(',')?;
    Some((x.trim().parse().ok()?, y.trim().parse().ok()?))
}

fn is_one_of(word: &str, known: &[&str]) -> bool {
    known.iter().any(|known| word.eq_ignore_ascii_case(known))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_told_apart() {
        assert_eq!((by_the_way("message a b"), by_the_way("INFO PV 0")), (Some("a b"), Some("PV 0")));
        assert_eq!((by_the_way("MESSAGES"), by_the_way("7,7"), by_the_way("")), (None, None, None));
        assert!(is_refusal("error x") && is_refusal("UNKNOWN") && !is_refusal("ERRORS") && !is_refusal("OK"));
        assert_eq!(
            (numbers(" 7 , 8"), numbers("-1,99"), numbers("7;8")),
            (Some((7, 8)), Some((-1, 99)), None)
        );
    }
}
