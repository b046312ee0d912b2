//! An agent's report about its own context.

use serde::Serialize;

/// An agent's latest report about its own context.
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
    /// What the conversation cost so far in US dollars, if it says that.
    pub(crate) fn dollars(&self) -> Option<f64> {
        let (amount, currency) = self.cost.as_ref()?;
        (currency.eq_ignore_ascii_case("usd") || currency == "$").then_some(*amount)
    }

    /// How full it is, in percent; 0 if the size is not known.
    pub fn percent(&self) -> f64 {
        if self.size == 0 { 0.0 } else { self.used as f64 * 100.0 / self.size as f64 }
    }
}
