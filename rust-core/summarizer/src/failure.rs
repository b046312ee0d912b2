//! Why a model gave no summary, by what is tried next.

use std::fmt;

use vibeue_provider::{ErrorClass, ProviderError};

/// Why a model gave no summary, by what is tried next.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Failure {
    /// The request does not fit: a strictly smaller one is next.
    Overflow {
        /// The limit in tokens, where the server says.
        limit: Option<u64>,
        /// What the request had, where the server says.
        requested: Option<u64>,
    },
    /// It cannot be made to fit: less of each message is next, then another
    /// model.
    Size(String),
    /// What it wrote is not a summary, by class and in words: less of each
    /// message is next, then rules.
    Content(&'static str, String),
    /// It declines the request: less of each message is next, then another
    /// model.
    Declined(String),
    /// Nothing is to be had from it: another model is next.
    Model(String),
    /// The caller cancelled: nothing is next.
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
