//! Which results a conversation keeps in files.

use crate::History;
use vibeue_conversation::{Message, MessageId, WholeText};

/// Visits the results of a conversation, in every branch, that are kept in files, with the messages
/// that hold their heads and tails.
pub fn kept_results(history: &History) -> impl Iterator<Item = (MessageId, &WholeText)> {
    let branches = 1..=history.branches().len() as u64 + 1;
    branches
        .flat_map(|branch| history.originals_of(branch))
        .flat_map(|message| whole_texts(message).map(|whole| (message.id, whole)))
}

/// The whole texts that a message names.
pub(crate) fn whole_texts(message: &Message) -> impl Iterator<Item = &WholeText> {
    message.tool_results().filter_map(|result| result.whole.as_deref())
}
