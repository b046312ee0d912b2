//! A model that may be asked for a summary.

use std::sync::Arc;

use vibeue_provider::Provider;
use vibeue_tokens::models::{Limits, Overrides, Reported, find, reasons};
use vibeue_tokens::{Budget, Counter};

/// A model that may be asked for a summary, with its limits and prices.
#[derive(Debug, Clone)]
pub struct SummaryModel {
    /// The provider that serves it.
    pub provider: Arc<dyn Provider>,
    /// The model's id as the server knows it.
    pub model: String,
    /// The budget: tokens that a request to it may use.
    pub available: u64,
    /// The maximum number of tokens of an answer, if known.
    pub max_output: Option<u64>,
    /// US dollars per million tokens of the request.
    pub input_price: Option<f64>,
    /// US dollars per million tokens of the answer.
    pub output_price: Option<f64>,
}

impl SummaryModel {
    /// Creates a model with the limits that the table has for its name, and
    /// without prices.
    pub fn named(provider: Arc<dyn Provider>, name: impl Into<String>) -> Self {
        let model = name.into();
        let limits = Limits::resolve(Overrides::default(), Reported::default(), find(&model).model);
        let window = limits.window.tokens;
        let most = Some(limits.max_output.tokens);
        let reserve = Budget::learned_reserve(window, most, None, reasons(&model));
        let input_limit = limits.input_limit.map(|limit| limit.tokens);
        let budget = Budget { window, reserve, input_limit };
        Self {
            provider,
            available: Counter::for_model(&model).safe_limit(budget.available()),
            max_output: Some(limits.max_output.tokens),
            model,
            input_price: None,
            output_price: None,
        }
    }
}
