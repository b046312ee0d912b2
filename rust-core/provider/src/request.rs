//! One request to a model.

use std::sync::Arc;

use serde_json::Value;

use super::ToolDefinition;
use vibeue_conversation::{Extra, Message};

/// Everything that a provider needs to ask a model once.
///
/// The messages are a history's view: shared, in order, including system
/// messages. Each wire module enforces its provider's rules on pairs, roles and
/// empty content while it writes them.
#[derive(Debug, Clone, PartialEq)]
pub struct ChatRequest {
    /// The model's id as the server knows it.
    pub model: String,
    /// What the model sees, oldest first.
    pub messages: Vec<Arc<Message>>,
    /// The tools that it may call.
    pub tools: Arc<[ToolDefinition]>,
    /// Whether it may or must call them.
    pub tool_choice: ToolChoice,
    /// Whether to deliver the answer piece by piece.
    pub stream: bool,
    /// The maximum number of tokens of the answer; `None` leaves it to the server if the protocol
    /// allows that.
    pub max_output_tokens: Option<u64>,
    /// From 0 to 2; left out if the model does not accept one.
    pub temperature: Option<f64>,
    /// `low`, `medium`, `high` or another value that the server knows.
    pub reasoning_effort: Option<String>,
    /// The format that the answer must have, if the server supports it.
    pub response_schema: Option<JsonSchema>,
    /// The context length that the server should allocate (Ollama's `num_ctx`);
    /// others ignore it.
    pub context_length: Option<u64>,
    /// Groups requests that share a prefix (OpenAI's `prompt_cache_key`).
    pub cache_key: Option<String>,
    /// How often the request is repeated when that may help; `None` leaves it
    /// to the transport. Use 0 if the caller retries on its own: both together
    /// would multiply.
    pub retries: Option<u32>,
    /// Additional fields for the body; they never replace one that is set
    /// above.
    pub extra: Extra,
}

impl ChatRequest {
    /// Creates a streaming request without tools and with the server's
    /// defaults.
    pub fn new(model: impl Into<String>, messages: Vec<Arc<Message>>) -> Self {
        Self {
            model: model.into(),
            messages,
            tools: Arc::from([]),
            tool_choice: ToolChoice::Auto,
            stream: true,
            max_output_tokens: None,
            temperature: None,
            reasoning_effort: None,
            response_schema: None,
            context_length: None,
            cache_key: None,
            retries: None,
            extra: Extra::new(),
        }
    }
}

/// Whether the model may or must call tools.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub enum ToolChoice {
    /// The model decides.
    #[default]
    Auto,
    /// The model must not, although the definitions are there.
    None,
    /// The model must call one.
    Required,
}

/// A JSON schema that the answer must follow.
#[derive(Debug, Clone, PartialEq)]
pub struct JsonSchema {
    /// A name for it: letters, digits, `_` or `-`.
    pub name: String,
    /// The JSON schema.
    pub schema: Value,
}
