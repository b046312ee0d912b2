//! Converts counts of this program to the scale of the meter.

/// Converts counts of this program to the scale of the meter, so that no part exceeds the whole,
/// either now or afterwards.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::live) struct PreviewScale {
    shown: u64,
    counted: u64,
}

impl PreviewScale {
    /// The request now and afterwards, each as a pair: the tokens shown, and the tokens that we
    /// count.
    pub(in crate::live) fn of_pairs(now: (u64, u64), afterwards: (u64, u64)) -> Self {
        let pair = |(shown, counted): (u64, u64)| Self { shown, counted: counted.max(1) };
        let (now, afterwards) = (pair(now), pair(afterwards));
        let cross = |a: Self, b: Self| u128::from(a.shown) * u128::from(b.counted);
        if cross(now, afterwards) <= cross(afterwards, now) { now } else { afterwards }
    }

    /// What is shown for this many tokens, rounded down.
    pub(in crate::live) fn of(self, counted: u64) -> u64 {
        let shown = u128::from(self.shown) * u128::from(counted) / u128::from(self.counted);
        u64::try_from(shown).unwrap_or(u64::MAX)
    }
}
