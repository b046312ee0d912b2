//! The body of a request.

use super::items::{ItemsWriter, RULES};
use super::model::ModelKind;
use super::purpose::Purpose;
use super::quirks::Quirks;
use super::strict::is_strict;
use crate::dialogue::Dialogue;
use crate::{ChatRequest, ToolChoice, ToolDefinition};
use vibeue_conversation::transcript::tree::{Object, Tree};

/// The fewest tokens of an answer that the API accepts.
const LEAST_OUTPUT: u64 = 16;

/// Replaces a conversation without messages.
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
        let instructions = instructions(&system, purpose);
        if !instructions.trim().is_empty() {
            body.put("instructions", instructions);
        }
        body.put("input", items);
        if matches!(purpose, Purpose::Compact(_)) {
            self.put_cache_key(&mut body, request);
            return body;
        }
        put_tools(&mut body, request);
        self.put_reasoning(&mut body, request, kind);
        self.put_format(&mut body, request);
        if purpose == Purpose::Count {
            return body;
        }
        self.put_limits(&mut body, request, kind);
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

    fn put_reasoning<'a>(&self, body: &mut Object<'a>, request: &'a ChatRequest, kind: ModelKind) {
        let Some(effort) = &request.reasoning_effort else { return };
        if kind == ModelKind::Plain || self.quirks.no_reasoning {
            return;
        }
        let mut reasoning = Object::new();
        reasoning.put("effort", effort.as_str());
        if !self.quirks.no_reasoning_summary {
            reasoning.put("summary", "auto");
        }
        body.put("reasoning", reasoning);
    }

    /// The format that the answer must have.
    fn put_format<'a>(&self, body: &mut Object<'a>, request: &'a ChatRequest) {
        let Some(schema) = &request.response_schema else { return };
        if self.quirks.no_schema {
            return;
        }
        let mut format = Object::new();
        format.put("type", "json_schema");
        format.put("name", schema.name.as_str());
        format.put("schema", &schema.schema);
        format.put("strict", is_strict(&schema.schema));
        let mut text = Object::new();
        text.put("format", format);
        body.put("text", text);
    }

    fn put_limits(&self, body: &mut Object<'_>, request: &ChatRequest, kind: ModelKind) {
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
    }

    fn put_cache_key<'a>(&self, body: &mut Object<'a>, request: &'a ChatRequest) {
        if let Some(key) = &request.cache_key
            && !self.quirks.no_cache_key
        {
            body.put("prompt_cache_key", key.as_str());
        }
    }
}

/// The system prompt; for a compaction, with the instructions for it.
fn instructions(system: &[impl AsRef<str>], purpose: Purpose<'_>) -> String {
    let texts: Vec<&str> = system.iter().map(AsRef::as_ref).collect();
    let mut instructions = texts.join("\n\n");
    if let Purpose::Compact(Some(focus)) = purpose
        && !focus.trim().is_empty()
    {
        instructions.push_str("\n\nWhen the conversation is condensed: ");
        instructions.push_str(focus.trim());
    }
    instructions
}

fn put_tools<'a>(body: &mut Object<'a>, request: &'a ChatRequest) {
    if request.tools.is_empty() {
        return;
    }
    let tools: Vec<Tree<'a>> = request.tools.iter().map(|def| tool(def).into()).collect();
    body.put("tools", tools);
    match request.tool_choice {
        ToolChoice::Auto => {}
        ToolChoice::None => body.put("tool_choice", "none"),
        ToolChoice::Required => body.put("tool_choice", "required"),
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::{Value, json};

    use super::*;
    use crate::JsonSchema;
    use vibeue_conversation::{
        Extra, Image, ImageSource, Message, MessageId, MessageKind, Part, Protocol, Role, ToolCall,
        ToolResult,
    };

    fn message(role: Role, text: &str) -> Message {
        Message::text(MessageId(1), role, text)
    }

    fn opaque(block: Value) -> Part {
        Part::Opaque { block: Box::new(block) }
    }

    fn call(id: &str, arguments: &str) -> Part {
        Part::ToolCall(Box::new(ToolCall {
            id: id.into(),
            name: "read_file".into(),
            arguments: arguments.to_owned(),
            extra: Extra::new(),
        }))
    }

    fn result(id: &str, text: &str) -> Message {
        Message::tool_result(MessageId(1), id, None, text, false)
    }

    fn ours(parts: Vec<Part>) -> Message {
        let mut message = Message::new(MessageId(1), Role::Assistant, parts);
        message.origin = Some(Protocol::Responses);
        message
    }

    fn request(messages: Vec<Message>) -> ChatRequest {
        ChatRequest::new("gpt-5", messages.into_iter().map(Arc::new).collect())
    }

    fn body(request: &ChatRequest) -> Value {
        BodyWriter { quirks: Quirks::default() }.write(request, Purpose::Chat).into_value()
    }

    fn input(messages: Vec<Message>) -> Value {
        body(&request(messages))["input"].take()
    }

    fn item(role: &str, kind: &str, text: &str) -> Value {
        json!({"type": "message", "role": role, "content": [{"type": kind, "text": text}]})
    }

    #[test]
    fn a_whole_request_is_written() {
        let mut asked = request(vec![
            message(Role::System, "Be brief."),
            message(Role::System, "Be kind."),
            message(Role::User, "Read a.txt"),
        ]);
        asked.tools = Arc::from([ToolDefinition {
            name: "read_file".to_owned(),
            description: "Reads.".to_owned(),
            parameters: json!({"type": "object", "properties": {}}),
        }]);
        asked.tool_choice = ToolChoice::Required;
        asked.temperature = Some(0.5);
        asked.max_output_tokens = Some(3);
        asked.reasoning_effort = Some("high".to_owned());
        asked.cache_key = Some("k".to_owned());
        asked.response_schema = Some(JsonSchema {
            name: "answer".to_owned(),
            schema: json!({"type": "object", "properties": {"a": {"type": "string"}}}),
        });
        asked.extra.insert("service_tier", json!("flex"));
        asked.extra.insert("store", json!(true));
        let expected = json!({
            "model": "gpt-5", "instructions": "Be brief.\n\nBe kind.",
            "input": [item("user", "input_text", "Read a.txt")],
            "tools": [{"type": "function", "name": "read_file", "description": "Reads.",
                "parameters": {"type": "object", "properties": {}}, "strict": false}],
            "tool_choice": "required", "reasoning": {"effort": "high", "summary": "auto"},
            "text": {"format": {"type": "json_schema", "name": "answer", "strict": false,
                "schema": {"type": "object", "properties": {"a": {"type": "string"}}}}},
            "max_output_tokens": 16, "store": false,
            "include": ["reasoning.encrypted_content"], "prompt_cache_key": "k", "stream": true,
            "service_tier": "flex"});
        assert_eq!(body(&asked), expected);
        // A model that does not reason accepts a temperature instead.
        "gpt-4.1".clone_into(&mut asked.model);
        let plain = body(&asked);
        assert_eq!(
            json!([plain["temperature"], plain["reasoning"], plain["include"]]),
            json!([0.5, null, null])
        );
    }

    #[test]
    fn a_count_and_a_compaction_hold_only_what_they_may() {
        let mut asked = request(vec![message(Role::System, "S"), message(Role::User, "x")]);
        asked.max_output_tokens = Some(100);
        asked.cache_key = Some("k".to_owned());
        let writer = BodyWriter { quirks: Quirks::default() };
        let input = json!([item("user", "input_text", "x")]);
        assert_eq!(
            writer.write(&asked, Purpose::Count).into_value(),
            json!({"model": "gpt-5", "instructions": "S", "input": input})
        );
        assert_eq!(
            writer.write(&asked, Purpose::Compact(Some("keep paths"))).into_value(),
            json!({"model": "gpt-5",
                "instructions": "S\n\nWhen the conversation is condensed: keep paths",
                "input": input, "prompt_cache_key": "k"})
        );
    }

    #[test]
    fn reasoning_stands_directly_before_what_it_led_to() {
        let reasoning = |id: &str, seal: Value| {
            opaque(json!({"type": "reasoning", "id": id, "summary": [], "status": "completed",
                "encrypted_content": seal}))
        };
        let sealed =
            |seal: &str| json!({"type": "reasoning", "summary": [], "encrypted_content": seal});
        let mut phase = Extra::new();
        phase.insert("item", json!({"phase": "commentary"}));
        phase.insert("annotations", json!([{"n": 1}]));
        let written = input(vec![
            message(Role::User, "x"),
            ours(vec![
                reasoning("rs_1", json!("A")),
                Part::Text { text: "Looking.".to_owned(), extra: phase },
                Part::text("Well."),
                reasoning("rs_2", json!(null)),
                reasoning("rs_3", json!("C")),
                call("call_1", r#"{"n": 1.0}"#),
                call("call_2", "torn {"),
                reasoning("rs_4", json!("D")),
            ]),
            result("call_2", ""),
            result("call_1", "one"),
        ]);
        assert_eq!(
            written,
            json!([
                item("user", "input_text", "x"),
                sealed("A"),
                {"type": "message", "role": "assistant", "phase": "commentary", "content": [
                    {"type": "output_text", "text": "Looking.", "annotations": [{"n": 1}]}]},
                item("assistant", "output_text", "Well."),
                sealed("C"),
                {"type": "function_call", "call_id": "call_1", "name": "read_file",
                    "arguments": "{\"n\": 1.0}"},
                {"type": "function_call", "call_id": "call_2", "name": "read_file",
                    "arguments": "{\"arguments\":\"torn {\"}"},
                {"type": "function_call_output", "call_id": "call_1", "output": "one"},
                {"type": "function_call_output", "call_id": "call_2", "output": "(no output)"}])
        );
    }

    #[test]
    fn a_summary_of_the_provider_goes_as_its_items() {
        let items = [
            json!({"type": "message", "role": "user", "content": [
                {"type": "input_text", "text": "old request"}]}),
            json!({"type": "compaction", "id": "cmp_1", "encrypted_content": "E"}),
        ];
        let mut parts = vec![Part::text("<conversation-summary>")];
        parts.extend(items.iter().cloned().map(opaque));
        let mut summary = Message::new(MessageId(1), Role::User, parts.clone());
        summary.kind = MessageKind::Summary;
        summary.origin = Some(Protocol::Responses);
        let written = input(vec![summary.clone(), message(Role::User, "go on")]);
        assert_eq!(written, json!([items[0], items[1], item("user", "input_text", "go on")]));
        // For another provider's model only the text is used.
        summary.origin = Some(Protocol::Anthropic);
        assert_eq!(
            input(vec![summary]),
            json!([item("user", "input_text", "<conversation-summary>")])
        );
    }

    #[test]
    fn images_go_by_address_and_results_may_hold_them() {
        let image = |source, detail: Option<&str>| {
            let detail = detail.map(Into::into);
            Part::Image(Box::new(Image { source, detail, extra: Extra::new() }))
        };
        let bytes = ImageSource::Base64 { media_type: "image/png".into(), data: "AAAA".into() };
        let parts = vec![
            image(bytes.clone(), Some("low")),
            image(ImageSource::Url { url: "https://a.b/c".to_owned() }, None),
            image(ImageSource::Provider { source: json!({"file_id": "f"}) }, None),
        ];
        let shot = ToolResult {
            call_id: "c".into(),
            name: None,
            parts: vec![Part::text("a shot"), image(bytes, None)],
            is_error: false,
            whole: None,
            ran_ms: None,
            extra: Extra::new(),
        };
        let written = input(vec![
            Message::new(MessageId(1), Role::User, parts),
            ours(vec![call("c", "")]),
            Message::new(MessageId(1), Role::Tool, vec![Part::ToolResult(Box::new(shot))]),
        ]);
        let png = "data:image/png;base64,AAAA";
        assert_eq!(
            written,
            json!([
                {"type": "message", "role": "user", "content": [
                    {"type": "input_image", "image_url": png, "detail": "low"},
                    {"type": "input_image", "image_url": "https://a.b/c"},
                    {"type": "input_image", "file_id": "f"}]},
                {"type": "function_call", "call_id": "c", "name": "read_file", "arguments": "{}"},
                {"type": "function_call_output", "call_id": "c", "output": [
                    {"type": "input_text", "text": "a shot"},
                    {"type": "input_image", "image_url": png}]}])
        );
    }

    #[test]
    fn later_instructions_and_refusals_keep_their_place() {
        let refusal = json!({"type": "refusal", "refusal": "No."});
        let written = input(vec![
            message(Role::User, "x"),
            ours(vec![opaque(refusal.clone())]),
            message(Role::System, "reminder"),
        ]);
        assert_eq!(
            written,
            json!([item("user", "input_text", "x"),
                {"type": "message", "role": "assistant", "content": [refusal]},
                item("developer", "input_text", "reminder")])
        );
        assert_eq!(
            input(vec![message(Role::System, "only")]),
            json!([{"type": "message", "role": "user", "content": "(the conversation begins)"}])
        );
    }
}
