//! A number of tokens that knows whether it is exact.

use std::ops::Add;

use serde::{Deserialize, Serialize};

/// A number of tokens, and whether it was counted or estimated.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Count {
    /// The number.
    pub tokens: u64,
    /// Whether it was counted with the model's own vocabulary; otherwise it is
    /// an estimate.
    pub exact: bool,
}

impl Count {
    /// Creates an exact count.
    pub fn exact(tokens: u64) -> Self {
        Self { tokens, exact: true }
    }

    /// Creates an estimate.
    pub fn estimated(tokens: u64) -> Self {
        Self { tokens, exact: false }
    }
}

impl Add for Count {
    type Output = Self;

    /// Adds; the sum is exact only if both are.
    fn add(self, other: Self) -> Self {
        Self { tokens: self.tokens.saturating_add(other.tokens), exact: self.exact && other.exact }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_is_exact_only_if_both_parts_are() {
        assert_eq!(Count::exact(2) + Count::exact(3), Count::exact(5));
        assert_eq!(Count::exact(2) + Count::estimated(3), Count::estimated(5));
        assert_eq!(Count::exact(u64::MAX) + Count::exact(1), Count::exact(u64::MAX));
    }
}
