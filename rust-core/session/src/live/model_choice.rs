//! Which model answers, and with which parameters.

use serde::{Deserialize, Serialize};

use vibeue_conversation::Extra;
use vibeue_tokens::ServerUsage;
use vibeue_tokens::models::Overrides;

/// Which model answers, and with which parameters.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ModelChoice {
    /// The model's id as its server knows it.
    pub model: String,
    /// 0 to 2; `None` leaves it to the server.
    pub temperature: Option<f64>,
    /// `low`, `medium`, `high` or what the server knows.
    pub reasoning_effort: Option<String>,
    /// Maximum number of tokens of one answer; `None` for the model's own maximum.
    pub max_output_tokens: Option<u64>,
    /// Limits that the user set; they win over the server's and the table's.
    pub limits: Overrides,
    /// What it costs, if the user knows better than the server.
    pub price: Option<Price>,
    /// Additional fields for each request.
    pub extra: Extra,
}

impl ModelChoice {
    /// Chooses a model with the server's defaults for everything else.
    pub fn new(model: impl Into<String>) -> Self {
        Self { model: model.into(), ..Self::default() }
    }
}

/// What a model costs, in US dollars per million tokens.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Price {
    /// Price of the request.
    pub input: f64,
    /// Price of the answer.
    pub output: f64,
}

impl Price {
    /// What a call cost, in US dollars. Cached tokens count in full: their
    /// discount differs by provider and is not reported with the price.
    pub fn of(&self, usage: &ServerUsage) -> f64 {
        (usage.input as f64 * self.input + usage.output as f64 * self.output) / 1e6
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_price_is_per_million_tokens() {
        let price = Price { input: 3.0, output: 15.0 };
        let usage = ServerUsage { input: 100_000, output: 2_000, ..ServerUsage::default() };
        assert_eq!(price.of(&usage), 0.33);
    }
}
