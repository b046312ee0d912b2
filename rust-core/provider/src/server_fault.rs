//! Errors for answers that do not follow the server's protocol.

use serde_json::Value;

use super::http::{classify_value, shortened};
use super::{ErrorClass, ProviderError};

/// What to do about an error of unknown kind.
const AGAIN: &str = "try again; if it keeps happening, see the server's log";

/// Returns whether an event of a stream reports an error, under any name and in any shape: servers
/// that speak several protocols report it in one shape on all of them, with the error's own kind as
/// the event's type.
pub(crate) fn is_fault(name: Option<&str>, event: &Value) -> bool {
    let text = |name: &str| event.get(name).and_then(Value::as_str).unwrap_or_default();
    let kind = text("type");
    let reported = event.get("error").is_some_and(|error| match error {
        Value::Null | Value::Bool(false) => false,
        Value::String(text) => !text.is_empty(),
        Value::Object(fields) => !fields.is_empty(),
        Value::Array(list) => !list.is_empty(),
        _ => true,
    });
    name == Some("error")
        || kind == "error"
        || kind.ends_with("_error")
        || text("object") == "error"
        || (reported && !kind.starts_with("response."))
}

/// Creates the error that a server reports inside a stream.
pub(crate) fn server_fault(event: &Value) -> ProviderError {
    if let Value::String(words) = event {
        let class = ErrorClass::Overloaded { retry_after: None };
        let message = format!("the server reported an error: {}", shortened(words));
        return ProviderError::new(class, message).hint(AGAIN);
    }
    classify_value(event).unwrap_or_else(|| {
        ProviderError::new(
            ErrorClass::Overloaded { retry_after: None },
            format!("the server ended the answer with an error: {}", shown(event)),
        )
        .hint(AGAIN)
    })
}

/// Creates the error for a body that is not an answer of the protocol.
pub(crate) fn not_an_answer(body: &Value, why: &str) -> ProviderError {
    classify_value(body).unwrap_or_else(|| {
        ProviderError::new(
            ErrorClass::Protocol,
            format!("the response is not an answer ({why}): {}", shown(body)),
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_error_is_known_by_its_name_its_type_or_its_field() {
        for (name, event) in [
            (Some("error"), json!({"code": 500, "message": "x", "type": "server_error"})),
            (Some("error"), json!("the disk is full")),
            (None, json!({"type": "error", "message": "x"})),
            (None, json!({"type": "overloaded_error", "message": "x"})),
            (None, json!({"error": "x"})),
            (None, json!({"error": {"message": "x"}})),
            (None, json!({"error": 500})),
            (None, json!({"object": "error", "message": "x"})),
        ] {
            assert!(is_fault(name, &event), "{name:?} {event}");
        }
        for (name, event) in [
            (None, json!({"error": null, "choices": []})),
            (None, json!({"error": "", "choices": []})),
            (None, json!({"error": {}, "choices": []})),
            (Some("message_start"), json!({"type": "message_start", "message": {}})),
            (None, json!({"type": "response.mcp_call.failed", "error": {"message": "x"}})),
        ] {
            assert!(!is_fault(name, &event), "{name:?} {event}");
        }
    }

    #[test]
    fn plain_words_are_the_server_s_reason() {
        let fault = server_fault(&json!("the disk is full"));
        assert_eq!(fault.message, "the server reported an error: the disk is full");
    }
}
