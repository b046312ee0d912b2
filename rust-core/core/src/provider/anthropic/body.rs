//! The body of a request.

use std::collections::HashSet;

use super::blocks::{RULES, text_object};
use super::cache_points::{mark_last, mark_messages};
use super::claude::{Claude, Thinking};
use super::messages::{MessagesWriter, WireMessage};
use super::options::AnthropicOptions;
use super::purpose::Purpose;
use super::quirks::Quirks;
use super::schema;
use crate::conversation::transcript::tree::{Object, Tree};
use crate::provider::dialogue::{Dialogue, Turn};
use crate::provider::{ChatRequest, ToolChoice};
use crate::tokens::models::{Limits, find};

/// The most tokens of an answer where the request does not say: long enough
/// for code, short enough that old models' windows are not filled by it.
const MAX_TOKENS: u64 = 32_000;

/// The room that is left for the answer itself beside a budget of thinking.
const ANSWER_ROOM: u64 = 1_024;

/// The smallest budget of thinking that the API accepts.
const LEAST_BUDGET: u64 = 1_024;

/// The most tokens of the provider's own summary, thinking included, where the
/// request does not say.
const SUMMARY_TOKENS: u64 = 16_000;

/// The longest instructions for the provider's own summary, in characters.
const INSTRUCTIONS: usize = 16_384;

/// Writes bodies for one server.
#[derive(Debug, Clone, Copy)]
pub(super) struct BodyWriter<'o> {
    pub(super) options: &'o AnthropicOptions,
    pub(super) quirks: Quirks,
    /// The model's most tokens of an answer, where the server said.
    pub(super) max_output: Option<u64>,
    /// Whether the model has the provider's own compaction, where the server
    /// said.
    pub(super) compacts: Option<bool>,
}

/// A body, and what has to be said about it beside it.
pub(super) struct Body<'a> {
    pub(super) json: Object<'a>,
    /// It holds or asks for the provider's own summary, which needs a header.
    pub(super) compaction: bool,
}

impl BodyWriter<'_> {
    /// Writes a body.
    pub(super) fn write<'a>(&self, request: &'a ChatRequest, purpose: Purpose<'_>) -> Body<'a> {
        let claude = Claude::of(&request.model);
        let Dialogue { system, turns } = Dialogue::of(&request.messages, &RULES);
        let called = called_names(&turns);
        let compacts = self.compacts.unwrap_or(claude.compacts());
        let writer = MessagesWriter {
            thinking: !self.quirks.no_thinking_blocks,
            compactions: compacts,
            open_end: matches!(purpose, Purpose::Compact(_)),
        };
        let mut messages = writer.write(turns);
        let mut system: Vec<Object<'a>> = system.into_iter().map(text_object).collect();
        let mut tools: Vec<Object<'a>> = request.tools.iter().map(tool).collect();
        // "Requests which have `tool_use` or `tool_result` blocks in messages
        // must define tools."
        let undeclared = tools.is_empty() && !called.is_empty();
        if undeclared {
            tools.extend(called.into_iter().map(undeclared_tool));
        }
        if self.options.prompt_caching && !self.quirks.no_cache_control {
            mark_last(if system.is_empty() { &mut tools } else { &mut system });
            mark_messages(&mut messages);
        }
        let compaction = matches!(purpose, Purpose::Compact(_)) || carries_summary(&messages);

        let mut body = Object::new();
        body.put("model", request.model.as_str());
        let max_tokens = self.max_tokens(request, purpose);
        if purpose != Purpose::Count {
            body.put("max_tokens", max_tokens);
        }
        if !system.is_empty() {
            body.put("system", objects(system));
        }
        body.put("messages", objects(messages.into_iter().map(WireMessage::into_object)));
        let has_tools = !tools.is_empty();
        if has_tools {
            body.put("tools", objects(tools));
        }
        let mut forced = false;
        if has_tools {
            let choice = match request.tool_choice {
                _ if undeclared => "none",
                ToolChoice::None => "none",
                ToolChoice::Required
                    if purpose == Purpose::Chat && !self.quirks.no_forced_tools =>
                {
                    forced = true;
                    "any"
                }
                ToolChoice::Required | ToolChoice::Auto => "auto",
            };
            if choice != "auto" {
                let mut tool_choice = Object::new();
                tool_choice.put("type", choice);
                body.put("tool_choice", tool_choice);
            }
        }
        let thinks = self.put_thinking(&mut body, request, claude, max_tokens, forced, purpose);
        if let (Some(temperature), false, Purpose::Chat) = (request.temperature, thinks, purpose)
            && claude.takes_temperature()
            && !self.quirks.no_temperature
        {
            // OpenAI's goes up to 2, this one up to 1.
            body.put("temperature", Tree::Owned(temperature.clamp(0.0, 1.0).into()));
        }
        if let Purpose::Compact(instructions) = purpose {
            body.put("compaction", compaction_parameter(instructions));
        }
        if purpose == Purpose::Chat && request.stream {
            body.put("stream", true);
        }
        if purpose == Purpose::Chat {
            for (name, value) in request.extra.iter() {
                if !body.has(name) {
                    body.put(name.as_str(), value);
                }
            }
        }
        Body { json: body, compaction }
    }

    /// The field is required; where nobody says how long an answer may be, it
    /// is the model's longest within reason.
    fn max_tokens(&self, request: &ChatRequest, purpose: Purpose<'_>) -> u64 {
        let model = self
            .max_output
            .or_else(|| find(&request.model).model.and_then(|model| model.max_output))
            .unwrap_or(Limits::DEFAULT_MAX_OUTPUT);
        let default = match purpose {
            Purpose::Compact(_) => SUMMARY_TOKENS,
            _ => MAX_TOKENS,
        };
        request.max_output_tokens.unwrap_or(default.min(model)).max(1)
    }

    /// Writes how the model shall think and what form the answer has; tells
    /// whether it was switched on.
    fn put_thinking(
        &self,
        body: &mut Object<'_>,
        request: &ChatRequest,
        claude: Claude,
        max_tokens: u64,
        forced: bool,
        purpose: Purpose<'_>,
    ) -> bool {
        let mut config = Object::new();
        let mut thinking = Object::new();
        let effort = request.reasoning_effort.as_deref().map(effort);
        // "Thinking may not be enabled when tool_choice forces tool use."
        if let Some(effort) = effort.filter(|_| !forced) {
            match claude.thinking() {
                _ if effort == "none" => {
                    if claude.thinking() == Thinking::Adaptive {
                        thinking.put("type", "disabled");
                    }
                }
                Thinking::Adaptive => {
                    thinking.put("type", "adaptive");
                    if claude.hides_thinking() {
                        thinking.put("display", "summarized");
                    }
                    if !self.quirks.no_effort {
                        config.put("effort", effort.to_owned());
                    }
                }
                // A tool loop that has lost its thinking cannot think on.
                Thinking::Budget if self.quirks.no_thinking_blocks => {}
                Thinking::Budget => {
                    let most = max_tokens.saturating_sub(ANSWER_ROOM);
                    let budget = budget(effort).min(most);
                    if budget >= LEAST_BUDGET {
                        thinking.put("type", "enabled");
                        thinking.put("budget_tokens", budget);
                    }
                }
                Thinking::Never => {}
            }
        }
        let thinks = !thinking.is_empty() && effort != Some("none");
        let put = !thinking.is_empty() && !self.quirks.no_thinking_switch;
        if put {
            body.put("thinking", thinking);
        }
        if let Some(schema) = &request.response_schema
            && purpose == Purpose::Chat
            && claude.takes_schema()
            && !self.quirks.no_schema
        {
            let mut format = Object::new();
            format.put("type", "json_schema");
            format.put("schema", schema::for_answer(&schema.schema));
            config.put("format", format);
        }
        if !config.is_empty() {
            body.put("output_config", config);
        }
        thinks && put
    }
}

/// Brings an effort into the words of the API.
fn effort(effort: &str) -> &str {
    match effort {
        "minimal" => "low",
        other => other,
    }
}

/// Turns an effort into a number of tokens, for models that are told one.
fn budget(effort: &str) -> u64 {
    match effort {
        "low" => 2_048,
        "high" => 16_384,
        "xhigh" | "max" => 32_768,
        _ => 8_192,
    }
}

fn compaction_parameter<'a>(instructions: Option<&str>) -> Object<'a> {
    let mut compaction = Object::new();
    compaction.put("type", "summarize");
    if let Some(text) = instructions.map(str::trim).filter(|text| !text.is_empty()) {
        // They replace the provider's own prompt, which says this, too.
        const NO_TOOLS: &str = "\n\nDo not call tools; answer with the text of the summary only.";
        let room = INSTRUCTIONS - NO_TOOLS.len();
        let mut text: String = text.chars().take(room).collect();
        text.push_str(NO_TOOLS);
        compaction.put("instructions", text);
    }
    compaction
}

fn tool(definition: &crate::provider::ToolDefinition) -> Object<'_> {
    let mut object = Object::new();
    object.put("name", definition.name.as_str());
    if !definition.description.trim().is_empty() {
        object.put("description", definition.description.as_str());
    }
    object.put("input_schema", schema::for_tool(&definition.parameters));
    object
}

fn undeclared_tool<'a>(name: String) -> Object<'a> {
    let mut object = Object::new();
    object.put("name", name);
    object.put("description", "No longer available.");
    object.put("input_schema", schema::for_tool(&serde_json::json!({"properties": {}})));
    object
}

/// The names of the tools that were called, each once, in their order.
fn called_names(turns: &[Turn<'_>]) -> Vec<String> {
    let mut met = HashSet::new();
    let answers = turns.iter().flat_map(|turn| match turn {
        Turn::Results(answers) => answers.as_slice(),
        _ => &[],
    });
    answers
        .map(|answer| answer.name.clone().into_owned())
        .filter(|n| met.insert(n.clone()))
        .collect()
}

fn carries_summary(messages: &[WireMessage<'_>]) -> bool {
    use super::blocks::BlockKind;
    let first = messages.first().and_then(|message| message.blocks.first());
    first.is_some_and(|block| block.kind == BlockKind::Compaction)
}

fn objects<'a>(objects: impl IntoIterator<Item = Object<'a>>) -> Vec<Tree<'a>> {
    objects.into_iter().map(Tree::Object).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use serde_json::{Value, json};

    use super::*;
    use crate::conversation::{
        Extra, Image, ImageSource, Message, MessageId, MessageKind, Part, Protocol, Role, ToolCall,
        ToolResult,
    };
    use crate::provider::{JsonSchema, ToolDefinition};

    const QUIET: AnthropicOptions =
        AnthropicOptions { prompt_caching: false, betas: Vec::new(), version: String::new() };

    fn say(role: Role, text: &str) -> Message {
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
        message.origin = Some(Protocol::Anthropic);
        message
    }

    fn request(messages: Vec<Message>) -> ChatRequest {
        let messages = messages.into_iter().map(Arc::new).collect();
        ChatRequest::new("claude-sonnet-4-6", messages)
    }

    fn body_with(request: &ChatRequest, options: &AnthropicOptions, quirks: Quirks) -> Value {
        let writer = BodyWriter { options, quirks, max_output: None, compacts: None };
        writer.write(request, Purpose::Chat).json.into_value()
    }

    fn body(request: &ChatRequest) -> Value {
        body_with(request, &QUIET, Quirks::default())
    }

    fn messages(written: Vec<Message>) -> Value {
        body(&request(written))["messages"].take()
    }

    fn text(text: &str) -> Value {
        json!({"type": "text", "text": text})
    }

    #[test]
    fn a_whole_request_is_written() {
        let mut asked = request(vec![
            say(Role::System, "Be brief."),
            say(Role::User, "Read a.txt"),
            ours(vec![
                opaque(json!({"type": "thinking", "thinking": "hm", "signature": "S"})),
                Part::text("I will."),
                call("toolu_1", r#"{"path": "a.txt", "n": 1.50}"#),
            ]),
            result("toolu_1", "hello"),
        ]);
        let schema = json!({"type": "object", "properties": {"path": {"type": "string"}}});
        asked.tools = Arc::from([ToolDefinition {
            name: "read_file".to_owned(),
            description: "Reads.".to_owned(),
            parameters: schema.clone(),
        }]);
        asked.tool_choice = ToolChoice::None;
        asked.temperature = Some(1.5);
        asked.max_output_tokens = Some(900);
        asked.extra.insert("metadata", json!({"user_id": "u"}));
        asked.extra.insert("model", json!("another"));
        let marked = AnthropicOptions::default();
        let body = body_with(&asked, &marked, Quirks::default());
        let mark = json!({"type": "ephemeral"});
        assert_eq!(
            body,
            json!({
                "model": "claude-sonnet-4-6", "max_tokens": 900,
                "system": [{"type": "text", "text": "Be brief.", "cache_control": mark}],
                "messages": [
                    {"role": "user", "content": [
                        {"type": "text", "text": "Read a.txt", "cache_control": mark}]},
                    {"role": "assistant", "content": [
                        {"type": "thinking", "thinking": "hm", "signature": "S"},
                        text("I will."),
                        {"type": "tool_use", "id": "toolu_1", "name": "read_file",
                            "input": {"path": "a.txt", "n": 1.5}}]},
                    {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_1",
                        "content": "hello", "cache_control": mark}]}],
                "tools": [{"name": "read_file", "description": "Reads.", "input_schema": schema}],
                "tool_choice": {"type": "none"},
                "temperature": 1.0, "stream": true, "metadata": {"user_id": "u"}})
        );
        let writer = BodyWriter {
            options: &QUIET,
            quirks: Quirks::default(),
            max_output: None,
            compacts: None,
        };
        let written = serde_json::to_string(&writer.write(&asked, Purpose::Chat).json).unwrap();
        assert!(written.contains(r#""input":{"path": "a.txt", "n": 1.50}"#), "{written}");
    }

    #[test]
    fn neighbours_of_one_role_are_joined_and_results_stand_first() {
        let mut failed = ToolResult {
            call_id: "b".into(),
            name: None,
            parts: vec![Part::text(" ")],
            is_error: true,
            extra: Extra::new(),
        };
        failed.extra.insert("content", json!([]));
        let mixed = Message::new(
            MessageId(1),
            Role::User,
            vec![Part::text("and now?"), Part::ToolResult(Box::new(failed))],
        );
        let written = messages(vec![
            say(Role::Assistant, "Hello."),
            ours(vec![call("a", ""), call("b", "[1]")]),
            mixed,
            say(Role::User, "  "),
            say(Role::System, "It is late."),
            say(Role::User, "go on"),
        ]);
        assert_eq!(
            written,
            json!([
                {"role": "user", "content": [text("(the conversation begins)")]},
                {"role": "assistant", "content": [text("Hello."),
                    {"type": "tool_use", "id": "a", "name": "read_file", "input": {}},
                    {"type": "tool_use", "id": "b", "name": "read_file",
                        "input": {"arguments": "[1]"}}]},
                {"role": "user", "content": [
                    {"type": "tool_result", "tool_use_id": "a", "is_error": true,
                        "content": "(no result: the conversation was interrupted here)"},
                    {"type": "tool_result", "tool_use_id": "b", "content": "(no output)",
                        "is_error": true},
                    text("and now?"),
                    text("(from the host of this conversation)\nIt is late."),
                    text("go on")]}])
        );
    }

    #[test]
    fn thinking_goes_back_for_the_current_tool_loop_only_and_only_with_its_seal() {
        let thinking = |words: &str, seal: &str| {
            opaque(json!({"type": "thinking", "thinking": words, "signature": seal}))
        };
        let redacted = json!({"type": "redacted_thinking", "data": "X"});
        let history = vec![
            say(Role::User, "one"),
            ours(vec![thinking("old", "S0"), call("a", "{}")]),
            result("a", "A"),
            ours(vec![thinking("older", "S1"), Part::text("done")]),
            say(Role::User, "two"),
            ours(vec![opaque(redacted.clone()), thinking("cut", ""), call("b", "{}")]),
            result("b", "B"),
            say(Role::User, "hurry"),
        ];
        let of_assistant = |written: &Value| -> Vec<Vec<String>> {
            let all = written.as_array().unwrap().iter().filter(|m| m["role"] == "assistant");
            all.map(|message| {
                let blocks = message["content"].as_array().unwrap().iter();
                blocks.map(|block| block["type"].as_str().unwrap().to_owned()).collect()
            })
            .collect()
        };
        assert_eq!(
            of_assistant(&messages(history.clone())),
            [vec!["tool_use"], vec!["text"], vec!["redacted_thinking", "tool_use"]]
        );
        let without = Quirks { no_thinking_blocks: true, ..Quirks::default() };
        let written = body_with(&request(history), &QUIET, without);
        assert_eq!(
            of_assistant(&written["messages"]),
            [vec!["tool_use"], vec!["text"], vec!["tool_use"]]
        );
        // The model's last words must not be thinking.
        let ends = vec![say(Role::User, "one"), ours(vec![Part::text("x"), thinking("y", "S")])];
        assert_eq!(
            messages(ends),
            json!([{"role": "user", "content": [text("one")]},
                {"role": "assistant", "content": [text("x")]},
                {"role": "user", "content": [text("(go on)")]}])
        );
    }

    #[test]
    fn the_newest_summary_of_the_provider_goes_first_and_unchanged() {
        let block = |words: &str| json!({"type": "compaction", "content": words, "signature": "S", "tool_changes": null});
        let summary = |words: &str| {
            let mut message = Message::new(
                MessageId(1),
                Role::User,
                vec![Part::text("<conversation-summary>"), opaque(block(words))],
            );
            message.kind = MessageKind::Summary;
            message.origin = Some(Protocol::Anthropic);
            message
        };
        let history = vec![
            say(Role::User, "pinned"),
            summary("older"),
            summary("newer"),
            say(Role::User, "go on"),
        ];
        let asked = request(history);
        assert_eq!(
            body(&asked)["messages"],
            json!([{"role": "assistant", "content": [block("newer")]},
                {"role": "user", "content": [text("pinned"), text("<conversation-summary>"),
                    text("go on")]}])
        );
        let writer = BodyWriter {
            options: &QUIET,
            quirks: Quirks::default(),
            max_output: None,
            compacts: None,
        };
        assert!(writer.write(&asked, Purpose::Chat).compaction);
        // A model that does not read it gets the text.
        let old = ChatRequest { model: "claude-haiku-4-5".to_owned(), ..asked };
        let written = writer.write(&old, Purpose::Chat);
        assert!(!written.compaction);
        assert_eq!(
            written.json.into_value()["messages"],
            json!([{"role": "user", "content": [text("pinned"), text("<conversation-summary>"),
                text("<conversation-summary>"), text("go on")]}])
        );
    }

    #[test]
    fn images_are_written_by_their_bytes_or_their_address() {
        let image =
            |source| Part::Image(Box::new(Image { source, detail: None, extra: Extra::new() }));
        let url = |url: &str| ImageSource::Url { url: url.to_owned() };
        let parts = vec![
            image(url("https://a.b/c.png")),
            image(url("data:image/png;base64,AAAA")),
            image(ImageSource::Base64 { media_type: "image/jpeg".into(), data: "BBBB".into() }),
            image(ImageSource::Provider { source: json!({"type": "file", "file_id": "f"}) }),
            image(ImageSource::Provider { source: json!({"image": 1}) }),
        ];
        let of = |source: Value| json!({"type": "image", "source": source});
        assert_eq!(
            messages(vec![Message::new(MessageId(1), Role::User, parts)])[0]["content"],
            json!([
                of(json!({"type": "url", "url": "https://a.b/c.png"})),
                of(json!({"type": "base64", "media_type": "image/png", "data": "AAAA"})),
                of(json!({"type": "base64", "media_type": "image/jpeg", "data": "BBBB"})),
                of(json!({"type": "file", "file_id": "f"})),
                text("(an image that only its provider can read was left out)")
            ])
        );
    }

    #[test]
    fn a_paused_turn_is_continued_as_it_is_and_other_endings_are_asked_to_go_on() {
        let server_tool = json!({"type": "server_tool_use", "id": "s", "name": "web_search",
            "input": {}});
        let paused = vec![say(Role::User, "find"), ours(vec![opaque(server_tool.clone())])];
        assert_eq!(
            messages(paused),
            json!([{"role": "user", "content": [text("find")]},
                {"role": "assistant", "content": [server_tool]}])
        );
        assert_eq!(
            messages(vec![]),
            json!([{"role": "user", "content": [text("(the conversation begins)")]}])
        );
    }

    #[test]
    fn thinking_and_effort_follow_the_model_s_generation() {
        let settings = |model: &str, effort: &str, required: bool| {
            let mut asked = request(vec![say(Role::User, "x")]);
            model.clone_into(&mut asked.model);
            asked.reasoning_effort = Some(effort.to_owned());
            asked.temperature = Some(0.5);
            asked.max_output_tokens = Some(4_000);
            asked.tools = Arc::from([ToolDefinition {
                name: "t".to_owned(),
                description: String::new(),
                parameters: json!({}),
            }]);
            if required {
                asked.tool_choice = ToolChoice::Required;
            }
            let body = body(&asked);
            json!([body["thinking"], body["output_config"], body["temperature"]])
        };
        let cases = [
            (
                settings("claude-opus-4-7", "minimal", false),
                json!([{"type": "adaptive", "display": "summarized"}, {"effort": "low"}, null]),
            ),
            (
                settings("claude-sonnet-4-6", "high", false),
                json!([{"type": "adaptive"}, {"effort": "high"}, null]),
            ),
            (
                settings("claude-sonnet-4-5", "high", false),
                json!([{"type": "enabled", "budget_tokens": 2_976}, null, null]),
            ),
            (settings("claude-sonnet-4-5", "high", true), json!([null, null, 0.5])),
            (
                settings("claude-sonnet-4-6", "none", false),
                json!([{"type": "disabled"}, null, 0.5]),
            ),
            (settings("claude-3-5-haiku-latest", "high", false), json!([null, null, 0.5])),
        ];
        for (found, expected) in cases {
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn a_form_for_the_answer_is_asked_for_where_models_know_it() {
        let mut asked = request(vec![say(Role::User, "x")]);
        asked.response_schema = Some(JsonSchema {
            name: "answer".to_owned(),
            schema: json!({"type": "object", "properties": {}}),
        });
        assert_eq!(
            body(&asked)["output_config"],
            json!({"format": {"type": "json_schema", "schema": {"type": "object",
                "properties": {}, "additionalProperties": false}}})
        );
        "claude-opus-4-1".clone_into(&mut asked.model);
        assert_eq!(body(&asked)["output_config"], Value::Null);
    }

    #[test]
    fn tools_that_were_called_but_are_no_longer_declared_are_declared_as_gone() {
        let asked =
            request(vec![say(Role::User, "x"), ours(vec![call("a", "{}")]), result("a", "A")]);
        let body = body(&asked);
        assert_eq!(
            json!([body["tools"], body["tool_choice"], body["max_tokens"]]),
            json!([[{"name": "read_file", "description": "No longer available.",
                "input_schema": {"properties": {}, "type": "object"}}], {"type": "none"}, 32_000])
        );
    }

    #[test]
    fn a_request_for_the_provider_s_summary_holds_nothing_that_it_refuses() {
        let mut asked = request(vec![say(Role::User, "x"), say(Role::Assistant, "y \n")]);
        asked.tool_choice = ToolChoice::Required;
        asked.temperature = Some(0.1);
        asked.response_schema =
            Some(JsonSchema { name: "a".to_owned(), schema: json!({"type": "object"}) });
        let writer = BodyWriter {
            options: &QUIET,
            quirks: Quirks::default(),
            max_output: None,
            compacts: None,
        };
        let long = "ä".repeat(20_000);
        let written = writer.write(&asked, Purpose::Compact(Some(&long)));
        let compaction = written.compaction;
        let mut body = written.json.into_value();
        let instructions = body["compaction"]["instructions"].take();
        assert_eq!(instructions.as_str().unwrap().chars().count(), INSTRUCTIONS);
        assert!(compaction);
        assert_eq!(
            body,
            json!({"model": "claude-sonnet-4-6", "max_tokens": 16_000,
                "messages": [{"role": "user", "content": [text("x")]},
                    {"role": "assistant", "content": [text("y")]}],
                "compaction": {"type": "summarize", "instructions": null}})
        );
    }
}
