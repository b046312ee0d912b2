//! Assembles an answer from chunks.

use serde_json::{Map, Value, json};

use super::chunk_usage::usage_in;
use super::kept_fields::KeptFields;
use super::tool_calls::ToolCalls;
use crate::http::{AnswerReader, Progress, Sink};
use crate::server_fault::{is_fault, not_an_answer, server_fault};
use crate::{Delta, ProviderError, Reply, StopReason};
use vibeue_conversation::{Extra, Part};
use vibeue_tokens::ServerUsage;

/// Assembles the answer from the chunks of a stream, or from a whole body.
#[derive(Debug, Default)]
pub(super) struct ReplyBuilder {
    /// The server's context length, if known: an answer that ends there was not
    /// cut by its own limit.
    context_length: Option<u64>,
    id: Option<String>,
    model: Option<String>,
    text: String,
    refusal: String,
    /// The field in which the server sends reasoning, and the text.
    reasoning: Option<(&'static str, String)>,
    calls: ToolCalls,
    /// A call in the form used before there were tools.
    legacy: Option<Value>,
    /// Uninterpreted fields of the message.
    extra: KeptFields,
    usage: Option<ServerUsage>,
    finish: Option<String>,
    /// Whether a choice was seen.
    answered: bool,
    /// Whether the chunk with usage and no choice, which ends a stream, came.
    closed: bool,
}

/// The fields in which servers send reasoning.
const REASONING: [&str; 2] = ["reasoning_content", "reasoning"];

impl ReplyBuilder {
    /// Creates a builder that knows the server's context length.
    pub(super) fn new(context_length: Option<u64>) -> Self {
        Self { context_length, ..Self::default() }
    }

    fn take_head(&mut self, chunk: &mut Map<String, Value>) {
        let mut text = |name: &str| match chunk.remove(name) {
            Some(Value::String(text)) if !text.is_empty() => Some(text),
            _ => None,
        };
        let (id, model) = (text("id"), text("model"));
        self.id = self.id.take().or(id);
        self.model = self.model.take().or(model);
    }

    fn take_usage(&mut self, chunk: &Map<String, Value>, sink: &mut Sink<'_>) {
        if let Some(usage) = usage_in(chunk).filter(|usage| self.usage != Some(*usage)) {
            self.usage = Some(usage);
            sink.send(Delta::Usage(usage));
        }
    }

    fn take_choice(&mut self, choice: Value, sink: &mut Sink<'_>) -> Result<(), ProviderError> {
        let Value::Object(mut choice) = choice else { return Ok(()) };
        if choice.get("error").is_some_and(|error| !error.is_null()) {
            return Err(server_fault(&Value::Object(choice)));
        }
        self.answered = true;
        let finish = choice.remove("finish_reason");
        for name in ["delta", "message"] {
            if let Some(Value::Object(message)) = choice.remove(name) {
                self.take_message(message, sink)?;
            }
        }
        match finish {
            Some(Value::String(reason)) if !reason.is_empty() => self.finish = Some(reason),
            _ => {}
        }
        Ok(())
    }

    fn take_message(
        &mut self,
        message: Map<String, Value>,
        sink: &mut Sink<'_>,
    ) -> Result<(), ProviderError> {
        // Servers that use both names send the same reasoning twice.
        let reasoning = REASONING.iter().find(|name| {
            message.get(**name).and_then(Value::as_str).is_some_and(|text| !text.is_empty())
        });
        for (name, value) in message {
            match (name.as_str(), value) {
                ("role", _) | (_, Value::Null) => {}
                ("content", value) => self.take_content(value, sink),
                ("refusal", Value::String(text)) => {
                    self.refusal.push_str(&text);
                    sink.send(Delta::Text(&text));
                }
                ("reasoning_content" | "reasoning", Value::String(text)) => {
                    if let Some(field) = reasoning.filter(|field| **field == name) {
                        self.add_reasoning(field, &text, sink);
                    }
                }
                ("tool_calls", Value::Array(calls)) => {
                    for call in calls {
                        self.calls.take(call, sink)?;
                    }
                }
                ("tool_calls", _) => {}
                ("function_call", call) => self.take_legacy(call),
                (_, Value::Array(list)) if list.is_empty() => {}
                (name, value) => self.extra.keep(name, value),
            }
        }
        Ok(())
    }

    /// Text, or a list of blocks (Mistral's models that think).
    fn take_content(&mut self, content: Value, sink: &mut Sink<'_>) {
        match content {
            Value::String(text) => {
                sink.send(Delta::Text(&text));
                self.text.push_str(&text);
            }
            Value::Array(blocks) => {
                for block in blocks {
                    let text = block.get("text").and_then(Value::as_str);
                    match (text, block.get("thinking")) {
                        (Some(text), _) => {
                            sink.send(Delta::Text(text));
                            self.text.push_str(text);
                        }
                        (None, Some(Value::Array(thoughts))) => {
                            for thought in thoughts {
                                if let Some(text) = thought.get("text").and_then(Value::as_str) {
                                    self.add_reasoning("reasoning_content", text, sink);
                                }
                            }
                        }
                        (None, Some(Value::String(text))) => {
                            self.add_reasoning("reasoning_content", text, sink);
                        }
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }

    fn add_reasoning(&mut self, field: &'static str, text: &str, sink: &mut Sink<'_>) {
        sink.send(Delta::Reasoning(text));
        self.reasoning.get_or_insert_with(|| (field, String::new())).1.push_str(text);
    }

    fn take_legacy(&mut self, fragment: Value) {
        let Value::Object(fragment) = fragment else { return };
        let call = self.legacy.get_or_insert_with(|| Value::Object(Map::new()));
        let Some(call) = call.as_object_mut() else { return };
        for (name, value) in fragment {
            match (call.get_mut(&name), value) {
                (Some(Value::String(have)), Value::String(more)) if name == "arguments" => {
                    have.push_str(&more);
                }
                (_, Value::Null) => {}
                (_, value) => {
                    call.insert(name, value);
                }
            }
        }
    }

    fn stop(&self, calls: bool, refused: bool) -> StopReason {
        let full = self.context_length.is_some_and(|limit| {
            self.usage.is_some_and(|usage| usage.input.saturating_add(usage.output) >= limit)
        });
        match self.finish.as_deref() {
            Some("length" | "max_tokens") if full => StopReason::ContextFull,
            Some("length" | "max_tokens" | "MAX_TOKENS") => StopReason::Length,
            Some("content_filter" | "refusal" | "SAFETY") => StopReason::Refusal,
            Some("model_context_window_exceeded" | "context_length_exceeded") => {
                StopReason::ContextFull
            }
            _ if refused => StopReason::Refusal,
            // The server says "stop" after calls, or nothing at all.
            _ if calls => StopReason::ToolCalls,
            None
            | Some(
                "stop" | "tool_calls" | "function_call" | "tool_use" | "end_turn" | "eos"
                | "eos_token" | "stop_sequence" | "STOP",
            ) => StopReason::End,
            Some(other) => StopReason::Other(other.chars().take(100).collect()),
        }
    }
}

impl AnswerReader for ReplyBuilder {
    fn event(
        &mut self,
        name: Option<&str>,
        chunk: Value,
        sink: &mut Sink<'_>,
    ) -> Result<Progress, ProviderError> {
        if is_fault(name, &chunk) {
            return Err(server_fault(&chunk));
        }
        let Value::Object(mut chunk) = chunk else { return Ok(Progress::More) };
        self.take_head(&mut chunk);
        let choices = match chunk.remove("choices") {
            Some(Value::Array(choices)) => choices,
            _ => Vec::new(),
        };
        let ended = self.finish.is_some();
        let usage_only = choices.is_empty() && chunk.get("usage").is_some_and(Value::is_object);
        // Only the first choice was requested.
        let first = |choice: &Value| choice.get("index").and_then(Value::as_u64).unwrap_or(0) == 0;
        for choice in choices.into_iter().filter(first) {
            self.take_choice(choice, sink)?;
        }
        self.take_usage(&chunk, sink);
        self.closed |= usage_only && (ended || self.answered);
        Ok(Progress::More)
    }

    fn whole(&mut self, body: Value, sink: &mut Sink<'_>) -> Result<(), ProviderError> {
        let has_choice = body
            .get("choices")
            .and_then(Value::as_array)
            .is_some_and(|choices| choices.iter().any(Value::is_object));
        if !has_choice {
            return Err(not_an_answer(&body, "there is no choice in it"));
        }
        self.event(None, body, sink)?;
        self.closed = true;
        Ok(())
    }

    fn is_complete(&self) -> bool {
        self.finish.is_some() || self.closed
    }

    fn finish(&mut self, sink: &mut Sink<'_>) -> Result<Reply, ProviderError> {
        let mut builder = std::mem::take(self);
        if !builder.answered {
            return Err(not_an_answer(&Value::Null, "there was no choice in the stream"));
        }
        let mut calls = std::mem::take(&mut builder.calls);
        if let Some(mut legacy) = builder.legacy.take().filter(|_| calls.is_empty()) {
            let function = legacy.take();
            calls.take(json!({"function": function}), sink)?;
        }
        let is_cut =
            matches!(builder.stop(true, false), StopReason::Length | StopReason::ContextFull);
        let (calls, warnings) = calls.finish(builder.id.as_deref(), is_cut, sink);
        let refused = !builder.refusal.trim().is_empty();
        let stop = builder.stop(!calls.is_empty(), refused);
        let mut parts = Vec::new();
        for text in [builder.text, builder.refusal] {
            if !text.is_empty() {
                parts.push(Part::text(text));
            }
        }
        parts.extend(calls);
        let mut extra: Extra = builder.extra.into();
        if let Some((field, text)) = builder.reasoning {
            extra.insert(field, text.into());
        }
        Ok(Reply {
            parts,
            extra,
            stop,
            usage: builder.usage,
            id: builder.id,
            model: builder.model,
            warnings,
        })
    }
}

#[cfg(test)]
#[expect(clippy::needless_pass_by_value, reason = "what is tried is written in place")]
mod tests {
    use super::*;
    use crate::ErrorClass;
    use vibeue_conversation::ToolCall;

    fn read(chunks: &[Value]) -> Result<(Reply, bool), ProviderError> {
        let mut unheard = |_: Delta<'_>| {};
        let mut sink = Sink::new(&mut unheard);
        let mut builder = ReplyBuilder::new(Some(1_000));
        for chunk in chunks {
            builder.event(None, chunk.clone(), &mut sink)?;
        }
        let complete = builder.is_complete();
        Ok((builder.finish(&mut sink)?, complete))
    }

    fn chunk(delta: Value, finish: Value) -> Value {
        json!({"id": "chatcmpl-1", "object": "chat.completion.chunk", "model": "gpt-4o",
            "choices": [{"index": 0, "delta": delta, "finish_reason": finish}]})
    }

    fn reply(parts: Vec<Part>, stop: StopReason) -> Reply {
        Reply {
            id: Some("chatcmpl-1".to_owned()),
            model: Some("gpt-4o".to_owned()),
            ..Reply::new(parts, stop)
        }
    }

    #[test]
    fn a_call_that_was_cut_is_left_out_and_said() {
        let call = json!({"tool_calls": [
            {"index": 0, "id": "a", "function": {"name": "look", "arguments": "{}"}},
            {"index": 1, "id": "b", "function": {"name": "edit", "arguments": "{\"path\": \"x"}}]});
        let (found, _) = read(&[chunk(call.clone(), json!("length"))]).unwrap();
        let ids: Vec<&str> = found.tool_calls().map(|call| call.id.as_ref()).collect();
        assert_eq!((ids, &found.stop), (vec!["a"], &StopReason::Length));
        let warning = "a call of `edit` was cut off and is left out";
        assert_eq!(found.warnings, [warning]);
        // What the model itself wrote wrong is the model's to fix.
        let (found, _) = read(&[chunk(call, json!("tool_calls"))]).unwrap();
        assert_eq!(found.tool_calls().count(), 2);
    }

    #[test]
    fn absurd_timings_are_not_usage() {
        let mut end = chunk(json!({"content": "x"}), json!("stop"));
        end["timings"] = json!({"prompt_n": u64::MAX, "cache_n": u64::MAX, "predicted_n": 1});
        assert_eq!(read(&[end]).unwrap().0.usage, None);
    }

    #[test]
    fn a_stream_by_the_book_is_put_together() {
        let chunks = [
            chunk(json!({"role": "assistant", "content": "", "refusal": null}), json!(null)),
            chunk(json!({"content": "Hel"}), json!(null)),
            chunk(json!({"content": "lo"}), json!(null)),
            chunk(
                json!({"tool_calls": [{"index": 0, "id": "a", "type": "function",
                    "function": {"name": "look", "arguments": ""}}]}),
                json!(null),
            ),
            chunk(
                json!({"tool_calls": [{"index": 0, "function": {"arguments": "{}"}}]}),
                json!(null),
            ),
            chunk(json!({}), json!("tool_calls")),
            json!({"id": "chatcmpl-1", "choices": [], "usage": {"prompt_tokens": 9,
                "completion_tokens": 4, "prompt_tokens_details": {"cached_tokens": 8}}}),
        ];
        let call = Part::ToolCall(Box::new(ToolCall {
            id: "a".into(),
            name: "look".into(),
            arguments: "{}".to_owned(),
            extra: Extra::new(),
        }));
        let mut expected = reply(vec![Part::text("Hello"), call], StopReason::ToolCalls);
        expected.usage = Some(ServerUsage { input: 9, cached: 8, output: 4, reasoning: 0 });
        assert_eq!(read(&chunks), Ok((expected, true)));
    }

    #[test]
    #[expect(clippy::too_many_lines, reason = "recorded streams")]
    fn what_compatible_servers_do_otherwise_is_understood() {
        // LiteLLM: no `finish_reason: null`, and a usage chunk with a choice.
        let litellm = [
            json!({"choices": [{"index": 0, "delta": {"content": "Hi"}}]}),
            chunk(json!({}), json!("stop")),
            json!({"choices": [{"index": 0, "delta": {}}], "usage": {"prompt_tokens": 9,
                "completion_tokens": 1, "cost": 0.1}}),
        ];
        let (read_back, complete) = read(&litellm).unwrap();
        assert_eq!(
            (read_back.text().as_str(), complete, read_back.stop),
            ("Hi", true, StopReason::End)
        );
        assert_eq!(read_back.usage.unwrap().input, 9);
        // llama.cpp: null content first, the usage in timings.
        let llama = [
            chunk(json!({"role": "assistant", "content": null}), json!(null)),
            chunk(json!({"reasoning_content": "hm"}), json!(null)),
            json!({"choices": [{"index": 0, "delta": {"content": "Hi"}, "finish_reason": "length"}],
                "timings": {"prompt_n": 100, "cache_n": 890, "predicted_n": 10}}),
        ];
        let (read_back, _) = read(&llama).unwrap();
        assert_eq!(read_back.extra.get("reasoning_content"), Some(&json!("hm")));
        assert_eq!(read_back.stop, StopReason::ContextFull);
        // Reasoning under both names counts once.
        let both = [
            chunk(
                json!({"reasoning": "hm", "reasoning_content": "hm",
            "reasoning_details": [{"type": "reasoning.text", "index": 0, "text": "h"}]}),
                json!(null),
            ),
            chunk(
                json!({"reasoning_details": [{"type": "reasoning.text", "index": 0, "text": "m",
                "signature": "s"}], "content": "x"}),
                json!("stop"),
            ),
        ];
        let (read_back, _) = read(&both).unwrap();
        assert_eq!(
            serde_json::to_value(&read_back.extra).unwrap(),
            json!({"reasoning_details": [{"type": "reasoning.text", "index": 0, "text": "hm",
                "signature": "s"}], "reasoning_content": "hm"})
        );
        // Mistral: content as blocks.
        let blocks = [chunk(
            json!({"content": [
            {"type": "thinking", "thinking": [{"type": "text", "text": "hm"}]},
            {"type": "text", "text": "Hi"}]}),
            json!("stop"),
        )];
        let (read_back, _) = read(&blocks).unwrap();
        assert_eq!(read_back.text(), "Hi");
        assert_eq!(read_back.extra.get("reasoning_content"), Some(&json!("hm")));
        // Calls without a finish reason.
        let calls = [chunk(
            json!({"tool_calls": [{"id": "a", "function": {"name": "look",
            "arguments": "{}"}}]}),
            json!("stop"),
        )];
        assert_eq!(read(&calls).unwrap().0.stop, StopReason::ToolCalls);
        let legacy = [
            chunk(json!({"function_call": {"name": "look", "arguments": "{"}}), json!(null)),
            chunk(json!({"function_call": {"arguments": "}"}}), json!("function_call")),
        ];
        let (read_back, _) = read(&legacy).unwrap();
        let call = read_back.tool_calls().next().unwrap();
        assert_eq!((call.name.as_ref(), call.arguments.as_str()), ("look", "{}"));
        assert_eq!(read_back.stop, StopReason::ToolCalls);
    }

    #[test]
    fn errors_inside_a_stream_are_the_servers_word() {
        let first = chunk(json!({"content": "x"}), json!(null));
        let router = json!({"error": {"code": 502, "message": "gone"},
            "choices": [{"index": 0, "delta": {"content": ""}, "finish_reason": "error"}]});
        let error = read(&[first.clone(), router]).unwrap_err();
        assert_eq!(error.class, ErrorClass::Overloaded { retry_after: None });
        let choice = json!({"choices": [{"index": 0, "delta": {}, "error": {"message": "gone"}}]});
        assert!(read(&[choice]).unwrap_err().message.contains("gone"));
        let llama = json!({"error": {"code": 400, "message": "request (10 tokens) exceeds the \
            available context size (5 tokens)", "type": "exceed_context_size_error"}});
        assert_eq!(
            read(&[llama]).unwrap_err().class,
            ErrorClass::ContextLengthExceeded { limit: Some(5), requested: Some(10) }
        );
    }

    #[test]
    fn a_stream_that_ends_early_is_not_complete_and_one_without_a_choice_no_answer() {
        let (cut, complete) = read(&[chunk(json!({"content": "Hel"}), json!(null))]).unwrap();
        assert_eq!((cut.text().as_str(), complete), ("Hel", false));
        assert_eq!(read(&[json!({"choices": []})]).unwrap_err().class, ErrorClass::Protocol);
        let odd = [
            json!(null),
            json!(7),
            json!({"choices": [null, 7, {"delta": 7}]}),
            json!({"choices": {"a": 1}}),
        ];
        assert!(read(&odd).is_ok_and(|(reply, complete)| reply.parts.is_empty() && !complete));
    }

    #[test]
    fn a_refusal_is_shown_and_named() {
        let chunks = [
            chunk(json!({"refusal": "I will "}), json!(null)),
            chunk(json!({"refusal": "not."}), json!("stop")),
        ];
        let expected = reply(vec![Part::text("I will not.")], StopReason::Refusal);
        assert_eq!(read(&chunks), Ok((expected, true)));
    }

    #[test]
    fn a_whole_answer_is_read_like_a_stream() {
        let mut unheard = |_: Delta<'_>| {};
        let mut sink = Sink::new(&mut unheard);
        let mut builder = ReplyBuilder::default();
        let body = json!({"id": "chatcmpl-1", "model": "gpt-4o", "choices": [
            {"index": 0, "message": {"role": "assistant", "content": "Hi", "refusal": null,
                "annotations": []}, "finish_reason": "stop"},
            {"index": 1, "message": {"content": "another"}}],
            "usage": {"prompt_tokens": 1, "completion_tokens": 2}});
        builder.whole(body, &mut sink).unwrap();
        let mut expected = reply(vec![Part::text("Hi")], StopReason::End);
        expected.usage = Some(ServerUsage { input: 1, output: 2, ..ServerUsage::default() });
        assert_eq!(builder.finish(&mut sink), Ok(expected));
        let error = ReplyBuilder::default().whole(json!({"choices": []}), &mut sink).unwrap_err();
        assert_eq!(error.class, ErrorClass::Protocol);
    }
}
