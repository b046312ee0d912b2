//! The body of a request.

use std::collections::HashSet;

use super::blocks::{RULES, text_object};
use super::cache_points::{mark_last, mark_messages};
use super::claude::Claude;
use super::messages::{MessagesWriter, WireMessage};
use super::options::AnthropicOptions;
use super::purpose::Purpose;
use super::quirks::Quirks;
use super::schema;
use super::thinking_fields::ThinkingFields;
use crate::dialogue::{Dialogue, Turn};
use crate::{ChatRequest, ToolChoice};
use vibeue_conversation::transcript::tree::{Object, Tree};
use vibeue_tokens::models::{Limits, find};

/// The maximum number of tokens of an answer if the request does not say: enough for code, but not
/// enough to fill the windows of old models.
const MAX_TOKENS: u64 = 32_000;

/// The maximum number of tokens of the provider's own summary, including thinking, if the request
/// does not say.
const SUMMARY_TOKENS: u64 = 16_000;

/// The longest instructions for the provider's own summary, in characters.
const INSTRUCTIONS: usize = 16_384;

/// Writes bodies for one server.
#[derive(Debug, Clone, Copy)]
pub(super) struct BodyWriter<'o> {
    pub(super) options: &'o AnthropicOptions,
    pub(super) quirks: Quirks,
    /// The maximum number of tokens of an answer by this model, if the server said.
    pub(super) max_output: Option<u64>,
    /// Whether the model has the provider's own compaction, if the server said.
    pub(super) compacts: Option<bool>,
}

/// A body, and what has to be reported about it.
pub(super) struct Body<'a> {
    pub(super) json: Object<'a>,
    /// Whether it contains or requests the provider's own summary, which needs
    /// a header.
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
        let choice = self.tool_choice(request, purpose, undeclared);
        let has_tools = !tools.is_empty();
        put_tools(&mut body, tools, choice);
        let thinking = ThinkingFields::of(
            request.reasoning_effort.as_deref().filter(|_| !has_tools || choice != "any"),
            claude,
            self.quirks,
            max_tokens,
        );
        let thinks = thinking.put(&mut body, self.answer_format(request, claude, purpose));
        if let (Some(temperature), false, Purpose::Chat) = (request.temperature, thinks, purpose)
            && claude.takes_temperature()
            && !self.quirks.no_temperature
        {
            // OpenAI's range goes up to 2, this one up to 1.
            body.put("temperature", Tree::Owned(temperature.clamp(0.0, 1.0).into()));
        }
        match purpose {
            Purpose::Compact(instructions) => {
                body.put("compaction", compaction_parameter(instructions));
            }
            Purpose::Chat => put_rest(&mut body, request),
            Purpose::Count => {}
        }
        Body { json: body, compaction }
    }

    fn tool_choice(
        &self,
        request: &ChatRequest,
        purpose: Purpose<'_>,
        undeclared: bool,
    ) -> &'static str {
        match request.tool_choice {
            _ if undeclared => "none",
            ToolChoice::None => "none",
            ToolChoice::Required if purpose == Purpose::Chat && !self.quirks.no_forced_tools => {
                "any"
            }
            ToolChoice::Required | ToolChoice::Auto => "auto",
        }
    }

    /// The format that the answer must have, if the model supports formats.
    fn answer_format<'a>(
        &self,
        request: &'a ChatRequest,
        claude: Claude,
        purpose: Purpose<'_>,
    ) -> Option<Object<'a>> {
        let schema = request.response_schema.as_ref()?;
        if purpose != Purpose::Chat || !claude.takes_schema() || self.quirks.no_schema {
            return None;
        }
        let mut format = Object::new();
        format.put("type", "json_schema");
        format.put("schema", schema::for_answer(&schema.schema));
        Some(format)
    }

    /// The field is required; if nobody says how long an answer may be, it is
    /// the model's maximum within reason.
    fn max_tokens(&self, request: &ChatRequest, purpose: Purpose<'_>) -> u64 {
        let model = self
            .max_output
            .or_else(|| find(&request.model).model.and_then(|model| model.max_output))
            .unwrap_or(Limits::DEFAULT_MAX_OUTPUT);
        let default = match purpose {
            Purpose::Compact(_) => SUMMARY_TOKENS,
            _ => MAX_TOKENS,
        };
        let refused = self.quirks.max_output.unwrap_or(u64::MAX);
        request.max_output_tokens.unwrap_or(default.min(model)).min(refused).max(1)
    }
}

fn put_tools<'a>(body: &mut Object<'a>, tools: Vec<Object<'a>>, choice: &'static str) {
    if tools.is_empty() {
        return;
    }
    body.put("tools", objects(tools));
    if choice != "auto" {
        let mut tool_choice = Object::new();
        tool_choice.put("type", choice);
        body.put("tool_choice", tool_choice);
    }
}

/// The remaining fields of a chat, including those that this crate does not
/// know.
fn put_rest<'a>(body: &mut Object<'a>, request: &'a ChatRequest) {
    if request.stream {
        body.put("stream", true);
    }
    for (name, value) in request.extra.iter() {
        if !body.has(name) {
            body.put(name.as_str(), value);
        }
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

fn tool(definition: &crate::ToolDefinition) -> Object<'_> {
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

/// The names of the tools that were called, each once, in order.
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

    use super::super::samples::*;
    use super::*;
    use crate::{JsonSchema, ToolDefinition};
    use vibeue_conversation::{Message, MessageId, MessageKind, Part, Protocol, Role};

    #[test]
    fn a_whole_request_is_written() {
        let mut asked = request(vec![
            message(Role::System, "Be brief."),
            message(Role::User, "Read a.txt"),
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
    fn what_the_user_allows_an_answer_is_sent_for_a_model_that_nobody_knows() {
        let mut asked = request(vec![message(Role::User, "Go on.")]);
        asked.model = "a-model-that-nobody-knows".to_owned();
        assert_eq!(body(&asked)["max_tokens"], 4_096);
        asked.max_output_tokens = Some(20_000);
        assert_eq!(body(&asked)["max_tokens"], 20_000);
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
            message(Role::User, "pinned"),
            summary("older"),
            summary("newer"),
            message(Role::User, "go on"),
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
        // A model that cannot read it gets the text.
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
    fn a_form_for_the_answer_is_asked_for_where_models_know_it() {
        let mut asked = request(vec![message(Role::User, "x")]);
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
            request(vec![message(Role::User, "x"), ours(vec![call("a", "{}")]), result("a", "A")]);
        let body = body(&asked);
        assert_eq!(
            json!([body["tools"], body["tool_choice"], body["max_tokens"]]),
            json!([[{"name": "read_file", "description": "No longer available.",
                "input_schema": {"properties": {}, "type": "object"}}], {"type": "none"}, 32_000])
        );
    }

    #[test]
    fn a_request_for_the_provider_s_summary_holds_nothing_that_it_refuses() {
        let mut asked = request(vec![message(Role::User, "x"), message(Role::Assistant, "y \n")]);
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
