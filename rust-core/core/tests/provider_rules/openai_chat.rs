//! The rules of OpenAI's Chat Completions.

use serde_json::Value;

#[expect(clippy::too_many_lines, reason = "the rules in one list")]
pub(crate) fn judge(body: &Value) -> Result<(), String> {
    let fail = |what: &str| Err(what.to_owned());
    let messages = body["messages"].as_array().ok_or("messages: a list is expected")?;
    if messages.is_empty() {
        return fail("[] is too short - 'messages'");
    }
    let mut open: Vec<&str> = Vec::new();
    for message in messages {
        let role = message["role"].as_str().unwrap_or_default();
        if role != "tool" && !open.is_empty() {
            return fail(
                "An assistant message with 'tool_calls' must be followed by tool messages \
                 responding to each 'tool_call_id'",
            );
        }
        match role {
            "system" | "developer" | "user" => content(&message["content"], role)?,
            "assistant" => {
                let calls = message["tool_calls"].as_array();
                if calls.is_some_and(Vec::is_empty) {
                    return fail("[] is too short - 'tool_calls'");
                }
                let says = !message["content"].is_null() || message["refusal"].is_string();
                if calls.is_none() && !says {
                    return fail("an assistant message needs content or tool_calls");
                }
                if !message["content"].is_null() {
                    content(&message["content"], role)?;
                }
                for call in calls.into_iter().flatten() {
                    let id = call["id"].as_str().unwrap_or_default();
                    if id.is_empty() || open.contains(&id) {
                        return fail("tool_calls[].id: empty or twice");
                    }
                    if call["function"]["name"].as_str().is_none_or(str::is_empty) {
                        return fail("tool_calls[].function.name: empty");
                    }
                    let arguments = call["function"]["arguments"].as_str().unwrap_or_default();
                    let json = serde_json::from_str::<Value>(arguments);
                    if !json.is_ok_and(|json| json.is_object()) {
                        return fail("Failed to parse tool call arguments as JSON");
                    }
                    open.push(id);
                }
            }
            "tool" => {
                let id = message["tool_call_id"].as_str().unwrap_or_default();
                let Some(place) = open.iter().position(|known| *known == id) else {
                    return fail(
                        "messages with role 'tool' must be a response to a preceding message \
                         with 'tool_calls'",
                    );
                };
                open.remove(place);
                if message["content"].is_null() {
                    return fail("a tool message without content");
                }
            }
            _ => return fail("invalid role"),
        }
    }
    if open.is_empty() { Ok(()) } else { fail("a call at the end has no tool message") }
}

fn content(content: &Value, role: &str) -> Result<(), String> {
    let blank = |text: &Value| text.as_str().is_none_or(|text| text.trim().is_empty());
    if content.is_string() {
        return if blank(content) { Err(format!("the {role} message is blank")) } else { Ok(()) };
    }
    let Some(parts) = content.as_array().filter(|parts| !parts.is_empty()) else {
        return Err(format!("the {role} message has no content"));
    };
    for part in parts {
        let kind = part["type"].as_str().unwrap_or_default();
        let allowed: &[&str] = match role {
            "user" => &["text", "image_url", "input_audio", "file"],
            "assistant" => &["text", "refusal"],
            _ => &["text"],
        };
        if !allowed.contains(&kind) {
            return Err(format!("invalid part {kind} of role {role}"));
        }
        if kind == "text" && blank(&part["text"]) {
            return Err("a blank text".to_owned());
        }
    }
    Ok(())
}
