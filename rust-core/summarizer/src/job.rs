//! What is to be compacted, as the session hands it over.

use std::sync::Arc;

use vibeue_compaction::Measure;
use vibeue_compaction::ladder::CompactRequest;
use vibeue_conversation::settings::Settings;
use vibeue_conversation::{Message, MessageId};
use vibeue_tokens::Counter;

/// One compaction to be done: a snapshot of the conversation and the settings.
///
/// It owns what it needs, so that the conversation can go on meanwhile.
#[derive(Debug, Clone, PartialEq)]
pub struct CompactionJob {
    /// What the model sees now, oldest first.
    pub messages: Vec<Arc<Message>>,
    /// Tokens of each message.
    pub tokens: Vec<u64>,
    /// Tokens of the request beside the messages: tools' schemas, priming.
    pub fixed: u64,
    /// Tokens that a request may have.
    pub available: u64,
    /// The settings in force.
    pub settings: Arc<Settings>,
    /// Why it runs, in words for a person.
    pub reason: String,
    /// A person asked for it: summarize also where pruning would do.
    pub forced: bool,
    /// What the person wants to see in this summary.
    pub instructions: Option<String>,
    /// A model may be asked. Off where no model may summarize its own
    /// summaries any more, or where the session's limit on costs is reached.
    pub model_allowed: bool,
    /// The id that the summary's message takes.
    pub next_id: MessageId,
    /// The lowest number that the summary's record may take; see
    /// [`CompactRequest::next_record`].
    pub next_record: u64,
    /// The time, in milliseconds since the Unix epoch.
    pub now: u64,
    /// Counts as the conversation's own meter does.
    pub counter: Counter,
}

impl CompactionJob {
    /// The messages by reference, as the planner takes them.
    pub(super) fn message_refs(&self) -> Vec<&Message> {
        self.messages.iter().map(AsRef::as_ref).collect()
    }

    /// The job as the planner takes it.
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

    pub(super) fn meter(&self) -> Meter {
        Meter(self.counter)
    }
}

/// Counts as a counter does.
#[derive(Debug, Clone, Copy)]
pub(super) struct Meter(pub(super) Counter);

impl Measure for Meter {
    fn text(&self, text: &str) -> u64 {
        self.0.text(text).tokens
    }

    fn message(&self, message: &Message) -> u64 {
        self.0.message(message).total()
    }
}
