//! What the next request costs, against what it may.

use serde::{Deserialize, Serialize};

use crate::tokens::{Budget, Usage};

/// What the next request costs, against what it may.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct UsageReport {
    /// Where the tokens go, by this program's own count.
    pub breakdown: Usage,
    /// Tokens of the request: the number that the trigger reads. The
    /// breakdown's total, corrected by what the server reported; or the
    /// server's own count, where it was asked.
    pub used: u64,
    /// Tokens that a request may have: the budget, less what the count may be
    /// off. The number that the trigger reads.
    pub available: u64,
    /// The count is exact, not an estimate.
    pub exact: bool,
    /// The share by which an estimate may be off.
    pub error_bound: f64,
    /// The window and what is kept free of it.
    pub budget: Budget,
}

impl UsageReport {
    /// The share of what is available that is used, in percent; over 100 when
    /// the request does not fit.
    pub fn percent(&self) -> f64 {
        100.0 * self.used as f64 / self.available.max(1) as f64
    }
}
