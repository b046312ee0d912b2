//! The body of a request.

use serde_json::json;

use super::messages::MessagesWriter;
use super::quirks::Quirks;
use crate::server::ServerKind;
use crate::{ChatRequest, ToolChoice};
use vibeue_conversation::transcript::tree::{Object, Tree};

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
        bytes(&body)
    }

    /// Writes the parts of a request that are counted: model, messages and
    /// tools.
    pub(super) fn write_for_count(self, request: &ChatRequest) -> Vec<u8> {
        let mut body = self.conversation(request);
        if self.kind == ServerKind::Vllm {
            body.put("add_generation_prompt", Tree::Bool(true));
        }
        bytes(&body)
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

    /// Returns whether a model accepts a temperature: OpenAI's reasoning models refuse any but the
    /// default.
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

fn bytes(body: &Object<'_>) -> Vec<u8> {
    // Writing into memory cannot fail: all keys are strings.
    serde_json::to_vec(body).expect("a body can be written")
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::{Value, json};

    use super::*;
    use crate::{JsonSchema, ToolDefinition};
    use vibeue_conversation::{
        Extra, Image, ImageSource, Message, MessageId, Part, Protocol, Role, ToolCall,
    };

    fn written(kind: ServerKind, quirks: Quirks, request: &ChatRequest) -> Value {
        serde_json::from_slice(&BodyWriter { kind, quirks }.write(request)).unwrap()
    }

    fn messages_of(kind: ServerKind, quirks: Quirks, messages: &[Message]) -> Value {
        let messages = messages.iter().cloned().map(Arc::new).collect();
        written(kind, quirks, &ChatRequest::new("m", messages))["messages"].take()
    }

    fn message(role: Role, text: &str) -> Message {
        Message::text(MessageId(1), role, text)
    }

    fn result(id: &str, text: &str) -> Message {
        Message::tool_result(MessageId(1), id, None, text, false)
    }

    fn call(id: &str, extra: Value) -> Part {
        let extra: serde_json::Map<String, Value> = serde_json::from_value(extra).unwrap();
        Part::ToolCall(Box::new(ToolCall {
            id: id.into(),
            name: "look".into(),
            arguments: "{\"x\": 1.0}".to_owned(),
            extra: extra.into(),
        }))
    }

    fn calls(ids: &[&str], origin: Option<Protocol>) -> Message {
        let parts = ids.iter().map(|id| call(id, json!({}))).collect();
        let mut message = Message::new(MessageId(1), Role::Assistant, parts);
        message.origin = origin;
        message
    }

    fn wire_call(id: &str) -> Value {
        json!({"id": id, "type": "function",
            "function": {"name": "look", "arguments": "{\"x\": 1.0}"}})
    }

    fn tool() -> ToolDefinition {
        ToolDefinition {
            name: "look".to_owned(),
            description: "Looks.".to_owned(),
            parameters: json!({"type": "object"}),
        }
    }

    fn full_request() -> ChatRequest {
        let mut request = ChatRequest::new("gpt-4o", vec![Arc::new(message(Role::User, "Hi"))]);
        request.tools = Arc::from([tool()]);
        request.tool_choice = ToolChoice::Required;
        request.max_output_tokens = Some(500);
        request.temperature = Some(0.0);
        request.reasoning_effort = Some("low".to_owned());
        request.response_schema =
            Some(JsonSchema { name: "form".to_owned(), schema: json!({"type": "object"}) });
        request.cache_key = Some("talk-7".to_owned());
        request.context_length = Some(8_192);
        request.extra.insert("seed", 7.into());
        request.extra.insert("model", "never".into());
        request
    }

    #[test]
    fn a_request_to_openai_is_written_whole() {
        assert_eq!(
            written(ServerKind::OpenAi, Quirks::default(), &full_request()),
            json!({
                "model": "gpt-4o",
                "messages": [{"role": "user", "content": "Hi"}],
                "tools": [{"type": "function", "function": {"name": "look",
                    "description": "Looks.", "parameters": {"type": "object"}}}],
                "tool_choice": "required",
                "stream": true, "stream_options": {"include_usage": true},
                "max_completion_tokens": 500, "temperature": 0.0, "reasoning_effort": "low",
                "response_format": {"type": "json_schema",
                    "json_schema": {"name": "form", "schema": {"type": "object"}}},
                "prompt_cache_key": "talk-7", "seed": 7,
            })
        );
    }

    #[test]
    fn other_servers_get_the_older_name_of_the_limit_and_no_cache_key() {
        let body = written(ServerKind::Other, Quirks::default(), &full_request());
        assert_eq!(body["max_tokens"], 500);
        assert_eq!(body.get("max_completion_tokens").or(body.get("prompt_cache_key")), None);
        let quirks = Quirks { other_max_tokens: true, max_output: Some(100), ..Quirks::default() };
        let body = written(ServerKind::Other, quirks, &full_request());
        assert_eq!((&body["max_completion_tokens"], body.get("max_tokens")), (&json!(100), None));
    }

    #[test]
    fn what_was_refused_is_left_out() {
        let quirks = Quirks {
            no_stream_options: true,
            no_max_tokens: true,
            no_temperature: true,
            no_schema: true,
            no_effort: true,
            no_tools: true,
            ..Quirks::default()
        };
        assert_eq!(
            written(ServerKind::Other, quirks, &full_request()),
            json!({"model": "gpt-4o", "messages": [{"role": "user", "content": "Hi"}],
                "stream": true, "seed": 7})
        );
    }

    #[test]
    fn models_that_reason_get_no_temperature_from_openai() {
        let takes =
            |kind, model| BodyWriter { kind, quirks: Quirks::default() }.takes_temperature(model);
        for model in ["o1", "o3-mini", "gpt-5", "gpt-5.1-codex", "gpt-6.1-sol", "openai/gpt-5-mini"]
        {
            assert!(!takes(ServerKind::OpenAi, model), "{model}");
            assert!(takes(ServerKind::Vllm, model), "{model}");
        }
        for model in ["gpt-4o", "gpt-4.1", "gpt-5-chat-latest", "gpt-oss-20b", "omni", "o"] {
            assert!(takes(ServerKind::OpenAi, model), "{model}");
        }
    }

    #[test]
    fn calls_are_answered_directly_and_in_order() {
        let messages = [
            message(Role::System, "Be brief."),
            message(Role::User, "look"),
            calls(&["a", "b", "c"], None),
            message(Role::User, "hurry"),
            result("b", "B"),
            result("z", "lost"),
            result("a", ""),
        ];
        assert_eq!(
            messages_of(ServerKind::OpenAi, Quirks::default(), &messages),
            json!([
                {"role": "system", "content": "Be brief."},
                {"role": "user", "content": "look"},
                {"role": "assistant", "content": null,
                    "tool_calls": [wire_call("a"), wire_call("b"), wire_call("c")]},
                {"role": "tool", "content": "(no output)", "tool_call_id": "a"},
                {"role": "tool", "content": "B", "tool_call_id": "b"},
                {"role": "tool", "content": "(no result: the conversation was interrupted here)",
                    "tool_call_id": "c"},
                {"role": "user", "content": "hurry"},
                {"role": "user", "content": "(a tool gave, in a call that is not shown: lost)"},
            ])
        );
    }

    #[test]
    fn unknown_fields_and_reasoning_go_back_to_where_they_came_from() {
        let signature = json!({"google": {"thought_signature": "c2ln"}});
        let answer = |origin| {
            let mut message = Message::new(
                MessageId(1),
                Role::Assistant,
                vec![call("a", json!({"extra_content": signature, "function": {"strict": true}}))],
            );
            message.origin = origin;
            message.extra.insert("reasoning_content", "hm".into());
            message.extra.insert("provider_state", 7.into());
            message
        };
        let own = Some(Protocol::OpenaiChat);
        let loops = [
            message(Role::User, "look"),
            answer(own),
            result("a", "A"),
            message(Role::User, "again"),
            answer(own),
            result("a", "A"),
        ];
        let sent = messages_of(ServerKind::Other, Quirks::default(), &loops);
        // Earlier reasoning is left out, that of the current loop is sent back.
        assert_eq!(sent[1].get("reasoning_content"), None);
        assert_eq!(
            sent[4],
            json!({"role": "assistant", "content": null,
                "tool_calls": [{"id": "a_2", "type": "function", "function": {"name": "look",
                    "arguments": "{\"x\": 1.0}", "strict": true}, "extra_content": signature}],
                "reasoning_content": "hm", "provider_state": 7})
        );
        let quirks = Quirks { no_extra: true, ..Quirks::default() };
        let plain = messages_of(ServerKind::Other, quirks, &loops[3..]);
        assert_eq!(plain[1].get("reasoning_content").or(plain[1].get("provider_state")), None);
        // Nothing of another protocol is sent; of a transcript, what is known.
        let foreign =
            [message(Role::User, "look"), answer(Some(Protocol::Gemini)), result("a", "A")];
        let sent = messages_of(ServerKind::Other, Quirks::default(), &foreign);
        assert_eq!(
            sent[1],
            json!({"role": "assistant", "content": null, "tool_calls": [wire_call("a")]})
        );
        let read = [message(Role::User, "look"), answer(None), result("a", "A")];
        let sent = messages_of(ServerKind::Other, Quirks::default(), &read);
        assert_eq!(sent[1]["tool_calls"][0]["extra_content"], signature);
    }

    #[test]
    fn images_are_shown_by_the_user_alone() {
        let image = |url: &str| {
            Part::Image(Box::new(Image {
                source: ImageSource::Url { url: url.to_owned() },
                detail: Some("low".into()),
                extra: Extra::new(),
            }))
        };
        let mut answer = result("a", "A");
        if let Part::ToolResult(result) = &mut answer.parts[0] {
            result.parts.push(image("https://a.b/2.png"));
        }
        let asked = Message::new(
            MessageId(1),
            Role::User,
            vec![Part::text("see"), image("https://a.b/1.png")],
        );
        let messages = [asked, calls(&["a"], None), answer];
        let block =
            |url: &str| json!({"type": "image_url", "image_url": {"url": url, "detail": "low"}});
        assert_eq!(
            messages_of(ServerKind::OpenAi, Quirks::default(), &messages),
            json!([
                {"role": "user", "content": [{"type": "text", "text": "see"}, block("https://a.b/1.png")]},
                {"role": "assistant", "content": null, "tool_calls": [wire_call("a")]},
                {"role": "tool", "content": "A\n(an image: see below)", "tool_call_id": "a"},
                {"role": "user", "content": [
                    {"type": "text", "text": "(the images of the tool results above)"},
                    block("https://a.b/2.png")]},
            ])
        );
        let quirks = Quirks { no_images: true, ..Quirks::default() };
        let blind = messages_of(ServerKind::Other, quirks, &messages);
        assert_eq!(blind[0]["content"], "see\n\n(an image was left out)");
        assert_eq!(blind.as_array().unwrap().len(), 3);
    }

    #[test]
    fn servers_with_narrow_templates_get_what_they_take() {
        let messages = [
            message(Role::System, "Be brief."),
            message(Role::Assistant, "Hello."),
            message(Role::User, "one"),
            message(Role::User, "two"),
            message(Role::System, "reminder"),
            calls(&["call_1"], None),
            result("call_1", "A"),
            message(Role::Assistant, "done"),
        ];
        let quirks = Quirks { alternate: true, short_ids: true, ..Quirks::default() };
        let sent = messages_of(ServerKind::Other, quirks, &messages);
        let id = sent[5]["tool_call_id"].as_str().unwrap().to_owned();
        assert!(id.len() == 9 && id.bytes().all(|byte| byte.is_ascii_alphanumeric()), "{id}");
        assert_eq!(
            sent,
            json!([
                {"role": "system", "content": "Be brief."},
                {"role": "user", "content": "(the conversation begins)"},
                {"role": "assistant", "content": "Hello."},
                {"role": "user", "content":
                    "one\n\ntwo\n\n(from the host of this conversation)\nreminder"},
                {"role": "assistant", "content": null, "tool_calls": [wire_call(&id)]},
                {"role": "tool", "content": "A", "tool_call_id": id, "name": "look"},
                {"role": "assistant", "content": "done"},
                {"role": "user", "content": "(go on)"},
            ])
        );
        let quirks = Quirks { no_system: true, no_tools: true, ..Quirks::default() };
        assert_eq!(
            messages_of(ServerKind::Other, quirks, &messages[4..]),
            json!([
                {"role": "user", "content": "reminder"},
                {"role": "assistant", "content": "(tool call look {\"x\": 1.0})"},
                {"role": "user", "content": "(result of look: A)"},
                {"role": "assistant", "content": "done"},
                {"role": "user", "content": "(go on)"},
            ])
        );
    }
}
