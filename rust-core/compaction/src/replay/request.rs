//! One request of a replayed conversation.

use serde::{Deserialize, Serialize};

use crate::Rung;

/// One request to the model: what is sent before an assistant message.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ReplayRequest {
    /// The index, from 0, of the assistant message that answers it.
    pub answer: usize,
    /// Tokens that were sent.
    pub tokens: u64,
    /// Tokens of the longest prefix of messages that the previous request had,
    /// too: what a provider with a prompt cache reads from it.
    pub cached: u64,
    /// The compaction that ran before it was sent, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compaction: Option<ReplayCompaction>,
    /// Why a compaction that was tried could not help.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failure: Option<String>,
}

/// A compaction in a replayed conversation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReplayCompaction {
    /// How far down the ladder it went.
    pub rung: Rung,
    /// Tokens of the request before it.
    pub before: u64,
    /// Tokens of the request after it.
    pub after: u64,
}
