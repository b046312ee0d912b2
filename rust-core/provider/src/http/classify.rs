//! Classifies the errors that a server reports by what the caller can do about
//! them.

use std::time::{Duration, SystemTime};

use reqwest::header::HeaderMap;
use serde_json::Value;

use super::error_body::ErrorBody;
use super::error_signs::ErrorSigns;
use super::html_page;
use super::retry_after::{LONGEST, retry_after};
use crate::{ErrorClass, ProviderError};

/// The maximum number of characters of a server's message that an error shows.
const SHOWN: usize = 1_500;

/// The headers in which servers send a request's id, best first.
const REQUEST_IDS: [&str; 9] = [
    "x-request-id",
    "request-id",
    "x-goog-request-id",
    "apim-request-id",
    "x-amzn-requestid",
    "x-generation-id",
    "x-litellm-call-id",
    "x-correlation-id",
    "cf-ray",
];

/// Returns the server's id of a request.
pub fn request_id(headers: &HeaderMap) -> Option<String> {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let id = REQUEST_IDS.iter().find_map(|name| text(name).filter(|id| !id.is_empty()))?;
    Some(id.chars().take(200).collect())
}

/// Creates the error for an answer whose status is not a success.
///
/// `host` is how errors name the server. The message is not redacted yet.
pub fn classify(
    host: &str,
    status: u16,
    headers: &HeaderMap,
    body: &[u8],
    now: SystemTime,
) -> ProviderError {
    let json: Option<Value> = serde_json::from_slice(body).ok().or_else(|| first_event(body));
    let page = html_page::is_html(body);
    let reported = json.as_ref().and_then(ErrorBody::from_json);
    let reported = reported.or_else(|| unencrypted(body, page)).unwrap_or_default();
    let wait = retry_after(headers, json.as_ref(), now);
    let class = ErrorSigns::new(Some(status), &reported).class(wait, page);
    let words = match &reported.message {
        Some(message) => shortened(message),
        None if page => html_page::title(body).map_or_else(
            || "a web page without a title".to_owned(),
            |title| format!("a web page titled “{title}”"),
        ),
        None if body.trim_ascii().is_empty() => "an empty body".to_owned(),
        None => shortened(String::from_utf8_lossy(body).trim()),
    };
    let reason = reqwest::StatusCode::from_u16(status).ok().and_then(|s| s.canonical_reason());
    let reason = reason.map_or_else(String::new, |reason| format!(" {reason}"));
    // Plain frameworks repeat the status as the body.
    let message = if reason.trim().eq_ignore_ascii_case(&words) {
        format!("{host} answered {status}{reason}")
    } else {
        format!("{host} answered {status}{reason}: {words}")
    };
    let mut error = ProviderError::new(class, message);
    error.status = Some(status);
    error.request_id = request_id(headers).or_else(|| reported.request_id.clone());
    error.hint = hint(class, status, &reported, page);
    let should = headers.get("x-should-retry").and_then(|value| value.to_str().ok());
    error.may_repeat = match should {
        Some("true") => Some(true),
        Some("false") => Some(false),
        _ => None,
    };
    error
}

/// The message, in plain text or in a page's title, of a server that refuses a
/// request because it was not encrypted.
fn unencrypted(body: &[u8], page: bool) -> Option<ErrorBody> {
    let start = &body[..body.len().min(SHOWN)];
    let words = match page {
        true => html_page::title(body)?,
        false => shortened(&String::from_utf8_lossy(start)),
    };
    let reported = ErrorBody { message: Some(words), ..ErrorBody::default() };
    reported.expects_encryption().then_some(reported)
}

/// The first event of a body that was meant to be a stream: from a gateway that
/// notices too late that it cannot stream (LiteLLM's `Error processing stream
/// start`).
fn first_event(body: &[u8]) -> Option<Value> {
    let body = body.trim_ascii_start();
    if !body.starts_with(b"data:") && !body.starts_with(b"event:") {
        return None;
    }
    body.split(|byte| *byte == b'\n')
        .filter_map(|line| line.strip_prefix(b"data:"))
        .find_map(|data| serde_json::from_slice(data.trim_ascii()).ok())
}

/// Creates the error that a server reports inside a stream, or in a body that
/// claims success; `None` if the value contains no error.
pub fn classify_value(json: &Value) -> Option<ProviderError> {
    let reported = ErrorBody::from_json(json)?;
    let wait = retry_after(&HeaderMap::new(), Some(json), SystemTime::UNIX_EPOCH);
    let class =
        ErrorSigns::new(reported.status.filter(|code| *code >= 300), &reported).class(wait, false);
    let words = reported
        .message
        .as_deref()
        .or(reported.code.as_deref())
        .or(reported.kind.as_deref())
        .map_or_else(|| shortened(&json.to_string()), shortened);
    let mut error = ProviderError::new(class, format!("the server reported an error: {words}"));
    error.hint = hint(class, reported.status.unwrap_or(0), &reported, false);
    error.request_id = reported.request_id;
    Some(error)
}

fn hint(class: ErrorClass, status: u16, reported: &ErrorBody, page: bool) -> Option<String> {
    Some(match class {
        ErrorClass::Authentication if status == 403 => {
            "this key is not allowed to do that; check its permissions, the project and the region"
                .to_owned()
        }
        ErrorClass::Authentication => {
            "check that the key is set, complete and meant for this server".to_owned()
        }
        ErrorClass::Billing => "add credit to the account, or use another provider".to_owned(),
        ErrorClass::NotFound if page || status == 405 => {
            "check the base address: the API's path, such as /v1, may be missing".to_owned()
        }
        ErrorClass::NotFound => "check the model's name and the base address".to_owned(),
        ErrorClass::ContextLengthExceeded { .. } => "send less, or use a larger window".to_owned(),
        ErrorClass::RateLimited { retry_after: Some(wait) }
        | ErrorClass::Overloaded { retry_after: Some(wait) } => match wait {
            LONGEST => "the server asks to wait a year or more, which is probably a mistake: try \
                        again in a while, or use another model"
                .to_owned(),
            wait => format!("try again in {}", in_words(wait)),
        },
        ErrorClass::RateLimited { .. } | ErrorClass::Overloaded { .. } => {
            "try again in a while".to_owned()
        }
        ErrorClass::Protocol if reported.expects_encryption() => {
            "the server expects encryption: use https:// in the base address".to_owned()
        }
        ErrorClass::Protocol => "check the base address and the protocol".to_owned(),
        _ => return reported.param.as_ref().map(|param| format!("the server blames `{param}`")),
    })
}

/// Formats a wait for the user: `850 ms`, `12 s`, `3 min`, `14 h 24 min`, `3 days`.
fn in_words(wait: Duration) -> String {
    let seconds = wait.as_secs() + u64::from(wait.subsec_millis() >= 500);
    match seconds {
        0 => format!("{} ms", wait.as_millis()),
        1..=119 => format!("{seconds} s"),
        120..=7_199 => format!("{} min", seconds.div_ceil(60)),
        7_200..=172_799 => format!("{} h {} min", seconds / 3_600, seconds % 3_600 / 60),
        _ => format!("{} days", seconds.div_ceil(86_400)),
    }
}

/// Cuts a server's message to what an error can show, on one line.
pub(crate) fn shortened(message: &str) -> String {
    let mut out = String::new();
    for (count, word) in message.split_whitespace().enumerate() {
        if count > 0 {
            out.push(' ');
        }
        let room = SHOWN.saturating_sub(out.len());
        match word
            .char_indices()
            .map(|(at, c)| at + c.len_utf8())
            .take_while(|end| *end <= room)
            .last()
        {
            Some(end) if end == word.len() => out.push_str(word),
            end => {
                out.push_str(&word[..end.unwrap_or(0)]);
                out.push('…');
                break;
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use reqwest::header::{HeaderName, HeaderValue};
    use serde_json::json;

    use super::*;

    fn classified(status: u16, body: &str) -> ProviderError {
        classify("host", status, &HeaderMap::new(), body.as_bytes(), SystemTime::UNIX_EPOCH)
    }

    fn class(status: u16, body: &Value) -> ErrorClass {
        classified(status, &body.to_string()).class
    }

    fn openai(message: &str, kind: &str, code: &str) -> Value {
        json!({"error": {"message": message, "type": kind, "param": null, "code": code}})
    }

    #[test]
    fn numbers_that_no_window_has_are_not_believed() {
        let reported = |limit: u64| {
            let body = json!({"error": {"message": "too long", "n_prompt_tokens": u64::MAX,
                "type": "exceed_context_size_error", "n_ctx": limit}});
            class(400, &body)
        };
        let limit = |limit| ErrorClass::ContextLengthExceeded { limit, requested: None };
        assert_eq!(reported(u64::MAX), limit(None));
        assert_eq!(reported(0), limit(None));
        assert_eq!(reported(1_024), limit(Some(1_024)));
    }

    /// The answers of a LiteLLM proxy of November 2026 (1.106.2).
    #[test]
    fn a_litellm_proxy_is_understood() {
        let key = classified(
            400,
            r#"{"error":{"message":"No connected db.","type":"no_db_connection","param":null,"code":"400"}}"#,
        );
        assert_eq!(key.class, ErrorClass::Authentication);
        assert!(key.hint.is_some_and(|hint| hint.contains("key")));
        let model = classified(
            400,
            r#"{"error":{"message":"/chat/completions: Invalid model name passed in model=zork. Call `/v1/models` to view available models for your key.","type":"None","param":"None","code":"400"}}"#,
        );
        assert_eq!(model.class, ErrorClass::NotFound);
        let stream = classified(
            500,
            "data: {\"error\": {\"message\": \"Error processing stream start\", \"type\": \
             \"internal_server_error\", \"param\": null, \"code\": \"500\"}}\n\ndata: [DONE]\n\n",
        );
        assert_eq!(
            (stream.class, stream.message.as_str()),
            (
                ErrorClass::Overloaded { retry_after: None },
                "host answered 500 Internal Server Error: Error processing stream start"
            )
        );
        assert_eq!(
            classified(500, "Internal Server Error").message,
            "host answered 500 Internal Server Error"
        );
    }

    #[test]
    #[expect(clippy::too_many_lines, reason = "a table of answers")]
    fn each_status_and_code_has_its_class() {
        let overloaded = ErrorClass::Overloaded { retry_after: None };
        let limited = ErrorClass::RateLimited { retry_after: None };
        for (status, body, expected) in [
            (
                401,
                openai("Incorrect API key provided", "x", "invalid_api_key"),
                ErrorClass::Authentication,
            ),
            (403, openai("Country not supported", "x", "y"), ErrorClass::Authentication),
            (
                403,
                json!({"error": {"message": "requires moderation", "code": 403}}),
                ErrorClass::Refused,
            ),
            (
                400,
                json!({"error": {"code": 400, "message": "API key not valid. Please pass a valid API key.",
                    "status": "INVALID_ARGUMENT"}}),
                ErrorClass::Authentication,
            ),
            (402, json!({"error": {"message": "Insufficient Balance"}}), ErrorClass::Billing),
            (
                429,
                openai(
                    "You exceeded your current quota",
                    "insufficient_quota",
                    "insufficient_quota",
                ),
                ErrorClass::Billing,
            ),
            (
                400,
                json!({"type": "error", "error": {"type": "invalid_request_error",
                    "message": "Your credit balance is too low to access the Anthropic API."}}),
                ErrorClass::Billing,
            ),
            (
                404,
                openai("The model `x` does not exist", "invalid_request_error", "model_not_found"),
                ErrorClass::NotFound,
            ),
            (
                404,
                json!({"error": "model 'x' not found, try pulling it first"}),
                ErrorClass::NotFound,
            ),
            (405, json!({}), ErrorClass::NotFound),
            (408, json!({}), ErrorClass::Transport),
            (409, json!({}), overloaded),
            (429, json!({}), limited),
            (
                429,
                json!({"error": {"code": 429, "status": "RESOURCE_EXHAUSTED",
                    "message": "You exceeded your current quota, please check your plan"}}),
                limited,
            ),
            (500, json!({}), overloaded),
            (
                503,
                json!({"error": {"code": 503, "status": "UNAVAILABLE", "message": "overloaded"}}),
                overloaded,
            ),
            (
                529,
                json!({"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}),
                overloaded,
            ),
            (
                500,
                openai("Failed to parse tool call arguments as JSON", "server_error", ""),
                ErrorClass::Refused,
            ),
            (
                400,
                openai("Missing required parameter", "invalid_request_error", ""),
                ErrorClass::Refused,
            ),
            (501, json!({}), ErrorClass::Refused),
            (
                413,
                json!({"error": {"type": "request_too_large", "message": "Request exceeds the maximum size"}}),
                ErrorClass::ContextLengthExceeded { limit: None, requested: None },
            ),
            (
                400,
                openai("too long", "invalid_request_error", "context_length_exceeded"),
                ErrorClass::ContextLengthExceeded { limit: None, requested: None },
            ),
            (
                400,
                json!({"error": {"code": 400, "message": "request (3618 tokens) exceeds the available \
                    context size (1024 tokens), try increasing it", "type": "exceed_context_size_error",
                    "n_prompt_tokens": 3618, "n_ctx": 1024}}),
                ErrorClass::ContextLengthExceeded { limit: Some(1_024), requested: Some(3_618) },
            ),
        ] {
            assert_eq!(class(status, &body), expected, "{status} {body}");
        }
    }

    #[test]
    fn an_error_inside_a_stream_is_judged_by_its_words() {
        let of = |json: &Value| classify_value(json).map(|error| error.class);
        let overloaded =
            json!({"type": "error", "error": {"type": "overloaded_error", "message": "x"}});
        assert_eq!(of(&overloaded), Some(ErrorClass::Overloaded { retry_after: None }));
        let responses = json!({"type": "error", "code": "context_length_exceeded", "message": "x",
            "param": "input", "sequence_number": 3});
        assert_eq!(
            of(&responses),
            Some(ErrorClass::ContextLengthExceeded { limit: None, requested: None })
        );
        let router =
            json!({"error": {"code": 502, "message": "Provider disconnected"}, "choices": []});
        assert_eq!(of(&router), Some(ErrorClass::Overloaded { retry_after: None }));
        assert_eq!(of(&json!({"choices": []})), None);
    }

    #[test]
    fn a_server_that_expects_encryption_is_told_apart() {
        for body in [
            "Client sent an HTTP request to an HTTPS server.\n",
            "<html><head><title>400 The plain HTTP request was sent to HTTPS port</title></head>",
            "Bad Request\nThis combination of host and port requires TLS.\n",
            "{\"error\": {\"message\": \"Client sent an HTTP request to an HTTPS server.\"}}",
        ] {
            let error = classified(400, body);
            assert_eq!(error.class, ErrorClass::Protocol, "{body}");
            assert_eq!(
                error.hint.as_deref(),
                Some("the server expects encryption: use https:// in the base address")
            );
        }
        assert_eq!(classified(400, "Bad Request").class, ErrorClass::Refused);
    }

    #[test]
    fn a_wait_that_is_hardly_meant_is_told_as_such() {
        let hint = |wait: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert("retry-after", HeaderValue::from_static(wait));
            let error = classify("host", 429, &headers, b"{}", SystemTime::UNIX_EPOCH);
            (error.retry_after(), error.hint.unwrap())
        };
        assert_eq!(hint("0"), (None, "try again in a while".to_owned()));
        assert_eq!(
            hint("500000"),
            (Some(Duration::from_secs(500_000)), "try again in 6 days".to_owned())
        );
        let (wait, told) = hint("Thu, 31 Dec 2099 23:59:59 GMT");
        assert_eq!(wait, Some(LONGEST));
        assert!(told.starts_with("the server asks to wait a year or more"), "{told}");
    }

    #[test]
    fn pages_and_bodies_of_no_known_shape_are_told_in_short() {
        let page = classified(502, "<html><head><title>Bad gateway</title></head></html>");
        assert_eq!(page.message, "host answered 502 Bad Gateway: a web page titled “Bad gateway”");
        assert_eq!(page.class, ErrorClass::Overloaded { retry_after: None });
        let missing = classified(404, "<html><title>Not here</title>");
        assert_eq!(missing.class, ErrorClass::NotFound);
        assert!(missing.hint.unwrap().contains("/v1"));
        assert_eq!(
            classified(500, " ").message,
            "host answered 500 Internal Server Error: an empty body"
        );
        let long = classified(400, &"word ".repeat(10_000)).message;
        assert!(long.len() < 1_700 && long.ends_with('…'), "{long}");
        assert_eq!(shortened(&"ü".repeat(2_000)).chars().count(), 751);
    }

    #[test]
    fn ids_waits_and_the_servers_word_on_retrying_are_kept() {
        let headers = [("request-id", "req_7"), ("retry-after", "90"), ("x-should-retry", "false")];
        let headers = headers
            .into_iter()
            .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)));
        let error = classify("host", 429, &headers.collect(), b"{}", SystemTime::UNIX_EPOCH);
        assert_eq!(
            (error.class, error.request_id.as_deref(), error.hint.as_deref(), error.may_repeat),
            (
                ErrorClass::RateLimited { retry_after: Some(Duration::from_secs(90)) },
                Some("req_7"),
                Some("try again in 90 s"),
                Some(false),
            )
        );
        assert!(!error.is_transient());
    }
}
