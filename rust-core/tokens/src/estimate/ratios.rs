//! By what factor a family's tokenizer differs from `o200k_base`.

use super::class::{CLASS_COUNT, Class};

/// One, in fixed point.
pub(super) const UNIT: u64 = 1_024;

/// Tokens of a family per token of `o200k_base`, by class of text, in
/// fixed point (1/1024).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ClassRatios([u64; CLASS_COUNT]);

impl ClassRatios {
    /// The ratios of `o200k_base` itself.
    pub(crate) const ONE: Self = Self::new([1.0, 1.0, 0.0, 1.0, 1.0, 1.0, 1.0, 1.0]);

    /// Creates ratios for words, digits, digits that are tokens of their own (1
    /// if they are, otherwise 0), punctuation, Chinese and Japanese, Korean,
    /// other scripts, and symbols. Each must be from 0 to 8.
    pub(crate) const fn new(ratios: [f64; CLASS_COUNT]) -> Self {
        let mut fixed = [0; CLASS_COUNT];
        let mut at = 0;
        while at < CLASS_COUNT {
            assert!(ratios[at] >= 0.0 && ratios[at] <= 8.0, "a ratio lies in 0 to 8");
            fixed[at] = (ratios[at] * UNIT as f64 + 0.5) as u64;
            at += 1;
        }
        Self(fixed)
    }

    /// The ratios by class.
    pub(super) fn by_class(&self) -> [u64; CLASS_COUNT] {
        self.0
    }

    /// Returns a base count above which every text, whatever its mix of
    /// classes, has more than `limit` tokens.
    pub(crate) fn most_base(&self, limit: u64) -> u64 {
        let least = (0..CLASS_COUNT)
            .filter(|&class| class != Class::SingleDigit as usize)
            .map(|class| self.0[class])
            .min()
            .unwrap_or(UNIT)
            .max(1);
        limit.saturating_mul(UNIT).div_ceil(least)
    }
}
