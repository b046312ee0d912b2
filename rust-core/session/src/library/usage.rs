//! What conversations have cost, month by month.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::cost_ledger::CostLedger;

/// A month of the calendar, in UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "u32", from = "u32")]
pub struct Month {
    /// The year, from 1970 on.
    pub year: u32,
    /// The month, from 1 to 12.
    pub month: u32,
}

impl Month {
    /// The month of a time in milliseconds since the Unix epoch.
    pub fn of(at: u64) -> Self {
        let (year, month, _) = civil(at);
        Self { year, month }
    }
}

/// Year, month and day, in UTC, of a time in milliseconds since the Unix epoch.
pub(crate) fn civil(at: u64) -> (u32, u32, u32) {
    // The calendar repeats after 146,097 days; this counts from March on, so
    // that a leap day is the last of its year.
    let days = at / 86_400_000 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day_of_year = day - (365 * year + year / 4 - year / 100);
    let from_march = (5 * day_of_year + 2) / 153;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    let year = year + era * 400 + u64::from(month <= 2);
    let day = day_of_year - (153 * from_march + 2) / 5 + 1;
    let small = |number| u32::try_from(number).unwrap_or(u32::MAX / 16);
    (small(year), small(month), small(day))
}

impl From<Month> for u32 {
    fn from(month: Month) -> Self {
        month.year.saturating_mul(12).saturating_add(month.month.saturating_sub(1))
    }
}

impl From<u32> for Month {
    fn from(number: u32) -> Self {
        Self { year: number / 12, month: number % 12 + 1 }
    }
}

impl fmt::Display for Month {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}", self.year, self.month)
    }
}

/// The costs of one or more conversations, as recorded in their journals.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct LibraryUsage {
    /// By month, in UTC.
    pub months: BTreeMap<Month, CostLedger>,
    /// Answers whose cost is not in the journals, because they were written before journals
    /// recorded costs; they count as unknown.
    pub unrecorded: u64,
}

impl LibraryUsage {
    /// Adds what was spent at a time, in milliseconds since the Unix epoch.
    pub fn add(&mut self, at: u64, spent: &CostLedger) {
        self.months.entry(Month::of(at)).or_default().absorb(spent);
    }

    /// Adds what another conversation cost.
    pub fn absorb(&mut self, other: &Self) {
        for (month, spent) in &other.months {
            self.months.entry(*month).or_default().absorb(spent);
        }
        self.unrecorded = self.unrecorded.saturating_add(other.unrecorded);
    }

    /// All months together.
    pub fn total(&self) -> CostLedger {
        let mut total = CostLedger::default();
        self.months.values().for_each(|spent| total.absorb(spent));
        total
    }

    /// Calls and answers whose tokens or price are unknown: if there are any, the
    /// dollars are a lower bound.
    pub fn unknown(&self) -> u64 {
        self.total().unknown().saturating_add(self.unrecorded)
    }

    /// Of these, calls and answers whose tokens are unknown as well: if there
    /// are any, the token counts are a lower bound.
    pub fn unreported(&self) -> u64 {
        self.total().unreported().saturating_add(self.unrecorded)
    }
}

#[cfg(test)]
mod tests {
    use vibeue_tokens::ServerUsage;

    use super::*;

    #[test]
    fn months_are_those_of_the_calendar() {
        for (at, month) in [
            (0, "1970-01"),
            (951_782_399_999, "2000-02"),
            (951_868_800_000, "2000-03"),
            (1_709_164_800_000, "2024-02"),
            (1_709_251_200_000, "2024-03"),
            (1_767_225_599_999, "2025-12"),
            (1_767_225_600_000, "2026-01"),
            (4_107_542_400_000, "2100-03"),
        ] {
            assert_eq!(Month::of(at).to_string(), month, "{at}");
            assert_eq!(Month::from(u32::from(Month::of(at))), Month::of(at));
        }
        assert!(Month::of(u64::MAX).month <= 12);
    }

    #[test]
    fn conversations_add_up_by_month_and_what_is_unknown_stays_so() {
        let mut spent = CostLedger::default();
        let usage = ServerUsage { input: 100, cached: 0, output: 10, reasoning: 0 };
        spent.chat.add(Some(&usage), Some(0.5));
        spent.summaries.add(Some(&usage), None);
        let mut one = LibraryUsage { unrecorded: 3, ..LibraryUsage::default() };
        one.add(0, &spent);
        one.add(951_868_800_000, &spent);
        let mut all = one.clone();
        all.absorb(&one);
        assert_eq!(all.months.len(), 2);
        assert_eq!(all.months[&Month::of(0)].chat.calls, 2);
        let total = all.total();
        assert_eq!((total.calls(), total.tokens(), total.dollars()), (8, 880, 2.0));
        // The tokens of the summaries are known; of the unrecorded answers neither tokens nor
        // price.
        assert_eq!((all.unknown(), all.unreported()), (10, 6));
    }
}
