//! Building blocks for the requests in this wire's tests.

use std::sync::Arc;

use serde_json::{Value, json};

use super::body::BodyWriter;
use super::options::AnthropicOptions;
use super::purpose::Purpose;
use super::quirks::Quirks;
use crate::ChatRequest;
use vibeue_conversation::{Extra, Message, MessageId, Part, Protocol, Role, ToolCall};

pub(super) const QUIET: AnthropicOptions =
    AnthropicOptions { prompt_caching: false, betas: Vec::new(), version: String::new() };

pub(super) fn message(role: Role, text: &str) -> Message {
    Message::text(MessageId(1), role, text)
}

pub(super) fn opaque(block: Value) -> Part {
    Part::Opaque { block: Box::new(block) }
}

pub(super) fn call(id: &str, arguments: &str) -> Part {
    Part::ToolCall(Box::new(ToolCall {
        id: id.into(),
        name: "read_file".into(),
        arguments: arguments.to_owned(),
        extra: Extra::new(),
    }))
}

pub(super) fn result(id: &str, text: &str) -> Message {
    Message::tool_result(MessageId(1), id, None, text, false)
}

pub(super) fn ours(parts: Vec<Part>) -> Message {
    let mut message = Message::new(MessageId(1), Role::Assistant, parts);
    message.origin = Some(Protocol::Anthropic);
    message
}

pub(super) fn request(messages: Vec<Message>) -> ChatRequest {
    let messages = messages.into_iter().map(Arc::new).collect();
    ChatRequest::new("claude-sonnet-4-6", messages)
}

pub(super) fn body_with(
    request: &ChatRequest,
    options: &AnthropicOptions,
    quirks: Quirks,
) -> Value {
    let writer = BodyWriter { options, quirks, max_output: None, compacts: None };
    writer.write(request, Purpose::Chat).json.into_value()
}

pub(super) fn body(request: &ChatRequest) -> Value {
    body_with(request, &QUIET, Quirks::default())
}

pub(super) fn messages(written: Vec<Message>) -> Value {
    body(&request(written))["messages"].take()
}

pub(super) fn text(text: &str) -> Value {
    json!({"type": "text", "text": text})
}
