//! What a request wants.

use serde::{Deserialize, Serialize};

/// What a request wants.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Operation {
    /// An answer of the model.
    #[default]
    Chat,
    /// The number of tokens.
    Count,
    /// The provider's own compaction.
    Compact,
    /// What the server knows about its models and of itself.
    Facts,
}
