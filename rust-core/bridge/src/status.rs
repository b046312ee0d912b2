//! Converts the core's errors to the statuses that C++ gets.

use vibeue_core::session::live::{
    Advice as CoreAdvice, Failure as CoreFailure, FailureClass, FixedIn as CoreFixedIn,
};
use vibeue_core::{Error, ErrorKind};

use crate::ffi::ffi::{Advice, Failure, FailureKind, FixedIn, Status, StatusCode};

/// Success.
pub(crate) fn ok() -> Status {
    Status { code: StatusCode::Ok, message: String::new(), hint: String::new() }
}

/// A failure, with the reason.
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

/// The operation is still running.
pub(crate) fn running() -> Status {
    failed(StatusCode::Busy, "it is still under way", "try again when it has finished")
}

/// The status of an error of the core.
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
        advice: advice(failure.class),
    }
}

/// What can be done about a call that ended with this code: by the same table as a failure.
pub(crate) fn advice_of(code: StatusCode) -> Advice {
    advice(match code {
        StatusCode::Input => FailureClass::Invalid,
        StatusCode::Settings => FailureClass::Settings,
        StatusCode::Irreducible => FailureClass::Irreducible,
        StatusCode::Conflict | StatusCode::Closed => FailureClass::Conflict,
        StatusCode::Busy => FailureClass::Busy,
        StatusCode::Io => FailureClass::Storage,
        StatusCode::Internal => FailureClass::Internal,
        // Also if nothing failed.
        _ => FailureClass::Cancelled,
    })
}

fn advice(class: FailureClass) -> Advice {
    let CoreAdvice { retryable, fixed_in } = class.advice();
    let fixed_in = match fixed_in {
        CoreFixedIn::Nowhere => FixedIn::Nowhere,
        CoreFixedIn::Connection => FixedIn::Connection,
        CoreFixedIn::Settings => FixedIn::Settings,
        CoreFixedIn::Conversation => FixedIn::Conversation,
        CoreFixedIn::Disk => FixedIn::Disk,
    };
    Advice { retryable, fixed_in }
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
    fn a_failure_and_a_status_of_one_cause_give_one_advice() {
        let failed = failure(Some(CoreFailure::new(FailureClass::Settings, "x")));
        let advice = Advice { retryable: true, fixed_in: FixedIn::Settings };
        assert_eq!((failed.advice, advice_of(StatusCode::Settings)), (advice, advice));
        let nothing = Advice { retryable: false, fixed_in: FixedIn::Nowhere };
        assert_eq!((failure(None).advice, advice_of(StatusCode::Ok)), (nothing, nothing));
    }

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
