//! What the planner needs to know of counting.

use vibeue_conversation::Message;

/// Counts tokens.
///
/// Compaction only asks these two questions, so that its invariants can be
/// tested with any counter, and any counter can be used.
pub trait Measure {
    /// Tokens of a text.
    fn text(&self, text: &str) -> u64;

    /// Tokens of a message with all that its wire format adds.
    fn message(&self, message: &Message) -> u64;
}
