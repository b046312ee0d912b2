//! What is found out about a conversation before it is compacted.

use super::facts::FactIndex;
use super::secrets::Masked;

/// What a compaction needs to know of each message: its facts, and where its
/// secrets are masked.
///
/// Reading the messages for that takes most of the time of a compaction by
/// rules. A caller that has two threads finds it out beforehand, while
/// something else is done; [`compact`](super::compact) does it itself.
#[derive(Debug, Default)]
pub struct Prepared {
    /// The conversation with its secrets masked.
    pub(crate) masked: Masked,
    /// The facts of the conversation as it is, secrets included.
    pub(crate) facts: FactIndex,
}

impl Prepared {
    /// Takes what was found out about all messages of a conversation.
    pub fn new(masked: Masked, mut facts: FactIndex) -> Self {
        // A long conversation holds hundreds of thousands of facts.
        facts.settle();
        Self { masked, facts }
    }
}
