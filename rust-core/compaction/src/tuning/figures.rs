//! What settings are judged by.

use serde::Serialize;

use crate::replay::Retention;

/// What settings are judged by.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Figures {
    /// How often a compaction ran.
    pub compactions: usize,
    /// The largest share of the budget that a request filled as it was sent.
    pub peak_ratio: f64,
    /// Requests that a provider would have refused.
    pub over_budget: usize,
    /// Tokens of all requests.
    pub input_tokens: u64,
    /// Those of them that a prompt cache holds.
    pub cached_tokens: u64,
    /// All of them, the cached ones at their share of the price.
    pub input_tokens_with_caching: u64,
    /// The maximum number of tokens that one compaction took away.
    pub biggest_drop: u64,
    /// Facts of the whole conversation that are left at its end.
    pub facts: Retention,
}

impl Figures {
    /// Adds those of another conversation.
    pub fn add(&mut self, other: &Self) {
        self.compactions += other.compactions;
        self.peak_ratio = self.peak_ratio.max(other.peak_ratio);
        self.over_budget += other.over_budget;
        self.input_tokens += other.input_tokens;
        self.cached_tokens += other.cached_tokens;
        self.input_tokens_with_caching += other.input_tokens_with_caching;
        self.biggest_drop = self.biggest_drop.max(other.biggest_drop);
        self.facts.add(&other.facts);
    }
}
