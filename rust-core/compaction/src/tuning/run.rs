//! One conversation under one combination of settings.

use serde::Serialize;

use super::Figures;
use crate::replay::{Replay, ReplayRequest, Retention};

/// One conversation under one combination of settings.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct RunReport {
    /// The conversation's name.
    pub file: String,
    /// The outcome.
    #[serde(flatten)]
    pub figures: Figures,
    /// Its requests, in order.
    pub requests: Vec<ReplayRequest>,
    /// The share of the budget that each request filled as it was sent.
    #[serde(skip)]
    pub ratios: Vec<f64>,
}

impl RunReport {
    /// Takes the figures of a replay. `facts` are those that are left at its
    /// end; a token that a prompt cache holds costs `cached_share`, from 0 to 1,
    /// of the full price.
    pub fn new(file: String, replay: Replay, facts: Retention, cached_share: f64) -> Self {
        let figures = Figures {
            compactions: replay.compactions(),
            peak_ratio: replay.peak_ratio(),
            over_budget: replay.over_budget(),
            input_tokens: replay.input_tokens(),
            cached_tokens: replay.cached_tokens(),
            input_tokens_with_caching: replay.cost(cached_share).round() as u64,
            biggest_drop: replay.biggest_drop(),
            facts,
        };
        let ratios = replay.fill_ratios().collect();
        Self { file, figures, requests: replay.requests, ratios }
    }
}
