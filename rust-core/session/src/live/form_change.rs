//! What changed when one message was shortened or put back.

use serde::{Deserialize, Serialize};

use vibeue_conversation::MessageId;

/// One message that was shortened or put back, and what that changed. All tokens are on the scale
/// of [`ContextReport::used`](super::ContextReport::used).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormChange {
    /// The message.
    pub message: MessageId,
    /// The sequence number of the compaction that shortens it, which undoes it or was undone.
    pub compaction: u64,
    /// Tokens of the message before.
    pub tokens_before: u64,
    /// Tokens of the message now.
    pub tokens_after: u64,
    /// Tokens of the whole request before.
    pub request_before: u64,
    /// Tokens of the whole request now; with the first compaction it gains our own tool that reads
    /// the archive.
    pub request_after: u64,
}
