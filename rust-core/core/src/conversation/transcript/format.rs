//! The formats in which a conversation can be written down.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How a file writes a conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Format {
    /// A list of OpenAI chat messages.
    OpenAiArray,
    /// An OpenAI chat request: an object with `messages`.
    OpenAiObject,
    /// OpenAI chat messages, one on each line.
    OpenAiLines,
    /// An Anthropic request: an object with `messages` and often `system`.
    Anthropic,
    /// A list of Anthropic messages. It has no room for a system prompt.
    /// Lines of such messages are read as this, too.
    AnthropicArray,
    /// VibeUE's own journal: read and written by `session`, not here.
    Journal,
}

impl Format {
    /// Tells whether messages have Anthropic's shape.
    pub fn is_anthropic(self) -> bool {
        matches!(self, Format::Anthropic | Format::AnthropicArray)
    }

    /// Tells whether messages have the shape of OpenAI's chat completions.
    pub fn is_openai(self) -> bool {
        matches!(self, Format::OpenAiArray | Format::OpenAiObject | Format::OpenAiLines)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Format::OpenAiArray => "a list of OpenAI chat messages",
            Format::OpenAiObject => "an OpenAI chat request",
            Format::OpenAiLines => "OpenAI chat messages, one on each line",
            Format::Anthropic => "an Anthropic request",
            Format::AnthropicArray => "a list of Anthropic messages",
            Format::Journal => "a VibeUE journal",
        })
    }
}
