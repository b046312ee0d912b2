//! One item of an answer, assembled piece by piece.

use serde_json::{Map, Value, json};

use super::items::ITEM;
use crate::json_text::is_object;
use vibeue_conversation::{Extra, Part, ToolCall};

/// One item of an answer: its latest form, and what arrived in pieces.
#[derive(Debug, Default)]
pub(super) struct AnswerItem {
    /// The latest form of the item.
    pub(super) value: Value,
    pub(super) done: bool,
    /// The text that arrived in pieces.
    pub(super) text: String,
    pub(super) refusal: String,
    pub(super) arguments: String,
    /// Its position among the calls, once it was announced.
    pub(super) call: Option<usize>,
    /// The id that it was announced with.
    pub(super) id: String,
    /// The id that the server had sent by then.
    pub(super) sent_id: String,
    /// Whether text of its reasoning was delivered.
    pub(super) reasoned: bool,
}

impl AnswerItem {
    /// Adds the item's parts to the message. A call that was cut off before it
    /// was complete cannot be executed; a warning says so.
    pub(super) fn into_parts(
        mut self,
        is_cut: bool,
        parts: &mut Vec<Part>,
        warnings: &mut Vec<String>,
    ) {
        if !self.done {
            self.complete();
        }
        match kind_of(&self.value) {
            "message" => {
                let fields = unknown_fields(
                    &self.value,
                    &["id", "type", "role", "status", "content"],
                    is_nothing,
                );
                let item = (!fields.is_empty()).then(|| Value::Object(fields));
                for part in content_of(&self.value) {
                    parts.extend(message_part(part, item.as_ref()));
                }
            }
            "function_call" => match self.into_call(is_cut) {
                Ok(call) => parts.push(Part::ToolCall(Box::new(call))),
                Err(warning) => warnings.push(warning),
            },
            "" => {}
            _ => parts.push(Part::Opaque { block: Box::new(self.value) }),
        }
    }

    fn into_call(self, is_cut: bool) -> Result<ToolCall, String> {
        let arguments = arguments_of(&self.value);
        let name = self.value.get("name").and_then(Value::as_str).unwrap_or_default();
        let status = self.value.get("status").and_then(Value::as_str);
        let torn = is_cut || !self.done || status == Some("incomplete");
        if torn && !is_object(&arguments) {
            return Err(format!("a call of `{name}` was cut off and is left out"));
        }
        // The server's own id, if it came after the announcement.
        let own_id = call_id(&self.value);
        let id = if own_id.is_empty() || own_id == self.sent_id { &self.id } else { own_id };
        let known = ["id", "type", "status", "call_id", "name", "arguments"];
        Ok(ToolCall {
            id: id.into(),
            name: name.into(),
            arguments: if arguments.is_empty() { "{}".to_owned() } else { arguments },
            extra: unknown_fields(&self.value, &known, Value::is_null).into(),
        })
    }

    /// Assembles an item whose final form never arrived.
    fn complete(&mut self) {
        let mut content = Vec::new();
        if !self.text.is_empty() {
            content.push(json!({"type": "output_text", "text": self.text}));
        }
        if !self.refusal.is_empty() {
            content.push(json!({"type": "refusal", "refusal": self.refusal}));
        }
        if kind_of(&self.value).is_empty() {
            let kind = if self.call.is_some() { "function_call" } else { "message" };
            self.value = json!({"type": kind});
        }
        match kind_of(&self.value) {
            "message" if !content.is_empty() => self.value["content"] = content.into(),
            "function_call" if !self.arguments.is_empty() => {
                self.value["arguments"] = std::mem::take(&mut self.arguments).into();
            }
            _ => {}
        }
    }
}

fn message_part(part: &Value, item: Option<&Value>) -> Option<Part> {
    match kind_of(part) {
        "output_text" | "text" | "input_text" => {
            let text = part.get("text").and_then(Value::as_str).filter(|text| !text.is_empty())?;
            let known = ["type", "text", "logprobs"];
            let mut extra = Extra::from(unknown_fields(part, &known, is_nothing));
            if let Some(item) = item {
                extra.insert(ITEM, item.clone());
            }
            Some(Part::Text { text: text.to_owned(), extra })
        }
        "" => None,
        _ => Some(Part::Opaque { block: Box::new(part.clone()) }),
    }
}

/// The uninterpreted fields of an object, without empty ones.
fn unknown_fields(
    object: &Value,
    known: &[&str],
    is_nothing: impl Fn(&Value) -> bool,
) -> Map<String, Value> {
    let fields = object.as_object().into_iter().flatten();
    let fields =
        fields.filter(|(name, value)| !known.contains(&name.as_str()) && !is_nothing(value));
    fields.map(|(name, value)| (name.clone(), value.clone())).collect()
}

/// The contents of a message.
pub(super) fn content_of(item: &Value) -> impl Iterator<Item = &Value> {
    item.get("content").and_then(Value::as_array).into_iter().flatten()
}

/// The type of an item or of a part of it.
pub(super) fn kind_of(value: &Value) -> &str {
    value.get("type").and_then(Value::as_str).unwrap_or_default()
}

/// Returns whether a call has its tool's name.
pub(super) fn is_named(item: &Value) -> bool {
    item.get("name").and_then(Value::as_str).is_some_and(|name| !name.is_empty())
}

/// The id that a result must name; servers that implement the protocol only in
/// part have only the item's own.
pub(super) fn call_id(item: &Value) -> &str {
    ["call_id", "id", "item_id"]
        .iter()
        .find_map(|name| item.get(*name).and_then(Value::as_str).filter(|id| !id.is_empty()))
        .unwrap_or_default()
}

/// The arguments of a call as text.
pub(super) fn arguments_of(item: &Value) -> String {
    match item.get("arguments") {
        Some(Value::String(text)) => text.clone(),
        None | Some(Value::Null) => String::new(),
        Some(other) => other.to_string(),
    }
}

fn is_nothing(value: &Value) -> bool {
    value.is_null() || value.as_array().is_some_and(Vec::is_empty)
}
