//! The body of a request.

use serde_json::Value;

use super::contents::ContentsWriter;
use super::model::{Gemini, Thinking};
use super::parts::{RULES, text_part};
use super::quirks::Quirks;
use super::schema;
use crate::dialogue::Dialogue;
use crate::{ChatRequest, ToolChoice, ToolDefinition};
use vibeue_conversation::transcript::tree::{Object, Tree};

/// Writes bodies for one server.
#[derive(Debug, Clone, Copy)]
pub(super) struct BodyWriter {
    pub(super) quirks: Quirks,
}

impl BodyWriter {
    /// Writes the body of a request for an answer.
    pub(super) fn write<'a>(&self, request: &'a ChatRequest) -> Object<'a> {
        let model = Gemini::of(&request.model);
        let Dialogue { system, turns } = Dialogue::of(&request.messages, &RULES);
        let mut body = Object::new();
        body.put("contents", self.contents_writer(model).write(turns));
        if !system.is_empty() {
            let parts: Vec<Tree<'a>> =
                system.into_iter().map(|text| text_part(text).into()).collect();
            let mut instruction = Object::new();
            instruction.put("parts", parts);
            body.put("systemInstruction", instruction);
        }
        self.put_tools(&mut body, request);
        let config = self.config(request, model);
        if !config.is_empty() {
            body.put("generationConfig", config);
        }
        for (name, value) in request.extra.iter() {
            if !body.has(name) {
                body.put(name.as_str(), value);
            }
        }
        body
    }

    /// Writes the body that asks for a count of the whole request.
    pub(super) fn count<'a>(&self, request: &'a ChatRequest) -> Object<'a> {
        let mut whole = Object::new();
        whole.put("model", resource(&request.model));
        let model = Gemini::of(&request.model);
        let Dialogue { system, turns } = Dialogue::of(&request.messages, &RULES);
        whole.put("contents", self.contents_writer(model).write(turns));
        if !system.is_empty() {
            let parts: Vec<Tree<'a>> =
                system.into_iter().map(|text| text_part(text).into()).collect();
            let mut instruction = Object::new();
            instruction.put("parts", parts);
            whole.put("systemInstruction", instruction);
        }
        self.put_tools(&mut whole, request);
        let mut body = Object::new();
        body.put("generateContentRequest", whole);
        body
    }

    /// Writes the body that requests a count from a server that counts only
    /// contents: the system prompt and the tools are put first as text, so that
    /// they are included.
    pub(super) fn count_contents<'a>(&self, request: &'a ChatRequest) -> Object<'a> {
        let model = Gemini::of(&request.model);
        let Dialogue { system, turns } = Dialogue::of(&request.messages, &RULES);
        let mut contents = Vec::new();
        let mut parts: Vec<Tree<'a>> =
            system.into_iter().map(|text| text_part(text).into()).collect();
        if !request.tools.is_empty() {
            let tools: Value = request.tools.iter().map(ToolDefinition::to_value).collect();
            parts.push(text_part(tools.to_string()).into());
        }
        if !parts.is_empty() {
            let mut first = Object::new();
            first.put("role", "user");
            first.put("parts", parts);
            contents.push(first.into());
        }
        contents.extend(self.contents_writer(model).write(turns));
        let mut body = Object::new();
        body.put("contents", contents);
        body
    }

    fn contents_writer(&self, model: Gemini) -> ContentsWriter {
        ContentsWriter {
            model,
            signatures: !self.quirks.no_signatures,
            images_in_results: model.takes_images_in_results() && !self.quirks.no_images_in_results,
        }
    }

    fn put_tools<'a>(&self, body: &mut Object<'a>, request: &'a ChatRequest) {
        if request.tools.is_empty() {
            return;
        }
        let declarations: Vec<Tree<'a>> =
            request.tools.iter().map(|tool| self.declaration(tool).into()).collect();
        let mut tools = Object::new();
        tools.put("functionDeclarations", declarations);
        body.put("tools", vec![tools.into()]);
        let mode = match request.tool_choice {
            ToolChoice::Auto => return,
            ToolChoice::None => "NONE",
            ToolChoice::Required => "ANY",
        };
        let mut calling = Object::new();
        calling.put("mode", mode);
        let mut config = Object::new();
        config.put("functionCallingConfig", calling);
        body.put("toolConfig", config);
    }

    fn declaration<'a>(&self, tool: &'a ToolDefinition) -> Object<'a> {
        let mut declaration = Object::new();
        declaration.put("name", tool.name.as_str());
        // The field is required.
        let described = !tool.description.trim().is_empty();
        let description = if described { &tool.description } else { &tool.name };
        declaration.put("description", description.as_str());
        if !schema::takes_nothing(&tool.parameters) {
            if self.quirks.openapi_schemas {
                declaration.put("parameters", schema::openapi(&tool.parameters));
            } else {
                declaration.put("parametersJsonSchema", schema::json_schema(&tool.parameters));
            }
        }
        declaration
    }

    fn config<'a>(&self, request: &'a ChatRequest, model: Gemini) -> Object<'a> {
        let mut config = Object::new();
        if let Some(most) = request.max_output_tokens {
            config.put("maxOutputTokens", most.max(1));
        }
        if let Some(temperature) = request.temperature {
            config.put("temperature", Tree::Owned(temperature.into()));
        }
        let beside_tools = request.tools.is_empty() || model.takes_schema_beside_tools();
        if let Some(form) = &request.response_schema
            && beside_tools
            && !self.quirks.no_schema
        {
            config.put("responseMimeType", "application/json");
            if self.quirks.openapi_schemas {
                config.put("responseSchema", schema::openapi(&form.schema));
            } else {
                config.put("responseJsonSchema", schema::json_schema(&form.schema));
            }
        }
        if let Some(effort) = request.reasoning_effort.as_deref()
            && !self.quirks.no_thinking_config
        {
            let mut thinking = Object::new();
            match (model.thinking(), effort) {
                (Thinking::Never, _) => {}
                (Thinking::Budget, effort) => {
                    thinking.put("includeThoughts", effort != "none");
                    thinking.put("thinkingBudget", budget(effort));
                }
                // It cannot be switched off.
                (Thinking::Level, "none" | "minimal") => thinking.put("thinkingLevel", "minimal"),
                (Thinking::Level, effort) => {
                    thinking.put("includeThoughts", true);
                    let level = if matches!(effort, "xhigh" | "max") { "high" } else { effort };
                    thinking.put("thinkingLevel", level.to_owned());
                }
            }
            if !thinking.is_empty() {
                config.put("thinkingConfig", thinking);
            }
        }
        config
    }
}

/// Converts an effort to a number of tokens that all models of the generation
/// accept.
fn budget(effort: &str) -> u64 {
    match effort {
        "none" => 0,
        "minimal" => 512,
        "low" => 1_024,
        "high" | "xhigh" | "max" => 24_576,
        _ => 8_192,
    }
}

/// The name of a model as a resource.
pub(super) fn resource(model: &str) -> String {
    let name = model.strip_prefix("models/").unwrap_or(model);
    format!("models/{name}")
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::json;

    use super::*;
    use crate::JsonSchema;
    use vibeue_conversation::{
        Extra, Image, ImageSource, Message, MessageId, Part, Protocol, Role, ToolCall, ToolResult,
    };

    fn message(role: Role, text: &str) -> Message {
        Message::text(MessageId(1), role, text)
    }

    fn call(id: &str, signature: Option<&str>) -> Part {
        let mut extra = Extra::new();
        if let Some(signature) = signature {
            extra.insert("thoughtSignature", signature.into());
        }
        Part::ToolCall(Box::new(ToolCall {
            id: id.into(),
            name: "read_file".into(),
            arguments: r#"{"n": 1}"#.to_owned(),
            extra,
        }))
    }

    fn result(id: &str, text: &str) -> Message {
        Message::tool_result(MessageId(1), id, None, text, false)
    }

    fn from(origin: Protocol, parts: Vec<Part>) -> Message {
        let mut message = Message::new(MessageId(1), Role::Assistant, parts);
        message.origin = Some(origin);
        message
    }

    fn request(model: &str, messages: Vec<Message>) -> ChatRequest {
        ChatRequest::new(model, messages.into_iter().map(Arc::new).collect())
    }

    fn body(request: &ChatRequest) -> Value {
        BodyWriter { quirks: Quirks::default() }.write(request).into_value()
    }

    fn contents(model: &str, messages: Vec<Message>) -> Value {
        body(&request(model, messages))["contents"].take()
    }

    fn content(role: &str, text: &str) -> Value {
        json!({"role": role, "parts": [{"text": text}]})
    }

    #[test]
    fn a_whole_request_is_written() {
        let mut asked = request(
            "gemini-3-pro-preview",
            vec![message(Role::System, "Be brief."), message(Role::User, "Hello")],
        );
        asked.tools = Arc::from([
            ToolDefinition {
                name: "look".to_owned(),
                description: String::new(),
                parameters: json!({"type": "object", "properties": {}}),
            },
            ToolDefinition {
                name: "read_file".to_owned(),
                description: "Reads.".to_owned(),
                parameters: json!({"$schema": "s", "type": "object", "properties":
                    {"path": {"type": ["string", "null"]}}}),
            },
        ]);
        asked.tool_choice = ToolChoice::Required;
        asked.temperature = Some(0.25);
        asked.max_output_tokens = Some(100);
        asked.reasoning_effort = Some("medium".to_owned());
        asked.response_schema = Some(JsonSchema {
            name: "answer".to_owned(),
            schema: json!({"type": "object", "properties": {"a": {"type": "string"}}}),
        });
        asked.extra.insert("safetySettings", json!([]));
        let expected = json!({
            "contents": [content("user", "Hello")],
            "systemInstruction": {"parts": [{"text": "Be brief."}]},
            "tools": [{"functionDeclarations": [
                {"name": "look", "description": "look"},
                {"name": "read_file", "description": "Reads.", "parametersJsonSchema":
                    {"type": "object", "properties": {"path": {"type": ["string", "null"]}}}}]}],
            "toolConfig": {"functionCallingConfig": {"mode": "ANY"}},
            "generationConfig": {"maxOutputTokens": 100, "temperature": 0.25,
                "responseMimeType": "application/json", "responseJsonSchema":
                    {"type": "object", "properties": {"a": {"type": "string"}}},
                "thinkingConfig": {"includeThoughts": true, "thinkingLevel": "medium"}},
            "safetySettings": []});
        assert_eq!(body(&asked), expected);
        // An older server expects OpenAPI's form, an older model a budget and
        // no answer format together with tools.
        "gemini-2.5-flash".clone_into(&mut asked.model);
        let quirks = Quirks { openapi_schemas: true, ..Quirks::default() };
        let old = BodyWriter { quirks }.write(&asked).into_value();
        assert_eq!(
            old["tools"][0]["functionDeclarations"][1],
            json!({"name": "read_file", "description": "Reads.", "parameters":
                {"type": "OBJECT", "properties": {"path": {"type": "STRING", "nullable": true}}}})
        );
        assert_eq!(
            old["generationConfig"],
            json!({"maxOutputTokens": 100, "temperature": 0.25,
                "thinkingConfig": {"includeThoughts": true, "thinkingBudget": 8_192}})
        );
    }

    #[test]
    fn responses_follow_their_calls_in_number_and_signatures_stay_in_their_part() {
        let mut sealed = Extra::new();
        sealed.insert("thoughtSignature", json!("T"));
        let thought = |block: Value| Part::Opaque { block: Box::new(block) };
        let written = contents(
            "gemini-3-flash-preview",
            vec![
                message(Role::Assistant, "Hello."),
                message(Role::User, "look"),
                from(
                    Protocol::Gemini,
                    vec![
                        thought(json!({"thought": true, "text": "hm"})),
                        Part::Text { text: "Looking.".to_owned(), extra: sealed },
                        call("fc_1", Some("S")),
                        call("gemini_call_x_1", None),
                        thought(json!({"text": "", "thoughtSignature": "E"})),
                    ],
                ),
                result("gemini_call_x_1", "two"),
                message(Role::User, "hurry"),
                message(Role::System, "late"),
            ],
        );
        let args = json!({"n": 1});
        assert_eq!(
            written,
            json!([
                content("user", "(the conversation begins)"),
                content("model", "Hello."),
                content("user", "look"),
                {"role": "model", "parts": [
                    {"text": "Looking.", "thoughtSignature": "T"},
                    {"functionCall": {"id": "fc_1", "name": "read_file", "args": args},
                        "thoughtSignature": "S"},
                    {"functionCall": {"name": "read_file", "args": args}},
                    {"text": "", "thoughtSignature": "E"}]},
                {"role": "user", "parts": [
                    {"functionResponse": {"id": "fc_1", "name": "read_file", "response":
                        {"error": "(no result: the conversation was interrupted here)"}}},
                    {"functionResponse": {"name": "read_file", "response": {"output": "two"}}},
                    {"text": "hurry"},
                    {"text": "(from the host of this conversation)\nlate"}]}])
        );
    }

    #[test]
    fn foreign_history_gets_the_documented_signature_where_it_is_demanded() {
        let history = || {
            vec![
                message(Role::User, "look"),
                from(Protocol::Anthropic, vec![call("toolu.1", Some("theirs")), call("b", None)]),
                result("toolu.1", "A"),
                result("b", "B"),
            ]
        };
        let parts = |model: &str| contents(model, history())[1]["parts"].take();
        let args = json!({"n": 1});
        let bare = json!({"functionCall": {"name": "read_file", "args": args}});
        assert_eq!(
            parts("gemini-3-flash-preview"),
            json!([{"functionCall": {"name": "read_file", "args": args},
                "thoughtSignature": "skip_thought_signature_validator"}, bare])
        );
        assert_eq!(parts("gemini-2.5-flash"), json!([bare, bare]));
    }

    #[test]
    fn images_are_in_results_or_after_all_of_them() {
        let image =
            |source| Part::Image(Box::new(Image { source, detail: None, extra: Extra::new() }));
        let bytes = ImageSource::Base64 { media_type: "image/png".into(), data: "AAAA".into() };
        let shot = ToolResult {
            call_id: "a".into(),
            name: None,
            parts: vec![image(bytes)],
            is_error: false,
            whole: None,
            ran_ms: None,
            extra: Extra::new(),
        };
        let history = || {
            vec![
                Message::new(
                    MessageId(1),
                    Role::User,
                    vec![image(ImageSource::Url { url: "https://a.b/c.webp?d=e".to_owned() })],
                ),
                from(Protocol::Gemini, vec![call("a", Some("S")), call("b", None)]),
                Message::new(
                    MessageId(1),
                    Role::Tool,
                    vec![Part::ToolResult(Box::new(shot.clone()))],
                ),
                result("b", "B"),
            ]
        };
        let data = json!({"inlineData": {"mimeType": "image/png", "data": "AAAA"}});
        let b = json!({"functionResponse": {"id": "b", "name": "read_file",
            "response": {"output": "B"}}});
        let new = contents("gemini-3-flash-preview", history());
        assert_eq!(
            new[0]["parts"],
            json!([{"fileData": {"mimeType": "image/webp", "fileUri": "https://a.b/c.webp?d=e"}}])
        );
        assert_eq!(
            new[2]["parts"],
            json!([{"functionResponse": {"id": "a", "name": "read_file",
                "response": {"output": "(no output)"}, "parts": [data]}}, b])
        );
        assert_eq!(
            contents("gemini-2.5-flash", history())[2]["parts"],
            json!([{"functionResponse": {"id": "a", "name": "read_file",
                "response": {"output": "(no output)"}}}, b, data])
        );
    }

    #[test]
    fn a_count_holds_the_whole_request_or_all_of_it_as_contents() {
        let mut asked = request(
            "models/gemini-2.5-pro",
            vec![message(Role::System, "S"), message(Role::User, "x")],
        );
        asked.tools = Arc::from([ToolDefinition {
            name: "t".to_owned(),
            description: "d".to_owned(),
            parameters: json!({"type": "object"}),
        }]);
        let writer = BodyWriter { quirks: Quirks::default() };
        assert_eq!(
            writer.count(&asked).into_value(),
            json!({"generateContentRequest": {"model": "models/gemini-2.5-pro",
                "contents": [content("user", "x")],
                "systemInstruction": {"parts": [{"text": "S"}]},
                "tools": [{"functionDeclarations": [{"name": "t", "description": "d"}]}]}})
        );
        let tools = json!([asked.tools[0].to_value()]).to_string();
        assert_eq!(
            writer.count_contents(&asked).into_value(),
            json!({"contents": [{"role": "user", "parts": [{"text": "S"}, {"text": tools}]},
                content("user", "x")]})
        );
    }
}
