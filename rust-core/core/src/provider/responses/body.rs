//! The body of a request.

use super::items::{ItemsWriter, RULES};
use super::model::ModelKind;
use super::purpose::Purpose;
use super::quirks::Quirks;
use super::strict::is_strict;
use crate::conversation::transcript::tree::{Object, Tree};
use crate::provider::dialogue::Dialogue;
use crate::provider::{ChatRequest, ToolChoice, ToolDefinition};

/// The fewest tokens of an answer that the API accepts.
const LEAST_OUTPUT: u64 = 16;

/// What stands for a conversation without any message.
const OPENING: &str = "(the conversation begins)";

/// Writes bodies for one server.
#[derive(Debug, Clone, Copy)]
pub(super) struct BodyWriter {
    pub(super) quirks: Quirks,
}

impl BodyWriter {
    /// Writes a body.
    pub(super) fn write<'a>(&self, request: &'a ChatRequest, purpose: Purpose<'_>) -> Object<'a> {
        let kind = ModelKind::of(&request.model);
        let Dialogue { system, turns } = Dialogue::of(&request.messages, &RULES);
        let writer = ItemsWriter { reasoning: !self.quirks.no_reasoning_items };
        let mut items = writer.write(turns);
        if items.is_empty() {
            items.push(
                serde_json::json!({"type": "message", "role": "user", "content": OPENING}).into(),
            );
        }
        let mut body = Object::new();
        body.put("model", request.model.as_str());
        let mut instructions = system.join("\n\n");
        if let Purpose::Compact(Some(focus)) = purpose
            && !focus.trim().is_empty()
        {
            instructions.push_str("\n\nWhen the conversation is condensed: ");
            instructions.push_str(focus.trim());
        }
        if !instructions.trim().is_empty() {
            body.put("instructions", instructions);
        }
        body.put("input", items);
        if matches!(purpose, Purpose::Compact(_)) {
            self.put_cache_key(&mut body, request);
            return body;
        }
        if !request.tools.is_empty() {
            let tools: Vec<Tree<'a>> = request.tools.iter().map(|def| tool(def).into()).collect();
            body.put("tools", tools);
            match request.tool_choice {
                ToolChoice::Auto => {}
                ToolChoice::None => body.put("tool_choice", "none"),
                ToolChoice::Required => body.put("tool_choice", "required"),
            }
        }
        if let Some(effort) = &request.reasoning_effort
            && kind != ModelKind::Plain
            && !self.quirks.no_reasoning
        {
            let mut reasoning = Object::new();
            reasoning.put("effort", effort.as_str());
            if !self.quirks.no_reasoning_summary {
                reasoning.put("summary", "auto");
            }
            body.put("reasoning", reasoning);
        }
        if let Some(schema) = &request.response_schema
            && !self.quirks.no_schema
        {
            let mut format = Object::new();
            format.put("type", "json_schema");
            format.put("name", schema.name.as_str());
            format.put("schema", &schema.schema);
            format.put("strict", is_strict(&schema.schema));
            let mut text = Object::new();
            text.put("format", format);
            body.put("text", text);
        }
        if purpose == Purpose::Count {
            return body;
        }
        if let Some(most) = request.max_output_tokens
            && !self.quirks.no_max_output
        {
            body.put("max_output_tokens", most.max(LEAST_OUTPUT));
        }
        if let Some(temperature) = request.temperature
            && kind != ModelKind::Reasoning
            && !self.quirks.no_temperature
        {
            body.put("temperature", Tree::Owned(temperature.into()));
        }
        body.put("store", false);
        if kind != ModelKind::Plain && !self.quirks.no_encrypted_content {
            body.put("include", vec!["reasoning.encrypted_content".into()]);
        }
        self.put_cache_key(&mut body, request);
        if request.stream {
            body.put("stream", true);
        }
        for (name, value) in request.extra.iter() {
            if !body.has(name) {
                body.put(name.as_str(), value);
            }
        }
        body
    }

    fn put_cache_key<'a>(&self, body: &mut Object<'a>, request: &'a ChatRequest) {
        if let Some(key) = &request.cache_key
            && !self.quirks.no_cache_key
        {
            body.put("prompt_cache_key", key.as_str());
        }
    }
}

fn tool(definition: &ToolDefinition) -> Object<'_> {
    let mut tool = Object::new();
    tool.put("type", "function");
    tool.put("name", definition.name.as_str());
    if !definition.description.trim().is_empty() {
        tool.put("description", definition.description.as_str());
    }
    tool.put("parameters", &definition.parameters);
    // Here strictness is the default, and most schemas are not made for it.
    tool.put("strict", false);
    tool
}
