//! A time in readable form.

use std::fmt::{self, Display, Formatter};

/// Milliseconds since the Unix epoch, shown as `2026-11-20 21:45:00` in UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct CivilTime(pub(crate) u64);

impl Display for CivilTime {
    /// Counts in eras of 400 years that begin on 1 March, so that the leap day
    /// is the last of its year.
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        const DAYS_PER_ERA: u64 = 146_097;
        const DAYS_BEFORE_EPOCH: u64 = 719_468;
        let seconds = self.0 / 1_000;
        let days = seconds / 86_400 + DAYS_BEFORE_EPOCH;
        let (era, day) = (days / DAYS_PER_ERA, days % DAYS_PER_ERA);
        let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
        let day = day - (365 * year + year / 4 - year / 100);
        let march_month = (5 * day + 2) / 153;
        let day = day - (153 * march_month + 2) / 5 + 1;
        let month = if march_month < 10 { march_month + 3 } else { march_month - 9 };
        let year = era * 400 + year + u64::from(month <= 2);
        let (hour, minute, second) = (seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60);
        write!(f, "{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_shown_as_dates_in_utc() {
        for (seconds, text) in [
            (0, "1970-01-01 00:00:00"),
            (951_782_399, "2000-02-28 23:59:59"),
            (951_782_400, "2000-02-29 00:00:00"),
            (951_868_800, "2000-03-01 00:00:00"),
            (1_709_164_800, "2024-02-29 00:00:00"),
            (1_795_211_100, "2026-11-20 21:45:00"),
            (4_107_542_400, "2100-03-01 00:00:00"),
        ] {
            assert_eq!(CivilTime(seconds * 1_000).to_string(), text);
        }
        assert!(CivilTime(u64::MAX).to_string().starts_with("584556019-"));
    }
}
