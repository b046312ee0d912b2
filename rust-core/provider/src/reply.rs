//! A whole answer.

use serde::{Deserialize, Serialize};

use vibeue_conversation::{Extra, Message, MessageId, Part, Protocol, Role, ToolCall};
use vibeue_tokens::ServerUsage;

/// A model's complete answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Reply {
    /// Texts, calls and the provider's own blocks (reasoning with its
    /// signature, compaction items), in their order.
    pub parts: Vec<Part>,
    /// Unknown fields of the message that must go back with it.
    pub extra: Extra,
    /// Why the model stopped.
    pub stop: StopReason,
    /// What it cost, where the server says.
    pub usage: Option<ServerUsage>,
    /// The server's id of this answer.
    pub id: Option<String>,
    /// The model that answered, where the server says.
    pub model: Option<String>,
    /// What a person should know about this answer: a context that the
    /// server cut silently, a field that it does not support.
    pub warnings: Vec<String>,
}

impl Reply {
    /// Makes the assistant's message of this answer.
    pub fn into_message(self, id: MessageId, protocol: Protocol) -> Message {
        let mut message = Message::new(id, Role::Assistant, self.parts);
        message.extra = self.extra;
        message.origin = Some(protocol);
        message
    }

    /// The calls that the model makes, in order.
    pub fn tool_calls(&self) -> impl Iterator<Item = &ToolCall> {
        self.parts.iter().filter_map(|part| match part {
            Part::ToolCall(call) => Some(call.as_ref()),
            _ => None,
        })
    }

    /// All text parts joined.
    pub fn text(&self) -> String {
        let mut text = String::new();
        for part in &self.parts {
            if let Part::Text { text: piece, .. } = part {
                text.push_str(piece);
            }
        }
        text
    }
}

/// Why a model stopped.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StopReason {
    /// It had said everything.
    End,
    /// It waits for the results of its calls.
    ToolCalls,
    /// The limit on the answer was reached; what it said is cut.
    Length,
    /// The window was full; what it said is cut.
    ContextFull,
    /// It or a filter declined.
    Refusal,
    /// The server paused a long turn and wants the same request continued.
    Pause,
    /// The server condensed the conversation.
    Compaction,
    /// Another reason, in the server's words.
    Other(String),
}
