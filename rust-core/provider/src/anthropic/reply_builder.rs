//! Assembles an answer from events.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::answer_block::AnswerBlock;
use super::answer_stop::AnswerStop;
use crate::answer_calls::{AnswerCalls, check_parts};
use crate::http::{AnswerReader, Progress, Sink};
use crate::server_fault::{is_fault, not_an_answer, server_fault};
use crate::{Delta, ProviderError, Reply, StopReason};
use vibeue_conversation::{Extra, Part};
use vibeue_tokens::ServerUsage;

/// Assembles the answer from the events of a stream, or from a whole body.
///
/// Unknown events, deltas and fields are ignored; unknown blocks are kept as
/// received.
#[derive(Debug, Default)]
pub(super) struct ReplyBuilder {
    id: Option<String>,
    model: Option<String>,
    /// The blocks by the index that the server assigns and, if it assigns one
    /// index to several, by their order.
    blocks: BTreeMap<(u64, usize), AnswerBlock>,
    calls: AnswerCalls,
    /// The usage reported so far, an object; null before that.
    usage: Value,
    stop: AnswerStop,
    stopped: bool,
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
            "message_start" => {
                if let Some(message) = event.get("message") {
                    self.take_message(message);
                    self.report_usage(sink);
                }
            }
            "content_block_start" => {
                let block = event.get("content_block").cloned().unwrap_or_default();
                self.start(index(&event), block, sink)?;
            }
            "content_block_delta" => {
                if let Some(delta) = event.get("delta") {
                    self.delta(index(&event), delta, sink)?;
                }
            }
            "content_block_stop" => {
                if let Some(block) = self.newest(index(&event)) {
                    block.close();
                }
            }
            "message_delta" => {
                if let Some(delta) = event.get("delta") {
                    self.stop.take(delta);
                }
                if let Some(usage) = event.get("usage") {
                    self.take_usage(usage);
                    self.report_usage(sink);
                }
            }
            "message_stop" => {
                self.stopped = true;
                return Ok(Progress::Done);
            }
            _ => {}
        }
        Ok(Progress::More)
    }

    fn whole(&mut self, body: Value, sink: &mut Sink<'_>) -> Result<(), ProviderError> {
        let Some(content) = body.get("content").and_then(Value::as_array) else {
            return Err(not_an_answer(&body, "it has no `content`"));
        };
        self.take_message(&body);
        self.stop.take(&body);
        for (at, block) in content.iter().enumerate() {
            let at = at as u64;
            self.start(at, block.clone(), sink)?;
            if let Some(block) = self.newest(at) {
                block.close();
            }
        }
        self.report_usage(sink);
        self.stopped = true;
        Ok(())
    }

    fn is_complete(&self) -> bool {
        self.stopped || self.stop.is_known()
    }

    fn finish(&mut self, _: &mut Sink<'_>) -> Result<Reply, ProviderError> {
        Ok(std::mem::take(self).reply())
    }
}

impl ReplyBuilder {
    fn take_message(&mut self, message: &Value) {
        let text = |name: &str| message.get(name).and_then(Value::as_str).map(str::to_owned);
        self.id = text("id").or(self.id.take());
        self.model = text("model").or(self.model.take());
        if let Some(usage) = message.get("usage") {
            self.take_usage(usage);
        }
    }

    /// Later numbers are totals and replace earlier ones; what a later event
    /// does not repeat stays.
    fn take_usage(&mut self, usage: &Value) {
        if self.usage.is_null() {
            self.usage = Map::new().into();
        }
        let Value::Object(known) = &mut self.usage else { return };
        for (name, value) in usage.as_object().into_iter().flatten() {
            if !value.is_null() {
                known.insert(name.clone(), value.clone());
            }
        }
    }

    fn usage(&self) -> Option<ServerUsage> {
        ServerUsage::from_json(&self.usage)
    }

    /// Returns the newest block with an index.
    fn newest(&mut self, index: u64) -> Option<&mut AnswerBlock> {
        self.blocks.range_mut((index, 0)..=(index, usize::MAX)).next_back().map(|(_, block)| block)
    }

    fn report_usage(&self, sink: &mut Sink<'_>) {
        if let Some(usage) = self.usage() {
            sink.send(Delta::Usage(usage));
        }
    }

    /// Begins a block and delivers its contents.
    fn start(
        &mut self,
        index: u64,
        block: Value,
        sink: &mut Sink<'_>,
    ) -> Result<(), ProviderError> {
        let Value::Object(fields) = block else { return Ok(()) };
        check_parts(self.blocks.len() + 1)?;
        let block = AnswerBlock::begun(fields, &mut self.calls, self.id.as_deref(), sink)?;
        let order = self.blocks.len();
        self.blocks.insert((index, order), block);
        Ok(())
    }

    fn delta(
        &mut self,
        index: u64,
        delta: &Value,
        sink: &mut Sink<'_>,
    ) -> Result<(), ProviderError> {
        if self.newest(index).is_none() {
            // The server left the beginning out; its deltas say what it was.
            let block = match delta.get("type").and_then(Value::as_str) {
                Some("text_delta") => json!({"type": "text"}),
                Some("thinking_delta") => json!({"type": "thinking"}),
                _ => return Ok(()),
            };
            self.start(index, block, sink)?;
        }
        if let Some(block) = self.newest(index) {
            block.take(delta, sink);
        }
        Ok(())
    }

    fn reply(self) -> Reply {
        let usage = self.usage();
        let mut stop = self.stop.reason();
        let is_cut = matches!(stop, StopReason::Length | StopReason::ContextFull);
        let mut warnings = Vec::new();
        let mut parts = Vec::with_capacity(self.blocks.len());
        for block in self.blocks.into_values() {
            match block.into_part(is_cut) {
                Ok(part) => parts.extend(part),
                Err(warning) => warnings.push(warning),
            }
        }
        if let Some(refusal) = self.stop.refusal() {
            warnings.push(format!("the model declined: {refusal}"));
        }
        // Compatible servers may leave the reason out.
        if stop == StopReason::End && parts.iter().any(|part| matches!(part, Part::ToolCall(_))) {
            stop = StopReason::ToolCalls;
        }
        Reply { parts, extra: Extra::new(), stop, usage, id: self.id, model: self.model, warnings }
    }
}

fn index(event: &Value) -> u64 {
    event.get("index").and_then(Value::as_u64).unwrap_or(0)
}

#[cfg(test)]
#[expect(clippy::needless_pass_by_value, reason = "what is tried is written in place")]
mod tests {
    use super::*;
    use crate::ErrorClass;
    use crate::testing::{Play as _, call};

    fn start(message: Value) -> Value {
        json!({"type": "message_start", "message": message})
    }

    fn block(index: u64, block: Value) -> Value {
        json!({"type": "content_block_start", "index": index, "content_block": block})
    }

    fn delta(index: u64, delta: Value) -> Value {
        json!({"type": "content_block_delta", "index": index, "delta": delta})
    }

    fn stop(index: u64) -> Value {
        json!({"type": "content_block_stop", "index": index})
    }

    fn end(reason: &str) -> Value {
        json!({"type": "message_delta", "delta": {"stop_reason": reason}, "usage":
            {"output_tokens": 40}})
    }

    #[test]
    #[expect(clippy::too_many_lines, reason = "a recorded stream")]
    fn thinking_text_and_parallel_calls_come_together() {
        let events = vec![
            start(json!({"id": "msg_1", "model": "claude-x", "content": [], "usage":
                {"input_tokens": 10, "cache_read_input_tokens": 90, "output_tokens": 1}})),
            block(0, json!({"type": "thinking", "thinking": "", "signature": ""})),
            json!({"type": "ping"}),
            delta(0, json!({"type": "thinking_delta", "thinking": "Let me "})),
            delta(0, json!({"type": "thinking_delta", "thinking": "see."})),
            delta(0, json!({"type": "signature_delta", "signature": "SIG"})),
            stop(0),
            block(1, json!({"type": "redacted_thinking", "data": "XX"})),
            stop(1),
            block(2, json!({"type": "text", "text": ""})),
            delta(2, json!({"type": "text_delta", "text": "Hi"})),
            delta(2, json!({"type": "citations_delta", "citation": {"type": "page", "n": 1}})),
            delta(2, json!({"type": "news_delta", "text": "?"})),
            stop(2),
            block(3, json!({"type": "tool_use", "id": "t1", "name": "a", "input": {}})),
            block(
                4,
                json!({"type": "tool_use", "id": "t2", "name": "b", "input": {},
                "caller": {"type": "direct"}}),
            ),
            delta(3, json!({"type": "input_json_delta", "partial_json": ""})),
            delta(4, json!({"type": "input_json_delta", "partial_json": "{\"y\":"})),
            delta(3, json!({"type": "input_json_delta", "partial_json": "{\"x\": 1.0}"})),
            delta(4, json!({"type": "input_json_delta", "partial_json": "2}"})),
            stop(3),
            stop(4),
            end("tool_use"),
            json!({"type": "message_stop"}),
            json!({"type": "never read"}),
        ];
        let (seen, found) = ReplyBuilder::default().play(events);
        assert_eq!(
            seen,
            [
                "Reasoning(\"Let me \")",
                "Reasoning(\"see.\")",
                "Text(\"Hi\")",
                "ToolCall { index: 0, id: \"t1\", name: \"a\" }",
                "ToolCall { index: 1, id: \"t2\", name: \"b\" }",
                "Arguments { index: 1, fragment: \"{\\\"y\\\":\" }",
                "Arguments { index: 0, fragment: \"{\\\"x\\\": 1.0}\" }",
                "Arguments { index: 1, fragment: \"2}\" }",
            ]
        );
        let opaque = |block: Value| Part::Opaque { block: Box::new(block) };
        let mut cited = Extra::new();
        cited.insert("citations", json!([{"type": "page", "n": 1}]));
        let mut second = call("t2", "b", "{\"y\":2}");
        if let Part::ToolCall(call) = &mut second {
            call.extra.insert("caller", json!({"type": "direct"}));
        }
        let parts = vec![
            opaque(json!({"type": "thinking", "thinking": "Let me see.", "signature": "SIG"})),
            opaque(json!({"type": "redacted_thinking", "data": "XX"})),
            Part::Text { text: "Hi".to_owned(), extra: cited },
            call("t1", "a", "{\"x\": 1.0}"),
            second,
        ];
        let expected = Reply {
            usage: Some(ServerUsage { input: 100, cached: 90, output: 40, reasoning: 0 }),
            id: Some("msg_1".to_owned()),
            model: Some("claude-x".to_owned()),
            ..Reply::new(parts, StopReason::ToolCalls)
        };
        assert_eq!(found, Ok(expected));
    }

    #[test]
    fn a_whole_answer_gives_the_same_as_its_stream() {
        let body = json!({"id": "m", "type": "message", "model": "x", "content": [
            {"type": "text", "text": "Hi", "citations": null},
            {"type": "tool_use", "id": "t", "name": "a", "input": {"p": [1, "é"]}}],
            "stop_reason": "tool_use", "usage": {"input_tokens": 3, "output_tokens": 4}});
        let mut seen = Vec::new();
        let mut note = |delta: Delta<'_>| seen.push(format!("{delta:?}"));
        let mut sink = Sink::new(&mut note);
        let mut builder = ReplyBuilder::default();
        builder.whole(body, &mut sink).unwrap();
        let expected = Reply {
            usage: Some(ServerUsage { input: 3, cached: 0, output: 4, reasoning: 0 }),
            id: Some("m".to_owned()),
            model: Some("x".to_owned()),
            ..Reply::new(
                vec![Part::text("Hi"), call("t", "a", "{\"p\":[1,\"é\"]}")],
                StopReason::ToolCalls,
            )
        };
        assert_eq!(builder.finish(&mut sink), Ok(expected));
        assert_eq!(
            seen[..3],
            [
                "Text(\"Hi\")",
                "ToolCall { index: 0, id: \"t\", name: \"a\" }",
                "Arguments { index: 0, fragment: \"{\\\"p\\\":[1,\\\"é\\\"]}\" }",
            ]
        );
    }

    #[test]
    fn a_call_that_was_cut_is_left_out_and_said() {
        let events = vec![
            block(0, json!({"type": "text", "text": "Writing"})),
            stop(0),
            block(1, json!({"type": "tool_use", "id": "t", "name": "write", "input": {}})),
            delta(1, json!({"type": "input_json_delta", "partial_json": "{\"text\": \"abc"})),
            end("max_tokens"),
            json!({"type": "message_stop"}),
        ];
        let expected = Reply {
            warnings: vec!["a call of `write` was cut off and is left out".into()],
            ..Reply::new(vec![Part::text("Writing")], StopReason::Length)
        };
        assert_eq!(ReplyBuilder::default().play(events).1, Ok(expected));
    }

    #[test]
    fn an_error_in_the_stream_and_a_refusal_are_told() {
        let (_, found) = ReplyBuilder::default().play(vec![
            start(json!({})),
            json!({"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}),
        ]);
        let error = found.unwrap_err();
        assert_eq!(error.class, ErrorClass::Overloaded { retry_after: None });
        let (_, found) = ReplyBuilder::default()
            .play(vec![json!({"type": "message_delta", "delta": {
            "stop_reason": "refusal", "stop_details": {"type": "refusal", "category": "cyber"}}})]);
        let expected = Reply {
            warnings: vec!["the model declined: cyber".to_owned()],
            ..Reply::new(vec![], StopReason::Refusal)
        };
        assert_eq!(found, Ok(expected));
    }

    #[test]
    fn blocks_of_one_index_and_calls_of_one_id_are_told_apart() {
        let piece = |text: &str| delta(0, json!({"type": "text_delta", "text": text}));
        let tool = |id: &str| block(0, json!({"type": "tool_use", "id": id, "name": "look"}));
        let input = json!({"type": "input_json_delta", "partial_json": "{}"});
        let (_, found) = ReplyBuilder::default().play(vec![
            start(json!({"id": "msg_1"})),
            block(0, json!({"type": "text", "text": ""})),
            piece("One"),
            stop(0),
            block(0, json!({"type": "text", "text": ""})),
            piece("Two"),
            stop(0),
            tool("a"),
            delta(0, input.clone()),
            tool("a"),
            delta(0, input),
            tool(""),
            end("tool_use"),
        ]);
        let expected = [
            Part::text("One"),
            Part::text("Two"),
            call("a", "look", "{}"),
            call("a_1", "look", "{}"),
            call("call_msg1_2", "look", "{}"),
        ];
        assert_eq!(found.unwrap().parts, expected);
    }

    #[test]
    fn blocks_and_calls_without_end_are_refused() {
        let flood = |kind: &str| {
            let events = (0..5_000).map(|index| block(index, json!({"type": kind}))).collect();
            ReplyBuilder::default().play(events).1.unwrap_err().class
        };
        assert_eq!(flood("tool_use"), ErrorClass::Protocol);
        assert_eq!(flood("server_tool_use"), ErrorClass::Protocol);
    }

    #[test]
    fn absurd_events_do_no_harm() {
        let events = vec![
            json!(null),
            json!([]),
            json!({"type": 7}),
            json!({"type": "content_block_start", "index": u64::MAX, "content_block": 3}),
            json!({"type": "content_block_start", "index": -1}),
            delta(9, json!({"type": "input_json_delta", "partial_json": "{"})),
            delta(9, json!({"type": "text_delta", "text": "late"})),
            delta(9, json!(null)),
            json!({"type": "message_delta", "usage": [1], "delta": "x"}),
            block(u64::MAX, json!({"type": "new_block", "id": 1})),
            end("end_turn"),
        ];
        let expected = Reply::new(
            vec![
                Part::text("late"),
                Part::Opaque { block: Box::new(json!({"type": "new_block", "id": 1})) },
            ],
            StopReason::End,
        );
        assert_eq!(ReplyBuilder::default().play(events).1, Ok(expected));
    }

    #[test]
    fn a_summary_is_kept_as_it_came() {
        let summary = json!({"type": "compaction", "content": "We did x.", "signature": "S"});
        let events = vec![block(0, summary.clone()), stop(0), end("compaction")];
        let expected =
            Reply::new(vec![Part::Opaque { block: Box::new(summary) }], StopReason::Compaction);
        assert_eq!(ReplyBuilder::default().play(events).1, Ok(expected));
    }
}
