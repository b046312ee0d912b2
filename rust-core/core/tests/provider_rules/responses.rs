//! The rules of OpenAI's Responses.

use std::collections::HashSet;

use serde_json::Value;

#[expect(clippy::too_many_lines, reason = "the rules in one list")]
pub(crate) fn judge(body: &Value) -> Result<(), String> {
    let fail = |what: &str| Err(what.to_owned());
    if body["store"] != false {
        return fail("the server must not keep the conversation");
    }
    let items = body["input"].as_array().ok_or("input: a list is expected")?;
    if items.is_empty() {
        return fail("input must not be empty");
    }
    let mut ids = HashSet::new();
    let mut open: Vec<&str> = Vec::new();
    for (at, item) in items.iter().enumerate() {
        let kind = item["type"].as_str().unwrap_or_default();
        // The model's own words may be between; the user's may not.
        let of_model = kind != "message" || item["role"] == "assistant";
        if !open.is_empty() && !of_model {
            return fail("No tool output found for function call");
        }
        if item.get("id").is_some() && kind != "compaction" {
            return fail("Items are not persisted when `store` is set to false");
        }
        match kind {
            "message" => message(item)?,
            "function_call" => {
                let id = item["call_id"].as_str().unwrap_or_default();
                if id.is_empty() || id.chars().count() > 64 || !ids.insert(id) {
                    return fail("call_id: empty, too long or not unique");
                }
                let name = item["name"].as_str().unwrap_or_default();
                let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
                if name.is_empty() || name.len() > 64 || !name.chars().all(plain) {
                    return fail("name: string does not match pattern");
                }
                let arguments = item["arguments"].as_str().unwrap_or_default();
                if !serde_json::from_str::<Value>(arguments).is_ok_and(|json| json.is_object()) {
                    return fail("arguments are not a JSON object");
                }
                open.push(id);
            }
            "function_call_output" => {
                let id = item["call_id"].as_str().unwrap_or_default();
                let Some(place) = open.iter().position(|known| *known == id) else {
                    return fail("No tool call found for function call output");
                };
                open.remove(place);
                let output = &item["output"];
                let empty = output.as_str().is_some_and(str::is_empty)
                    || output.as_array().is_some_and(Vec::is_empty)
                    || output.is_null();
                if empty {
                    return fail("output is empty");
                }
            }
            "reasoning" => {
                let sealed = item["encrypted_content"].as_str().is_some_and(|s| !s.is_empty());
                if !sealed || !item["summary"].is_array() {
                    return fail("reasoning without its encrypted content or its summary");
                }
                let led_to = items[at + 1..].iter().find(|next| next["type"] != "reasoning");
                let follows = led_to.is_some_and(|next| {
                    next["type"] == "function_call"
                        || (next["type"] == "message" && next["role"] == "assistant")
                });
                if !follows {
                    return fail("'reasoning' was provided without its required following item");
                }
            }
            "compaction" => {
                if item["encrypted_content"].as_str().is_none_or(str::is_empty) {
                    return fail("a compaction without its content");
                }
            }
            _ => return fail("an item of another provider"),
        }
    }
    if !open.is_empty() {
        return fail("No tool output found for function call");
    }
    Ok(())
}

fn message(item: &Value) -> Result<(), String> {
    let role = item["role"].as_str().unwrap_or_default();
    let Some(content) = item["content"].as_array() else {
        return if item["content"].as_str().is_some_and(|text| !text.is_empty()) {
            Ok(())
        } else {
            Err("message content is empty".to_owned())
        };
    };
    if content.is_empty() {
        return Err("message content is empty".to_owned());
    }
    for part in content {
        let kind = part["type"].as_str().unwrap_or_default();
        let allowed: &[&str] = match role {
            "user" => &["input_text", "input_image", "input_file"],
            "developer" => &["input_text"],
            "assistant" => &["output_text", "refusal"],
            _ => return Err(format!("invalid role {role}")),
        };
        if !allowed.contains(&kind) {
            return Err(format!("invalid value {kind} for role {role}"));
        }
        if kind.ends_with("_text") && part["text"].as_str().is_none_or(|t| t.trim().is_empty()) {
            return Err("empty text".to_owned());
        }
    }
    Ok(())
}
