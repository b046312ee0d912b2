//! What a request asks, the same for all protocols.

use serde_json::Value;

use super::Wire;
use crate::operation::Operation;

/// A request as the model would see it.
#[derive(Debug, Clone, PartialEq)]
pub struct Asked {
    /// The protocol.
    pub wire: Wire,
    /// What is wanted.
    pub operation: Operation,
    /// The model's id.
    pub model: String,
    /// The answer is to be streamed.
    pub stream: bool,
    /// What was said, oldest first.
    pub items: Vec<Item>,
    /// The names of the tools on offer.
    pub tools: Vec<String>,
    /// The form that the answer must have.
    pub schema: Option<Value>,
    /// The maximum number of tokens of the answer.
    pub max_output: Option<u64>,
    /// The stream shall end with the usage.
    pub include_usage: bool,
}

/// One thing that was said.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Item {
    /// By the host.
    System(String),
    /// By the user.
    User(String),
    /// By the model.
    Assistant(String),
    /// The model's reasoning.
    Reasoning(String),
    /// A call of the model.
    Call {
        /// Its id; empty if the protocol has none.
        id: String,
        /// The tool.
        name: String,
        /// The arguments, JSON text.
        arguments: String,
    },
    /// A tool's answer.
    Result {
        /// The id of the call; the tool's name if the protocol has no ids.
        id: String,
        /// What it says.
        text: String,
    },
    /// A block of another type, by its type.
    Other(String),
}

impl Asked {
    /// Reads a body; invalid parts are left out.
    pub(crate) fn read(wire: Wire, operation: Operation, body: &Value) -> Self {
        let mut items = Vec::new();
        match wire {
            Wire::OpenaiChat => chat(body, &mut items),
            Wire::Responses => responses(body, &mut items),
            Wire::Anthropic => anthropic(body, &mut items),
            Wire::Gemini => gemini(body, &mut items),
            Wire::Ollama => ollama(body, &mut items),
        }
        let max_output = [
            "/max_completion_tokens",
            "/max_tokens",
            "/max_output_tokens",
            "/generationConfig/maxOutputTokens",
            "/options/num_predict",
        ]
        .iter()
        .find_map(|at| body.pointer(at)?.as_u64());
        let schema = [
            "/response_format/json_schema/schema",
            "/text/format/schema",
            "/output_config/format/schema",
            "/output_format/schema",
            "/generationConfig/responseJsonSchema",
            "/generationConfig/responseSchema",
            "/format",
        ]
        .iter()
        .find_map(|at| body.pointer(at).filter(|value| value.is_object()).cloned());
        Self {
            wire,
            operation,
            model: body.get("model").and_then(Value::as_str).unwrap_or_default().to_owned(),
            // Only Ollama streams by default.
            stream: body.get("stream").and_then(Value::as_bool).unwrap_or(wire == Wire::Ollama),
            items,
            tools: tools(body),
            schema,
            max_output,
            include_usage: wire != Wire::OpenaiChat
                || body.pointer("/stream_options/include_usage").and_then(Value::as_bool)
                    == Some(true),
        }
    }

    /// The newest words of the user.
    pub fn last_user_text(&self) -> &str {
        self.items
            .iter()
            .rev()
            .find_map(|item| match item {
                Item::User(text) => Some(text.as_str()),
                _ => None,
            })
            .unwrap_or_default()
    }

    /// The results at the end of the request, oldest first.
    pub fn last_results(&self) -> Vec<(&str, &str)> {
        let mut results: Vec<_> = self
            .items
            .iter()
            .rev()
            .map_while(|item| match item {
                Item::Result { id, text } => Some((id.as_str(), text.as_str())),
                _ => None,
            })
            .collect();
        results.reverse();
        results
    }
}

/// All text of a content: a string, or the texts of its blocks.
fn text_of(content: Option<&Value>) -> String {
    match content {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Array(blocks)) => {
            let texts: Vec<_> = blocks
                .iter()
                .filter_map(|block| {
                    block.get("text").or_else(|| block.get("refusal")).and_then(Value::as_str)
                })
                .collect();
            texts.concat()
        }
        Some(Value::Null) | None => String::new(),
        Some(other) => other.to_string(),
    }
}

fn string(value: &Value, field: &str) -> String {
    value.get(field).and_then(Value::as_str).unwrap_or_default().to_owned()
}

fn list<'a>(value: &'a Value, field: &str) -> &'a [Value] {
    value.get(field).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn item_of(role: &str, text: String) -> Item {
    match role {
        "system" | "developer" => Item::System(text),
        "assistant" | "model" => Item::Assistant(text),
        _ => Item::User(text),
    }
}

fn chat(body: &Value, items: &mut Vec<Item>) {
    for message in list(body, "messages") {
        if string(message, "role") == "tool" {
            let text = text_of(message.get("content"));
            items.push(Item::Result { id: string(message, "tool_call_id"), text });
        } else {
            said(message, |function| string(function, "arguments"), items);
        }
    }
}

/// What somebody said, and the model's calls, each with its arguments.
fn said(message: &Value, arguments: impl Fn(&Value) -> String, items: &mut Vec<Item>) {
    let text = text_of(message.get("content"));
    let calls = list(message, "tool_calls");
    if !text.is_empty() || calls.is_empty() {
        items.push(item_of(&string(message, "role"), text));
    }
    for call in calls {
        let function = call.get("function").unwrap_or(&Value::Null);
        let (id, name) = (string(call, "id"), string(function, "name"));
        items.push(Item::Call { id, name, arguments: arguments(function) });
    }
}

fn responses(body: &Value, items: &mut Vec<Item>) {
    if let Some(instructions) = body.get("instructions").and_then(Value::as_str) {
        items.push(Item::System(instructions.to_owned()));
    }
    if let Some(text) = body.get("input").and_then(Value::as_str) {
        items.push(Item::User(text.to_owned()));
    }
    for item in list(body, "input") {
        items.push(match item.get("type").and_then(Value::as_str).unwrap_or("message") {
            "message" => item_of(&string(item, "role"), text_of(item.get("content"))),
            "function_call" => Item::Call {
                id: string(item, "call_id"),
                name: string(item, "name"),
                arguments: string(item, "arguments"),
            },
            "function_call_output" => {
                Item::Result { id: string(item, "call_id"), text: text_of(item.get("output")) }
            }
            "reasoning" => Item::Reasoning(text_of(item.get("summary"))),
            other => Item::Other(other.to_owned()),
        });
    }
}

fn anthropic(body: &Value, items: &mut Vec<Item>) {
    let system = text_of(body.get("system"));
    if !system.is_empty() {
        items.push(Item::System(system));
    }
    for message in list(body, "messages") {
        let role = string(message, "role");
        if let Some(text) = message.get("content").and_then(Value::as_str) {
            items.push(item_of(&role, text.to_owned()));
        }
        for block in list(message, "content") {
            items.push(match block.get("type").and_then(Value::as_str).unwrap_or_default() {
                "text" => item_of(&role, string(block, "text")),
                "tool_use" => Item::Call {
                    id: string(block, "id"),
                    name: string(block, "name"),
                    arguments: block.get("input").map(Value::to_string).unwrap_or_default(),
                },
                "tool_result" => Item::Result {
                    id: string(block, "tool_use_id"),
                    text: text_of(block.get("content")),
                },
                "thinking" => Item::Reasoning(string(block, "thinking")),
                other => Item::Other(other.to_owned()),
            });
        }
    }
}

fn gemini(body: &Value, items: &mut Vec<Item>) {
    if let Some(system) = body.get("systemInstruction").or_else(|| body.get("system_instruction")) {
        items.push(Item::System(text_of(system.get("parts"))));
    }
    for content in list(body, "contents") {
        let role = string(content, "role");
        for part in list(content, "parts") {
            if let Some(call) = part.get("functionCall") {
                items.push(Item::Call {
                    id: string(call, "id"),
                    name: string(call, "name"),
                    arguments: call.get("args").map(Value::to_string).unwrap_or_default(),
                });
            } else if let Some(response) = part.get("functionResponse") {
                let id = [string(response, "id"), string(response, "name")]
                    .into_iter()
                    .find(|id| !id.is_empty())
                    .unwrap_or_default();
                let text = response.get("response").map(Value::to_string).unwrap_or_default();
                items.push(Item::Result { id, text });
            } else if let Some(text) = part.get("text").and_then(Value::as_str) {
                if part.get("thought").and_then(Value::as_bool) == Some(true) {
                    items.push(Item::Reasoning(text.to_owned()));
                } else {
                    items.push(item_of(&role, text.to_owned()));
                }
            } else {
                let name = part.as_object().and_then(|part| part.keys().next());
                items.push(Item::Other(name.cloned().unwrap_or_default()));
            }
        }
    }
}

fn ollama(body: &Value, items: &mut Vec<Item>) {
    let arguments =
        |function: &Value| function.get("arguments").map(Value::to_string).unwrap_or_default();
    for message in list(body, "messages") {
        if string(message, "role") == "tool" {
            let id = ["tool_call_id", "tool_name"]
                .iter()
                .map(|field| string(message, field))
                .find(|id| !id.is_empty())
                .unwrap_or_default();
            items.push(Item::Result { id, text: text_of(message.get("content")) });
            continue;
        }
        let thinking = string(message, "thinking");
        if !thinking.is_empty() {
            items.push(Item::Reasoning(thinking));
        }
        said(message, arguments, items);
    }
}

fn tools(body: &Value) -> Vec<String> {
    let mut names = Vec::new();
    for tool in list(body, "tools") {
        let declared = list(tool, "functionDeclarations");
        if declared.is_empty() {
            let function = tool.get("function").unwrap_or(tool);
            names.push(string(function, "name"));
        } else {
            names.extend(declared.iter().map(|function| string(function, "name")));
        }
    }
    names
}
