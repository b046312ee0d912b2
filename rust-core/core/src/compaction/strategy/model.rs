//! A model that may be asked for a summary.

use std::sync::Arc;

use crate::provider::Provider;

/// A model that may be asked for a summary, with its limits and prices.
#[derive(Debug, Clone)]
pub struct SummaryModel {
    /// The server that has it.
    pub provider: Arc<dyn Provider>,
    /// The model's id as the server knows it.
    pub model: String,
    /// Tokens that a request to it may have.
    pub available: u64,
    /// The most tokens of an answer, where that is known.
    pub max_output: Option<u64>,
    /// US dollars per million tokens of the request.
    pub input_price: Option<f64>,
    /// US dollars per million tokens of the answer.
    pub output_price: Option<f64>,
}
