//! Numbers as people and the readers of Rapfi's output expect them.

use std::time::Duration;

/// Milliseconds below 10 seconds, then the largest unit that keeps the number above 9, or hours.
pub(super) fn time(elapsed: Duration) -> String {
    let seconds = elapsed.as_secs();
    match seconds {
        0..10 => format!("{}ms", elapsed.as_millis()),
        10..600 => format!("{seconds}s"),
        600..36_000 => format!("{}min", seconds / 60),
        _ => format!("{}h", seconds / 3600),
    }
}

/// Plain below 10,000, then in thousands `K`, millions `M` or thousand millions `G`, cut off.
pub(super) fn count(n: u64) -> String {
    match n {
        0..10_000 => n.to_string(),
        10_000..10_000_000 => format!("{}K", n / 1000),
        10_000_000..10_000_000_000 => format!("{}M", n / 1_000_000),
        _ => format!("{}G", n / 1_000_000_000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        let shown = |ms| time(Duration::from_millis(ms));
        assert_eq!(shown(9_999), "9999ms");
        assert_eq!(shown(12_000), "12s");
        assert_eq!(shown(720_000), "12min");
        assert_eq!(shown(90_000_000), "25h");
    }

    #[test]
    fn counts_have_units() {
        let shown = [0, 9_999, 10_000, 9_999_999, 10_000_000, u64::MAX].map(count);
        assert_eq!(shown, ["0", "9999", "10K", "9999K", "10M", "18446744073G"]);
    }
}
