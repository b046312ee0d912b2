//! A message that was submitted but not sent yet.

use vibeue_conversation::Part;

/// What the user submitted while another message was being answered: kept, but not part of the
/// conversation until its turn comes.
#[derive(Debug, Clone, PartialEq)]
pub struct WaitingMessage {
    /// The sequence number of the event that submitted it, by which it is sent or withdrawn.
    pub submit: u64,
    /// What the user wrote.
    pub parts: Vec<Part>,
}
