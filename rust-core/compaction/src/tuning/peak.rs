//! Which request of which conversation is the fullest.

use serde::Serialize;

use super::RunReport;

/// The fullest request under one combination of settings.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Peak {
    /// Its conversation.
    pub file: String,
    /// Its number among the conversation's requests, from 1.
    pub request: usize,
    /// Its size in tokens when it was sent.
    pub tokens: u64,
    /// The share of the budget that it filled.
    pub ratio: f64,
    /// Why no compaction could help, if one was tried without success.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
    /// The largest share of the budget in the other conversations, if there are some.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub others: Option<f64>,
}

impl Peak {
    /// Finds it; the first of several.
    pub fn of(runs: &[RunReport]) -> Option<Self> {
        let (which, run) = runs
            .iter()
            .enumerate()
            .rev()
            .filter(|(_, run)| !run.requests.is_empty())
            .max_by(|(_, a), (_, b)| a.figures.peak_ratio.total_cmp(&b.figures.peak_ratio))?;
        let (at, request) =
            run.requests.iter().enumerate().rev().max_by_key(|(_, request)| request.tokens)?;
        let others = runs.iter().enumerate().filter(|(at, _)| *at != which);
        let others = others.map(|(_, run)| run.figures.peak_ratio).max_by(f64::total_cmp);
        Some(Self {
            file: run.file.clone(),
            request: at + 1,
            tokens: request.tokens,
            ratio: run.figures.peak_ratio,
            failure: request.failure.clone(),
            others,
        })
    }
}
