//! Assembles an answer from chunks.

use serde_json::{Map, Value};

use super::parts::{MADE_UP, SIGNATURE};
use crate::answer_calls::{AnswerCalls, check_parts};
use crate::http::{AnswerReader, Progress, Sink};
use crate::server_fault::{is_fault, not_an_answer, server_fault};
use crate::{Delta, ErrorClass, ProviderError, Reply, StopReason};
use vibeue_conversation::{Extra, Part, ToolCall};
use vibeue_tokens::ServerUsage;

/// Assembles the answer from the chunks of a stream, each of which has the form
/// of a whole answer.
///
/// Unknown fields are ignored; unknown parts are kept as received.
#[derive(Debug)]
pub(super) struct ReplyBuilder {
    /// The source of made-up ids if the server does not name the answer.
    seed: u64,
    id: Option<String>,
    model: Option<String>,
    parts: Vec<Part>,
    calls: AnswerCalls,
    usage: Option<ServerUsage>,
    finish: Option<String>,
    finish_message: Option<String>,
    whole: bool,
}

impl ReplyBuilder {
    /// Begins an answer. The seed must differ between answers.
    pub(super) fn new(seed: u64) -> Self {
        Self {
            seed,
            id: None,
            model: None,
            parts: Vec::new(),
            calls: AnswerCalls::default(),
            usage: None,
            finish: None,
            finish_message: None,
            whole: false,
        }
    }

    fn chunk(&mut self, chunk: &Value, sink: &mut Sink<'_>) -> Result<(), ProviderError> {
        if chunk.get("error").is_some_and(|error| !error.is_null()) {
            return Err(server_fault(chunk));
        }
        let text = |name: &str| chunk.get(name).and_then(Value::as_str).map(str::to_owned);
        self.id = self.id.take().or(text("responseId"));
        self.model = text("modelVersion").or(self.model.take());
        if let Some(usage) = ServerUsage::from_json(chunk) {
            self.usage = Some(usage);
            sink.send(Delta::Usage(usage));
        }
        // Without candidates the request itself was blocked.
        let blocked = chunk.pointer("/promptFeedback/blockReason").and_then(Value::as_str);
        let candidates = chunk.get("candidates").and_then(Value::as_array);
        let Some(candidate) = candidates.and_then(|list| list.first()) else {
            return match blocked.filter(|reason| *reason != "BLOCK_REASON_UNSPECIFIED") {
                Some(reason) => Err(refused(chunk, reason)),
                None => Ok(()),
            };
        };
        let parts = candidate.pointer("/content/parts").and_then(Value::as_array);
        for part in parts.into_iter().flatten() {
            self.part(part, sink)?;
            check_parts(self.parts.len())?;
        }
        if let Some(finish) = candidate.get("finishReason").and_then(Value::as_str) {
            self.finish = Some(finish.to_owned());
        }
        if let Some(message) = candidate.get("finishMessage").and_then(Value::as_str) {
            self.finish_message = Some(message.to_owned());
        }
        Ok(())
    }

    fn part(&mut self, part: &Value, sink: &mut Sink<'_>) -> Result<(), ProviderError> {
        let Some(fields) = part.as_object() else { return Ok(()) };
        let is_thought = fields.get("thought") == Some(&Value::Bool(true));
        if let Some(call) = fields.get("functionCall").and_then(Value::as_object) {
            return self.call(call, fields, sink);
        }
        let Some(text) = fields.get("text").and_then(Value::as_str) else {
            if !fields.is_empty() {
                self.parts.push(Part::Opaque { block: Box::new(part.clone()) });
            }
            return Ok(());
        };
        if is_thought {
            sink.send(Delta::Reasoning(text));
            self.thought(text, fields);
            return Ok(());
        }
        sink.send(Delta::Text(text));
        let extra = rest(fields, &["text", "thought"]);
        if text.is_empty() {
            // A signature without text stays a part of its own.
            if !extra.is_empty() {
                self.parts.push(Part::Opaque { block: Box::new(part.clone()) });
            }
            return Ok(());
        }
        match self.parts.last_mut() {
            // Parts with a signature are never joined with others.
            Some(Part::Text { text: known, extra: before })
                if before.is_empty() && extra.is_empty() =>
            {
                known.push_str(text);
            }
            _ => self.parts.push(Part::Text { text: text.to_owned(), extra }),
        }
        Ok(())
    }

    /// Visible thoughts are joined as long as they have no signature.
    fn thought(&mut self, text: &str, fields: &Map<String, Value>) {
        let unsealed = !fields.contains_key(SIGNATURE);
        if let Some(Part::Opaque { block }) = self.parts.last_mut()
            && unsealed
            && block.get("thought") == Some(&Value::Bool(true))
            && block.get(SIGNATURE).is_none()
            && let Some(Value::String(known)) = block.get_mut("text")
        {
            known.push_str(text);
            return;
        }
        self.parts.push(Part::Opaque { block: Box::new(Value::Object(fields.clone())) });
    }

    fn call(
        &mut self,
        call: &Map<String, Value>,
        fields: &Map<String, Value>,
        sink: &mut Sink<'_>,
    ) -> Result<(), ProviderError> {
        let text = |name: &str| call.get(name).and_then(Value::as_str).filter(|t| !t.is_empty());
        let id = match text("id") {
            Some(id) => id.to_owned(),
            None => self.made_up_id(),
        };
        let name = text("name").unwrap_or_default();
        let arguments = match call.get("args") {
            None | Some(Value::Null) => "{}".to_owned(),
            Some(args) => args.to_string(),
        };
        let (index, id) = self.calls.begin(&id, None)?;
        sink.send(Delta::ToolCall { index, id: &id, name });
        sink.send(Delta::Arguments { index, fragment: &arguments });
        self.parts.push(Part::ToolCall(Box::new(ToolCall {
            id: id.into(),
            name: name.into(),
            arguments,
            extra: rest(fields, &["functionCall"]),
        })));
        Ok(())
    }

    /// An id that no other call of the conversation has: made from the answer's
    /// own id, or from the seed, and the call's position.
    fn made_up_id(&self) -> String {
        let accepted = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
        let answer: String =
            self.id.iter().flat_map(|id| id.chars()).filter(accepted).take(32).collect();
        let answer = if answer.is_empty() { format!("{:016x}", self.seed) } else { answer };
        format!("{MADE_UP}{answer}_{}", self.calls.len())
    }

    fn reply(&mut self) -> Result<Reply, ProviderError> {
        let parts = std::mem::take(&mut self.parts);
        let has_calls = parts.iter().any(|part| matches!(part, Part::ToolCall(_)));
        let mut warnings = Vec::new();
        let stop = match self.finish.as_deref() {
            None | Some("STOP" | "FUNCTION_CALL" | "FINISH_REASON_UNSPECIFIED") if has_calls => {
                StopReason::ToolCalls
            }
            None | Some("STOP" | "FUNCTION_CALL" | "FINISH_REASON_UNSPECIFIED") => StopReason::End,
            Some("MAX_TOKENS") => StopReason::Length,
            Some(
                "SAFETY" | "RECITATION" | "LANGUAGE" | "BLOCKLIST" | "PROHIBITED_CONTENT" | "SPII"
                | "MODEL_ARMOR",
            ) => StopReason::Refusal,
            Some(other) if other.starts_with("IMAGE_") && other != "IMAGE_OTHER" => {
                StopReason::Refusal
            }
            Some(other) => StopReason::Other(other.to_owned()),
        };
        if let Some(reason) = self.finish.as_deref()
            && !matches!(stop, StopReason::End | StopReason::ToolCalls | StopReason::Length)
        {
            let message = self
                .finish_message
                .as_deref()
                .map(|message| format!(": {message}"))
                .unwrap_or_default();
            warnings.push(format!("the model stopped with {reason}{message}"));
        }
        Ok(Reply {
            parts,
            extra: Extra::new(),
            stop,
            usage: self.usage,
            id: self.id.take(),
            model: self.model.take(),
            warnings,
        })
    }
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
        // Errors sometimes arrive in a list, and so do all chunks from servers
        // that were not asked for events.
        match &event {
            Value::Array(chunks) => {
                for chunk in chunks {
                    self.chunk(chunk, sink)?;
                }
            }
            chunk => self.chunk(chunk, sink)?,
        }
        Ok(Progress::More)
    }

    fn whole(&mut self, body: Value, sink: &mut Sink<'_>) -> Result<(), ProviderError> {
        let chunks = match &body {
            Value::Array(chunks) => chunks.as_slice(),
            chunk => std::slice::from_ref(chunk),
        };
        for chunk in chunks {
            let known = ["candidates", "promptFeedback", "usageMetadata", "error"];
            if !known.iter().any(|name| chunk.get(*name).is_some()) {
                return Err(not_an_answer(chunk, "it has no `candidates`"));
            }
            self.chunk(chunk, sink)?;
        }
        self.whole = true;
        Ok(())
    }

    fn is_complete(&self) -> bool {
        self.whole || self.finish.is_some()
    }

    fn finish(&mut self, _: &mut Sink<'_>) -> Result<Reply, ProviderError> {
        self.reply()
    }
}

fn rest(fields: &Map<String, Value>, known: &[&str]) -> Extra {
    let mut extra = Extra::new();
    for (name, value) in fields {
        if !known.contains(&name.as_str()) && !value.is_null() {
            extra.insert(name.clone(), value.clone());
        }
    }
    extra
}

fn refused(chunk: &Value, reason: &str) -> ProviderError {
    let message = chunk.pointer("/promptFeedback/blockReasonMessage").and_then(Value::as_str);
    let message = message.map(|message| format!(": {message}")).unwrap_or_default();
    ProviderError::new(
        ErrorClass::Refused,
        format!("Google blocked the request ({reason}){message}"),
    )
    .hint("change what the last messages say; the same request would be blocked again")
}

#[cfg(test)]
#[expect(clippy::needless_pass_by_value, reason = "what is tried is written in place")]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::testing::{Play as _, call};

    fn chunk(parts: Value) -> Value {
        json!({"candidates": [{"content": {"role": "model", "parts": parts}, "index": 0}]})
    }

    fn last(parts: Value, finish: &str) -> Value {
        json!({"candidates": [{"content": {"parts": parts}, "finishReason": finish}]})
    }

    fn opaque(block: Value) -> Part {
        Part::Opaque { block: Box::new(block) }
    }

    #[test]
    fn calls_and_parts_without_end_are_refused_and_ids_are_told_apart() {
        let flood = |part: Value| {
            let (_, reply) =
                ReplyBuilder::new(255).play(vec![last(vec![part; 5_000].into(), "STOP")]);
            reply.unwrap_err().class
        };
        assert_eq!(flood(json!({"functionCall": {"name": "a"}})), ErrorClass::Protocol);
        assert_eq!(flood(json!({"executableCode": {}})), ErrorClass::Protocol);
        let twice = vec![json!({"functionCall": {"id": "x", "name": "a"}}); 2];
        let (_, found) = ReplyBuilder::new(255).play(vec![last(twice.into(), "STOP")]);
        assert_eq!(found.unwrap().parts, [call("x", "a", "{}"), call("x_1", "a", "{}")]);
    }

    #[test]
    fn thoughts_text_and_parallel_calls_come_together() {
        let mut end = last(json!([{"text": "", "thoughtSignature": "E"}]), "STOP");
        end["usageMetadata"] = json!({"promptTokenCount": 100, "cachedContentTokenCount": 40,
            "candidatesTokenCount": 5, "thoughtsTokenCount": 7, "totalTokenCount": 112});
        let mut start = chunk(json!([{"text": "Let me ", "thought": true}]));
        start["responseId"] = json!("r.1-a");
        start["modelVersion"] = json!("gemini-3");
        let (seen, found) = ReplyBuilder::new(255).play(vec![
            start,
            chunk(json!([{"text": "see.", "thought": true}])),
            chunk(json!([{"text": "Hi"}, {"text": " there"}])),
            chunk(json!([{"text": "!", "thoughtSignature": "T"}, {"text": "Now."}])),
            chunk(json!([
                {"functionCall": {"id": "fc", "name": "a", "args": {"x": 1}},
                    "thoughtSignature": "S"},
                {"functionCall": {"name": "b"}},
                {"executableCode": {"code": "1"}}, {}])),
            end,
        ]);
        assert_eq!(
            seen,
            [
                "Reasoning(\"Let me \")",
                "Reasoning(\"see.\")",
                "Text(\"Hi\")",
                "Text(\" there\")",
                "Text(\"!\")",
                "Text(\"Now.\")",
                "ToolCall { index: 0, id: \"fc\", name: \"a\" }",
                "Arguments { index: 0, fragment: \"{\\\"x\\\":1}\" }",
                "ToolCall { index: 1, id: \"gemini_call_r1-a_1\", name: \"b\" }",
                "Arguments { index: 1, fragment: \"{}\" }",
            ]
        );
        let sealed = |seal: &str| {
            let mut extra = Extra::new();
            extra.insert("thoughtSignature", json!(seal));
            extra
        };
        let mut first = call("fc", "a", "{\"x\":1}");
        if let Part::ToolCall(call) = &mut first {
            call.extra = sealed("S");
        }
        let parts = vec![
            opaque(json!({"text": "Let me see.", "thought": true})),
            Part::text("Hi there"),
            Part::Text { text: "!".to_owned(), extra: sealed("T") },
            Part::text("Now."),
            first,
            call("gemini_call_r1-a_1", "b", "{}"),
            opaque(json!({"executableCode": {"code": "1"}})),
            opaque(json!({"text": "", "thoughtSignature": "E"})),
        ];
        let expected = Reply {
            usage: Some(ServerUsage { input: 100, cached: 40, output: 12, reasoning: 7 }),
            id: Some("r.1-a".to_owned()),
            model: Some("gemini-3".to_owned()),
            ..Reply::new(parts, StopReason::ToolCalls)
        };
        assert_eq!(found, Ok(expected));
    }

    #[test]
    fn endings_are_told_apart() {
        let ended = |finish: &str| {
            let reply =
                ReplyBuilder::new(255).play(vec![last(json!([{"text": "a"}]), finish)]).1.unwrap();
            (reply.stop, reply.warnings)
        };
        let stopped = |reason: &str| vec![format!("the model stopped with {reason}")];
        assert_eq!(ended("STOP"), (StopReason::End, vec![]));
        assert_eq!(ended("MAX_TOKENS"), (StopReason::Length, vec![]));
        assert_eq!(ended("SAFETY"), (StopReason::Refusal, stopped("SAFETY")));
        assert_eq!(ended("IMAGE_SAFETY"), (StopReason::Refusal, stopped("IMAGE_SAFETY")));
        let malformed = "MALFORMED_FUNCTION_CALL";
        assert_eq!(ended(malformed), (StopReason::Other(malformed.to_owned()), stopped(malformed)));
        let made_up = ReplyBuilder::new(255)
            .play(vec![last(json!([{"functionCall": {"name": "a"}}]), "STOP")])
            .1;
        let expected = Reply::new(
            vec![call("gemini_call_00000000000000ff_0", "a", "{}")],
            StopReason::ToolCalls,
        );
        assert_eq!(made_up, Ok(expected));
    }

    #[test]
    fn errors_come_as_objects_in_lists_and_as_blocked_requests() {
        let error = json!({"error": {"code": 429, "message": "slow down",
            "status": "RESOURCE_EXHAUSTED", "details": []}});
        let class = |chunk: Value| ReplyBuilder::new(255).play(vec![chunk]).1.unwrap_err().class;
        assert_eq!(class(error.clone()), ErrorClass::RateLimited { retry_after: None });
        assert_eq!(class(json!([error])), ErrorClass::RateLimited { retry_after: None });
        let blocked = json!({"promptFeedback": {"blockReason": "SAFETY",
            "blockReasonMessage": "not this"}});
        let found = ReplyBuilder::new(255).play(vec![blocked]).1.unwrap_err();
        assert_eq!(
            (found.class, found.message.as_str()),
            (ErrorClass::Refused, "Google blocked the request (SAFETY): not this")
        );
    }

    #[test]
    fn a_whole_answer_may_be_a_list_of_chunks_and_must_be_one() {
        let whole = |body: Value| {
            let mut unheard = |_: Delta<'_>| {};
            let mut sink = Sink::new(&mut unheard);
            let mut builder = ReplyBuilder::new(0);
            builder.whole(body, &mut sink)?;
            AnswerReader::finish(&mut builder, &mut sink)
        };
        let chunks = json!([chunk(json!([{"text": "a"}])), last(json!([{"text": "b"}]), "STOP")]);
        assert_eq!(whole(chunks), Ok(Reply::new(vec![Part::text("ab")], StopReason::End)));
        let error = whole(json!({"status": "ok"})).unwrap_err();
        assert_eq!(error.class, ErrorClass::Protocol);
    }

    #[test]
    fn absurd_chunks_do_no_harm() {
        let (_, found) = ReplyBuilder::new(255).play(vec![
            json!(null),
            json!([]),
            json!({"candidates": {}, "usageMetadata": {"promptTokenCount": -4}}),
            json!({"candidates": [{"content": {"parts": [1, null, {"text": 5}, {"thought": 3}]}}]}),
            json!({"candidates": [{"content": {"parts": [{"functionCall": {"args": "x"}}]}}]}),
            last(json!("none"), "STOP"),
        ]);
        let expected = Reply::new(
            vec![
                opaque(json!({"text": 5})),
                opaque(json!({"thought": 3})),
                call("gemini_call_00000000000000ff_0", "", "\"x\""),
            ],
            StopReason::ToolCalls,
        );
        assert_eq!(found, Ok(expected));
    }
}
