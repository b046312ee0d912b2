//! The rules of Anthropic's Messages.

use std::collections::HashSet;

use serde_json::Value;

/// The blocks that the conversations can bring to this provider.
const KNOWN: [&str; 7] =
    ["text", "image", "tool_use", "tool_result", "thinking", "redacted_thinking", "compaction"];

#[expect(clippy::too_many_lines, reason = "the rules in one list")]
pub(crate) fn judge(body: &Value, reads_compactions: bool) -> Result<(), String> {
    let fail = |what: &str| Err(what.to_owned());
    if body["max_tokens"].as_u64().is_none_or(|most| most == 0) {
        return fail("max_tokens: Field required");
    }
    let messages = body["messages"].as_array().ok_or("messages: Field required")?;
    let Some(last) = messages.last() else { return fail("messages: at least one is required") };
    if last["role"] != "user" {
        return fail("the conversation must end with a user message");
    }
    let mut ids = HashSet::new();
    let mut calls: Vec<&str> = Vec::new();
    let mut marks = 0;
    let mut compactions = 0;
    let mut has_calls = false;
    let last_request = messages.iter().rposition(|message| {
        message["role"] == "user" && blocks(message).all(|block| block["type"] != "tool_result")
    });
    for (at, message) in messages.iter().enumerate() {
        let role = message["role"].as_str().unwrap_or_default();
        if !matches!(role, "user" | "assistant") {
            return fail("Unexpected role");
        }
        if at > 0 && messages[at - 1]["role"] == role {
            return fail("two messages of one role follow each other");
        }
        let Some(content) = message["content"].as_array().filter(|list| !list.is_empty()) else {
            return fail("all messages must have non-empty content");
        };
        if at == 0 && role == "assistant" && content[0]["type"] != "compaction" {
            return fail("the first message must be the user's");
        }
        let mut results = Vec::new();
        let mut others = false;
        for (place, block) in content.iter().enumerate() {
            let kind = block["type"].as_str().unwrap_or_default();
            marks += u32::from(block.get("cache_control").is_some());
            match kind {
                "text" => {
                    let text = block["text"].as_str().unwrap_or_default();
                    if text.trim().is_empty() {
                        return fail("text content blocks must contain non-whitespace text");
                    }
                    let known = ["type", "text", "citations", "cache_control"];
                    let fields = block.as_object().into_iter().flatten();
                    if fields.clone().any(|(name, _)| !known.contains(&name.as_str())) {
                        return fail("Extra inputs are not permitted");
                    }
                }
                "tool_use" => {
                    has_calls = true;
                    let id = block["id"].as_str().unwrap_or_default();
                    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
                    if role != "assistant" || id.is_empty() || !id.chars().all(plain) {
                        return fail("tool_use.id: String should match pattern");
                    }
                    if !ids.insert(id) {
                        return fail("`tool_use` ids must be unique");
                    }
                    let name = block["name"].as_str().unwrap_or_default();
                    if name.is_empty() || name.len() > 128 || !name.chars().all(plain) {
                        return fail("tool_use.name: String should match pattern");
                    }
                    if !block["input"].is_object() {
                        return fail("tool_use.input: Input should be a valid dictionary");
                    }
                }
                "tool_result" => {
                    if others {
                        return fail("tool_result blocks must come first");
                    }
                    results.push(block["tool_use_id"].as_str().unwrap_or_default());
                    let content = &block["content"];
                    let empty = content.is_null()
                        || content.as_str().is_some_and(|text| text.trim().is_empty());
                    if block["is_error"] == true && empty {
                        return fail("content cannot be empty if `is_error` is true");
                    }
                    for inner in content.as_array().into_iter().flatten() {
                        if inner["type"] == "text"
                            && inner["text"].as_str().is_none_or(|text| text.trim().is_empty())
                        {
                            return fail("text content blocks must be non-empty");
                        }
                    }
                }
                "thinking" | "redacted_thinking" => {
                    if role != "assistant" {
                        return fail("thinking in a user message");
                    }
                    let seal = block["signature"].as_str().or(block["data"].as_str());
                    if seal.is_none_or(str::is_empty) {
                        return fail("Invalid `signature` in `thinking` block");
                    }
                    if block.get("cache_control").is_some() {
                        return fail("thinking blocks cannot be marked");
                    }
                    if place + 1 == content.len() {
                        return fail("the final block of the model cannot be `thinking`");
                    }
                    if last_request.is_some_and(|request| at < request) {
                        return fail("thinking of an earlier turn was sent");
                    }
                }
                "image" if role != "user" => return fail("an image of the model"),
                "compaction" => {
                    compactions += 1;
                    if (at, place) != (0, 0) {
                        return fail("compaction_block_misplaced");
                    }
                }
                _ => {}
            }
            others |= kind != "tool_result";
            if !KNOWN.contains(&kind) {
                return fail("a block of another provider");
            }
        }
        results.sort_unstable();
        calls.sort_unstable();
        if role == "user" && results != calls {
            return fail("`tool_use` ids were found without `tool_result` blocks, or the reverse");
        }
        calls.clear();
        if role == "assistant" {
            calls.extend(
                content
                    .iter()
                    .filter(|block| block["type"] == "tool_use")
                    .filter_map(|block| block["id"].as_str()),
            );
            if !results.is_empty() {
                return fail("`tool_result` blocks can only be in user messages");
            }
        }
    }
    if !calls.is_empty() {
        return fail("`tool_use` ids were found without `tool_result` blocks immediately after");
    }
    if has_calls && body["tools"].as_array().is_none_or(Vec::is_empty) {
        return fail("Requests which have `tool_use` blocks must define tools");
    }
    if compactions > usize::from(reads_compactions) {
        return fail("a `compaction` block that the model does not read, or more than one");
    }
    for block in body["system"].as_array().into_iter().flatten() {
        marks += u32::from(block.get("cache_control").is_some());
        if block["text"].as_str().is_none_or(|text| text.trim().is_empty()) {
            return fail("system: text content blocks must be non-empty");
        }
    }
    for tool in body["tools"].as_array().into_iter().flatten() {
        marks += u32::from(tool.get("cache_control").is_some());
    }
    if marks > 4 {
        return fail("A maximum of 4 blocks with cache_control may be provided");
    }
    Ok(())
}

fn blocks(message: &Value) -> impl Iterator<Item = &Value> {
    message["content"].as_array().into_iter().flatten()
}
