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
