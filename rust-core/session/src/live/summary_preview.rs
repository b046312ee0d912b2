//! What a summarization would do.

use serde::{Deserialize, Serialize};

use super::SummaryId;
use vibeue_compaction::{Rung, SummaryRecord};
use vibeue_conversation::MessageId;

/// What a summarization would do; [`Session::accept_preview`] applies it.
///
/// [`Session::accept_preview`]: super::Session::accept_preview
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SummaryPreview {
    /// The run that made it.
    pub summary: SummaryId,
    /// The last message that would go, where a person chose the end: with the
    /// same one, [`Session::summarize_up_to`](super::Session::summarize_up_to)
    /// does what is shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub up_to: Option<MessageId>,
    /// How far down the ladder it would go.
    pub rung: Rung,
    /// Messages that would go, oldest first.
    pub goes: Vec<MessageId>,
    /// Messages that would stay in a shorter form.
    pub shortened: Vec<MessageId>,
    /// Messages that would stay as they are.
    pub stays: Vec<MessageId>,
    /// The summary's text, without our tags.
    pub text: Option<String>,
    /// What is known about the summary.
    pub record: Option<SummaryRecord>,
    /// Of those that stay in a shorter form: results of tools that would
    /// become placeholders.
    pub results_pruned: u64,
    /// Messages that would stay and be cut.
    pub messages_trimmed: u64,
    /// Tokens of the whole request before, as the meter shows them.
    pub tokens_before: u64,
    /// Tokens of the whole request after.
    pub tokens_after: u64,
    /// US dollars that making it cost, where known.
    pub dollars: Option<f64>,
    /// What a person should know of how it was made.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub warnings: Vec<String>,
}
