//! What a reader sees of a conversation.

use vibeue_core::compaction::{Measure, fingerprint};
use vibeue_core::conversation::{Conversation, Message, MessageId, Part, Role};

/// One view of a first part.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct View {
    /// How it was made: a strategy or a baseline.
    pub(super) way: &'static str,
    /// What is read.
    pub(super) text: String,
    /// Tokens of its messages.
    pub(super) tokens: u64,
    /// The first 16 hexadecimal digits of the SHA-256 over what is read.
    pub(super) hash: String,
}

impl View {
    pub(super) fn new(way: &'static str, messages: &[Message], measure: &impl Measure) -> Self {
        let text = rendered(messages);
        let tokens = messages.iter().map(|message| measure.message(message)).sum();
        let hash = hash(&text);
        Self { way, text, tokens, hash }
    }
}

/// A hash that identifies a text.
fn hash(text: &str) -> String {
    let message = Message::new(MessageId(0), Role::User, vec![Part::text(text)]);
    fingerprint([&message])[..16].to_owned()
}

/// How many leading messages are the host's instructions: they stay in each view.
fn lead(conversation: &Conversation) -> usize {
    conversation.messages.iter().take_while(|message| message.role == Role::System).count()
}

/// The host's instructions before the conversation.
pub(super) fn instructions(conversation: &Conversation) -> &[Message] {
    &conversation.messages[..lead(conversation)]
}

/// What was said after the host's instructions.
pub(super) fn spoken(conversation: &Conversation) -> &[Message] {
    &conversation.messages[lead(conversation)..]
}

/// The newest messages that fit into a number of tokens after the host's instructions; with `users`
/// the user's own messages come first, in at most four fifths of the room.
pub(super) fn trivial(
    conversation: &Conversation,
    tokens: u64,
    users: bool,
    measure: &impl Measure,
) -> Vec<Message> {
    let all = &conversation.messages;
    let lead = lead(conversation);
    let cost: Vec<u64> = all.iter().map(|message| measure.message(message)).collect();
    let room = tokens.saturating_sub(cost[..lead].iter().sum());
    let mut taken = vec![false; all.len()];
    taken[..lead].fill(true);
    let mut used = 0;
    if users {
        for at in (lead..all.len()).rev().filter(|at| all[*at].is_user_request()) {
            if used + cost[at] <= room * 4 / 5 {
                used += cost[at];
                taken[at] = true;
            }
        }
    }
    for at in (lead..all.len()).rev() {
        if taken[at] {
            continue;
        }
        if used + cost[at] > room {
            break;
        }
        used += cost[at];
        taken[at] = true;
    }
    all.iter().zip(taken).filter(|(_, taken)| *taken).map(|(message, _)| message.clone()).collect()
}

/// Cuts a text after the last whole line that fits; within a line if not even one fits.
pub(super) fn cut_to(text: &str, tokens: u64, measure: &impl Measure) -> String {
    let fits = |text: &str| measure.text(text) <= tokens;
    if fits(text) {
        return text.to_owned();
    }
    let last = |ends: Vec<usize>| {
        let fitting = ends.partition_point(|end| fits(text[..*end].trim_end()));
        fitting.checked_sub(1).map(|at| text[..ends[at]].trim_end().to_owned())
    };
    let lines = text.match_indices('\n').map(|(at, _)| at).collect();
    let words = || text.match_indices(' ').map(|(at, _)| at).collect();
    last(lines).filter(|kept| !kept.is_empty()).or_else(|| last(words())).unwrap_or_default()
}

/// Messages as a reader sees them.
pub(super) fn rendered(messages: &[Message]) -> String {
    let mut all = String::new();
    for message in messages {
        for part in &message.parts {
            render(message.role, part, &mut all);
        }
    }
    all
}

fn render(role: Role, part: &Part, all: &mut String) {
    let mut piece = |head: &str, text: &str| {
        all.push_str(&format!("[{head}]\n{}\n\n", text.trim_end()));
    };
    match part {
        Part::Text { text, .. } if text.trim().is_empty() => {}
        Part::Text { text, .. } => piece(role.as_str(), text),
        Part::ToolCall(call) => piece(&format!("call of {}", call.name), &call.arguments),
        Part::ToolResult(result) if result.is_error => {
            piece("result, an error", &result.joined_text());
        }
        Part::ToolResult(result) => piece("result", &result.joined_text()),
        Part::Image(_) => piece(role.as_str(), "(a picture)"),
        // Thinking and the like: other models cannot read it.
        Part::Opaque { .. } => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts words.
    struct Words;

    impl Measure for Words {
        fn text(&self, text: &str) -> u64 {
            text.split_whitespace().count() as u64
        }

        fn message(&self, message: &Message) -> u64 {
            vibeue_core::compaction::texts_of(message).into_iter().map(|it| self.text(it)).sum()
        }
    }

    fn message(id: u64, role: Role, text: &str) -> Message {
        Message::new(MessageId(id), role, vec![Part::text(text)])
    }

    fn talk() -> Conversation {
        let long = "word ".repeat(100);
        let messages = vec![
            message(0, Role::System, "Be brief."),
            message(1, Role::User, "Never touch A."),
            message(2, Role::Assistant, &long),
            message(3, Role::User, "And B?"),
            message(4, Role::Assistant, "B is done."),
        ];
        Conversation { messages, ..Conversation::default() }
    }

    fn ids(messages: &[Message]) -> Vec<u64> {
        messages.iter().map(|message| message.id.0).collect()
    }

    #[test]
    fn baselines_keep_to_their_tokens_and_to_the_order() {
        let talk = talk();
        let kept = |tokens, users| ids(&trivial(&talk, tokens, users, &Words));
        // Two words of instructions, three and two of the user, three of the
        // newest answer, a hundred between.
        assert_eq!(kept(2 + 5, false), [0, 3, 4]);
        assert_eq!(kept(2 + 8, false), [0, 3, 4]);
        assert_eq!(kept(2 + 8, true), [0, 1, 3, 4]);
        assert_eq!(kept(2 + 108, false), [0, 1, 2, 3, 4]);
        assert_eq!(kept(1, false), [0]);
    }

    #[test]
    fn a_text_is_cut_after_a_complete_line() {
        assert_eq!(cut_to("one two\nthree four\nfive", 4, &Words), "one two\nthree four");
        assert_eq!(cut_to("one two three", 2, &Words), "one two");
        assert_eq!(cut_to("one two", 9, &Words), "one two");
        assert_eq!(cut_to("", 0, &Words), "");
    }

    #[test]
    fn a_view_is_known_again_by_what_is_read() {
        let talk = talk();
        let one = View::new("full", &talk.messages, &Words);
        let other = View::new("full", &talk.messages[1..], &Words);
        assert_eq!(one, View::new("full", &talk.messages, &Words));
        assert_ne!(one.hash, other.hash);
        assert_eq!(one.hash.len(), 16);
        assert!(one.text.starts_with("[system]\nBe brief.\n\n[user]\nNever touch A.\n\n"));
    }
}
