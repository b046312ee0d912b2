//! The rules of Anthropic Messages.

use std::collections::HashSet;

use serde_json::Value;

use super::fields::first_unknown;
use super::violation::{Verdict, Violation, is_tool_name, list, string};
use crate::operation::Operation;
use crate::script::Script;
use crate::wire::signature;

const TOP: &[&str] = &[
    "model",
    "max_tokens",
    "system",
    "messages",
    "tools",
    "tool_choice",
    "thinking",
    "stream",
    "stop_sequences",
    "cache_control",
    "temperature",
    "top_p",
    "top_k",
    "metadata",
    "service_tier",
    "container",
    "mcp_servers",
    "context_management",
    "compaction",
    "output_config",
    "output_format",
    "speed",
    "inference_geo",
];

pub(super) fn judge(
    operation: Operation,
    header: &dyn Fn(&str) -> Option<String>,
    body: &Value,
    script: &Script,
) -> Verdict {
    if header("anthropic-version").is_none() {
        return Err(Violation::new("anthropic-version: header is required"));
    }
    if string(body, "model").is_empty() {
        return Err(Violation::new("model: Field required"));
    }
    if operation == Operation::Count {
        if body.get("max_tokens").is_some() || body.get("stream").is_some() {
            return Err(Violation::new("max_tokens: Extra inputs are not permitted"));
        }
    } else if body.get("max_tokens").and_then(Value::as_u64).is_none_or(|most| most == 0) {
        return Err(Violation::new("max_tokens: Field required"));
    }
    if script.refuses_unknown_fields
        && let Some(field) = first_unknown(body, TOP)
    {
        return Err(Violation::new(format!("{field}: Extra inputs are not permitted")));
    }
    system(body)?;
    tools(body)?;
    let messages = list(body, "messages");
    if messages.is_empty() {
        return Err(Violation::new("messages: at least one message is required"));
    }
    for (index, message) in messages.iter().enumerate() {
        let is_last = index + 1 == messages.len();
        contents(message, index, is_last, script)?;
    }
    let cached = body.to_string().matches("\"cache_control\":").count();
    if cached > 4 {
        return Err(Violation::new(format!(
            "A maximum of 4 blocks with cache_control may be provided. Found {cached}."
        )));
    }
    let turns = merged(messages);
    // The provider's own summary comes first, in the model's name.
    let begins_summarized =
        turns[0].blocks.first().is_some_and(|block| string(block, "type") == "compaction");
    if turns[0].role != "user" && !begins_summarized {
        return Err(Violation::new("messages: first message must use the \"user\" role"));
    }
    pairs(&turns)?;
    // A conversation that shall be condensed may end with the model's answer:
    // nobody asks for its continuation.
    last_turn(&turns, body, script.prefill || operation == Operation::Compact)
}

fn system(body: &Value) -> Verdict {
    for block in list(body, "system") {
        if string(block, "text").is_empty() {
            return Err(Violation::new("system: text content blocks must be non-empty"));
        }
    }
    match body.get("system") {
        None | Some(Value::String(_) | Value::Array(_)) => Ok(()),
        Some(_) => Err(Violation::new("system: Input should be a valid list")),
    }
}

fn tools(body: &Value) -> Verdict {
    let mut names = HashSet::new();
    for (index, tool) in list(body, "tools").iter().enumerate() {
        // The server's own tools have a type with a date.
        if tool.get("type").is_some_and(|kind| kind != "custom") {
            continue;
        }
        let name = string(tool, "name");
        if !is_tool_name(name) {
            return Err(Violation::new(format!(
                "tools.{index}.custom.name: String should match pattern '^[a-zA-Z0-9_-]{{1,128}}$'"
            )));
        }
        if !tool.get("input_schema").is_some_and(|schema| schema["type"] == "object") {
            return Err(Violation::new(format!(
                "tools.{index}.custom.input_schema.type: Field required"
            )));
        }
        if !names.insert(name) {
            return Err(Violation::new("tools: Tool names must be unique."));
        }
    }
    if body.get("tool_choice").is_some() && names.is_empty() && list(body, "tools").is_empty() {
        return Err(Violation::new("tool_choice: may only be specified while providing tools."));
    }
    Ok(())
}

fn contents(message: &Value, index: usize, is_last: bool, script: &Script) -> Verdict {
    let role = string(message, "role");
    known_role(role)?;
    if script.refuses_unknown_fields
        && let Some(field) = first_unknown(message, &["role", "content"])
    {
        return Err(Violation::new(format!(
            "messages.{index}.{field}: Extra inputs are not permitted"
        )));
    }
    let optional = is_last && role == "assistant";
    let blocks = match message.get("content") {
        Some(Value::String(text)) => return text_is_good(text, index, optional),
        Some(Value::Array(blocks)) => blocks,
        _ => return Err(Violation::new(format!("messages.{index}.content: Field required"))),
    };
    if blocks.is_empty() && !optional {
        return Err(empty(index));
    }
    for (number, block) in blocks.iter().enumerate() {
        let at = format!("messages.{index}.content.{number}");
        match string(block, "type") {
            "text" => text_is_good(string(block, "text"), index, false)?,
            "tool_use" => tool_use(block, role, &at)?,
            "tool_result" => tool_result(block, role, &at)?,
            "thinking" => {
                let thinking = string(block, "thinking");
                if string(block, "signature") != signature(thinking) {
                    return Err(Violation::new(format!(
                        "{at}: Invalid `signature` in `thinking` block"
                    )));
                }
            }
            "compaction" => compaction(block, index == 0 && number == 0, &at)?,
            "image" => {
                if !block.get("source").is_some_and(Value::is_object) {
                    return Err(Violation::new(format!("{at}.image.source: Field required")));
                }
            }
            "redacted_thinking"
            | "document"
            | "search_result"
            | "server_tool_use"
            | "web_search_tool_result"
            | "container_upload" => {}
            other => {
                return Err(Violation::new(format!(
                    "{at}: Input tag '{other}' found using 'type' does not match any of the \
                     expected tags"
                )));
            }
        }
        if script.refuses_unknown_fields {
            known_fields(block, &at)?;
        }
    }
    Ok(())
}

fn compaction(block: &Value, is_first: bool, at: &str) -> Verdict {
    if !is_first {
        return Err(Violation::new(format!(
            "{at}: a `compaction` block must come first in the conversation"
        )));
    }
    if block.get("content").is_some_and(|content| content == "") {
        return Err(Violation::new(format!("{at}.content: must be non-empty")));
    }
    Ok(())
}

fn known_role(role: &str) -> Verdict {
    match role {
        "user" | "assistant" => Ok(()),
        "system" => Err(Violation::new(
            "messages: Unexpected role \"system\". The Messages API accepts a top-level `system` \
             parameter, not \"system\" as an input message role.",
        )),
        _ => Err(Violation::new(format!(
            "messages: Unexpected role \"{role}\". Allowed roles are \"user\" or \"assistant\"."
        ))),
    }
}

fn tool_use(block: &Value, role: &str, at: &str) -> Verdict {
    if role != "assistant" {
        return Err(Violation::new(format!(
            "{at}: `tool_use` blocks can only be in `assistant` messages"
        )));
    }
    let id = string(block, "id");
    if id.is_empty() || !id.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-') {
        return Err(Violation::new(format!(
            "{at}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'"
        )));
    }
    if !block.get("input").is_some_and(Value::is_object) {
        return Err(Violation::new(format!(
            "{at}.tool_use.input: Input should be a valid dictionary"
        )));
    }
    if string(block, "name").is_empty() {
        return Err(Violation::new(format!("{at}.tool_use.name: Field required")));
    }
    Ok(())
}

fn tool_result(block: &Value, role: &str, at: &str) -> Verdict {
    if role != "user" {
        return Err(Violation::new(format!(
            "{at}: `tool_result` blocks can only be in `user` messages"
        )));
    }
    for inner in list(block, "content") {
        if string(inner, "type") == "text" && string(inner, "text").is_empty() {
            return Err(Violation::new("messages: text content blocks must be non-empty"));
        }
    }
    Ok(())
}

fn known_fields(block: &Value, at: &str) -> Verdict {
    let kind = string(block, "type");
    let known: &[&str] = match kind {
        "text" => &["type", "text", "cache_control", "citations"],
        "tool_use" => &["type", "id", "name", "input", "cache_control", "caller"],
        "tool_result" => &["type", "tool_use_id", "content", "is_error", "cache_control"],
        "thinking" => &["type", "thinking", "signature"],
        "redacted_thinking" => &["type", "data"],
        "image" => &["type", "source", "cache_control"],
        _ => return Ok(()),
    };
    match first_unknown(block, known) {
        Some(field) => {
            Err(Violation::new(format!("{at}.{kind}.{field}: Extra inputs are not permitted")))
        }
        None => Ok(()),
    }
}

fn empty(index: usize) -> Violation {
    Violation::new(format!(
        "messages.{index}: all messages must have non-empty content except for the optional \
         final assistant message"
    ))
}

fn text_is_good(text: &str, index: usize, optional: bool) -> Verdict {
    if text.is_empty() {
        return if optional {
            Ok(())
        } else {
            Err(Violation::new(format!(
                "messages: text content blocks must be non-empty (messages.{index})"
            )))
        };
    }
    if text.trim().is_empty() {
        return Err(Violation::new(
            "messages: text content blocks must contain non-whitespace text",
        ));
    }
    Ok(())
}

/// Messages of one role that follow each other.
struct Turn<'a> {
    role: &'a str,
    /// The index of its first message.
    index: usize,
    blocks: Vec<&'a Value>,
    /// The end of a plain text, if the turn ends in one.
    ends_in: Option<&'a str>,
}

fn merged(messages: &[Value]) -> Vec<Turn<'_>> {
    let mut turns: Vec<Turn<'_>> = Vec::new();
    for (index, message) in messages.iter().enumerate() {
        let role = string(message, "role");
        if turns.last().is_none_or(|turn| turn.role != role) {
            turns.push(Turn { role, index, blocks: Vec::new(), ends_in: None });
        }
        let Some(turn) = turns.last_mut() else { continue };
        let blocks = list(message, "content");
        turn.blocks.extend(blocks);
        turn.ends_in = match message.get("content") {
            Some(Value::String(text)) => Some(text),
            _ => blocks.last().and_then(|block| block.get("text")).and_then(Value::as_str),
        };
    }
    turns
}

fn ids<'a>(turn: &Turn<'a>, kind: &str, field: &str) -> Vec<&'a str> {
    turn.blocks
        .iter()
        .filter(|block| string(block, "type") == kind)
        .map(|block| string(block, field))
        .collect()
}

fn pairs(turns: &[Turn<'_>]) -> Verdict {
    let mut all = HashSet::new();
    let mut open: Vec<&str> = Vec::new();
    for turn in turns {
        let results = ids(turn, "tool_result", "tool_use_id");
        // Only results at the beginning of the turn count as an answer.
        let leading =
            turn.blocks.iter().take_while(|block| string(block, "type") == "tool_result").count();
        for (number, id) in results.iter().enumerate() {
            let Some(at) = open.iter().position(|call| call == id) else {
                return Err(Violation::new(format!(
                    "messages.{}.content.{number}: unexpected `tool_use_id` found in \
                     `tool_result` blocks: {id}. Each `tool_result` block must have a \
                     corresponding `tool_use` block in the previous message.",
                    turn.index
                )));
            };
            if number < leading {
                open.remove(at);
            }
        }
        unanswered(&open, turn.index.saturating_sub(1))?;
        for id in ids(turn, "tool_use", "id") {
            if !all.insert(id) {
                return Err(Violation::new("messages: `tool_use` ids must be unique"));
            }
            open.push(id);
        }
    }
    unanswered(&open, turns.last().map_or(0, |turn| turn.index))
}

fn unanswered(open: &[&str], index: usize) -> Verdict {
    if open.is_empty() {
        return Ok(());
    }
    Err(Violation::new(format!(
        "messages.{index}: `tool_use` ids were found without `tool_result` blocks immediately \
         after: {}. Each `tool_use` block must have a corresponding `tool_result` block in the \
         next message.",
        open.join(", ")
    )))
}

fn last_turn(turns: &[Turn<'_>], body: &Value, may_end_open: bool) -> Verdict {
    let Some(last) = turns.last() else { return Ok(()) };
    let thinks =
        body.pointer("/thinking/type").is_some_and(|kind| kind == "enabled" || kind == "adaptive");
    if thinks
        && let Some(turn) = turns.iter().rev().find(|turn| turn.role == "assistant")
        && !ids(turn, "tool_use", "id").is_empty()
        && body.pointer("/thinking/type").is_some_and(|kind| kind == "enabled")
        && !["thinking", "redacted_thinking"]
            .contains(&turn.blocks.first().map_or("", |block| string(block, "type")))
    {
        return Err(Violation::new(format!(
            "messages.{}.content.0.type: Expected `thinking` or `redacted_thinking`, but found \
             `tool_use`.",
            turn.index
        )));
    }
    if last.role != "assistant" {
        return Ok(());
    }
    if !may_end_open {
        return Err(Violation::new(
            "This model does not support assistant message prefill. The conversation must end \
             with a user message.",
        ));
    }
    if last.ends_in.is_some_and(|text| text.ends_with(char::is_whitespace)) {
        return Err(Violation::new(
            "messages: final assistant content cannot end with trailing whitespace",
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn verdict(messages: &Value) -> Option<String> {
        let body = json!({"model": "m", "max_tokens": 10, "messages": messages});
        let header = |_: &str| Some("2023-06-01".to_owned());
        judge(Operation::Chat, &header, &body, &Script::default()).err().map(|rule| rule.message)
    }

    fn user(content: &Value) -> Value {
        json!({"role": "user", "content": content})
    }

    fn calls(ids: &[&str]) -> Value {
        let blocks: Vec<_> = ids
            .iter()
            .map(|id| json!({"type": "tool_use", "id": id, "name": "f", "input": {}}))
            .collect();
        json!({"role": "assistant", "content": blocks})
    }

    fn result(id: &str) -> Value {
        json!({"type": "tool_result", "tool_use_id": id, "content": "r"})
    }

    #[test]
    fn results_come_first_in_the_message_after_their_calls() {
        let hi = user(&json!("hi"));
        let text = json!({"type": "text", "text": "and"});
        let good = [
            json!([hi, calls(&["a", "b"]), user(&json!([result("b"), result("a"), text]))]),
            json!([
                hi,
                calls(&["a", "b"]),
                user(&json!([result("a")])),
                user(&json!([result("b")]))
            ]),
        ];
        for messages in good {
            assert_eq!(verdict(&messages), None, "{messages}");
        }
        let bad = [
            json!([hi, calls(&["a"]), user(&json!([text, result("a")]))]),
            json!([hi, calls(&["a"]), hi]),
            json!([hi, user(&json!([result("a")]))]),
            json!([hi, calls(&["a", "b"]), user(&json!([result("a")]))]),
            json!([
                hi,
                calls(&["a"]),
                user(&json!([result("a")])),
                calls(&["a"]),
                user(&json!([result("a")]))
            ]),
        ];
        for messages in bad {
            assert!(verdict(&messages).is_some(), "{messages}");
        }
    }

    #[test]
    fn empty_words_poison_a_request() {
        for content in [json!(""), json!(" \n"), json!([]), json!([{"type": "text", "text": ""}])] {
            assert!(verdict(&json!([user(&content)])).is_some(), "{content}");
        }
    }

    #[test]
    fn thinking_comes_back_with_its_own_signature() {
        let with = |signature: &str| {
            json!([user(&json!("hi")), {"role": "assistant", "content": [
                {"type": "thinking", "thinking": "t", "signature": signature},
                {"type": "text", "text": "x"}]}, user(&json!("go on"))])
        };
        assert_eq!(verdict(&with(&signature("t"))), None);
        assert!(verdict(&with("other")).is_some());
    }
}
