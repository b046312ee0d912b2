//! JSON that a model wrote, prepared for sending back.

use serde_json::Value;
use serde_json::value::RawValue;

use vibeue_conversation::transcript::tree::{ARGUMENTS, Object, Tree};

/// Returns arguments as the object that a protocol demands, digit for digit as
/// the model wrote them. Anything else is put into an object under `arguments`;
/// empty arguments become an empty object.
pub(crate) fn object_or_wrapped(arguments: &str) -> Tree<'_> {
    if arguments.trim().is_empty() {
        return Object::new().into();
    }
    match readable(arguments) {
        Some(raw) if raw.get().starts_with('{') => Tree::Raw(raw),
        _ => {
            let mut object = Object::new();
            object.put(ARGUMENTS, arguments);
            object.into()
        }
    }
}

/// Returns arguments as the text of an object, for protocols that send it as a
/// string; some servers parse it, and fail forever on anything else.
pub(crate) fn object_text(arguments: &str) -> std::borrow::Cow<'_, str> {
    if arguments.trim().is_empty() {
        return "{}".into();
    }
    match readable(arguments) {
        Some(raw) if raw.get().starts_with('{') => arguments.into(),
        _ => serde_json::json!({ ARGUMENTS: arguments }).to_string().into(),
    }
}

/// Returns whether a text is a JSON object.
pub(crate) fn is_object(text: &str) -> bool {
    readable(text).is_some_and(|raw| raw.get().starts_with('{'))
}

/// Reads JSON that servers can read, too. Half a surrogate pair passes as raw
/// JSON here but makes servers refuse the whole body, and so does excessive
/// nesting.
fn readable(text: &str) -> Option<&RawValue> {
    let raw: &RawValue = serde_json::from_str(text).ok()?;
    let plain = !has_surrogate(text) && !is_deep(text);
    (plain || serde_json::from_str::<Value>(text).is_ok()).then_some(raw)
}

fn has_surrogate(text: &str) -> bool {
    let bytes = text.as_bytes();
    memchr::memmem::find_iter(bytes, br"\u")
        .any(|at| matches!(bytes.get(at + 2), Some(b'd' | b'D')))
}

/// Deeper nesting than this is checked exactly; `serde_json` reads 128 levels.
const DEEP: usize = 100;

fn is_deep(text: &str) -> bool {
    memchr::memchr2_iter(b'{', b'[', text.as_bytes()).nth(DEEP).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(arguments: &str) -> String {
        serde_json::to_string(&object_or_wrapped(arguments)).unwrap()
    }

    #[test]
    fn objects_go_as_they_were_written_and_anything_else_in_one() {
        assert_eq!(written(r#" {"a": 1.50, "b":12345678901234567890123}"#), {
            r#"{"a": 1.50, "b":12345678901234567890123}"#
        });
        assert_eq!(written(""), "{}");
        assert_eq!(written(" \n"), "{}");
        assert_eq!(written("[1]"), r#"{"arguments":"[1]"}"#);
        assert_eq!(written(r#"{"a":"#), r#"{"arguments":"{\"a\":"}"#);
        assert_eq!(object_text(""), "{}");
        assert_eq!(object_text(r#"{"a":1}"#), r#"{"a":1}"#);
        assert_eq!(object_text("nope"), r#"{"arguments":"nope"}"#);
    }

    #[test]
    fn what_servers_cannot_read_is_wrapped() {
        let lone = r#"{"a":"\ud800"}"#;
        assert_eq!(written(lone), r#"{"arguments":"{\"a\":\"\\ud800\"}"}"#);
        let pair = r#"{"a":"\ud83d\ude00"}"#;
        assert_eq!(written(pair), pair);
        let deep = format!("{{\"a\":{}{}}}", "[".repeat(100_000), "]".repeat(100_000));
        assert!(written(&deep).starts_with(r#"{"arguments":"{\"a\":[["#));
        assert!(is_object("{}") && !is_object("[]") && !is_object("{"));
    }
}
