//! Assembles an answer from lines.

use serde_json::{Map, Value};

use super::messages::REASONING;
use crate::answer_calls::AnswerCalls;
use crate::http::{AnswerReader, Progress, Sink};
use crate::server_fault::{is_fault, not_an_answer, server_fault};
use crate::{Delta, ProviderError, Reply, StopReason};
use vibeue_conversation::{Extra, Part, ToolCall};
use vibeue_tokens::ServerUsage;

/// Assembles the answer from the lines of a stream, or from a whole body.
#[derive(Debug, Default)]
pub(super) struct ReplyBuilder {
    /// The context length that was requested.
    context_length: Option<u64>,
    model: Option<String>,
    /// When the answer was created: the source of call ids.
    created: String,
    text: String,
    thinking: String,
    calls: Vec<ToolCall>,
    ids: AnswerCalls,
    extra: Map<String, Value>,
    usage: Option<ServerUsage>,
    stop: Option<String>,
    done: bool,
    answered: bool,
}

impl ReplyBuilder {
    /// Creates a builder that knows the requested context length.
    pub(super) fn new(context_length: Option<u64>) -> Self {
        Self { context_length, ..Self::default() }
    }

    fn take_message(
        &mut self,
        message: Map<String, Value>,
        sink: &mut Sink<'_>,
    ) -> Result<(), ProviderError> {
        self.answered = true;
        for (name, value) in message {
            match (name.as_str(), value) {
                ("role", _) | (_, Value::Null) => {}
                ("content", Value::String(text)) => {
                    sink.send(Delta::Text(&text));
                    self.text.push_str(&text);
                }
                // Compatible servers use the other names.
                ("thinking" | "reasoning" | "reasoning_content", Value::String(text)) => {
                    sink.send(Delta::Reasoning(&text));
                    self.thinking.push_str(&text);
                }
                ("tool_calls", Value::Array(calls)) => {
                    for call in calls {
                        self.take_call(&call, sink)?;
                    }
                }
                ("content" | "thinking" | "tool_calls" | "images", _) => {}
                (_, value) => {
                    self.extra.insert(name, value);
                }
            }
        }
        Ok(())
    }

    /// Adds a call; calls arrive whole.
    fn take_call(&mut self, call: &Value, sink: &mut Sink<'_>) -> Result<(), ProviderError> {
        let text = |place: &str| call.pointer(place).and_then(Value::as_str).unwrap_or_default();
        let name = match text("/function/name") {
            "" => "unknown",
            name => name,
        };
        let arguments = match call.pointer("/function/arguments") {
            None | Some(Value::Null) => "{}".to_owned(),
            Some(Value::String(text)) => text.clone(),
            Some(object) => object.to_string(),
        };
        let (index, id) = self.ids.begin(text("/id"), Some(&self.created))?;
        sink.send(Delta::ToolCall { index, id: &id, name });
        sink.send(Delta::Arguments { index, fragment: &arguments });
        self.calls.push(ToolCall {
            id: id.into(),
            name: name.into(),
            arguments,
            extra: Extra::new(),
        });
        Ok(())
    }
}

impl AnswerReader for ReplyBuilder {
    fn event(
        &mut self,
        name: Option<&str>,
        line: Value,
        sink: &mut Sink<'_>,
    ) -> Result<Progress, ProviderError> {
        if is_fault(name, &line) {
            return Err(server_fault(&line));
        }
        let Value::Object(mut line) = line else { return Ok(Progress::More) };
        if let Some(Value::String(model)) = line.remove("model") {
            self.model.get_or_insert(model);
        }
        if let Some(Value::String(created)) = line.remove("created_at")
            && self.created.is_empty()
        {
            self.created = created.chars().filter(char::is_ascii_digit).skip(2).take(18).collect();
        }
        if let Some(Value::Object(message)) = line.remove("message") {
            self.take_message(message, sink)?;
        }
        if line.get("done").and_then(Value::as_bool) != Some(true) {
            return Ok(Progress::More);
        }
        self.done = true;
        if let Some(Value::String(reason)) = line.remove("done_reason") {
            self.stop = Some(reason);
        }
        self.usage = ServerUsage::from_json(&Value::Object(line));
        if let Some(usage) = self.usage {
            sink.send(Delta::Usage(usage));
        }
        Ok(Progress::Done)
    }

    fn whole(&mut self, body: Value, sink: &mut Sink<'_>) -> Result<(), ProviderError> {
        if !body.get("message").is_some_and(Value::is_object) {
            return Err(not_an_answer(&body, "there is no message in it"));
        }
        self.event(None, body, sink).map(drop)
    }

    fn is_complete(&self) -> bool {
        self.done
    }

    fn finish(&mut self, _sink: &mut Sink<'_>) -> Result<Reply, ProviderError> {
        let built = std::mem::take(self);
        if !built.answered {
            return Err(not_an_answer(&Value::Null, "there was no message in the stream"));
        }
        let full = |limit: u64| {
            built.usage.is_some_and(|usage| usage.input.saturating_add(usage.output) >= limit)
        };
        let stop = match built.stop.as_deref() {
            Some("length") if built.context_length.is_some_and(full) => StopReason::ContextFull,
            Some("length") => StopReason::Length,
            _ if !built.calls.is_empty() => StopReason::ToolCalls,
            None | Some("stop" | "" | "load" | "tool_calls") => StopReason::End,
            Some(other) => StopReason::Other(other.chars().take(100).collect()),
        };
        let mut parts = Vec::new();
        if !built.text.is_empty() {
            parts.push(Part::text(built.text));
        }
        parts.extend(built.calls.into_iter().map(|call| Part::ToolCall(Box::new(call))));
        let mut extra = Extra::from(built.extra);
        if !built.thinking.is_empty() {
            extra.insert(REASONING, built.thinking.into());
        }
        Ok(Reply {
            parts,
            extra,
            stop,
            usage: built.usage,
            id: None,
            model: built.model,
            warnings: Vec::new(),
        })
    }
}

#[cfg(test)]
#[expect(clippy::needless_pass_by_value, reason = "what is tried is written in place")]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::ErrorClass;

    fn read(lines: &[Value], context: Option<u64>) -> (Result<Reply, ProviderError>, String) {
        let mut streamed = String::new();
        let mut note = |delta: Delta<'_>| match delta {
            Delta::Text(text) => streamed.push_str(text),
            Delta::Reasoning(text) => streamed.push_str(&format!("<{text}>")),
            Delta::ToolCall { index, id, name } => {
                streamed.push_str(&format!("[{index} {id} {name}"));
            }
            Delta::Arguments { fragment, .. } => streamed.push_str(&format!(" {fragment}]")),
            Delta::Usage(_) => streamed.push('$'),
            Delta::Warning(words) => streamed.push_str(words),
        };
        let mut sink = Sink::new(&mut note);
        let mut builder = ReplyBuilder::new(context);
        for line in lines {
            match builder.event(None, line.clone(), &mut sink) {
                Err(error) => return (Err(error), streamed),
                Ok(Progress::Done) => break,
                Ok(Progress::More) => {}
            }
        }
        let reply = builder.finish(&mut sink);
        (reply, streamed)
    }

    fn line(message: Value) -> Value {
        json!({"model": "m", "created_at": "2026-11-21T10:20:30.123456Z", "message": message,
            "done": false})
    }

    #[test]
    fn an_answer_with_thinking_words_and_calls_is_put_together() {
        let call = |city: &str| json!({"function": {"name": "look", "arguments": {"city": city}}});
        let lines = [
            line(json!({"role": "assistant", "content": "", "thinking": "Hm"})),
            line(json!({"role": "assistant", "content": "I look."})),
            line(
                json!({"role": "assistant", "content": "", "tool_calls": [call("Ulm"), call("Bonn")]}),
            ),
            json!({"model": "m", "message": {"role": "assistant", "content": ""}, "done": true,
                "done_reason": "stop", "prompt_eval_count": 26, "eval_count": 12}),
        ];
        let (reply, heard) = read(&lines, None);
        let reply = reply.unwrap();
        assert_eq!(
            heard,
            "<Hm>I look.[0 call_261121102030123456_0 look {\"city\":\"Ulm\"}]\
             [1 call_261121102030123456_1 look {\"city\":\"Bonn\"}]$"
        );
        let mut extra = Extra::new();
        extra.insert("reasoning", "Hm".into());
        let call = |id: &str, city: &str| {
            Part::ToolCall(Box::new(ToolCall {
                id: id.into(),
                name: "look".into(),
                arguments: format!("{{\"city\":\"{city}\"}}"),
                extra: Extra::new(),
            }))
        };
        assert_eq!(
            reply,
            Reply {
                parts: vec![
                    Part::text("I look."),
                    call("call_261121102030123456_0", "Ulm"),
                    call("call_261121102030123456_1", "Bonn"),
                ],
                extra,
                stop: StopReason::ToolCalls,
                usage: Some(ServerUsage { input: 26, output: 12, ..ServerUsage::default() }),
                id: None,
                model: Some("m".to_owned()),
                warnings: Vec::new(),
            }
        );
    }

    #[test]
    fn an_error_in_the_stream_is_told() {
        let lines = [line(json!({"content": "I"})), json!({"error": "an error was encountered"})];
        let error = read(&lines, None).0.unwrap_err();
        assert_eq!(error.message, "the server reported an error: an error was encountered");
        let lines = [json!({"error": "the input length exceeds the context length"})];
        let error = read(&lines, None).0.unwrap_err();
        assert_eq!(error.class, ErrorClass::ContextLengthExceeded { limit: None, requested: None });
    }

    #[test]
    fn an_answer_that_is_cut_says_by_what() {
        let done = json!({"message": {"content": "x"}, "done": true, "done_reason": "length",
            "prompt_eval_count": 90, "eval_count": 10});
        let stop = |context| read(std::slice::from_ref(&done), context).0.unwrap().stop;
        assert_eq!(stop(Some(100)), StopReason::ContextFull);
        assert_eq!(stop(Some(200)), StopReason::Length);
        assert_eq!(stop(None), StopReason::Length);
    }

    #[test]
    fn what_is_not_a_message_is_an_error() {
        assert_eq!(read(&[json!([])], None).0.unwrap_err().class, ErrorClass::Protocol);
        let mut unheard = |_: Delta<'_>| {};
        let whole = ReplyBuilder::default().whole(json!({"x": 1}), &mut Sink::new(&mut unheard));
        assert_eq!(whole.unwrap_err().class, ErrorClass::Protocol);
    }
}
