//! Why a model wrote no summary, classified by what to try next.

use std::fmt;

use vibeue_provider::{ErrorClass, ProviderError};

/// Why a model wrote no summary, classified by what to try next.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Failure {
    /// The request does not fit: try a strictly smaller one.
    Overflow {
        /// The limit in tokens, if the server says.
        limit: Option<u64>,
        /// The request's tokens, if the server says.
        requested: Option<u64>,
    },
    /// It cannot be made to fit: try with less of each message, then another
    /// model.
    Size(String),
    /// What it wrote is not a summary (the class, and an explanation): try with
    /// less of each message, then rules.
    Content(&'static str, String),
    /// It declines the request: try with less of each message, then another
    /// model.
    Declined(String),
    /// The model cannot be used: try another one.
    Model(String),
    /// The caller cancelled: try nothing.
    Cancelled(ProviderError),
}

impl From<ProviderError> for Failure {
    fn from(error: ProviderError) -> Self {
        match error.class {
            ErrorClass::ContextLengthExceeded { limit, requested } => {
                Failure::Overflow { limit, requested }
            }
            ErrorClass::Refused => Failure::Declined(error.to_string()),
            ErrorClass::Cancelled => Failure::Cancelled(error),
            ErrorClass::Authentication
            | ErrorClass::RateLimited { .. }
            | ErrorClass::Overloaded { .. }
            | ErrorClass::Transport
            | ErrorClass::Protocol
            | ErrorClass::Billing
            | ErrorClass::NotFound => Failure::Model(error.to_string()),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Overflow { .. } => f.write_str("the request is too large for it"),
            Failure::Cancelled(error) => write!(f, "cancelled: {error}"),
            Failure::Size(message)
            | Failure::Content(_, message)
            | Failure::Declined(message)
            | Failure::Model(message) => f.write_str(message),
        }
    }
}
