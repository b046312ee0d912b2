//! What compaction needs from a token counter.

use vibeue_conversation::Message;
use vibeue_tokens::Counter;

/// Counts tokens.
///
/// Compaction only asks for these two counts, so besides a [`Counter`] any
/// other can be used, and its invariants can be tested with any.
pub trait Measure {
    /// Tokens of a text.
    fn text(&self, text: &str) -> u64;

    /// Tokens of a message, including everything its wire format adds.
    fn message(&self, message: &Message) -> u64;
}

impl Measure for Counter {
    fn text(&self, text: &str) -> u64 {
        Counter::text(self, text).tokens
    }

    fn message(&self, message: &Message) -> u64 {
        Counter::message(self, message).total()
    }
}

/// For tests: four letters are a token.
#[cfg(test)]
pub(crate) struct Letters;

#[cfg(test)]
impl Measure for Letters {
    fn text(&self, text: &str) -> u64 {
        text.len() as u64 / 4
    }

    fn message(&self, message: &Message) -> u64 {
        let results = message.tool_results().map(|it| it.joined_text().len()).sum::<usize>();
        (message.joined_text().len() + results) as u64 / 4 + 4
    }
}

/// For tests: each word is a token.
#[cfg(test)]
pub(crate) struct Words;

#[cfg(test)]
impl Measure for Words {
    fn text(&self, text: &str) -> u64 {
        text.split_whitespace().count() as u64
    }

    fn message(&self, message: &Message) -> u64 {
        message.texts().map(|text| self.text(text)).sum()
    }
}
