//! Why a stream cannot become an answer.

use serde_json::Value;

/// Why a stream, or a plain body, cannot become an answer; the shell makes a
/// [`ProviderError`](super::ProviderError) of it.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::provider) enum StreamFault {
    /// The server sent an error in the place of more; its JSON.
    Server(Value),
    /// What came is not the protocol; what and why.
    Protocol(String),
    /// The stream ended before the answer did.
    Cut,
    /// The server declines the request; why, in its words.
    Refused(String),
}
