//! What a server can do, and what it knows about its models.

use serde::{Deserialize, Serialize};

use vibeue_conversation::Part;
use vibeue_tokens::ServerUsage;
use vibeue_tokens::models::Abilities;

/// What a provider supports for one model.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Capabilities {
    /// Whether the answer can be constrained to a JSON schema.
    pub json_schema: bool,
    /// Whether a temperature may be sent.
    pub temperature: bool,
    /// Whether the server counts a request's tokens.
    pub counts: bool,
    /// Whether the provider has a compaction of its own.
    pub compacts: bool,
}

/// What a server knows about a model.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ModelInfo {
    /// The model's id.
    pub id: String,
    /// The context length in tokens that a request really has: the allocated length, if the server
    /// distinguishes it from the length that the model was trained for.
    pub context_length: Option<u64>,
    /// The maximum number of tokens of a request, if that is less than the window.
    pub input_limit: Option<u64>,
    /// The maximum number of tokens of an answer.
    pub max_output: Option<u64>,
    /// US dollars per million tokens of the request.
    pub input_price: Option<f64>,
    /// US dollars per million tokens of the answer.
    pub output_price: Option<f64>,
    /// What it can do besides writing, as far as the server says.
    #[serde(default, skip_serializing_if = "Abilities::are_unknown")]
    pub abilities: Abilities,
}

/// The result of a provider's own compaction.
#[derive(Debug, Clone, PartialEq)]
pub struct NativeCompaction {
    /// Opaque blocks that represent what was condensed; sent back unchanged,
    /// and only to this provider.
    pub parts: Vec<Part>,
    /// The readable part of it, if the provider shows it.
    pub text: Option<String>,
    /// The tokens it used.
    pub usage: Option<ServerUsage>,
}
