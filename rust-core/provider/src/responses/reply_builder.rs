//! Assembles an answer from events.

use serde_json::Value;

use super::answer_item::kind_of;
use super::answer_items::AnswerItems;
use crate::answer_calls::check_parts;
use crate::http::{AnswerReader, Progress, Sink};
use crate::server_fault::{is_fault, not_an_answer, server_fault};
use crate::{Delta, ProviderError, Reply, StopReason};
use vibeue_conversation::{Extra, Part};
use vibeue_tokens::ServerUsage;

/// Assembles the answer from the events of a stream, or from a whole body.
///
/// The final form of an item is used; what arrived in pieces is used if a
/// server leaves that out. Unknown events and fields are ignored; unknown items
/// are kept as received.
#[derive(Debug, Default)]
pub(super) struct ReplyBuilder {
    id: Option<String>,
    model: Option<String>,
    items: AnswerItems,
    usage: Option<ServerUsage>,
    /// Why it ended; `None` while it has not.
    stop: Option<StopReason>,
}

impl AnswerReader for ReplyBuilder {
    fn event(
        &mut self,
        name: Option<&str>,
        event: Value,
        sink: &mut Sink<'_>,
    ) -> Result<Progress, ProviderError> {
        if is_fault(name, &event) {
            return Err(server_fault(&event));
        }
        let kind = event.get("type").and_then(Value::as_str).or(name).unwrap_or_default();
        match kind {
            "response.failed" => return Err(server_fault(&event)),
            "response.created" | "response.in_progress" | "response.queued" => {
                self.take_names(event.get("response").unwrap_or(&Value::Null));
            }
            "response.completed"
            | "response.incomplete"
            | "response.cancelled"
            | "response.done" => {
                let response = event.get("response").cloned().unwrap_or_default();
                self.ended(&response, kind, sink)?;
                return Ok(Progress::Done);
            }
            _ => self.piece(kind, &event, sink)?,
        }
        self.items.check()?;
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
    /// Processes what an event says about one item.
    fn piece(
        &mut self,
        kind: &str,
        event: &Value,
        sink: &mut Sink<'_>,
    ) -> Result<(), ProviderError> {
        let text = |name: &str| event.get(name).and_then(Value::as_str).unwrap_or_default();
        let (items, answer) = (&mut self.items, self.id.as_deref());
        match kind {
            "response.output_item.added" => {
                let item = event.get("item").cloned().unwrap_or_default();
                items.added(items.place(event), item, answer, sink)?;
            }
            "response.output_item.done" => {
                let item = event.get("item").cloned().unwrap_or_default();
                items.done(items.place(event), item, answer, sink)?;
            }
            "response.output_text.delta" => {
                items.item(event).text.push_str(text("delta"));
                sink.send(Delta::Text(text("delta")));
            }
            "response.refusal.delta" => {
                items.item(event).refusal.push_str(text("delta"));
                sink.send(Delta::Text(text("delta")));
            }
            "response.function_call_arguments.delta" => {
                let place = items.place(event);
                items.announce(place, event, answer, sink)?;
                items.arguments(place, text("delta"), sink);
            }
            "response.function_call_arguments.done" => {
                let place = items.place(event);
                items.announce(place, event, answer, sink)?;
                items.rest_of_arguments(place, text("arguments"), sink);
            }
            "response.reasoning_summary_text.delta" | "response.reasoning_text.delta" => {
                items.item(event).reasoned = true;
                sink.send(Delta::Reasoning(text("delta")));
            }
            "response.reasoning_summary_part.added"
                if event.get("summary_index").and_then(Value::as_u64) > Some(0) =>
            {
                sink.send(Delta::Reasoning("\n\n"));
            }
            _ => {}
        }
        Ok(())
    }

    fn take_names(&mut self, response: &Value) {
        let text = |name: &str| response.get(name).and_then(Value::as_str).map(str::to_owned);
        self.id = text("id").or(self.id.take());
        self.model = text("model").or(self.model.take());
    }

    /// Processes the whole response at the end.
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
            if !self.items.is_done(place) {
                self.items.done(place, item.clone(), self.id.as_deref(), sink)?;
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
        let (parts, warnings) = self.items.into_parts(is_cut);
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

#[cfg(test)]
#[expect(clippy::needless_pass_by_value, reason = "what is tried is written in place")]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::ErrorClass;
    use crate::testing::{Play as _, call};

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
    #[expect(clippy::too_many_lines, reason = "a recorded stream")]
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
        let (seen, found) = ReplyBuilder::default().play(events);
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
            ..Reply::new(parts, StopReason::ToolCalls)
        };
        assert_eq!(found, Ok(expected));
    }

    #[test]
    fn what_a_server_leaves_out_of_its_stream_is_delivered_from_the_end() {
        let output = json!([{"type": "message", "content": [{"type": "output_text", "text": "Hi"}]},
            {"type": "function_call", "id": "f", "name": "a", "arguments": {"x": 1}}]);
        let (seen, found) =
            ReplyBuilder::default().play(vec![completed(json!({"output": output.clone()}))]);
        let delivered = [
            "Text(\"Hi\")",
            "ToolCall { index: 0, id: \"f\", name: \"a\" }",
            "Arguments { index: 0, fragment: \"{\\\"x\\\":1}\" }",
        ];
        let expected =
            Reply::new(vec![Part::text("Hi"), call("f", "a", "{\"x\":1}")], StopReason::ToolCalls);
        assert_eq!((seen, found), (delivered.map(str::to_owned).to_vec(), Ok(expected.clone())));
        let mut unheard = |_: Delta<'_>| {};
        let mut sink = Sink::new(&mut unheard);
        let mut builder = ReplyBuilder::default();
        let body = json!({"object": "response", "status": "completed", "error": null,
            "output": output});
        builder.whole(body, &mut sink).unwrap();
        assert_eq!(builder.finish(&mut sink), Ok(expected));
        // What is only in the pieces is assembled from them.
        let (_, found) = ReplyBuilder::default().play(vec![
            event("output_text.delta", json!({"output_index": 0, "delta": "Hi"})),
            event(
                "function_call_arguments.delta",
                json!({"output_index": 1, "item_id": "f",
                "name": "a", "delta": "{\"x\":1}"}),
            ),
            completed(json!({"status": "completed", "output": []})),
        ]);
        let expected =
            Reply::new(vec![Part::text("Hi"), call("f", "", "{\"x\":1}")], StopReason::ToolCalls);
        assert_eq!(found, Ok(expected));
    }

    #[test]
    fn endings_are_told_apart() {
        let text = json!([{"type": "message", "content": [{"type": "output_text", "text": "a"}]}]);
        let ended = |status: &str, reason: Value| {
            let response = json!({"status": status, "output": text,
                "incomplete_details": {"reason": reason}});
            ReplyBuilder::default()
                .play(vec![event("incomplete", json!({"response": response}))])
                .1
                .unwrap()
                .stop
        };
        assert_eq!(ended("incomplete", json!("max_output_tokens")), StopReason::Length);
        assert_eq!(ended("incomplete", json!("content_filter")), StopReason::Refusal);
        assert_eq!(ended("incomplete", json!("news")), StopReason::Other("news".to_owned()));
        assert_eq!(ended("cancelled", json!(null)), StopReason::Other("cancelled".to_owned()));
        let refusal = json!({"type": "refusal", "refusal": "No."});
        let (seen, found) = ReplyBuilder::default().play(vec![
            event("refusal.delta", json!({"output_index": 0, "delta": "No."})),
            completed(json!({"output": [{"type": "message", "content": [refusal]}]})),
        ]);
        let part = Part::Opaque { block: Box::new(refusal) };
        assert_eq!(seen, ["Text(\"No.\")"]);
        assert_eq!(found, Ok(Reply::new(vec![part], StopReason::Refusal)));
    }

    #[test]
    fn a_call_that_was_cut_is_left_out_and_said() {
        let (_, found) = ReplyBuilder::default().play(vec![
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
            warnings: vec!["a call of `write` was cut off and is left out".into()],
            ..Reply::new(vec![], StopReason::Length)
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
        let class = |event| ReplyBuilder::default().play(vec![event]).1.unwrap_err().class;
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
        let (seen, found) = ReplyBuilder::default().play(vec![
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
            ReplyBuilder::default().play((0..5_000).map(added).collect()).1.unwrap_err().class
        };
        assert_eq!(flood("function_call"), ErrorClass::Protocol);
        assert_eq!(flood("web_search_call"), ErrorClass::Protocol);
        let output: Vec<Value> = (0..5_000).map(|_| json!({"type": "reasoning"})).collect();
        let end = json!({"type": "response.completed", "response": {"output": output}});
        assert_eq!(
            ReplyBuilder::default().play(vec![end]).1.unwrap_err().class,
            ErrorClass::Protocol
        );
    }

    #[test]
    fn absurd_events_do_no_harm() {
        let (_, found) = ReplyBuilder::default().play(vec![
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
            warnings: vec!["a call of `` was cut off and is left out".to_owned()],
            ..Reply::new(vec![], StopReason::End)
        };
        assert_eq!(found, Ok(expected));
    }
}
