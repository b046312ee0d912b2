//! Marks an interrupted answer.

use vibeue_conversation::{Message, Role};

/// Appended to an answer that the user interrupted. The model reads it, too.
pub(super) const BY_PERSON: &str = "[interrupted by the user]";

/// Appended to an answer that an error interrupted.
pub(super) const BY_ERROR: &str = "[interrupted by an error]";

/// Returns whether a message is an answer that was interrupted, by the user or by an error.
pub fn is_interrupted(message: &Message) -> bool {
    message.role == Role::Assistant
        && message
            .texts()
            .last()
            .is_some_and(|text| text.ends_with(BY_PERSON) || text.ends_with(BY_ERROR))
}

#[cfg(test)]
mod tests {
    use super::*;
    use vibeue_conversation::MessageId;

    #[test]
    fn only_an_answer_with_the_mark_at_its_end_counts() {
        let of = |role, text: &str| is_interrupted(&Message::text(MessageId(1), role, text));
        assert!(of(Role::Assistant, "Let me\n\n[interrupted by the user]"));
        assert!(of(Role::Assistant, "Let me\n\n[interrupted by an error]"));
        assert!(!of(Role::User, "Let me\n\n[interrupted by the user]"));
        assert!(!of(Role::Assistant, "[interrupted by the user] is what it says"));
    }
}
