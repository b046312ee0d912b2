//! What a compaction kept, and what it cost in time and model calls.

use serde::{Deserialize, Serialize};

/// What a compaction kept and what it cost: together with its token counts
/// before and after, the figures by which a user judges it.
///
/// It is journaled with the compaction and appears in the session's events and
/// list of summaries. Fields may be added; none will change its meaning.
/// Compactions made by earlier versions have no account.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Account {
    /// Tokens that a request may use: the budget that the result had to fit.
    pub budget: u64,
    /// Vital facts in the messages that were condensed or shortened.
    pub facts_found: u64,
    /// How many of those facts the model still sees.
    pub facts_kept: u64,
    /// Condensed messages that held words of the user or the agent.
    pub story_found: u64,
    /// How many of those messages the summary still cites by id.
    pub story_kept: u64,
    /// Model calls made for this compaction.
    pub model_calls: u64,
    /// What those calls cost in US dollars; `None` if a price is unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dollars: Option<f64>,
    /// How long it took, in milliseconds.
    pub duration_ms: u64,
}
