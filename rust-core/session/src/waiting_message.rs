//! A message that was submitted and not said yet.

use vibeue_conversation::Part;

/// What the user submitted while something else was being answered: kept, and
/// no part of the conversation until its turn comes.
#[derive(Debug, Clone, PartialEq)]
pub struct WaitingMessage {
    /// The sequence number of the event that it came with: how it is named
    /// when it is said or withdrawn.
    pub submit: u64,
    /// What the user wrote.
    pub parts: Vec<Part>,
}
