//! What compaction needs from a token counter.

use vibeue_conversation::Message;

/// Counts tokens.
///
/// Compaction only asks for these two counts, so any counter can be used, and
/// its invariants can be tested with any counter.
pub trait Measure {
    /// Tokens of a text.
    fn text(&self, text: &str) -> u64;

    /// Tokens of a message, including everything its wire format adds.
    fn message(&self, message: &Message) -> u64;
}
