//! The rules of OpenAI Chat Completions.

use std::collections::HashSet;

use serde_json::Value;

use super::violation::{Verdict, Violation, is_tool_name, list, string};

pub(super) fn judge(body: &Value) -> Verdict {
    if string(body, "model").is_empty() {
        return Err(Violation::new("you must provide a model parameter"));
    }
    if body.get("max_tokens").is_some() && body.get("max_completion_tokens").is_some() {
        return Err(Violation::new(
            "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.",
        )
        .code("invalid_parameter_combination"));
    }
    let Some(messages) = body.get("messages").and_then(Value::as_array) else {
        return Err(Violation::new("Missing required parameter: 'messages'.")
            .at("messages")
            .code("missing_required_parameter"));
    };
    if messages.is_empty() {
        return Err(Violation::new(
            "Invalid 'messages': empty array. Expected an array with minimum length 1, but got \
             an empty array instead.",
        )
        .at("messages")
        .code("empty_array"));
    }
    tools(body)?;
    for (index, message) in messages.iter().enumerate() {
        contents(message, index)?;
    }
    pairs(messages)
}

fn tools(body: &Value) -> Verdict {
    let tools = list(body, "tools");
    if body.get("tools").is_some() && tools.is_empty() {
        return Err(Violation::new(
            "Invalid 'tools': empty array. Expected an array with minimum length 1, but got an \
             empty array instead.",
        )
        .at("tools"));
    }
    if tools.is_empty() && body.get("tool_choice").is_some_and(|choice| choice != "none") {
        return Err(Violation::new("'tool_choice' is only allowed when 'tools' are specified.")
            .at("tool_choice"));
    }
    if tools.is_empty() && body.get("parallel_tool_calls").is_some() {
        return Err(Violation::new(
            "'parallel_tool_calls' is only allowed when 'tools' are specified.",
        )
        .at("parallel_tool_calls"));
    }
    for (index, tool) in tools.iter().enumerate() {
        let function = tool.get("function").unwrap_or(&Value::Null);
        if string(tool, "type") != "function" || !is_tool_name(string(function, "name")) {
            return Err(Violation::new(format!(
                "Invalid 'tools[{index}].function.name': string does not match pattern. Expected \
                 a string that matches the pattern '^[a-zA-Z0-9_-]+$'."
            ))
            .at(format!("tools[{index}].function.name")));
        }
        if function.get("parameters").is_some_and(|parameters| !parameters.is_object()) {
            return Err(Violation::new(format!(
                "Invalid type for 'tools[{index}].function.parameters': expected an object."
            ))
            .at(format!("tools[{index}].function.parameters")));
        }
    }
    Ok(())
}

fn contents(message: &Value, index: usize) -> Verdict {
    let role = string(message, "role");
    if !["system", "developer", "user", "assistant", "tool", "function"].contains(&role) {
        return Err(Violation::new(format!(
            "Invalid value: '{role}'. Supported values are: 'system', 'assistant', 'user', \
             'function', 'tool', and 'developer'."
        ))
        .at(format!("messages[{index}].role"))
        .code("invalid_value"));
    }
    let at = format!("messages[{index}].content");
    let calls = message.get("tool_calls");
    match message.get("content") {
        Some(Value::String(_)) => {}
        Some(Value::Array(blocks)) => {
            if blocks.is_empty() {
                return Err(Violation::new(format!("Invalid '{at}': empty array.")).at(at));
            }
            for (number, block) in blocks.iter().enumerate() {
                content_block(block, role, &format!("{at}[{number}]"))?;
            }
        }
        None | Some(Value::Null) if role == "assistant" && calls.is_some() => {}
        Some(Value::Null) | None => {
            return Err(Violation::new(format!(
                "Invalid value for 'content': expected a string, got null. ({at})"
            ))
            .at(at));
        }
        Some(_) => return Err(Violation::new(format!("Invalid type for '{at}'.")).at(at)),
    }
    let Some(calls) = calls else { return Ok(()) };
    let calls = calls.as_array().map_or(&[][..], Vec::as_slice);
    if calls.is_empty() || role != "assistant" {
        return Err(Violation::new(format!(
            "Invalid 'messages[{index}].tool_calls': empty array. Expected an array with minimum \
             length 1, but got an empty array instead."
        ))
        .at(format!("messages[{index}].tool_calls"))
        .code("empty_array"));
    }
    for (number, call) in calls.iter().enumerate() {
        tool_call(call, &format!("messages[{index}].tool_calls[{number}]"))?;
    }
    Ok(())
}

fn content_block(block: &Value, role: &str, at: &str) -> Verdict {
    let kind = string(block, "type");
    let known = match role {
        "user" => ["text", "image_url", "input_audio", "file"].contains(&kind),
        "assistant" => ["text", "refusal"].contains(&kind),
        _ => kind == "text",
    };
    let whole = match kind {
        "text" => block.get("text").is_some_and(Value::is_string),
        "image_url" => block.pointer("/image_url/url").is_some_and(Value::is_string),
        _ => true,
    };
    if known && whole {
        return Ok(());
    }
    Err(Violation::new(format!("Invalid value: '{kind}' in '{at}'."))
        .at(format!("{at}.type"))
        .code("invalid_value"))
}

fn tool_call(call: &Value, at: &str) -> Verdict {
    let function = call.get("function").unwrap_or(&Value::Null);
    if string(call, "id").is_empty() || string(call, "type") != "function" {
        return Err(Violation::new(format!("Missing required parameter: '{at}.id'."))
            .at(format!("{at}.id"))
            .code("missing_required_parameter"));
    }
    if !is_tool_name(string(function, "name")) {
        return Err(Violation::new(format!(
            "Invalid '{at}.function.name': string does not match pattern. Expected a string \
             that matches the pattern '^[a-zA-Z0-9_-]+$'."
        ))
        .at(format!("{at}.function.name")));
    }
    // llama.cpp answers arguments that are not JSON with status 500.
    let arguments = function.get("arguments").and_then(Value::as_str);
    if arguments.is_none_or(|text| serde_json::from_str::<Value>(text).is_err()) {
        return Err(Violation::new(format!(
            "Failed to parse tool call arguments as JSON: {at}.function.arguments"
        ))
        .at(format!("{at}.function.arguments")));
    }
    Ok(())
}

fn pairs(messages: &[Value]) -> Verdict {
    let mut open: Vec<&str> = Vec::new();
    let mut answered = HashSet::new();
    for (index, message) in messages.iter().enumerate() {
        if string(message, "role") == "tool" {
            let id = string(message, "tool_call_id");
            if let Some(at) = open.iter().position(|call| *call == id) {
                answered.insert(open.remove(at));
                continue;
            }
            let why = if answered.contains(id) { " (answered twice)" } else { "" };
            return Err(Violation::new(format!(
                "Invalid parameter: messages with role 'tool' must be a response to a preceeding \
                 message with 'tool_calls'.{why}"
            ))
            .at(format!("messages.[{index}].role")));
        }
        unanswered(&open, index)?;
        answered.clear();
        for call in list(message, "tool_calls") {
            let id = string(call, "id");
            if open.contains(&id) {
                return Err(Violation::new(format!(
                    "Duplicate value for 'tool_call_id' of '{id}'"
                ))
                .at(format!("messages.[{index}].tool_calls")));
            }
            open.push(id);
        }
    }
    unanswered(&open, messages.len())
}

fn unanswered(open: &[&str], index: usize) -> Verdict {
    if open.is_empty() {
        return Ok(());
    }
    Err(Violation::new(format!(
        "An assistant message with 'tool_calls' must be followed by tool messages responding to \
         each 'tool_call_id'. The following tool_call_ids did not have response messages: {}",
        open.join(", ")
    ))
    .at(format!("messages.[{index}].role")))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn verdict(messages: &Value) -> Option<String> {
        judge(&json!({"model": "m", "messages": messages})).err().map(|broken| broken.message)
    }

    fn call(ids: &[&str]) -> Value {
        let calls: Vec<_> = ids
            .iter()
            .map(|id| json!({"id": id, "type": "function", "function": {"name": "f", "arguments": "{}"}}))
            .collect();
        json!({"role": "assistant", "content": null, "tool_calls": calls})
    }

    fn result(id: &str) -> Value {
        json!({"role": "tool", "tool_call_id": id, "content": "r"})
    }

    #[test]
    fn results_belong_to_the_calls_right_before_them() {
        let user = json!({"role": "user", "content": "u"});
        assert_eq!(
            verdict(&json!([user, call(&["a", "b"]), result("b"), result("a"), user])),
            None
        );
        for broken in [
            json!([user, result("a")]),
            json!([user, call(&["a", "b"]), result("a")]),
            json!([user, call(&["a"]), user, result("a")]),
            json!([user, call(&["a"]), result("a"), result("a")]),
            json!([user, call(&["a", "a"]), result("a"), result("a")]),
        ] {
            assert!(verdict(&broken).is_some(), "{broken}");
        }
    }

    #[test]
    fn a_message_without_anything_is_refused() {
        assert!(verdict(&json!([{"role": "assistant"}])).is_some());
        assert!(verdict(&json!([{"role": "user", "content": null}])).is_some());
        assert!(verdict(&json!([{"role": "person", "content": "x"}])).is_some());
        assert!(verdict(&json!([])).is_some());
    }
}
