//! A complete answer.

use serde::{Deserialize, Serialize};

use vibeue_conversation::{Extra, Message, MessageId, Part, Protocol, Role, ToolCall};
use vibeue_tokens::ServerUsage;

/// A model's complete answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Reply {
    /// Texts, calls and the provider's own blocks (reasoning with its
    /// signature, compaction items), in order.
    pub parts: Vec<Part>,
    /// Unknown fields of the message that must be sent back with it.
    pub extra: Extra,
    /// Why the model stopped.
    pub stop: StopReason,
    /// The tokens it used, if the server reports them.
    pub usage: Option<ServerUsage>,
    /// The server's id of this answer.
    pub id: Option<String>,
    /// The model that answered, if the server says.
    pub model: Option<String>,
    /// What the user should know about this answer: a context that the server
    /// cut silently, a field that it does not support.
    pub warnings: Vec<String>,
}

impl Reply {
    /// An answer of these parts, about which the server said nothing else.
    pub fn new(parts: Vec<Part>, stop: StopReason) -> Self {
        Self {
            parts,
            extra: Extra::new(),
            stop,
            usage: None,
            id: None,
            model: None,
            warnings: Vec::new(),
        }
    }

    /// Turns this answer into the assistant's message.
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
    /// It was finished.
    End,
    /// It is waiting for the results of its calls.
    ToolCalls,
    /// The limit on the answer was reached; the text is cut off.
    Length,
    /// The window was full; the text is cut off.
    ContextFull,
    /// The model or a filter declined.
    Refusal,
    /// The server paused a long turn and wants the same request continued.
    Pause,
    /// The server condensed the conversation.
    Compaction,
    /// Another reason, as named by the server.
    Other(String),
}
