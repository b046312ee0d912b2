//! The arguments and answers of tools for a project's files.

use serde_json::Value;

/// The maximum number of bytes of one answer; the last line may exceed it.
pub(super) const MOST_BYTES: usize = 64 * 1024;

/// A tool's answer: text for the model, or why it failed.
pub(super) type Answer = Result<String, String>;

/// Returns a text argument.
pub(super) fn text<'a>(arguments: &'a Value, name: &str) -> Option<&'a str> {
    arguments.get(name).and_then(Value::as_str)
}

/// Returns a number argument; models also write numbers as strings.
pub(super) fn number(arguments: &Value, name: &str, default: u64) -> Result<u64, String> {
    match arguments.get(name) {
        None | Some(Value::Null) => Ok(default),
        Some(value) => value
            .as_u64()
            .or_else(|| value.as_str().and_then(|text| text.trim().parse().ok()))
            .ok_or_else(|| format!("{name} is not a whole number")),
    }
}
