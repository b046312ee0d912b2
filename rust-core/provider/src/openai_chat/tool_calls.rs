//! Tool calls that arrive in pieces.

use serde_json::{Map, Value};

use crate::answer_calls::{MOST_CALLS, made_up_id, too_many_calls};
use crate::http::Sink;
use crate::json_text::is_object;
use crate::{Delta, ProviderError};
use vibeue_conversation::{Part, ToolCall};

/// Assembles calls from fragments.
///
/// By the specification each fragment has an `index`, and only the first of a
/// call has its id and name. Servers also leave the index out, give every call
/// the index 0, repeat id and name in each fragment, send arguments as an
/// object, or send no id.
#[derive(Debug, Default)]
pub(super) struct ToolCalls {
    calls: Vec<Growing>,
}

#[derive(Debug, Default)]
struct Growing {
    index: Option<u64>,
    /// The id that the server sent, and the id used for the call from here on.
    sent_id: String,
    id: String,
    name: String,
    arguments: String,
    /// Uninterpreted fields of the call.
    extra: Map<String, Value>,
    /// Whether the call was delivered, and how much of its arguments.
    announced: bool,
    delivered: usize,
}

impl ToolCalls {
    /// Returns whether there are no calls.
    pub(super) fn is_empty(&self) -> bool {
        self.calls.is_empty()
    }

    /// Adds one fragment, or a whole call.
    pub(super) fn take(
        &mut self,
        fragment: Value,
        sink: &mut Sink<'_>,
    ) -> Result<(), ProviderError> {
        let Value::Object(mut fields) = fragment else { return Ok(()) };
        let index = fields.remove("index").as_ref().and_then(Value::as_u64);
        let id = text(fields.remove("id"));
        let kind = text(fields.remove("type"));
        let mut function = match fields.remove("function") {
            Some(Value::Object(function)) => function,
            _ => Map::new(),
        };
        let name = text(function.remove("name"));
        let arguments = match function.remove("arguments") {
            Some(Value::String(arguments)) => arguments,
            None | Some(Value::Null) => String::new(),
            Some(other) => other.to_string(),
        };
        let at = self.find(index, &id, &name)?;
        let taken = self.calls.iter().any(|call| call.id == id);
        let call = &mut self.calls[at];
        if call.sent_id.is_empty() && !id.is_empty() {
            call.id = if taken { format!("{id}_{at}") } else { id.clone() };
            call.sent_id = id;
        }
        if call.name.is_empty() {
            call.name = name;
        }
        call.arguments.push_str(&arguments);
        if !kind.is_empty() && kind != "function" {
            call.extra.insert("type".to_owned(), kind.into());
        }
        for (name, value) in fields.into_iter().filter(|(_, value)| !value.is_null()) {
            call.extra.insert(name, value);
        }
        if !function.is_empty() {
            let inner = call.extra.entry("function").or_insert_with(|| Map::new().into());
            if let Some(inner) = inner.as_object_mut() {
                inner.extend(function.into_iter().filter(|(_, value)| !value.is_null()));
            }
        }
        // If the server sends no id, the call is announced at the end, when it
        // is certain that none will come.
        if !call.name.is_empty() && !call.id.is_empty() {
            call.deliver(at, sink);
        }
        Ok(())
    }

    /// Finds the call that a fragment belongs to, or begins one.
    fn find(&mut self, index: Option<u64>, id: &str, name: &str) -> Result<usize, ProviderError> {
        let begins =
            |call: &Growing| !id.is_empty() && !call.sent_id.is_empty() && call.sent_id != id;
        let found = match index {
            // The newest with this index: some servers number all calls 0.
            Some(_) => self.calls.iter().rposition(|call| call.index == index),
            None => self.calls.len().checked_sub(1),
        };
        let found = found.filter(|at| {
            let call = &self.calls[*at];
            // A whole call without an id after another one.
            let again =
                index.is_none() && id.is_empty() && !name.is_empty() && !call.name.is_empty();
            !begins(call) && !again
        });
        if let Some(at) = found {
            return Ok(at);
        }
        if self.calls.len() == MOST_CALLS {
            return Err(too_many_calls());
        }
        self.calls.push(Growing { index, ..Growing::default() });
        Ok(self.calls.len() - 1)
    }

    /// Returns the calls in order. `answer` is the id of the answer, from which
    /// missing ids are derived; they stay the same in all later requests. If
    /// the answer was cut, an incomplete call cannot be executed and becomes a
    /// warning.
    pub(super) fn finish(
        self,
        answer: Option<&str>,
        is_cut: bool,
        sink: &mut Sink<'_>,
    ) -> (Vec<Part>, Vec<String>) {
        let mut parts = Vec::with_capacity(self.calls.len());
        let mut warnings = Vec::new();
        for (at, mut call) in self.calls.into_iter().enumerate() {
            if call.name.is_empty() && call.arguments.trim().is_empty() {
                continue;
            }
            if call.name.is_empty() {
                call.name = "unknown".to_owned();
            }
            if is_cut && !is_object(&call.arguments) {
                let name = &call.name;
                warnings.push(format!("a call of `{name}` was cut off and is left out"));
                continue;
            }
            if call.id.is_empty() {
                call.id = made_up_id(answer, at);
            }
            call.deliver(at, sink);
            parts.push(Part::ToolCall(Box::new(ToolCall {
                id: call.id.into(),
                name: call.name.into(),
                arguments: call.arguments,
                extra: call.extra.into(),
            })));
        }
        (parts, warnings)
    }
}

impl Growing {
    fn deliver(&mut self, index: usize, sink: &mut Sink<'_>) {
        if !self.announced {
            self.announced = true;
            sink.send(Delta::ToolCall { index, id: &self.id, name: &self.name });
        }
        sink.send(Delta::Arguments { index, fragment: &self.arguments[self.delivered..] });
        self.delivered = self.arguments.len();
    }
}

fn text(value: Option<Value>) -> String {
    match value {
        Some(Value::String(text)) => text,
        Some(Value::Number(number)) => number.to_string(),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// Feeds fragments; returns (id, name, arguments) of each call.
    fn taken(fragments: Vec<Value>) -> Vec<(String, String, String)> {
        let mut deltas = Vec::new();
        let mut note = |delta: Delta<'_>| match delta {
            Delta::ToolCall { index, id, name } => {
                deltas.push((index, id.to_owned(), name.to_owned(), String::new()));
            }
            Delta::Arguments { index, fragment } => {
                let call = deltas.iter_mut().find(|(at, ..)| *at == index).unwrap();
                call.3.push_str(fragment);
            }
            other => panic!("{other:?}"),
        };
        let mut sink = Sink::new(&mut note);
        let mut calls = ToolCalls::default();
        for fragment in fragments {
            calls.take(fragment, &mut sink).unwrap();
        }
        let (parts, _) = calls.finish(Some("chatcmpl-abc"), false, &mut sink);
        let calls: Vec<_> = parts
            .iter()
            .map(|part| match part {
                Part::ToolCall(call) => {
                    (call.id.to_string(), call.name.to_string(), call.arguments.clone())
                }
                other => panic!("{other:?}"),
            })
            .collect();
        // What was delivered piece by piece equals the final result.
        deltas.sort();
        let delivered: Vec<_> =
            deltas.into_iter().map(|(_, id, name, arguments)| (id, name, arguments)).collect();
        assert_eq!(delivered, calls);
        calls
    }

    fn call(id: &str, name: &str, arguments: &str) -> (String, String, String) {
        (id.to_owned(), name.to_owned(), arguments.to_owned())
    }

    #[test]
    fn fragments_by_the_book_are_joined_by_index() {
        let fragments = vec![
            json!({"index": 0, "id": "a", "type": "function", "function": {"name": "look", "arguments": ""}}),
            json!({"index": 1, "id": "b", "type": "function", "function": {"name": "move", "arguments": ""}}),
            json!({"index": 0, "function": {"arguments": "{\"x\""}}),
            json!({"index": 1, "function": {"arguments": "{}"}}),
            json!({"index": 0, "function": {"arguments": ":1}"}}),
        ];
        assert_eq!(taken(fragments), [call("a", "look", "{\"x\":1}"), call("b", "move", "{}")]);
    }

    #[test]
    fn calls_that_share_an_index_or_have_none_are_told_apart() {
        let whole = |index: Value, id: Value, name: &str| json!({"index": index, "id": id, "function": {"name": name, "arguments": "{}"}});
        assert_eq!(
            taken(vec![whole(json!(0), json!("a"), "look"), whole(json!(0), json!("b"), "look")]),
            [call("a", "look", "{}"), call("b", "look", "{}")]
        );
        assert_eq!(
            taken(vec![
                whole(json!(null), json!("a"), "look"),
                whole(json!(null), json!("b"), "x")
            ]),
            [call("a", "look", "{}"), call("b", "x", "{}")]
        );
        assert_eq!(
            taken(vec![
                whole(json!(null), json!(null), "look"),
                whole(json!(null), json!(""), "x")
            ]),
            [call("call_chatcmplabc_0", "look", "{}"), call("call_chatcmplabc_1", "x", "{}")]
        );
    }

    #[test]
    fn repeated_ids_and_names_and_objects_as_arguments_do_no_harm() {
        let piece = |arguments: Value| json!({"index": 0, "id": "a", "function": {"name": "look", "arguments": arguments}});
        assert_eq!(
            taken(vec![piece(json!("{\"x\"")), piece(json!(":1}")), piece(json!(null))]),
            [call("a", "look", "{\"x\":1}")]
        );
        assert_eq!(taken(vec![piece(json!({"x": 1}))]), [call("a", "look", "{\"x\":1}")]);
        let twice = json!({"index": 1, "id": "a", "function": {"name": "look", "arguments": "{}"}});
        assert_eq!(
            taken(vec![piece(json!("{}")), twice]),
            [call("a", "look", "{}"), call("a_1", "look", "{}")]
        );
    }

    #[test]
    fn unknown_fields_stay_with_their_call() {
        let mut unheard = |_: Delta<'_>| {};
        let mut sink = Sink::new(&mut unheard);
        let mut calls = ToolCalls::default();
        let signature = json!({"google": {"thought_signature": "c2ln"}});
        for fragment in [
            json!({"index": 0, "id": "a", "function": {"name": "look", "arguments": "{"}}),
            json!({"index": 0, "function": {"arguments": "}", "strict": true}, "extra_content": signature}),
            json!("nonsense"),
        ] {
            calls.take(fragment, &mut sink).unwrap();
        }
        let (parts, _) = calls.finish(None, false, &mut sink);
        let [Part::ToolCall(call)] = parts.as_slice() else { panic!("{parts:?}") };
        assert_eq!(call.arguments, "{}");
        assert_eq!(
            serde_json::to_value(&call.extra).unwrap(),
            json!({"extra_content": signature, "function": {"strict": true}})
        );
    }

    #[test]
    fn calls_without_end_are_refused() {
        let mut unheard = |_: Delta<'_>| {};
        let mut sink = Sink::new(&mut unheard);
        let mut calls = ToolCalls::default();
        let results: Vec<bool> = (0..=MOST_CALLS)
            .map(|index| calls.take(json!({"index": index, "id": index}), &mut sink).is_ok())
            .collect();
        assert_eq!(results.iter().filter(|ok| **ok).count(), MOST_CALLS);
    }
}
