//! Response bodies that should be JSON.

use serde_json::Value;

use super::html_page;
use crate::{ErrorClass, ProviderError};

/// Parses a body as one JSON value.
pub(super) fn json_of(host: &str, body: &[u8]) -> Result<Value, ProviderError> {
    let text = body.strip_prefix(b"\xef\xbb\xbf").unwrap_or(body);
    if text.trim_ascii().is_empty() {
        return Err(no_json(host, b"", None));
    }
    // Bytes that are not UTF-8 cost some characters, not the whole answer.
    let text = String::from_utf8_lossy(text);
    if has_too_many_values(&text) {
        return Err(too_many_values(host));
    }
    serde_json::from_str(&text).map_err(|error| no_json(host, body, Some(&error)))
}

/// More values than any answer has. Each takes some seventy bytes of memory,
/// although two bytes of text are enough for one.
const MOST_VALUES: usize = 1 << 20;

/// Returns whether JSON would fill the memory when it is parsed.
pub(super) fn has_too_many_values(text: &str) -> bool {
    let bytes = text.as_bytes();
    if bytes.len() <= MOST_VALUES {
        return false;
    }
    let mut values = 0;
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        at += 1;
        match byte {
            b'"' => at = behind_string(bytes, at),
            b',' | b'[' | b'{' => values += 1,
            _ => {}
        }
    }
    values > MOST_VALUES
}

/// Finds the end of the string that begins before `at`.
fn behind_string(bytes: &[u8], mut at: usize) -> usize {
    while let Some(found) = memchr::memchr2(b'"', b'\\', bytes.get(at..).unwrap_or_default()) {
        at += found;
        if bytes[at] == b'"' {
            return at + 1;
        }
        at += 2;
    }
    bytes.len()
}

pub(super) fn too_many_values(host: &str) -> ProviderError {
    ProviderError::new(
        ErrorClass::Protocol,
        format!("{host} answered with JSON of more than {MOST_VALUES} values"),
    )
    .hint("check the address and the protocol; a model would not answer like that")
}

/// The error for a body that is not JSON. An empty one counts as an answer that
/// was lost on the way.
pub(super) fn no_json(host: &str, body: &[u8], error: Option<&serde_json::Error>) -> ProviderError {
    let what = match error {
        _ if html_page::is_html(body) => match html_page::title(body) {
            Some(title) => format!("a web page titled “{title}”"),
            None => "a web page".to_owned(),
        },
        Some(error) => format!("invalid JSON ({error})"),
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
        let many = format!("[{}0]", "0,".repeat(MOST_VALUES));
        let (class, message) = fault(many.as_bytes());
        assert_eq!(class, ErrorClass::Protocol);
        assert!(message.ends_with("JSON of more than 1048576 values"), "{message}");
        let text = json!({"text": ",[{\"\\".repeat(MOST_VALUES)});
        assert_eq!(json_of("host", text.to_string().as_bytes()), Ok(text));
        let (class, message) = fault(b"{\"torn\": ");
        assert_eq!(class, ErrorClass::Protocol);
        assert!(message.starts_with("host answered with invalid JSON (EOF"), "{message}");
    }
}
