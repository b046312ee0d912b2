//! What a server says in the body of an error, in any of the known shapes.

use serde_json::Value;

/// The fields of an error's body that classify it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ErrorBody {
    /// What happened, in the server's words.
    pub message: Option<String>,
    /// `type`: `invalid_request_error`, `overloaded_error`, …
    pub kind: Option<String>,
    /// `code` if it is a word, or Google's `status`: `context_length_exceeded`,
    /// `INVALID_ARGUMENT`, …
    pub code: Option<String>,
    /// `code` if it is a number: usually an HTTP status.
    pub status: Option<u16>,
    /// The field of the request that caused it.
    pub param: Option<String>,
    /// The server's id of the request.
    pub request_id: Option<String>,
    /// The window in tokens, if it has a field of its own (llama.cpp).
    pub limit: Option<u64>,
    /// The request's tokens, if they have a field of their own.
    pub requested: Option<u64>,
}

impl ErrorBody {
    /// Reads an error in the shape of OpenAI (`error` object), old vLLM (flat),
    /// Anthropic (`type: error`), Google (`error.status`, also in an array),
    /// Ollama (`error` text), FastAPI (`detail`), Responses (`response.error`)
    /// and gateways (`message`, `errors`). `None` if it contains no error.
    pub fn from_json(json: &Value) -> Option<Self> {
        let json = match json.as_array() {
            Some(list) => list.first()?,
            None => json,
        };
        let object = json.as_object()?;
        let mut found = Self::default();
        let inner = [
            object.get("error"),
            json.pointer("/response/error"),
            object.get("errors").and_then(|list| list.get(0)),
            object.get("detail"),
            // Where Responses gives the reason if its error is null.
            json.pointer("/response/status_details/error"),
            json.pointer("/response/incomplete_details"),
            object.get("incomplete_details"),
        ];
        match inner.into_iter().flatten().find(|value| !is_nothing(value)) {
            Some(error) => found.take(error),
            // A flat error: `message` next to `type`, `code` or `object`.
            None if is_flat_error(json) => found.take(json),
            None => return None,
        }
        found.request_id = [object.get("request_id"), json.pointer("/error/request_id")]
            .into_iter()
            .flatten()
            .find_map(text)
            .map(short);
        Some(found)
    }

    /// Returns whether a server refuses a request because it was not encrypted.
    pub(super) fn expects_encryption(&self) -> bool {
        // Go's servers; nginx; Apache and IIS; Tomcat.
        const WORDS: [&str; 4] = [
            "sent an http request to an https server",
            "plain http request was sent to https port",
            "speaking plain http to an ssl-enabled server port",
            "combination of host and port requires tls",
        ];
        let words = self.message.as_deref().unwrap_or_default().to_ascii_lowercase();
        WORDS.iter().any(|known| words.contains(known))
    }

    fn take(&mut self, error: &Value) {
        match error {
            Value::String(message) => self.message = Some(message.clone()),
            // FastAPI lists the problems it found.
            Value::Array(list) => {
                let message_of = |item: &Value| {
                    let place = item.get("loc").and_then(Value::as_array).map(|loc| {
                        let words = loc.iter().map(|part| part.to_string().replace('"', ""));
                        words.collect::<Vec<_>>().join(".")
                    });
                    let message = text(item.get("msg").or_else(|| item.get("message"))?)?;
                    Some(
                        place
                            .map_or_else(|| message.clone(), |place| format!("{place}: {message}")),
                    )
                };
                let messages: Vec<String> = list.iter().take(8).filter_map(message_of).collect();
                self.message = (!messages.is_empty()).then(|| messages.join("; "));
            }
            Value::Object(error) => {
                self.message = ["message", "msg", "error", "detail", "reason"]
                    .iter()
                    .find_map(|name| error.get(*name).and_then(text));
                self.kind = error.get("type").and_then(text);
                self.code = error.get("code").and_then(Value::as_str).map(str::to_owned);
                if self.code.is_none() {
                    self.code = error.get("status").and_then(Value::as_str).map(str::to_owned);
                }
                let status = error.get("code").or_else(|| error.get("status_code"));
                self.status = status.and_then(number).and_then(|code| u16::try_from(code).ok());
                self.param = error.get("param").and_then(text).map(short);
                self.limit = error.get("n_ctx").and_then(number);
                self.requested = error.get("n_prompt_tokens").and_then(number);
                self.take_details(error);
            }
            _ => {}
        }
    }

    /// Google puts its reason into `details`; OpenRouter passes on the message of the server behind
    /// it in `metadata.raw`.
    fn take_details(&mut self, error: &serde_json::Map<String, Value>) {
        let details = error.get("details").and_then(Value::as_array).into_iter().flatten();
        let reason = details.filter_map(|detail| detail.get("reason")).find_map(text);
        if reason.as_deref() == Some("API_KEY_INVALID") {
            self.code = reason;
        }
        let metadata = error.get("metadata");
        if let Some(raw) = metadata.and_then(|metadata| metadata.get("raw")).and_then(text) {
            let inner = serde_json::from_str::<Value>(&raw).ok().as_ref().and_then(Self::from_json);
            let words = inner.and_then(|inner| inner.message).unwrap_or(raw);
            let words: String = words.chars().take(1_000).collect();
            self.message = Some(match self.message.take() {
                Some(message) if message != words => format!("{message}: {words}"),
                _ => words,
            });
        }
    }
}

fn is_flat_error(json: &Value) -> bool {
    if !json.get("message").is_some_and(Value::is_string) {
        return false;
    }
    let is = |name: &str, value: &str| json.get(name).and_then(Value::as_str) == Some(value);
    let kind = json.get("type").and_then(Value::as_str).unwrap_or_default();
    is("object", "error")
        || kind.contains("rror")
        || json.get("code").is_some_and(|code| !code.is_null())
        || json.as_object().is_some_and(|object| object.len() <= 3 && !object.contains_key("role"))
}

fn is_nothing(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::String(text) => text.is_empty(),
        Value::Object(map) => map.is_empty(),
        Value::Array(list) => list.is_empty(),
        _ => false,
    }
}

/// Text, or a number as text.
fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) if !text.trim().is_empty() => Some(text.trim().to_owned()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// Names are short; longer text is cut so that it does not fill an error.
fn short(text: String) -> String {
    const LONGEST: usize = 200;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

fn number(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.as_str()?.parse().ok())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn with_message(message: &str) -> ErrorBody {
        ErrorBody { message: Some(message.to_owned()), ..ErrorBody::default() }
    }

    #[test]
    #[expect(clippy::too_many_lines, reason = "a table of bodies")]
    fn every_shape_of_error_is_read() {
        let some = |text: &str| Some(text.to_owned());
        let cases = [
            (
                json!({"error": {"message": "no", "type": "invalid_request_error",
                    "param": "messages", "code": "context_length_exceeded"}}),
                ErrorBody {
                    kind: some("invalid_request_error"),
                    code: some("context_length_exceeded"),
                    param: some("messages"),
                    ..with_message("no")
                },
            ),
            (
                json!({"type": "error", "request_id": "req_1",
                    "error": {"type": "overloaded_error", "message": "Overloaded"}}),
                ErrorBody {
                    kind: some("overloaded_error"),
                    request_id: some("req_1"),
                    ..with_message("Overloaded")
                },
            ),
            (
                json!([{"error": {"code": 400, "message": "bad", "status": "INVALID_ARGUMENT",
                    "details": [{"@type": "x", "reason": "API_KEY_INVALID"}]}}]),
                ErrorBody {
                    status: Some(400),
                    code: some("API_KEY_INVALID"),
                    ..with_message("bad")
                },
            ),
            (
                json!({"error": {"code": 400, "message": "too long", "n_prompt_tokens": 3618,
                    "type": "exceed_context_size_error", "n_ctx": 1024}}),
                ErrorBody {
                    status: Some(400),
                    kind: some("exceed_context_size_error"),
                    limit: Some(1_024),
                    requested: Some(3_618),
                    ..with_message("too long")
                },
            ),
            (
                json!({"object": "error", "message": "no", "type": "BadRequestError",
                    "param": null, "code": 400}),
                ErrorBody {
                    status: Some(400),
                    kind: some("BadRequestError"),
                    ..with_message("no")
                },
            ),
            (json!({"error": "model not found"}), with_message("model not found")),
            (json!({"detail": "Not Found"}), with_message("Not Found")),
            (
                json!({"detail": [{"loc": ["body", "messages", 0], "msg": "field required"}]}),
                with_message("body.messages.0: field required"),
            ),
            (json!({"message": "no Route matched"}), with_message("no Route matched")),
            (
                json!({"type": "response.failed", "response": {"error": {"code": "server_error",
                    "message": "sorry"}}}),
                ErrorBody { code: some("server_error"), ..with_message("sorry") },
            ),
            (
                json!({"error": {"message": "Provider returned error", "code": 429,
                    "metadata": {"raw": "{\"error\":{\"message\":\"slow down\"}}"}}}),
                ErrorBody {
                    status: Some(429),
                    ..with_message("Provider returned error: slow down")
                },
            ),
        ];
        for (json, expected) in cases {
            assert_eq!(ErrorBody::from_json(&json), Some(expected), "{json}");
        }
    }

    #[test]
    fn names_of_any_length_are_told_in_short() {
        let long = "x".repeat(100_000);
        let json = json!({"error": {"message": "no", "param": long, "request_id": long}});
        let found = ErrorBody::from_json(&json).unwrap();
        let expected = format!("{}…", "x".repeat(200));
        assert_eq!((found.param, found.request_id), (Some(expected.clone()), Some(expected)));
    }

    #[test]
    fn what_holds_no_error_is_none() {
        for json in [
            json!(null),
            json!([]),
            json!({"error": null, "choices": []}),
            json!({"message": {"role": "assistant", "content": "hi"}, "done": true, "a": 1, "b": 2}),
            json!({"choices": [{"message": {"content": "error"}}]}),
        ] {
            assert_eq!(ErrorBody::from_json(&json), None, "{json}");
        }
    }
}
