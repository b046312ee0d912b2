//! The rules of Ollama: it takes almost anything of the right types.

use serde_json::Value;

use super::violation::{Verdict, Violation, list, string};

pub(super) fn judge(body: &Value) -> Verdict {
    if string(body, "model").is_empty() {
        return Err(Violation::new("model is required"));
    }
    for message in list(body, "messages") {
        if !["system", "user", "assistant", "tool"].contains(&string(message, "role")) {
            return Err(Violation::new(format!("invalid role: {}", string(message, "role"))));
        }
        if message.get("content").is_some_and(|content| !content.is_string()) {
            return Err(mismatch("messages.content", "string"));
        }
        for call in list(message, "tool_calls") {
            if !call.pointer("/function/arguments").is_some_and(Value::is_object) {
                return Err(mismatch(
                    "messages.tool_calls.function.arguments",
                    "api.ToolCallFunctionArguments",
                ));
            }
        }
        for image in list(message, "images") {
            if !image.as_str().is_some_and(is_base64) {
                return Err(Violation::new("illegal base64 data at input byte 0"));
            }
        }
    }
    orphans(body)
}

/// Ollama itself takes orphans; the templates of many models then fail, so
/// that the stricter rule applies here.
fn orphans(body: &Value) -> Verdict {
    let mut open = 0usize;
    for message in list(body, "messages") {
        if string(message, "role") == "tool" {
            if open == 0 {
                return Err(Violation::new("template: tool message without a preceding tool call"));
            }
            open -= 1;
            continue;
        }
        if open > 0 {
            return Err(Violation::new("template: tool call without a tool message"));
        }
        open = list(message, "tool_calls").len();
    }
    if open > 0 {
        return Err(Violation::new("template: tool call without a tool message"));
    }
    Ok(())
}

fn mismatch(field: &str, kind: &str) -> Violation {
    Violation::new(format!(
        "json: cannot unmarshal value into Go struct field ChatRequest.{field} of type {kind}"
    ))
}

fn is_base64(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'='))
}
