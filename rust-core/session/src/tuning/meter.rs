//! A counter in the form that compaction needs.

use vibeue_compaction::Measure;
use vibeue_conversation::Message;
use vibeue_tokens::Counter;

/// Adapts a counter.
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
