//! The body of a request.

use serde_json::{Map, Value, json};

use super::messages::messages;
use super::quirks::Quirks;
use crate::{ChatRequest, ToolChoice};
use vibeue_conversation::transcript::tree::{Object, Tree};

/// Writes a request.
///
/// `truncate` and `shift` are off: if a conversation does not fit, the user
/// should see an error instead of silently losing its beginning. Servers that
/// do not know the fields ignore them.
pub(super) fn body(request: &ChatRequest, quirks: Quirks) -> Vec<u8> {
    let mut body = Object::new();
    body.put("model", request.model.as_str());
    body.put("messages", messages(&request.messages, quirks));
    // The protocol has no tool choice: tools that must not be called are left
    // out.
    let offered = request.tool_choice != ToolChoice::None && !quirks.no_tools;
    if !request.tools.is_empty() && offered {
        let tools: Vec<Tree<'_>> =
            request.tools.iter().map(|tool| Tree::Owned(tool.to_value())).collect();
        body.put("tools", tools);
    }
    body.put("stream", Tree::Bool(request.stream));
    body.put("truncate", Tree::Bool(false));
    body.put("shift", Tree::Bool(false));
    if let Some(think) = request.reasoning_effort.as_deref().and_then(think)
        && !quirks.no_thinking
    {
        body.put("think", Tree::Owned(think));
    }
    if let Some(form) = &request.response_schema {
        body.put("format", Tree::Value(&form.schema));
    }
    let mut options = match request.extra.get("options") {
        Some(Value::Object(options)) => options.clone(),
        _ => Map::new(),
    };
    let ours = [
        ("num_ctx", request.context_length.map(Value::from)),
        ("num_predict", request.max_output_tokens.map(Value::from)),
        ("temperature", request.temperature.map(Value::from)),
    ];
    for (name, value) in ours {
        if let Some(value) = value {
            options.insert(name.to_owned(), value);
        }
    }
    if !options.is_empty() {
        body.put("options", Tree::Owned(options.into()));
    }
    for (name, value) in request.extra.iter() {
        if !body.has(name) {
            body.put(name.as_str(), Tree::Value(value));
        }
    }
    // Writing into memory cannot fail: all keys are strings.
    serde_json::to_vec(&body).expect("a body can be written")
}

/// An effort in Ollama's form: on, off, or one of three names.
fn think(effort: &str) -> Option<Value> {
    match effort {
        "" => None,
        "none" | "off" => Some(json!(false)),
        "low" | "medium" | "high" => Some(json!(effort)),
        "minimal" => Some(json!("low")),
        "xhigh" | "max" => Some(json!("high")),
        _ => Some(json!(true)),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::ollama::messages::REASONING;
    use crate::{JsonSchema, ToolDefinition};
    use vibeue_conversation::{
        Extra, Image, ImageSource, Message, MessageId, Part, Protocol, Role, ToolCall,
    };

    fn parsed(request: &ChatRequest, quirks: Quirks) -> Value {
        serde_json::from_slice(&body(request, quirks)).unwrap()
    }

    fn call(id: &str, arguments: &str) -> Part {
        Part::ToolCall(Box::new(ToolCall {
            id: id.into(),
            name: "look".into(),
            arguments: arguments.to_owned(),
            extra: Extra::new(),
        }))
    }

    fn conversation() -> Vec<Arc<Message>> {
        let image = Part::Image(Box::new(Image {
            source: ImageSource::Base64 { media_type: "image/png".into(), data: "AAAA".into() },
            detail: None,
            extra: Extra::new(),
        }));
        let mut calls = Message::new(
            MessageId(3),
            Role::Assistant,
            vec![call("a", "{\"x\":1}"), call("b", "")],
        );
        calls.origin = Some(Protocol::Ollama);
        calls.extra.insert(REASONING, "I should look.".into());
        [
            Message::text(MessageId(1), Role::System, "Be brief."),
            Message::new(MessageId(2), Role::User, vec![Part::text("Look."), image]),
            calls,
            Message::tool_result(MessageId(4), "b", None, "B", true),
        ]
        .into_iter()
        .map(Arc::new)
        .collect()
    }

    #[test]
    fn a_request_is_written_whole() {
        let mut request = ChatRequest::new("llama3.2", conversation());
        let tool = ToolDefinition {
            name: "look".to_owned(),
            description: String::new(),
            parameters: json!({"type": "object"}),
        };
        request.tools = Arc::from([tool.clone()]);
        request.max_output_tokens = Some(100);
        request.context_length = Some(8_192);
        request.temperature = Some(0.5);
        request.reasoning_effort = Some("high".to_owned());
        let schema = json!({"type": "object"});
        request.response_schema =
            Some(JsonSchema { name: "form".to_owned(), schema: schema.clone() });
        request.extra.insert("keep_alive", "5m".into());
        request.extra.insert("options", json!({"seed": 1, "num_ctx": 1}));
        assert_eq!(
            parsed(&request, Quirks::default()),
            json!({
                "model": "llama3.2",
                "messages": [
                    {"role": "system", "content": "Be brief."},
                    {"role": "user", "content": "Look.", "images": ["AAAA"]},
                    {"role": "assistant", "content": "", "thinking": "I should look.",
                        "tool_calls": [
                            {"id": "a", "function": {"name": "look", "arguments": {"x": 1}}},
                            {"id": "b", "function": {"name": "look", "arguments": {}}}]},
                    {"role": "tool", "tool_name": "look", "tool_call_id": "a",
                        "content": "(no result: the conversation was interrupted here)"},
                    {"role": "tool", "tool_name": "look", "tool_call_id": "b",
                        "content": "Error:\nB"},
                ],
                "tools": [tool.to_value()],
                "stream": true, "truncate": false, "shift": false, "think": "high",
                "format": schema,
                "options": {"seed": 1, "num_ctx": 8192, "num_predict": 100, "temperature": 0.5},
                "keep_alive": "5m",
            })
        );
    }

    #[test]
    fn what_a_model_does_not_do_is_put_in_words() {
        let mut request = ChatRequest::new("gemma", conversation());
        request.reasoning_effort = Some("none".to_owned());
        let quirks =
            Quirks { no_tools: true, no_thinking: true, no_images: true, ..Quirks::default() };
        let body = parsed(&request, quirks);
        let texts: Vec<&str> = body["messages"]
            .as_array()
            .unwrap()
            .iter()
            .map(|message| message["content"].as_str().unwrap())
            .collect();
        assert_eq!(
            texts,
            [
                "Be brief.",
                "Look.\n\n(an image was left out)",
                "(tool call look {\"x\":1})\n\n(tool call look )",
                "(result of look: (no result: the conversation was interrupted here))",
                "(result of look: Error:\nB)",
            ]
        );
        assert!(body.get("think").is_none() && body.get("tools").is_none());
    }

    #[test]
    fn the_user_speaks_last() {
        let messages = [(Role::User, "Hello."), (Role::Assistant, "Hi.")];
        let messages =
            messages.map(|(role, text)| Arc::new(Message::text(MessageId(1), role, text)));
        let body = parsed(&ChatRequest::new("m", messages.to_vec()), Quirks::default());
        assert_eq!(body["messages"][2], json!({"role": "user", "content": "(go on)"}));
        assert_eq!(body.get("options"), None);
    }
}
