//! Which request of which conversation is the fullest.

use serde::Serialize;

/// The fullest request under one combination of settings.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct Peak {
    /// Its conversation.
    pub(super) file: String,
    /// Its number among the conversation's requests, from 1.
    pub(super) request: usize,
    /// Its tokens as it was sent.
    pub(super) tokens: u64,
    /// The share of the budget that it filled.
    pub(super) ratio: f64,
    /// Why no compaction could help, where one was tried in vain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) failure: Option<String>,
    /// The largest share of the budget in the other conversations, where there
    /// are some.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) others: Option<f64>,
}
