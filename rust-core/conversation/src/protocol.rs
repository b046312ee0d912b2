//! The wire protocols that a message can have come through.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A wire protocol: how a conversation is written for a server, and what the
/// server's own blocks look like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Protocol {
    /// OpenAI Chat Completions and every server that speaks it.
    OpenaiChat,
    /// OpenAI Responses.
    Responses,
    /// Anthropic Messages.
    Anthropic,
    /// Google Gemini.
    Gemini,
    /// Ollama's own `/api/chat`.
    Ollama,
    /// The Agent Client Protocol: not a model's wire but an agent that has its
    /// own, so that it is not among those that are offered.
    Acp,
}

impl Protocol {
    /// All protocols of models, in the order in which they are offered.
    pub const ALL: [Protocol; 5] = [
        Protocol::OpenaiChat,
        Protocol::Responses,
        Protocol::Anthropic,
        Protocol::Gemini,
        Protocol::Ollama,
    ];

    /// The name on the command line and in settings: `openai`, `responses`,
    /// `anthropic`, `gemini`, `ollama`; that of an agent is `acp`.
    pub const fn name(self) -> &'static str {
        match self {
            Protocol::OpenaiChat => "openai",
            Protocol::Responses => "responses",
            Protocol::Anthropic => "anthropic",
            Protocol::Gemini => "gemini",
            Protocol::Ollama => "ollama",
            Protocol::Acp => "acp",
        }
    }
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Protocol {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|protocol| protocol.name() == text).ok_or_else(|| {
            let names: Vec<_> = Self::ALL.iter().map(|protocol| protocol.name()).collect();
            format!("`{text}` is not a provider; the providers are {}", names.join(", "))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_read_back_and_others_are_answered_with_the_list() {
        for protocol in Protocol::ALL {
            assert_eq!(protocol.name().parse(), Ok(protocol));
        }
        assert_eq!(
            "bard".parse::<Protocol>(),
            Err("`bard` is not a provider; the providers are openai, responses, \
                 anthropic, gemini, ollama"
                .to_owned())
        );
    }
}
