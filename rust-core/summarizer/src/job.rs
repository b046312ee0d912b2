//! What to compact, as passed by the session.

use std::sync::Arc;

use vibeue_compaction::ladder::CompactRequest;
use vibeue_conversation::settings::Settings;
use vibeue_conversation::{Message, MessageId};
use vibeue_tokens::Counter;

/// A pending compaction: a snapshot of the conversation and the settings.
///
/// It owns what it needs, so that the conversation can continue in the
/// meantime.
#[derive(Debug, Clone, PartialEq)]
pub struct CompactionJob {
    /// What the model sees now, oldest first.
    pub messages: Vec<Arc<Message>>,
    /// Tokens of each message, in the same order.
    pub tokens: Vec<u64>,
    /// Tokens of the request besides the messages: tool schemas, priming.
    pub fixed: u64,
    /// The budget: tokens that a request may use.
    pub available: u64,
    /// The settings in force.
    pub settings: Arc<Settings>,
    /// Why it runs, as text for the user.
    pub reason: String,
    /// The user asked for it: summarize even if pruning would do.
    pub forced: bool,
    /// What the user wants to see in this summary.
    pub instructions: Option<String>,
    /// Whether a model may be asked: false if no model may summarize its own
    /// summaries any more, or if the session's cost limit is reached.
    pub model_allowed: bool,
    /// The id for the summary's message.
    pub next_id: MessageId,
    /// The lowest number for the summary's record; see
    /// [`CompactRequest::next_record`].
    pub next_record: u64,
    /// The time, in milliseconds since the Unix epoch.
    pub now: u64,
    /// Counts in the same way as the conversation's own meter.
    pub counter: Counter,
}

impl CompactionJob {
    /// The messages by reference, in the planner's form.
    pub(super) fn message_refs(&self) -> Vec<&Message> {
        self.messages.iter().map(AsRef::as_ref).collect()
    }

    /// The job in the planner's form.
    pub(super) fn request<'a>(&'a self, messages: &'a [&'a Message]) -> CompactRequest<'a> {
        CompactRequest {
            messages,
            tokens: &self.tokens,
            fixed: self.fixed,
            available: self.available,
            settings: &self.settings,
            reason: &self.reason,
            forced: self.forced,
            next_id: self.next_id,
            next_record: self.next_record,
            now: self.now,
        }
    }
}
