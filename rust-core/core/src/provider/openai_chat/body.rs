//! The body of a request.

use serde_json::json;

use super::messages::MessagesWriter;
use super::quirks::Quirks;
use super::server::ServerKind;
use crate::conversation::transcript::tree::{Object, Tree};
use crate::provider::{ChatRequest, ToolChoice};

/// How bodies are written for one server and model.
#[derive(Debug, Clone, Copy)]
pub(super) struct BodyWriter {
    pub(super) kind: ServerKind,
    pub(super) quirks: Quirks,
}

impl BodyWriter {
    /// Writes a request.
    pub(super) fn write(self, request: &ChatRequest) -> Vec<u8> {
        let mut body = self.conversation(request);
        self.put_tool_choice(request, &mut body);
        if request.stream {
            body.put("stream", Tree::Bool(true));
            if !self.quirks.no_stream_options {
                body.put("stream_options", Tree::Owned(json!({"include_usage": true})));
            }
        }
        self.put_settings(request, &mut body);
        for (name, value) in request.extra.iter() {
            if !body.has(name) {
                body.put(name.as_str(), Tree::Value(value));
            }
        }
        bytes(body)
    }

    /// Writes what is counted of a request: model, messages and tools.
    pub(super) fn write_for_count(self, request: &ChatRequest) -> Vec<u8> {
        let mut body = self.conversation(request);
        if self.kind == ServerKind::Vllm {
            body.put("add_generation_prompt", Tree::Bool(true));
        }
        bytes(body)
    }

    fn conversation(self, request: &ChatRequest) -> Object<'_> {
        let mut body = Object::new();
        body.put("model", request.model.as_str());
        let writer = MessagesWriter { kind: self.kind, quirks: self.quirks };
        body.put("messages", writer.write(&request.messages));
        if !request.tools.is_empty() && !self.quirks.no_tools {
            let tools: Vec<Tree<'_>> =
                request.tools.iter().map(|tool| Tree::Owned(tool.to_value())).collect();
            body.put("tools", tools);
        }
        body
    }

    fn put_tool_choice(self, request: &ChatRequest, body: &mut Object<'_>) {
        if !body.has("tools") || self.quirks.no_tool_choice {
            return;
        }
        match request.tool_choice {
            ToolChoice::Auto => {}
            ToolChoice::None => body.put("tool_choice", "none"),
            ToolChoice::Required => body.put("tool_choice", "required"),
        }
    }

    fn put_settings<'a>(self, request: &'a ChatRequest, body: &mut Object<'a>) {
        let quirks = self.quirks;
        if let Some(limit) = request.max_output_tokens.filter(|_| !quirks.no_max_tokens) {
            let limit = quirks.max_output.map_or(limit, |most| limit.min(most)).max(1);
            let new = (self.kind == ServerKind::OpenAi) != quirks.other_max_tokens;
            let name = if new { "max_completion_tokens" } else { "max_tokens" };
            body.put(name, Tree::Owned(json!(limit)));
        }
        let takes_temperature = !quirks.no_temperature && self.takes_temperature(&request.model);
        if let Some(temperature) = request.temperature.filter(|_| takes_temperature) {
            body.put("temperature", Tree::Owned(json!(temperature)));
        }
        if let Some(effort) = request.reasoning_effort.as_deref().filter(|_| !quirks.no_effort) {
            body.put("reasoning_effort", effort);
        }
        if let Some(form) = request.response_schema.as_ref().filter(|_| !quirks.no_schema) {
            let schema = json!({"type": "json_schema",
                "json_schema": {"name": form.name, "schema": form.schema}});
            body.put("response_format", Tree::Owned(schema));
        }
        let takes_key = self.kind == ServerKind::OpenAi && !quirks.no_cache_key;
        if let Some(key) = request.cache_key.as_deref().filter(|_| takes_key) {
            body.put("prompt_cache_key", key);
        }
    }

    /// Tells whether a model takes a temperature: OpenAI's reasoning models
    /// refuse any but the default.
    pub(super) fn takes_temperature(self, model: &str) -> bool {
        let name = model.rsplit('/').next().unwrap_or(model).to_ascii_lowercase();
        let numbered = |prefix: &str| {
            name.strip_prefix(prefix)
                .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
        };
        let chat = name.contains("chat");
        let generation = name
            .strip_prefix("gpt-")
            .and_then(|rest| rest.split(['.', '-']).next()?.parse::<u32>().ok());
        let reasons = numbered("o") || generation.is_some_and(|number| number >= 5 && !chat);
        !(reasons && matches!(self.kind, ServerKind::OpenAi | ServerKind::OpenRouter))
    }
}

fn bytes(body: Object<'_>) -> Vec<u8> {
    // Writing into memory cannot fail: all keys are texts.
    serde_json::to_vec(&body).expect("a body can be written")
}
