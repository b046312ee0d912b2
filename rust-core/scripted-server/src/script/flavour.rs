//! Whose server this one plays.

use serde::{Deserialize, Serialize};

/// The server whose addresses other than the chat's are offered.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Flavour {
    /// The provider's own service of each protocol.
    #[default]
    Official,
    /// llama.cpp's server: `/props`, `/tokenize`, token counts of requests.
    LlamaCpp,
    /// vLLM: `max_model_len`, `/tokenize`, `/version`.
    Vllm,
    /// LM Studio: `/api/v0/models`.
    LmStudio,
    /// OpenRouter: prices and `top_provider`.
    OpenRouter,
    /// LiteLLM: `max_input_tokens`, `/model/info`.
    LiteLlm,
    /// Ollama at its compatible address, with its own in addition.
    Ollama,
}

/// One model that the server offers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Model {
    /// Its id.
    pub id: String,
    /// Its window in tokens, as the server reports it.
    pub context_length: u64,
    /// The maximum number of tokens of an answer, as the server reports it.
    pub max_output: u64,
    /// The window that was trained for, if that is more.
    pub trained_context_length: u64,
    /// The provider's own compaction is offered.
    pub compacts: bool,
    /// US dollars per million tokens of requests and of answers, reported as OpenRouter does; not
    /// reported if there are none.
    pub prices: Option<(f64, f64)>,
}

impl Default for Model {
    fn default() -> Self {
        Self {
            id: "scripted".to_owned(),
            context_length: 128_000,
            max_output: 8_192,
            trained_context_length: 262_144,
            compacts: true,
            prices: None,
        }
    }
}

impl Model {
    /// Makes a model of a window.
    pub fn new(id: &str, context_length: u64) -> Self {
        Self { id: id.to_owned(), context_length, ..Self::default() }
    }
}
