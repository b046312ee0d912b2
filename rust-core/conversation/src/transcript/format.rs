//! The formats in which a conversation can be written down.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The format in which a file holds a conversation.
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
    /// A list of Anthropic messages. The provider accepts no system prompt in
    /// it; one that a log has there stays there.
    AnthropicArray,
    /// Anthropic messages, one on each line; system prompts as in the list.
    AnthropicLines,
    /// VibeUE's own journal: read and written by `session`, not here.
    Journal,
}

impl Format {
    /// Returns whether messages have Anthropic's shape.
    pub fn is_anthropic(self) -> bool {
        self == Format::Anthropic || self.is_anthropic_list()
    }

    /// Returns whether it is Anthropic's messages without a request around them.
    pub(super) fn is_anthropic_list(self) -> bool {
        matches!(self, Format::AnthropicArray | Format::AnthropicLines)
    }

    /// Returns whether each message is on a line of its own.
    pub(super) fn is_lines(self) -> bool {
        matches!(self, Format::OpenAiLines | Format::AnthropicLines)
    }

    /// Returns whether messages have the shape of OpenAI's chat completions.
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
            Format::AnthropicLines => "Anthropic messages, one on each line",
            Format::Journal => "a VibeUE journal",
        })
    }
}
