//! Errors of answers that a server gave, but not as its protocol says.

use serde_json::Value;

use super::http::classify_value;
use super::{ErrorClass, ProviderError};

/// Makes the error that a server reports inside a stream.
pub(in crate::provider) fn server_fault(event: &Value) -> ProviderError {
    classify_value(event).unwrap_or_else(|| {
        ProviderError::new(
            ErrorClass::Overloaded { retry_after: None },
            format!("the server ended the answer with an error: {}", shown(event)),
        )
    })
}

/// Makes the error of a body that is no answer of the protocol.
pub(in crate::provider) fn not_an_answer(body: &Value, why: &str) -> ProviderError {
    classify_value(body).unwrap_or_else(|| {
        ProviderError::new(
            ErrorClass::Protocol,
            format!("what came is no answer, {why}: {}", shown(body)),
        )
        .hint("check the address and the protocol")
    })
}

/// Cuts JSON to what an error can show.
fn shown(json: &Value) -> String {
    const SHOWN: usize = 300;
    let mut text = json.to_string();
    if let Some((at, _)) = text.char_indices().nth(SHOWN) {
        text.truncate(at);
        text.push('…');
    }
    text
}
