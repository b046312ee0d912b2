//! One block of an answer, assembled piece by piece.

use serde_json::{Map, Value};

use crate::answer_calls::AnswerCalls;
use crate::http::Sink;
use crate::json_text::is_object;
use crate::{Delta, ProviderError};
use vibeue_conversation::{Part, ToolCall};

/// One block of an answer, assembled piece by piece.
#[derive(Debug)]
pub(super) struct AnswerBlock {
    /// The block as it began, plus the pieces received since for known fields.
    fields: Map<String, Value>,
    /// The text of the field that grows most: `text`, `thinking` or `input`.
    text: String,
    /// Its position among the calls.
    call: Option<usize>,
    closed: bool,
}

impl AnswerBlock {
    /// Begins a block and delivers its contents.
    pub(super) fn begun(
        mut fields: Map<String, Value>,
        calls: &mut AnswerCalls,
        answer: Option<&str>,
        sink: &mut Sink<'_>,
    ) -> Result<Self, ProviderError> {
        let kind = fields.get("type").and_then(Value::as_str).unwrap_or_default().to_owned();
        let grows = match kind.as_str() {
            "text" => "text",
            "thinking" => "thinking",
            _ => "",
        };
        let text = match fields.get(grows) {
            Some(Value::String(text)) => text.clone(),
            _ => String::new(),
        };
        let mut call = None;
        if kind == "tool_use" {
            let text = |name: &str| fields.get(name).and_then(Value::as_str).unwrap_or_default();
            let (place, id) = calls.begin(text("id"), answer)?;
            sink.send(Delta::ToolCall { index: place, id: &id, name: text("name") });
            let input = fields.get("input").filter(|input| !is_empty(input));
            if let Some(input) = input.map(Value::to_string) {
                sink.send(Delta::Arguments { index: place, fragment: &input });
            }
            fields.insert("id".to_owned(), id.into());
            call = Some(place);
        } else if kind == "text" && !text.is_empty() {
            sink.send(Delta::Text(&text));
        } else if kind == "thinking" && !text.is_empty() {
            sink.send(Delta::Reasoning(&text));
        }
        if !grows.is_empty() {
            fields.shift_remove(grows);
        }
        Ok(Self { fields, text, call, closed: false })
    }

    /// Notes that the server declared the block complete.
    pub(super) fn close(&mut self) {
        self.closed = true;
    }

    /// Adds a piece and delivers it.
    pub(super) fn take(&mut self, delta: &Value, sink: &mut Sink<'_>) {
        let text = |name: &str| delta.get(name).and_then(Value::as_str).unwrap_or_default();
        match text("type") {
            "text_delta" => {
                self.text.push_str(text("text"));
                sink.send(Delta::Text(text("text")));
            }
            "thinking_delta" => {
                self.text.push_str(text("thinking"));
                sink.send(Delta::Reasoning(text("thinking")));
            }
            "input_json_delta" => {
                let fragment = text("partial_json");
                self.text.push_str(fragment);
                if let Some(index) = self.call {
                    sink.send(Delta::Arguments { index, fragment });
                }
            }
            "signature_delta" => self.add_signature(text("signature")),
            "citations_delta" => {
                if let Some(citation) = delta.get("citation") {
                    self.add_citation(citation.clone());
                }
            }
            // A summary comes in one piece.
            "compaction_delta" => {
                let fields = delta.as_object().into_iter().flatten();
                let fields = fields.filter(|(name, _)| *name != "type");
                self.fields.extend(fields.map(|(name, value)| (name.clone(), value.clone())));
            }
            _ => {}
        }
    }

    fn add_signature(&mut self, signature: &str) {
        match self.fields.get_mut("signature") {
            Some(Value::String(known)) => known.push_str(signature),
            _ => {
                self.fields.insert("signature".to_owned(), signature.into());
            }
        }
    }

    fn add_citation(&mut self, citation: Value) {
        match self.fields.get_mut("citations") {
            Some(Value::Array(list)) => list.push(citation),
            _ => {
                self.fields.insert("citations".to_owned(), vec![citation].into());
            }
        }
    }

    /// Returns the part; `None` if it is empty, and a warning for a call that
    /// was cut off before it was complete and so cannot be executed.
    pub(super) fn into_part(mut self, is_cut: bool) -> Result<Option<Part>, String> {
        match self.fields.get("type").and_then(Value::as_str).unwrap_or_default() {
            "text" => {
                if self.text.is_empty() {
                    return Ok(None);
                }
                self.fields.shift_remove("type");
                self.fields.retain(|_, value| !is_nothing(value));
                Ok(Some(Part::Text { text: self.text, extra: self.fields.into() }))
            }
            "tool_use" => self.into_call(is_cut).map(|call| Some(Part::ToolCall(Box::new(call)))),
            "thinking" => Ok(Some(self.into_thinking())),
            "" => Ok(None),
            _ => {
                // A tool of the server: its input came in pieces.
                if let Ok(input) = serde_json::from_str::<Value>(&self.text) {
                    self.fields.insert("input".to_owned(), input);
                }
                Ok(Some(Part::Opaque { block: Box::new(self.fields.into()) }))
            }
        }
    }

    fn into_call(mut self, is_cut: bool) -> Result<ToolCall, String> {
        let text = |fields: &mut Map<String, Value>, name: &str| match fields.shift_remove(name) {
            Some(Value::String(text)) => text,
            _ => String::new(),
        };
        let id = text(&mut self.fields, "id");
        let name = text(&mut self.fields, "name");
        let input = self.fields.shift_remove("input").filter(|input| !is_empty(input));
        let arguments = match (self.text.trim().is_empty(), input) {
            (false, _) => self.text,
            (true, Some(input)) => input.to_string(),
            (true, None) if is_cut && !self.closed => String::new(),
            (true, None) => "{}".to_owned(),
        };
        if (is_cut || !self.closed) && !is_object(&arguments) {
            return Err(format!("a call of `{name}` was cut off and is left out"));
        }
        self.fields.shift_remove("type");
        self.fields.retain(|_, value| !value.is_null());
        Ok(ToolCall { id: id.into(), name: name.into(), arguments, extra: self.fields.into() })
    }

    /// Both fields are required when the block is sent back.
    fn into_thinking(mut self) -> Part {
        let signature = self.fields.shift_remove("signature").unwrap_or_default();
        self.fields.shift_remove("type");
        let mut block = Map::new();
        block.insert("type".to_owned(), "thinking".into());
        block.insert("thinking".to_owned(), self.text.into());
        let signature = if signature.is_null() { "".into() } else { signature };
        block.insert("signature".to_owned(), signature);
        block.extend(self.fields);
        Part::Opaque { block: Box::new(block.into()) }
    }
}

fn is_empty(value: &Value) -> bool {
    value.is_null() || value.as_object().is_some_and(Map::is_empty)
}

fn is_nothing(value: &Value) -> bool {
    value.is_null() || value.as_array().is_some_and(Vec::is_empty)
}
