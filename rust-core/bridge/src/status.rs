//! From the core's errors to the statuses that C++ gets.

use vibeue_core::session::live::{Failure as CoreFailure, FailureClass};
use vibeue_core::{Error, ErrorKind};

use crate::ffi::ffi::{Failure, FailureKind, Status, StatusCode};

/// It worked.
pub(crate) fn ok() -> Status {
    Status { code: StatusCode::Ok, message: String::new(), hint: String::new() }
}

/// It did not, and this is why.
pub(crate) fn failed(
    code: StatusCode,
    message: impl Into<String>,
    hint: impl Into<String>,
) -> Status {
    Status { code, message: message.into(), hint: hint.into() }
}

/// The session is closed.
pub(crate) fn closed() -> Status {
    failed(StatusCode::Closed, "the conversation is closed", "open it again")
}

/// It goes on.
pub(crate) fn running() -> Status {
    failed(StatusCode::Busy, "it is still under way", "try again when it has finished")
}

/// What the core said.
pub(crate) fn of(error: &Error) -> Status {
    let code = match error.kind() {
        ErrorKind::Input => StatusCode::Input,
        ErrorKind::Settings => StatusCode::Settings,
        ErrorKind::Irreducible => StatusCode::Irreducible,
        ErrorKind::Conflict => StatusCode::Conflict,
        ErrorKind::Busy => StatusCode::Busy,
        ErrorKind::Cancelled => StatusCode::Cancelled,
        ErrorKind::Io => StatusCode::Io,
        _ => StatusCode::Internal,
    };
    let message = match error.place() {
        Some(place) => format!("{place}: {}", error.message()),
        None => error.message().to_owned(),
    };
    failed(code, message, error.hint_text().unwrap_or_default())
}

/// Why a turn or a summarization failed; without a failure, an empty one.
pub(crate) fn failure(failure: Option<CoreFailure>) -> Failure {
    let failure = failure.unwrap_or_else(|| CoreFailure::new(FailureClass::Cancelled, ""));
    Failure {
        kind: kind(failure.class),
        message: failure.message,
        hint: failure.hint.unwrap_or_default(),
        retry_after_ms: failure.retry_after_ms.unwrap_or(0),
    }
}

fn kind(class: FailureClass) -> FailureKind {
    match class {
        FailureClass::Authentication => FailureKind::Authentication,
        FailureClass::Billing => FailureKind::Billing,
        FailureClass::NotFound => FailureKind::NotFound,
        FailureClass::RateLimited => FailureKind::RateLimited,
        FailureClass::Overloaded => FailureKind::Overloaded,
        FailureClass::Transport => FailureKind::Transport,
        FailureClass::Protocol => FailureKind::Protocol,
        FailureClass::Refused => FailureKind::Refused,
        FailureClass::ContextLengthExceeded => FailureKind::ContextLengthExceeded,
        FailureClass::OverBudget => FailureKind::OverBudget,
        FailureClass::Irreducible => FailureKind::Irreducible,
        FailureClass::CompactionFailed => FailureKind::CompactionFailed,
        FailureClass::NothingToCondense => FailureKind::NothingToCondense,
        FailureClass::Conflict => FailureKind::Conflict,
        FailureClass::Busy => FailureKind::Busy,
        FailureClass::ToolRoundLimit => FailureKind::ToolRoundLimit,
        FailureClass::Invalid => FailureKind::Invalid,
        FailureClass::Settings => FailureKind::Settings,
        FailureClass::Storage => FailureKind::Storage,
        FailureClass::Cancelled => FailureKind::Cancelled,
        FailureClass::Internal => FailureKind::Internal,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_keeps_its_place_and_hint() {
        let error = Error::new(ErrorKind::Io, "the disk is full").at("talk.jsonl").hint("free it");
        assert_eq!(
            of(&error),
            Status {
                code: StatusCode::Io,
                message: "talk.jsonl: the disk is full".to_owned(),
                hint: "free it".to_owned(),
            }
        );
    }
}
