//! Bodies that should be JSON.

use serde_json::Value;

use super::html_page;
use crate::provider::{ErrorClass, ProviderError};

/// Parses a body as one JSON value.
pub(super) fn json_of(host: &str, body: &[u8]) -> Result<Value, ProviderError> {
    let text = body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(body);
    if text.trim_ascii().is_empty() {
        return Err(no_json(host, b"", None));
    }
    // Bytes that are no UTF-8 cost characters, not the answer.
    let text = String::from_utf8_lossy(text);
    serde_json::from_str(&text).map_err(|error| no_json(host, body, Some(&error)))
}

/// The error of a body that is no JSON. An empty one is taken as an answer
/// that was lost on the way.
pub(super) fn no_json(host: &str, body: &[u8], error: Option<&serde_json::Error>) -> ProviderError {
    let what = match error {
        _ if html_page::is_html(body) => match html_page::title(body) {
            Some(title) => format!("a web page titled “{title}”"),
            None => "a web page".to_owned(),
        },
        Some(error) => format!("what is no JSON ({error})"),
        None => "an empty body".to_owned(),
    };
    let class = if body.is_empty() { ErrorClass::Transport } else { ErrorClass::Protocol };
    ProviderError::new(class, format!("{host} answered with {what}"))
        .hint("check the base address (is /v1 missing?) and the protocol")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn fault(body: &[u8]) -> (ErrorClass, String) {
        let error = json_of("host", body).unwrap_err();
        (error.class, error.message)
    }

    #[test]
    fn bodies_are_read_or_named() {
        assert_eq!(json_of("host", b"\xef\xbb\xbf {\"a\":\"\xff\"}"), Ok(json!({"a": "\u{fffd}"})));
        assert_eq!(
            fault(b" "),
            (ErrorClass::Transport, "host answered with an empty body".to_owned())
        );
        assert_eq!(
            fault(b"<html><title>Log in</title>"),
            (
                ErrorClass::Protocol,
                "host answered with a web page titled \u{201c}Log in\u{201d}".to_owned()
            )
        );
        let (class, message) = fault(b"{\"torn\": ");
        assert_eq!(class, ErrorClass::Protocol);
        assert!(message.starts_with("host answered with what is no JSON (EOF"), "{message}");
    }
}
