//! Why a turn or a summarization failed, by what the user does about it.

use serde::{Deserialize, Serialize};

use vibeue_conversation::{Error, ErrorKind};
use vibeue_provider::{ErrorClass, ProviderError};

/// Classifies a failure by what the user can do about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FailureClass {
    /// The key is missing, wrong or not allowed: fix it.
    Authentication,
    /// The account has no credit: top it up.
    Billing,
    /// There is no such model or address: choose another.
    NotFound,
    /// Too many requests: wait.
    RateLimited,
    /// The server is unavailable at the moment: try again later.
    Overloaded,
    /// The connection failed, was cut or went silent: check it, try again.
    Transport,
    /// The server's answer violated the protocol.
    Protocol,
    /// The server or the model declined.
    Refused,
    /// The server found the request too long, also after it was made shorter.
    ContextLengthExceeded,
    /// The request is over the budget and nothing may be condensed.
    OverBudget,
    /// What must stay does not fit: remove a part of it or use a larger window.
    Irreducible,
    /// A compaction failed and the settings say not to send without one.
    CompactionFailed,
    /// There was nothing to condense.
    NothingToCondense,
    /// The conversation changed meanwhile: ask again.
    Conflict,
    /// A similar operation is already running.
    Busy,
    /// The turn reached its limit on rounds of tool calls or on cost, or is stuck in a loop.
    ToolRoundLimit,
    /// The request makes no sense here.
    Invalid,
    /// A setting is out of its range.
    Settings,
    /// The journal cannot be written.
    Storage,
    /// It was cancelled.
    Cancelled,
    /// A bug in this program.
    Internal,
}

impl From<ErrorClass> for FailureClass {
    fn from(class: ErrorClass) -> Self {
        match class {
            ErrorClass::Authentication => Self::Authentication,
            ErrorClass::ContextLengthExceeded { .. } => Self::ContextLengthExceeded,
            ErrorClass::RateLimited { .. } => Self::RateLimited,
            ErrorClass::Overloaded { .. } => Self::Overloaded,
            ErrorClass::Transport => Self::Transport,
            ErrorClass::Protocol => Self::Protocol,
            ErrorClass::Refused => Self::Refused,
            ErrorClass::Cancelled => Self::Cancelled,
            ErrorClass::Billing => Self::Billing,
            ErrorClass::NotFound => Self::NotFound,
        }
    }
}

impl From<ErrorKind> for FailureClass {
    fn from(kind: ErrorKind) -> Self {
        match kind {
            ErrorKind::Input => Self::Invalid,
            ErrorKind::Settings => Self::Settings,
            ErrorKind::Irreducible => Self::Irreducible,
            ErrorKind::Conflict => Self::Conflict,
            ErrorKind::Busy => Self::Busy,
            ErrorKind::Io => Self::Storage,
            ErrorKind::Cancelled => Self::Cancelled,
            // A broken invariant, or a kind that was added after this line.
            _ => Self::Internal,
        }
    }
}

/// Where the user fixes the cause of a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FixedIn {
    /// Nowhere: it is temporary, or there is nothing to fix.
    Nowhere,
    /// In the settings of the connection: provider, address, key, model.
    Connection,
    /// In another setting.
    Settings,
    /// In the conversation: by saying something else, or less.
    Conversation,
    /// On the disk, or in the rights on a file.
    Disk,
}

/// What can be done about a failure, for hosts that show it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Advice {
    /// Retrying the turn may succeed, at once or when the
    /// cause is fixed.
    pub retryable: bool,
    /// Where the cause is fixed.
    pub fixed_in: FixedIn,
}

impl FailureClass {
    /// What can be done about it: the only place where that is decided.
    pub const fn advice(self) -> Advice {
        let (retryable, fixed_in) = match self {
            Self::Authentication
            | Self::Billing
            | Self::NotFound
            | Self::Transport
            | Self::Protocol => (true, FixedIn::Connection),
            Self::RateLimited | Self::Overloaded | Self::Internal => (true, FixedIn::Nowhere),
            Self::ToolRoundLimit
            | Self::Refused
            | Self::ContextLengthExceeded
            | Self::OverBudget
            | Self::Irreducible => (true, FixedIn::Conversation),
            Self::Settings => (true, FixedIn::Settings),
            Self::Storage => (false, FixedIn::Disk),
            Self::Invalid => (false, FixedIn::Conversation),
            Self::CompactionFailed
            | Self::NothingToCondense
            | Self::Conflict
            | Self::Busy
            | Self::Cancelled => (false, FixedIn::Nowhere),
        };
        Advice { retryable, fixed_in }
    }
}

/// Why something failed, in words for the user; without secrets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    /// What to do about it, for a program.
    pub class: FailureClass,
    /// What happened, and where.
    pub message: String,
    /// What to do about it, for the user.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
    /// How long the server asks to wait, in milliseconds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retry_after_ms: Option<u64>,
}

impl Failure {
    /// Makes a failure from what happened.
    pub fn new(class: FailureClass, message: impl Into<String>) -> Self {
        Self { class, message: message.into(), hint: None, retry_after_ms: None }
    }

    /// Says what to do about it.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let message = match error.place() {
            Some(place) => format!("{place}: {}", error.message()),
            None => error.message().to_owned(),
        };
        Self {
            class: error.kind().into(),
            message,
            hint: error.hint_text().map(str::to_owned),
            retry_after_ms: None,
        }
    }
}

impl From<ProviderError> for Failure {
    fn from(error: ProviderError) -> Self {
        let retry_after = error.retry_after();
        let mut message = error.message;
        if let Some(id) = error.request_id {
            message.push_str(&format!(" [request {id}]"));
        }
        Self {
            class: error.class.into(),
            message,
            hint: error.hint,
            retry_after_ms: retry_after
                .map(|wait| u64::try_from(wait.as_millis()).unwrap_or(u64::MAX)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_provider_s_error_keeps_what_helps() {
        let mut error = ProviderError::new(
            ErrorClass::RateLimited { retry_after: Some(Duration::from_secs(2)) },
            "too many requests",
        )
        .hint("wait");
        error.request_id = Some("req_1".to_owned());
        assert_eq!(
            Failure::from(error),
            Failure {
                class: FailureClass::RateLimited,
                message: "too many requests [request req_1]".to_owned(),
                hint: Some("wait".to_owned()),
                retry_after_ms: Some(2_000),
            }
        );
    }

    #[test]
    fn what_passes_on_the_wire_can_be_asked_again_by_a_person() {
        for class in [
            ErrorClass::RateLimited { retry_after: None },
            ErrorClass::Overloaded { retry_after: None },
            ErrorClass::Transport,
        ] {
            assert!(class.passes() && FailureClass::from(class).advice().retryable, "{class:?}");
        }
        let advice = |class: FailureClass| {
            let Advice { retryable, fixed_in } = class.advice();
            (retryable, fixed_in)
        };
        assert_eq!(advice(FailureClass::Authentication), (true, FixedIn::Connection));
        assert_eq!(advice(FailureClass::Settings), (true, FixedIn::Settings));
        assert_eq!(advice(FailureClass::Irreducible), (true, FixedIn::Conversation));
        assert_eq!(advice(FailureClass::Storage), (false, FixedIn::Disk));
        assert_eq!(advice(FailureClass::Cancelled), (false, FixedIn::Nowhere));
    }

    #[test]
    fn an_error_of_ours_keeps_its_place() {
        let error = Error::new(ErrorKind::Io, "the disk is full").at("talk.jsonl").hint("free it");
        assert_eq!(
            Failure::from(error),
            Failure::new(FailureClass::Storage, "talk.jsonl: the disk is full").hint("free it")
        );
    }
}
