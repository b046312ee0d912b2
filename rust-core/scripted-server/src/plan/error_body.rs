//! Errors in each provider's own shape.

use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

use super::Plan;
use crate::http::http_date;
use crate::script::{ErrorKind, RetryAfter};
use crate::wire::Wire;

/// A refusal before it has a provider's shape.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Refusal {
    pub(crate) error: ErrorKind,
    pub(crate) status: u16,
    pub(crate) message: String,
    pub(crate) param: Option<String>,
    pub(crate) code: Option<String>,
    pub(crate) retry_after: Option<RetryAfter>,
}

impl Refusal {
    pub(crate) fn new(error: ErrorKind) -> Self {
        Self {
            error,
            status: error.status(),
            message: error.message().to_owned(),
            param: None,
            code: None,
            retry_after: None,
        }
    }

    pub(crate) fn message(mut self, message: impl Into<String>) -> Self {
        self.message = message.into();
        self
    }
}

/// Writes an error as a provider words it.
pub fn error_body(wire: Wire, error: ErrorKind, message: &str) -> Value {
    body(wire, &Refusal::new(error).message(message))
}

pub(super) fn body(wire: Wire, refusal: &Refusal) -> Value {
    let message = &refusal.message;
    match wire {
        Wire::OpenaiChat | Wire::Responses => json!({"error": {
            "message": message,
            "type": openai_type(refusal.error),
            "param": refusal.param,
            "code": refusal.code.as_deref().or(openai_code(refusal.error)),
        }}),
        Wire::Anthropic => json!({
            "type": "error",
            "error": {"type": anthropic_type(refusal.error), "message": message},
            "request_id": "req_scripted",
        }),
        Wire::Gemini => {
            let mut details = Vec::new();
            if let Some(RetryAfter::RetryInfo(ms)) = refusal.retry_after {
                details.push(json!({"@type": "type.googleapis.com/google.rpc.QuotaFailure",
                    "violations": [{"quotaMetric": "requests"}]}));
                details.push(json!({"@type": "type.googleapis.com/google.rpc.RetryInfo",
                    "retryDelay": format!("{}.{:03}s", ms / 1_000, ms % 1_000)}));
            }
            json!({"error": {
                "code": refusal.status,
                "message": message,
                "status": google_status(refusal.error),
                "details": details,
            }})
        }
        Wire::Ollama => json!({"error": message}),
    }
}

/// What the body is inside a stream that has begun.
pub(super) fn in_stream(wire: Wire, refusal: &Refusal) -> Value {
    match wire {
        Wire::Responses => json!({
            "type": "error",
            "code": refusal.code.as_deref().or(openai_code(refusal.error)).unwrap_or("server_error"),
            "message": refusal.message,
            "param": refusal.param,
        }),
        _ => body(wire, refusal),
    }
}

/// Plans the refusal as an answer of its own.
pub(crate) fn refusal_plan(wire: Wire, stream: bool, refusal: &Refusal) -> Plan {
    let mut body = body(wire, refusal);
    if wire == Wire::Gemini && stream {
        // Without `alt=sse`, and sometimes with it, Google streams a list.
        body = json!([body]);
    }
    let mut plan = Plan::json(refusal.status, &body).header("x-request-id", "req_scripted");
    let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    match refusal.retry_after {
        Some(RetryAfter::Seconds(seconds)) => {
            plan = plan.header("retry-after", seconds.to_string());
        }
        Some(RetryAfter::DateIn(seconds)) => {
            plan = plan.header("retry-after", http_date(now + seconds));
        }
        Some(RetryAfter::Millis(ms)) => plan = plan.header("retry-after-ms", ms.to_string()),
        Some(RetryAfter::RetryInfo(_)) | None => {}
    }
    plan
}

fn openai_type(error: ErrorKind) -> &'static str {
    match error {
        ErrorKind::QuotaExceeded | ErrorKind::Billing => "insufficient_quota",
        ErrorKind::RateLimited => "requests",
        ErrorKind::Server | ErrorKind::Overloaded | ErrorKind::Unavailable => "server_error",
        _ => "invalid_request_error",
    }
}

fn openai_code(error: ErrorKind) -> Option<&'static str> {
    match error {
        ErrorKind::Authentication => Some("invalid_api_key"),
        ErrorKind::ModelNotFound => Some("model_not_found"),
        ErrorKind::RateLimited => Some("rate_limit_exceeded"),
        ErrorKind::QuotaExceeded | ErrorKind::Billing => Some("insufficient_quota"),
        _ => None,
    }
}

fn anthropic_type(error: ErrorKind) -> &'static str {
    match error {
        ErrorKind::InvalidRequest => "invalid_request_error",
        ErrorKind::Authentication => "authentication_error",
        ErrorKind::Billing | ErrorKind::QuotaExceeded => "billing_error",
        ErrorKind::Permission => "permission_error",
        ErrorKind::ModelNotFound | ErrorKind::NotFound => "not_found_error",
        ErrorKind::TooLarge => "request_too_large",
        ErrorKind::RateLimited => "rate_limit_error",
        ErrorKind::Server => "api_error",
        ErrorKind::Overloaded | ErrorKind::Unavailable => "overloaded_error",
    }
}

fn google_status(error: ErrorKind) -> &'static str {
    match error {
        ErrorKind::InvalidRequest | ErrorKind::TooLarge => "INVALID_ARGUMENT",
        ErrorKind::Authentication => "UNAUTHENTICATED",
        ErrorKind::Billing => "FAILED_PRECONDITION",
        ErrorKind::Permission => "PERMISSION_DENIED",
        ErrorKind::ModelNotFound | ErrorKind::NotFound => "NOT_FOUND",
        ErrorKind::RateLimited | ErrorKind::QuotaExceeded => "RESOURCE_EXHAUSTED",
        ErrorKind::Server => "INTERNAL",
        ErrorKind::Overloaded | ErrorKind::Unavailable => "UNAVAILABLE",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_provider_words_the_same_refusal_in_its_own_shape() {
        let say = |wire| error_body(wire, ErrorKind::RateLimited, "Slow down.");
        assert_eq!(
            say(Wire::OpenaiChat),
            json!({"error": {"message": "Slow down.", "type": "requests", "param": null,
                "code": "rate_limit_exceeded"}})
        );
        assert_eq!(
            say(Wire::Anthropic),
            json!({"type": "error", "error": {"type": "rate_limit_error", "message": "Slow down."},
                "request_id": "req_scripted"})
        );
        assert_eq!(say(Wire::Gemini)["error"]["status"], "RESOURCE_EXHAUSTED");
        assert_eq!(say(Wire::Ollama), json!({"error": "Slow down."}));
    }
}
