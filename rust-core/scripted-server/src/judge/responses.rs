//! The rules of OpenAI Responses.

use std::collections::HashSet;

use serde_json::Value;

use super::violation::{Verdict, Violation, is_tool_name, list, string};

pub(super) fn judge(body: &Value) -> Verdict {
    if string(body, "model").is_empty() {
        return Err(Violation::new("Missing required parameter: 'model'.").at("model"));
    }
    for (index, tool) in list(body, "tools").iter().enumerate() {
        if string(tool, "type") == "function" && !is_tool_name(string(tool, "name")) {
            return Err(Violation::new(format!(
                "Missing required parameter: 'tools[{index}].name'."
            ))
            .at(format!("tools[{index}].name"))
            .code("missing_required_parameter"));
        }
    }
    if body.get("messages").is_some() {
        return Err(Violation::new(
            "Unsupported parameter: 'messages'. In the Responses API, this parameter has moved \
             to 'input'.",
        )
        .at("messages")
        .code("unsupported_parameter"));
    }
    let items = match body.get("input") {
        Some(Value::String(_)) => return Ok(()),
        Some(Value::Array(items)) if !items.is_empty() => items,
        _ => {
            return Err(Violation::new("Missing required parameter: 'input'.")
                .at("input")
                .code("missing_required_parameter"));
        }
    };
    for (index, item) in items.iter().enumerate() {
        shape(item, index)?;
    }
    calls(items)?;
    reasoning(items)
}

fn kind(item: &Value) -> &str {
    item.get("type").and_then(Value::as_str).unwrap_or("message")
}

#[expect(clippy::too_many_lines, reason = "one arm for each kind of item")]
fn shape(item: &Value, index: usize) -> Verdict {
    let missing = |field: &str| {
        let at = format!("input[{index}].{field}");
        Err(Violation::new(format!("Missing required parameter: '{at}'."))
            .at(at)
            .code("missing_required_parameter"))
    };
    match kind(item) {
        "message" => message(item, index),
        "function_call" => {
            for field in ["call_id", "name", "arguments"] {
                if item.get(field).and_then(Value::as_str).is_none() {
                    return missing(field);
                }
            }
            match item.get("id").and_then(Value::as_str) {
                Some(id) if !id.starts_with("fc") => Err(Violation::new(format!(
                    "Invalid 'input[{index}].id': '{id}'. Expected an ID that begins with 'fc'."
                ))
                .at(format!("input[{index}].id"))),
                _ => Ok(()),
            }
        }
        "function_call_output" => {
            if item.get("call_id").and_then(Value::as_str).is_none() {
                return missing("call_id");
            }
            match item.get("output") {
                Some(Value::String(_) | Value::Array(_)) => Ok(()),
                _ => missing("output"),
            }
        }
        "reasoning" => {
            if !item.get("summary").is_some_and(Value::is_array) {
                return missing("summary");
            }
            if string(item, "encrypted_content").is_empty() {
                let id = string(item, "id");
                return Err(Violation::new(format!(
                    "Item with id '{id}' not found. Items are not persisted when `store` is set \
                     to false. Try again with `store` set to true, or remove this item from your \
                     input."
                ))
                .at("input"));
            }
            Ok(())
        }
        "compaction" => {
            if string(item, "encrypted_content").is_empty() {
                return missing("encrypted_content");
            }
            Ok(())
        }
        "compaction_trigger"
        | "item_reference"
        | "web_search_call"
        | "file_search_call"
        | "computer_call"
        | "computer_call_output"
        | "image_generation_call"
        | "code_interpreter_call"
        | "local_shell_call"
        | "mcp_call"
        | "mcp_list_tools"
        | "custom_tool_call"
        | "custom_tool_call_output" => Ok(()),
        other => Err(Violation::new(format!("Invalid value: '{other}'."))
            .at(format!("input[{index}].type"))
            .code("invalid_value")),
    }
}

fn message(item: &Value, index: usize) -> Verdict {
    let role = string(item, "role");
    if !["system", "developer", "user", "assistant"].contains(&role) {
        return Err(Violation::new(format!(
            "Invalid value: '{role}'. Supported values are: 'assistant', 'system', 'developer', \
             and 'user'."
        ))
        .at(format!("input[{index}].role"))
        .code("invalid_value"));
    }
    let blocks = match item.get("content") {
        Some(Value::String(_)) => return Ok(()),
        Some(Value::Array(blocks)) if !blocks.is_empty() => blocks,
        _ => {
            return Err(Violation::new(format!(
                "Missing required parameter: 'input[{index}].content'."
            ))
            .at(format!("input[{index}].content"))
            .code("missing_required_parameter"));
        }
    };
    for (number, block) in blocks.iter().enumerate() {
        let kind = string(block, "type");
        let fits = if role == "assistant" {
            ["output_text", "refusal"].contains(&kind)
        } else {
            ["input_text", "input_image", "input_file"].contains(&kind)
        };
        if !fits {
            let supported = if role == "assistant" {
                "'output_text' and 'refusal'"
            } else {
                "'input_text', 'input_image', and 'input_file'"
            };
            return Err(Violation::new(format!(
                "Invalid value: '{kind}'. Supported values are: {supported}."
            ))
            .at(format!("input[{index}].content[{number}]"))
            .code("invalid_value"));
        }
    }
    Ok(())
}

fn calls(items: &[Value]) -> Verdict {
    let mut open: Vec<&str> = Vec::new();
    let mut seen = HashSet::new();
    for item in items {
        let id = string(item, "call_id");
        match kind(item) {
            "function_call" => {
                if !seen.insert(id) {
                    return Err(Violation::new(format!("Duplicate item found with call_id {id}."))
                        .at("input"));
                }
                open.push(id);
            }
            "function_call_output" => match open.iter().position(|call| *call == id) {
                Some(at) => {
                    open.remove(at);
                }
                None => {
                    return Err(Violation::new(format!(
                        "No tool call found for function call output with call_id {id}."
                    ))
                    .at("input"));
                }
            },
            _ => {}
        }
    }
    match open.first() {
        Some(id) => {
            Err(Violation::new(format!("No tool output found for function call {id}.")).at("input"))
        }
        None => Ok(()),
    }
}

/// Reasoning and what it produced belong together. The ids of this server's items say which
/// reasoning they came with (`msg_r7_0` with `rs_7`).
fn reasoning(items: &[Value]) -> Verdict {
    let mut seen = HashSet::new();
    for (index, item) in items.iter().enumerate() {
        let id = string(item, "id");
        if kind(item) == "reasoning" {
            seen.insert(id.trim_start_matches("rs_"));
            let next = items[index + 1..].iter().find(|next| kind(next) != "reasoning");
            let produced = next.is_some_and(|next| {
                kind(next).ends_with("_call")
                    || (kind(next) == "message" && string(next, "role") == "assistant")
            });
            if !produced {
                return Err(Violation::new(format!(
                    "Item '{id}' of type 'reasoning' was provided without its required following \
                     item."
                ))
                .at("input"));
            }
            continue;
        }
        let bound = id.strip_prefix("msg_r").or_else(|| id.strip_prefix("fc_r"));
        let Some(number) = bound.and_then(|bound| bound.split('_').next()) else { continue };
        if number.bytes().all(|byte| byte.is_ascii_digit()) && !seen.contains(number) {
            return Err(Violation::new(format!(
                "Item '{id}' of type '{}' was provided without its required 'reasoning' item: \
                 'rs_{number}'.",
                kind(item)
            ))
            .at("input"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn is_valid(input: &Value) -> bool {
        judge(&json!({"model": "m", "input": input})).is_ok()
    }

    #[test]
    fn reasoning_and_what_it_produced_come_together() {
        let reasoning = json!({"type": "reasoning", "id": "rs_1", "summary": [],
            "encrypted_content": "x"});
        let call = json!({"type": "function_call", "id": "fc_r1_0", "call_id": "c", "name": "f",
            "arguments": "{}"});
        let output = json!({"type": "function_call_output", "call_id": "c", "output": "r"});
        let free = json!({"type": "function_call", "call_id": "c", "name": "f", "arguments": "{}"});
        assert!(is_valid(&json!([reasoning, call, output])));
        assert!(is_valid(&json!([free, output])));
        assert!(!is_valid(&json!([call, output])));
        assert!(!is_valid(&json!([reasoning])));
        assert!(!is_valid(&json!([free])));
        assert!(!is_valid(&json!([output])));
        let user = json!({"role": "user", "content": "hi"});
        assert!(!is_valid(&json!([reasoning, user])));
    }

    #[test]
    fn the_role_decides_the_type_of_a_text() {
        let say = |role: &str, kind: &str| json!([{"type": "message", "role": role, "content": [{"type": kind, "text": "t"}]}]);
        assert!(is_valid(&say("user", "input_text")));
        assert!(is_valid(&say("assistant", "output_text")));
        assert!(!is_valid(&say("assistant", "input_text")));
        assert!(!is_valid(&say("user", "output_text")));
    }
}
