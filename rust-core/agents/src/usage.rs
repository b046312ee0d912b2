//! What an agent says of its own context.

use serde::Serialize;

/// What an agent says of its own context, as of its last word on it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct AgentUsage {
    /// Tokens in its context.
    pub used: u64,
    /// Tokens that its context can have.
    pub size: u64,
    /// What the conversation cost so far: an amount and its currency.
    pub cost: Option<(f64, String)>,
}

impl AgentUsage {
    /// How full it is, in percent; 0 where the size is not known.
    pub fn percent(&self) -> f64 {
        if self.size == 0 { 0.0 } else { self.used as f64 * 100.0 / self.size as f64 }
    }
}
