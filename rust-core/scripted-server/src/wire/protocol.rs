//! A protocol that the server speaks.

use serde::{Deserialize, Serialize};

/// A protocol that the server speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Wire {
    /// OpenAI Chat Completions.
    OpenaiChat,
    /// OpenAI Responses.
    Responses,
    /// Anthropic Messages.
    Anthropic,
    /// Google Gemini.
    Gemini,
    /// Ollama's own.
    Ollama,
}

impl Wire {
    /// All of them.
    pub const ALL: [Wire; 5] =
        [Wire::OpenaiChat, Wire::Responses, Wire::Anthropic, Wire::Gemini, Wire::Ollama];
}
