//! Counts an answer while it arrives.

use vibeue_conversation::{Message, MessageId, Role};
use vibeue_tokens::{Counter, Tally, Usage};

/// The tokens of an answer that is still being written: its words and the arguments of its calls.
/// Counting costs only what is new.
///
/// Kept apart from the request's own count, because nothing may be planned with an unfinished
/// message.
#[derive(Debug)]
pub(super) struct GrowingAnswer {
    words: Tally,
    arguments: Tally,
}

impl GrowingAnswer {
    pub(super) fn new(counter: Counter) -> Self {
        let begun = || {
            let mut tally = Tally::new(counter);
            tally.begin(&Message::text(MessageId(1), Role::Assistant, ""));
            tally
        };
        Self { words: begun(), arguments: begun() }
    }

    /// Adds what arrived since the last call.
    pub(super) fn add(&mut self, words: &str, arguments: &str) {
        self.words.append(words);
        self.arguments.append(arguments);
    }

    /// Tokens of what came so far; none before the first word.
    pub(super) fn usage(&self) -> Usage {
        let assistant = self.words.usage().assistant;
        let tool_calls = self.arguments.usage().assistant;
        Usage { assistant, tool_calls, ..Usage::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_count_as_the_whole_does() {
        let counter = Counter::for_model("gpt-4o");
        counter.warm();
        let mut growing = GrowingAnswer::new(counter);
        assert_eq!(growing.usage(), Usage::default());
        for piece in ["The do", "or of the vau", "lt is op", "en."] {
            growing.add(piece, "");
        }
        growing.add("", "{\"path\": ");
        growing.add("", "\"/Game/BP_Vault\"}");
        let tokens = |text: &str| counter.text(text).tokens;
        assert_eq!(
            growing.usage(),
            Usage {
                assistant: tokens("The door of the vault is open."),
                tool_calls: tokens("{\"path\": \"/Game/BP_Vault\"}"),
                ..Usage::default()
            }
        );
    }
}
