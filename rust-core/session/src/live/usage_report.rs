//! Tokens of the next request, compared with the budget.

use serde::{Deserialize, Serialize};

use vibeue_tokens::models::Source;
use vibeue_tokens::{Budget, Usage};

/// How much of the budget the next request takes.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct UsageReport {
    /// Where the tokens go, by this program's own count.
    pub breakdown: Usage,
    /// Tokens of the request: the number that the trigger reads. The breakdown's total, corrected
    /// by what the server reported; or the server's own count, if it was asked.
    pub used: u64,
    /// Tokens that a request may have: the budget, less the possible error of the count. The number
    /// that the trigger reads.
    pub available: u64,
    /// Whether the count is exact, not an estimate.
    pub exact: bool,
    /// The share by which an estimate may be off.
    pub error_bound: f64,
    /// The window and what is kept free of it.
    pub budget: Budget,
    /// Where the window's size comes from.
    pub window_source: Source,
    /// Whether the size is not final because the server was asked for its model's limits and has
    /// not answered yet.
    pub window_pending: bool,
}

impl UsageReport {
    /// How much of the available budget is used, in percent; over 100 if the request does not fit.
    pub fn percent(&self) -> f64 {
        100.0 * self.used as f64 / self.available.max(1) as f64
    }

    /// Returns whether the window, and with it the share that is used, is a guess: its size is
    /// unknown, or the server was asked for it and has not answered yet. Views mark it.
    pub fn window_is_assumed(&self) -> bool {
        match self.window_source {
            Source::User | Source::Server => false,
            Source::Table => self.window_pending,
            Source::Default => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_is_assumed_until_somebody_who_knows_says_it() {
        let assumed = |window_source, window_pending| {
            let budget = Budget { window: 8_192, reserve: 1_024, input_limit: None };
            UsageReport {
                breakdown: Usage::default(),
                used: 0,
                available: budget.available(),
                exact: true,
                error_bound: 0.0,
                budget,
                window_source,
                window_pending,
            }
            .window_is_assumed()
        };
        let sources = [Source::User, Source::Server, Source::Table, Source::Default];
        assert_eq!(sources.map(|source| assumed(source, true)), [false, false, true, true]);
        assert_eq!(sources.map(|source| assumed(source, false)), [false, false, false, true]);
    }
}
