//! Durations in readable form.

/// Writes how long something took: `0.1 s` at the least, `0.4 s`, `42 s`, `3 min 5 s`, `2 h 0 min`.
pub(crate) fn span(ms: u64) -> String {
    let seconds = ms.saturating_add(500) / 1_000;
    match ms {
        // What would round up to ten is shown without tenths.
        0..9_950 => format!("{:.1} s", ms.max(100) as f64 / 1_000.0),
        9_950..59_500 => format!("{seconds} s"),
        59_500..3_599_500 => format!("{} min {} s", seconds / 60, seconds % 60),
        _ => format!("{} h {} min", seconds / 3_600, seconds / 60 % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_has_as_many_digits_as_are_useful() {
        let times = [0, 49, 50, 412, 9_949, 9_950, 59_499, 59_500, 185_000, 3_599_499, 3_599_500];
        assert_eq!(
            times.map(span),
            [
                "0.1 s",
                "0.1 s",
                "0.1 s",
                "0.4 s",
                "9.9 s",
                "10 s",
                "59 s",
                "1 min 0 s",
                "3 min 5 s",
                "59 min 59 s",
                "1 h 0 min"
            ]
        );
        assert_eq!(span(7_384_000), "2 h 3 min");
        assert_eq!(span(u64::MAX), "5124095576030 h 25 min");
    }
}
