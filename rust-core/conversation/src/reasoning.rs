//! What a model thought before it answered, as it is kept.

use serde::{Deserialize, Serialize};

/// What a model thought before an answer, as far as its provider showed it. It is kept for the user
/// and never sent to a provider.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reasoning {
    /// The text; empty if the message has it in what its provider wants back
    /// ([`returned_reasoning`](crate::Message::returned_reasoning)), so that it is not kept twice.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub text: String,
    /// How long the model thought, in milliseconds, if that was measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub took_ms: Option<u64>,
}
