//! A conversation that is replayed.

use vibeue_compaction::facts::FactSet;
use vibeue_compaction::replay::Retention;
use vibeue_compaction::tuning::FileReport;
use vibeue_conversation::{Conversation, Role};
use vibeue_tokens::{Counter, ReplyLengths};

/// A conversation that is replayed.
#[derive(Debug, Clone)]
pub struct Talk {
    /// Its name, for the user.
    pub name: String,
    /// The conversation.
    pub conversation: Conversation,
    /// Tokens of each message.
    pub tokens: Vec<u64>,
    /// Tokens of a request besides its messages.
    pub fixed: u64,
    /// Tokens of all of it.
    pub total: u64,
    /// How long the latest replies were.
    pub long_reply: Option<u64>,
    /// The facts that must not be lost.
    pub facts: FactSet,
}

impl Talk {
    /// Combines what is known about a conversation.
    pub fn new(name: String, conversation: Conversation, tokens: Vec<u64>, fixed: u64) -> Self {
        let mut replies = ReplyLengths::new();
        for (message, tokens) in conversation.messages.iter().zip(&tokens) {
            if message.role == Role::Assistant {
                replies.observe(*tokens);
            }
        }
        let total = fixed + tokens.iter().sum::<u64>();
        let facts = Retention::vital(&conversation.messages);
        let long_reply = replies.long();
        Self { name, conversation, tokens, fixed, total, long_reply, facts }
    }

    /// Counts a conversation, message by message, as long as it is `wanted`.
    pub fn count(
        name: String,
        conversation: Conversation,
        counter: &Counter,
        wanted: &dyn Fn() -> bool,
    ) -> Option<Self> {
        let fixed = counter.request([], &conversation.tools).total();
        let mut tokens = Vec::with_capacity(conversation.messages.len());
        for message in &conversation.messages {
            if !wanted() {
                return None;
            }
            tokens.push(counter.message(message).total());
        }
        Some(Self::new(name, conversation, tokens, fixed))
    }

    /// Whether any request is sent in it.
    pub fn has_requests(conversation: &Conversation) -> bool {
        conversation.messages.iter().skip(1).any(|message| message.role == Role::Assistant)
    }

    /// Its entry in a report.
    pub fn report(&self) -> FileReport {
        FileReport {
            name: self.name.clone(),
            messages: self.conversation.messages.len(),
            tokens: self.total,
            facts: self.facts.len(),
        }
    }
}
