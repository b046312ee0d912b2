//! Messages that the user selected.

use std::collections::HashSet;

use vibeue_conversation::{Message, MessageId};

use super::Snapshot;
use crate::library::write_some;

impl Snapshot {
    /// Some messages as Markdown, in the order of the conversation, whatever the order of the ids;
    /// a single message as its words and nothing else. Unknown ids are ignored. Nothing is masked:
    /// the user copies what they see. Takes time proportional to the conversation's length.
    pub fn copy_messages(&self, ids: &[u64]) -> String {
        let wanted: HashSet<MessageId> = ids.iter().map(|id| MessageId(*id)).collect();
        let messages: Vec<&Message> =
            self.transcript.iter().map(|it| &**it).filter(|it| wanted.contains(&it.id)).collect();
        write_some(&messages)
    }
}
