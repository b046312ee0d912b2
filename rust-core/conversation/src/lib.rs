//! What a conversation is, independent of any provider's wire format.
#![forbid(unsafe_code)]

pub mod error;
mod extra;
mod joined;
mod message;
pub mod pairing;
mod part;
mod protocol;
mod reasoning;
mod reasoning_text;
pub mod settings;
mod speaker_name;
mod summary_seal;
pub mod transcript;
mod unseen;

use std::collections::HashMap;

pub use error::{Error, ErrorKind, Result};
pub use extra::Extra;
pub use message::{ContentForm, Message, MessageId, MessageKind, Role};
pub use part::{Image, ImageSource, Part, ToolCall, ToolResult, WholeText};
pub use protocol::Protocol;
pub use reasoning::Reasoning;
pub use speaker_name::SpeakerName;
pub use summary_seal::{SUMMARY_CLOSE, SUMMARY_OPEN, is_sealed_summary, resealed, summary_seal};
pub use unseen::{is_unseen, show_unseen};

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A whole conversation: everything that makes up a request to a model.
///
/// Messages are in the order in which the model sees them. Ids are unique
/// within one conversation and never reused, so a placeholder or a summary can
/// always name an archived message.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Conversation {
    /// The messages, oldest first, including system messages.
    pub messages: Vec<Message>,
    /// The tool definitions, exactly as in the provider's format.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tools: Vec<Value>,
    /// Top-level fields of the request that are neither messages nor tools
    /// (`model`, `temperature`, …), kept for writing.
    #[serde(default, skip_serializing_if = "Extra::is_empty")]
    pub extra: Extra,
}

impl Conversation {
    /// Creates a conversation that contains only messages.
    pub fn from_messages(messages: Vec<Message>) -> Self {
        Self { messages, ..Self::default() }
    }

    /// Returns the id for the next message of this conversation: one above the
    /// highest in use.
    pub fn next_id(&self) -> MessageId {
        MessageId(self.messages.iter().map(|m| m.id.0).max().unwrap_or(0) + 1)
    }

    /// Returns a look-up from message id to position.
    pub fn positions(&self) -> HashMap<MessageId, usize> {
        self.messages.iter().enumerate().map(|(at, m)| (m.id, at)).collect()
    }
}
