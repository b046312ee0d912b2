//! The rules of Ollama's own protocol, and of the templates that it uses.

use serde_json::Value;

pub(crate) fn judge(body: &Value) -> Result<(), String> {
    let fail = |what: &str| Err(what.to_owned());
    let messages = body["messages"].as_array().ok_or("messages: a list is expected")?;
    // Without a message Ollama only loads the model.
    if messages.iter().all(|message| message["role"] == "system") {
        return fail("there is nothing to answer");
    }
    let mut open: Vec<&str> = Vec::new();
    for message in messages {
        let role = message["role"].as_str().unwrap_or_default();
        if role != "tool" && !open.is_empty() {
            return fail("a call without a tool message");
        }
        if !message["content"].is_string() {
            return fail("content: a string is expected");
        }
        let calls = message["tool_calls"].as_array();
        let images = message["images"].as_array();
        let says = message["content"].as_str().is_some_and(|text| !text.trim().is_empty());
        match role {
            "system" | "user" | "assistant" => {
                if !says && calls.is_none_or(Vec::is_empty) && images.is_none_or(Vec::is_empty) {
                    return Err(format!("the {role} message is blank"));
                }
            }
            "tool" => {
                let name = message["tool_name"].as_str().unwrap_or_default();
                if open.is_empty() || open.remove(0) != name {
                    return fail("a tool message that answers no call");
                }
            }
            _ => return fail("invalid role"),
        }
        if calls.is_some() && role != "assistant" {
            return fail("only the assistant calls tools");
        }
        for call in calls.into_iter().flatten() {
            let name = call["function"]["name"].as_str().unwrap_or_default();
            if name.is_empty() || !call["function"]["arguments"].is_object() {
                return fail("a call without a name, or whose arguments are not an object");
            }
            open.push(name);
        }
        for image in images.into_iter().flatten() {
            let is_base64 = |c: u8| c.is_ascii_alphanumeric() || matches!(c, b'+' | b'/' | b'=');
            if !image.as_str().is_some_and(|data| data.bytes().all(is_base64)) {
                return fail("illegal base64 data");
            }
        }
    }
    if messages.last().is_some_and(|last| last["role"] == "assistant") {
        return fail("the model would go on inside its own words");
    }
    if open.is_empty() { Ok(()) } else { fail("a call at the end has no tool message") }
}
