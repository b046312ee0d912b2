//! From events to an answer.

use std::collections::{BTreeMap, HashMap};

use serde_json::{Map, Value, json};

use super::items::ITEM;
use crate::conversation::{Extra, Part, ToolCall};
use crate::provider::answer_calls::{AnswerCalls, check_parts};
use crate::provider::http::{AnswerReader, Progress, Sink};
use crate::provider::json_text::is_object;
use crate::provider::server_fault::{not_an_answer, server_fault};
use crate::provider::{Delta, ProviderError, Reply, StopReason};
use crate::tokens::ServerUsage;

/// Makes the answer of the events of a stream, or of a whole body.
///
/// An item's last form counts; what came in pieces stands in where a server
/// leaves it out. Unknown events and fields do no harm; unknown items are
/// kept as they came.
#[derive(Debug, Default)]
pub(super) struct ReplyBuilder {
    id: Option<String>,
    model: Option<String>,
    /// The items by their place in the answer.
    items: BTreeMap<u64, Item>,
    /// The places of items by their ids, for events that name only those.
    places: HashMap<String, u64>,
    calls: AnswerCalls,
    usage: Option<ServerUsage>,
    /// Why it ended; `None` while it has not.
    stop: Option<StopReason>,
}

#[derive(Debug, Default)]
struct Item {
    /// The item in the form in which it came last.
    value: Value,
    done: bool,
    /// What came in pieces.
    text: String,
    refusal: String,
    arguments: String,
    /// Its place among the calls, once it is announced, the id that it was
    /// announced by, and what the server had said of it.
    call: Option<usize>,
    id: String,
    sent_id: String,
    /// Words of its reasoning were delivered.
    reasoned: bool,
}

impl AnswerReader for ReplyBuilder {
    fn event(
        &mut self,
        name: Option<&str>,
        event: Value,
        sink: &mut Sink<'_>,
    ) -> Result<Progress, ProviderError> {
        let kind = event.get("type").and_then(Value::as_str).or(name).unwrap_or_default();
        let text = |name: &str| event.get(name).and_then(Value::as_str).unwrap_or_default();
        match kind {
            "error" | "response.failed" => return Err(server_fault(&event)),
            "response.created" | "response.in_progress" | "response.queued" => {
                self.take_names(event.get("response").unwrap_or(&Value::Null));
            }
            "response.output_item.added" => {
                let item = event.get("item").cloned().unwrap_or_default();
                self.added(self.place(&event), item, sink)?;
            }
            "response.output_item.done" => {
                let place = self.place(&event);
                self.done(place, event.get("item").cloned().unwrap_or_default(), sink)?;
            }
            "response.output_text.delta" => {
                self.item(&event).text.push_str(text("delta"));
                sink.send(Delta::Text(text("delta")));
            }
            "response.refusal.delta" => {
                self.item(&event).refusal.push_str(text("delta"));
                sink.send(Delta::Text(text("delta")));
            }
            "response.function_call_arguments.delta" => {
                let place = self.place(&event);
                self.announce(place, &event, sink)?;
                self.arguments(place, text("delta"), sink);
            }
            "response.function_call_arguments.done" => {
                let place = self.place(&event);
                self.announce(place, &event, sink)?;
                self.rest_of_arguments(place, text("arguments"), sink);
            }
            "response.reasoning_summary_text.delta" | "response.reasoning_text.delta" => {
                self.item(&event).reasoned = true;
                sink.send(Delta::Reasoning(text("delta")));
            }
            "response.reasoning_summary_part.added"
                if event.get("summary_index").and_then(Value::as_u64) > Some(0) =>
            {
                sink.send(Delta::Reasoning("\n\n"));
            }
            "response.completed"
            | "response.incomplete"
            | "response.cancelled"
            | "response.done" => {
                let response = event.get("response").cloned().unwrap_or_default();
                self.ended(&response, kind, sink)?;
                return Ok(Progress::Done);
            }
            "" if event.get("error").is_some_and(|error| !error.is_null()) => {
                return Err(server_fault(&event));
            }
            _ => {}
        }
        check_parts(self.items.len())?;
        Ok(Progress::More)
    }

    fn whole(&mut self, body: Value, sink: &mut Sink<'_>) -> Result<(), ProviderError> {
        if !body.get("output").is_some_and(Value::is_array) {
            return Err(not_an_answer(&body, "it has no `output`"));
        }
        self.ended(&body, "", sink)
    }

    fn is_complete(&self) -> bool {
        self.stop.is_some()
    }

    fn finish(&mut self, _: &mut Sink<'_>) -> Result<Reply, ProviderError> {
        Ok(std::mem::take(self).reply())
    }
}

impl ReplyBuilder {
    /// Finds the place of the item that an event is about.
    fn place(&self, event: &Value) -> u64 {
        if let Some(place) = event.get("output_index").and_then(Value::as_u64) {
            return place;
        }
        let id = event.get("item_id").or_else(|| event.pointer("/item/id")).and_then(Value::as_str);
        let known = id.and_then(|id| self.places.get(id).copied());
        let is_new = event.get("item").is_some() && known.is_none();
        let last = self.items.keys().next_back().copied();
        match (known, last) {
            (Some(known), _) => known,
            (None, Some(last)) if is_new => last.saturating_add(1),
            (None, last) => last.unwrap_or(0),
        }
    }

    fn item(&mut self, event: &Value) -> &mut Item {
        let place = self.place(event);
        self.items.entry(place).or_default()
    }

    fn take_names(&mut self, response: &Value) {
        let text = |name: &str| response.get(name).and_then(Value::as_str).map(str::to_owned);
        self.id = text("id").or(self.id.take());
        self.model = text("model").or(self.model.take());
    }

    fn added(
        &mut self,
        place: u64,
        value: Value,
        sink: &mut Sink<'_>,
    ) -> Result<(), ProviderError> {
        if let Some(id) = value.get("id").and_then(Value::as_str) {
            self.places.insert(id.to_owned(), place);
        }
        let item = self.items.entry(place).or_default();
        item.value = value;
        if kind_of(&item.value) == "function_call" && is_named(&item.value) {
            let value = item.value.clone();
            self.announce(place, &value, sink)?;
            self.rest_of_arguments(place, &arguments_of(&value), sink);
        }
        Ok(())
    }

    /// Takes an item in its last form and delivers what no piece brought.
    fn done(&mut self, place: u64, value: Value, sink: &mut Sink<'_>) -> Result<(), ProviderError> {
        if let Some(id) = value.get("id").and_then(Value::as_str) {
            self.places.insert(id.to_owned(), place);
        }
        let item = self.items.entry(place).or_default();
        item.value = value;
        item.done = true;
        match kind_of(&item.value) {
            "message" if item.text.is_empty() && item.refusal.is_empty() => {
                for part in content_of(&item.value) {
                    let text = part.get("text").or_else(|| part.get("refusal"));
                    sink.send(Delta::Text(text.and_then(Value::as_str).unwrap_or_default()));
                }
            }
            "reasoning" if !item.reasoned => {
                let parts = item.value.get("summary").and_then(Value::as_array);
                for (index, part) in parts.into_iter().flatten().enumerate() {
                    if index > 0 {
                        sink.send(Delta::Reasoning("\n\n"));
                    }
                    let text = part.get("text").and_then(Value::as_str);
                    sink.send(Delta::Reasoning(text.unwrap_or_default()));
                }
            }
            "function_call" => {
                let value = item.value.clone();
                self.announce(place, &value, sink)?;
                self.rest_of_arguments(place, &arguments_of(&value), sink);
            }
            _ => {}
        }
        Ok(())
    }

    /// Tells of a call the first time that something of it comes.
    fn announce(
        &mut self,
        place: u64,
        source: &Value,
        sink: &mut Sink<'_>,
    ) -> Result<(), ProviderError> {
        let item = self.items.entry(place).or_default();
        if item.call.is_some() {
            return Ok(());
        }
        let value = if is_named(&item.value) { &item.value } else { source };
        let (index, id) = self.calls.begin(call_id(value), self.id.as_deref())?;
        sink.send(Delta::ToolCall {
            index,
            id: &id,
            name: value.get("name").and_then(Value::as_str).unwrap_or_default(),
        });
        item.sent_id = call_id(value).to_owned();
        item.id = id;
        item.call = Some(index);
        Ok(())
    }

    fn arguments(&mut self, place: u64, fragment: &str, sink: &mut Sink<'_>) {
        let Some(item) = self.items.get_mut(&place) else { return };
        item.arguments.push_str(fragment);
        if let Some(index) = item.call {
            sink.send(Delta::Arguments { index, fragment });
        }
    }

    /// Delivers what the pieces left out of a call's whole arguments.
    fn rest_of_arguments(&mut self, place: u64, whole: &str, sink: &mut Sink<'_>) {
        let Some(item) = self.items.get(&place) else { return };
        if let Some(rest) = whole.strip_prefix(item.arguments.as_str()) {
            let rest = rest.to_owned();
            self.arguments(place, &rest, sink);
        }
    }

    /// Takes the whole response at the end.
    fn ended(
        &mut self,
        response: &Value,
        event: &str,
        sink: &mut Sink<'_>,
    ) -> Result<(), ProviderError> {
        let status = response.get("status").and_then(Value::as_str);
        let failed = response.get("error").is_some_and(|error| !error.is_null());
        if status == Some("failed") || (failed && status != Some("completed")) {
            return Err(server_fault(response));
        }
        self.take_names(response);
        let output = response.get("output").and_then(Value::as_array);
        check_parts(output.map_or(0, Vec::len))?;
        for (place, item) in (0..).zip(output.into_iter().flatten()) {
            if !self.items.get(&place).is_some_and(|known| known.done) {
                self.done(place, item.clone(), sink)?;
            }
        }
        self.usage = ServerUsage::from_json(response);
        if let Some(usage) = self.usage {
            sink.send(Delta::Usage(usage));
        }
        let reason = response.pointer("/incomplete_details/reason").and_then(Value::as_str);
        self.stop = Some(match (status.unwrap_or(event), reason) {
            (_, Some("max_output_tokens" | "max_tokens")) => StopReason::Length,
            (_, Some("content_filter")) => StopReason::Refusal,
            (_, Some(other)) => StopReason::Other(other.to_owned()),
            ("completed" | "response.completed" | "response.done" | "", None) => StopReason::End,
            ("incomplete" | "response.incomplete", None) => StopReason::Length,
            (other, None) => StopReason::Other(other.to_owned()),
        });
        Ok(())
    }

    fn reply(self) -> Reply {
        let mut stop = self.stop.unwrap_or(StopReason::End);
        let is_cut = stop != StopReason::End;
        let mut parts = Vec::with_capacity(self.items.len());
        let mut warnings = Vec::new();
        for item in self.items.into_values() {
            item.into_parts(is_cut, &mut parts, &mut warnings);
        }
        if stop == StopReason::End {
            let refused =
                |part: &Part| matches!(part, Part::Opaque { block } if kind_of(block) == "refusal");
            if parts.iter().any(|part| matches!(part, Part::ToolCall(_))) {
                stop = StopReason::ToolCalls;
            } else if parts.iter().any(refused) {
                stop = StopReason::Refusal;
            }
        }
        Reply {
            parts,
            extra: Extra::new(),
            stop,
            usage: self.usage,
            id: self.id,
            model: self.model,
            warnings,
        }
    }
}

impl Item {
    fn into_parts(mut self, is_cut: bool, parts: &mut Vec<Part>, warnings: &mut Vec<String>) {
        if !self.done {
            self.complete();
        }
        match kind_of(&self.value) {
            "message" => {
                let mut fields = Map::new();
                for (name, value) in self.value.as_object().into_iter().flatten() {
                    let known = ["id", "type", "role", "status", "content"];
                    if !known.contains(&name.as_str()) && !is_nothing(value) {
                        fields.insert(name.clone(), value.clone());
                    }
                }
                let item = (!fields.is_empty()).then(|| Value::Object(fields));
                for part in content_of(&self.value) {
                    parts.extend(message_part(part, item.as_ref()));
                }
            }
            "function_call" => {
                let arguments = arguments_of(&self.value);
                let name = self.value.get("name").and_then(Value::as_str).unwrap_or_default();
                let status = self.value.get("status").and_then(Value::as_str);
                let torn = is_cut || !self.done || status == Some("incomplete");
                if torn && !is_object(&arguments) {
                    let what = format!("a call of `{name}` was cut before it was whole");
                    warnings.push(format!("{what} and is left out"));
                    return;
                }
                // The server's own word, where it came after the announcement.
                let said = call_id(&self.value);
                let id = if said.is_empty() || said == self.sent_id { &self.id } else { said };
                let mut extra = Extra::new();
                for (name, value) in self.value.as_object().into_iter().flatten() {
                    let known = ["id", "type", "status", "call_id", "name", "arguments"];
                    if !known.contains(&name.as_str()) && !value.is_null() {
                        extra.insert(name.clone(), value.clone());
                    }
                }
                parts.push(Part::ToolCall(Box::new(ToolCall {
                    id: id.into(),
                    name: name.into(),
                    arguments: if arguments.is_empty() { "{}".to_owned() } else { arguments },
                    extra,
                })));
            }
            "" => {}
            _ => parts.push(Part::Opaque { block: Box::new(self.value) }),
        }
    }

    /// Puts an item together whose last form never came.
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
            let mut extra = Extra::new();
            for (name, value) in part.as_object().into_iter().flatten() {
                if !["type", "text", "logprobs"].contains(&name.as_str()) && !is_nothing(value) {
                    extra.insert(name.clone(), value.clone());
                }
            }
            if let Some(item) = item {
                extra.insert(ITEM, item.clone());
            }
            Some(Part::Text { text: text.to_owned(), extra })
        }
        "" => None,
        _ => Some(Part::Opaque { block: Box::new(part.clone()) }),
    }
}

fn content_of(item: &Value) -> impl Iterator<Item = &Value> {
    item.get("content").and_then(Value::as_array).into_iter().flatten()
}

fn kind_of(value: &Value) -> &str {
    value.get("type").and_then(Value::as_str).unwrap_or_default()
}

fn is_named(item: &Value) -> bool {
    item.get("name").and_then(Value::as_str).is_some_and(|name| !name.is_empty())
}

/// The id that a result must name; servers that speak the protocol by half
/// have only the item's own.
fn call_id(item: &Value) -> &str {
    ["call_id", "id", "item_id"]
        .iter()
        .find_map(|name| item.get(*name).and_then(Value::as_str).filter(|id| !id.is_empty()))
        .unwrap_or_default()
}

fn arguments_of(item: &Value) -> String {
    match item.get("arguments") {
        Some(Value::String(text)) => text.clone(),
        None | Some(Value::Null) => String::new(),
        Some(other) => other.to_string(),
    }
}

fn is_nothing(value: &Value) -> bool {
    value.is_null() || value.as_array().is_some_and(Vec::is_empty)
}

#[cfg(test)]
#[expect(clippy::needless_pass_by_value, reason = "what is tried is written in place")]
mod tests {
    use super::*;
    use crate::provider::ErrorClass;

    /// Plays events and returns what was delivered and what came out.
    fn play(events: Vec<Value>) -> (Vec<String>, Result<Reply, ProviderError>) {
        let mut seen = Vec::new();
        let mut note = |delta: Delta<'_>| {
            if !matches!(delta, Delta::Usage(_)) {
                seen.push(format!("{delta:?}"));
            }
        };
        let mut sink = Sink::new(&mut note);
        let mut builder = ReplyBuilder::default();
        let mut outcome = Ok(());
        for event in events {
            match builder.event(None, event, &mut sink) {
                Ok(Progress::More) => {}
                Ok(Progress::Done) => break,
                Err(error) => {
                    outcome = Err(error);
                    break;
                }
            }
        }
        let reply = outcome.and_then(|()| builder.finish(&mut sink));
        (seen, reply)
    }

    fn call(id: &str, name: &str, arguments: &str) -> Part {
        Part::ToolCall(Box::new(ToolCall {
            id: id.into(),
            name: name.into(),
            arguments: arguments.to_owned(),
            extra: Extra::new(),
        }))
    }

    fn reply(parts: Vec<Part>, stop: StopReason) -> Reply {
        Reply {
            parts,
            extra: Extra::new(),
            stop,
            usage: None,
            id: None,
            model: None,
            warnings: Vec::new(),
        }
    }

    fn completed(response: Value) -> Value {
        json!({"type": "response.completed", "response": response})
    }

    fn event(kind: &str, rest: Value) -> Value {
        let mut event = json!({"type": format!("response.{kind}")});
        for (name, value) in rest.as_object().unwrap() {
            event[name] = value.clone();
        }
        event
    }

    #[test]
    fn reasoning_text_and_parallel_calls_come_together() {
        let reasoning = json!({"type": "reasoning", "id": "rs_1", "summary": [
            {"type": "summary_text", "text": "Plan."}], "encrypted_content": "E"});
        let message = json!({"type": "message", "id": "msg_1", "role": "assistant", "status":
            "completed", "phase": "commentary", "content": [{"type": "output_text", "text": "Hi!",
            "annotations": [], "logprobs": []}]});
        let first = json!({"type": "function_call", "id": "fc_1", "call_id": "c1", "name": "a",
            "arguments": "{\"x\": 1.0}", "status": "completed"});
        let second = json!({"type": "function_call", "id": "fc_2", "call_id": "c2", "name": "b",
            "arguments": "{}", "status": "completed", "namespace": "n"});
        let started = |item: &Value| {
            let mut item = item.clone();
            item["arguments"] = "".into();
            item
        };
        let events = vec![
            event("created", json!({"response": {"id": "resp_1", "model": "gpt-5", "output": []}})),
            event(
                "output_item.added",
                json!({"output_index": 0, "item":
                {"type": "reasoning", "id": "rs_1", "summary": []}}),
            ),
            event("reasoning_summary_part.added", json!({"output_index": 0, "summary_index": 0})),
            event("reasoning_summary_text.delta", json!({"output_index": 0, "delta": "Plan."})),
            event("output_item.done", json!({"output_index": 0, "item": reasoning})),
            event(
                "output_item.added",
                json!({"output_index": 1, "item":
                {"type": "message", "id": "msg_1", "role": "assistant", "content": []}}),
            ),
            event("content_part.added", json!({"output_index": 1, "content_index": 0})),
            event("output_text.delta", json!({"output_index": 1, "delta": "Hi"})),
            event("output_text.delta", json!({"item_id": "msg_1", "delta": "!"})),
            event("output_item.done", json!({"output_index": 1, "item": message})),
            event("output_item.added", json!({"output_index": 2, "item": started(&first)})),
            event("output_item.added", json!({"output_index": 3, "item": started(&second)})),
            event("function_call_arguments.delta", json!({"output_index": 2, "delta": "{\"x\":"})),
            event("function_call_arguments.delta", json!({"item_id": "fc_2", "delta": "{}"})),
            event("function_call_arguments.delta", json!({"output_index": 2, "delta": " 1.0}"})),
            event(
                "function_call_arguments.done",
                json!({"output_index": 2,
                "arguments": "{\"x\": 1.0}"}),
            ),
            event("output_item.done", json!({"output_index": 2, "item": first})),
            event("output_item.done", json!({"output_index": 3, "item": second})),
            event("news.delta", json!({"delta": "?"})),
            completed(json!({"id": "resp_1", "model": "gpt-5", "status": "completed",
                "output": [reasoning, message, first, second], "usage": {"input_tokens": 100,
                "input_tokens_details": {"cached_tokens": 60}, "output_tokens": 30,
                "output_tokens_details": {"reasoning_tokens": 20}}})),
            event("never read", json!({})),
        ];
        let (seen, found) = play(events);
        assert_eq!(
            seen,
            [
                "Reasoning(\"Plan.\")",
                "Text(\"Hi\")",
                "Text(\"!\")",
                "ToolCall { index: 0, id: \"c1\", name: \"a\" }",
                "ToolCall { index: 1, id: \"c2\", name: \"b\" }",
                "Arguments { index: 0, fragment: \"{\\\"x\\\":\" }",
                "Arguments { index: 1, fragment: \"{}\" }",
                "Arguments { index: 0, fragment: \" 1.0}\" }",
            ]
        );
        let mut phase = Extra::new();
        phase.insert("item", json!({"phase": "commentary"}));
        let mut named = call("c2", "b", "{}");
        if let Part::ToolCall(call) = &mut named {
            call.extra.insert("namespace", json!("n"));
        }
        let parts = vec![
            Part::Opaque { block: Box::new(reasoning) },
            Part::Text { text: "Hi!".to_owned(), extra: phase },
            call("c1", "a", "{\"x\": 1.0}"),
            named,
        ];
        let expected = Reply {
            usage: Some(ServerUsage { input: 100, cached: 60, output: 30, reasoning: 20 }),
            id: Some("resp_1".to_owned()),
            model: Some("gpt-5".to_owned()),
            ..reply(parts, StopReason::ToolCalls)
        };
        assert_eq!(found, Ok(expected));
    }

    #[test]
    fn what_a_server_leaves_out_of_its_stream_is_delivered_from_the_end() {
        let output = json!([{"type": "message", "content": [{"type": "output_text", "text": "Hi"}]},
            {"type": "function_call", "id": "f", "name": "a", "arguments": {"x": 1}}]);
        let (seen, found) = play(vec![completed(json!({"output": output.clone()}))]);
        let delivered = [
            "Text(\"Hi\")",
            "ToolCall { index: 0, id: \"f\", name: \"a\" }",
            "Arguments { index: 0, fragment: \"{\\\"x\\\":1}\" }",
        ];
        let expected =
            reply(vec![Part::text("Hi"), call("f", "a", "{\"x\":1}")], StopReason::ToolCalls);
        assert_eq!((seen, found), (delivered.map(str::to_owned).to_vec(), Ok(expected.clone())));
        let mut unheard = |_: Delta<'_>| {};
        let mut sink = Sink::new(&mut unheard);
        let mut builder = ReplyBuilder::default();
        let body = json!({"object": "response", "status": "completed", "error": null,
            "output": output});
        builder.whole(body, &mut sink).unwrap();
        assert_eq!(builder.finish(&mut sink), Ok(expected));
        // And what stands only in the pieces is put together from them.
        let (_, found) = play(vec![
            event("output_text.delta", json!({"output_index": 0, "delta": "Hi"})),
            event(
                "function_call_arguments.delta",
                json!({"output_index": 1, "item_id": "f",
                "name": "a", "delta": "{\"x\":1}"}),
            ),
            completed(json!({"status": "completed", "output": []})),
        ]);
        let expected =
            reply(vec![Part::text("Hi"), call("f", "", "{\"x\":1}")], StopReason::ToolCalls);
        assert_eq!(found, Ok(expected));
    }

    #[test]
    fn endings_are_told_apart() {
        let text = json!([{"type": "message", "content": [{"type": "output_text", "text": "a"}]}]);
        let ended = |status: &str, reason: Value| {
            let response = json!({"status": status, "output": text,
                "incomplete_details": {"reason": reason}});
            play(vec![event("incomplete", json!({"response": response}))]).1.unwrap().stop
        };
        assert_eq!(ended("incomplete", json!("max_output_tokens")), StopReason::Length);
        assert_eq!(ended("incomplete", json!("content_filter")), StopReason::Refusal);
        assert_eq!(ended("incomplete", json!("news")), StopReason::Other("news".to_owned()));
        assert_eq!(ended("cancelled", json!(null)), StopReason::Other("cancelled".to_owned()));
        let refusal = json!({"type": "refusal", "refusal": "No."});
        let (seen, found) = play(vec![
            event("refusal.delta", json!({"output_index": 0, "delta": "No."})),
            completed(json!({"output": [{"type": "message", "content": [refusal]}]})),
        ]);
        let part = Part::Opaque { block: Box::new(refusal) };
        assert_eq!(seen, ["Text(\"No.\")"]);
        assert_eq!(found, Ok(reply(vec![part], StopReason::Refusal)));
    }

    #[test]
    fn a_call_that_was_cut_is_left_out_and_said() {
        let (_, found) = play(vec![
            event(
                "output_item.added",
                json!({"output_index": 0, "item": {"type": "function_call",
                "call_id": "c", "name": "write", "arguments": ""}}),
            ),
            event("function_call_arguments.delta", json!({"output_index": 0, "delta": "{\"te"})),
            event(
                "incomplete",
                json!({"response": {"status": "incomplete",
                "incomplete_details": {"reason": "max_output_tokens"}, "output": []}}),
            ),
        ]);
        let expected = Reply {
            warnings: vec!["a call of `write` was cut before it was whole and is left out".into()],
            ..reply(vec![], StopReason::Length)
        };
        assert_eq!(found, Ok(expected));
    }

    #[test]
    fn failures_are_errors_of_their_class() {
        let overflow = json!({"type": "error", "code": "context_length_exceeded", "param": "input",
            "message": "Your input exceeds the context window of this model.",
            "sequence_number": 2});
        let failed = json!({"type": "response.failed", "response": {"status": "failed",
            "error": {"code": "rate_limit_exceeded", "message": "slow down"}}});
        let class = |event| play(vec![event]).1.unwrap_err().class;
        assert_eq!(
            class(overflow),
            ErrorClass::ContextLengthExceeded { limit: None, requested: None }
        );
        assert_eq!(class(failed), ErrorClass::RateLimited { retry_after: None });
        let whole = json!({"object": "response", "status": "failed", "output": [],
            "error": {"code": "server_error", "message": "sorry"}});
        let mut unheard = |_: Delta<'_>| {};
        let error = ReplyBuilder::default().whole(whole, &mut Sink::new(&mut unheard)).unwrap_err();
        assert_eq!(error.class, ErrorClass::Overloaded { retry_after: None });
    }

    #[test]
    fn calls_of_one_id_or_none_are_told_apart() {
        let item = |place: u64, id: &str| {
            json!({"type": "response.output_item.done", "output_index": place, "item":
                {"type": "function_call", "call_id": id, "name": "look", "arguments": "{}"}})
        };
        let (seen, found) = play(vec![
            json!({"type": "response.created", "response": {"id": "resp_1"}}),
            item(0, "a"),
            item(1, "a"),
            item(2, ""),
            json!({"type": "response.completed", "response": {"status": "completed"}}),
        ]);
        let ids = ["a", "a_1", "call_resp1_2"];
        assert_eq!(found.unwrap().parts, ids.map(|id| call(id, "look", "{}")));
        for id in ids {
            assert!(seen.iter().any(|seen| seen.contains(&format!("id: {id:?}"))), "{seen:?}");
        }
    }

    #[test]
    fn items_and_calls_without_end_are_refused() {
        let flood = |kind: &str| {
            let added = |place: u64| {
                json!({"type": "response.output_item.added", "output_index": place * 7,
                    "item": {"type": kind, "name": "look"}})
            };
            play((0..5_000).map(added).collect()).1.unwrap_err().class
        };
        assert_eq!(flood("function_call"), ErrorClass::Protocol);
        assert_eq!(flood("web_search_call"), ErrorClass::Protocol);
        let output: Vec<Value> = (0..5_000).map(|_| json!({"type": "reasoning"})).collect();
        let end = json!({"type": "response.completed", "response": {"output": output}});
        assert_eq!(play(vec![end]).1.unwrap_err().class, ErrorClass::Protocol);
    }

    #[test]
    fn absurd_events_do_no_harm() {
        let (_, found) = play(vec![
            json!(null),
            json!({"type": 1}),
            event("output_item.added", json!({"output_index": u64::MAX, "item": 3})),
            event("output_item.added", json!({"item": {"id": "x"}})),
            event("output_item.done", json!({"output_index": -1})),
            event("function_call_arguments.done", json!({"output_index": 5, "arguments": [1]})),
            event("output_text.delta", json!({"output_index": "one", "delta": null})),
            completed(json!("done")),
        ]);
        let expected = Reply {
            warnings: vec!["a call of `` was cut before it was whole and is left out".to_owned()],
            ..reply(vec![], StopReason::End)
        };
        assert_eq!(found, Ok(expected));
    }
}
