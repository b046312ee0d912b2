//! What a server can do and what it knows about its models.

use serde::{Deserialize, Serialize};

use vibeue_conversation::Part;
use vibeue_tokens::ServerUsage;

/// What can be asked of a provider for one model.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Capabilities {
    /// The answer can be bound to a JSON schema.
    pub json_schema: bool,
    /// A temperature may be sent.
    pub temperature: bool,
    /// The server counts a request's tokens.
    pub counts: bool,
    /// The provider has a compaction of its own.
    pub compacts: bool,
}

/// What a server knows about a model.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct ModelInfo {
    /// The model's id.
    pub id: String,
    /// The context length in tokens that a request really has: what is
    /// allocated, where the server distinguishes that from what the model was
    /// trained for.
    pub context_length: Option<u64>,
    /// The most tokens of a request, where that is less than the window.
    pub input_limit: Option<u64>,
    /// The most tokens of an answer.
    pub max_output: Option<u64>,
    /// US dollars per million tokens of the request.
    pub input_price: Option<f64>,
    /// US dollars per million tokens of the answer.
    pub output_price: Option<f64>,
}

/// The result of a provider's own compaction.
#[derive(Debug, Clone, PartialEq)]
pub struct NativeCompaction {
    /// Opaque blocks that stand for what was condensed; sent back unchanged,
    /// and only to this provider.
    pub parts: Vec<Part>,
    /// What a person can read of it, where the provider shows it.
    pub text: Option<String>,
    /// What it cost.
    pub usage: Option<ServerUsage>,
}
