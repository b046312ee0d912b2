//! What distinguishes one error from another.

use std::time::Duration;

use super::error_body::ErrorBody;
use super::overflow::Overflow;
use crate::ErrorClass;
use vibeue_tokens::models::Reported;

/// What distinguishes one error from another: its status, the names that the
/// server gives it, and its message. No two servers use the same.
pub(super) struct ErrorSigns<'e> {
    status: Option<u16>,
    body: &'e ErrorBody,
    /// The message, in lower case.
    words: String,
    code: String,
    kind: String,
}

impl<'e> ErrorSigns<'e> {
    /// Reads the signs of an error; it has no status if it came inside a
    /// stream.
    pub(super) fn new(status: Option<u16>, body: &'e ErrorBody) -> Self {
        let lower =
            |text: &Option<String>| text.as_deref().unwrap_or_default().to_ascii_lowercase();
        let (words, code, kind) = (lower(&body.message), lower(&body.code), lower(&body.kind));
        Self { status, body, words, code, kind }
    }

    /// The class of the error. `page` says that the body is a web page.
    ///
    /// The order matters: servers report a full window like any other fault,
    /// and a lack of credit like a rate limit.
    pub(super) fn class(&self, retry_after: Option<Duration>, page: bool) -> ErrorClass {
        if let Some(overflow) = self.overflow() {
            overflow
        } else if self.body.expects_encryption() {
            ErrorClass::Protocol
        } else if self.is_unpaid() {
            ErrorClass::Billing
        } else if self.lacks_key() {
            ErrorClass::Authentication
        } else if self.is_moderated() {
            ErrorClass::Refused
        } else if self.is_forbidden() {
            ErrorClass::Authentication
        } else if self.lacks_model() {
            ErrorClass::NotFound
        } else if self.named(&[
            "overloaded_error",
            "overloaded",
            "unavailable",
            "engine_overloaded",
        ]) {
            ErrorClass::Overloaded { retry_after }
        } else if self.status == Some(429)
            || self.named(&["rate_limit_error", "rate_limit_exceeded", "resource_exhausted"])
        {
            ErrorClass::RateLimited { retry_after }
        } else {
            self.by_status(retry_after, page)
        }
    }

    fn named(&self, names: &[&str]) -> bool {
        names.iter().any(|name| self.code == *name || self.kind == *name)
    }

    fn contains(&self, texts: &[&str]) -> bool {
        texts.iter().any(|text| self.words.contains(text))
    }

    fn overflow(&self) -> Option<ErrorClass> {
        let sized = Overflow::from_message(self.body.message.as_deref().unwrap_or_default());
        let named = self.named(&[
            "context_length_exceeded",
            "exceed_context_size_error",
            "model_context_window_exceeded",
            "context_window_exceeded",
            "request_too_large",
            "string_above_max_length",
        ]);
        let may = matches!(self.status, None | Some(400 | 413 | 422 | 429 | 500 | 502));
        if !named && self.status != Some(413) && !(may && sized.is_some()) {
            return None;
        }
        let sized = sized.unwrap_or_default();
        Some(ErrorClass::ContextLengthExceeded {
            limit: believable(self.body.limit).or(believable(sized.limit)),
            requested: believable(self.body.requested).or(believable(sized.requested)),
        })
    }

    fn is_unpaid(&self) -> bool {
        self.status == Some(402)
            || self.named(&["insufficient_quota", "billing_error", "billing_hard_limit_reached"])
            || self.contains(&[
                "credit balance",
                "insufficient balance",
                "insufficient credit",
                "payment required",
            ])
    }

    fn lacks_key(&self) -> bool {
        self.status == Some(401)
            || self.named(&[
                "authentication_error",
                "invalid_api_key",
                "api_key_invalid",
                "unauthenticated",
                // A LiteLLM proxy without a database says so for every key
                // except its own.
                "no_db_connection",
            ])
            || self.contains(&[
                "api key not valid",
                "invalid api key",
                "incorrect api key",
                "no auth credentials",
            ])
    }

    fn is_moderated(&self) -> bool {
        self.named(&["content_filter", "content_policy_violation"])
            || self.contains(&["moderation"])
    }

    fn is_forbidden(&self) -> bool {
        self.status == Some(403) || self.named(&["permission_error", "permission_denied"])
    }

    fn lacks_model(&self) -> bool {
        let no_model = self.words.contains("model")
            && self.contains(&[
                "not found",
                "does not exist",
                "not exist",
                "is not available",
                "unknown model",
                "invalid model name",
            ]);
        matches!(self.status, Some(404 | 405 | 410))
            || self.named(&["model_not_found", "not_found_error", "not_found"])
            || (no_model && matches!(self.status, None | Some(400 | 422 | 500)))
    }

    /// A server that fails because of what is wrong with the request fails
    /// again.
    fn is_faulty(&self) -> bool {
        self.named(&["invalid_request_error", "invalid_argument", "badrequesterror"])
            || self.contains(&[
                "failed to parse tool call arguments",
                "jinja",
                "chat template",
                "roles must alternate",
                "is not supported",
                "does not support",
            ])
    }

    fn by_status(&self, retry_after: Option<Duration>, page: bool) -> ErrorClass {
        let faulty = self.is_faulty();
        match self.status {
            Some(300..=399) => ErrorClass::Protocol,
            Some(500..=599) if faulty => ErrorClass::Refused,
            Some(501 | 505) => ErrorClass::Refused,
            Some(408) => ErrorClass::Transport,
            Some(409 | 425 | 500..=599) => ErrorClass::Overloaded { retry_after },
            Some(400..=499) if page => ErrorClass::Protocol,
            Some(_) => ErrorClass::Refused,
            None if faulty || self.named(&["invalid_prompt"]) => ErrorClass::Refused,
            // An error without a name is the server's own problem.
            None => ErrorClass::Overloaded { retry_after },
        }
    }
}

/// A number of tokens that a request or a window can have.
fn believable(tokens: Option<u64>) -> Option<u64> {
    tokens.filter(|tokens| (1..=Reported::BELIEVABLE).contains(tokens))
}
