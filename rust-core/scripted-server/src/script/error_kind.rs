//! Kinds of refusal that every provider has in words of its own.

use serde::{Deserialize, Serialize};

/// Why the server refuses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ErrorKind {
    /// The request is malformed.
    InvalidRequest,
    /// The key is missing or wrong.
    Authentication,
    /// The account has no credit.
    Billing,
    /// The key may not do this.
    Permission,
    /// There is no such model.
    ModelNotFound,
    /// There is no such address.
    NotFound,
    /// The body has too many bytes.
    TooLarge,
    /// Too many requests.
    RateLimited,
    /// The quota is used up; waiting does not help.
    QuotaExceeded,
    /// The server failed.
    Server,
    /// The server has no room at the moment.
    Overloaded,
    /// The server is down for a while.
    Unavailable,
}

impl ErrorKind {
    /// The status that goes with it.
    pub const fn status(self) -> u16 {
        match self {
            ErrorKind::InvalidRequest => 400,
            ErrorKind::Authentication => 401,
            ErrorKind::Billing => 402,
            ErrorKind::Permission => 403,
            ErrorKind::ModelNotFound | ErrorKind::NotFound => 404,
            ErrorKind::TooLarge => 413,
            ErrorKind::RateLimited | ErrorKind::QuotaExceeded => 429,
            ErrorKind::Server => 500,
            ErrorKind::Unavailable => 503,
            ErrorKind::Overloaded => 529,
        }
    }

    /// A message as a provider would word it.
    pub const fn message(self) -> &'static str {
        match self {
            ErrorKind::InvalidRequest => "The request is not valid.",
            ErrorKind::Authentication => "Incorrect API key provided.",
            ErrorKind::Billing => "Your credit balance is too low to access the API.",
            ErrorKind::Permission => "Your API key does not have permission to use this resource.",
            ErrorKind::ModelNotFound => "The model does not exist or you do not have access to it.",
            ErrorKind::NotFound => "Not found.",
            ErrorKind::TooLarge => "Request exceeds the maximum size.",
            ErrorKind::RateLimited => "Rate limit reached for requests.",
            ErrorKind::QuotaExceeded => {
                "You exceeded your current quota, please check your plan and billing details."
            }
            ErrorKind::Server => "The server had an error while processing your request.",
            ErrorKind::Overloaded => "Overloaded",
            ErrorKind::Unavailable => "The service is currently unavailable.",
        }
    }
}
