//! Values on the command line that several commands take.

use std::time::Duration;

/// A time such as `5s`, `500ms`, `2m` or `1h`; seconds if no unit stands behind the number.
pub(crate) fn duration(text: &str) -> Result<Duration, &'static str> {
    tianyuan_player::parse_duration(text).ok_or("a time such as 5s, 500ms or 2m is needed")
}

/// A number from 1 to `MOST`.
pub(crate) fn number<const MOST: u64>(text: &str) -> Result<u64, String> {
    let number = text.parse().ok().filter(|number| (1..=MOST).contains(number));
    number.ok_or_else(|| match MOST {
        u64::MAX => "a number from 1 on is needed".to_owned(),
        most => format!("a number 1 to {most} is needed"),
    })
}

/// A number as this machine counts.
pub(crate) fn whole(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// `key=value` words such as `elo0=0 elo1=5`, each key once and known.
pub(crate) fn pairs<'a>(text: &'a str, keys: &[&str]) -> Result<Vec<(&'a str, &'a str)>, String> {
    let mut pairs: Vec<(&str, &str)> = Vec::new();
    for word in text.split([' ', ',']).filter(|word| !word.is_empty()) {
        let pair = word.split_once('=').filter(|(key, _)| keys.contains(key));
        let (key, value) = pair.ok_or_else(|| format!("{word:?} is none of {}", keys.join("=, ") + "="))?;
        if pairs.iter().any(|(known, _)| *known == key) {
            return Err(format!("{key}= is there twice"));
        }
        pairs.push((key, value));
    }
    Ok(pairs)
}
