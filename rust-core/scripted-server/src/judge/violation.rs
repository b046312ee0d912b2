//! A rule that a request broke.

use serde_json::Value;

/// A rule that a request broke.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// The provider's words.
    pub message: String,
    /// The field that is at fault, if the provider names it.
    pub param: Option<String>,
    /// The provider's code, if it has one.
    pub code: Option<&'static str>,
}

impl Violation {
    pub(super) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), param: None, code: None }
    }

    pub(super) fn at(mut self, param: impl Into<String>) -> Self {
        self.param = Some(param.into());
        self
    }

    pub(super) fn code(mut self, code: &'static str) -> Self {
        self.code = Some(code);
        self
    }
}

pub(super) type Verdict = Result<(), Violation>;

pub(super) fn list<'a>(value: &'a Value, field: &str) -> &'a [Value] {
    value.get(field).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

pub(super) fn string<'a>(value: &'a Value, field: &str) -> &'a str {
    value.get(field).and_then(Value::as_str).unwrap_or_default()
}

/// Returns whether a tool's name is one that every provider takes.
pub(super) fn is_tool_name(name: &str) -> bool {
    (1..=64).contains(&name.len())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
}
