//! The pieces of a message: text, images, tool calls, tool results.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::Extra;
use super::joined::join;

/// One piece of a message.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Part {
    /// Text.
    Text {
        /// The text.
        text: String,
        /// Unknown fields of the block (`cache_control`, `annotations`, …).
        #[serde(default, skip_serializing_if = "Extra::is_empty")]
        extra: Extra,
    },
    /// An image.
    Image(Box<Image>),
    /// A tool call that the model makes.
    ToolCall(Box<ToolCall>),
    /// What a tool returned for a call.
    ToolResult(Box<ToolResult>),
    /// A block that only its provider understands (thinking with its signature,
    /// redacted thinking, documents, audio, …): sent back unchanged, counted by
    /// its text, dropped when its message is condensed.
    Opaque {
        /// The block, exactly as received.
        block: Box<Value>,
    },
}

impl Part {
    /// Creates a text part.
    pub fn text(text: impl Into<String>) -> Self {
        Part::Text { text: text.into(), extra: Extra::new() }
    }
}

/// An image in a message.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Image {
    /// Where its pixels are.
    pub source: ImageSource,
    /// OpenAI's `detail`: `low`, `high`, `auto`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<Box<str>>,
    /// Unknown fields of the block.
    #[serde(default, skip_serializing_if = "Extra::is_empty")]
    pub extra: Extra,
}

/// Where an image's pixels come from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ImageSource {
    /// In the message, as base64.
    Base64 {
        /// `image/png`, `image/jpeg`, …
        media_type: Box<str>,
        /// The base64 text.
        data: String,
    },
    /// At a URL.
    Url {
        /// The URL.
        url: String,
    },
    /// At the provider, by file id or another provider-specific form.
    Provider {
        /// The `source` object as received.
        source: Value,
    },
}

/// A tool call that the model makes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ToolCall {
    /// The provider's id of the call; its result names it.
    pub id: Box<str>,
    /// The tool's name.
    pub name: Box<str>,
    /// The arguments as JSON text, exactly as the model wrote them.
    pub arguments: String,
    /// Unknown fields of the call (thought signatures, …).
    #[serde(default, skip_serializing_if = "Extra::is_empty")]
    pub extra: Extra,
}

/// A text that is kept in a file of its own beside a conversation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct WholeText {
    /// The SHA-256 of its bytes, in hexadecimal digits: its name, and how it is
    /// recognized.
    pub sha256: Box<str>,
    /// How many bytes it has.
    pub bytes: u64,
}

/// The result of a tool call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ToolResult {
    /// The id of the call that it answers.
    pub call_id: Box<str>,
    /// The tool's name, if the format repeats it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<Box<str>>,
    /// Text and images.
    pub parts: Vec<Part>,
    /// Whether the tool failed.
    #[serde(default)]
    pub is_error: bool,
    /// The text as the tool gave it, if that was too long to be a message: then `parts` hold its
    /// head and tail.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub whole: Option<Box<WholeText>>,
    /// How long the call ran, in milliseconds, if that was measured. It is kept for the user and
    /// never sent to a provider.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ran_ms: Option<u64>,
    /// Unknown fields of the result.
    #[serde(default, skip_serializing_if = "Extra::is_empty")]
    pub extra: Extra,
}

impl ToolResult {
    /// All text parts joined by line breaks.
    pub fn joined_text(&self) -> String {
        join(self.texts())
    }

    /// The text parts, in order.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.parts.iter().filter_map(|part| match part {
            Part::Text { text, .. } => Some(text.as_str()),
            _ => None,
        })
    }
}
